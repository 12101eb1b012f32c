//! `results.json` and `results.csv`: what became of each submission, in the order of their names.
//!
//! Written at the end of a run, from the store, one submission at a time. They hold nothing that differs from run to run:
//! no times, no paths. `docs/grading.md` describes them.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use runner::Outcome;
use runner::outcome::NotRunReason;
use runner::prepared::PreparedSuite;
use runner::protocol::LoadFailureKind;
use serde_json::{Map, Value as Json, json};
use suite::classify::csv::{cell, write_row};

use crate::excluded::Excluded;
use crate::roll::{Listed, Roll};
use crate::store::{Entry, Status, Store, StoreError};
use crate::summary::Summary;

/// The version that this release writes.
pub const FORMAT: u64 = 1;

/// What the files say about the run as a whole.
#[derive(Debug)]
pub struct About<'a> {
    pub exam: &'a PreparedSuite,
    /// Of the suite's file.
    pub suite_sha256: &'a str,
    pub sandbox: &'a str,
    pub excluded: &'a Excluded,
}

/// What a submission did on the tests of this suite.
#[derive(Debug)]
pub struct Verdict {
    /// In the order of the exam. Empty if it could not run.
    pub outcomes: Vec<Outcome>,
    pub wrong: usize,
    /// Buckets in which it is wrong, in the order of the suite.
    pub fingerprint: Vec<usize>,
    /// Tests of negative buckets that it accepts.
    pub lax: usize,
    /// Tests of positive buckets that it does not accept.
    pub strict: usize,
    pub not_run: usize,
    /// Why some were not run.
    pub cut_short: Option<NotRunReason>,
    /// Tests that count.
    pub tests: usize,
    /// By test: taken out of the grading.
    excluded: Vec<bool>,
}

impl Verdict {
    pub fn new(exam: &PreparedSuite, entry: &Entry, excluded: &Excluded) -> Self {
        let mut verdict = Self {
            outcomes: Vec::new(),
            wrong: 0,
            fingerprint: Vec::new(),
            lax: 0,
            strict: 0,
            not_run: 0,
            cut_short: None,
            tests: 0,
            excluded: excluded.tests(exam),
        };
        if !matches!(entry.status, Status::Graded(_)) {
            return verdict;
        }
        let mut known: BTreeMap<(&str, &str), &Outcome> = BTreeMap::new();
        known.extend(entry.outcomes.iter().map(|(test, digest, outcome)| ((&**test, &**digest), outcome)));
        for (index, test) in exam.tests.iter().enumerate() {
            let outcome = known.get(&(&*test.id, &*test.digest)).map(|outcome| (*outcome).clone());
            let outcome = outcome.unwrap_or(Outcome::NotRun(NotRunReason::NotLoaded));
            let counts = !verdict.excluded[index];
            verdict.tests += usize::from(counts);
            if let Outcome::NotRun(why) = outcome
                && counts
            {
                verdict.not_run += 1;
                verdict.cut_short = Some(why);
            }
            if counts && outcome.is_wrong(test.expect) {
                verdict.wrong += 1;
                verdict.lax += usize::from(!test.expect && outcome == Outcome::Accepted);
                verdict.strict += usize::from(test.expect);
                if !verdict.fingerprint.contains(&test.bucket) {
                    verdict.fingerprint.push(test.bucket);
                }
            }
            verdict.outcomes.push(outcome);
        }
        verdict
    }

    /// Whether it raises on a test that counts.
    pub fn raises(&self) -> bool {
        let mut tests = self.outcomes.iter().zip(&self.excluded);
        tests.any(|(outcome, excluded)| !excluded && matches!(outcome, Outcome::Raised(_)))
    }

    /// For each subproperty, how many tests of its focused buckets were answered wrongly.
    pub fn missed(&self, exam: &PreparedSuite) -> Vec<usize> {
        let wrong = |name: &String| {
            let tests = exam.tests.iter().zip(&self.outcomes).zip(&self.excluded);
            tests
                .filter(|((test, outcome), excluded)| {
                    !**excluded && outcome.is_wrong(test.expect) && exam.buckets[test.bucket].focused_on.contains(name)
                })
                .count()
        };
        exam.subproperties.iter().map(wrong).collect()
    }
}

