//! What the instructor supplies is checked before anything is graded: a mistake in it is nobody else's.
//!
//! Takes a run and its submissions; gives the first reason why submissions in some language could not be graded at all: the
//! language is not installed, or its compiler cannot use the files in `--support` and `--prelude`.

use runner::adapter::AdapterError;
use runner::worker::LoadError;
use submissions::Submission;

use crate::run::{GradingRun, Job};

#[derive(Debug, thiserror::Error)]
pub enum PreflightError {
    #[error("{submissions} {} cannot run: {source}", if *submissions == 1 { "submission" } else { "submissions" })]
    NotInstalled { submissions: usize, source: AdapterError },
    #[error("what --support and --prelude supply cannot be used: {message}")]
    Support { message: String },
    #[error("cannot check what --support and --prelude supply: {0}")]
    NotChecked(String),
}

/// Checks every language that some submission is written in.
pub fn preflight(grading: &GradingRun<'_>, submissions: &[Submission]) -> Result<(), PreflightError> {
    for (index, adapter) in grading.adapters.iter().enumerate() {
        let count = submissions.iter().filter(|submission| grading.chosen(submission) == Some(index)).count();
        if count == 0 {
            continue;
        }
        // In a class of several languages, the others are graded, and the reason is given for these.
        if let Err(source @ AdapterError::NotInstalled { .. }) = adapter.tools(grading.config.layers)
            && count == submissions.len()
        {
            return Err(PreflightError::NotInstalled { submissions: count, source });
        }
        let checks = adapter.file.compile.as_ref().is_some_and(|compile| compile.checks);
        // Whatever else is wrong with a language is reported for each submission.
        if let (true, Some(_), Ok(language)) = (checks, &grading.support, grading.language_of(adapter)) {
            Job::new(grading, 0).check(grading, &language).map_err(|error| match error {
                LoadError::Failed(failure) => PreflightError::Support { message: failure.message },
                LoadError::NotStarted(why) => PreflightError::NotChecked(why.to_string()),
            })?;
        }
    }
    Ok(())
}
