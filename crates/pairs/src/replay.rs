//! Every answer of an engine is asked of `eval` again.

use compile::Concrete;
use eval::{Machine, Program};
use lang::problem::Problem;
use serde_json::Value as Json;

use crate::bucket::Bucket;
use crate::notation::{pair_json, read_pair};

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
        let pair = self.read(pair)?;
        let mut machine = Machine::new(&self.program);
        let first = self.problem.preconditions.len();
        let mut holds = |property: usize| {
            machine.holds(property, &pair.values).map_err(|fault| match &*fault {
                eval::Fault::Raised(raised) => raised.exception.name().to_owned(),
                other => other.to_string(),
            })
        };
        Ok(Verdict {
            preconditions: (0..first).map(&mut holds).collect(),
            subproperties: (first..first + self.problem.subproperties.len()).map(&mut holds).collect(),
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
        let verdict = self.verdict(pair)?;
        for (property, holds) in self.problem.preconditions.iter().zip(&verdict.preconditions) {
            if *holds != Ok(true) {
                let what = format!("the solver says that `{}` holds, and evaluation says {holds:?}", property.name);
                return Err(self.mismatch(pair, what));
            }
        }
        Ok(())
    }

    /// Checks that a pair is in the bucket that the solver says it is in.
    pub fn check_bucket(&self, pair: &[Concrete], bucket: Bucket) -> Result<(), Mismatch> {
        let verdict = self.verdict(pair)?;
        for (property, holds) in self.problem.preconditions.iter().zip(&verdict.preconditions) {
            if *holds != Ok(true) {
                let what = format!("the solver says that `{}` holds, and evaluation says {holds:?}", property.name);
                return Err(self.mismatch(pair, what));
            }
        }
        for (position, (property, holds)) in self.problem.subproperties.iter().zip(&verdict.subproperties).enumerate() {
            if *holds != Ok(!bucket.fails(position)) {
                let says = if bucket.fails(position) { "fails" } else { "holds" };
                let what = format!("the solver says that `{}` {says}, and evaluation says {holds:?}", property.name);
                return Err(self.mismatch(pair, what));
            }
        }
        Ok(())
    }

    /// Checks what a function of the file, or the reference predicate, says.
    pub fn check_function(
        &self,
        pair: &[Concrete],
        function: lang::ast::FuncId,
        params: &[usize],
        expected: &Result<bool, String>,
    ) -> Result<(), Mismatch> {
        let values = self.read(pair)?.values;
        let args: Vec<eval::Value> = params.iter().map(|param| eval::deep_copy(&values[*param])).collect();
        let mut machine = Machine::new(&self.program);
        let answer =
            machine.call_id(function, &args).and_then(|value| eval::truth(&value)).map_err(|fault| match &*fault {
                eval::Fault::Raised(raised) => raised.exception.name().to_owned(),
                other => other.to_string(),
            });
        if answer == *expected {
            return Ok(());
        }
        let name = &self.problem.module.function(function).name.name;
        Err(self.mismatch(pair, format!("the solver says {expected:?} of `{name}`, and evaluation says {answer:?}")))
    }
}
