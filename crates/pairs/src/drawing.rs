//! Pairs as pictures: graphs, matchings, tables, rows of cells, trees and linked lists.
//!
//! Takes a pair and the places where its subproperties fail ([`Marks`]); returns a [`Drawing`] for each parameter that is drawn, of
//! labels in Python's notation. `lang::picture` says which picture fits a type. `lines` writes a drawing for a terminal, [`PictureLayout`]
//! puts it on a plane, [`differences`] marks what another pair does not have. Whoever shows a pair calls these, so it looks the same
//! everywhere.
//!
//! | module | draws |
//! |---|---|
//! | `graph`, `layered`, `circle` | pairs of the same type: nodes in layers, or in a circle if there is a cycle |
//! | `matching` | pairs of two types: two columns |
//! | `cells` | rows, tables, grids |
//! | `tree` | records that hold their own kind |
//!
//! Invariant: a drawing has at most [`MOST_LABELS`] labels of at most [`LABEL`] characters, which do not overlap; what is larger is
//! not drawn. Characters that cannot be printed are escaped as Python does it; whoever shows a label still has to escape markup.
//! Guarded by `tests.rs` beside it.

mod artist;
mod cells;
mod circle;
mod differences;
mod graph;
mod layered;
mod layout;
mod marks;
mod matching;
#[cfg(test)]
mod tests;
mod tree;

use eval::{Pair, Program};
use lang::problem::{Problem, Side};
use lang::text::escaped;

pub use differences::differences;
pub use layout::{LineEnds, Look, PictureLayout, PlacedLabel, PlacedLine};
pub use marks::Marks;

use cells::Cells;
use graph::Graph;
#[cfg(test)]
use layout::Rect;
use matching::Matching;
use tree::Tree;

/// A value of more labels is not drawn.
pub const MOST_LABELS: usize = 48;
/// Characters of a label.
pub const LABEL: usize = 24;
/// Stands for a child that is missing.
pub const MISSING: &str = "·";

/// A parameter of a pair, drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    pub name: String,
    pub side: Side,
    pub shape: Shape,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    Tree(Tree),
    Graph(Graph),
    Matching(Matching),
    Cells(Cells),
}

/// Why a part of a drawing stands out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark {
    /// A subproperty fails here.
    pub fails: bool,
    /// The other pair of a comparison does not have it.
    pub differs: bool,
}

/// A text that is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnText {
    pub text: String,
    pub mark: Mark,
}

impl DrawnText {
    fn new(text: &str) -> Self {
        Self { text: shortened(text), mark: Mark::default() }
    }

    fn failing(mut self, fails: bool) -> Self {
        self.mark.fails |= fails;
        self
    }
}

/// The parameters of a pair, drawn. Empty if all of them are single values, or none can be drawn.
pub fn drawings(problem: &Problem, program: &Program, pair: &Pair, marks: &Marks) -> Vec<Drawing> {
    artist::drawings(problem, program, pair, marks)
}

impl Drawing {
    /// How many labels it has.
    pub fn labels(&self) -> usize {
        match &self.shape {
            Shape::Tree(tree) => tree.count(),
            Shape::Graph(graph) => graph.count(),
            Shape::Matching(matching) => matching.count(),
            Shape::Cells(cells) => cells.count(),
        }
    }

    /// In words, on one line: `4 (2 (none, 3), 6)`, `"a" → "b", "b" → "c"`.
    pub fn outline(&self) -> String {
        match &self.shape {
            Shape::Tree(tree) => tree.outline(),
            Shape::Graph(graph) => graph.outline(),
            Shape::Matching(matching) => matching.outline(),
            Shape::Cells(cells) => cells.outline(),
        }
    }

    /// For a terminal.
    pub fn lines(&self) -> Vec<String> {
        match &self.shape {
            Shape::Tree(tree) => tree.lines(),
            Shape::Graph(graph) => graph.lines(),
            Shape::Matching(matching) => matching.lines(),
            Shape::Cells(cells) => cells.lines(),
        }
    }

    /// Where everything is. `None` if it would be too wide to read.
    pub fn layout(&self) -> Option<PictureLayout> {
        match &self.shape {
            Shape::Tree(tree) => tree.layout(),
            Shape::Graph(graph) => graph.layout(),
            Shape::Matching(matching) => matching.layout(),
            Shape::Cells(cells) => cells.layout(),
        }
    }

    /// Whether something in it stands out, and why.
    pub fn mark(&self) -> Mark {
        let mut all = Mark::default();
        self.clone().each_mark(&mut |mark| {
            all.fails |= mark.fails;
            all.differs |= mark.differs;
        });
        all
    }

    fn unmark(&mut self) {
        self.each_mark(&mut |mark| *mark = Mark::default());
    }

    fn each_mark(&mut self, see: &mut dyn FnMut(&mut Mark)) {
        match &mut self.shape {
            Shape::Tree(tree) => tree.each_mark(see),
            Shape::Graph(graph) => {
                graph.nodes.iter_mut().for_each(|node| see(&mut node.mark));
                graph.edges.iter_mut().for_each(|edge| see(&mut edge.mark));
            }
            Shape::Matching(matching) => {
                matching.sides.iter_mut().flatten().for_each(|label| see(&mut label.mark));
                matching.lines.iter_mut().for_each(|line| see(&mut line.mark));
            }
            Shape::Cells(cells) => cells.rows.iter_mut().flatten().for_each(|label| see(&mut label.mark)),
        }
    }
}

/// The drawings that lines of text are worth it for: all, unless each of them says no more than the call.
pub fn worth_lines(drawings: &[Drawing]) -> impl Iterator<Item = &Drawing> {
    let says_more =
        |drawing: &Drawing| drawing.mark().fails || !matches!(&drawing.shape, Shape::Cells(cells) if cells.is_plain());
    let all = drawings.iter().any(says_more);
    drawings.iter().filter(move |_| all)
}

/// What stands behind a line on which a subproperty fails.
const HERE: &str = "   ← here";

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LABEL) {
        None => text.to_owned(),
        Some(_) => text.chars().take(LABEL - 1).chain(['…']).collect(),
    }
}

/// Without characters that cannot be printed. Strings are quoted already.
fn printable(shown: &str) -> String {
    shown.chars().map(|c| if c == '\\' { c.to_string() } else { escaped(c, '\0') }).collect()
}
