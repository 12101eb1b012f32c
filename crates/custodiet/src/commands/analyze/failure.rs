//! Why an analysis stopped, as diagnostics of the problem file.

use std::fmt;

use compile::{Refusal, RefusalKind};
use decide::DecideError;
use decide::analysis::ReferenceDifference;
use decide::orders::{OrderDependence, dependence_on_pair};
use eval::{Pair, Program};
use lang::diagnostic::{Code, Diagnostic};
use lang::problem::{Problem, PropertyKind};
use pairs::replay::FunctionAnswer;
use pairs::{PairStructure, Replay};
use serde_json::{Value as Json, json};

use super::describe::Describer;
use crate::commands::problem::ProblemErrors;
use crate::error::Error;
use crate::{crash, exit, output};

/// How many orders are tried before a disagreement counts as a bug.
const ORDERS: u64 = 400;

/// Adds to the failure of an analysis where in the problem file it comes from. `command` is the one to run again.
pub fn in_file(error: Error, problem: &Problem, command: &'static str, as_json: bool) -> Error {
    let program = Program::new(problem);
    let describe = Describer { problem, program: &program, scope_option: "" };
    let errors = match as_order_dependence(error, problem) {
        Error::Analysis(DecideError::Refused(refusals)) => diagnostics(describe, &refusals),
        Error::Analysis(DecideError::DependsOnOrder(found)) => {
            found.iter().map(|found| order_dependence(describe, found)).collect()
        }
        Error::Analysis(failure @ DecideError::TooMany { .. }) => {
            vec![Diagnostic::whole_file(Code::NotCompiled, failure.to_string()).help("remove some of them")]
        }
        Error::Analysis(DecideError::Contradicts(difference)) => {
            return Error::Contradiction(Box::new(Contradiction::new(&difference, problem, as_json)));
        }
        other => return other,
    };
    ProblemErrors::new(errors, &problem.source, command, as_json).into()
}

/// What looks like a disagreement between the solver and evaluation may be a function that depends on an order, if that
/// could not be decided: the two follow different orders.
fn as_order_dependence(error: Error, problem: &Problem) -> Error {
    let Error::Analysis(DecideError::Mismatch(mismatch)) = &error else { return error };
    let read = Pair::read(problem, &mismatch.pair).ok();
    let Some(pair) = read.and_then(|pair| pairs::concrete(problem, &pair)) else { return error };
    let structure = PairStructure::of_scope(problem, &problem.scope);
    match dependence_on_pair(&Replay::new(problem), &structure, &pair, ORDERS) {
        Ok(Some(found)) => DecideError::DependsOnOrder(vec![found]).into(),
        _ => error,
    }
}

/// A pair on which the reference predicate contradicts the required subproperties.
#[derive(Debug)]
pub struct Contradiction {
    predicate: String,
    call: String,
    why: String,
    file: String,
    json: Option<Json>,
}

impl Contradiction {
    fn new(difference: &ReferenceDifference, problem: &Problem, as_json: bool) -> Self {
        let program = Program::new(problem);
        let describe = Describer { problem, program: &program, scope_option: "" };
        let answers = Replay::new(problem).answers(&difference.pair).map(|answers| answers.subproperties);
        let answers = answers.unwrap_or_default();
        let failing: Vec<usize> = (0..answers.len())
            .filter(|position| describe.kind(*position) == PropertyKind::Required && answers[*position] == Ok(false))
            .collect();
        let why = if difference.accepted {
            format!("returns True, but {}", describe.names(failing.iter().copied()).with_verb("fails", "fail"))
        } else {
            "returns False, but every required subproperty holds".to_owned()
        };
        let json = as_json.then(|| {
            json!({
                "difference": {
                    "pair": describe.pair(&difference.pair),
                    "reference": difference.accepted,
                    "fails": describe.plain(failing),
                },
            })
        });
        Self {
            predicate: describe.predicate(),
            call: describe.call(&difference.pair),
            why,
            file: problem.source.path.clone(),
            json,
        }
    }

    pub fn help(&self) -> String {
        format!("fix one of them, since no test can satisfy both; `custodiet analyze {}` says more", self.file)
    }

    /// With `--json`, prints the contradiction as JSON and returns the exit code.
    pub fn report_json(&self) -> Option<u8> {
        self.json.as_ref().map(|json| output::print(&format!("{json:#}\n"), exit::NO))
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { predicate, call, why, .. } = self;
        write!(f, "the required subproperties together do not equal {predicate}\n  {call} {why}")
    }
}

/// What cannot be compiled. Each place once, since several functions may call the same helper.
fn diagnostics(describe: Describer<'_>, refusals: &[Refusal]) -> Vec<Diagnostic> {
    let mut errors: Vec<Diagnostic> = Vec::new();
    for refusal in refusals {
        let error = diagnostic(describe, refusal);
        if !errors.contains(&error) {
            errors.push(error);
        }
    }
    errors
}

