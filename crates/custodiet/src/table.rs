//! Columns of text that fit the terminal.

use std::borrow::Cow;

use console::measure_text_width;
use textwrap::{WordSeparator, WordSplitter, WrapAlgorithm};

/// With less room than this, the last column moves to lines of its own.
const NARROW: usize = 24;

/// A table whose last column is wrapped to the rest of the width. Each line starts with two spaces.
pub fn table(rows: &[Vec<String>], width: usize) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0).saturating_sub(1);
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            rows.iter().filter_map(|row| row.get(column)).map(|cell| measure_text_width(cell)).max().unwrap_or(0)
        })
        .collect();
    let indent = 2 + widths.iter().map(|width| width + 2).sum::<usize>();
    let mut text = String::new();
    for row in rows {
        let mut line = String::from("  ");
        for (cell, width) in row.iter().zip(&widths) {
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', width + 2 - measure_text_width(cell)));
        }
        let last = row.get(columns).map_or("", String::as_str);
        text.push_str(line.trim_end());
        text.push_str(&beside(last, measure_text_width(line.trim_end()), indent, width));
    }
    text
}

/// The last column: beside the others, or below them if there is too little room.
fn beside(last: &str, used: usize, indent: usize, width: usize) -> String {
    let below = width < indent + NARROW;
    let indent = if below { 6 } else { indent };
    let mut text = String::new();
    for (index, line) in wrap(last, width - indent).iter().enumerate() {
        if index == 0 && !below {
            text.extend(std::iter::repeat_n(' ', indent - used));
        } else {
            text.push('\n');
            text.extend(std::iter::repeat_n(' ', indent));
        }
        text.push_str(line);
    }
    text.push('\n');
    text
}

/// Breaks a text into lines of at most `width` columns. A longer word stands on a line of its own.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        return Vec::new();
    }
    textwrap::wrap(&text, wrap_options(width)).into_iter().map(Cow::into_owned).collect()
}

/// Breaks lines at spaces only: names, paths and values stay in one piece.
pub fn wrap_options<'a>(width: usize) -> textwrap::Options<'a> {
    textwrap::Options::new(width)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Vec<String>> {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        vec![row(["NO-NEW", "required", "Every vertex of the output is mentioned in the input."]), row(["x", "", ""])]
    }

    #[test]
    fn wraps_the_last_column() {
        assert_eq!(
            table(&rows(), 48),
            "  NO-NEW  required  Every vertex of the output\n                    is mentioned in the input.\n  x\n"
        );
    }

    #[test]
    fn puts_the_last_column_below_if_there_is_no_room() {
        assert_eq!(
            table(&rows(), 40),
            "  NO-NEW  required\n      Every vertex of the output is\n      mentioned in the input.\n  x\n"
        );
    }

    #[test]
    fn wide_characters_count_twice() {
        assert_eq!(wrap("日本 日本 ab", 9), ["日本 日本", "ab"]);
    }
}
