//! Decides again what a suite claims about all pairs of its scope.
//!
//! Takes the claims and the tests that were replayed. The solver enumerates the buckets of the scope, proves smallest tests
//! smallest, and searches for other outputs of positive tests. A claim that it refutes is a discrepancy; one that it cannot
//! decide within its conflicts is reported as undecided.

use std::collections::BTreeSet;

use decide::analysis::enumerate;
use decide::tests_of_bucket::is_functional;
use decide::{DecideError, DecideSettings, Session};
use fastrand::Rng;
use lang::problem::Problem;
use pairs::names::bucket_words;
use pairs::{Bucket, PairStructure, Replay};
use solver::SolverLimits;

use crate::family::Families;
use suite::format::PositiveKind;
use suite::verify::claims::Claims;
use suite::verify::tests::ReplayedTest;
use suite::verify::{Replayed, VerificationNotes};
use suite::{Suite, Verification};

/// The limits on conflicts for each question about all buckets, and about one test.
const CONFLICTS: u64 = 300_000;
const CONFLICTS_OF_A_TEST: u64 = 10_000;
/// The number of searches for another output of a test beyond the scope.
const SEARCHES: u64 = 4;

/// Replays a suite, and decides again what it claims about all pairs of the scope.
pub fn verify(suite: &Suite) -> Verification<'_> {
    let mut verification = suite::verify(suite);
    if let Some(Replayed { problem, claims, tests }) = &verification.replayed {
        check(problem, claims, tests, &mut verification.notes);
    }
    verification
}

fn check(problem: &Problem, claims: &Claims, read: &[ReplayedTest<'_>], notes: &mut VerificationNotes) {
    let inside = read.iter().filter(|read| read.in_scope);
    let asked = inside.clone().any(|read| read.test.proven == Some(true) || read.test.positive_kind.is_some());
    if claims.concretizable.is_some() || asked {
        let settings = DecideSettings { limits: SolverLimits::conflicts(CONFLICTS), ..DecideSettings::default() };
        match Session::new(problem, &problem.scope, &settings) {
            Ok(mut session) => {
                for function in &session.order_undecided {
                    let name = &problem.module.function(*function).name.name;
                    let what =
                        format!("not decided whether `{name}` depends on the order of a set or an unordered list");
                    notes.leave_open("order_undecided", what);
                }
                if let Err(failure) = of_scope(&mut session, claims, inside, notes) {
                    notes.add("scope", failure.to_string());
                }
            }
            Err(DecideError::Refused(_)) => {
                notes.leave_open("scope", "not decided: the problem cannot be compiled at this scope");
            }
            Err(failure) => notes.add("scope", failure.to_string()),
        }
    }
    beyond(problem, read, notes);
}

fn of_scope<'a>(
    session: &mut Session<'_>,
    claims: &Claims,
    inside: impl Iterator<Item = &'a ReplayedTest<'a>>,
    notes: &mut VerificationNotes,
) -> Result<(), DecideError> {
    if let Some(claimed) = &claims.concretizable {
        let (found, open) = enumerate(session, &mut |_| {})?;
        let found: BTreeSet<Bucket> = found.into_iter().map(|(bucket, _)| bucket).collect();
        let claimed: BTreeSet<Bucket> = claimed.iter().copied().collect();
        for bucket in found.difference(&claimed) {
            let what = bucket_words(session.problem, *bucket);
            notes.add(
                "contradictory",
                format!("not contradictory: a pair of the scope is in the bucket in which {what}"),
            );
        }
        if open {
            let what = format!("not decided: the solver gave up after {CONFLICTS} conflicts");
            notes.leave_open("contradictory", what);
        } else {
            for bucket in claimed.difference(&found) {
                let what = bucket_words(session.problem, *bucket);
                notes.add("contradictory", format!("no pair of the scope is in the bucket in which {what}"));
            }
        }
    }
    session.settings.limits = SolverLimits::conflicts(CONFLICTS_OF_A_TEST);
    for read in inside {
        if read.test.proven == Some(true) {
            smallest(session, read, notes)?;
        }
        if let Some(kind) = read.test.positive_kind {
            let place = format!("{}.positive_kind", read.place);
            match (is_functional(session, &read.pair)?, kind) {
                (Some(true), PositiveKind::Relational) => {
                    notes.add(place, "must be functional: no other output of the scope is correct for this input");
                }
                (Some(false), PositiveKind::Functional) => {
                    notes.add(place, "must be relational: another output of the scope is correct for this input");
                }
                (None, _) => notes.leave_open(place, "not decided: the solver gave up"),
                _ => {}
            }
        }
    }
    Ok(())
}

fn smallest(
    session: &mut Session<'_>,
    read: &ReplayedTest<'_>,
    notes: &mut VerificationNotes,
) -> Result<(), DecideError> {
    let structure = PairStructure::of_scope(session.problem, &session.scope);
    session.known.insert(read.bucket, read.pair.clone());
    let place = format!("{}.proven", read.place);
    match session.smallest(read.bucket)? {
        Some((pair, _)) if structure.measure(&pair) < structure.measure(&read.pair) => {
            notes.add(place, "not the smallest: the bucket has a smaller pair in the scope");
        }
        Some((pair, true)) if structure.canonical(&pair) != structure.canonical(&read.pair) => {
            notes.add(place, "not the smallest: another pair of the bucket comes before it in the size order");
        }
        Some((_, true)) => {}
        Some((_, false)) | None => notes.leave_open(place, "not decided: the solver gave up"),
    }
    Ok(())
}

/// Beyond the scope no test is functional, and a relational test has another output that can be found.
fn beyond(problem: &Problem, read: &[ReplayedTest<'_>], notes: &mut VerificationNotes) {
    let replay = Replay::new(problem);
    for read in read.iter().filter(|read| !read.in_scope) {
        let place = format!("{}.positive_kind", read.place);
        match read.test.positive_kind {
            Some(PositiveKind::Functional) => notes.add(place, "must not be functional: the pair is beyond the scope"),
            // A family proves it.
            Some(PositiveKind::Relational) if read.test.family.is_none() => {
                let families = Families {
                    problem,
                    scopes: [&problem.scope, &problem.large_scope],
                    replay: &replay,
                    walks: true,
                    bucket: read.bucket,
                };
                let found = |seed| families.is_relational(&read.pair, &mut Rng::with_seed(seed));
                if !(0..SEARCHES).any(found) {
                    notes.leave_open(place, "not decided: no other correct output was found for this input");
                }
            }
            _ => {}
        }
    }
}
