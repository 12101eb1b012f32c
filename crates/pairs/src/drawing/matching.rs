//! Pairs of two types: two columns, with a line for each pair.

use super::layout::{BOX, GAP, LineEnds, MARGIN, NOTE, PictureLayout, PlacedLine, label_width, note_width};
use super::{DrawnText, HERE, Mark};

/// Between the columns.
const APART: u32 = 90;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matching {
    /// The names of the columns.
    pub(super) heads: [String; 2],
    pub(super) sides: [Vec<DrawnText>; 2],
    pub(super) lines: Vec<Match>,
}

/// A line from the left to the right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Match {
    pub ends: [usize; 2],
    pub mark: Mark,
}

impl Matching {
    pub(super) fn count(&self) -> usize {
        2 + self.sides.iter().map(Vec::len).sum::<usize>()
    }

    pub(super) fn texts(&self, line: &Match) -> [&str; 2] {
        [0, 1].map(|side: usize| &*self.sides[side][line.ends[side]].text)
    }

    pub(super) fn outline(&self) -> String {
        let line = |line: &Match| {
            let [left, right] = self.texts(line);
            format!("{left} – {right}{}", if line.mark.fails { " (marked)" } else { "" })
        };
        self.lines.iter().map(line).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn lines(&self) -> Vec<String> {
        let width = self.sides[0].iter().map(|label| label.text.chars().count()).max().unwrap_or(0);
        let line = |line: &Match| {
            let [left, right] = self.texts(line);
            format!("{left:<width$} – {right}{}", if line.mark.fails { HERE } else { "" })
        };
        self.lines.iter().map(line).collect()
    }

    pub(super) fn layout(&self) -> Option<PictureLayout> {
        let mut layout = PictureLayout::default();
        let widths = [0, 1].map(|side: usize| {
            let labels = self.sides[side].iter().map(|label| label_width(&label.text));
            labels.max().unwrap_or(0).max(note_width(&self.heads[side]))
        });
        let lefts = [MARGIN, MARGIN + widths[0] + APART];
        let first = MARGIN + NOTE + 2;
        let top = |side: usize, place: usize| {
            // The shorter column stands in the middle of the longer one.
            let less = self.sides[1 - side].len().saturating_sub(self.sides[side].len());
            let steps = u32::try_from(2 * place + less).unwrap_or(0);
            first + steps * (BOX + GAP) / 2
        };
        for (side, left) in lefts.into_iter().enumerate() {
            layout.note(&self.heads[side], (left, MARGIN), widths[side]);
        }
        for line in &self.lines {
            let [from, to] = [0, 1].map(|side: usize| top(side, line.ends[side]) + BOX / 2);
            let points = vec![(lefts[0] + widths[0], from), (lefts[1], to)];
            layout.lines.push(PlacedLine { points, ends: LineEnds::Plain, mark: line.mark });
        }
        for side in [0, 1] {
            for (place, label) in self.sides[side].iter().enumerate() {
                layout.boxed(label, (lefts[side], top(side, place)), widths[side]);
            }
        }
        layout.sized()
    }
}
