//! What is stored in a results folder: each submission with its outcomes, test by test, read one at a time.
//!
//! A class of any size is read in bounded memory: [`Results`] holds names, a [`SubmissionSource`] reads one submission when it is
//! asked for it. Guarded by `tests/storing.rs`.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use decision::ConfirmedDecision;
use lang::problem::Problem;
use pairs::SubpropertySet;
use runner::Outcome;
use runner::outcome::NotRunReason;
use runner::prepared::PreparedSuite;
use suite::Suite;
use suite::visible::visible;

use crate::exclusions::Exclusions;
use crate::form::Invalid;
use crate::packed::TestList;
use crate::proofs::{ProofChecker, ProvedBuckets, StoredProof, positions, question};
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
    /// What proofs are about: see [`question`].
    pub question: String,
    /// Buckets about which something was decided, as positions of the subproperties that fail.
    pub proved_buckets: Vec<SubpropertySet>,
    /// The submissions, in the order of `results.json`.
    pub members: Vec<RosterEntry>,
}

#[derive(Clone, Debug)]
pub struct SubmissionResult {
    pub listed: RosterEntry,
    /// Without its outcomes.
    pub stored: StoredSubmission,
    /// By test of the suite. Empty if it could not run.
    pub outcomes: Vec<Outcome>,
    /// What was proved about it. `None` if nothing was: it could not run, is not written in Python, or nobody asked.
    pub proof: Option<Box<ConfirmedDecision>>,
}

impl SubmissionResult {
    pub fn ran(&self) -> bool {
        matches!(self.stored.status, LoadStatus::Graded(_))
    }
}

impl Results {
    /// The results of the last run. `None` if no run has been completed. They must belong to the suite with this hash.
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
        let exclusions = Exclusions::load(store)?;
        let question = question(&suite);
        let proved = ProvedBuckets::load(store, &question)?;
        let positions: Option<Vec<SubpropertySet>> =
            proved.buckets.iter().map(|names| positions(&problem, names)).collect();
        Ok(Some(Self {
            proved_buckets: positions.ok_or_else(|| store.invalid("proofs"))?,
            question,
            problem,
            suite,
            sha256,
            seed: prepared_suite.seed,
            sandbox: roster.sandbox.to_string(),
            exclusions,
            members: roster.members,
        }))
    }
}

/// Where the submissions of a class are read from, in the order of its members.
pub trait SubmissionSource {
    fn read(&self, index: usize) -> Result<SubmissionResult, StoreError>;
}

/// Submissions in memory.
impl SubmissionSource for Vec<SubmissionResult> {
    fn read(&self, index: usize) -> Result<SubmissionResult, StoreError> {
        Ok(self[index].clone())
    }
}

/// Submissions of a results folder. Every submission that ran must have an outcome on each test of the suite.
#[derive(Debug)]
pub struct StoredSource<'a> {
    store: &'a Store,
    prepared_suite: &'a PreparedSuite,
    members: &'a [RosterEntry],
    /// For lists of tests, by their hashes: the place of each test of the suite; `None` if one is missing.
    places: RefCell<BTreeMap<String, Option<Vec<usize>>>>,
    results: &'a Results,
    checker: ProofChecker<'a>,
}

impl<'a> StoredSource<'a> {
    pub fn new(store: &'a Store, results: &'a Results, prepared_suite: &'a PreparedSuite) -> Self {
        let checker = ProofChecker::new(&results.problem);
        Self { store, prepared_suite, members: &results.members, places: RefCell::default(), results, checker }
    }

    /// What was proved about these very files, for the problem and the scope of the suite.
    fn proof(&self, stored: &StoredSubmission) -> Result<Result<Option<ConfirmedDecision>, Invalid>, StoreError> {
        let found = match self.store.proof(&stored.name)? {
            Ok(found) => found,
            Err(why) => return Ok(Err(why)),
        };
        let is_about_it = |proof: &StoredProof| {
            proof.sha256 == stored.sha256
                && proof.question == self.results.question
                && matches!(stored.status, LoadStatus::Graded(_))
        };
        let decision = found.filter(is_about_it).map(|proof| proof.decision);
        Ok(match decision {
            Some(decision) if !self.is_believed(&decision) => Err(Invalid::Changed),
            decision => Ok(decision),
        })
    }

    fn is_believed(&self, decision: &ConfirmedDecision) -> bool {
        let is_known = |fails: &Vec<String>| {
            let fails = positions(&self.results.problem, fails);
            fails.is_some_and(|fails| self.results.proved_buckets.contains(&fails))
        };
        decision.buckets.iter().all(|bucket| is_known(&bucket.fails)) && self.checker.fits(decision)
    }

    /// What is stored about a submission with one outcome for each test, or why it is not used.
    fn complete(&self, name: &str) -> Result<Result<(StoredSubmission, Vec<Outcome>), Invalid>, StoreError> {
        let one = match self.store.unpacked(name)? {
            Ok(one) => one,
            Err(why) => return Ok(Err(why)),
        };
        if !matches!(one.stored.status, LoadStatus::Graded(_)) {
            return Ok(Ok((one.stored, Vec::new())));
        }
        let mut known = self.places.borrow_mut();
        if !known.contains_key(&one.list.sha256) {
            if known.len() >= LISTS {
                known.clear();
            }
            known.insert(one.list.sha256.clone(), places(self.prepared_suite, &one.list));
        }
        let Some(Some(places)) = known.get(&one.list.sha256) else { return Ok(Err(Invalid::Incomplete)) };
        let outcomes: Option<Vec<Outcome>> = places.iter().map(|place| one.outcomes.of(*place).cloned()).collect();
        Ok(outcomes.map(|outcomes| (one.stored, outcomes)).ok_or(Invalid::Incomplete))
    }
}

/// Lists of tests whose places are kept. Most folders have one.
const LISTS: usize = 20;

/// Where the tests of a suite are in a list. `None` if one of them is missing.
fn places(prepared_suite: &PreparedSuite, list: &TestList) -> Option<Vec<usize>> {
    let tests = list.tests.iter().enumerate().map(|(place, (test, digest))| ((&**test, &**digest), place));
    let tests: HashMap<(&str, &str), usize> = tests.collect();
    prepared_suite.tests.iter().map(|test| tests.get(&(&*test.id, &*test.digest)).copied()).collect()
}

impl SubmissionSource for StoredSource<'_> {
    fn read(&self, index: usize) -> Result<SubmissionResult, StoreError> {
        let listed = self.members[index].clone();
        let invalid = |why| {
            let (folder, name) = (self.store.folder().to_owned(), visible(&listed.name));
            StoreError::Submission { folder, name, why }
        };
        let (stored, outcomes) = self.complete(&listed.name)?.map_err(invalid)?;
        let proof = self.proof(&stored)?.map_err(invalid)?.map(Box::new);
        Ok(SubmissionResult { listed, stored, outcomes, proof })
    }
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
