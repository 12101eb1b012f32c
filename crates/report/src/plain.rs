//! Text by strangers on one line: names, messages, values.

use crate::html::text::cut;

/// Longer lines are cut where they are shown.
const MOST: usize = 2_000;

/// On one line, every character visible, and not longer than can be read.
pub fn line(text: &str) -> String {
    cut(&text.split_whitespace().collect::<Vec<_>>().join(" "), MOST)
}
