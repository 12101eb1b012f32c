//! Joins the parts of a class that were graded with `--shard`.
//!
//! Takes the folders of the parts, which anyone may have prepared; gives a store with the same content as if one machine had graded
//! the class. [`check_parts`] reads what the parts say about themselves and names everything that does not fit together.
//! [`copy_parts`] then copies the submissions, one at a time, so memory does not grow with outcomes. Nothing in a part is run,
//! followed or changed.
//!
//! Invariants: every submission of the class is stored exactly once, from the part that its name belongs to, with the digest that the
//! class has on record and an outcome for each test; if a part is missing and the caller accepts that, its submissions are stored as
//! not graded. Guarded by `tests/merging.rs`, and by `tests/shards.rs` of the command line.

pub mod mismatch;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use runner::prepared::PreparedSuite;
use serde::{Deserialize, Serialize};
use suite::visible::visible;

use crate::exclusions::Exclusions;
use crate::form::Invalid;
use crate::proofs::{ProofChecker, ProvedBuckets};
use crate::roster::{Roster, RosterEntry};
use crate::setup::RecordedSetup;
use crate::shard::{ClassMember, Shard, ShardRecord};
use crate::status::LoadStatus;
use crate::store::{Store, StoreError, StoredSubmission};
pub use mismatch::{ClassDifference, MergeError};

/// Parts that fit together.
#[derive(Debug)]
pub struct ClassParts {
    /// In the order of their numbers.
    folders: BTreeMap<Shard, PathBuf>,
    /// Of the part in the first folder. All others agree with it, except for the number.
    record: ShardRecord,
    /// The hash of the suite's file.
    suite: String,
    pub exclusions: Exclusions,
    pub missing: Vec<Shard>,
}

/// Reads what parts say about themselves; they must fit together. If `partial`, some may be missing.
pub fn check_parts(folders: &[PathBuf], problem: &str, partial: bool) -> Result<ClassParts, MergeError> {
    let mut parts: Option<ClassParts> = None;
    let mut first = PathBuf::new();
    for folder in folders {
        let part = OpenPart::read(folder, problem)?;
        match &mut parts {
            None => {
                first.clone_from(folder);
                let folders = BTreeMap::from([(part.record.shard, folder.clone())]);
                let OpenPart { record, roster, exclusions, .. } = part;
                parts = Some(ClassParts { folders, record, suite: roster.suite, exclusions, missing: Vec::new() });
            }
            Some(parts) => parts.add(&first, folder, &part)?,
        }
    }
    let Some(mut parts) = parts else { return Err(StoreError::NoResults(PathBuf::new()).into()) };
    let all = (1..=parts.record.shard.count()).filter_map(|index| Shard::new(index, parts.record.shard.count()).ok());
    parts.missing = all.filter(|shard| !parts.folders.contains_key(shard)).collect();
    let submissions = parts.ungraded().count();
    // A part that holds no submission of the class has nothing to add.
    if submissions > 0 && !partial {
        let occupied: BTreeSet<Shard> = parts.ungraded().map(|member| parts.shard_of(member)).collect();
        return Err(MergeError::Missing { shards: occupied.into_iter().collect(), submissions });
    }
    Ok(parts)
}

impl ClassParts {
    fn add(&mut self, first: &Path, folder: &Path, part: &OpenPart) -> Result<(), MergeError> {
        let (one, other) = (first.to_owned(), folder.to_owned());
        let (ours, theirs) = (&self.record, &part.record);
        if ours.shard.count() != theirs.shard.count() {
            return Err(MergeError::OtherCount { one, one_is: ours.shard, other, other_is: theirs.shard });
        }
        if self.suite != part.roster.suite {
            return Err(MergeError::OtherSuite { one, other });
        }
        if let Some(difference) = ClassDifference::of(&ours.class, &theirs.class) {
            return Err(MergeError::OtherClass { one, other, difference: Box::new(difference) });
        }
        let differences = ours.conditions.differences(&theirs.conditions);
        if !differences.is_empty() {
            return Err(MergeError::OtherConditions { one, other, differences });
        }
        // A language that the first part does not have is compared among the others.
        for (name, language) in &theirs.conditions.languages {
            self.record.conditions.languages.entry(name.clone()).or_insert_with(|| language.clone());
        }
        if self.exclusions != part.exclusions {
            return Err(MergeError::OtherExclusions { one, other });
        }
        let shard = theirs.shard;
        match self.folders.insert(shard, folder.to_owned()) {
            Some(before) => Err(MergeError::Twice { shard, one: before, other }),
            None => Ok(()),
        }
    }

    fn shard_of(&self, member: &ClassMember) -> Shard {
        Shard::of(&member.name, self.record.shard.count())
    }

    /// The submissions of missing parts.
    pub fn ungraded(&self) -> impl Iterator<Item = &ClassMember> {
        self.record.class.iter().filter(|member| !self.folders.contains_key(&self.shard_of(member)))
    }

    /// How many submissions the class has.
    pub fn submissions(&self) -> usize {
        self.record.class.len()
    }

    /// How many parts are there.
    pub fn count(&self) -> usize {
        self.folders.len()
    }

    /// Decides the order in which tests were run.
    pub fn seed(&self) -> u64 {
        self.record.conditions.seed
    }

    /// The hash of the suite's file.
    pub fn suite(&self) -> &str {
        &self.suite
    }
}

/// One part, open, with what it says about itself.
struct OpenPart {
    store: Store,
    record: ShardRecord,
    roster: Roster,
    exclusions: Exclusions,
}

