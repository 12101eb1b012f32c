//! Verifies a suite by replaying it.
//!
//! Takes a suite that was read; returns all discrepancies, in the order of the file. Nothing in the file is trusted: tests
//! are replayed by `eval`, and whatever can be computed from them is computed again. Claims about all pairs of a scope need a
//! solver; `generate::verify` decides them, from what is gathered here. `docs/suite-format.md` lists the remarks that nothing
//! in a suite can confirm.
//!
//! Invariant: every change of a field that is not a remark is found. Guarded by `crates/generate/tests/verifying.rs`.

pub mod claims;
pub mod tests;

use lang::problem::Problem;
use lang::scope::Scope;
use serde::Serialize;

use crate::digest::sha256;
use crate::format::Suite;
use crate::read::{self, ProblemError};
use claims::Claims;
use tests::ReplayedTest;

/// A field that contradicts the rest of the suite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Discrepancy {
    /// The path in the file: `buckets[3].tests[0]`.
    pub place: String,
    pub message: String,
}

/// The result of a verification.
#[derive(Debug)]
pub struct Verification<'s> {
    /// `None` if the problem file inside cannot be used; then nothing was replayed.
    pub replayed: Option<Replayed<'s>>,
    pub notes: VerificationNotes,
    pub buckets: usize,
    pub tests: usize,
    pub outside: usize,
}

/// The claims and tests of a suite, for further checks.
#[derive(Debug)]
pub struct Replayed<'s> {
    pub problem: Problem,
    pub claims: Claims,
    /// The tests that are in some bucket.
    pub tests: Vec<ReplayedTest<'s>>,
}

impl Verification<'_> {
    pub fn is_fine(&self) -> bool {
        self.notes.differences.is_empty()
    }

    pub fn problem(&self) -> Option<&Problem> {
        self.replayed.as_ref().map(|replayed| &replayed.problem)
    }
}

/// Replays a suite.
pub fn verify(suite: &Suite) -> Verification<'_> {
    let mut notes = VerificationNotes::default();
    if sha256(suite.problem.source.as_bytes()) != suite.problem.sha256 {
        notes.add("problem.sha256", "the problem file inside does not have this hash");
    }
    if suite.problem.name.is_empty() || suite.problem.name.contains(['/', '\\']) {
        notes.add("problem.name", "must be the name of a problem file without `.py`");
    }
    let replayed = match read::problem_and_large_scope(suite) {
        Ok((problem, large)) => Some(replay(suite, problem, &large, &mut notes)),
        Err(error) => {
            let place = match &error {
                ProblemError::Errors(_) => "problem.source",
                ProblemError::Scope { field, .. } => field,
            };
            notes.add(place, error.to_string());
            None
        }
    };
    Verification {
        replayed,
        notes,
        buckets: suite.buckets.len(),
        tests: suite.buckets.iter().map(|bucket| bucket.tests.len()).sum(),
        outside: suite.outside.len(),
    }
}

fn replay<'s>(suite: &'s Suite, problem: Problem, large: &Scope, notes: &mut VerificationNotes) -> Replayed<'s> {
    let names: Vec<&str> = problem.subproperties.iter().map(|property| &*property.name).collect();
    if suite.subproperties != names {
        notes.add("subproperties", format!("the problem file has {}", names.join(", ")));
    }
    let large = large.to_json();
    if suite.large_scope != large {
        notes.add("large_scope", format!("must be {large} for this problem file and scope"));
    }
    let claims = claims::check(suite, &problem, notes);
    let tests = tests::check(suite, &problem, &claims, notes);
    Replayed { problem, claims, tests }
}

/// The discrepancies that a verification finds.
#[derive(Debug, Default)]
pub struct VerificationNotes {
    pub differences: Vec<Discrepancy>,
    /// Claims that the solver could not decide.
    pub undecided: Vec<Discrepancy>,
}

impl VerificationNotes {
    pub fn add(&mut self, place: impl Into<String>, message: impl Into<String>) {
        self.differences.push(Discrepancy { place: place.into(), message: message.into() });
    }

    pub fn leave_open(&mut self, place: impl Into<String>, message: impl Into<String>) {
        self.undecided.push(Discrepancy { place: place.into(), message: message.into() });
    }
}
