//! What was proved is stored beside the outcomes, read again, and believed only if it fits.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use decision::{
    Answer, Claim, ConfirmedBucket, ConfirmedDecision, FORMAT, ProofFinding, ProofVerdict, ProofWitness, Reason,
    SubmissionPlace, Undecided,
};
use grading::form::Invalid;
use grading::proofs::question;
use grading::roster::RosterEntry;
use grading::{
    JobProver, LoadStatus, ProofChecker, ProofEvent, ProofRun, ProvedBuckets, Results, Roster, Store, StoreError,
    StoredProof, StoredSource, StoredSubmission, SubmissionSource, prove,
};
use lang::problem::Problem;
use runner::Outcome;
use runner::prepared::PreparedSuite;
use runner::protocol::Ready;
use rusqlite::Connection;
use sandbox::SandboxLevel;
use serde_json::{Map, Value as Json, json};
use submissions::{GatherOptions, Submission, gather};
use suite::Suite;

fn suite() -> Suite {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/toposort-suite.json");
    suite::read::read(fs::read(path).expect("the suite")).expect("a suite")
}

fn problem(suite: &Suite) -> Problem {
    suite::read::problem(suite).expect("a problem")
}

fn object(json: Json) -> Map<String, Json> {
    match json {
        Json::Object(map) => map,
        other => panic!("{other}"),
    }
}

/// A test of the suite in a negative bucket, as a witness that was accepted.
fn witness(suite: &Suite) -> (Vec<String>, ProofWitness) {
    let bucket = suite.buckets.iter().find(|bucket| bucket.tests.iter().any(|test| !test.expect)).expect("a bucket");
    let test = &bucket.tests[0];
    let (input, output, atoms) = (test.input.clone(), test.output.clone(), test.atoms.clone());
    let (expect, answer, smallest, beyond_scope) = (false, Answer::Accepted, true, false);
    (bucket.fails.clone(), ProofWitness { input, output, atoms, expect, answer, smallest, beyond_scope })
}

fn decision(suite: &Suite) -> ConfirmedDecision {
    let (fails, witness) = witness(suite);
    let reason = Reason {
        at: Some(SubmissionPlace { file: "a.py".to_owned(), line: 3 }),
        ..Reason::new(Undecided::Size, "too large")
    };
    let bucket = |fails, verdict| ConfirmedBucket { fails, verdict };
    ConfirmedDecision {
        format: FORMAT,
        claim: Some(Claim::Equality),
        buckets: vec![
            bucket(Vec::new(), ProofVerdict::Correct),
            bucket(fails, ProofVerdict::Wrong(Box::new(witness))),
            bucket(vec!["none_dropped".to_owned(), "uniqueness".to_owned()], ProofVerdict::Undecided(reason)),
        ],
        findings: vec![ProofFinding::Raises { exception: "KeyError".to_owned(), at: None }],
        ..ConfirmedDecision::undecided([], &Reason::new(Undecided::Size, ""))
    }
}

fn proof(suite: &Suite) -> StoredProof {
    StoredProof {
        sha256: "aa".to_owned(),
        question: question(suite),
        conditions: "cc".to_owned(),
        milliseconds: 10_000,
        decision: decision(suite),
    }
}

fn stored(name: &str, sha256: &str, prepared_suite: &PreparedSuite) -> StoredSubmission {
    let tests = prepared_suite.tests.iter().map(|test| (test.id.clone(), test.digest.clone(), Outcome::Accepted));
    StoredSubmission {
        name: name.to_owned(),
        sha256: sha256.to_owned(),
        conditions: "bb".to_owned(),
        language: "python".to_owned(),
        status: LoadStatus::Graded(Ready { file: name.to_owned(), name: "f".to_owned(), notes: Vec::new() }),
        unstable: Vec::new(),
        printed: String::new(),
        source: None,
        outcomes: tests.collect(),
    }
}

/// A folder with the outcomes and a proof of `a.py`.
fn folder(suite: &Suite, proof: &StoredProof) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let prepared_suite = PreparedSuite::new(&problem(suite), suite, 0).expect("a prepared suite");
    let mut store = Store::open(folder.path(), "toposort").expect("a store");
    store.store(&stored("a.py", "aa", &prepared_suite), true).expect("stored");
    let mut proved = ProvedBuckets::new(&proof.question);
    store.store_proof(&["a.py"], proof, &mut proved).expect("stored");
    let entry = RosterEntry { name: "a.py".to_owned(), ..RosterEntry::default() };
    Roster::of(SandboxLevel::Full, "00", vec![entry]).save(&mut store).expect("saved");
    folder
}

