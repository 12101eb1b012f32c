//! What is stored is read again, whole and unchanged; folders that are not ours are refused.

use std::fs;
use std::path::{Path, PathBuf};

use grading::form::Invalid;
use grading::results::outcomes;
use grading::roster::{Person, RosterEntry};
use grading::store::SourceFile;
use grading::{
    Exclusion, Exclusions, LoadStatus, Results, Roster, Store, StoreError, StoredSource, StoredSubmission,
    SubmissionSource,
};
use runner::Outcome;
use runner::grade::Unstable;
use runner::outcome::{NotRunReason, RaisedException};
use runner::prepared::PreparedSuite;
use runner::protocol::{LoadFailure, LoadFailureKind, Ready, UndefinedName};
use sandbox::SandboxLevel;
use suite::Suite;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn suite() -> Suite {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/toposort-suite.json");
    suite::read::read(fs::read(path).expect("the suite")).expect("a suite")
}

fn prepared_suite(suite: &Suite) -> PreparedSuite {
    PreparedSuite::new(&suite::read::problem(suite).expect("a problem"), suite, 0).expect("a prepared suite")
}

fn stored(name: &str, outcomes: Vec<(String, String, Outcome)>) -> StoredSubmission {
    StoredSubmission {
        name: name.to_owned(),
        sha256: "aa".to_owned(),
        conditions: "bb".to_owned(),
        language: "python".to_owned(),
        status: LoadStatus::Graded(Ready { file: name.to_owned(), name: "is_valid".to_owned(), notes: Vec::new() }),
        unstable: vec![Unstable { test: "t".to_owned(), first: "accepted".to_owned(), then: "rejected".to_owned() }],
        printed: "hello\n".to_owned(),
        source: Some(SourceFile { file: name.to_owned(), text: "def is_valid(): ...\n".to_owned() }),
        outcomes,
    }
}

fn outcome(test: &str, digest: &str, outcome: Outcome) -> (String, String, Outcome) {
    (test.to_owned(), digest.to_owned(), outcome)
}

#[test]
fn a_submission_is_read_as_it_was_stored() {
    let folder = folder();
    let raised = Outcome::Raised(RaisedException { class: "KeyError".to_owned(), ..RaisedException::default() });
    let one =
        stored("a.py", vec![outcome("t1", "d1", raised), outcome("t2", "d2", Outcome::NotRun(NotRunReason::Budget))]);
    let mut store = Store::open(folder.path(), "toposort").expect("a store");
    store.store(&one, true).expect("stored");
    drop(store);
    let store = Store::open(folder.path(), "toposort").expect("the same store");
    let read = store.submission("a.py").expect("no fault").expect("a submission");
    assert_eq!(format!("{read:?}"), format!("{one:?}"));
    assert!(store.submission("b.py").expect("no fault").is_none());
}

