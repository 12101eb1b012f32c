//! `results.json` and `results.csv`: what became of each submission, in the order of their names.
//!
//! Nothing in them differs from run to run: no times, no paths. `docs/grading.md` describes them.

use std::io::{self, Write};

use grading::LoadStatus;
use grading::results::{Results, SubmissionResult};
use runner::outcome::NotRunReason;
use serde_json::{Map, Value as Json, json};

use crate::csv_table::{table, untrusted};
use crate::model::{ClassReport, DiagnosisReport, SubmissionReport};

/// The format version of `results.json` that this release writes.
const FORMAT: u64 = 1;

/// `results.json`, one submission per line.
pub fn write_json(results: &Results, report: &ClassReport, file: &mut dyn Write) -> io::Result<()> {
    let subproperties: Vec<&str> = report.subproperties.iter().map(|one| &*one.name).collect();
    let fields = [
        ("format", json!(FORMAT)),
        ("problem", json!(report.problem.name)),
        ("suite", json!({ "sha256": results.sha256 })),
        ("seed", json!(results.seed)),
        ("sandbox", json!(results.sandbox)),
        ("subproperties", json!(subproperties)),
        ("excluded", json!(report.excluded)),
    ];
    file.write_all(b"{")?;
    for (name, value) in fields.into_iter().filter(|(_, value)| *value != json!([])) {
        write!(file, "\n  \"{name}\": {value},")?;
    }
    file.write_all(b"\n  \"submissions\": [")?;
    for (index, (one, shown)) in results.submissions.iter().zip(&report.submissions).enumerate() {
        let separator = if index == 0 { "" } else { "," };
        write!(file, "{separator}\n    {}", object(report, one, shown))?;
    }
    file.write_all(b"\n  ]\n}\n")
}

fn object(report: &ClassReport, one: &SubmissionResult, shown: &SubmissionReport) -> Json {
    let stored = &one.stored;
    let diagnosis = shown.diagnosis.as_ref();
    let tests = report.tests.iter().zip(&one.outcomes);
    let outcomes: Map<String, Json> =
        tests.clone().map(|(test, outcome)| (test.id.clone(), Json::from(outcome.word()))).collect();
    let details: Map<String, Json> = tests
        .map(|(test, outcome)| (test.id.clone(), outcome.detail()))
        .filter(|(_, detail)| !detail.is_empty())
        .map(|(id, detail)| (id, Json::from(detail)))
        .collect();
    let names = |bucket: &usize| -> Vec<&str> {
        report.buckets[*bucket].fails.iter().map(|position| &*report.subproperties[*position].name).collect()
    };
    let fingerprint: Vec<_> = diagnosis.iter().flat_map(|diagnosis| diagnosis.fingerprint.iter().map(names)).collect();
    let mut object = Map::new();
    let mut add = |name: &str, value: Json| object.insert(name.to_owned(), value);
    add("name", json!(stored.name));
    add("language", json!(stored.language));
    add("status", json!(status(shown)));
    add("reason", json!(shown.reason));
    add("verdict", json!(shown.verdict));
    add("wrong", json!(diagnosis.map_or(0, |diagnosis| diagnosis.wrong)));
    add("tests", json!(counted_tests(shown)));
    add("unstable", json!(shown.is_unstable()));
    add("outcomes", Json::Object(outcomes));
    add("fingerprint", json!(fingerprint));
    if !shown.undefined.is_empty() {
        add("undefined", json!(shown.undefined));
    }
    if let LoadStatus::Graded(ready) = &stored.status {
        add("entry", json!({ "file": ready.file, "name": ready.name }));
    }
    if !details.is_empty() {
        add("details", Json::Object(details));
    }
    if !stored.unstable.is_empty() {
        add("evidence", json!(stored.unstable));
    }
    if let Some((diagnosis, why)) = diagnosis.and_then(|diagnosis| Some((diagnosis, diagnosis.cut_short?))) {
        add("not_run", json!(diagnosis.not_run));
        add("cut_short", json!(why));
    }
    if !shown.submitters.is_empty() {
        add("submitters", json!(shown.submitters));
    }
    if let Some(other) = &shown.same_as {
        add("same_as", json!(other));
    }
    if !shown.notes.is_empty() {
        add("notes", json!(shown.notes));
    }
    if !shown.printed.is_empty() {
        add("printed", json!(shown.printed));
    }
    Json::Object(object)
}

fn status(shown: &SubmissionReport) -> &'static str {
    if shown.diagnosis.is_some() { "graded" } else { "could_not_run" }
}

/// Tests that count for a submission: none if it could not run.
fn counted_tests(shown: &SubmissionReport) -> usize {
    shown.diagnosis.as_ref().map_or(0, |diagnosis| diagnosis.tests)
}

/// Why some tests were not run; empty if all were.
pub(crate) fn cut_short(diagnosis: Option<&DiagnosisReport>) -> &'static str {
    diagnosis.and_then(|diagnosis| diagnosis.cut_short).map_or("", NotRunReason::word)
}

/// `results.csv`
pub fn csv(report: &ClassReport) -> String {
    let fixed = [
        "name",
        "sid",
        "language",
        "status",
        "reason",
        "verdict",
        "tests",
        "wrong",
        "not_run",
        "cut_short",
        "unstable",
    ];
    let fixed = fixed.map(str::to_owned).into_iter();
    let header: Vec<String> = fixed.chain(report.subproperties.iter().map(|one| one.name.clone())).collect();
    let rows = report.submissions.iter().map(|shown| {
        let ids: Vec<&str> = shown.submitters.iter().filter_map(|one| one.sid.as_deref()).collect();
        let diagnosis = shown.diagnosis.as_ref();
        let mut row = vec![
            untrusted(&shown.name),
            untrusted(&ids.join(" ")),
            untrusted(&shown.language),
            status(shown).to_owned(),
            untrusted(shown.reason.as_deref().unwrap_or_default()),
            shown.verdict.word().to_owned(),
            counted_tests(shown).to_string(),
            diagnosis.map_or(0, |diagnosis| diagnosis.wrong).to_string(),
            diagnosis.map_or(0, |diagnosis| diagnosis.not_run).to_string(),
            cut_short(diagnosis).to_owned(),
            shown.is_unstable().to_string(),
        ];
        let focused = |position: usize| {
            diagnosis.map(|diagnosis| diagnosis.wrong_in_focused_buckets[position].to_string()).unwrap_or_default()
        };
        row.extend((0..report.subproperties.len()).map(focused));
        row
    });
    table(std::iter::once(header).chain(rows))
}
