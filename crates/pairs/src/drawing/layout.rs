//! A drawing on a plane: where each label stands, and what connects them.
//!
//! Lengths are pixels at a font size of 13 pixels (11 for notes), in a font whose letters have one width.

use super::Mark;

/// Wider drawings have no layout.
pub(super) const WIDEST: u32 = 600;
/// The height of a box, and from one row to the next where there are lines between them.
pub(super) const BOX: u32 = 22;
pub(super) const ROW: u32 = 40;
/// Between two boxes.
pub(super) const GAP: u32 = 10;
/// Left and right of a label.
const PADDING: u32 = 7;
/// Around the drawing: half of a line.
pub(super) const MARGIN: u32 = 2;
/// The height of a note.
pub(super) const NOTE: u32 = 14;

/// Where everything is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PictureLayout {
    pub width: u32,
    pub height: u32,
    pub labels: Vec<PlacedLabel>,
    pub lines: Vec<PlacedLine>,
}

/// A label in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedLabel {
    pub text: String,
    pub left: u32,
    pub top: u32,
    pub width: u32,
    pub look: Look,
    pub mark: Mark,
}

/// What a label looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// In a box.
    Boxed,
    /// Without a box: nothing is there.
    Bare,
    /// Small: a number, the name of a column, the label of a line.
    Note,
}

impl PlacedLabel {
    pub fn height(&self) -> u32 {
        if self.look == Look::Note { NOTE } else { BOX }
    }

    pub fn middle(&self) -> u32 {
        self.left + self.width / 2
    }
}

/// A line through these points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedLine {
    pub points: Vec<(u32, u32)>,
    pub ends: LineEnds,
    pub mark: Mark,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnds {
    Plain,
    /// An arrow points at the last point.
    Arrow,
}

/// The width of a label in its box.
pub(super) fn label_width(label: &str) -> u32 {
    // Letters of other scripts may be wider than the font's own.
    2 * PADDING + label.chars().map(|letter| if letter < '\u{250}' || letter == '…' { 8 } else { 14 }).sum::<u32>()
}

/// The width of a note.
pub(super) fn note_width(label: &str) -> u32 {
    4 + label.chars().map(|letter| if letter < '\u{250}' || letter == '…' { 7 } else { 12 }).sum::<u32>()
}

impl PictureLayout {
    pub(super) fn boxed(&mut self, label: &super::DrawnText, (left, top): (u32, u32), width: u32) {
        let (text, mark) = (label.text.clone(), label.mark);
        self.labels.push(PlacedLabel { text, left, top, width, look: Look::Boxed, mark });
    }

    pub(super) fn note(&mut self, text: &str, (left, top): (u32, u32), width: u32) {
        let (text, mark) = (text.to_owned(), Mark::default());
        self.labels.push(PlacedLabel { text, left, top, width, look: Look::Note, mark });
    }

    /// With the size that its labels and lines need. `None` if that is too wide.
    pub(super) fn sized(mut self) -> Option<Self> {
        let labels = self.labels.iter().map(|one| (one.left + one.width, one.top + one.height()));
        let points = self.lines.iter().flat_map(|line| line.points.iter().copied());
        let (width, height) = labels.chain(points).fold((0, 0), |(x, y), (a, b)| (x.max(a), y.max(b)));
        (self.width, self.height) = (width + MARGIN, height + MARGIN);
        (self.width <= WIDEST).then_some(self)
    }
}

/// A rectangle: left, top, right, bottom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rect {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Rect {
    pub fn around((x, y): (f64, f64), (width, height): (f64, f64)) -> Self {
        Self { left: x - width / 2.0, top: y - height / 2.0, right: x + width / 2.0, bottom: y + height / 2.0 }
    }

    pub fn grown(self, by: f64) -> Self {
        Self { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }

    pub fn overlaps(self, other: Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    /// Whether a straight line passes through.
    pub fn meets(self, (x, y): (f64, f64), (to_x, to_y): (f64, f64)) -> bool {
        let (mut from, mut to) = (0.0_f64, 1.0_f64);
        for (start, step, low, high) in [(x, to_x - x, self.left, self.right), (y, to_y - y, self.top, self.bottom)] {
            if step.abs() < 1e-9 {
                if start <= low || start >= high {
                    return false;
                }
                continue;
            }
            let (one, other) = ((low - start) / step, (high - start) / step);
            from = from.max(one.min(other));
            to = to.min(one.max(other));
        }
        from < to
    }

    /// Where a line from the middle to another point leaves.
    pub fn border_towards(self, (x, y): (f64, f64)) -> (f64, f64) {
        let (middle_x, middle_y) = (f64::midpoint(self.left, self.right), f64::midpoint(self.top, self.bottom));
        let (dx, dy) = (x - middle_x, y - middle_y);
        let (wide, high) = ((self.right - self.left) / 2.0, (self.bottom - self.top) / 2.0);
        let part = (wide / dx.abs().max(1e-9)).min(high / dy.abs().max(1e-9)).min(1.0);
        (middle_x + dx * part, middle_y + dy * part)
    }
}

/// The nearest pixel. What is drawn is at most a few hundred pixels wide.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to what fits")]
pub(super) fn pixel(at: f64) -> u32 {
    at.round().clamp(0.0, 100_000.0) as u32
}
