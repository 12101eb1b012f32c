//! Shows diagnostics: for people with the lines they are about, for machines as JSON.
//!
//! Invariant: any diagnostic with any source gives text; spans that do not fit the source are moved to where they do.

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use serde_json::{Value, json};

use crate::ast::Span;
use crate::diagnostic::{Diagnostic, Label, Severity};
use crate::source::Source;

/// A longer line is named but not shown.
const MAX_LINE: usize = 1000;
/// Places further apart than this are shown in parts of their own.
const MAX_LINES: usize = 100;

/// The diagnostics as people read them, each followed by a blank line.
pub fn render(diagnostics: &[Diagnostic], source: &Source, color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut text = String::new();
    for diagnostic in diagnostics {
        text.push_str(&renderer.render(&[group(diagnostic, source)]));
        text.push_str("\n\n");
    }
    text
}

/// A diagnostic as machines read it. Lines and columns count from 1, columns in characters, ends are exclusive;
/// they are `null` for a fault of the file as a whole.
pub fn to_json(diagnostic: &Diagnostic, source: &Source) -> Value {
    let mut object = json!({
        "code": diagnostic.code.as_str(),
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "file": source.path,
        "line": null,
        "column": null,
        "end_line": null,
        "end_column": null,
        "label": null,
        "related": diagnostic.secondary.iter().map(|label| place_json(label, source)).collect::<Vec<_>>(),
        "help": diagnostic.help,
    });
    if let Some(Value::Object(place)) = diagnostic.primary.as_ref().map(|label| place_json(label, source)) {
        for (key, value) in place {
            object[key] = value;
        }
    }
    object
}

fn place_json(label: &Label, source: &Source) -> Value {
    let span = fit(label.span, &source.text);
    let (line, column) = source.position(span.start);
    let (end_line, end_column) = source.position(span.end);
    let text = (!label.text.is_empty()).then_some(&label.text);
    json!({ "line": line, "column": column, "end_line": end_line, "end_column": end_column, "label": text })
}

fn group<'a>(diagnostic: &'a Diagnostic, source: &'a Source) -> Group<'a> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = Group::with_title(level.primary_title(&*diagnostic.message).id(diagnostic.code.as_str()));
    for part in parts(diagnostic, source) {
        group = part.add_to(group, source);
    }
    if diagnostic.primary.is_none() {
        group = group.element(Origin::path(printable(&source.path)));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(printable(help)));
    }
    group
}

/// Lines shown together, and what is marked in them.
struct Part<'a> {
    /// From the start of the first line to the end of the last.
    window: Span,
    marks: Vec<(AnnotationKind, Span, &'a str)>,
}

/// The primary place with all others near enough to be shown in one piece, then the rest one by one.
fn parts<'a>(diagnostic: &'a Diagnostic, source: &Source) -> Vec<Part<'a>> {
    let primary = diagnostic.primary.iter().map(|label| (AnnotationKind::Primary, label));
    let secondary = diagnostic.secondary.iter().map(|label| (AnnotationKind::Context, label));
    let mut parts: Vec<Part<'a>> = Vec::new();
    for (kind, label) in primary.chain(secondary) {
        let span = first_line(fit(label.span, &source.text), &source.text);
        let line = line_around(span, &source.text);
        let mark = (kind, span, &*label.text);
        let near = parts.first_mut().filter(|part| {
            let joined = join(part.window, line);
            let shown = |span: Span| (span.end - span.start) as usize <= MAX_LINE;
            source.line(joined.end) - source.line(joined.start) <= MAX_LINES
                && shown(line)
                && part.marks.iter().all(|(_, span, _)| shown(line_around(*span, &source.text)))
        });
        if let Some(part) = near {
            part.window = join(part.window, line);
            part.marks.push(mark);
        } else {
            parts.push(Part { window: line, marks: vec![mark] });
        }
    }
    parts
}

impl<'a> Part<'a> {
    fn add_to(&self, group: Group<'a>, source: &'a Source) -> Group<'a> {
        let text = source.slice(self.window);
        let first = self.window.start;
        if text.lines().all(|line| line.trim().is_empty()) || text.lines().any(|line| line.len() > MAX_LINE) {
            return self.without_source(group, source);
        }
        let mut snippet = Snippet::source(text).line_start(source.line(first)).path(printable(&source.path)).fold(true);
        for (kind, span, label) in &self.marks {
            let range = (span.start - first) as usize..(span.end - first) as usize;
            let label = (!label.is_empty()).then(|| printable(label));
            snippet = snippet.annotation(kind.span(range).label(label));
        }
        group.element(snippet)
    }

    /// Only where it is: the line is empty or too long to be shown.
    fn without_source(&self, mut group: Group<'a>, source: &'a Source) -> Group<'a> {
        for (_, span, label) in &self.marks {
            let (line, column) = source.position(span.start);
            group = group.element(Origin::path(printable(&source.path)).line(line).char_column(column));
            if !label.is_empty() {
                group = group.element(Level::NOTE.message(printable(label)));
            }
        }
        group
    }
}

