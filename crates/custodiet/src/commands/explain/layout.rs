//! Lists of names, and lines that fit the terminal.

use console::measure_text_width;
use lang::problem::display_name;

use super::verdict::Answer;
use crate::style::faint;

/// A value or reason longer than this is cut: it would push the answer off the screen.
const MAX_LENGTH: usize = 400;

/// Names as people see them.
pub struct Names(pub Vec<String>);

pub fn names<'v, 'a: 'v>(answers: impl Iterator<Item = &'v Answer<'a>>) -> Names {
    Names(answers.map(|answer| display_name(&answer.property.name, answer.property.kind)).collect())
}

impl Names {
    /// `NO-NEW, NONE-DROPPED and UNIQUENESS`
    pub fn list(&self) -> String {
        match self.0.as_slice() {
            [] => "nothing".to_owned(),
            [one] => one.clone(),
            [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
        }
    }

    pub fn that(&self, singular: &str, plural: &str) -> String {
        format!("{} {}", self.list(), if self.0.len() == 1 { singular } else { plural })
    }
}

/// A text that may be long, cut between two words where it is.
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_LENGTH) {
        None => text.to_owned(),
        Some((end, _)) => {
            let cut = text[..end].rfind(' ').filter(|cut| *cut > end / 2).unwrap_or(end);
            format!("{} … ({} characters more)", &text[..cut], text[cut..].trim_start().chars().count())
        }
    }
}

/// Lines `  label  text`, the texts below each other.
pub fn labelled(rows: &[(&str, String)], width: usize) -> String {
    let widest = rows.iter().map(|(label, _)| label.len()).max().unwrap_or(0);
    rows.iter()
        .map(|(label, text)| {
            let space = " ".repeat(widest - label.len());
            hanging(&format!("  {}{space}  ", faint(label)), text, width)
        })
        .collect()
}

/// A text after a lead, wrapped; lines but the first stand where the text begins. Spaces inside a line are kept, since
/// they may be part of a value.
pub fn hanging(lead: &str, text: &str, width: usize) -> String {
    let indent = measure_text_width(lead);
    let (mut shown, mut line, mut used) = (String::new(), lead.to_owned(), indent);
    for word in text.split_inclusive(' ') {
        if used + measure_text_width(word.trim_end()) > width && used > indent {
            shown.push_str(line.trim_end());
            shown.push('\n');
            (line, used) = (" ".repeat(indent), indent);
        }
        line.push_str(word);
        used += measure_text_width(word);
    }
    shown.push_str(line.trim_end());
    shown.push('\n');
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_break_at_spaces() {
        assert_eq!(hanging("  at  ", "one two three", 12), "  at  one\n      two\n      three\n");
        assert_eq!(hanging("", "\"a  b\", \"c\"", 80), "\"a  b\", \"c\"\n");
        assert_eq!(hanging("    ", "unbreakable short", 10), "    unbreakable\n    short\n");
        assert_eq!(hanging("", "", 10), "\n");
    }

    #[test]
    fn long_values_are_cut_between_words() {
        let long = "[1234, ".repeat(100);
        let short = shortened(&long);
        assert!(short.starts_with("[1234, [1234, "));
        assert!(short.ends_with("[1234, … (301 characters more)"), "{short}");
        assert_eq!(shortened("[1, 2]"), "[1, 2]");
        assert!(shortened(&"x".repeat(500)).ends_with("x … (100 characters more)"));
    }

    #[test]
    fn names_are_listed() {
        let names = |names: &[&str]| Names(names.iter().map(|name| (*name).to_owned()).collect());
        assert_eq!(names(&["A"]).that("fails", "fail"), "A fails");
        assert_eq!(names(&["A", "B", "C"]).that("fails", "fail"), "A, B and C fail");
    }
}
