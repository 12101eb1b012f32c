//! `results.json` and `results.csv`: what became of each submission, in the order of their names.
//!
//! Nothing in them differs from run to run: no times, no paths. `docs/grading.md` describes them.

use std::io::{self, Write};

use analysis::{ProofStatus, ProvedCell};
use decision::{ConfirmedDecision, ProofVerdict};
use grading::LoadStatus;
use grading::results::{Results, SubmissionResult};
use runner::Outcome;
use runner::outcome::NotRunReason;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::json;

use crate::csv_table::untrusted;
use crate::model::{ClassReport, DiagnosisReport, SubmissionProof, SubmissionReport};
use crate::plain::line;

/// The format version of `results.json` that this release writes.
const FORMAT: u64 = 1;

/// Writes `results.json`, one submission per line, as they come.
#[derive(Debug)]
pub struct ResultsJson<W: Write> {
    file: W,
    is_first: bool,
}

impl<W: Write> ResultsJson<W> {
    pub fn new(results: &Results, report: &ClassReport, mut file: W) -> io::Result<Self> {
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
        Ok(Self { file, is_first: true })
    }

    pub fn add(&mut self, report: &ClassReport, one: &SubmissionResult, shown: &SubmissionReport) -> io::Result<()> {
        self.file.write_all(if self.is_first { b"\n    " } else { b",\n    " })?;
        self.is_first = false;
        Ok(serde_json::to_writer(&mut self.file, &SubmissionJson { report, one, shown })?)
    }

    /// Returns the file.
    pub fn finish(mut self) -> io::Result<W> {
        self.file.write_all(b"\n  ]\n}\n")?;
        Ok(self.file)
    }
}

/// One submission of `results.json`.
struct SubmissionJson<'a> {
    report: &'a ClassReport,
    one: &'a SubmissionResult,
    shown: &'a SubmissionReport,
}

/// For each test, what a function says of its outcome, unless that is empty.
struct ByTest<'a, F>(&'a SubmissionJson<'a>, F);

impl<T: AsRef<str>, F: Fn(&Outcome) -> T> Serialize for ByTest<'_, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(SubmissionJson { report, one, .. }, text) = self;
        let mut map = serializer.serialize_map(None)?;
        for (test, outcome) in report.tests.iter().zip(&one.outcomes) {
            let text = text(outcome);
            if !text.as_ref().is_empty() {
                map.serialize_entry(&test.id, text.as_ref())?;
            }
        }
        map.end()
    }
}

impl Serialize for SubmissionJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { report, one, shown } = self;
        let stored = &one.stored;
        let diagnosis = shown.diagnosis.as_ref();
        let names = |bucket: &usize| -> Vec<&str> {
            report.buckets[*bucket].fails.iter().map(|position| &*report.subproperties[*position].name).collect()
        };
        let fingerprint = diagnosis.iter().flat_map(|diagnosis| diagnosis.fingerprint.iter().map(names));
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &stored.name)?;
        map.serialize_entry("language", &stored.language)?;
        map.serialize_entry("status", status(shown))?;
        map.serialize_entry("reason", &shown.reason)?;
        map.serialize_entry("verdict", &shown.verdict)?;
        map.serialize_entry("wrong", &diagnosis.map_or(0, |diagnosis| diagnosis.wrong))?;
        map.serialize_entry("tests", &counted_tests(shown))?;
        map.serialize_entry("unstable", &shown.is_unstable())?;
        map.serialize_entry("outcomes", &ByTest(self, Outcome::word))?;
        map.serialize_entry("fingerprint", &fingerprint.collect::<Vec<_>>())?;
        if let Some(proof) = diagnosis.map(|diagnosis| &diagnosis.proof) {
            map.serialize_entry("proof", &proof_json(report, proof, one.proof.as_deref()))?;
        }
        if !shown.undefined.is_empty() {
            map.serialize_entry("undefined", &shown.undefined)?;
        }
        if let LoadStatus::Graded(ready) = &stored.status {
            map.serialize_entry("entry", &json!({ "file": ready.file, "name": ready.name }))?;
        }
        if one.outcomes.iter().any(|outcome| !outcome.detail().is_empty()) {
            map.serialize_entry("details", &ByTest(self, Outcome::detail))?;
        }
        if !stored.unstable.is_empty() {
            map.serialize_entry("evidence", &stored.unstable)?;
        }
        if let Some((diagnosis, why)) = diagnosis.and_then(|diagnosis| Some((diagnosis, diagnosis.cut_short?))) {
            map.serialize_entry("not_run", &diagnosis.not_run)?;
            map.serialize_entry("cut_short", &why)?;
        }
        if !shown.submitters.is_empty() {
            map.serialize_entry("submitters", &shown.submitters)?;
        }
        if let Some(other) = &shown.same_as {
            map.serialize_entry("same_as", other)?;
        }
        if !shown.notes.is_empty() {
            map.serialize_entry("notes", &shown.notes)?;
        }
        if !shown.printed.is_empty() {
            map.serialize_entry("printed", &shown.printed)?;
        }
        map.end()
    }
}

