//! Evaluates many pairs quickly: a question about a pair is abandoned at the first answer that decides it.

use eval::{Machine, Value};
use lang::problem::{Problem, Side};

use crate::bucket::Bucket;
use crate::concrete::Concrete;
use crate::convert::values;
use crate::placement::Placement;
use crate::replay::Replay;
use crate::subproperties::SubpropertySet;

/// Evaluates pairs of one problem. Made by [`Replay::evaluator`].
#[derive(Debug)]
pub struct PairEvaluator<'r> {
    problem: &'r Problem,
    machine: Machine<'r>,
    /// For each precondition, whether all its parameters are inputs.
    of_inputs: Vec<bool>,
}

impl Replay<'_> {
    pub fn evaluator(&self) -> PairEvaluator<'_> {
        let problem = self.problem();
        let params = problem.predicate.as_ref().map_or(&[][..], |predicate| &predicate.params);
        let is_input = |param: &usize| params.get(*param).is_some_and(|param| param.side == Side::Input);
        let of_inputs = problem.preconditions.iter().map(|property| property.params.iter().all(is_input)).collect();
        PairEvaluator { problem, machine: Machine::new(self.program()), of_inputs }
    }
}

impl PairEvaluator<'_> {
    /// The placement of a pair; `None` if it is not a Python value.
    pub fn placement(&mut self, pair: &[Concrete]) -> Option<Placement> {
        let values = self.values(pair)?;
        Some(Placement::of(self.problem, |property| self.machine.holds(property, &values)))
    }

    /// The bucket of a pair, if it is in one.
    pub fn bucket(&mut self, pair: &[Concrete]) -> Option<Bucket> {
        self.placement(pair).and_then(|placement| placement.bucket())
    }

    /// Whether a pair is in a bucket.
    pub fn is_in(&mut self, pair: &[Concrete], bucket: Bucket) -> bool {
        let Some(values) = self.values(pair) else { return false };
        let first = self.problem.preconditions.len();
        let subproperties = self.problem.subproperties.len();
        (0..first).all(|property| self.holds(property, &values) == Some(true))
            && (0..subproperties).all(|position| self.holds(first + position, &values) == Some(!bucket.fails(position)))
    }

    /// Which of these subproperties fail on a pair. `None` if the pair is not valid, or if one of them raises.
    /// `valid_input` means that the input is known to be valid.
    pub fn failing(&mut self, pair: &[Concrete], among: SubpropertySet, valid_input: bool) -> Option<SubpropertySet> {
        let values = self.values(pair)?;
        let first = self.problem.preconditions.len();
        for property in 0..first {
            if !(valid_input && self.of_inputs[property]) && self.holds(property, &values) != Some(true) {
                return None;
            }
        }
        let mut failing = SubpropertySet::EMPTY;
        for position in among {
            if !self.holds(first + position, &values)? {
                failing.insert(position);
            }
        }
        Some(failing)
    }

    /// Whether the preconditions on inputs alone hold.
    pub fn is_valid_input(&mut self, pair: &[Concrete]) -> bool {
        let Some(values) = self.values(pair) else { return false };
        (0..self.of_inputs.len())
            .all(|property| !self.of_inputs[property] || self.holds(property, &values) == Some(true))
    }

    fn holds(&mut self, property: usize, values: &[Value]) -> Option<bool> {
        self.machine.holds(property, values).ok()
    }

    fn values(&self, pair: &[Concrete]) -> Option<Vec<Value>> {
        values(self.problem, pair)
    }
}
