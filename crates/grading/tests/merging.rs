//! Parts are joined without running anything: each submission once, in the order of the class, whatever the parts claim.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use decision::{Claim, ConfirmedBucket, ConfirmedDecision, ProofVerdict, Reason, Undecided};
use grading::conditions::LanguageConditions;
use grading::proofs::question;
use grading::roster::RosterEntry;
use grading::{
    ClassMember, ClassParts, LoadStatus, MergeError, MergeRecord, ProofChecker, ProvedBuckets, Roster, RunConditions,
    Shard, ShardRecord, Store, StoreError, StoredProof, StoredSubmission, check_parts, copy_parts,
};
use runner::Outcome;
use runner::limits::RunLimits;
use runner::prepared::PreparedSuite;
use runner::protocol::Ready;
use sandbox::SandboxLevel;
use suite::Suite;

const SUITE: &str = "the hash of the suite";

fn suite() -> Suite {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/toposort-suite.json");
    suite::read::read(fs::read(path).expect("the suite")).expect("a suite")
}

fn copy_all(
    parts: &ClassParts,
    prepared_suite: &PreparedSuite,
    store: &mut Store,
    on_submission: &mut dyn FnMut(),
) -> Result<(), MergeError> {
    let suite = suite();
    let problem = suite::read::problem(&suite).expect("a problem");
    copy_parts(parts, prepared_suite, (&question(&suite), &ProofChecker::new(&problem)), store, on_submission)
}

fn prepared_suite() -> PreparedSuite {
    let suite = suite();
    PreparedSuite::new(&suite::read::problem(&suite).expect("a problem"), &suite, 0).expect("a prepared suite")
}

fn class(size: usize) -> Vec<ClassMember> {
    let member = |number| ClassMember { name: format!("s{number}.py"), sha256: format!("{number:064x}") };
    (0..size).map(member).collect()
}

fn conditions(python: Option<&str>) -> RunConditions {
    let language = |version: &str| {
        let tools = BTreeMap::from([("python3".to_owned(), version.to_owned())]);
        ("python".to_owned(), LanguageConditions { adapter: "a".to_owned(), tools })
    };
    RunConditions {
        languages: python.map(language).into_iter().collect(),
        ..RunConditions::new(&RunLimits::default(), SandboxLevel::Full, 0)
    }
}

fn graded(prepared_suite: &PreparedSuite, member: &ClassMember) -> StoredSubmission {
    let tests = prepared_suite.tests.iter().map(|test| (test.id.clone(), test.digest.clone(), Outcome::Accepted));
    StoredSubmission {
        name: member.name.clone(),
        sha256: member.sha256.clone(),
        conditions: "c".to_owned(),
        language: "python".to_owned(),
        status: LoadStatus::Graded(Ready { file: member.name.clone(), name: "f".to_owned(), notes: Vec::new() }),
        unstable: Vec::new(),
        printed: String::new(),
        source: None,
        outcomes: tests.collect(),
    }
}

fn shard(index: u32, count: u32) -> Shard {
    Shard::new(index, count).expect("a part")
}

/// Writes a part as a run would. `change` is what someone else does with each of its submissions.
fn write_part(
    folder: &Path,
    mut record: ShardRecord,
    prepared_suite: &PreparedSuite,
    change: &dyn Fn(&mut StoredSubmission),
) -> PathBuf {
    let folder =
        folder.join(format!("part-{}-{}", record.shard.index(), fs::read_dir(folder).expect("a folder").count()));
    let mut store = Store::open(&folder, &prepared_suite.problem).expect("a store");
    for member in record.members() {
        let mut one = graded(prepared_suite, member);
        change(&mut one);
        store.store(&one, true).expect("stored");
    }
    let entry = |member: &ClassMember| RosterEntry { name: member.name.clone(), ..RosterEntry::default() };
    Roster::of(SandboxLevel::Full, SUITE, record.members().map(entry).collect()).save(&mut store).expect("saved");
    record.finished = true;
    record.save(&mut store).expect("saved");
    folder
}

fn record(index: u32, count: u32, size: usize) -> ShardRecord {
    ShardRecord::new(shard(index, count), class(size), conditions(Some("3.12.1")))
}

