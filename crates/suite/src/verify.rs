//! Replays a suite: whether everything it says can be seen to be true.
//!
//! Takes a suite that was read; gives all differences, in the order of the file. Trusts nothing in it: tests are replayed
//! by `eval`, what can be computed from them is computed again, and if asked for the solver decides again what is said of
//! all pairs of the scope. `docs/suite-format.md` lists the remarks that nothing in a suite can confirm.
//!
//! Invariant: every change of a field that is no remark is found. Guarded by `tests/verifying.rs`.

mod claims;
mod decide;
mod tests;

use lang::problem::Problem;
use serde::Serialize;

use crate::format::Suite;
use crate::read::{self, ProblemError};
use engine::proof::hash;

/// Something that is not as it must be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Where in the file: `buckets[3].tests[0]`.
    pub place: String,
    pub message: String,
}

/// How much is asked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// What `eval` can say of the tests, and what follows from them.
    Replay,
    /// Also what is said of all pairs of the scope, by the solver.
    Decide,
}

/// What was checked, and what was found.
#[derive(Debug)]
pub struct Report {
    /// Nothing if the problem file inside cannot be used; then nothing was replayed.
    pub problem: Option<Problem>,
    pub differences: Vec<Difference>,
    /// What the solver could not decide again.
    pub undecided: Vec<Difference>,
    pub buckets: usize,
    pub tests: usize,
    pub outside: usize,
}

impl Report {
    pub fn is_fine(&self) -> bool {
        self.differences.is_empty()
    }
}

/// Replays everything, and decides again what was asked for.
pub fn verify(suite: &Suite, depth: Depth) -> Report {
    let mut notes = Notes::default();
    if hash::of_bytes(suite.problem.source.as_bytes()) != suite.problem.sha256 {
        notes.add("problem.sha256", "the problem file inside is not the one that was hashed");
    }
    if suite.problem.name.is_empty() || suite.problem.name.contains(['/', '\\']) {
        notes.add("problem.name", "not the name of a problem file without `.py`");
    }
    let problem = match read::problem(suite) {
        Ok(problem) => Some(problem),
        Err(error) => {
            let place = match &error {
                ProblemError::Errors(_) => "problem.source",
                ProblemError::Scope(which, _) => which,
            };
            notes.add(place, error.to_string());
            None
        }
    };
    if let Some(problem) = &problem {
        let names: Vec<&str> = problem.subproperties.iter().map(|property| &*property.name).collect();
        if suite.subproperties != names {
            notes.add("subproperties", format!("the problem file has {}", names.join(", ")));
        }
        let large = read::large_scope_of(suite, problem).to_json();
        if suite.large_scope != large {
            notes.add("large_scope", format!("the problem file and the scope make it {large}"));
        }
        let claims = claims::check(suite, problem, &mut notes);
        let read = tests::check(suite, problem, &claims, &mut notes);
        if depth == Depth::Decide {
            decide::check(problem, &claims, &read, &mut notes);
        }
    }
    Report {
        problem,
        differences: notes.differences,
        undecided: notes.undecided,
        buckets: suite.buckets.len(),
        tests: suite.buckets.iter().map(|bucket| bucket.tests.len()).sum(),
        outside: suite.outside.len(),
    }
}

#[derive(Debug, Default)]
struct Notes {
    differences: Vec<Difference>,
    undecided: Vec<Difference>,
}

impl Notes {
    fn add(&mut self, place: impl Into<String>, message: impl Into<String>) {
        self.differences.push(Difference { place: place.into(), message: message.into() });
    }

    fn leave_open(&mut self, place: impl Into<String>, message: impl Into<String>) {
        self.undecided.push(Difference { place: place.into(), message: message.into() });
    }
}
