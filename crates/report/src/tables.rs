//! The report as tables: one row per submission, one row per bucket.

use analysis::attribute::CheckStatus;

use crate::csv_table::{table, untrusted};
use crate::model::{ClassReport, SubmissionReport};
use crate::plain::line;
use crate::results::{PROOF_COLUMNS, cut_short, proof_cells};
use crate::sentences::word;

/// The columns of `submissions.csv` before those of subproperties and groups.
const COLUMNS: [&str; 22] = [
    "name",
    "sid",
    "language",
    "verdict",
    "tests",
    "wrong",
    "not_run",
    "cut_short",
    "behaves_like",
    "exceptions",
    "instead",
    "unrecognized",
    "deeply_flawed",
    "unfocused",
    "unstable",
    "same_behavior",
    "smallest_test",
    "reason",
    PROOF_COLUMNS[0],
    PROOF_COLUMNS[1],
    PROOF_COLUMNS[2],
    PROOF_COLUMNS[3],
];

/// The header of `submissions.csv`.
pub fn submissions_header(report: &ClassReport) -> Vec<String> {
    let required = report.subproperties.iter().filter(|one| one.required).map(|one| one.name.clone());
    let groups = report.groups.iter().map(|group| untrusted(&group.name));
    COLUMNS.map(str::to_owned).into_iter().chain(required).chain(groups).collect()
}

/// A row of `submissions.csv`.
pub fn submissions_row(report: &ClassReport, submission: &SubmissionReport) -> Vec<String> {
    let mut row = row(report, submission);
    let required = report.subproperties.iter().filter(|one| one.required).count();
    row.resize(COLUMNS.len() + required + report.groups.len(), String::new());
    row
}

fn row(report: &ClassReport, submission: &SubmissionReport) -> Vec<String> {
    let ids: Vec<&str> = submission.submitters.iter().filter_map(|one| one.sid.as_deref()).collect();
    let mut row = vec![
        untrusted(&submission.name),
        untrusted(&ids.join(" ")),
        untrusted(&submission.language),
        submission.verdict.word().to_owned(),
    ];
    let reason = untrusted(&line(submission.reason.as_deref().unwrap_or_default()));
    let Some(one) = &submission.diagnosis else {
        row.resize(COLUMNS.len() - 1 - PROOF_COLUMNS.len(), String::new());
        row.push(reason);
        row.extend(proof_cells(None));
        return row;
    };
    let names: Vec<&str> = one.instead.iter().chain(&one.stricter).map(|at| &*report.subproperties[*at].name).collect();
    row.extend([
        one.tests.to_string(),
        one.wrong.to_string(),
        one.not_run.to_string(),
        cut_short(Some(one)).to_owned(),
        one.proof.behaves_like.clone().unwrap_or_else(|| one.behaves_like.formula.text.clone()),
        one.behaves_like.exceptions.to_string(),
        names.join(" "),
        (!one.unrecognized.is_empty()).to_string(),
        (!one.deeply_flawed.is_empty()).to_string(),
        one.unfocused.to_string(),
        submission.is_unstable().to_string(),
        one.same_behavior.to_string(),
        one.mistakes.first().map(|mistake| report.tests[mistake.test].id.clone()).unwrap_or_default(),
        reason,
    ]);
    row.extend(proof_cells(Some(one)));
    row.extend(one.subproperties.iter().map(|finding| word(&finding.status)));
    row.extend(one.groups.iter().map(|status: &CheckStatus| word(status)));
    row
}

/// `buckets.csv`
pub fn buckets(report: &ClassReport) -> String {
    let header = ["fails", "focused_on", "positive", "tests", "wrong", "wrong_without_deeply_flawed", "mixed"];
    let names =
        |positions: &[usize]| positions.iter().map(|at| &*report.subproperties[*at].name).collect::<Vec<_>>().join(" ");
    let rows = report.buckets.iter().map(|bucket| {
        vec![
            names(&bucket.fails),
            names(&bucket.focused_on),
            bucket.positive.to_string(),
            bucket.tests.to_string(),
            bucket.wrong.all.to_string(),
            bucket.wrong.without_deep.to_string(),
            bucket.mixed.all.to_string(),
        ]
    });
    table(std::iter::once(header.map(str::to_owned).to_vec()).chain(rows))
}