fn diagnostic(describe: Describer<'_>, refusal: &Refusal) -> Diagnostic {
    let help = match &refusal.kind {
        RefusalKind::Internal { .. } => crash::REPORT_IT,
        RefusalKind::Time { .. } => {
            "reduce the scope with `--scope`, as `custodiet check` suggests, or allow more time with `--time-limit`"
        }
        RefusalKind::Endless { .. } => {
            "change the loop, or exclude such pairs with a precondition; `custodiet explain` evaluates single pairs"
        }
        RefusalKind::Unsupported(_)
        | RefusalKind::UnlistedOperand { .. }
        | RefusalKind::TooLarge(_)
        | RefusalKind::Layout { .. }
        | RefusalKind::Steps => {
            "rewrite it, or reduce the scope with `--scope`; `custodiet explain` works with the file as it is"
        }
    };
    let message = match &refusal.kind {
        RefusalKind::Endless { pair, .. } => {
            let million = eval::DEFAULT_STEPS / 1_000_000;
            let label = format!("it is still running after {million} million steps for {}", describe.call(pair));
            return Diagnostic::error(Code::NotCompiled, refusal.at, refusal.to_string()).label(label).help(help);
        }
        RefusalKind::Steps | RefusalKind::Time { .. } => refusal.to_string(),
        RefusalKind::Unsupported(_)
        | RefusalKind::UnlistedOperand { .. }
        | RefusalKind::TooLarge(_)
        | RefusalKind::Layout { .. }
        | RefusalKind::Internal { .. } => format!("cannot be compiled: {refusal}"),
    };
    Diagnostic::error(Code::NotCompiled, refusal.at, message).help(help)
}

/// Shows the two answers of a function that depends on an order.
fn order_dependence(describe: Describer<'_>, found: &OrderDependence) -> Diagnostic {
    let name = &describe.problem.module.function(found.function).name;
    let by_lists = found.pair != found.other_pair;
    let whose = if by_lists { "a list declared `Unordered`" } else { "a set" };
    let outcome = |answer: &FunctionAnswer| match answer {
        Ok(true) => "it holds".to_owned(),
        Ok(false) => "it fails".to_owned(),
        Err(exception) => format!("it raises {exception}"),
    };
    let (answer, other) = (outcome(&found.answer), outcome(&found.other_answer));
    let shown = if by_lists {
        format!("{answer} for {}, {other} for {}", describe.call(&found.pair), describe.call(&found.other_pair))
    } else {
        format!("for {}, {answer} or {other}, depending on the order of a set", describe.call(&found.pair))
    };
    Diagnostic::error(
        Code::DependsOnOrder,
        name.span,
        format!("the answer of `{}` depends on the order of {whose}", name.name),
    )
    .label(shown)
    .help("use operations that ignore the order: `in`, `len`, `all`, `any`, sets, or `sorted` with a key that has no ties")
}

#[cfg(test)]
mod tests {
    use decide::Mismatch;
    use decide::proof::WriteError;
    use grading::SetupError;
    use lang::load::{Mode, load};
    use lang::source::Source;
    use runner::adapter::AdapterError;
    use runner::prepared::PrepareError;

    use super::*;

    fn code(error: impl Into<Error>) -> u8 {
        let problem = load(Source::new("empty.py", ""), Mode::Language).problem;
        in_file(error.into(), &problem, "analyze", false).report()
    }

    #[test]
    fn every_failure_has_its_exit_code() {
        let mismatch = || Mismatch { what: "the solver is wrong".to_owned(), pair: json!({}) };
        assert_eq!(code(mismatch()), exit::INTERNAL);
        assert_eq!(code(DecideError::from(mismatch())), exit::INTERNAL);
        assert_eq!(code(DecideError::TooMany { found: 31 }), exit::NO);
        assert_eq!(code(DecideError::Refused(Vec::new())), exit::NO);
        assert_eq!(code(Error::usage("no")), exit::USAGE);
        assert_eq!(code(WriteError::Open), exit::NO);
        let in_the_way = WriteError::InTheWay { dir: "a".into(), why: decide::proof::Obstacle::File };
        assert_eq!(code(in_the_way), exit::USAGE);
        assert_eq!(code(WriteError::Contradiction("a".to_owned())), exit::INTERNAL);
        let source = || std::io::ErrorKind::StorageFull.into();
        let unwritten = || AdapterError::Write { path: "a".into(), source: source() };
        assert_eq!(code(unwritten()), exit::INTERNAL);
        assert_eq!(code(SetupError::from(unwritten())), exit::INTERNAL);
        assert_eq!(code(AdapterError::CommandNotRun { command: "npm".to_owned(), source: source() }), exit::NO);
        assert_eq!(code(AdapterError::NoHome), exit::USAGE);
        assert_eq!(code(PrepareError::NoTests), exit::USAGE);
        assert_eq!(code(Error::from(unwritten()).with_help("free some space")), exit::INTERNAL);
    }
}
