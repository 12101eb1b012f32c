//! The comparison on a terminal and as CSV.

use std::fmt::Write;

use analysis::compare::{ComparisonRow, ComparisonTable};
use report::csv_table::{table as csv_table, untrusted};
use report::model::ComparisonReport;

use super::tables;
use crate::style::{faint, strong};

/// The cell of a suite that has no such test.
const NONE: &str = "–";

/// Two tables, with as many differences as fit.
pub fn text(comparison: &ComparisonReport, width: usize) -> String {
    let mut text = format!("{}: errors found by each suite\n", strong(&comparison.problem));
    let [(_, all), (_, rest)] = tables(comparison);
    let none_is_deep = all.submissions == rest.submissions;
    for (title, table) in tables(comparison).into_iter().take(if none_is_deep { 1 } else { 2 }) {
        let _ = writeln!(text, "\n{}{}", strong(&title), if none_is_deep { "; none is deeply flawed" } else { "" });
        let mut rows = vec![head(table)];
        rows.extend(table.rows.iter().map(cells));
        let columns = rows[0].len();
        let widths: Vec<usize> =
            (0..columns).map(|at| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0)).collect();
        let fits = |count: usize| widths[..count].iter().map(|width| width + 2).sum::<usize>() <= width;
        let counts = 1 + table.suites.len();
        // As many columns of differences as fit.
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
                faint(&format!("{} more differences: use --json, --csv or --html", columns - shown))
            );
        }
    }
    text.push_str(&faint("\n±(A;B): how many errors only A finds; how many only B finds\n"));
    text
}

fn head(table: &ComparisonTable) -> Vec<String> {
    let mut head = vec!["found in".to_owned()];
    head.extend(table.suites.iter().cloned());
    if let Some(row) = table.rows.first() {
        let suite = |at: usize| &table.suites[at];
        head.extend(row.differences.iter().map(|one| format!("±({};{})", suite(one.first), suite(one.second))));
    }
    head
}

fn cells(row: &ComparisonRow) -> Vec<String> {
    let mut cells = vec![row.group.clone()];
    cells.extend(row.found.iter().map(|found| found.map_or(NONE.to_owned(), |found| found.to_string())));
    cells.extend(row.differences.iter().map(|one| format!("{};{}", one.only_first, one.only_second)));
    cells
}

/// Both tables, with a column that says which.
pub fn csv(comparison: &ComparisonReport) -> String {
    let row = |name: &str, cells: Vec<String>| -> Vec<String> {
        let cells = cells.into_iter().map(|cell| if cell == NONE { String::new() } else { untrusted(&cell) });
        std::iter::once(name.to_owned()).chain(cells).collect()
    };
    let [(_, all), (_, without)] = tables(comparison);
    let header = row("submissions", head(all));
    let all = all.rows.iter().map(|one| row("all", cells(one)));
    let without = without.rows.iter().map(|one| row("without_deeply_flawed", cells(one)));
    csv_table(std::iter::once(header).chain(all).chain(without))
}

/// The cells of a table, for the page.
pub fn rows(table: &ComparisonTable) -> (Vec<String>, Vec<Vec<String>>) {
    (head(table), table.rows.iter().map(cells).collect())
}
