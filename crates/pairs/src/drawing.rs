//! Pairs with trees and linked lists in them, as pictures.
//!
//! Takes a pair; returns a [`Drawing`] for each parameter that is drawn: a tree of labels in Python's notation. `lines` writes it
//! for a terminal, `places` puts it on a plane. Whoever shows a pair calls these, so a tree looks the same everywhere.
//!
//! ```text
//! 4
//! ├── 2
//! │   ├── ·
//! │   └── 3
//! └── 6
//! ```
//!
//! Next to a child, `·` stands where another one is missing, so that left and right can be told apart. Nodes that hold at most one
//! other are a line: `1 → 2 → 3`.
//!
//! Invariant: a drawing has at most [`MOST_LABELS`] labels of at most [`LABEL`] characters; what is larger is not drawn. Characters
//! that cannot be printed are escaped as Python does it; whoever shows a label still has to escape markup. Guarded by `tests.rs`
//! beside it.

mod lines;
mod places;
#[cfg(test)]
mod tests;

use eval::{Pair, Program, Value};
use lang::problem::{Problem, RecordClass};
use lang::text::escaped;
use lang::types::Type;

pub use places::{PlacedLabel, TreeLayout};

/// A value of more labels is not drawn.
pub const MOST_LABELS: usize = 48;
/// Characters of a label.
pub const LABEL: usize = 24;
/// Stands for a child that is missing.
pub const MISSING: &str = "·";
/// An empty tree.
const NOTHING: &str = "None";

/// A parameter of a pair, drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    pub name: String,
    pub shape: Shape,
}

/// A tree of labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The label of a node; of a linked list, those of its nodes, in order. There is at least one.
    labels: Vec<String>,
    children: Vec<Self>,
}

/// The parameters of a pair that have nodes, and those that could have some. Empty if none has.
pub fn drawings(problem: &Problem, program: &Program, pair: &Pair) -> Vec<Drawing> {
    let params = problem.predicate.iter().flat_map(|predicate| &predicate.params).zip(&pair.values);
    if !params.clone().any(|(_, value)| has_nodes(value)) {
        return Vec::new();
    }
    let artist = Artist { problem, program, pair };
    let drawn = params.filter(|(param, _)| holds_nodes(problem, &param.ty)).filter_map(|(param, value)| {
        // Counted first: a picture of a huge value would be made in vain.
        let shape = (places_in(value) <= MOST_LABELS).then(|| artist.shape(value))?;
        (shape.count() <= MOST_LABELS).then(|| Drawing { name: param.name.to_string(), shape })
    });
    drawn.collect()
}

impl Drawing {
    /// How many labels it has.
    pub fn labels(&self) -> usize {
        self.shape.count()
    }

    /// In words, on one line: `4 (2 (none, 3), 6)`.
    pub fn outline(&self) -> String {
        self.shape.outline()
    }
}

impl Shape {
    fn leaf(label: String) -> Self {
        Self { labels: vec![label], children: Vec::new() }
    }

    fn count(&self) -> usize {
        self.labels.len() + self.children.iter().map(Self::count).sum::<usize>()
    }

    fn is_missing(&self) -> bool {
        self.labels == [MISSING]
    }

    fn outline(&self) -> String {
        let own = if self.is_missing() { "none".to_owned() } else { self.labels.join(" → ") };
        if self.children.is_empty() {
            return own;
        }
        let children: Vec<String> = self.children.iter().map(Self::outline).collect();
        format!("{own} ({})", children.join(", "))
    }

    fn named(mut self, name: Option<&str>) -> Self {
        if let (Some(name), Some(first)) = (name, self.labels.first_mut()) {
            *first = shortened(&format!("{name}: {first}"));
        }
        self
    }
}

struct Artist<'a> {
    problem: &'a Problem,
    program: &'a Program,
    pair: &'a Pair,
}

