//! Trees and linked lists: a parent above its children; nodes that hold at most one other are a line.
//!
//! ```text
//! 4
//! ├── 2
//! │   ├── ·
//! │   └── 3
//! └── 6
//! ```
//!
//! Next to a child, `·` stands where another one is missing, so that left and right can be told apart. What is below one node stands
//! beside what is below another, so no two labels overlap.

use super::layout::{
    BOX, GAP, LineEnds, Look, MARGIN, PictureLayout, PlacedLabel, PlacedLine, ROW, WIDEST, label_width,
};
use super::{DrawnText, HERE, MISSING, Mark, shortened};

/// Between two nodes of a linked list, where there is an arrow.
const ARROW: u32 = 24;

/// A tree of labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The label of a node; of a linked list, those of its nodes, in order. There is at least one.
    pub(super) labels: Vec<DrawnText>,
    pub(super) children: Vec<Self>,
}

impl Tree {
    pub(super) fn leaf(label: DrawnText) -> Self {
        Self { labels: vec![label], children: Vec::new() }
    }

    pub(super) fn count(&self) -> usize {
        self.labels.len() + self.children.iter().map(Self::count).sum::<usize>()
    }

    pub(super) fn each_mark(&mut self, see: &mut dyn FnMut(&mut Mark)) {
        self.labels.iter_mut().for_each(|label| see(&mut label.mark));
        self.children.iter_mut().for_each(|child| child.each_mark(see));
    }

    fn is_missing(&self) -> bool {
        matches!(self.labels.as_slice(), [only] if only.text == MISSING)
    }

    fn text(&self) -> String {
        self.labels.iter().map(|label| &*label.text).collect::<Vec<_>>().join(" → ")
    }

    pub(super) fn outline(&self) -> String {
        let own = if self.is_missing() { "none".to_owned() } else { self.text() };
        if self.children.is_empty() {
            return own;
        }
        let children: Vec<String> = self.children.iter().map(Self::outline).collect();
        format!("{own} ({})", children.join(", "))
    }

    pub(super) fn named(mut self, name: Option<&str>) -> Self {
        if let (Some(name), Some(first)) = (name, self.labels.first_mut()) {
            first.text = shortened(&format!("{name}: {}", first.text));
        }
        self
    }

    /// A line per node, children below their parent.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        self.add_lines("", "", &mut lines);
        lines
    }

    /// `first` stands before the first line, `rest` before all others.
    fn add_lines(&self, first: &str, rest: &str, lines: &mut Vec<String>) {
        let here = if self.labels.iter().any(|label| label.mark.fails) { HERE } else { "" };
        lines.push(format!("{first}{}{here}", self.text()));
        let last = self.children.len().saturating_sub(1);
        for (index, child) in self.children.iter().enumerate() {
            let (own, below) = if index == last { ("└── ", "    ") } else { ("├── ", "│   ") };
            child.add_lines(&format!("{rest}{own}"), &format!("{rest}{below}"), lines);
        }
    }

    pub(super) fn layout(&self) -> Option<PictureLayout> {
        if self.width() + 2 * MARGIN > WIDEST {
            return None;
        }
        let mut layout = PictureLayout::default();
        self.place(&mut layout, MARGIN, MARGIN);
        layout.sized()
    }

    /// Places the tree between `left` and `left` plus its width; returns the middle of its first label.
    fn place(&self, layout: &mut PictureLayout, left: u32, top: u32) -> u32 {
        let (own, below) = (self.own_width(), self.width_below());
        let mut at = left + own.saturating_sub(below) / 2;
        let mut middles = Vec::new();
        for child in &self.children {
            middles.push(child.place(layout, at, top + ROW));
            at += child.width() + GAP;
        }
        let wanted = match (middles.first(), middles.last()) {
            (Some(first), Some(last)) => u32::midpoint(*first, *last),
            _ => left + own / 2,
        };
        // Above its children, but not outside of its own space.
        let mut at = wanted.saturating_sub(own / 2).clamp(left, left + self.width() - own);
        let middle = at + self.labels.first().map_or(0, |label| label_width(&label.text)) / 2;
        let mut line = |points: [(u32, u32); 2], ends| {
            layout.lines.push(PlacedLine { points: points.to_vec(), ends, mark: Mark::default() });
        };
        for child in &middles {
            line([(middle, top + BOX), (*child, top + ROW)], LineEnds::Plain);
        }
        let mut places = Vec::new();
        for (number, label) in self.labels.iter().enumerate() {
            if number > 0 {
                let height = top + BOX / 2;
                line([(at - ARROW, height), (at - 1, height)], LineEnds::Arrow);
            }
            places.push(at);
            at += label_width(&label.text) + ARROW;
        }
        for (label, left) in self.labels.iter().zip(places) {
            let look = if self.is_missing() { Look::Bare } else { Look::Boxed };
            let (text, mark, width) = (label.text.clone(), label.mark, label_width(&label.text));
            layout.labels.push(PlacedLabel { text, left, top, width, look, mark });
        }
        middle
    }

    fn width(&self) -> u32 {
        self.own_width().max(self.width_below())
    }

    /// Of its labels and the arrows between them.
    fn own_width(&self) -> u32 {
        let labels = self.labels.iter().map(|label| label_width(&label.text) + ARROW).sum::<u32>();
        labels.saturating_sub(ARROW)
    }

    fn width_below(&self) -> u32 {
        self.children.iter().map(|child| child.width() + GAP).sum::<u32>().saturating_sub(GAP)
    }
}
