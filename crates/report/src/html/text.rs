//! Untrusted text, made safe to show: every character is visible, and nothing is too long for a page.
//!
//! The templates escape it. This module handles what is harmful even as text: control characters, marks that change the direction
//! of text, characters without width, lines of a million characters.

use suite::visible::push;

use crate::words::counted;

/// Characters of a line that are shown.
const LINE: usize = 500;
/// Bytes that the markup of a line takes.
const MARKUP: usize = 15;

/// One line of at most 500 characters.
pub fn line(text: &str) -> String {
    cut(text, LINE)
}

/// One line of at most `most` characters.
pub fn cut(text: &str, most: usize) -> String {
    shortened(text, most, ' ')
}

/// The beginning of a line that is shown in full elsewhere.
pub fn short(text: &str, most: usize) -> String {
    let (start, rest) = start(text, most, ' ');
    if rest > 0 { start + "…" } else { start }
}

/// The beginning of a line that fits into `width` pixels of a chart, at a font size of 12 pixels.
pub fn fitting(text: &str, width: usize) -> String {
    let (whole, rest) = start(text, width, ' ');
    let ends: Vec<usize> = whole
        .chars()
        .scan(0, |end, letter| {
            *end += tenths(letter);
            Some(*end)
        })
        .collect();
    let (width, dots) = (10 * width, tenths('…'));
    if rest == 0 && ends.last().is_none_or(|end| *end <= width) {
        return whole;
    }
    let fit = ends.iter().take_while(|end| **end + dots <= width).count();
    whole.chars().take(fit).chain(['…']).collect()
}

/// The maximal width of a character in common fonts, in tenths of a pixel.
fn tenths(letter: char) -> usize {
    match letter {
        'f' | 'i' | 'j' | 'l' | 'r' | 't' | ' ' | '.' | ',' | '-' | '_' | '(' | ')' => 60,
        'M' | 'W' | 'm' | 'w' | '…' => 120,
        'A'..='Z' => 93,
        '\0'..='\u{24f}' => 76,
        _ => 120,
    }
}

/// One line of at most `most` characters, with `tab` in place of tabs.
pub fn shortened(text: &str, most: usize, tab: char) -> String {
    let (start, rest) = start(text, most, tab);
    if rest > 0 { format!("{start}… ({})", count(rest, "more character")) } else { start }
}

/// The first characters, and how many are left.
fn start(text: &str, most: usize, tab: char) -> (String, usize) {
    let mut shown = String::with_capacity(text.len().min(most));
    let mut letters = text.chars();
    for letter in letters.by_ref().take(most) {
        if letter == '\t' { shown.push(tab) } else { push(&mut shown, letter) }
    }
    (shown, letters.count())
}

/// Lines that take at most about `most` bytes of a page together, and how many lines are left.
pub fn lines(text: &str, most: usize) -> (Vec<String>, usize) {
    let mut all = text.lines();
    let (mut shown, mut bytes) = (Vec::new(), 0);
    while bytes < most {
        let Some(next) = all.next() else { break };
        let next = shortened(next, LINE.min(most), '\t');
        bytes += escaped(&next) + MARKUP;
        shown.push(next);
    }
    (shown, all.count())
}

/// The size of a text after escaping, in bytes.
fn escaped(text: &str) -> usize {
    text.len() + 5 * text.bytes().filter(|byte| b"<>&\"".contains(byte)).count()
}

/// `1 test`, `1,200 tests`
pub fn count(number: usize, what: &str) -> String {
    format!("{} {}", thousands(number), counted(number, what))
}

pub fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut shown = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_is_visible() {
        assert_eq!(line("a\0b\x1b[31mc\r\nd\te\x7f"), "a⟨U+0000⟩b⟨U+001B⟩[31mc⟨U+000D⟩↵d e⟨U+007F⟩");
        assert_eq!(line("\u{202e}gnp.exe\u{2066}\u{feff}\u{85}"), "⟨U+202E⟩gnp.exe⟨U+2066⟩⟨U+FEFF⟩⟨U+0085⟩");
        // Letters of any script stay, and what joins them.
        assert_eq!(line("דניאל 👩\u{200d}🎓 é"), "דניאל 👩\u{200d}🎓 é");
    }

    #[test]
    fn what_is_long_is_cut_and_says_so() {
        assert_eq!(cut("abcdef", 4), "abcd… (2 more characters)");
        assert_eq!([short("abcd", 4), short("abcdefgh", 4)], ["abcd", "abcd…"]);
        assert_eq!(fitting("abcdef", 44), "abcdef");
        assert_eq!(fitting("abcdef", 43), "abcd…");
        assert_eq!([fitting("WWWWWWWW", 60), fitting("頂点を数える", 60)], ["WWWW…", "頂点を数…"]);
        assert_eq!([fitting(&"i".repeat(9999), 60).len(), fitting("", 60).len()], [11, 0]);
        assert_eq!(cut("abcde", 4), "abcd… (1 more character)");
        let long = "x".repeat(1_000_500);
        assert!(line(&long).ends_with("x… (1,000,000 more characters)"));
        let (shown, left) = lines(&long, 10_000);
        assert!((shown.len(), left) == (1, 0) && shown[0].len() < 600);
        let (shown, left) = lines(&"x\n".repeat(1000), 160);
        assert_eq!((shown.len(), left), (10, 990));
        assert_eq!(lines(&"<&>\n".repeat(1000), 99), (vec!["<&>".to_owned(); 3], 997));
        assert_eq!(lines("a\tb\r\n\n\x0cc", 100), (vec!["a\tb".to_owned(), String::new(), "⟨U+000C⟩c".to_owned()], 0));
    }

    #[test]
    fn numbers_are_read_easily() {
        assert_eq!([0, 999, 1000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(count(1, "test") + &count(0, "test"), "1 test0 tests");
    }
}
