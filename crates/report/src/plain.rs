//! Text by strangers on one line, or on several: names, messages, values, what programs print.

use crate::html::text::{cut, shortened};

/// Longer lines are cut where they are shown.
const MOST: usize = 2_000;

/// On one line, every character visible, and not longer than can be read.
pub fn line(text: &str) -> String {
    cut(&text.split_whitespace().collect::<Vec<_>>().join(" "), MOST)
}

/// Line by line, every character visible. Line breaks and tabs stay.
pub fn lines(text: &str) -> Vec<String> {
    text.lines().map(|line| shortened(line, MOST, '\t')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_obeys_nothing() {
        assert_eq!(line("a\x1b[2J\n b\u{9b}31m"), "a⟨U+001B⟩[2J b⟨U+009B⟩31m");
        assert_eq!(lines("a\tb\r\n\x1b]0;x\x07\rc"), ["a\tb", "⟨U+001B⟩]0;x⟨U+0007⟩⟨U+000D⟩c"]);
    }
}
