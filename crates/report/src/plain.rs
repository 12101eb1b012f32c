//! Text by strangers, made harmless: names, messages, what was printed.

/// Longer lines are cut where they are shown.
const MOST_CHARACTERS: usize = 2_000;

/// Control characters and marks that turn the direction of text around, as symbols that can be seen. Line ends and tabs stay.
pub fn visible(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\n' | '\t' => c,
            '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
            '\u{7f}' => '\u{2421}',
            // Further control characters; marks, embeddings, overrides and isolates of direction; invisible characters.
            '\u{80}'..='\u{9f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{61c}' => '\u{fffd}',
            c => c,
        })
        .collect()
}

/// On one line, and not longer than can be read.
pub fn line(text: &str) -> String {
    let text = visible(text).split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_hides() {
        assert_eq!(visible("a\u{1b}[31m\u{202e}b\0\n\tc"), "a␛[31m\u{fffd}b␀\n\tc");
        assert_eq!(line("one\n two\r\nthree"), "one two␍ three");
        assert_eq!(line(&"x".repeat(5000)).chars().count(), MOST_CHARACTERS + 1);
    }
}
