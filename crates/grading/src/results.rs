//! What is stored in a results folder, read once: each submission with its outcomes, test by test.

use std::collections::{BTreeMap, BTreeSet};

use lang::problem::Problem;
use runner::Outcome;
use runner::outcome::NotRunReason;
use runner::prepared::PreparedSuite;
use suite::Suite;
use suite::visible::visible;

use crate::exclusions::Exclusions;
use crate::form::Invalid;
use crate::roster::{Roster, RosterEntry};
use crate::status::LoadStatus;
use crate::store::{Store, StoreError, StoredSubmission};

#[derive(Debug)]
pub struct Results {
    pub problem: Problem,
    pub suite: Suite,
    /// Of the suite's file.
    pub sha256: String,
    /// Decides the order in which tests are run.
    pub seed: u64,
    pub sandbox: String,
    pub exclusions: Exclusions,
    /// In the order of `results.json`.
    pub submissions: Vec<SubmissionResult>,
}

#[derive(Debug)]
pub struct SubmissionResult {
    pub listed: RosterEntry,
    pub stored: StoredSubmission,
    /// By test of the suite. Empty if it could not run.
    pub outcomes: Vec<Outcome>,
}

impl SubmissionResult {
    pub fn ran(&self) -> bool {
        matches!(self.stored.status, LoadStatus::Graded(_))
    }
}

impl Results {
    /// Reads the results of the last run. `None` if no run has been completed. They must belong to the suite with this hash, and
    /// every submission that ran must have an outcome on each of its tests.
    pub fn load(
        store: &Store,
        problem: Problem,
        suite: Suite,
        sha256: String,
        prepared_suite: &PreparedSuite,
    ) -> Result<Option<Self>, StoreError> {
        let Some(roster) = Roster::load(store)? else { return Ok(None) };
        if roster.suite != sha256 {
            return Err(StoreError::OtherSuite(store.folder().to_owned()));
        }
        let mut submissions = Vec::new();
        for listed in roster.members {
            let checked = store.checked_submission(&listed.name)?;
            let (stored, outcomes) = checked.and_then(|stored| complete(prepared_suite, stored)).map_err(|why| {
                let (folder, name) = (store.folder().to_owned(), visible(&listed.name));
                StoreError::Submission { folder, name, why }
            })?;
            submissions.push(SubmissionResult { listed, stored, outcomes });
        }
        let exclusions = Exclusions::load(store)?;
        Ok(Some(Self {
            problem,
            suite,
            sha256,
            seed: prepared_suite.seed,
            sandbox: roster.sandbox.to_string(),
            exclusions,
            submissions,
        }))
    }
}

/// A submission with its outcomes. A completed run stores one for every test, even if that was not run.
fn complete(
    prepared_suite: &PreparedSuite,
    stored: StoredSubmission,
) -> Result<(StoredSubmission, Vec<Outcome>), Invalid> {
    let tests: BTreeSet<(&str, &str)> = stored.outcomes.iter().map(|(test, digest, _)| (&**test, &**digest)).collect();
    let is_known = |test: &runner::prepared::PreparedTest| tests.contains(&(&*test.id, &*test.digest));
    if matches!(stored.status, LoadStatus::Graded(_)) && !prepared_suite.tests.iter().all(is_known) {
        return Err(Invalid::Incomplete);
    }
    let outcomes = outcomes(prepared_suite, &stored);
    Ok((stored, outcomes))
}

/// The outcomes of a stored submission on the tests of a suite, in its order. Empty if the submission could not run.
pub fn outcomes(prepared_suite: &PreparedSuite, stored: &StoredSubmission) -> Vec<Outcome> {
    if !matches!(stored.status, LoadStatus::Graded(_)) {
        return Vec::new();
    }
    let known: BTreeMap<(&str, &str), &Outcome> =
        stored.outcomes.iter().map(|(test, digest, outcome)| ((&**test, &**digest), outcome)).collect();
    let outcome = |test: &runner::prepared::PreparedTest| match known.get(&(&*test.id, &*test.digest)) {
        Some(outcome) => (*outcome).clone(),
        None => Outcome::NotRun(NotRunReason::NotRecorded),
    };
    prepared_suite.tests.iter().map(outcome).collect()
}