/// What is proved, with the buckets that are.
fn proof_json(
    report: &ClassReport,
    proof: &SubmissionProof,
    decision: Option<&ConfirmedDecision>,
) -> serde_json::Value {
    let names = |(bucket, _): (usize, &ProvedCell)| -> Vec<&str> {
        report.buckets[bucket].fails.iter().map(|position| &*report.subproperties[*position].name).collect()
    };
    let with = |cell: ProvedCell| -> Vec<Vec<&str>> {
        proof.cells.iter().enumerate().filter(|(_, one)| **one == cell).map(names).collect()
    };
    let mut json = json!({ "status": proof.status });
    if proof.status != ProofStatus::TestsOnly {
        json["claim"] = json!(proof.claim);
        json["wrong"] = json!(with(ProvedCell::Wrong));
        json["undecided"] = json!(with(ProvedCell::Undecided));
        json["only_by_proof"] = json!(proof.only_by_proof);
        let buckets = decision.map(|decision| &*decision.buckets).unwrap_or_default().iter();
        let witnesses = buckets.filter_map(|bucket| match &bucket.verdict {
            ProofVerdict::Wrong(witness) => Some(witness),
            ProofVerdict::Correct | ProofVerdict::Undecided(_) => None,
        });
        json["witnesses"] = json!(witnesses.collect::<Vec<_>>());
        json["reason"] = json!(proof.reason);
    }
    json
}

/// What `results.csv` and `submissions.csv` say about a proof: its status, why it is undecided, in how many buckets the
/// predicate is proved wrong, and whether only a proof shows that it is faulty.
pub(crate) fn proof_cells(diagnosis: Option<&DiagnosisReport>) -> [String; 4] {
    let Some(proof) = diagnosis.map(|diagnosis| &diagnosis.proof) else { return Default::default() };
    [
        proof.status.word().to_owned(),
        untrusted(&line(&proof.reason_in_words().unwrap_or_default())),
        if proof.cells.is_empty() { String::new() } else { proof.count(ProvedCell::Wrong).to_string() },
        proof.only_by_proof.to_string(),
    ]
}

/// The columns of these.
pub(crate) const PROOF_COLUMNS: [&str; 4] = ["proof", "proof_reason", "proved_wrong", "only_by_proof"];

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

/// The header of `results.csv`.
pub fn csv_header(report: &ClassReport) -> Vec<String> {
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
    let proof = PROOF_COLUMNS.map(str::to_owned);
    fixed.chain(proof).chain(report.subproperties.iter().map(|one| one.name.clone())).collect()
}

/// A row of `results.csv`.
pub fn csv_row(report: &ClassReport, shown: &SubmissionReport) -> Vec<String> {
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
        // Zero would look like a predicate without mistakes.
        diagnosis.map(|diagnosis| diagnosis.wrong.to_string()).unwrap_or_default(),
        diagnosis.map(|diagnosis| diagnosis.not_run.to_string()).unwrap_or_default(),
        cut_short(diagnosis).to_owned(),
        shown.is_unstable().to_string(),
    ];
    row.extend(proof_cells(diagnosis));
    let focused = |position: usize| {
        diagnosis.map(|diagnosis| diagnosis.wrong_in_focused_buckets[position].to_string()).unwrap_or_default()
    };
    row.extend((0..report.subproperties.len()).map(focused));
    row
}