/// Why a submission could not run, in a sentence on one line.
pub fn reason(status: &Status) -> Option<String> {
    let said = match status {
        Status::Graded(_) => None,
        Status::Unusable(why) | Status::NotStarted(why) => Some(why.clone()),
        Status::Failed(failed) => {
            let place = match (&failed.file, failed.line) {
                (Some(file), Some(line)) => format!(" ({file}:{line})"),
                (Some(file), None) => format!(" ({file})"),
                _ => String::new(),
            };
            let what = match (failed.why, &failed.class) {
                (LoadFailureKind::Syntax, _) => format!("syntax error: {}", failed.message),
                (LoadFailureKind::Invalid, _) => format!("cannot be compiled: {}", failed.message),
                (LoadFailureKind::Import, _) => format!("import error: {}", failed.message),
                (LoadFailureKind::Raised, Some(class)) => format!("raised {class} when loaded: {}", failed.message),
                (LoadFailureKind::Missing, _) if !failed.candidates.is_empty() => {
                    let named: Vec<String> = failed.candidates.iter().map(|name| format!("`{name}`")).collect();
                    format!("{}; did they mean {}? --alias takes it", failed.message, named.join(", "))
                }
                (LoadFailureKind::Ambiguous, _) => format!("{}: {}", failed.message, failed.candidates.join(", ")),
                _ => failed.message.clone(),
            };
            Some(what + &place)
        }
    };
    said.map(|why| why.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Writes both files, whole or not at all, and sums up.
pub fn write(about: &About<'_>, roll: &Roll, store: &Store, summary: &mut Summary) -> Result<(), StoreError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |error: io::Error| match error.kind() {
            io::ErrorKind::StorageFull => StoreError::Full,
            _ => StoreError::Folder(path, error),
        }
    };
    let mut json = Draft::new(store.folder().join("results.json"))?;
    let mut csv = Draft::new(store.folder().join("results.csv"))?;
    let (json_path, csv_path) = (json.path.clone(), csv.path.clone());
    json.open(about).map_err(failed(&json_path))?;
    csv.line(&header(about.exam)).map_err(failed(&csv_path))?;
    for (index, listed) in roll.members.iter().enumerate() {
        let Some(entry) = store.entry(&listed.name)? else { continue };
        let verdict = Verdict::new(about.exam, &entry, about.excluded);
        summary.add(about.exam, &entry, &verdict);
        let separator = if index == 0 { "" } else { "," };
        let text = format!("{separator}\n    {}", object(about.exam, listed, &entry, &verdict));
        json.text(&text).map_err(failed(&json_path))?;
        csv.line(&row(about.exam, listed, &entry, &verdict)).map_err(failed(&csv_path))?;
    }
    json.text("\n  ]\n}\n").map_err(failed(&json_path))?;
    json.done().map_err(failed(&json_path))?;
    csv.done().map_err(failed(&csv_path))
}