impl Artist<'_> {
    fn shape(&self, value: &Value) -> Shape {
        match value {
            Value::None => Shape::leaf(NOTHING.to_owned()),
            _ => self.inner(value),
        }
    }

    /// A value inside another one, where `None` is a missing node.
    fn inner(&self, value: &Value) -> Shape {
        match value {
            Value::None => Shape::leaf(MISSING.to_owned()),
            Value::Record(record) if has_nodes(value) => match self.problem.records.get(usize::from(record.class.0)) {
                Some(class) => self.record(class, &record.fields),
                None => Shape::leaf(self.text(value)),
            },
            Value::List(items) if has_nodes(value) => self.collection("list", &items.borrow()),
            Value::Tuple(items) if has_nodes(value) => self.tuple(items),
            _ => Shape::leaf(self.text(value)),
        }
    }

    fn collection(&self, name: &str, items: &[Value]) -> Shape {
        Shape { labels: vec![name.to_owned()], children: items.iter().map(|item| self.inner(item)).collect() }
    }

    /// A tuple with one node in it is that node, and the rest is its name: `"a": 4`.
    fn tuple(&self, items: &[Value]) -> Shape {
        let (nodes, others): (Vec<&Value>, Vec<&Value>) = items.iter().partition(|item| has_nodes(item));
        match (nodes.as_slice(), others.as_slice()) {
            ([node], [_, ..]) => {
                let others: Vec<String> = others.iter().map(|other| self.text(other)).collect();
                self.inner(node).named(Some(&others.join(" ")))
            }
            _ => self.collection("tuple", items),
        }
    }

    fn record(&self, class: &RecordClass, values: &[Value]) -> Shape {
        let (mut own, mut held) = (Vec::new(), Vec::new());
        for (field, value) in class.fields.iter().zip(values) {
            let part = if holds_nodes(self.problem, &field.ty) { &mut held } else { &mut own };
            part.push((&*field.name, value));
        }
        let is_link = held.len() == 1 && !held.iter().any(|(_, value)| is_list(value));
        let mut children = Vec::new();
        if !held.iter().all(|(_, value)| is_empty(value)) {
            children = self.children(&held);
        }
        let mut labels = vec![self.label(class, &own)];
        if is_link && children.iter().all(|child| child.children.is_empty()) {
            labels.extend(children.drain(..).flat_map(|child| child.labels));
        }
        Shape { labels, children }
    }

    /// What a node holds, lists taken apart. Where one cannot see which field a child belongs to, its name says so.
    fn children(&self, held: &[(&str, &Value)]) -> Vec<Shape> {
        let are_named = held.len() > 1 && held.iter().any(|(_, value)| is_list(value));
        let mut children = Vec::new();
        for (name, value) in held {
            let name = are_named.then_some(*name);
            let mut add = |value: &Value| children.push(self.inner(value).named(name));
            match value {
                Value::List(items) => items.borrow().iter().for_each(&mut add),
                value => add(value),
            }
        }
        children
    }

    /// `4`, `Num 4`, `key=4 height=2`, `Leaf`
    fn label(&self, class: &RecordClass, own: &[(&str, &Value)]) -> String {
        let fields: Vec<String> = match own {
            [(_, value)] => vec![self.text(value)],
            several => several.iter().map(|(name, value)| format!("{name}={}", self.text(value))).collect(),
        };
        let name = (class.tagged || own.is_empty()).then(|| class.name.to_string());
        shortened(&name.into_iter().chain(fields).collect::<Vec<_>>().join(" "))
    }

    fn text(&self, value: &Value) -> String {
        let shown = self.pair.show(self.program, value);
        // Strings are quoted already.
        shortened(&shown.chars().map(|c| if c == '\\' { c.to_string() } else { escaped(c, '\0') }).collect::<String>())
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LABEL) {
        None => text.to_owned(),
        Some(_) => text.chars().take(LABEL - 1).chain(['…']).collect(),
    }
}

fn is_list(value: &Value) -> bool {
    matches!(value, Value::List(_))
}

/// Holds no node, and nothing else either.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::None => true,
        Value::List(items) => items.borrow().iter().all(is_empty),
        _ => false,
    }
}

fn has_nodes(value: &Value) -> bool {
    match value {
        Value::Record(record) => record.is_node || record.fields.iter().any(has_nodes),
        Value::List(items) => items.borrow().iter().any(has_nodes),
        Value::Tuple(items) => items.iter().any(has_nodes),
        _ => false,
    }
}

/// At least as many as there are nodes in a value.
fn places_in(value: &Value) -> usize {
    match value {
        Value::Record(record) => 1 + record.fields.iter().map(places_in).sum::<usize>(),
        Value::List(items) => items.borrow().iter().map(places_in).sum(),
        Value::Tuple(items) => items.iter().map(places_in).sum(),
        _ => 0,
    }
}

/// Whether values of a type can have nodes.
fn holds_nodes(problem: &Problem, ty: &Type) -> bool {
    fn walk(problem: &Problem, ty: &Type, seen: &mut Vec<u16>) -> bool {
        match ty {
            Type::Record(id) if seen.contains(&id.0) => false,
            Type::Record(id) => {
                seen.push(id.0);
                problem.records.get(usize::from(id.0)).is_some_and(|class| {
                    class.family.is_some() || class.fields.iter().any(|field| walk(problem, &field.ty, seen))
                })
            }
            other => other.parts().into_iter().any(|part| walk(problem, part, seen)),
        }
    }
    walk(problem, ty, &mut Vec::new())
}
