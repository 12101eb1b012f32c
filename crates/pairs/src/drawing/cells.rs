//! Rows of cells, tables and grids.
//!
//! The cells of a list stand in one piece, with their numbers below; those of a set stand apart. A row that is too long goes on below.
//! A table has the names of its columns above, and numbers before the rows of a list.

use super::layout::{BOX, GAP, Look, MARGIN, NOTE, PictureLayout, PlacedLabel, WIDEST, label_width, note_width};
use super::{DrawnText, HERE, Mark};

/// The least width of a cell.
const NARROW: u32 = 26;
/// Characters of a line on a terminal.
const COLUMNS: usize = 64;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cells {
    pub(super) kind: CellsKind,
    /// The names of the columns; empty if they have none.
    pub(super) heads: Vec<String>,
    /// One, unless it is a table.
    pub(super) rows: Vec<Vec<DrawnText>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellsKind {
    /// One value.
    Single,
    /// The elements of a list.
    List,
    /// The elements of a set.
    Set,
    /// Rows with numbers: the elements of a list.
    Numbered,
    /// Rows without numbers.
    Table,
}

impl Cells {
    pub(super) fn single(label: DrawnText) -> Self {
        Self { kind: CellsKind::Single, heads: Vec::new(), rows: vec![vec![label]] }
    }

    /// Says no more than the value itself: a row, or a table of one row.
    pub(super) fn is_plain(&self) -> bool {
        !self.is_table() || self.rows.len() < 2
    }

    fn is_table(&self) -> bool {
        matches!(self.kind, CellsKind::Numbered | CellsKind::Table)
    }

    pub(super) fn count(&self) -> usize {
        self.heads.len() + self.rows.iter().map(Vec::len).sum::<usize>()
    }

    /// `"a", "b", "a"`; `(0, 1), (2, 3)`
    pub(super) fn outline(&self) -> String {
        let texts = |row: &[DrawnText]| row.iter().map(|label| &*label.text).collect::<Vec<_>>().join(", ");
        let rows: Vec<String> = self.rows.iter().map(|row| texts(row)).collect();
        let heads = if self.heads.is_empty() { String::new() } else { format!("{}: ", self.heads.join(", ")) };
        let shown = if self.is_table() {
            rows.iter().map(|row| format!("({row})")).collect::<Vec<_>>().join(", ")
        } else {
            rows.concat()
        };
        format!("{heads}{shown}{}", self.failing_in_words())
    }

    /// `; marked: 2`
    fn failing_in_words(&self) -> String {
        let fails = |label: &DrawnText| label.mark.fails;
        let places: Vec<String> = match self.kind {
            CellsKind::List => {
                let all = self.rows.iter().flatten().enumerate();
                all.filter(|(_, label)| fails(label)).map(|(place, _)| place.to_string()).collect()
            }
            CellsKind::Numbered => {
                let all = self.rows.iter().enumerate();
                all.filter(|(_, row)| row.iter().any(fails)).map(|(place, _)| place.to_string()).collect()
            }
            _ => self.rows.iter().flatten().filter(|label| fails(label)).map(|label| label.text.clone()).collect(),
        };
        if places.is_empty() { String::new() } else { format!("; marked: {}", places.join(", ")) }
    }

    pub(super) fn lines(&self) -> Vec<String> {
        if self.is_table() { self.table_lines() } else { self.row_lines() }
    }

    /// Cells with carets below those that are marked.
    fn row_lines(&self) -> Vec<String> {
        let (mut lines, mut line, mut below) = (Vec::new(), String::new(), String::new());
        let mut flush = |line: &mut String, below: &mut String| {
            lines.push(std::mem::take(line));
            let carets = std::mem::take(below);
            lines.extend(Some(carets.trim_end().to_owned()).filter(|carets| !carets.is_empty()));
        };
        for label in self.rows.iter().flatten() {
            let width = label.text.chars().count();
            if !line.is_empty() && line.chars().count() + 2 + width > COLUMNS {
                flush(&mut line, &mut below);
            }
            if !line.is_empty() {
                line.push_str("  ");
                below.push_str("  ");
            }
            line.push_str(&label.text);
            below.push_str(&if label.mark.fails { "^" } else { " " }.repeat(width));
        }
        flush(&mut line, &mut below);
        lines
    }

    /// Rows with aligned columns.
    fn table_lines(&self) -> Vec<String> {
        let columns = self.columns();
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column)).map(|label| label.text.chars().count());
            cells.chain(self.heads.get(column).map(|head| head.chars().count())).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let line = |cells: &[&str]| {
            let cells = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        let heads: Vec<&str> = self.heads.iter().map(|head| &**head).collect();
        let mut lines: Vec<String> = Some(line(&heads)).filter(|_| !heads.is_empty()).into_iter().collect();
        for row in &self.rows {
            let cells: Vec<&str> = row.iter().map(|label| &*label.text).collect();
            let here = if row.iter().any(|label| label.mark.fails) { HERE } else { "" };
            let shown = if cells.is_empty() { "(empty)".to_owned() } else { line(&cells) };
            lines.push(format!("{shown}{here}"));
        }
        lines
    }

    fn columns(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0).max(self.heads.len())
    }

    pub(super) fn layout(&self) -> Option<PictureLayout> {
        let mut layout = PictureLayout::default();
        if self.is_table() {
            self.place_table(&mut layout);
        } else {
            self.place_row(&mut layout);
        }
        layout.sized()
    }

    fn place_row(&self, layout: &mut PictureLayout) {
        let (mut left, mut top) = (MARGIN, MARGIN);
        let numbered = self.kind == CellsKind::List;
        let line = if numbered { BOX + NOTE + GAP } else { BOX + GAP };
        for (place, label) in self.rows.iter().flatten().enumerate() {
            let width = label_width(&label.text).max(NARROW);
            if left > MARGIN && left + width + MARGIN > WIDEST {
                (left, top) = (MARGIN, top + line);
            }
            layout.boxed(label, (left, top), width);
            if numbered {
                layout.note(&place.to_string(), (left, top + BOX + 1), width);
            }
            left += width + if self.kind == CellsKind::Set { GAP } else { 0 };
        }
    }

    fn place_table(&self, layout: &mut PictureLayout) {
        let numbers = if self.kind == CellsKind::Numbered { note_width(&self.rows.len().to_string()) + 4 } else { 0 };
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column)).map(|label| label_width(&label.text));
            let head = self.heads.get(column).map(|head| note_width(head) + 6);
            cells.chain(head).max().unwrap_or(0).max(NARROW)
        };
        let widths: Vec<u32> = (0..self.columns()).map(width).collect();
        let mut top = MARGIN;
        if !self.heads.is_empty() {
            let mut left = MARGIN + numbers;
            for (head, width) in self.heads.iter().zip(&widths) {
                layout.note(head, (left, top), *width);
                left += width;
            }
            top += NOTE + 2;
        }
        for (place, row) in self.rows.iter().enumerate() {
            if numbers > 0 {
                layout.note(&place.to_string(), (MARGIN, top + (BOX - NOTE) / 2), numbers);
            }
            let mut left = MARGIN + numbers;
            if row.is_empty() {
                let (text, width) = ("empty".to_owned(), label_width("empty"));
                layout.labels.push(PlacedLabel { text, left, top, width, look: Look::Bare, mark: Mark::default() });
            }
            for (label, width) in row.iter().zip(&widths) {
                layout.boxed(label, (left, top), *width);
                left += width;
            }
            top += BOX;
        }
    }
}
