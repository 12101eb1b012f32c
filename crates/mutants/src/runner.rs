//! What mutants say of pairs.

use eval::{Fault, Machine, Value};
use lang::problem::Problem;
use pairs::Concrete;
use pairs::convert::values;

use crate::mutant::{Mutant, Target};
use crate::view::Asked;

/// Steps that a mutant may take. One that takes more has no answer.
const STEPS: u64 = 20_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Holds,
    Fails,
    /// An exception, or something that is no truth value.
    Raises,
    /// It takes too long.
    Endless,
}

/// Asks mutants about pairs.
#[derive(Debug)]
pub struct Exam<'m> {
    problem: &'m Problem,
    candidates: Vec<Candidate<'m>>,
}

#[derive(Debug)]
struct Candidate<'m> {
    mutant: &'m Mutant,
    target: Target,
    machine: Machine<'m>,
}

impl<'m> Exam<'m> {
    /// For these mutants, what they say in place of these subproperties.
    pub fn new(problem: &'m Problem, asked: impl IntoIterator<Item = (&'m Mutant, Target)>) -> Self {
        let candidate = |(mutant, target): (&'m Mutant, Target)| Candidate {
            mutant,
            target,
            machine: Machine::new(&mutant.program).with_step_limit(STEPS),
        };
        Self { problem, candidates: asked.into_iter().map(candidate).collect() }
    }

    /// What each of them says.
    pub fn answers(&mut self, pair: &[Concrete]) -> Vec<Answer> {
        let problem = self.problem;
        let plain = values(problem, pair);
        self.candidates.iter_mut().map(|candidate| candidate.answer(problem, pair, plain.as_deref())).collect()
    }
}

impl Candidate<'_> {
    fn answer(&mut self, problem: &Problem, pair: &[Concrete], values: Option<&[Value]>) -> Answer {
        match self.mutant.view.as_ref().map(|view| view.asked(pair)) {
            None => self.said_of(problem, values),
            Some(Asked::Not(holds)) => answer(holds),
            Some(Asked::All(pairs)) => {
                let mut answers =
                    pairs.iter().map(|pair| self.said_of(problem, pairs::convert::values(problem, pair).as_deref()));
                answers.find(|answer| *answer != Answer::Holds).unwrap_or(Answer::Holds)
            }
        }
    }

    fn said_of(&mut self, problem: &Problem, values: Option<&[Value]>) -> Answer {
        let Some(values) = values else { return Answer::Raises };
        let holds = match (self.target, self.mutant.predicate) {
            (Target::Subproperty(position), _) => self.machine.holds(problem.preconditions.len() + position, values),
            (Target::Predicate, Some(predicate)) => {
                let args: Vec<Value> = values.iter().map(eval::deep_copy).collect();
                self.machine.call_id(predicate, &args).and_then(|value| eval::truth(&value))
            }
            (Target::Predicate, None) => return Answer::Raises,
        };
        match holds {
            Ok(holds) => answer(holds),
            Err(fault) if matches!(*fault, Fault::Steps { .. }) => Answer::Endless,
            Err(_) => Answer::Raises,
        }
    }
}

fn answer(holds: bool) -> Answer {
    if holds { Answer::Holds } else { Answer::Fails }
}
