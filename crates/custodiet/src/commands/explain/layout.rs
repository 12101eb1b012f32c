//! Lists of names, and text that fits the terminal.

use console::measure_text_width;
use lang::problem::display_name;

use super::explanation::PropertyResult;
use crate::style::faint;
use crate::table::wrap_options;

/// Longer values and reasons are cut: they would push the answer off the screen.
const MAX_LENGTH: usize = 400;

/// Display names of subproperties.
#[derive(Debug)]
pub struct Names(pub Vec<String>);

pub fn names<'v, 'a: 'v>(results: impl Iterator<Item = &'v PropertyResult<'a>>) -> Names {
    Names(results.map(|result| display_name(&result.property.name, result.property.kind)).collect())
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

    /// `NO-NEW fails`, `NO-NEW and UNIQUENESS fail`
    pub fn with_verb(&self, singular: &str, plural: &str) -> String {
        format!("{} {}", self.list(), if self.0.len() == 1 { singular } else { plural })
    }
}

/// Cuts a long text between two words.
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_LENGTH) {
        None => text.to_owned(),
        Some((end, _)) => {
            let cut = text[..end].rfind(' ').filter(|cut| *cut > end / 2).unwrap_or(end);
            format!("{} … ({} more characters)", &text[..cut], text[cut..].trim_start().chars().count())
        }
    }
}

/// Lines `  label  text`, with the texts aligned.
pub fn labelled(rows: &[(&str, String)], width: usize) -> String {
    let widest = rows.iter().map(|(label, _)| label.len()).max().unwrap_or(0);
    rows.iter()
        .map(|(label, text)| {
            let space = " ".repeat(widest - label.len());
            hanging(&format!("  {}{space}  ", faint(label)), text, width)
        })
        .collect()
}

/// A text after a lead, wrapped; further lines are indented to where the text begins. Spaces inside a line are kept,
/// since they may be part of a value.
pub fn hanging(lead: &str, text: &str, width: usize) -> String {
    let indent = " ".repeat(measure_text_width(lead));
    let options = wrap_options(width).initial_indent(lead).subsequent_indent(&indent);
    textwrap::wrap(text, options).iter().fold(String::new(), |shown, line| shown + line.trim_end() + "\n")
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
        assert!(short.ends_with("[1234, … (301 more characters)"), "{short}");
        assert_eq!(shortened("[1, 2]"), "[1, 2]");
        assert!(shortened(&"x".repeat(500)).ends_with("x … (100 more characters)"));
    }

    #[test]
    fn names_are_listed() {
        let names = |names: &[&str]| Names(names.iter().map(|name| (*name).to_owned()).collect());
        assert_eq!(names(&["A"]).with_verb("fails", "fail"), "A fails");
        assert_eq!(names(&["A", "B", "C"]).with_verb("fails", "fail"), "A, B and C fail");
    }
}