/// What a report sees of `a.py`.
fn read(folder: &Path, suite: &Suite) -> Result<Option<ConfirmedDecision>, StoreError> {
    let prepared_suite = PreparedSuite::new(&problem(suite), suite, 0).expect("a prepared suite");
    let store = Store::read(folder, "toposort").expect("a store");
    let results = Results::load(&store, problem(suite), suite.clone(), "00".to_owned(), &prepared_suite)?;
    let results = results.expect("results");
    let source = StoredSource::new(&store, &results, &prepared_suite);
    Ok(source.read(0)?.proof.map(|decision| *decision))
}

#[test]
fn a_proof_is_read_as_it_was_stored() {
    let suite = suite();
    let folder = folder(&suite, &proof(&suite));
    let store = Store::read(folder.path(), "toposort").expect("a store");
    assert_eq!(store.proof("a.py").expect("no fault").expect("valid"), Some(proof(&suite)));
    assert_eq!(store.proof("b.py").expect("no fault").expect("valid"), None);
    drop(store);
    assert_eq!(read(folder.path(), &suite).expect("read"), Some(decision(&suite)));
}

/// A proof is about these files, this problem and this scope.
#[test]
fn a_proof_of_something_else_says_nothing() {
    let suite = suite();
    let changes: [fn(&mut StoredProof); 2] =
        [|proof| proof.sha256 = "ab".to_owned(), |proof| proof.question = "q".to_owned()];
    for change in changes {
        let mut other = proof(&suite);
        change(&mut other);
        assert_eq!(read(folder(&suite, &other).path(), &suite).expect("read"), None);
    }
    let mut wider = suite.clone();
    wider.scope = json!({});
    assert_ne!(question(&wider), question(&suite));
}

/// Another release may write decisions in another form: they are not read, and the submission is proved again.
#[test]
fn another_format_is_not_read() {
    let suite = suite();
    let mut other = proof(&suite);
    other.decision.format = FORMAT + 1;
    let folder = tempfile::tempdir().expect("a folder");
    let prepared_suite = PreparedSuite::new(&problem(&suite), &suite, 0).expect("a prepared suite");
    let mut store = Store::open(folder.path(), "toposort").expect("a store");
    store.store(&stored("a.py", "aa", &prepared_suite), true).expect("stored");
    store.store_proof(&["a.py"], &other, &mut ProvedBuckets::new(&other.question)).expect("stored");
    let read = store.proof("a.py").expect("no fault").expect("valid").expect("a proof");
    // We do not write what we could not read.
    assert!(read.decision.buckets.iter().all(|one| matches!(one.verdict, ProofVerdict::Undecided(_))));
}

#[test]
fn every_edit_of_a_proof_is_noticed() {
    let suite = suite();
    for change in [
        "update proof set sha256 = 'aa' || ' '",
        "update proof set question = 'x'",
        "update proof set conditions = 'x'",
        "update proof set milliseconds = 1",
        "update proof set decision = replace(decision, 'accepted', 'no_answer')",
        "update proof set decision = replace(decision, 'KeyError', 'TypeError')",
        "update proof set digest = ''",
    ] {
        let folder = folder(&suite, &proof(&suite));
        let database = Connection::open(folder.path().join("results.sqlite")).expect("a database");
        assert_eq!(database.execute(change, []).expect("changed"), 1, "{change}");
        drop(database);
        let store = Store::read(folder.path(), "toposort").expect("a store");
        assert_eq!(store.proof("a.py").expect("no fault").expect_err(change), Invalid::Changed, "{change}");
        drop(store);
        let why = read(folder.path(), &suite).expect_err(change);
        assert!(matches!(why, StoreError::Submission { why: Invalid::Changed, .. }), "{change}: {why}");
    }
}

/// Without its proof, a submission would seem better than it is.
#[test]
fn a_proof_that_is_gone_is_missed() {
    let suite = suite();
    let folder = folder(&suite, &proof(&suite));
    let database = Connection::open(folder.path().join("results.sqlite")).expect("a database");
    assert_eq!(database.execute("delete from proof", []).expect("deleted"), 1);
    drop(database);
    let why = read(folder.path(), &suite).expect_err("something is missing");
    assert!(matches!(why, StoreError::ChangedProofs(_)), "{why}");
}