impl OpenPart {
    fn read(folder: &Path, problem: &str) -> Result<Self, MergeError> {
        let store = Store::read(folder, problem)?;
        let record = ShardRecord::load(&store)?.ok_or_else(|| MergeError::NotAPart(folder.to_owned()))?;
        let unfinished = || MergeError::Unfinished { folder: folder.to_owned(), shard: record.shard };
        if !record.finished {
            return Err(unfinished());
        }
        let roster = Roster::load(&store)?.ok_or_else(unfinished)?;
        // The roster has the members of the part, no more and no less.
        let listed = roster.members.iter().map(|entry| &entry.name);
        if roster.sandbox != record.conditions.sandbox || !record.members().map(|member| &member.name).eq(listed) {
            return Err(StoreError::ChangedRoster(folder.to_owned()).into());
        }
        let exclusions = Exclusions::load(&store)?;
        Ok(Self { store, record, roster, exclusions })
    }
}

/// Copies all submissions into an empty store, with what was proved about them, and what else commands need to know about the
/// class. `question` is that of the suite. `on_submission` is called for each.
pub fn copy_parts(
    parts: &ClassParts,
    prepared_suite: &PreparedSuite,
    (question, checker): (&str, &ProofChecker<'_>),
    store: &mut Store,
    on_submission: &mut dyn FnMut(),
) -> Result<(), MergeError> {
    let mut entries: BTreeMap<String, RosterEntry> = BTreeMap::new();
    let mut proved = ProvedBuckets::new(question);
    for (shard, folder) in &parts.folders {
        let part = OpenPart::read(folder, &prepared_suite.problem)?;
        // Parts are closed in between, since there can be more than files that a process may open.
        if part.record.shard != *shard || part.record.class != parts.record.class || part.roster.suite != parts.suite {
            return Err(MergeError::Changed(folder.clone()));
        }
        RecordedSetup::add_part(&part.store, store)?;
        // Nothing that was proved is missing.
        ProvedBuckets::load(&part.store, question)?;
        for (member, entry) in part.record.members().zip(part.roster.members) {
            let wrong = |why| {
                let (folder, name) = (folder.clone(), visible(&member.name));
                StoreError::Submission { folder, name, why }
            };
            let stored = part.store.checked_submission(&member.name)?.map_err(wrong)?;
            if stored.sha256 != member.sha256 {
                return Err(wrong(Invalid::Changed).into());
            }
            if !is_complete(prepared_suite, &stored) {
                return Err(wrong(Invalid::Incomplete).into());
            }
            store.store(&stored, true)?;
            if let Some(proof) = part.store.proof(&member.name)?.map_err(wrong)? {
                // Of other files or another problem, it says nothing.
                if proof.sha256 == stored.sha256 && proof.question == question {
                    if !checker.fits(&proof.decision) {
                        return Err(wrong(Invalid::Changed).into());
                    }
                    store.store_proof(&[&member.name], &proof, &mut proved)?;
                }
            }
            entries.insert(entry.name.clone(), entry);
            on_submission();
        }
    }
    let mut members = Vec::with_capacity(parts.record.class.len());
    for member in &parts.record.class {
        let entry = entries.remove(&member.name);
        if entry.is_none() {
            store.store(&not_graded(member, parts.shard_of(member)), true)?;
            on_submission();
        }
        members.push(entry.unwrap_or_else(|| RosterEntry { name: member.name.clone(), ..RosterEntry::default() }));
    }
    proved.save(store)?;
    parts.exclusions.save(store)?;
    MergeRecord { parts: parts.count() }.save(store)?;
    // The roster comes last: it says that the results are complete.
    Ok(Roster::of(parts.record.conditions.sandbox, &parts.suite, members).save(store)?)
}

/// Whether a submission that ran has an outcome on each test.
fn is_complete(prepared_suite: &PreparedSuite, stored: &StoredSubmission) -> bool {
    let known: BTreeSet<(&str, &str)> = stored.outcomes.iter().map(|(test, digest, _)| (&**test, &**digest)).collect();
    !matches!(stored.status, LoadStatus::Graded(_))
        || prepared_suite.tests.iter().all(|test| known.contains(&(&*test.id, &*test.digest)))
}

/// How the reason starts for which a submission of a missing part has no results.
pub const NOT_GRADED: &str = "not graded: part ";

/// A submission of a missing part. Its author is told that it is not their fault, and `grade` into the merged folder runs it.
fn not_graded(member: &ClassMember, shard: Shard) -> StoredSubmission {
    StoredSubmission {
        name: member.name.clone(),
        sha256: member.sha256.clone(),
        conditions: String::new(),
        language: String::new(),
        status: LoadStatus::NotStarted(format!("{NOT_GRADED}{shard} is missing")),
        unstable: Vec::new(),
        printed: String::new(),
        source: None,
        outcomes: Vec::new(),
    }
}

/// Says that results were merged, so that they may be replaced by merging again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MergeRecord {
    pub parts: usize,
}

const KEY: &str = "merged";

impl MergeRecord {
    fn save(self, store: &mut Store) -> Result<(), StoreError> {
        store.save(KEY, &Some(self))
    }

    /// `None` if the results were not merged, or graded into since.
    pub fn load(store: &Store) -> Result<Option<Self>, StoreError> {
        Ok(store.load::<Option<Self>>(KEY)?.flatten())
    }

    /// A run has graded into the folder, so merging again would lose what it found.
    pub fn clear(store: &mut Store) -> Result<(), StoreError> {
        if Self::load(store)?.is_some() { store.save(KEY, &None::<Self>) } else { Ok(()) }
    }
}
