//! Checks with `eval` what an engine claims about a pair.
//!
//! Takes a pair and the claim of the solver, the random engine or a suite; returns the pair as it will be shown, or a
//! [`Mismatch`]. A check evaluates what [`Placement`](crate::Placement) evaluates, up to the first answer that refutes the
//! claim. Only [`Replay::answers`] evaluates everything.

use std::ops::Range;

use eval::{Fault, Machine, Program, Value};
use lang::ast::Span;
use lang::builtins::Exception;
use lang::problem::Problem;
use serde_json::Value as Json;

use crate::bucket::Bucket;
use crate::concrete::{Concrete, in_reading_order};
use crate::convert::values;
use crate::notation::pair_json;
use crate::placement::{DecidingAnswer, all_properties, walk};

/// An engine and `eval` disagree about a pair: a bug of Custodiet.
#[derive(Debug, thiserror::Error)]
#[error("{what}; the pair is\n{pair}")]
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

    /// The answers of all functions, whether or not the preconditions before them hold.
    pub fn answers(&self, pair: &[Concrete]) -> Result<PairAnswers, Mismatch> {
        let values = self.values(pair)?;
        let mut machine = Machine::new(&self.program);
        let mut ask = |property| machine.holds(property, &values).map_err(|fault| NoAnswer::from(&*fault));
        let first = self.problem.preconditions.len();
        Ok(PairAnswers {
            preconditions: (0..first).map(&mut ask).collect(),
            subproperties: all_properties(self.problem).skip(first).map(&mut ask).collect(),
        })
    }

    /// Checks a pair, and returns it with its atoms named in reading order, checked again. A function that depends on the
    /// order of a set may answer differently under other names; then the pair stays as it was given.
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
        let unequal = "the engine gave a set or dict with elements that Python calls equal";
        values(self.problem, pair).ok_or_else(|| self.mismatch(pair, unequal))
    }

    pub fn mismatch(&self, pair: &[Concrete], what: impl Into<String>) -> Mismatch {
        Mismatch { what: what.into(), pair: pair_json(self.problem, pair) }
    }

    /// Checks that the preconditions before `first` hold of a pair.
    pub fn check_preconditions(&self, pair: &[Concrete], first: usize) -> Result<(), Mismatch> {
        self.check(pair, 0..first, |_, _| true)
    }

    /// Checks that a pair is in the bucket that the engine says it is in.
    pub fn check_bucket(&self, pair: &[Concrete], bucket: Bucket) -> Result<(), Mismatch> {
        self.check_subproperties(pair, |position, holds| holds != bucket.fails(position))
    }

    /// Checks that a pair is in a bucket, and that the answer of each subproperty fits, given with its position.
    pub fn check_subproperties(
        &self,
        pair: &[Concrete],
        fits: impl FnMut(usize, bool) -> bool,
    ) -> Result<(), Mismatch> {
        self.check(pair, all_properties(self.problem), fits)
    }

    fn check(
        &self,
        pair: &[Concrete],
        properties: Range<usize>,
        fits: impl FnMut(usize, bool) -> bool,
    ) -> Result<(), Mismatch> {
        let values = self.values(pair)?;
        let mut machine = Machine::new(&self.program);
        walk(self.problem, properties, |property| machine.holds(property, &values), fits)
            .map_err(|decided| self.refuted(pair, &decided))
    }

    fn refuted(&self, pair: &[Concrete], DecidingAnswer { property, answer }: &DecidingAnswer) -> Mismatch {
        let mut properties = self.problem.preconditions.iter().chain(&self.problem.subproperties);
        let name = properties.nth(*property).map_or("", |property| &*property.name);
        let claim = match answer {
            Ok(holds) => words(&Ok(!holds)),
            Err(_) if *property < self.problem.preconditions.len() => words(&Ok(true)),
            Err(_) => "has an answer".to_owned(),
        };
        self.contradicted(pair, name, &claim, &answer.as_ref().map_err(|fault| NoAnswer::from(&**fault)).copied())
    }

    fn contradicted(&self, pair: &[Concrete], name: &str, claim: &str, answer: &FunctionAnswer) -> Mismatch {
        let said = words(answer);
        let what = format!("the engine puts this pair where `{name}` {claim}, but evaluation says that it {said}");
        self.mismatch(pair, what)
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

    /// Where a function is when it exceeds the step limit of evaluation on a pair, if it does.
    pub fn exceeds_steps_at(
        &self,
        pair: &[Concrete],
        function: lang::ast::FuncId,
        params: &[usize],
    ) -> Result<Option<Span>, Mismatch> {
        let values = self.values(pair)?;
        let args: Vec<Value> = params.iter().map(|param| values[*param].clone()).collect();
        Ok(match Machine::new(&self.program).call_id(function, &args).map_err(|fault| *fault) {
            Err(Fault::Steps { at, .. }) => Some(at.unwrap_or_default()),
            _ => None,
        })
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
        Err(self.contradicted(pair, name, &words(expected), &answer))
    }
}

/// What a function does on a pair: `raises KeyError`
fn words(answer: &FunctionAnswer) -> String {
    match answer {
        Ok(true) => "holds".to_owned(),
        Ok(false) => "fails".to_owned(),
        Err(NoAnswer::Raises(exception)) => format!("raises {exception}"),
        Err(NoAnswer::GivesUp(reason)) => format!("has no answer: {reason}"),
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
