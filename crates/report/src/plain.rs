//! Untrusted text for a terminal, on one line or on several: names, messages, values, what programs print.

use crate::html::text::{cut, shortened};

/// Longer lines are cut.
const MOST: usize = 2_000;

/// One line with every character visible, cut if it is too long to read.
pub fn line(text: &str) -> String {
    cut(&text.split_whitespace().collect::<Vec<_>>().join(" "), MOST)
}

/// Lines with every character visible. Line breaks and tabs stay.
pub fn lines(text: &str) -> Vec<String> {
    text.lines().map(|line| shortened(line, MOST, '\t')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_see_no_control_characters() {
        assert_eq!(line("a\x1b[2J\n b\u{9b}31m"), "a⟨U+001B⟩[2J b⟨U+009B⟩31m");
        assert_eq!(lines("a\tb\r\n\x1b]0;x\x07\rc"), ["a\tb", "⟨U+001B⟩]0;x⟨U+0007⟩⟨U+000D⟩c"]);
    }
}