/// The span, moved inside the text and to the borders of characters.
fn fit(span: Span, text: &str) -> Span {
    let start = text.floor_char_boundary(span.start as usize);
    let end = text.ceil_char_boundary(span.end as usize).max(start);
    span_of(start, end)
}

/// The part of a span on its first line.
fn first_line(span: Span, text: &str) -> Span {
    let (start, end) = (span.start as usize, span.end as usize);
    let length = text[start..end].find(['\n', '\r']).unwrap_or(end - start);
    span_of(start, start + length)
}

/// The line or lines a span touches, without the last line break.
fn line_around(span: Span, text: &str) -> Span {
    let start = text[..span.start as usize].rfind('\n').map_or(0, |at| at + 1);
    let end = text[span.end as usize..].find('\n').map_or(text.len(), |at| span.end as usize + at);
    span_of(start, end)
}

fn join(one: Span, other: Span) -> Span {
    Span::new(one.start.min(other.start), one.end.max(other.end))
}

fn span_of(start: usize, end: usize) -> Span {
    let offset = |at| u32::try_from(at).unwrap_or(u32::MAX);
    Span::new(offset(start), offset(end))
}

/// Text of the user's without control characters that a terminal would obey.
fn printable(text: &str) -> String {
    annotate_snippets::normalize_untrusted_str(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;

    fn source() -> Source {
        Source::new("problems/toposort.py", "def f(order):\n\treturn min(order) == order[0]\n\n\nx = 'é' + 1\n")
    }

    #[test]
    fn shows_the_line_the_label_and_the_help() {
        let diagnostic = Diagnostic::error(Code::AtomOrdered, Span::new(22, 25), "atoms cannot be ordered")
            .label("`order` holds `Vertex` values, which only have equality")
            .also(Span::new(6, 11), "a parameter")
            .help("declare a bounded integer");
        assert_eq!(
            render(&[diagnostic], &source(), false),
            "\
error[C012]: atoms cannot be ordered
 --> problems/toposort.py:2:9
  |
1 | def f(order):
  |       ----- a parameter
2 |     return min(order) == order[0]
  |            ^^^ `order` holds `Vertex` values, which only have equality
  |
  = help: declare a bounded integer

"
        );
    }

    #[test]
    fn a_fault_of_the_whole_file_names_the_file() {
        let diagnostic = Diagnostic::whole_file(Code::TooLarge, "the file is too large").help("split it");
        assert_eq!(
            render(&[diagnostic], &source(), false),
            "error[C003]: the file is too large\n--> problems/toposort.py\n = help: split it\n\n"
        );
    }

    #[test]
    fn colors_appear_only_when_asked_for() {
        let diagnostic = Diagnostic::error(Code::Syntax, Span::new(0, 3), "wrong \u{1b}[31m");
        assert!(!render(std::slice::from_ref(&diagnostic), &source(), false).contains('\u{1b}'));
        assert!(render(&[diagnostic], &source(), true).contains('\u{1b}'));
    }

    #[test]
    fn json_counts_characters_from_one() {
        let diagnostic = Diagnostic::warning(Code::WrongType, Span::new(56, 57), "no").also(Span::new(0, 13), "here");
        let json = to_json(&diagnostic, &source());
        assert_eq!(
            json.to_string(),
            r#"{"code":"C016","severity":"warning","message":"no","file":"problems/toposort.py","line":5,"column":9,"end_line":5,"end_column":10,"label":null,"related":[{"line":1,"column":1,"end_line":1,"end_column":14,"label":"here"}],"help":null}"#
        );
    }

    #[test]
    fn no_span_and_no_text_is_too_strange() {
        let long = format!("x = '{}'\n", "é".repeat(3000));
        let texts = [
            "",
            "\n",
            "\r\n",
            "a\r\nb\r\n",
            "a\rb",
            "\u{feff}x\n",
            "\t\tx\n",
            "日本語 = 1",
            "a\u{202e}\u{0}\u{1b}[2J",
            "x",
            &long,
        ];
        for text in texts {
            let source = Source::new("odd\u{1b}.py", text);
            let length = u32::try_from(text.len()).expect("short") + 3;
            for start in (0..length).take(40).chain(length - 3..length) {
                for end in [0, start, start + 1, start + 4, length, u32::MAX] {
                    let diagnostic = Diagnostic::error(Code::Syntax, Span::new(start, end), "odd")
                        .label("la\u{1b}bel\n")
                        .also(Span::new(0, 1), "")
                        .help("a\tb");
                    let text = render(std::slice::from_ref(&diagnostic), &source, false);
                    assert!(text.starts_with("error[C004]: odd\n") && !text.contains('\u{1b}'), "{text}");
                    assert!(to_json(&diagnostic, &source)["line"].is_number());
                }
            }
        }
    }
}