fn object(exam: &PreparedSuite, listed: &Listed, entry: &Entry, verdict: &Verdict) -> Json {
    let graded = matches!(entry.status, Status::Graded(_));
    let tests = exam.tests.iter().zip(&verdict.outcomes);
    let outcomes: Map<String, Json> =
        tests.clone().map(|(test, outcome)| (test.id.clone(), Json::from(outcome.word()))).collect();
    let details: Map<String, Json> = tests
        .map(|(test, outcome)| (test.id.clone(), outcome.detail()))
        .filter(|(_, detail)| !detail.is_empty())
        .map(|(id, detail)| (id, Json::from(detail)))
        .collect();
    let mut object = json!({
        "name": entry.name,
        "language": entry.language,
        "status": if graded { "graded" } else { "could_not_run" },
        "reason": reason(&entry.status),
        "wrong": verdict.wrong,
        "tests": verdict.tests,
        "unstable": !entry.unstable.is_empty(),
        "outcomes": outcomes,
        "fingerprint": verdict.fingerprint.iter().map(|bucket| &exam.buckets[*bucket].fails).collect::<Vec<_>>(),
    });
    let mut add = |name: &str, value: Json| {
        if let Json::Object(fields) = &mut object {
            fields.insert(name.to_owned(), value);
        }
    };
    if let Status::Graded(ready) = &entry.status {
        add("entry", json!({ "file": ready.file, "name": ready.name }));
    }
    if !details.is_empty() {
        add("details", Json::Object(details));
    }
    if !entry.unstable.is_empty() {
        add("evidence", json!(entry.unstable));
    }
    if let Some(why) = verdict.cut_short {
        add("not_run", json!(verdict.not_run));
        add("cut_short", json!(why.word()));
    }
    if !listed.submitters.is_empty() {
        add("submitters", json!(listed.submitters));
    }
    if let Some(other) = &listed.same_as {
        add("same_as", json!(other));
    }
    if !listed.notes.is_empty() {
        add("notes", json!(listed.notes));
    }
    if !entry.printed.is_empty() {
        add("printed", json!(entry.printed));
    }
    object
}

fn header(exam: &PreparedSuite) -> Vec<String> {
    let fixed = ["name", "sid", "language", "status", "reason", "tests", "wrong", "unstable"].map(str::to_owned);
    fixed.into_iter().chain(exam.subproperties.iter().cloned()).collect()
}

fn row(exam: &PreparedSuite, listed: &Listed, entry: &Entry, verdict: &Verdict) -> Vec<String> {
    let graded = matches!(entry.status, Status::Graded(_));
    let ids: Vec<&str> = listed.submitters.iter().filter_map(|one| one.sid.as_deref()).collect();
    let mut row = vec![
        cell(&entry.name),
        cell(&ids.join(" ")),
        cell(&entry.language),
        if graded { "graded" } else { "could_not_run" }.to_owned(),
        cell(&reason(&entry.status).unwrap_or_default()),
        verdict.tests.to_string(),
        verdict.wrong.to_string(),
        (!entry.unstable.is_empty()).to_string(),
    ];
    let missed = verdict.missed(exam);
    row.extend(missed.iter().map(|count| if graded { count.to_string() } else { String::new() }));
    row
}

/// A file that takes its place when it is complete.
struct Draft {
    path: PathBuf,
    written: PathBuf,
    file: BufWriter<File>,
}

impl Draft {
    fn new(path: PathBuf) -> Result<Self, StoreError> {
        let mut draft = path.clone().into_os_string();
        draft.push(".part");
        let draft = PathBuf::from(draft);
        let file = File::create(&draft).map_err(|error| StoreError::Folder(draft.clone(), error))?;
        Ok(Self { path, written: draft, file: BufWriter::new(file) })
    }

    fn open(&mut self, about: &About<'_>) -> io::Result<()> {
        let exam = about.exam;
        let (problem, suite) = (json!(exam.problem), json!({ "sha256": about.suite_sha256 }));
        let fields = [
            ("format", json!(FORMAT)),
            ("problem", problem),
            ("suite", suite),
            ("seed", json!(exam.seed)),
            ("sandbox", json!(about.sandbox)),
            ("subproperties", json!(exam.subproperties)),
            ("excluded", json!(about.excluded)),
        ];
        self.text("{")?;
        let fields = fields.into_iter().filter(|(_, value)| *value != json!([]));
        for (name, value) in fields {
            self.text(&format!("\n  \"{name}\": {value},"))?;
        }
        self.text("\n  \"submissions\": [")
    }

    fn text(&mut self, text: &str) -> io::Result<()> {
        self.file.write_all(text.as_bytes())
    }

    fn line(&mut self, cells: &[String]) -> io::Result<()> {
        self.text(&write_row(cells))?;
        self.text("\n")
    }

    fn done(mut self) -> io::Result<()> {
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        fs::rename(&self.written, &self.path)
    }
}
