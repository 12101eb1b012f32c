//! Evaluates many pairs quickly: a question about a pair is abandoned at the first answer that decides it.

use eval::{Machine, Value};
use lang::problem::{Problem, Side};

use crate::bucket::Bucket;
use crate::concrete::Concrete;
use crate::convert::values;
use crate::placement::{Placement, all_properties, walk};
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
        let ask = |property| self.machine.holds(property, &values);
        walk(self.problem, all_properties(self.problem), ask, |position, holds| holds != bucket.fails(position)).is_ok()
    }

    /// Which of these subproperties fail on a pair. `None` if the pair is not valid, or if one of them raises.
    /// `valid_input` means that the input is known to be valid.
    pub fn failing(&mut self, pair: &[Concrete], among: SubpropertySet, valid_input: bool) -> Option<SubpropertySet> {
        let values = self.values(pair)?;
        let first = self.problem.preconditions.len();
        let unknown = (0..first).filter(|property| !(valid_input && self.of_inputs[*property]));
        let asked = unknown.chain(among.iter().map(|position| first + position));
        let mut failing = SubpropertySet::EMPTY;
        let note = |position, holds: bool| {
            if !holds {
                failing.insert(position);
            }
            true
        };
        walk(self.problem, asked, |property| self.machine.holds(property, &values), note).ok()?;
        Some(failing)
    }

    /// Whether the preconditions on inputs alone hold, as far as they can be evaluated without the output: one that comes
    /// after a precondition on both may rely on it.
    pub fn is_valid_input(&mut self, pair: &[Concrete]) -> bool {
        let Some(values) = self.values(pair) else { return false };
        let asked = (0..self.of_inputs.len()).take_while(|property| self.of_inputs[*property]);
        walk(self.problem, asked, |property| self.machine.holds(property, &values), |_, _| true).is_ok()
    }

    fn values(&self, pair: &[Concrete]) -> Option<Vec<Value>> {
        values(self.problem, pair)
    }
}
