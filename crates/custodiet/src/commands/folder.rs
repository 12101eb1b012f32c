//! A results folder of `custodiet grade … -o DIR`.

use std::path::Path;

use grading::{GradingSetup, Results, Store};
use report::ClassReport;
use runner::prepared::PreparedSuite;

use super::grade::suite_file::{SuiteFile, kept};
use crate::error::{Error, Result};

/// The results, and the store, which is locked while this is held.
#[derive(Debug)]
pub struct ResultsFolder {
    pub results: Results,
    pub prepared_suite: PreparedSuite,
    pub store: Store,
}

impl ResultsFolder {
    pub fn read(folder: &Path) -> Result<Self> {
        let none = |message: String| Error::usage(message).with_help("pass a folder from `custodiet grade … -o DIR`");
        if !kept(folder).is_file() {
            return Err(none(format!("`{}` does not hold results", folder.display())));
        }
        let file = SuiteFile::read(&kept(folder), folder)?;
        let store = Store::open(folder, &file.problem.name)?;
        let setup = GradingSetup::load(&store)?
            .ok_or_else(|| none(format!("`{}` does not say how it was graded", folder.display())))?;
        let prepared_suite = PreparedSuite::new(&file.problem, &file.suite, setup.seed)?;
        let results =
            Results::load(&store, file.problem, file.suite, file.sha256, &prepared_suite)?.ok_or_else(|| {
                let message = format!("grading into `{}` was not completed", folder.display());
                Error::usage(message)
                    .with_help("run the same `custodiet grade` command again: it continues where it stopped")
            })?;
        Ok(Self { results, prepared_suite, store })
    }

    pub fn report(&self) -> Result<ClassReport> {
        Ok(report::build(&self.results)?)
    }
}
