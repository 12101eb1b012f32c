//! Trees as text: a line per node, children below their parent; a linked list on one line.
//!
//! ```text
//! 4
//! ├── 2
//! │   ├── ·
//! │   └── 3
//! └── 6
//! ```
//!
//! Next to a child, `·` stands where another one is missing, so that left and right can be told apart.

use lang::problem::Problem;

use crate::concrete::Concrete;

/// More lines than this are not drawn.
const MOST_LINES: usize = 40;

/// A value with nodes as lines of text; `None` if it has none, or too many. `show` writes what is in a node.
pub fn lines(problem: &Problem, value: &Concrete, show: &dyn Fn(&Concrete) -> String) -> Option<Vec<String>> {
    let drawing = Drawing { problem, show };
    let mut lines = Vec::new();
    match value {
        Concrete::Node(..) => drawing.node(value, "", "", &mut lines),
        Concrete::List(items) if items.iter().any(|item| matches!(item, Concrete::Node(..))) => {
            for item in items {
                drawing.node(item, "- ", "  ", &mut lines);
            }
        }
        _ => return None,
    }
    (lines.len() <= MOST_LINES).then_some(lines)
}

struct Drawing<'a> {
    problem: &'a Problem,
    show: &'a dyn Fn(&Concrete) -> String,
}

impl Drawing<'_> {
    /// `first` stands before the first line, `rest` before all others.
    fn node(&self, value: &Concrete, first: &str, rest: &str, lines: &mut Vec<String>) {
        let (label, children) = self.parts(value);
        if let Some(chain) = self.chain(value) {
            lines.push(format!("{first}{}", chain.join(" → ")));
            return;
        }
        lines.push(format!("{first}{label}"));
        let last = children.len().saturating_sub(1);
        for (index, child) in children.iter().enumerate() {
            let (own, below) = if index == last { ("└── ", "    ") } else { ("├── ", "│   ") };
            self.node(child, &format!("{rest}{own}"), &format!("{rest}{below}"), lines);
        }
    }

    /// What is written for a node, and what is drawn below it.
    fn parts<'v>(&self, value: &'v Concrete) -> (String, Vec<&'v Concrete>) {
        let Concrete::Node(class, fields) = value else { return ("·".to_owned(), Vec::new()) };
        let record = &self.problem.records[usize::from(class.0)];
        let mut own = Vec::new();
        let mut children = Vec::new();
        for (field, value) in record.fields.iter().zip(fields) {
            match value {
                Concrete::None | Concrete::Node(..) if is_place(&field.ty) => children.push(value),
                Concrete::List(items) if items.iter().any(|item| matches!(item, Concrete::Node(..))) => {
                    children.extend(items);
                }
                Concrete::List(items) if items.is_empty() => {}
                value => own.push((self.show)(value)),
            }
        }
        if children.iter().all(|child| **child == Concrete::None) {
            children.clear();
        }
        let own = own.join(" ");
        let label = match (record.tagged || own.is_empty(), own.is_empty()) {
            (true, true) => record.name.to_string(),
            (true, false) => format!("{} {own}", record.name),
            _ => own,
        };
        (label, children)
    }

    /// The labels of a linked list: nodes of a class that holds one other at most.
    fn chain(&self, value: &Concrete) -> Option<Vec<String>> {
        let mut labels = Vec::new();
        let mut here = value;
        loop {
            let Concrete::Node(class, _) = here else { return None };
            let fields = &self.problem.records[usize::from(class.0)].fields;
            if fields.iter().filter(|field| is_place(&field.ty)).count() != 1 {
                return None;
            }
            let (label, children) = self.parts(here);
            labels.push(label);
            match children.as_slice() {
                [] => return (labels.len() > 1).then_some(labels),
                [next] => here = next,
                _ => return None,
            }
        }
    }
}

/// Whether a field holds a record, or may.
fn is_place(ty: &lang::types::Type) -> bool {
    ty.members().iter().any(|member| matches!(member, lang::types::Type::Record(_)))
}
