//! Checks every answer of the solver with `eval`.
//!
//! Takes a pair and what the solver claims about it; returns the pair as it will be shown, or a [`Mismatch`]. Preconditions
//! are evaluated in the order of the file, each only if those before it hold; everything else only if all of them hold.

use std::ops::Range;

use eval::{Fault, Machine, Program, Value};
use lang::builtins::Exception;
use lang::problem::Problem;
use serde_json::Value as Json;

use crate::bucket::Bucket;
use crate::concrete::{Concrete, in_reading_order};
use crate::convert::values;
use crate::notation::pair_json;

/// The solver and `eval` disagree about a pair: a bug of Custodiet.
#[derive(Debug, thiserror::Error)]
#[error("{what}\nthis is a bug in custodiet; please report it with the problem file and this pair:\n{pair}")]
pub struct Mismatch {
    pub what: String,
    pub pair: Json,
}

/// A function's answer on a pair.
pub type FunctionAnswer = Result<bool, NoAnswer>;

/// Why a function has no answer on a pair.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    #[error("{0}")]
    Raises(Exception),
    /// It exceeded a limit, or used something that the language excludes.
    #[error("{0}")]
    GivesUp(String),
}

/// Evaluates pairs of one problem.
#[derive(Debug)]
pub struct Replay<'p> {
    problem: &'p Problem,
    program: Program,
}

/// The answers of the functions of a problem on a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairAnswers {
    /// For each precondition, whether it holds, or what it raises.
    pub preconditions: Vec<FunctionAnswer>,
    pub subproperties: Vec<FunctionAnswer>,
}

impl<'p> Replay<'p> {
    pub fn new(problem: &'p Problem) -> Self {
        Self { problem, program: Program::new(problem) }
    }

    pub fn problem(&self) -> &'p Problem {
        self.problem
    }

    pub(crate) fn program(&self) -> &Program {
        &self.program
    }

    pub fn answers(&self, pair: &[Concrete]) -> Result<PairAnswers, Mismatch> {
        let first = self.problem.preconditions.len();
        Ok(PairAnswers {
            preconditions: self.ask(pair, 0..first)?,
            subproperties: self.ask(pair, first..first + self.problem.subproperties.len())?,
        })
    }

    /// The answers of some properties, counted with preconditions first.
    fn ask(&self, pair: &[Concrete], properties: Range<usize>) -> Result<Vec<FunctionAnswer>, Mismatch> {
        let values = self.values(pair)?;
        let mut machine = Machine::new(&self.program);
        let answers =
            properties.map(|property| machine.holds(property, &values).map_err(|fault| NoAnswer::from(&*fault)));
        Ok(answers.collect())
    }

    /// Checks a pair, and returns it with its atoms named in reading order, checked again. A function that depends on the
    /// order of a set may answer differently under other names; then the pair stays as the solver gave it.
    pub fn shown<T>(
        &self,
        pair: Vec<Concrete>,
        check: impl Fn(&[Concrete]) -> Result<T, Mismatch>,
    ) -> Result<(Vec<Concrete>, T), Mismatch> {
        let found = check(&pair)?;
        let renamed = in_reading_order(&pair);
        Ok(match check(&renamed) {
            Ok(again) => (renamed, again),
            Err(_) => (pair, found),
        })
    }

    fn values(&self, pair: &[Concrete]) -> Result<Vec<Value>, Mismatch> {
        let unequal = "the solver gave a set or dict with elements that Python calls equal";
        values(self.problem, pair).ok_or_else(|| self.mismatch(pair, unequal))
    }

    pub fn mismatch(&self, pair: &[Concrete], what: impl Into<String>) -> Mismatch {
        Mismatch { what: what.into(), pair: pair_json(self.problem, pair) }
    }

    /// Checks that every precondition holds of a pair.
    pub fn check_valid(&self, pair: &[Concrete]) -> Result<(), Mismatch> {
        self.check_preconditions(pair, self.problem.preconditions.len())
    }

    /// Checks that the preconditions before `first` hold of a pair.
    pub fn check_preconditions(&self, pair: &[Concrete], first: usize) -> Result<(), Mismatch> {
        for (property, holds) in self.problem.preconditions.iter().zip(self.ask(pair, 0..first)?) {
            if holds != Ok(true) {
                let what = format!("the solver says that `{}` holds, and evaluation says {holds:?}", property.name);
                return Err(self.mismatch(pair, what));
            }
        }
        Ok(())
    }

    /// Checks that a pair is in the bucket that the solver says it is in.
    pub fn check_bucket(&self, pair: &[Concrete], bucket: Bucket) -> Result<(), Mismatch> {
        self.check_valid(pair)?;
        let answers = self.answers(pair)?;
        for (position, (property, holds)) in self.problem.subproperties.iter().zip(&answers.subproperties).enumerate() {
            if *holds != Ok(!bucket.fails(position)) {
                let says = if bucket.fails(position) { "fails" } else { "holds" };
                let what = format!("the solver says that `{}` {says}, and evaluation says {holds:?}", property.name);
                return Err(self.mismatch(pair, what));
            }
        }
        Ok(())
    }

    /// A function's answer on a pair; `order` overrides the order in which sets are iterated over.
    pub fn answer(
        &self,
        pair: &[Concrete],
        function: lang::ast::FuncId,
        params: &[usize],
        order: Option<eval::SetOrder>,
    ) -> Result<FunctionAnswer, Mismatch> {
        let values = self.values(pair)?;
        let args: Vec<Value> = params.iter().map(|param| eval::deep_copy(&values[*param])).collect();
        let mut machine = Machine::new(&self.program);
        if let Some(order) = order {
            machine = machine.with_set_order(order);
        }
        Ok(machine
            .call_id(function, &args)
            .and_then(|value| eval::truth(&value))
            .map_err(|fault| NoAnswer::from(&*fault)))
    }

    /// Checks the answer of a function of the file, or of the reference predicate.
    pub fn check_function(
        &self,
        pair: &[Concrete],
        function: lang::ast::FuncId,
        params: &[usize],
        expected: &FunctionAnswer,
    ) -> Result<(), Mismatch> {
        let answer = self.answer(pair, function, params, None)?;
        if answer == *expected {
            return Ok(());
        }
        let name = &self.problem.module.function(function).name.name;
        Err(self.mismatch(pair, format!("the solver says {expected:?} of `{name}`, and evaluation says {answer:?}")))
    }
}

impl From<&Fault> for NoAnswer {
    fn from(fault: &Fault) -> Self {
        match fault {
            Fault::Raised(raised) => Self::Raises(raised.exception),
            other => Self::GivesUp(other.to_string()),
        }
    }
}