/// Statuses of earlier releases have neither.
#[test]
fn notes_and_undefined_names_are_stored_and_can_be_absent() {
    let folder = folder();
    let database = || rusqlite::Connection::open(folder.path().join("results.sqlite")).expect("a database");
    let read = || {
        let store = Store::open(folder.path(), "toposort").expect("a store");
        store.submission("a.py").expect("no fault").expect("a submission").status
    };
    let set = |status: &LoadStatus| {
        let mut store = Store::open(folder.path(), "toposort").expect("a store");
        store.store(&StoredSubmission { status: status.clone(), ..stored("a.py", Vec::new()) }, true).expect("stored");
    };
    let ready = Ready { file: "a.py".to_owned(), name: "is_valid".to_owned(), notes: vec!["a note".to_owned()] };
    let undefined = UndefinedName {
        name: "all-true".to_owned(),
        file: Some("a.py".to_owned()),
        line: Some(12),
        sketch: Some("fun all-true():\nend".to_owned()),
        from: Some("common.arr".to_owned()),
    };
    let failure = LoadFailure::new(LoadFailureKind::Invalid, "m".to_owned());
    let (undefined, notes) = (vec![undefined], vec!["another".to_owned()]);
    let failed = LoadStatus::Failed(Box::new(LoadFailure { undefined, notes, ..failure.clone() }));
    for status in [LoadStatus::Graded(ready.clone()), failed] {
        set(&status);
        assert_eq!(read(), status);
    }
    for (old, status) in [
        (r#"{"graded":{"file":"a.py","name":"is_valid"}}"#, LoadStatus::Graded(Ready { notes: Vec::new(), ..ready })),
        (r#"{"failed":{"why":"invalid","message":"m"}}"#, LoadStatus::Failed(Box::new(failure))),
    ] {
        set(&status);
        let written: String = database().query_row("select status from submission", [], |row| row.get(0)).expect("one");
        assert_eq!(written, old, "what is absent is not written");
        assert_eq!(read(), status);
    }
}

/// With new tests only these are run, and the older outcomes stay; a changed submission starts anew.
#[test]
fn older_outcomes_stay_unless_they_are_forgotten() {
    let folder = folder();
    let mut store = Store::open(folder.path(), "toposort").expect("a store");
    let tests = |store: &Store| -> Vec<String> {
        let one = store.submission("a.py").expect("no fault").expect("a submission");
        one.outcomes.into_iter().map(|(test, _, outcome)| format!("{test} {}", outcome.word())).collect()
    };
    store.store(&stored("a.py", vec![outcome("t1", "d", Outcome::Accepted)]), true).expect("stored");
    store.store(&stored("a.py", vec![outcome("t2", "d", Outcome::Rejected)]), false).expect("stored");
    assert_eq!(tests(&store), ["t1 accepted", "t2 rejected"]);
    store.store(&stored("a.py", vec![outcome("t2", "d", Outcome::Accepted)]), false).expect("stored");
    assert_eq!(tests(&store), ["t1 accepted", "t2 accepted"]);
    store.store(&stored("a.py", vec![outcome("t3", "d", Outcome::Accepted)]), true).expect("stored");
    assert_eq!(tests(&store), ["t3 accepted"]);
}

#[test]
fn folders_that_cannot_be_used_are_refused() {
    let folder = folder();
    let store = Store::open(folder.path(), "toposort").expect("a store");
    assert!(matches!(Store::open(folder.path(), "toposort"), Err(StoreError::Busy(_))));
    drop(store);
    let other = Store::open(folder.path(), "sortacle");
    assert!(matches!(other, Err(StoreError::OtherProblem { found, .. }) if found == "toposort"));
    let database = rusqlite::Connection::open(folder.path().join("results.sqlite")).expect("a database");
    database.pragma_update(None, "user_version", 99).expect("updated");
    drop(database);
    assert!(matches!(Store::open(folder.path(), "toposort"), Err(StoreError::Newer(_))));
    fs::write(folder.path().join("results.sqlite"), "not a database ".repeat(100)).expect("written");
    assert!(matches!(Store::open(folder.path(), "toposort"), Err(StoreError::Damaged { .. })));
    let foreign = self::folder();
    fs::write(foreign.path().join("notes.txt"), "mine").expect("written");
    assert!(matches!(Store::open(foreign.path(), "toposort"), Err(StoreError::NotResults(_))));
    assert_eq!(fs::read_dir(foreign.path()).expect("a folder").count(), 1, "nothing was created");
}

#[test]
fn results_are_private() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let path: PathBuf = folder.path().join("results");
    let _store = Store::open(&path, "toposort").expect("a store");
    assert_eq!(fs::metadata(&path).expect("a folder").permissions().mode() & 0o777, 0o700);
}

/// Rows that another release wrote in its own way are as good as absent: the submission is graded again.
#[test]
fn unreadable_rows_are_absent() {
    let folder = folder();
    let mut store = Store::open(folder.path(), "toposort").expect("a store");
    store.store(&stored("a.py", vec![outcome("t1", "d", Outcome::Accepted)]), true).expect("stored");
    drop(store);
    let database = rusqlite::Connection::open(folder.path().join("results.sqlite")).expect("a database");
    database.execute("update submission set kinds = '[\"unheard_of\"]'", []).expect("updated");
    drop(database);
    let store = Store::open(folder.path(), "toposort").expect("a store");
    assert!(store.submission("a.py").expect("no fault").is_none());
    drop(store);
    let mut store = Store::open(folder.path(), "toposort").expect("a store");
    store.store(&stored("a.py", vec![outcome("t1", "d", Outcome::Accepted)]), true).expect("stored");
    assert!(store.submission("a.py").expect("no fault").is_some(), "graded again");
    drop(store);
    let database = rusqlite::Connection::open(folder.path().join("results.sqlite")).expect("a database");
    database.execute("update submission set status = '{}'", []).expect("updated");
    drop(database);
    let store = Store::open(folder.path(), "toposort").expect("a store");
    assert!(store.submission("a.py").expect("no fault").is_none());
}

#[test]
fn exclusions_and_the_roster_are_stored() {
    let folder = folder();
    let mut store = Store::open(folder.path(), "toposort").expect("a store");
    assert_eq!(Exclusions::load(&store).expect("no fault"), Exclusions::default());
    assert_eq!(Roster::load(&store).expect("no fault"), None);
    let exclusions = Exclusions(vec![Exclusion { what: "uniqueness".to_owned(), reason: "not taught yet".to_owned() }]);
    exclusions.save(&mut store).expect("saved");
    let person = Person { name: Some("Ann".to_owned()), sid: Some("17".to_owned()), email: None };
    let ann = RosterEntry { name: "a.py".to_owned(), submitters: vec![person], ..RosterEntry::default() };
    let bob = RosterEntry {
        name: "b.py".to_owned(),
        same_as: Some("a.py".to_owned()),
        notes: vec!["a note".to_owned()],
        ..RosterEntry::default()
    };
    let roster = Roster::of(SandboxLevel::Full, "00", vec![ann, bob]);
    roster.save(&mut store).expect("saved");
    drop(store);
    let store = Store::open(folder.path(), "toposort").expect("a store");
    assert_eq!(Exclusions::load(&store).expect("no fault"), exclusions);
    assert_eq!(exclusions.names(), ["uniqueness"]);
    assert_eq!(Roster::load(&store).expect("no fault"), Some(roster));
}

/// Outcomes belong to a test and to the very arguments that it was run with.
#[test]
fn outcomes_are_in_the_order_of_the_suite() {
    let suite = suite();
    let prepared_suite = prepared_suite(&suite);
    let [first, second] = [&prepared_suite.tests[0], &prepared_suite.tests[1]];
    let mut one = stored(
        "a.py",
        vec![
            outcome(&second.id, "another digest", Outcome::Accepted),
            outcome(&first.id, &first.digest, Outcome::Rejected),
            outcome("a test of an older suite", "d", Outcome::Accepted),
        ],
    );
    let all = outcomes(&prepared_suite, &one);
    assert_eq!(all.len(), prepared_suite.tests.len());
    assert_eq!(all[0], Outcome::Rejected);
    assert!(all[1..].iter().all(|outcome| *outcome == Outcome::NotRun(NotRunReason::NotRecorded)));
    one.status = LoadStatus::Unusable("empty".to_owned());
    assert!(outcomes(&prepared_suite, &one).is_empty());
}

#[test]
fn results_are_those_of_the_roster() {
    let (folder, suite) = (folder(), suite());
    let prepared_suite = prepared_suite(&suite);
    let mut store = Store::open(folder.path(), &prepared_suite.problem).expect("a store");
    let load = |store: &Store, sha256: &str| {
        let problem = suite::read::problem(&suite).expect("a problem");
        Results::load(store, problem, suite.clone(), sha256.to_owned(), &prepared_suite)
    };
    assert!(load(&store, "00").expect("no fault").is_none(), "no run was completed");
    let all: Vec<_> =
        prepared_suite.tests.iter().map(|test| outcome(&test.id, &test.digest, Outcome::Accepted)).collect();
    for name in ["a.py", "b.py", "gone.py"] {
        store.store(&stored(name, all.clone()), true).expect("stored");
    }
    let member = |name: &str| RosterEntry { name: name.to_owned(), ..RosterEntry::default() };
    let roster = |names: &[&str]| Roster::of(SandboxLevel::Full, "00", names.iter().map(|name| member(name)).collect());
    roster(&["b.py", "a.py"]).save(&mut store).expect("saved");
    let results = load(&store, "00").expect("no fault").expect("results");
    let source = StoredSource::new(&store, &results, &prepared_suite);
    let read = |index: usize| source.read(index).expect("a submission");
    assert_eq!(
        [read(0), read(1)].map(|one| (one.ran(), one.stored.name)),
        [(true, "b.py".to_owned()), (true, "a.py".to_owned())]
    );
    assert_eq!(read(0).outcomes, vec![Outcome::Accepted; prepared_suite.tests.len()]);
    assert!(matches!(load(&store, "01"), Err(StoreError::OtherSuite(_))));
    let why = |store: &Store, index: usize| {
        let results = load(store, "00").expect("no fault").expect("results");
        match StoredSource::new(store, &results, &prepared_suite).read(index) {
            Err(StoreError::Submission { name, why, .. }) => (name, why),
            other => panic!("{other:?}"),
        }
    };
    roster(&["b.py", "never stored.py"]).save(&mut store).expect("saved");
    assert_eq!(why(&store, 1), ("never stored.py".to_owned(), Invalid::Absent));
    // Leaving out the tests that a predicate fails does not help it.
    roster(&["b.py"]).save(&mut store).expect("saved");
    store.store(&stored("b.py", all[1..].to_vec()), true).expect("stored");
    assert_eq!(why(&store, 0), ("b.py".to_owned(), Invalid::Incomplete));
}

/// A run that is killed while it writes a file leaves a draft of it. The next one removes drafts, and nothing else.
#[test]
fn drafts_of_killed_runs_are_removed() {
    let folder = folder();
    drop(Store::open(folder.path(), "toposort").expect("a store"));
    let kept = ["mine.part", "suite.json.part", "suite.json.a.b.part", "notes.json.abc.part"];
    for name in kept.into_iter().chain(["suite.json.yyd3zm.part", "report.html.Abc123.part"]) {
        fs::write(folder.path().join(name), "x").expect("a file");
    }
    drop(Store::open(folder.path(), "toposort").expect("a store"));
    let mut left: Vec<String> = fs::read_dir(folder.path())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| name.contains(".part"))
        .collect();
    left.sort();
    let mut expected = kept.map(ToOwned::to_owned);
    expected.sort();
    assert_eq!(left, expected);
}
