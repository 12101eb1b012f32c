//! Comma-separated values as in RFC 4180: cells may be quoted, a quote inside is doubled, and a quoted cell may contain
//! commas and line ends. Blank lines, and lines that begin with `#`, are skipped.
//!
//! The `csv` crate is not used because hand-made tests need more than it offers: the line and column of every cell, errors
//! for a quote that is not closed and for text after a quoted cell (the crate accepts both), and, when writing, quotes
//! around exactly the cells that this reader would otherwise skip or trim.

use std::fmt::Write;

use super::read::TestFileError;
use crate::strict::Located;
use crate::visible::visible;

/// A cell, and where it begins; counted from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    pub text: String,
    pub line: usize,
    pub column: usize,
}

impl Cell {
    pub fn place(&self) -> (usize, usize) {
        (self.line, self.column)
    }
}

/// All rows.
pub fn rows(text: &str) -> Result<Vec<Vec<Cell>>, Located<TestFileError>> {
    let mut reader = Reader { rest: text.chars().collect(), at: 0, line: 1, column: 1 };
    let mut rows = Vec::new();
    while reader.peek().is_some() {
        if reader.blank_or_comment() {
            continue;
        }
        rows.push(reader.row()?);
    }
    Ok(rows)
}

struct Reader {
    rest: Vec<char>,
    at: usize,
    line: usize,
    column: usize,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.rest.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += 1;
        if next == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        Some(next)
    }

    /// Skips a line without cells.
    fn blank_or_comment(&mut self) -> bool {
        let end = self.rest[self.at..].iter().position(|c| *c == '\n').map_or(self.rest.len(), |end| self.at + end);
        let line = &self.rest[self.at..end];
        let skipped = line.first() == Some(&'#') || line.iter().all(|c| c.is_whitespace());
        while skipped && self.next().is_some_and(|c| c != '\n') {}
        skipped
    }

    fn row(&mut self) -> Result<Vec<Cell>, Located<TestFileError>> {
        let mut row = Vec::new();
        loop {
            row.push(self.cell()?);
            match self.next() {
                Some(',') => {}
                _ => return Ok(row),
            }
        }
    }

    /// Stops before the comma or line end.
    fn cell(&mut self) -> Result<Cell, Located<TestFileError>> {
        let (line, column) = (self.line, self.column);
        let mut text = String::new();
        if self.peek() != Some('"') {
            while let Some(c) = self.peek().filter(|c| !",\n".contains(*c)) {
                text.push(c);
                self.next();
            }
            let end = text.trim_end_matches('\r').len();
            text.truncate(end);
            return Ok(Cell { text, line, column });
        }
        self.next();
        loop {
            match self.next() {
                None => return Err(Located::at((line, column), TestFileError::UnclosedQuote)),
                Some('"') if self.peek() == Some('"') => {
                    text.push('"');
                    self.next();
                }
                Some('"') => break,
                Some(c) => text.push(c),
            }
        }
        while self.peek() == Some('\r') {
            self.next();
        }
        match self.peek() {
            None | Some(',' | '\n') => Ok(Cell { text, line, column }),
            Some(_) => Err(Located::at((self.line, self.column), TestFileError::TextAfterQuote)),
        }
    }
}

/// A row as text, without its line end.
pub fn write_row(cells: &[String]) -> String {
    let mut row = String::new();
    for (index, cell) in cells.iter().enumerate() {
        let separator = if index == 0 { "" } else { "," };
        let quoted = cell.contains([',', '"', '\n', '\r']) || cell.starts_with('#') || cell.trim() != cell;
        let _ = if quoted {
            write!(row, "{separator}\"{}\"", cell.replace('"', "\"\""))
        } else {
            write!(row, "{separator}{cell}")
        };
    }
    row
}

/// Untrusted text as a cell: every character is visible, and a spreadsheet does not take it for a formula.
pub fn cell(text: &str) -> String {
    let shown = visible(text);
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{shown}") } else { shown }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_places() {
        let rows = rows("# a comment\r\na,b\r\n\r\n\"x,\"\"y\"\"\nz\",2\n").expect("a table");
        let texts: Vec<Vec<&str>> = rows.iter().map(|row| row.iter().map(|cell| &*cell.text).collect()).collect();
        assert_eq!(texts, [vec!["a", "b"], vec!["x,\"y\"\nz", "2"]]);
        assert_eq!((rows[0][1].place(), rows[1][0].place(), rows[1][1].place()), ((2, 3), (4, 1), (5, 4)));
    }

    #[test]
    fn what_is_written_is_read_again() {
        let cells = ["", "a", "#", "\"", "a,b", "a\nb", " ", "ä"].map(str::to_owned).to_vec();
        let read = rows(&format!("x{}\n", write_row(&cells))).expect("a table");
        let texts: Vec<String> = read[0].iter().map(|cell| cell.text.clone()).collect();
        assert_eq!(texts[0], "x");
        assert_eq!(texts[1..], cells[1..]);
    }

    #[test]
    fn untrusted_text_is_not_a_formula() {
        let cells = ["=1+1", "+1", "-1", "@a", "\t=1", "a=1", "\x1b[2Ja", "a\r\nb"].map(cell);
        let shown =
            ["'=1+1", "'+1", "'-1", "'@a", "'⟨U+0009⟩=1", "a=1", "⟨U+001B⟩[2Ja", "a⟨U+000D⟩↵b"].map(str::to_owned);
        assert_eq!(cells, shown);
    }

    #[test]
    fn errors_have_places() {
        let error = |text: &str| rows(text).expect_err("no table").place;
        assert_eq!(error("a,b\n1,\"2\n"), Some((2, 3)));
        assert_eq!(error("a,b\n\"1\"2,3\n"), Some((2, 4)));
    }
}
