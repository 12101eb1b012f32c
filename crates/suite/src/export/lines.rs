//! JSON Lines and CSV in the form that [`classify`](crate::classify) reads.

use lang::problem::Side;
use serde_json::{Value as Json, json};

use super::Export;
use crate::classify::csv::write_row;

/// One test on each line.
pub fn json_lines(export: &Export<'_>) -> String {
    let mut text = String::new();
    for case in &export.cases {
        let pair = case.pair.write(export.problem);
        let test = json!({
            "id": case.id,
            "input": pair["input"],
            "output": pair["output"],
            "expect": case.expect,
            "fails": case.fails,
            "comment": case.comments.join("; "),
        });
        text.push_str(&test.to_string());
        text.push('\n');
    }
    text
}

/// One test in each row; values are JSON.
pub fn csv(export: &Export<'_>) -> String {
    let params = export.problem.predicate.as_ref().map_or(&[][..], |predicate| &predicate.params);
    let header =
        ["id"].into_iter().chain(params.iter().map(|param| &*param.name)).chain(["expect", "fails", "comment"]);
    let mut text = write_row(&header.map(str::to_owned).collect::<Vec<_>>()) + "\n";
    for case in &export.cases {
        let pair = case.pair.write(export.problem);
        let value =
            |side: Side, name: &str| -> &Json { &pair[if side == Side::Input { "input" } else { "output" }][name] };
        let mut row = vec![case.id.clone()];
        row.extend(params.iter().map(|param| value(param.side, &param.name).to_string()));
        row.extend([case.expect.to_string(), case.fails.join(" "), case.comments.join("; ")]);
        text.push_str(&write_row(&row));
        text.push('\n');
    }
    text
}
