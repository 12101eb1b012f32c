//! A drawing on a plane: where each label stands, and what connects them.
//!
//! Lengths are pixels at a font size of 13 pixels, in a font whose letters have one width. A parent stands above the middle of
//! its children; what is below one node stands beside what is below another, so no two labels overlap.

use super::{Drawing, Shape};

/// Wider drawings have no layout.
const WIDEST: u32 = 600;
/// The height of a box, and from one row to the next.
const BOX: u32 = 22;
const ROW: u32 = 40;
/// Between two children, and between two nodes of a linked list, where there is an arrow.
const GAP: u32 = 10;
const ARROW: u32 = 24;
/// Left and right of a label.
const PADDING: u32 = 7;
/// Around the drawing: half of a line.
const MARGIN: u32 = 1;

/// Where everything is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeLayout {
    pub width: u32,
    pub height: u32,
    pub labels: Vec<PlacedLabel>,
    /// From the bottom of a parent to the top of a child.
    pub edges: Vec<[(u32, u32); 2]>,
    /// From a node of a linked list to the next one; points to the right.
    pub arrows: Vec<[(u32, u32); 2]>,
}

/// A label in its box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedLabel {
    pub text: String,
    pub left: u32,
    pub top: u32,
    pub width: u32,
    /// Nothing is there, so there is no box.
    pub is_missing: bool,
}

impl PlacedLabel {
    pub const HEIGHT: u32 = BOX;

    pub fn middle(&self) -> u32 {
        self.left + self.width / 2
    }
}

impl Drawing {
    /// `None` if it would be too wide to read.
    pub fn layout(&self) -> Option<TreeLayout> {
        let width = self.shape.width();
        if width + 2 * MARGIN > WIDEST {
            return None;
        }
        let height = self.shape.rows() * ROW - (ROW - BOX) + 2 * MARGIN;
        let mut layout = TreeLayout { width: width + 2 * MARGIN, height, ..TreeLayout::default() };
        layout.place(&self.shape, MARGIN, MARGIN);
        Some(layout)
    }
}

impl TreeLayout {
    /// Places a shape between `left` and `left` plus its width; returns the middle of its first label.
    fn place(&mut self, shape: &Shape, left: u32, top: u32) -> u32 {
        let (own, below) = (shape.own_width(), shape.width_below());
        let mut at = left + own.saturating_sub(below) / 2;
        let mut middles = Vec::new();
        for child in &shape.children {
            middles.push(self.place(child, at, top + ROW));
            at += child.width() + GAP;
        }
        let wanted = match (middles.first(), middles.last()) {
            (Some(first), Some(last)) => u32::midpoint(*first, *last),
            _ => left + own / 2,
        };
        // Above its children, but not outside of its own space.
        let mut at = wanted.saturating_sub(own / 2).clamp(left, left + shape.width() - own);
        let middle = at + shape.labels.first().map_or(0, |label| label_width(label)) / 2;
        for (number, label) in shape.labels.iter().enumerate() {
            let width = label_width(label);
            if number > 0 {
                let height = top + BOX / 2;
                self.arrows.push([(at - ARROW, height), (at, height)]);
            }
            let is_missing = shape.is_missing();
            self.labels.push(PlacedLabel { text: label.clone(), left: at, top, width, is_missing });
            at += width + ARROW;
        }
        self.edges.extend(middles.iter().map(|child| [(middle, top + BOX), (*child, top + ROW)]));
        middle
    }
}

impl Shape {
    fn width(&self) -> u32 {
        self.own_width().max(self.width_below())
    }

    /// Of its labels and the arrows between them.
    fn own_width(&self) -> u32 {
        let labels = self.labels.iter().map(|label| label_width(label) + ARROW).sum::<u32>();
        labels.saturating_sub(ARROW)
    }

    fn width_below(&self) -> u32 {
        self.children.iter().map(|child| child.width() + GAP).sum::<u32>().saturating_sub(GAP)
    }

    fn rows(&self) -> u32 {
        1 + self.children.iter().map(Self::rows).max().unwrap_or(0)
    }
}

fn label_width(label: &str) -> u32 {
    // Letters of other scripts may be wider than the font's own.
    2 * PADDING + label.chars().map(|letter| if letter < '\u{250}' || letter == '…' { 8 } else { 14 }).sum::<u32>()
}
