//! Why there is no analysis, and the exit code for it.

use std::fmt;

use compile::Refusal;
use decide::analysis::Difference;
use decide::orders::OrderDependence;
use decide::proof::WriteError;
use decide::{Failure, Mismatch};
use eval::Program;
use lang::diagnostic::{Code, Diagnostic};
use lang::problem::{Problem, PropertyKind};
use pairs::Replay;
use pairs::replay::FunctionAnswer;

use super::speech::Speech;
use crate::commands::problem::faults;
use crate::{exit, output, style};

#[derive(Debug)]
pub enum Stop {
    Failure(Failure),
    /// Wrong use of an option.
    Usage(String),
    /// Proofs were asked for and cannot be written.
    NoProof(WriteError),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl From<generate::cross::Failure> for Stop {
    fn from(failure: generate::cross::Failure) -> Self {
        use generate::cross::Failure as Cross;
        use sample::sampler::SampleError as Random;
        match failure {
            Cross::Mismatch(mismatch) | Cross::Random(Random::Mismatch(mismatch)) => mismatch.into(),
            Cross::Random(Random::TooMany { found }) => Self::Failure(Failure::TooMany { found }),
        }
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
            Self::NoProof(error) => error.fmt(f),
        }
    }
}

/// Says why, and gives the exit code. The command is the one to run again.
pub fn report(stop: &Stop, problem: &Problem, command: &str, as_json: bool) -> u8 {
    match stop {
        Stop::Usage(message) => {
            eprintln!("{} {message}", style::bad("error:"));
            exit::USAGE
        }
        Stop::NoProof(error) => no_proof(error),
        Stop::Failure(Failure::Mismatch(mismatch)) => {
            eprintln!("{} {mismatch}", style::bad("internal fault:"));
            exit::INTERNAL
        }
        Stop::Failure(Failure::Refused(refusals)) => {
            let errors = diagnostics(refusals);
            output::print(&faults(&errors, &problem.source, command, as_json), exit::NO)
        }
        Stop::Failure(Failure::DependsOnOrder(found)) => {
            let program = Program::new(problem);
            let speech = Speech { problem, program: &program, scope_option: "" };
            let errors: Vec<Diagnostic> = found.iter().map(|found| order_dependence(speech, found)).collect();
            output::print(&faults(&errors, &problem.source, command, as_json), exit::NO)
        }
        Stop::Failure(Failure::Contradicts(difference)) => contradicts(difference, problem, as_json),
        Stop::Failure(failure @ Failure::TooMany { .. }) => {
            let error = Diagnostic::whole_file(Code::NotCompiled, failure.to_string()).help("leave some of them out");
            output::print(&faults(&[error], &problem.source, command, as_json), exit::NO)
        }
    }
}

/// Says on which pair the reference predicate contradicts the required subproperties, and gives the exit code.
fn contradicts(difference: &Difference, problem: &Problem, as_json: bool) -> u8 {
    let program = Program::new(problem);
    let speech = Speech { problem, program: &program, scope_option: "" };
    let replay = Replay::new(problem);
    let said = replay.answers(&difference.pair).map(|answers| answers.subproperties).unwrap_or_default();
    let required = |position: &usize| speech.kind(*position) == PropertyKind::Required;
    let fails = || (0..said.len()).filter(required).filter(|position| said[*position] == Ok(false));
    if as_json {
        let difference = serde_json::json!({
            "pair": speech.pair(&difference.pair),
            "reference": difference.accepted,
            "fails": speech.plain(fails()),
        });
        return output::print(&format!("{:#}\n", serde_json::json!({ "difference": difference })), exit::NO);
    }
    let predicate = speech.predicate();
    let why = if difference.accepted {
        format!("returns True, but {}", speech.names(fails()).that("fails", "fail"))
    } else {
        "returns False, but every required subproperty holds".to_owned()
    };
    eprintln!("{} the required subproperties together do not equal {predicate}", style::bad("error:"));
    eprintln!("  {} {why}", speech.call(&difference.pair));
    eprintln!("help: correct one of them: tests would expect what one says and the other denies");
    eprintln!("next: custodiet analyze {}", problem.source.path);
    exit::NO
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

/// The two answers of a function that depends on an order.
fn order_dependence(speech: Speech<'_>, found: &OrderDependence) -> Diagnostic {
    let name = &speech.problem.module.function(found.function).name;
    let by_lists = found.pair != found.other_pair;
    let whose = if by_lists { "a list declared `Unordered`" } else { "a set" };
    let said = |answer: &FunctionAnswer| match answer {
        Ok(true) => "it holds".to_owned(),
        Ok(false) => "it fails".to_owned(),
        Err(exception) => format!("it raises {exception}"),
    };
    let (answer, other) = (said(&found.answer), said(&found.other_answer));
    let shown = if by_lists {
        format!("{answer} for {}, {other} for {}", speech.call(&found.pair), speech.call(&found.other_pair))
    } else {
        format!("for {} {answer} or {other}, as the elements of a set come", speech.call(&found.pair))
    };
    Diagnostic::error(
        Code::DependsOnOrder,
        name.span,
        format!("the answer of `{}` depends on the order of {whose}", name.name),
    )
    .label(shown)
    .help("use what does not depend on the order: `in`, `len`, `all`, `any`, `sorted` by something that differs, sets")
}

#[cfg(test)]
mod tests {
    use lang::load::{Mode, load};
    use lang::source::Source;

    use super::*;

    fn code(stop: &Stop) -> u8 {
        report(stop, &load(Source::new("empty.py", ""), Mode::Language).problem, "analyze", false)
    }

    #[test]
    fn every_stop_has_its_exit_code() {
        let mismatch = || Mismatch { what: "the solver is wrong".to_owned(), pair: serde_json::json!({}) };
        assert_eq!(code(&mismatch().into()), exit::INTERNAL);
        assert_eq!(code(&Failure::from(mismatch()).into()), exit::INTERNAL);
        assert_eq!(code(&Failure::TooMany { found: 31 }.into()), exit::NO);
        assert_eq!(code(&Failure::Refused(Vec::new()).into()), exit::NO);
        assert_eq!(code(&Stop::Usage("no".to_owned())), exit::USAGE);
        assert_eq!(code(&Stop::NoProof(WriteError::Open)), exit::NO);
        let in_the_way = WriteError::InTheWay { dir: "a".into(), why: "it is a file".to_owned() };
        assert_eq!(code(&Stop::NoProof(in_the_way)), exit::USAGE);
        assert_eq!(code(&Stop::NoProof(WriteError::Contradiction("a".to_owned()))), exit::INTERNAL);
    }
}