/// Someone who can compute digests still cannot accuse a submission with a pair that shows nothing.
#[test]
fn a_witness_must_be_a_pair_of_its_bucket() {
    let suite = suite();
    let changes: [(&str, Change); 8] = [
        ("another bucket", |one| {
            one.buckets[1].fails = vec!["no_new".to_owned(), "uniqueness".to_owned(), "sortedness".to_owned()];
        }),
        ("no such subproperty", |one| one.buckets[0].fails = vec!["x".to_owned()]),
        ("in another order", |one| one.buckets[2].fails.reverse()),
        ("expected", |one| change_witness(one, |witness| witness.expect = true)),
        ("not wrong", |one| change_witness(one, |witness| witness.answer = Answer::Rejected)),
        ("not a pair", |one| change_witness(one, |witness| witness.output = Map::new())),
        ("kinds", |one| {
            change_witness(one, |witness| {
                witness.atoms = BTreeMap::from([("X".to_owned(), lang::problem::AtomKind::Int)]);
            });
        }),
        ("too large", |one| {
            change_witness(one, |witness| {
                let many: Vec<Json> = (0..40).map(|number| json!(number)).collect();
                witness.output = object(json!({ "order": many }));
            });
        }),
    ];
    let problem = problem(&suite);
    let checker = ProofChecker::new(&problem);
    assert!(checker.fits(&decision(&suite)));
    // What was put into its bucket before is believed only as it was.
    for (what, change) in changes {
        let mut other = proof(&suite);
        change(&mut other.decision);
        assert!(!checker.fits(&other.decision), "{what}");
        let folder = folder(&suite, &other);
        assert!(read(folder.path(), &suite).is_err(), "{what}");
    }
}

type Change = fn(&mut ConfirmedDecision);

fn change_witness(decision: &mut ConfirmedDecision, change: impl Fn(&mut ProofWitness)) {
    for bucket in &mut decision.buckets {
        if let ProofVerdict::Wrong(witness) = &mut bucket.verdict {
            change(witness);
        }
    }
}

/// The class of a run: `b.py` is a copy of `a.py`, `d.arr` is in another language, `e.py` could not run.
struct Class {
    _files: tempfile::TempDir,
    results: tempfile::TempDir,
    submissions: Vec<Submission>,
    suite: Suite,
}

fn class() -> Class {
    let (files, results, suite) =
        (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"), suite());
    for (name, text) in [("a.py", "1"), ("b.py", "1"), ("c.py", "2"), ("d.arr", "3"), ("e.py", "4")] {
        let folder = files.path().join(name.replace('.', "-"));
        fs::create_dir(&folder).expect("a folder");
        fs::write(folder.join(if name == "d.arr" { "x.arr" } else { "x.py" }), text).expect("written");
    }
    let options = GatherOptions::new([".py".to_owned(), ".arr".to_owned()].iter());
    let submissions = gather(&[files.path().to_owned()], &options).expect("submissions").submissions;
    assert_eq!(submissions.len(), 5);
    let prepared_suite = PreparedSuite::new(&problem(&suite), &suite, 0).expect("a prepared suite");
    let mut store = Store::open(results.path(), "toposort").expect("a store");
    for one in &submissions {
        let sha256 = one.content.as_ref().expect("files").sha256();
        let mut stored = stored(&one.name, sha256, &prepared_suite);
        if one.name.starts_with('d') {
            "pyret".clone_into(&mut stored.language);
        }
        if one.name.starts_with('e') {
            stored.status = LoadStatus::Unusable("x".to_owned());
        }
        store.store(&stored, true).expect("stored");
    }
    drop(store);
    Class { _files: files, results, submissions, suite }
}

/// Proves the class; returns how often the prover was asked, and what was said about progress.
fn run(
    class: &Class,
    milliseconds: u64,
    limits: &str,
    fresh: bool,
    reason: Option<Undecided>,
) -> (usize, Vec<ProofEvent>) {
    let (asked, problem) = (AtomicUsize::new(0), problem(&class.suite));
    let make_prover = |_: usize| -> Result<JobProver<'_, StoreError>, StoreError> {
        Ok(Box::new(|submission: &Submission, stored: &StoredSubmission| {
            assert_eq!(submission.name, stored.name);
            assert!(!stored.outcomes.is_empty(), "it knows what the tests showed");
            asked.fetch_add(1, Ordering::Relaxed);
            let mut decision = decision(&class.suite);
            if let Some(kind) = reason {
                decision.buckets[0].verdict = ProofVerdict::Undecided(Reason::new(kind, "it ended"));
            }
            Ok(decision)
        }))
    };
    let checker = ProofChecker::new(&problem);
    let question = question(&class.suite);
    let run = ProofRun {
        make_prover: &make_prover,
        checker: &checker,
        question: &question,
        limits,
        milliseconds,
        jobs: 2,
        fresh,
    };
    let mut events = Vec::new();
    let mut store = Store::open(class.results.path(), "toposort").expect("a store");
    prove(&run, &class.submissions, &mut store, &mut |event| events.push(event)).expect("proved");
    (asked.into_inner(), events)
}

