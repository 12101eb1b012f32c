//! What is in a folder of results, read once.

use grading::excluded::Excluded;
use grading::results::Verdict;
use grading::roll::{Listed, Roll};
use grading::store::{Entry, Store, StoreError};
use lang::problem::Problem;
use runner::Outcome;
use runner::prepared::PreparedSuite;
use suite::Suite;

#[derive(Debug)]
pub struct Graded {
    pub problem: Problem,
    pub suite: Suite,
    /// Of the suite's file.
    pub sha256: String,
    pub seed: u64,
    pub sandbox: String,
    pub excluded: Excluded,
    /// In the order of `results.json`.
    pub submissions: Vec<Graduate>,
}

/// One submission, with its outcomes.
#[derive(Debug)]
pub struct Graduate {
    pub listed: Listed,
    pub entry: Entry,
    /// By test of the suite. Empty if it could not run.
    pub outcomes: Vec<Outcome>,
}

impl Graded {
    /// Reads all that was graded in the last run; nothing if no run has come to its end.
    pub fn read(
        store: &Store,
        problem: Problem,
        suite: Suite,
        sha256: String,
        exam: &PreparedSuite,
    ) -> Result<Option<Self>, StoreError> {
        let Some(roll) = Roll::of(store)? else { return Ok(None) };
        let mut submissions = Vec::new();
        for listed in roll.members {
            let Some(entry) = store.entry(&listed.name)? else { continue };
            let outcomes = Verdict::new(exam, &entry, &Excluded::default()).outcomes;
            submissions.push(Graduate { listed, entry, outcomes });
        }
        let excluded = Excluded::of(store)?;
        Ok(Some(Self { problem, suite, sha256, seed: exam.seed, sandbox: roll.sandbox, excluded, submissions }))
    }
}