fn parts(folder: &Path, count: u32, size: usize, prepared_suite: &PreparedSuite) -> Vec<PathBuf> {
    (1..=count).map(|index| write_part(folder, record(index, count, size), prepared_suite, &|_| {})).collect()
}

#[test]
fn each_submission_is_stored_once_in_the_order_of_the_class() {
    let (folder, prepared_suite) = (tempfile::tempdir().expect("a folder"), prepared_suite());
    let mut folders = parts(folder.path(), 7, 100, &prepared_suite);
    folders.reverse();
    let parts = check_parts(&folders, &prepared_suite.problem, false).expect("parts that fit");
    assert_eq!((parts.submissions(), parts.count(), parts.ungraded().count()), (100, 7, 0));
    let mut store = Store::open(&folder.path().join("merged"), &prepared_suite.problem).expect("a store");
    let mut copied = 0;
    copy_all(&parts, &prepared_suite, &mut store, &mut || copied += 1).expect("copied");
    assert_eq!(copied, 100);
    let roster = Roster::load(&store).expect("no fault").expect("a roster");
    let names = |members: &[ClassMember]| members.iter().map(|one| one.name.clone()).collect::<Vec<_>>();
    assert_eq!(roster.members.iter().map(|one| one.name.clone()).collect::<Vec<_>>(), names(&class(100)));
    for member in class(100) {
        let stored = store.submission(&member.name).expect("no fault").expect("a submission");
        assert_eq!(format!("{stored:?}"), format!("{:?}", { graded_in_order(&prepared_suite, &member) }));
    }
    assert_eq!(MergeRecord::load(&store).expect("no fault"), Some(MergeRecord { parts: 7 }));
    MergeRecord::clear(&mut store).expect("cleared");
    assert_eq!(MergeRecord::load(&store).expect("no fault"), None);
}

/// Outcomes are read by test.
fn graded_in_order(prepared_suite: &PreparedSuite, member: &ClassMember) -> StoredSubmission {
    let mut one = graded(prepared_suite, member);
    one.outcomes.sort_by(|one, other| one.0.cmp(&other.0));
    one
}

/// Whoever writes a part as custodiet does still cannot bring in other submissions, or other versions of them.
#[test]
fn what_a_part_claims_must_be_consistent() {
    let prepared_suite = prepared_suite();
    let check = |size: usize, change: &dyn Fn(&mut StoredSubmission), said: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        let part = write_part(folder.path(), record(1, 1, size), &prepared_suite, change);
        let parts = check_parts(&[part], &prepared_suite.problem, false).expect("a part");
        let mut store = Store::open(&folder.path().join("merged"), &prepared_suite.problem).expect("a store");
        let error = copy_all(&parts, &prepared_suite, &mut store, &mut || {}).expect_err("refused").to_string();
        assert!(error.contains(said), "{error}");
        assert!(Roster::load(&store).expect("no fault").is_none(), "the results are not complete");
    };
    check(3, &|one| one.sha256 = "0".repeat(64), "were changed after grading");
    check(3, &|one| drop(one.outcomes.pop()), "are not complete");
    check(3, &|one| one.name.push('x'), "are missing");
    check(3, &|one| one.printed = "x".repeat(600_000), "cannot be read");
}

#[test]
fn a_class_has_no_name_twice() {
    let (folder, prepared_suite) = (tempfile::tempdir().expect("a folder"), prepared_suite());
    let mut class = class(3);
    class.push(class[0].clone());
    let part =
        write_part(folder.path(), ShardRecord::new(shard(1, 2), class, conditions(None)), &prepared_suite, &|_| {});
    let refused = check_parts(&[part], &prepared_suite.problem, true).expect_err("refused");
    assert!(matches!(refused, MergeError::Store(StoreError::Damaged { .. })), "{refused}");
}

/// Tools are compared among all parts that have the language, even if the first one does not.
#[test]
fn versions_of_tools_are_compared_among_all_parts() {
    let (folder, prepared_suite) = (tempfile::tempdir().expect("a folder"), prepared_suite());
    let part = |index: u32, python: Option<&str>| {
        let record = ShardRecord::new(shard(index, 3), class(9), conditions(python));
        write_part(folder.path(), record, &prepared_suite, &|_| {})
    };
    let folders = [part(1, None), part(2, Some("3.12.1")), part(3, Some("3.13.0"))];
    let refused = check_parts(&folders, &prepared_suite.problem, false).expect_err("refused").to_string();
    assert!(refused.contains("the version of python3: 3.12.1 and 3.13.0"), "{refused}");
}

