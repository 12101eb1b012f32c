//! A drawing as lines of text: a line per node, children below their parent.

use super::{Drawing, Shape};

impl Drawing {
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        self.shape.add_lines("", "", &mut lines);
        lines
    }
}

impl Shape {
    /// `first` stands before the first line, `rest` before all others.
    fn add_lines(&self, first: &str, rest: &str, lines: &mut Vec<String>) {
        lines.push(format!("{first}{}", self.labels.join(" → ")));
        let last = self.children.len().saturating_sub(1);
        for (index, child) in self.children.iter().enumerate() {
            let (own, below) = if index == last { ("└── ", "    ") } else { ("├── ", "│   ") };
            child.add_lines(&format!("{rest}{own}"), &format!("{rest}{below}"), lines);
        }
    }
}
