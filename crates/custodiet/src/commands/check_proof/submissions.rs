//! What `check-proof` says of a folder with proofs about submissions.

use std::fmt::Write;

use decision::Claim;
use prove::proof::{CheckedSubmission, SubmissionProofFault, SubmissionProofReport};
use report::plain::line;
use serde_json::{Value as Json, json};

use crate::style;
use crate::words::count;

type Checked = Result<SubmissionProofReport, SubmissionProofFault>;

pub fn text(checked: &Checked) -> String {
    let report = match checked {
        Ok(report) => report,
        Err(fault) => {
            return format!("{} {}\nhelp: {}\n", style::bad("✗ not proved:"), line(&fault.to_string()), fault.help());
        }
    };
    let about = count(report.submissions.len(), "submission");
    let mut text = format!("{} {} · {about}\n", style::good("✓ proved:"), line(&report.problem));
    let mut row = |key: &str, value: &str| {
        let _ = writeln!(text, "  {key:<13}{value}");
    };
    row("scope", &report.scope);
    for submission in &report.submissions {
        let correct = match submission.correct {
            None => "every pair within the scope is answered correctly".to_owned(),
            Some(buckets) => format!("every pair of {} is answered correctly", count(buckets, "bucket")),
        };
        let names = match submission.claim {
            None => "",
            Some(Claim::Equality) => ", for any names",
            Some(Claim::Order) => ", for any names of one kind",
            Some(Claim::Values) => ", for the names that tests use",
        };
        row("correct", &format!("{}: {correct}{names}", line(&submission.name)));
        row("", &called(submission));
    }
    if !report.may_raise.is_empty() {
        let names: Vec<String> = report.may_raise.iter().map(|name| format!("`{name}`")).collect();
        row("left out", &format!("pairs on which {} raises, if there are any", names.join(" or ")));
    }
    row("proofs", &format!("{}, {} bytes", count(report.clauses, "clause"), report.proof_bytes));
    row("written by", &format!("custodiet {}", line(&report.release)));
    text
}

/// What is called, and in which files.
fn called(submission: &CheckedSubmission) -> String {
    let names: Vec<String> = submission.predicate.iter().map(|name| format!("`{}`", line(name))).collect();
    let files: Vec<String> = submission.files.iter().map(|path| line(path)).collect();
    let mut text = format!("{} in {}", names.join(" or "), files.join(", "));
    if !submission.support.is_empty() {
        let support: Vec<String> = submission.support.iter().map(|path| line(path)).collect();
        let _ = write!(text, ", with {} beside it", support.join(", "));
    }
    text
}

pub fn json(checked: &Checked) -> Json {
    match checked {
        Ok(report) => json!({
            "proven": true,
            "problem": report.problem,
            "scope": report.scope_override,
            "release": report.release,
            "may_raise": report.may_raise,
            "submissions": report.submissions.iter().map(|submission| json!({
                "name": submission.name,
                "predicate": submission.predicate,
                "files": submission.files,
                "support": submission.support,
                "claim": submission.claim,
                "correct": submission.correct,
            })).collect::<Vec<_>>(),
            "clauses": report.clauses,
            "proof_bytes": report.proof_bytes,
        }),
        Err(fault) => json!({
            "proven": false,
            "kind": fault.kind(),
            "file": fault.file(),
            "message": fault.to_string(),
            "help": fault.help(),
        }),
    }
}
