//! Checks that an adapter does what `docs/adapters.md` requires.
//!
//! Takes an adapter and small programs in its language, one folder per case; runs each in the sandbox, as submissions are
//! run, and compares the results. Gives a report per case, in sentences for those who write adapters.

mod case_runner;
mod cases;
mod failures;
mod values;
mod violation;

use std::fs;
use std::io;
use std::path::Path;

use crate::grade::JobFolder;
use crate::worker::{Language, RunConfig};
use case_runner::CaseRunner;
pub use cases::{CASES, ConformanceCase};
pub use violation::Violation;

/// In the folder of a case, instead of a program: why the language cannot have one.
pub const NOT_APPLICABLE: &str = "not-applicable.txt";

/// The result of one case.
#[derive(Debug)]
pub struct CaseReport {
    pub case: &'static ConformanceCase,
    pub result: CaseResult,
}

#[derive(Debug)]
pub enum CaseResult {
    Passed,
    Failed(Vec<Violation>),
    /// There is no program for it.
    Missing,
    /// The reason, by the author of the adapter.
    NotApplicable(String),
}

impl CaseResult {
    pub fn is_fine(&self) -> bool {
        matches!(self, Self::Passed | Self::NotApplicable(_))
    }

    pub fn word(&self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed(_) => "failed",
            Self::Missing => "missing",
            Self::NotApplicable(_) => "not_applicable",
        }
    }
}

/// Runs all cases. The programs are in `folder`, and `work` is a folder to work in. Passes each report to `progress`.
pub fn run(
    config: &RunConfig,
    language: &Language,
    folder: &Path,
    work: &Path,
    progress: &mut dyn FnMut(&CaseReport),
) -> io::Result<Vec<CaseReport>> {
    let job = JobFolder { folder: work.join("job") };
    let mut runner = CaseRunner::new(config, language, job);
    let mut reports = Vec::new();
    for case in CASES {
        let result = run_case(&mut runner, case, &folder.join(case.name))?;
        let report = CaseReport { case, result };
        progress(&report);
        reports.push(report);
    }
    Ok(reports)
}

fn run_case(runner: &mut CaseRunner<'_>, case: &ConformanceCase, folder: &Path) -> io::Result<CaseResult> {
    if let Ok(reason) = fs::read_to_string(folder.join(NOT_APPLICABLE)) {
        return Ok(if case.required {
            CaseResult::Failed(vec![Violation::NotOptional])
        } else {
            CaseResult::NotApplicable(reason.split_whitespace().collect::<Vec<_>>().join(" "))
        });
    }
    if !folder.is_dir() || !runner.set_up(folder)? {
        return Ok(CaseResult::Missing);
    }
    let mut violations = Vec::new();
    if let Err(violation) = (case.check)(runner, &mut violations) {
        violations.push(violation);
    }
    Ok(if violations.is_empty() { CaseResult::Passed } else { CaseResult::Failed(violations) })
}

/// Folders that do not belong to any case: most likely misspelled.
pub fn unknown_cases(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter(|entry| entry.path().is_dir()).map(|entry| entry.file_name().display().to_string());
    let mut names: Vec<String> = names.filter(|name| CASES.iter().all(|case| case.name != name)).collect();
    names.sort();
    names
}
