//! The text of a problem file with its line numbers.

use crate::ast::Span;

#[derive(Debug, Clone)]
pub struct Source {
    /// As the user named it; shown in diagnostics.
    pub path: String,
    pub text: String,
    line_starts: Vec<u32>,
}

impl Source {
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let mut line_starts = vec![0];
        line_starts.extend((1u32..).zip(text.bytes()).filter(|(_, byte)| *byte == b'\n').map(|(next, _)| next));
        Self { path: path.into(), text, line_starts }
    }

    /// The line of an offset, counted from 1.
    pub fn line(&self, offset: u32) -> usize {
        self.line_starts.partition_point(|start| *start <= offset)
    }

    /// Line and column of an offset, both counted from 1, the column in characters.
    pub fn position(&self, offset: u32) -> (usize, usize) {
        let line = self.line(offset);
        let start = self.line_starts[line - 1] as usize;
        let before = self.text.get(start..offset as usize).unwrap_or_default();
        (line, before.chars().count() + 1)
    }

    /// The text of a span; empty if the span is not one of this source.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }
}
