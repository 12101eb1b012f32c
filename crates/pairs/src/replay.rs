//! Every answer of the solver is asked of `eval` again.
//!
//! Takes a pair and what the solver says of it; gives the pair as it will be shown, or a [`Mismatch`]. Preconditions are
//! asked in the order of the file, each only where those before it hold; all else only where all of them hold.

use std::ops::Range;

use compile::Concrete;
use eval::{Machine, Program};
use lang::problem::Problem;
use serde_json::Value as Json;

use crate::bucket::Bucket;
use crate::notation::{pair_json, read_pair};
use crate::renaming::in_reading_order;

/// The solver and `eval` disagree about a pair: a bug of Custodiet.
#[derive(Debug, thiserror::Error)]
#[error("{what}\nthis is a bug in custodiet; please report it with the problem file and this pair:\n{pair}")]
pub struct Mismatch {
    pub what: String,
    pub pair: Json,
}

/// Evaluates pairs of one problem.
#[derive(Debug)]
pub struct Replay<'p> {
    problem: &'p Problem,
    program: Program,
}

/// What the functions of a problem say of a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// For each precondition, whether it holds, or what it raises.
    pub preconditions: Vec<Result<bool, String>>,
    pub subproperties: Vec<Result<bool, String>>,
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

    pub fn verdict(&self, pair: &[Concrete]) -> Result<Verdict, Mismatch> {
        let first = self.problem.preconditions.len();
        Ok(Verdict {
            preconditions: self.answers(pair, 0..first)?,
            subproperties: self.answers(pair, first..first + self.problem.subproperties.len())?,
        })
    }

    /// What these properties say, counted with the preconditions first.
    fn answers(&self, pair: &[Concrete], properties: Range<usize>) -> Result<Vec<Result<bool, String>>, Mismatch> {
        let pair = self.read(pair)?;
        let mut machine = Machine::new(&self.program);
        let answers = properties.map(|property| machine.holds(property, &pair.values).map_err(|fault| said(&fault)));
        Ok(answers.collect())
    }

    /// Checks a pair, and gives it with its atoms named in reading order, checked again. A function that goes by the
    /// order of a set may say something else under other names; then the pair stays as the solver gave it.
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

    fn read(&self, pair: &[Concrete]) -> Result<eval::Pair, Mismatch> {
        read_pair(self.problem, pair).map_err(|error| self.mismatch(pair, format!("the solver gave no pair: {error}")))
    }

    pub fn mismatch(&self, pair: &[Concrete], what: impl Into<String>) -> Mismatch {
        Mismatch { what: what.into(), pair: pair_json(self.problem, pair) }
    }

    /// Checks that every precondition holds of a pair.
    pub fn check_valid(&self, pair: &[Concrete]) -> Result<(), Mismatch> {
        self.check_preconditions(pair, self.problem.preconditions.len())
    }

    /// Checks that the first so many preconditions hold of a pair.
    pub fn check_preconditions(&self, pair: &[Concrete], first: usize) -> Result<(), Mismatch> {
        for (property, holds) in self.problem.preconditions.iter().zip(self.answers(pair, 0..first)?) {
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
        let verdict = self.verdict(pair)?;
        for (position, (property, holds)) in self.problem.subproperties.iter().zip(&verdict.subproperties).enumerate() {
            if *holds != Ok(!bucket.fails(position)) {
                let says = if bucket.fails(position) { "fails" } else { "holds" };
                let what = format!("the solver says that `{}` {says}, and evaluation says {holds:?}", property.name);
                return Err(self.mismatch(pair, what));
            }
        }
        Ok(())
    }

    /// What a function of the file says of a pair; sets are gone through in another order if one is given.
    pub fn answer(
        &self,
        pair: &[Concrete],
        function: lang::ast::FuncId,
        params: &[usize],
        order: Option<eval::SetOrder>,
    ) -> Result<Result<bool, String>, Mismatch> {
        let values = self.read(pair)?.values;
        let args: Vec<eval::Value> = params.iter().map(|param| eval::deep_copy(&values[*param])).collect();
        let mut machine = Machine::new(&self.program);
        if let Some(order) = order {
            machine = machine.with_set_order(order);
        }
        Ok(machine.call_id(function, &args).and_then(|value| eval::truth(&value)).map_err(|fault| said(&fault)))
    }

    /// Checks what a function of the file, or the reference predicate, says.
    pub fn check_function(
        &self,
        pair: &[Concrete],
        function: lang::ast::FuncId,
        params: &[usize],
        expected: &Result<bool, String>,
    ) -> Result<(), Mismatch> {
        let answer = self.answer(pair, function, params, None)?;
        if answer == *expected {
            return Ok(());
        }
        let name = &self.problem.module.function(function).name.name;
        Err(self.mismatch(pair, format!("the solver says {expected:?} of `{name}`, and evaluation says {answer:?}")))
    }
}

/// The name of an exception, or what else there is instead of an answer.
fn said(fault: &eval::Fault) -> String {
    match fault {
        eval::Fault::Raised(raised) => raised.exception.name().to_owned(),
        other => other.to_string(),
    }
}
