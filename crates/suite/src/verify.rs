//! Replays a suite: whether everything it says can be seen to be true.
//!
//! Takes a suite that was read; gives all differences, in the order of the file. Trusts nothing in it: buckets are decided
//! by `eval`, ids and focused buckets are computed again, implications are compared with the buckets. What only tells how
//! a suite was made (seed, options, engines, shapes) cannot be seen from the suite and is not checked.

mod claims;
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

/// What was checked, and what was found.
#[derive(Debug)]
pub struct Report {
    /// Nothing if the problem file inside cannot be used; then nothing was replayed.
    pub problem: Option<Problem>,
    pub differences: Vec<Difference>,
    pub buckets: usize,
    pub tests: usize,
    pub outside: usize,
}

impl Report {
    pub fn is_fine(&self) -> bool {
        self.differences.is_empty()
    }
}

/// Replays everything.
pub fn verify(suite: &Suite) -> Report {
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
        let buckets = claims::check(suite, problem, &mut notes);
        tests::check(suite, problem, &buckets, &mut notes);
    }
    Report {
        problem,
        differences: notes.differences,
        buckets: suite.buckets.len(),
        tests: suite.buckets.iter().map(|bucket| bucket.tests.len()).sum(),
        outside: suite.outside.len(),
    }
}

#[derive(Debug, Default)]
struct Notes {
    differences: Vec<Difference>,
}

impl Notes {
    fn add(&mut self, place: impl Into<String>, message: impl Into<String>) {
        self.differences.push(Difference { place: place.into(), message: message.into() });
    }
}
