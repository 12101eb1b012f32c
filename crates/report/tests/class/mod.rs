//! A class of predicates for toposort, made up from what each of them checks.

use std::collections::BTreeSet;
use std::path::Path;

use decision::{Answer, Claim, ConfirmedBucket, ConfirmedDecision, ProofVerdict, ProofWitness, Reason, Undecided};
use grading::proofs::{positions, question};
use grading::roster::RosterEntry;
use grading::store::SourceFile;
use grading::{Exclusion, Exclusions, LoadStatus, Results, StoredSubmission, SubmissionResult};
use report::ClassReport;
use runner::Outcome;
use runner::protocol::Ready;
use suite::Suite;

pub fn suite() -> Suite {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/toposort-suite.json");
    suite::read::read(std::fs::read(path).expect("the suite")).expect("a suite")
}

/// A predicate that checks these subproperties, by their places, and does something else now and then.
pub fn outcomes(suite: &Suite, checks: &[usize], odd: impl Fn(usize) -> Option<Outcome>) -> Vec<Outcome> {
    let checked = |name: &String| checks.iter().any(|place| suite.subproperties[*place] == *name);
    let tests = suite.buckets.iter().flat_map(|bucket| bucket.tests.iter().map(move |_| bucket));
    tests
        .enumerate()
        .map(|(place, bucket)| {
            let rejects = bucket.fails.iter().any(checked);
            odd(place).unwrap_or(if rejects { Outcome::Rejected } else { Outcome::Accepted })
        })
        .collect()
}

pub fn submission(name: &str, text: &str, outcomes: Vec<Outcome>) -> SubmissionResult {
    let status = if outcomes.is_empty() {
        LoadStatus::Unusable(format!("syntax error: {text} ({name}:2)"))
    } else {
        LoadStatus::Graded(Ready { file: name.to_owned(), name: "is_valid".to_owned(), notes: Vec::new() })
    };
    SubmissionResult {
        listed: RosterEntry { name: name.to_owned(), ..RosterEntry::default() },
        stored: StoredSubmission {
            name: name.to_owned(),
            sha256: String::new(),
            conditions: String::new(),
            language: "python".to_owned(),
            status,
            unstable: Vec::new(),
            printed: String::new(),
            source: Some(SourceFile { file: name.to_owned(), text: text.to_owned() }),
            outcomes: Vec::new(),
        },
        outcomes,
        proof: None,
    }
}

#[allow(clippy::needless_pass_by_value, reason = "a class is made up where it is passed")]
pub fn report(suite: Suite, submissions: Vec<SubmissionResult>, excluded: Vec<Exclusion>) -> ClassReport {
    report::build(&results(suite, &submissions, excluded), &submissions).expect("a report").report
}

/// The results of a class that is in memory.
pub fn results(suite: Suite, submissions: &[SubmissionResult], excluded: Vec<Exclusion>) -> Results {
    let problem = suite::read::problem(&suite).expect("a problem");
    let (sha256, sandbox, exclusions) = ("0".repeat(64), "full".to_owned(), Exclusions(excluded));
    let members = submissions.iter().map(|one| one.listed.clone()).collect();
    let decided = submissions.iter().filter_map(|one| one.proof.as_ref()).flat_map(|decision| &decision.buckets);
    let fails: BTreeSet<_> = decided.filter_map(|bucket| positions(&problem, &bucket.fails)).collect();
    let (question, proved_buckets) = (question(&suite), fails.into_iter().collect());
    Results { problem, suite, sha256, seed: 0, sandbox, exclusions, question, proved_buckets, members }
}

/// A decision on every bucket of the suite. Those in which something else is decided than *correct* are given, with the answer to
/// the first test of the bucket.
#[allow(dead_code, reason = "not every test proves something")]
pub fn decision(suite: &Suite, wrong: &[(&[&str], Answer)]) -> ConfirmedDecision {
    let buckets = suite.buckets.iter().filter(|bucket| !bucket.only_large).map(|bucket| {
        let answer = wrong.iter().find(|(fails, _)| *fails == bucket.fails).map(|(_, answer)| answer);
        let verdict = answer.map_or(ProofVerdict::Correct, |answer| {
            let test = &bucket.tests[0];
            let (input, output, atoms) = (test.input.clone(), test.output.clone(), test.atoms.clone());
            let (expect, answer, smallest, beyond_scope) = (test.expect, answer.clone(), true, false);
            ProofVerdict::Wrong(Box::new(ProofWitness { input, output, atoms, expect, answer, smallest, beyond_scope }))
        });
        ConfirmedBucket { fails: bucket.fails.clone(), verdict }
    });
    let nothing = ConfirmedDecision::undecided([], &Reason::new(Undecided::Size, ""));
    ConfirmedDecision { claim: Some(Claim::Equality), buckets: buckets.collect(), ..nothing }
}
