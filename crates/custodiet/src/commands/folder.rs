//! A results folder of `custodiet grade … -o DIR`.

use std::path::Path;

use grading::{RecordedSetup, Results, ShardRecord, Store, StoreError, StoredSource};
use runner::prepared::PreparedSuite;

use super::grade::suite_file::SuiteFile;
use crate::error::{Error, Result};
use crate::style;

/// The results, and the store, which is locked while this is held.
#[derive(Debug)]
pub struct ResultsFolder {
    pub results: Results,
    pub prepared_suite: PreparedSuite,
    pub store: Store,
}

impl ResultsFolder {
    /// To read it only.
    pub fn read(folder: &Path) -> Result<Self> {
        Self::open(folder, Store::read)
    }

    /// To change the database, too.
    pub fn read_and_write(folder: &Path) -> Result<Self> {
        Self::open(folder, Store::open)
    }

    fn open(folder: &Path, open: fn(&Path, &str) -> std::result::Result<Store, StoreError>) -> Result<Self> {
        let file = SuiteFile::kept(folder)?;
        let store = open(folder, &file.problem.name)?;
        let recorded = RecordedSetup::load(&store)?.ok_or_else(|| not_graded(folder))?;
        let prepared_suite = PreparedSuite::new(&file.problem, &file.suite, recorded.settings.seed)?;
        let results =
            Results::load(&store, file.problem, file.suite, file.sha256, &prepared_suite)?.ok_or_else(|| {
                let message = format!("grading into `{}` was not completed", folder.display());
                Error::usage(message)
                    .with_help("run the same `custodiet grade` command again: it continues where it stopped")
            })?;
        if let Some(record) = ShardRecord::load(&store)? {
            remark!(
                "{} `{}` is part {} of a class; `custodiet merge` joins all parts",
                style::doubtful("warning:"),
                folder.display(),
                record.shard
            );
        }
        Ok(Self { results, prepared_suite, store })
    }

    /// The submissions, read one at a time.
    pub fn source(&self) -> StoredSource<'_> {
        StoredSource::new(&self.store, &self.results, &self.prepared_suite)
    }
}

/// A results folder without a run.
pub fn not_graded(folder: &Path) -> Error {
    let message = format!("`{}` does not say how it was graded", folder.display());
    Error::usage(message).with_help("pass a folder from `custodiet grade … -o DIR`")
}
