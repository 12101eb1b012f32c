//! Asks `eval` about many pairs, and stops at the first answer that decides.

use eval::{Machine, Value};
use lang::problem::{Problem, Side};

use crate::bucket::Bucket;
use crate::concrete::Concrete;
use crate::convert::values;
use crate::replay::Replay;
use crate::standing::Standing;
use crate::subproperties::SubpropertySet;

/// Evaluates pairs of one problem. Made by [`Replay::judge`].
#[derive(Debug)]
pub struct Judge<'r> {
    problem: &'r Problem,
    machine: Machine<'r>,
    /// For each precondition, whether it names inputs only.
    of_inputs: Vec<bool>,
}

impl Replay<'_> {
    pub fn judge(&self) -> Judge<'_> {
        let problem = self.problem();
        let params = problem.predicate.as_ref().map_or(&[][..], |predicate| &predicate.params);
        let is_input = |param: &usize| params.get(*param).is_some_and(|param| param.side == Side::Input);
        let of_inputs = problem.preconditions.iter().map(|property| property.params.iter().all(is_input)).collect();
        Judge { problem, machine: Machine::new(self.program()), of_inputs }
    }
}

impl Judge<'_> {
    /// Where a pair stands; nothing if it holds what no Python value can.
    pub fn standing(&mut self, pair: &[Concrete]) -> Option<Standing> {
        let values = self.values(pair)?;
        Some(Standing::of(self.problem, |property| self.machine.holds(property, &values)))
    }

    /// The bucket of a pair, if it is in one.
    pub fn bucket(&mut self, pair: &[Concrete]) -> Option<Bucket> {
        self.standing(pair).and_then(|standing| standing.bucket())
    }

    /// Whether a pair is in a bucket.
    pub fn is_in(&mut self, pair: &[Concrete], bucket: Bucket) -> bool {
        let Some(values) = self.values(pair) else { return false };
        let first = self.problem.preconditions.len();
        let subproperties = self.problem.subproperties.len();
        (0..first).all(|property| self.holds(property, &values) == Some(true))
            && (0..subproperties).all(|position| self.holds(first + position, &values) == Some(!bucket.fails(position)))
    }

    /// Which of these subproperties fail on a pair. Nothing if the pair is not valid, or if one of them raises.
    /// `valid_input` says that its input is known to be valid.
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

    /// Whether the preconditions that name inputs only hold.
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
