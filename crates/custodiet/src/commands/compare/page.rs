//! The comparison as a page.

use report::model::ComparisonReport;
use report::page::page as framed;

use super::tables;
use super::text::rows;

pub fn page(comparison: &ComparisonReport) -> String {
    let tables: Vec<(String, Vec<String>, Vec<Vec<String>>)> = tables(comparison)
        .into_iter()
        .map(|(title, table)| {
            let (head, rows) = rows(table);
            (title, head, rows)
        })
        .collect();
    let remark = "±(A;B): how many errors only A finds; how many only B finds. –: the suite has no such test.";
    framed(&format!("{}: errors found by each suite", comparison.problem), remark, &tables)
}
