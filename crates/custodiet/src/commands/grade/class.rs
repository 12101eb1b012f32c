//! The submissions of a run: a whole class, or one part of it.
//!
//! A part is chosen from the class with `--shard`, or was packed by `custodiet split` and is given with `--part`. Its results go to
//! a folder of its own, which says what they are a part of. Guarded by `tests/shards.rs`.

use std::path::{Path, PathBuf};

use grading::conditions::ProofConditions;
use grading::shard::class_of;
use grading::{
    ClassMember, GradingRun, LoadStatus, MergeRecord, PackedPart, RecordedSetup, Roster, RunConditions, Shard,
    ShardRecord, Store,
};
use sandbox::SandboxLevel;
use submissions::{GatherOptions, Submission, Warning, gather};

use crate::error::{Error, Result};

#[derive(Debug)]
pub struct GradedClass {
    /// Those to run.
    pub submissions: Vec<Submission>,
    pub warnings: Vec<Warning>,
    /// Which part they are, and of which class.
    part: Option<(Shard, Vec<ClassMember>)>,
    /// What a packed part says about them.
    packed: Option<Vec<grading::roster::RosterEntry>>,
}

impl GradedClass {
    /// Finds the submissions. `part` is the folder of a packed part; otherwise they are in the `given` files.
    pub fn find(shard: Option<Shard>, part: Option<&Path>, given: &[PathBuf], options: &GatherOptions) -> Result<Self> {
        if let Some(folder) = part {
            let PackedPart { shard, class, entries, submissions } = PackedPart::read(folder, options)?;
            return Ok(Self { submissions, warnings: Vec::new(), part: Some((shard, class)), packed: Some(entries) });
        }
        let gathered = gather(given, options)?;
        let mut submissions = gathered.submissions;
        // All of the class was read: names, and who handed in the same files, depend on all of it.
        let part = shard.map(|shard| (shard, class_of(&submissions)));
        if let Some(shard) = shard {
            submissions.retain(|submission| shard.holds(&submission.name));
        }
        Ok(Self { submissions, warnings: gathered.warnings, part, packed: None })
    }

    pub fn shard(&self) -> Option<Shard> {
        self.part.as_ref().map(|(shard, _)| *shard)
    }

    /// The part, and the number of submissions of the class.
    pub fn part_of(&self) -> Option<(Shard, usize)> {
        self.part.as_ref().map(|(shard, class)| (*shard, class.len()))
    }

    /// Refuses a folder with the results of another part, of a whole class, or of something else.
    pub fn check_folder(&self, store: &Store) -> Result<()> {
        let recorded = ShardRecord::load(store)?.map(|record| record.shard);
        let folder = store.folder().display();
        let (message, help) = match (recorded, self.shard()) {
            (None, None) => return Ok(()),
            (Some(recorded), Some(shard)) if recorded == shard => return Ok(()),
            (None, Some(_)) if RecordedSetup::load(store)?.is_none() => return Ok(()),
            (None, Some(shard)) => (
                format!("`{folder}` holds the results of a whole class, not of part {shard}"),
                "pass another folder with -o".to_owned(),
            ),
            (Some(recorded), Some(shard)) => (
                format!("`{folder}` holds the results of part {recorded}, not of part {shard}"),
                "pass another folder with -o: each part has its own".to_owned(),
            ),
            (Some(recorded), None) => (
                format!("`{folder}` holds the results of part {recorded} of a class"),
                format!("to continue this part, add --shard {recorded}; to grade the whole class, pass another folder"),
            ),
        };
        Err(Error::usage(message).with_help(help))
    }

    /// How many submissions were not run, through no fault of their own.
    fn not_run(&self, store: &Store) -> Result<usize> {
        let mut count = 0;
        for submission in &self.submissions {
            let stored = store.submission(&submission.name)?;
            count += usize::from(stored.is_some_and(|stored| matches!(stored.status, LoadStatus::NotStarted(_))));
        }
        Ok(count)
    }

    /// Records what is about to be graded. Until it is recorded as finished, the folder cannot be merged.
    pub fn begin(
        &self,
        grading: &GradingRun<'_>,
        proofs: Option<ProofConditions>,
        store: &mut Store,
    ) -> Result<Option<ShardRecord>> {
        MergeRecord::clear(store)?;
        let Some((shard, class)) = &self.part else { return Ok(None) };
        let conditions = RunConditions::of(grading, &self.submissions, proofs);
        let mut record = ShardRecord::new(*shard, class.clone(), conditions);
        record.save(store)?;
        Ok(Some(record))
    }

    /// Records that all of it has been graded. A part in which submissions could not be run because of this machine is not finished.
    pub fn end(&self, level: SandboxLevel, suite: &str, record: Option<ShardRecord>, store: &mut Store) -> Result<()> {
        match &self.packed {
            Some(entries) => Roster::of(level, suite, entries.clone()).save(store)?,
            None => Roster::new(level, suite, &self.submissions).save(store)?,
        }
        if let Some(record) = record {
            let not_run = self.not_run(store)?;
            if not_run > 0 {
                return Err(Error::NotRun(not_run));
            }
            record.finished().save(store)?;
        }
        Ok(())
    }
}