#[test]
fn submissions_of_missing_parts_are_stored_as_not_graded() {
    let (folder, prepared_suite) = (tempfile::tempdir().expect("a folder"), prepared_suite());
    let mut folders = parts(folder.path(), 4, 60, &prepared_suite);
    folders.remove(2);
    let missing = class(60).iter().filter(|member| shard(3, 4).holds(&member.name)).count();
    let refused = check_parts(&folders, &prepared_suite.problem, false).expect_err("refused");
    assert_eq!(refused.to_string(), format!("part 3/4 is missing, with {missing} submissions"));
    let parts = check_parts(&folders, &prepared_suite.problem, true).expect("parts that fit");
    let mut store = Store::open(&folder.path().join("merged"), &prepared_suite.problem).expect("a store");
    copy_all(&parts, &prepared_suite, &mut store, &mut || {}).expect("copied");
    let mut not_graded = 0;
    for member in class(60) {
        let stored = store.submission(&member.name).expect("no fault").expect("a submission");
        let is_missing =
            matches!(&stored.status, LoadStatus::NotStarted(why) if why == "not graded: part 3/4 is missing");
        assert_eq!((is_missing, stored.outcomes.is_empty()), (shard(3, 4).holds(&member.name), is_missing));
        not_graded += usize::from(is_missing);
    }
    assert_eq!(not_graded, missing);
}

/// A part that holds no submission of the class need not be there.
#[test]
fn empty_parts_may_be_missing() {
    let (folder, prepared_suite) = (tempfile::tempdir().expect("a folder"), prepared_suite());
    let folders = parts(folder.path(), 5, 1, &prepared_suite);
    let own = Shard::of("s0.py", 5).index() as usize - 1;
    assert!(check_parts(&folders[own..=own], &prepared_suite.problem, false).is_ok());
    assert!(check_parts(&folders[(own + 1) % 5..=(own + 1) % 5], &prepared_suite.problem, false).is_err());
}

/// What was proved in a part is that of the class; what was proved about something else is left behind.
#[test]
fn proofs_are_carried_along() {
    let (folder, prepared_suite) = (tempfile::tempdir().expect("a folder"), prepared_suite());
    let folders = parts(folder.path(), 2, 6, &prepared_suite);
    let mut proved = Vec::new();
    for (number, part) in folders.iter().enumerate() {
        let mut store = Store::open(part, &prepared_suite.problem).expect("a store");
        let record = ShardRecord::load(&store).expect("no fault").expect("a part");
        let mut listed = ProvedBuckets::new(&question(&suite()));
        for (place, member) in record.members().enumerate() {
            let nothing = ConfirmedDecision::undecided([], &Reason::new(Undecided::Size, ""));
            let bucket = ConfirmedBucket { fails: Vec::new(), verdict: ProofVerdict::Correct };
            let decision = ConfirmedDecision { claim: Some(Claim::Order), buckets: vec![bucket], ..nothing };
            let question = if place == 0 && number == 0 { "another".to_owned() } else { question(&suite()) };
            if place > 0 || number > 0 {
                proved.push(member.name.clone());
            }
            let (sha256, conditions) = (member.sha256.clone(), "c".to_owned());
            let proof = StoredProof { sha256, question, conditions, milliseconds: 1, decision };
            store.store_proof(&[&member.name], &proof, &mut listed).expect("stored");
        }
    }
    let parts = check_parts(&folders, &prepared_suite.problem, false).expect("parts that fit");
    let mut store = Store::open(&folder.path().join("merged"), &prepared_suite.problem).expect("a store");
    copy_all(&parts, &prepared_suite, &mut store, &mut || {}).expect("copied");
    let has = |member: &ClassMember| store.proof(&member.name).expect("no fault").expect("valid").is_some();
    let found: Vec<String> = class(6).iter().filter(|member| has(member)).map(|member| member.name.clone()).collect();
    proved.sort();
    assert_eq!((found.len(), found), (5, proved));
    let buckets = ProvedBuckets::load(&store, &question(&suite())).expect("buckets").buckets;
    assert_eq!(buckets.into_iter().collect::<Vec<_>>(), [Vec::<String>::new()]);
}
