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
        _ if is_unseen(letter) => {
            let _ = write!(shown, "⟨U+{:04X}⟩", u32::from(letter));
        }
        _ => shown.push(letter),
    }
}

/// Control characters, direction marks, zero-width spaces, line separators, tags.
fn is_unseen(letter: char) -> bool {
    matches!(letter,
        '\0'..='\x1f' | '\x7f'..='\u{9f}' | '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}' | '\u{fdd0}'..='\u{fdef}' | '\u{fffe}' | '\u{ffff}')
}
