//! Replays a suite: whether everything it says can be seen to be true.
//!
//! Takes a suite that was read; gives all differences, in the order of the file. Trusts nothing in it: tests are replayed
//! by `eval`, and what can be computed from them is computed again. What is said of all pairs of a scope takes a solver;
//! `generate::verify` decides it again, from what was gathered here. `docs/suite-format.md` lists the remarks that nothing
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

/// Something that is not as it must be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Where in the file: `buckets[3].tests[0]`.
    pub place: String,
    pub message: String,
}

/// What was checked, and what was found.
#[derive(Debug)]
pub struct Verification<'s> {
    /// Nothing if the problem file inside cannot be used; then nothing was replayed.
    pub replayed: Option<Replayed<'s>>,
    pub notes: Notes,
    pub buckets: usize,
    pub tests: usize,
    pub outside: usize,
}

/// What a suite says of a problem, for those who ask more.
#[derive(Debug)]
pub struct Replayed<'s> {
    pub problem: Problem,
    pub claims: Claims,
    /// The tests that are in the bucket where they stand.
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

/// Replays everything.
pub fn verify(suite: &Suite) -> Verification<'_> {
    let mut notes = Notes::default();
    if sha256(suite.problem.source.as_bytes()) != suite.problem.sha256 {
        notes.add("problem.sha256", "the problem file inside is not the one that was hashed");
    }
    if suite.problem.name.is_empty() || suite.problem.name.contains(['/', '\\']) {
        notes.add("problem.name", "not the name of a problem file without `.py`");
    }
    let replayed = match read::problem_and_large_scope(suite) {
        Ok((problem, large)) => Some(replay(suite, problem, &large, &mut notes)),
        Err(error) => {
            let place = match &error {
                ProblemError::Errors(_) => "problem.source",
                ProblemError::Scope(which, _) => which,
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

fn replay<'s>(suite: &'s Suite, problem: Problem, large: &Scope, notes: &mut Notes) -> Replayed<'s> {
    let names: Vec<&str> = problem.subproperties.iter().map(|property| &*property.name).collect();
    if suite.subproperties != names {
        notes.add("subproperties", format!("the problem file has {}", names.join(", ")));
    }
    let large = large.to_json();
    if suite.large_scope != large {
        notes.add("large_scope", format!("the problem file and the scope make it {large}"));
    }
    let claims = claims::check(suite, &problem, notes);
    let tests = tests::check(suite, &problem, &claims, notes);
    Replayed { problem, claims, tests }
}

/// What was found while verifying.
#[derive(Debug, Default)]
pub struct Notes {
    pub differences: Vec<Difference>,
    /// What the solver could not decide again.
    pub undecided: Vec<Difference>,
}

impl Notes {
    pub fn add(&mut self, place: impl Into<String>, message: impl Into<String>) {
        self.differences.push(Difference { place: place.into(), message: message.into() });
    }

    pub fn leave_open(&mut self, place: impl Into<String>, message: impl Into<String>) {
        self.undecided.push(Difference { place: place.into(), message: message.into() });
    }
}
