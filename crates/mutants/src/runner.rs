//! Runs mutants on pairs.

use eval::{Fault, Machine, Value};
use lang::problem::Problem;
use pairs::Concrete;
use pairs::convert::values;

use crate::mutant::{Mutant, MutantTarget};
use crate::view::Projection;

/// Steps that a mutant may take for one pair.
const STEPS: u64 = 20_000;

/// The answer of a mutant for a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MutantAnswer {
    Holds,
    Fails,
    /// It raises an exception, or returns something that has no truth value.
    Raises,
    /// It exceeds the step limit.
    TimesOut,
}

/// Evaluates mutants in place of the functions that they mutate.
#[derive(Debug)]
pub struct MutantRunner<'m> {
    problem: &'m Problem,
    runs: Vec<MutantRun<'m>>,
}

#[derive(Debug)]
struct MutantRun<'m> {
    mutant: &'m Mutant,
    target: MutantTarget,
    machine: Machine<'m>,
}

impl<'m> MutantRunner<'m> {
    /// Runs these mutants, each in place of one of its targets.
    pub fn new(problem: &'m Problem, mutants: impl IntoIterator<Item = (&'m Mutant, MutantTarget)>) -> Self {
        let run = |(mutant, target): (&'m Mutant, MutantTarget)| MutantRun {
            mutant,
            target,
            machine: Machine::new(&mutant.program).with_step_limit(STEPS),
        };
        Self { problem, runs: mutants.into_iter().map(run).collect() }
    }

    /// The answer of each mutant, in the order given.
    pub fn answers(&mut self, pair: &[Concrete]) -> Vec<MutantAnswer> {
        let problem = self.problem;
        let plain = values(problem, pair);
        self.runs.iter_mut().map(|run| run.answer(problem, pair, plain.as_deref())).collect()
    }
}

impl MutantRun<'_> {
    fn answer(&mut self, problem: &Problem, pair: &[Concrete], values: Option<&[Value]>) -> MutantAnswer {
        match self.mutant.view.as_ref().map(|view| view.project(pair)) {
            None => self.evaluate(problem, values),
            Some(Projection::Answer(holds)) => answer(holds),
            Some(Projection::Pairs(pairs)) => {
                let mut answers =
                    pairs.iter().map(|pair| self.evaluate(problem, pairs::convert::values(problem, pair).as_deref()));
                answers.find(|answer| *answer != MutantAnswer::Holds).unwrap_or(MutantAnswer::Holds)
            }
        }
    }

    fn evaluate(&mut self, problem: &Problem, values: Option<&[Value]>) -> MutantAnswer {
        let Some(values) = values else { return MutantAnswer::Raises };
        let holds = match (self.target, self.mutant.predicate) {
            (MutantTarget::Subproperty(position), _) => {
                self.machine.holds(problem.preconditions.len() + position, values)
            }
            (MutantTarget::Predicate, Some(predicate)) => {
                let args: Vec<Value> = values.iter().map(eval::deep_copy).collect();
                self.machine.call_id(predicate, &args).and_then(|value| eval::truth(&value))
            }
            (MutantTarget::Predicate, None) => return MutantAnswer::Raises,
        };
        match holds {
            Ok(holds) => answer(holds),
            Err(fault) if matches!(*fault, Fault::Steps { .. }) => MutantAnswer::TimesOut,
            Err(_) => MutantAnswer::Raises,
        }
    }
}

fn answer(holds: bool) -> MutantAnswer {
    if holds { MutantAnswer::Holds } else { MutantAnswer::Fails }
}
