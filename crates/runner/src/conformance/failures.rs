//! Cases that cannot be loaded, each for a different reason.

use crate::protocol::{LoadFailure, LoadFailureKind};

use super::case_runner::CaseRunner;
use super::violation::Violation;

pub fn missing(runner: &mut CaseRunner<'_>, violations: &mut Vec<Violation>) -> Result<(), Violation> {
    let failure = failure(runner, LoadFailureKind::Missing, violations)?;
    if failure.candidates.is_empty() {
        violations.push(Violation::NoCandidates);
    }
    Ok(())
}

pub fn ambiguous(runner: &mut CaseRunner<'_>, violations: &mut Vec<Violation>) -> Result<(), Violation> {
    let failure = failure(runner, LoadFailureKind::Ambiguous, violations)?;
    let mut given = failure.candidates;
    given.sort();
    if given != runner.load.files {
        violations.push(Violation::WrongCandidates { given, expected: runner.load.files.clone() });
    }
    Ok(())
}

pub fn syntax(runner: &mut CaseRunner<'_>, violations: &mut Vec<Violation>) -> Result<(), Violation> {
    let failure = failure(runner, LoadFailureKind::Syntax, violations)?;
    check_place(runner, failure, true, violations)
}

pub fn import(runner: &mut CaseRunner<'_>, violations: &mut Vec<Violation>) -> Result<(), Violation> {
    let failure = failure(runner, LoadFailureKind::Import, violations)?;
    check_place(runner, failure, false, violations)
}

pub fn raises_when_loaded(runner: &mut CaseRunner<'_>, violations: &mut Vec<Violation>) -> Result<(), Violation> {
    let failure = failure(runner, LoadFailureKind::Raised, violations)?;
    if failure.class.as_deref().unwrap_or_default().is_empty() {
        violations.push(Violation::NoClass);
    }
    check_place(runner, failure, true, violations)
}

pub fn arity(runner: &mut CaseRunner<'_>, violations: &mut Vec<Violation>) -> Result<(), Violation> {
    failure(runner, LoadFailureKind::Arity, violations).map(drop)
}

fn failure(
    runner: &mut CaseRunner<'_>,
    expected: LoadFailureKind,
    violations: &mut Vec<Violation>,
) -> Result<LoadFailure, Violation> {
    let (failure, printed) = runner.failure()?;
    if failure.why != expected {
        return Err(Violation::WrongReason { expected, failure, printed });
    }
    if failure.message.is_empty() {
        violations.push(Violation::NoMessage);
    }
    Ok(*failure)
}

/// The reported place must be the marked one. If it is not `required`, it may be missing.
fn check_place(
    runner: &CaseRunner<'_>,
    failure: LoadFailure,
    required: bool,
    violations: &mut Vec<Violation>,
) -> Result<(), Violation> {
    let (file, line) = runner.marked()?;
    let right = failure.file.as_ref() == Some(&file) && failure.line == Some(line);
    let given = failure.file.is_some() || failure.line.is_some();
    if !right && (given || required) {
        violations.push(Violation::WrongPlace { expected: (file, line), given: (failure.file, failure.line) });
    }
    Ok(())
}
