//! Asks `eval` about many pairs, without a detour through JSON, and stops at the first answer that decides.

use compile::Concrete;
use eval::{Machine, Value};
use lang::problem::{Problem, Side};

use crate::bucket::Bucket;
use crate::replay::Replay;

/// What became of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    In(Bucket),
    /// A precondition does not hold, or raises.
    Excluded,
    /// The preconditions hold and a subproperty raises.
    Raises,
}

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
    pub fn judge(&mut self, pair: &[Concrete]) -> Judged {
        let Some(values) = self.values(pair) else { return Judged::Excluded };
        let first = self.problem.preconditions.len();
        if !(0..first).all(|property| self.holds(property, &values) == Some(true)) {
            return Judged::Excluded;
        }
        let mut failing = Vec::new();
        for position in 0..self.problem.subproperties.len() {
            match self.holds(first + position, &values) {
                Some(true) => {}
                Some(false) => failing.push(position),
                None => return Judged::Raises,
            }
        }
        Judged::In(Bucket::of(failing))
    }

    /// Whether a pair is in a bucket.
    pub fn is_in(&mut self, pair: &[Concrete], bucket: Bucket) -> bool {
        let Some(values) = self.values(pair) else { return false };
        let first = self.problem.preconditions.len();
        let subproperties = self.problem.subproperties.len();
        (0..first).all(|property| self.holds(property, &values) == Some(true))
            && (0..subproperties).all(|position| self.holds(first + position, &values) == Some(!bucket.fails(position)))
    }

    /// Which of these subproperties fail of a pair that has the input of a valid one, or not even that. Nothing if it is
    /// not valid, or if one of them raises.
    pub fn failing(&mut self, pair: &[Concrete], among: Bucket, valid_input: bool) -> Option<Bucket> {
        let values = self.values(pair)?;
        let first = self.problem.preconditions.len();
        for property in 0..first {
            if !(valid_input && self.of_inputs[property]) && self.holds(property, &values) != Some(true) {
                return None;
            }
        }
        let mut failing = Vec::new();
        for position in among.failing() {
            if !self.holds(first + position, &values)? {
                failing.push(position);
            }
        }
        Some(Bucket::of(failing))
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

/// A pair as `eval` knows it; nothing if a set or dict holds what cannot be hashed.
pub fn values(problem: &Problem, pair: &[Concrete]) -> Option<Vec<Value>> {
    pair.iter().map(|value| evaluated(problem, value)).collect()
}

fn evaluated(problem: &Problem, value: &Concrete) -> Option<Value> {
    let all =
        |items: &[Concrete]| -> Option<Vec<Value>> { items.iter().map(|item| evaluated(problem, item)).collect() };
    Some(match value {
        Concrete::None => Value::None,
        Concrete::Bool(truth) => Value::Bool(*truth),
        Concrete::Int(number) => Value::Int(*number),
        Concrete::Str(text) => Value::str(text),
        Concrete::Atom(ty, id) => Value::atom(*ty, *id),
        Concrete::Tuple(items) => Value::tuple(all(items)?),
        Concrete::Record(class, items) => Value::record_of(problem, *class, all(items)?),
        Concrete::List(items) => Value::list(all(items)?),
        Concrete::Set { elements, frozen } => Value::set_of(all(elements)?, *frozen).ok()?,
        Concrete::Dict(entries) => {
            let entry =
                |(key, value): &(Concrete, Concrete)| Some((evaluated(problem, key)?, evaluated(problem, value)?));
            Value::dict_of(entries.iter().map(entry).collect::<Option<Vec<_>>>()?).ok()?
        }
    })
}
