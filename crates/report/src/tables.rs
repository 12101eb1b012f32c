//! The report as tables: a row for each submission, a row for each bucket.

use analysis::attribute::Standing;
use suite::classify::csv::{cell, write_row};

use crate::model::Report;
use crate::plain::line;
use crate::words::word;

/// `submissions.csv`
pub fn submissions(report: &Report) -> String {
    let required: Vec<usize> =
        (0..report.subproperties.len()).filter(|position| report.subproperties[*position].required).collect();
    let fixed = [
        "name",
        "sid",
        "language",
        "verdict",
        "tests",
        "wrong",
        "not_run",
        "behaves_like",
        "exceptions",
        "instead",
        "unknown_shape",
        "deeply_flawed",
        "unfocused",
        "unstable",
        "same_behaviour",
        "smallest_test",
        "reason",
    ];
    let header = fixed.iter().map(|name| (*name).to_owned());
    let header = header.chain(required.iter().map(|position| report.subproperties[*position].name.clone()));
    let header: Vec<String> = header.chain(report.groups.iter().map(|group| group.name.clone())).collect();
    let mut text = write_row(&header) + "\n";
    for submission in &report.submissions {
        let ids: Vec<&str> = submission.submitters.iter().filter_map(|one| one.sid.as_deref()).collect();
        let mut row = vec![cell(&submission.name), cell(&ids.join(" ")), cell(&submission.language)];
        match &submission.statement {
            None => {
                row.push("could_not_run".to_owned());
                row.extend(std::iter::repeat_n(String::new(), fixed.len() - 5));
                row.push(cell(&line(submission.reason.as_deref().unwrap_or_default())));
                row.extend(std::iter::repeat_n(String::new(), required.len() + report.groups.len()));
            }
            Some(one) => {
                let names: Vec<&str> =
                    one.instead.iter().chain(&one.stricter).map(|at| &*report.subproperties[*at].name).collect();
                row.extend([
                    word(&one.verdict),
                    one.run.to_string(),
                    one.wrong.to_string(),
                    one.not_run.to_string(),
                    one.behaves_like.formula.text.clone(),
                    one.behaves_like.exceptions.to_string(),
                    names.join(" "),
                    (!one.unknown_shape.is_empty()).to_string(),
                    (!one.deeply_flawed.is_empty()).to_string(),
                    one.unfocused.to_string(),
                    (!one.unstable.is_empty()).to_string(),
                    one.same_behaviour.to_string(),
                    one.mistakes.first().map(|mistake| report.tests[mistake.test].id.clone()).unwrap_or_default(),
                    String::new(),
                ]);
                let standing = |position: &usize| {
                    let finding = one.subproperties.iter().find(|finding| finding.subproperty == *position);
                    finding.map_or_else(String::new, |finding| word(&finding.standing))
                };
                row.extend(required.iter().map(standing));
                row.extend(one.groups.iter().map(|standing: &Standing| word(standing)));
            }
        }
        text.push_str(&write_row(&row));
        text.push('\n');
    }
    text
}

/// `buckets.csv`
pub fn buckets(report: &Report) -> String {
    let header = ["fails", "focused_on", "positive", "tests", "wrong", "wrong_without_deeply_flawed", "mixed"]
        .map(str::to_owned);
    let mut text = write_row(&header) + "\n";
    let names =
        |positions: &[usize]| positions.iter().map(|at| &*report.subproperties[*at].name).collect::<Vec<_>>().join(" ");
    for bucket in &report.buckets {
        let row = [
            names(&bucket.fails),
            names(&bucket.focused_on),
            bucket.positive.to_string(),
            bucket.tests.to_string(),
            bucket.wrong.all.to_string(),
            bucket.wrong.without_deep.to_string(),
            bucket.mixed.to_string(),
        ];
        text.push_str(&write_row(&row));
        text.push('\n');
    }
    text
}