#[test]
fn equal_submissions_are_proved_once_and_stored_proofs_are_reused() {
    let class = class();
    let (asked, events) = run(&class, 1000, "l", false, None);
    assert_eq!(asked, 2);
    assert_eq!(events[0], ProofEvent::Begins { all: 3, known: 0 });
    let decided: usize =
        events[1..].iter().map(|event| if let ProofEvent::Decided(number) = event { *number } else { 0 }).sum();
    assert_eq!(decided, 3);
    let store = Store::read(class.results.path(), "toposort").expect("a store");
    let has = |name: &str| store.proof(name).expect("no fault").expect("valid").is_some();
    let names: Vec<&str> = class.submissions.iter().map(|one| &*one.name).collect();
    assert_eq!(names.iter().map(|name| has(name)).collect::<Vec<_>>(), [true, true, true, false, false]);
    let proved = ProvedBuckets::load(&store, &question(&class.suite)).expect("buckets");
    assert_eq!(proved.buckets.len(), 3);
    drop(store);
    assert_eq!(run(&class, 1000, "l", false, None), (0, vec![ProofEvent::Begins { all: 3, known: 3 }]));
    // A higher limit on time changes nothing about what was decided; other limits do.
    assert_eq!(run(&class, 9000, "l", false, None).0, 0);
    assert_eq!(run(&class, 1000, "m", false, None).0, 2);
    assert_eq!(run(&class, 1000, "m", true, None).0, 2);
    // What was lost of one of two equal submissions is taken from the other.
    let database = Connection::open(class.results.path().join("results.sqlite")).expect("a database");
    database.execute("delete from proof where submission = ?", [names[0]]).expect("deleted");
    drop(database);
    assert_eq!(run(&class, 1000, "m", false, None), (0, vec![ProofEvent::Begins { all: 3, known: 3 }]));
}

#[test]
fn what_ended_at_a_limit_on_time_is_tried_again_with_more() {
    let class = class();
    assert_eq!(run(&class, 1000, "l", false, Some(Undecided::Limits)).0, 2);
    assert_eq!(run(&class, 1000, "l", false, None).0, 0);
    assert_eq!(run(&class, 500, "l", false, None).0, 0);
    assert_eq!(run(&class, 2000, "l", false, Some(Undecided::NotRun)).0, 2);
    // The machine was to blame.
    assert_eq!(run(&class, 2000, "l", false, None).0, 2);
    assert_eq!(run(&class, 2000, "l", false, None).0, 0);
}

/// What was decided before an engine failed is kept.
#[test]
fn a_prover_that_fails_ends_the_run() {
    let (class, problem) = (class(), problem(&suite()));
    let make_prover = |_: usize| -> Result<JobProver<'_, StoreError>, StoreError> {
        let mut asked = 0;
        let class = &class;
        Ok(Box::new(move |_: &Submission, _: &StoredSubmission| {
            asked += 1;
            if asked == 1 { Ok(decision(&class.suite)) } else { Err(StoreError::Full) }
        }))
    };
    let (checker, question) = (ProofChecker::new(&problem), &question(&class.suite));
    let (limits, milliseconds, jobs, fresh) = ("l", 1000, 1, false);
    let run = ProofRun { make_prover: &make_prover, checker: &checker, question, limits, milliseconds, jobs, fresh };
    let mut store = Store::open(class.results.path(), "toposort").expect("a store");
    assert!(matches!(prove(&run, &class.submissions, &mut store, &mut |_| {}), Err(StoreError::Full)));
    // What is stored fits together at any moment, so that a run may be killed.
    let proved = ProvedBuckets::load(&store, question).expect("nothing is missing");
    assert_eq!(proved.buckets.len(), 3);
    drop(store);
    assert_eq!(self::run(&class, 1000, "l", false, None).0, 1);
}

/// Buckets that only stored decisions know are known again.
#[test]
fn a_lost_list_of_buckets_is_made_again() {
    let class = class();
    assert_eq!(run(&class, 1000, "l", false, None).0, 2);
    let question = question(&class.suite);
    for sql in ["delete from meta where key = 'proofs'", "delete from proof"] {
        let database = Connection::open(class.results.path().join("results.sqlite")).expect("a database");
        assert!(database.execute(sql, []).expect("deleted") > 0);
        drop(database);
        let missing = if sql.contains("meta") { 0 } else { 2 };
        assert_eq!(run(&class, 1000, "l", false, None).0, missing, "{sql}");
        let store = Store::read(class.results.path(), "toposort").expect("a store");
        assert_eq!(ProvedBuckets::load(&store, &question).expect("nothing is missing").buckets.len(), 3);
    }
}

/// A submission that was graded again as other files has no proof any more.
#[test]
fn a_changed_submission_is_proved_again() {
    let class = class();
    assert_eq!(run(&class, 1000, "l", false, None).0, 2);
    let name = class.submissions[2].name.clone();
    let mut store = Store::open(class.results.path(), "toposort").expect("a store");
    let mut one = store.submission(&name).expect("no fault").expect("a submission");
    one.conditions = "another sandbox".to_owned();
    store.store(&one, true).expect("stored");
    drop(store);
    assert_eq!(run(&class, 1000, "l", false, None).0, 1);
}
