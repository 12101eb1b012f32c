//! Why there is no analysis, and the exit code for it.

use std::fmt;

use compile::Refusal;
use engine::proof::WriteError;
use engine::{Failure, Mismatch};
use lang::diagnostic::{Code, Diagnostic};
use lang::problem::Problem;

use crate::commands::problem::faults;
use crate::{exit, output, style};

#[derive(Debug)]
pub enum Stop {
    Failure(Failure),
    /// Wrong use of an option.
    Usage(String),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl From<Mismatch> for Stop {
    fn from(mismatch: Mismatch) -> Self {
        Self::Failure(Failure::Mismatch(mismatch))
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failure(failure) => failure.fmt(f),
            Self::Usage(message) => f.write_str(message),
        }
    }
}

pub fn report(stop: &Stop, problem: &Problem, as_json: bool) -> u8 {
    match stop {
        Stop::Usage(message) => {
            eprintln!("{} {message}", style::bad("error:"));
            exit::USAGE
        }
        Stop::Failure(Failure::Mismatch(mismatch)) => {
            eprintln!("{} {mismatch}", style::bad("internal fault:"));
            exit::INTERNAL
        }
        Stop::Failure(Failure::Refused(refusals)) => {
            let errors = diagnostics(refusals);
            output::print(&faults(&errors, &problem.source, "analyze", as_json), exit::NO)
        }
        Stop::Failure(failure @ Failure::TooMany { .. }) => {
            let error = Diagnostic::whole_file(Code::NotCompiled, failure.to_string()).help("leave some of them out");
            output::print(&faults(&[error], &problem.source, "analyze", as_json), exit::NO)
        }
    }
}

/// Says why there are no proofs, and gives the exit code.
pub fn no_proof(error: &WriteError) -> u8 {
    eprintln!("{} --proof: {error}", style::bad("error:"));
    match error {
        WriteError::Open | WriteError::GaveUp(_) => exit::NO,
        WriteError::InTheWay { .. } | WriteError::Unwritable { .. } | WriteError::Scope(_) => exit::USAGE,
        WriteError::Prove(_) | WriteError::Contradiction(_) | WriteError::Wrong { .. } => exit::INTERNAL,
    }
}

/// What cannot be compiled, each place once: several functions may call the same helper.
fn diagnostics(refusals: &[Refusal]) -> Vec<Diagnostic> {
    let mut errors: Vec<Diagnostic> = Vec::new();
    for refusal in refusals {
        let error = diagnostic(refusal);
        if !errors.contains(&error) {
            errors.push(error);
        }
    }
    errors
}

fn diagnostic(refusal: &Refusal) -> Diagnostic {
    let help = if refusal.reason.ends_with("(a fault of the compiler)") {
        "this is a mistake in custodiet, not in your file; please report it with the file"
    } else if refusal.reason.ends_with("or allow more time") {
        "make the scope smaller with `--scope`, or allow more time with `--time-limit`"
    } else {
        "write it in another way, or make the scope smaller with `--scope`; `custodiet explain` works with the file as it is"
    };
    let message = match refusal.reason.split_once(':') {
        // A sentence of its own, with its way out.
        Some((what, _)) if what.ends_with(" to compile") => what.to_owned(),
        _ => format!("cannot be compiled: {}", refusal.reason),
    };
    Diagnostic::error(Code::NotCompiled, refusal.at, message).help(help)
}
