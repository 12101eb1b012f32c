//! Makes untrusted text visible: escapes control characters, marks that change the direction of a line, and characters
//! without width.

use std::fmt::Write as _;

/// The same text with every character visible, on one line.
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        push(&mut shown, letter);
    }
    shown
}

/// Adds a character, or its escape.
pub fn push(shown: &mut String, letter: char) {
    match letter {
        '\n' => shown.push('↵'),
        // Few fonts have pictures of control characters.
        _ if is_unseen(letter) || (is_joining(letter) && !joins(shown)) => {
            let _ = write!(shown, "⟨U+{:04X}⟩", u32::from(letter));
        }
        _ => shown.push(letter),
    }
}

/// Control characters, direction marks, zero-width spaces, line separators, tags, and letters that look like nothing.
pub fn is_unseen(letter: char) -> bool {
    matches!(letter,
        '\0'..='\x1f' | '\x7f'..='\u{9f}' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}'
        | '\u{17b5}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e007f}' | '\u{fdd0}'..='\u{fdef}' | '\u{fffe}' | '\u{ffff}')
}

/// Joiners and variation selectors: they change how letters of some scripts look, and are invisible after others.
fn is_joining(letter: char) -> bool {
    matches!(letter, '\u{180b}'..='\u{180d}' | '\u{180f}' | '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Whether the text so far ends with a letter that can be joined, and not with a joiner. Emoji have both in a row.
fn joins(shown: &str) -> bool {
    let mut last = shown.chars().rev();
    match last.next() {
        Some('\u{fe0f}') => last.next().is_some_and(|letter| !letter.is_ascii() && !is_joining(letter)),
        Some(letter) => !letter.is_ascii() && letter != '⟩' && !is_joining(letter),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_written_out() {
        for letter in ['\u{202e}', '\u{2066}', '\u{200b}', '\u{3164}', '\u{2800}', '\u{115f}', '\u{e0041}', '\u{9b}'] {
            assert_eq!(visible(&format!("a{letter}b")), format!("a⟨U+{:04X}⟩b", u32::from(letter)));
        }
    }

    #[test]
    fn joiners_stay_where_they_join() {
        for text in ["👩\u{200d}🎓", "❤\u{fe0f}\u{200d}🔥", "می\u{200c}خواهم", "क\u{200d}"] {
            assert_eq!(visible(text), text);
        }
        assert_eq!(visible("a\u{200d}b"), "a⟨U+200D⟩b");
        assert_eq!(visible("\u{200c}"), "⟨U+200C⟩");
        assert_eq!(visible("a\u{fe0f}"), "a⟨U+FE0F⟩");
        assert_eq!(visible("é\u{200d}\u{200d}"), "é\u{200d}⟨U+200D⟩");
    }
}
