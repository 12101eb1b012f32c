//! The comparison as a page.

use report::model::Comparison;
use report::page::page as framed;

use super::tables;
use super::text::rows;

pub fn page(comparison: &Comparison) -> String {
    let tables: Vec<(String, Vec<String>, Vec<Vec<String>>)> = tables(comparison)
        .into_iter()
        .map(|(title, table)| {
            let (head, rows) = rows(table);
            (title, head, rows)
        })
        .collect();
    let remark = "±(A;B): so many errors only A finds, so many only B. – : the suite has no such test.";
    framed(&format!("{}: errors found by each suite", comparison.problem), remark, &tables)
}
