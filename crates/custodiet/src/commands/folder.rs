//! A folder of results, as `custodiet grade … -o DIR` leaves it.

use std::path::Path;

use grading::Store;
use grading::setup::Setup;
use report::{Graded, Report};
use runner::prepared::PreparedSuite;

use super::grade::Refused;
use super::grade::exam_file::{ExamFile, kept};

/// All that was graded, and the store, which nobody else writes to as long as it is held.
#[derive(Debug)]
pub struct Folder {
    pub graded: Graded,
    pub exam: PreparedSuite,
    pub store: Store,
}

impl Folder {
    pub fn read(folder: &Path) -> Result<Self, Refused> {
        let none = |message: String| Refused::usage(message, "give a folder that `custodiet grade … -o DIR` wrote");
        if !kept(folder).is_file() {
            return Err(none(format!("there are no results in `{}`", folder.display())));
        }
        let file = ExamFile::read(&kept(folder), folder)?;
        let store = Store::open(folder, &file.problem.name)?;
        let setup =
            Setup::of(&store)?.ok_or_else(|| none(format!("`{}` does not say how it was graded", folder.display())))?;
        let exam =
            PreparedSuite::new(&file.problem, &file.suite, setup.seed).map_err(|error| none(error.to_string()))?;
        let graded = Graded::read(&store, file.problem, file.suite, file.sha256, &exam)?.ok_or_else(|| {
            let message = format!("grading into `{}` has not come to its end", folder.display());
            Refused::usage(message, "run the same `custodiet grade` again: it goes on where it stopped")
        })?;
        Ok(Self { graded, exam, store })
    }
    pub fn report(&self) -> Result<Report, Refused> {
        report::build(&self.graded).map_err(|why| Refused::usage(why, "grade again with a new suite"))
    }
}
