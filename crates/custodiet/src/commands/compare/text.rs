//! The comparison on a terminal and as CSV.

use std::fmt::Write;

use analysis::compare::{Row, Table};
use report::model::Comparison;
use suite::classify::csv::cell as safe;
use suite::classify::csv::write_row;

use super::tables;
use crate::style::{faint, strong};

/// Where a suite has no such test.
const NONE: &str = "–";

/// Two tables. Differences that do not fit beside the counts stand below them.
pub fn text(comparison: &Comparison, width: usize) -> String {
    let mut text = format!("{}: errors found by each suite\n", strong(&comparison.problem));
    let [(_, all), (_, rest)] = tables(comparison);
    let nobody_is_deep = all.submissions == rest.submissions;
    for (title, table) in tables(comparison).into_iter().take(if nobody_is_deep { 1 } else { 2 }) {
        let _ = writeln!(text, "\n{}{}", strong(&title), if nobody_is_deep { "; none is deeply flawed" } else { "" });
        let mut rows = vec![head(table)];
        rows.extend(table.rows.iter().map(cells));
        let columns = rows[0].len();
        let widths: Vec<usize> =
            (0..columns).map(|at| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0)).collect();
        let fits = |count: usize| widths[..count].iter().map(|width| width + 2).sum::<usize>() <= width;
        let counts = 1 + table.suites.len();
        // As many columns of differences as there is room for.
        let shown = (counts..=columns).rev().find(|count| fits(*count)).unwrap_or(counts);
        for (index, row) in rows.iter().enumerate() {
            let cells: Vec<String> = row[..shown]
                .iter()
                .zip(&widths)
                .enumerate()
                .map(|(at, (cell, width))| if at == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") })
                .collect();
            let line = cells.join("  ");
            let _ =
                writeln!(text, "  {}", if index == 0 { faint(line.trim_end()) } else { line.trim_end().to_owned() });
        }
        if shown < columns {
            let _ = writeln!(
                text,
                "  {}",
                faint(&format!("{} more differences: --json, --csv or --html have all", columns - shown))
            );
        }
    }
    text.push_str(&faint("\n±(A;B): so many errors only A finds, so many only B\n"));
    text
}

fn head(table: &Table) -> Vec<String> {
    let mut head = vec!["found in".to_owned()];
    head.extend(table.suites.iter().cloned());
    if let Some(row) = table.rows.first() {
        let suite = |at: usize| &table.suites[at];
        head.extend(row.differences.iter().map(|one| format!("±({};{})", suite(one.first), suite(one.second))));
    }
    head
}

fn cells(row: &Row) -> Vec<String> {
    let mut cells = vec![row.group.clone()];
    cells.extend(row.found.iter().map(|found| found.map_or(NONE.to_owned(), |found| found.to_string())));
    cells.extend(row.differences.iter().map(|one| format!("{};{}", one.only_first, one.only_second)));
    cells
}

/// Both tables below each other, with a column that says which.
pub fn csv(comparison: &Comparison) -> String {
    let mut text = String::new();
    for (index, (_, table)) in tables(comparison).into_iter().enumerate() {
        let with = |cell: &str, cells: Vec<String>| -> String {
            let empty = |text: String| if text == NONE { String::new() } else { safe(&text) };
            let cells: Vec<String> = std::iter::once(cell.to_owned()).chain(cells.into_iter().map(empty)).collect();
            write_row(&cells) + "\n"
        };
        if index == 0 {
            text.push_str(&with("submissions", head(table)));
        }
        let name = if index == 0 { "all" } else { "without_deeply_flawed" };
        table.rows.iter().for_each(|row| text.push_str(&with(name, cells(row))));
    }
    text
}

/// Cells of both tables, for the page.
pub fn rows(table: &Table) -> (Vec<String>, Vec<Vec<String>>) {
    (head(table), table.rows.iter().map(cells).collect())
}
