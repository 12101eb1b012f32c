//! Evaluates everything a problem file says about a pair: preconditions, subproperties and the reference predicate.
//!
//! What counts is what [`Placement`] asks for: a precondition only if those before it in the file hold; subproperties and
//! the reference predicate only if all preconditions hold. The rest is evaluated, too, so that it can be shown, but it
//! decides nothing, and an exception there is not a mistake in the file.
//!
//! Invariant: whether something holds comes from `Machine::holds` alone; `eval::explain` only adds where it fails.

use eval::{Fault, Machine, Pair, Program, Where};
use lang::problem::{Predicate, Problem, Property, PropertyKind, Side};
use pairs::{Placement, is_positive};

#[derive(Debug)]
pub struct Explanation<'a> {
    pub problem: &'a Problem,
    pub program: &'a Program,
    pub pair: &'a Pair,
    placement: Placement,
    /// The preconditions, then the subproperties, each in the order of the file.
    pub results: Vec<PropertyResult<'a>>,
    /// What the reference predicate returns; `None` if the file has none, or if it does not count and raises.
    pub reference: Option<Result<bool, Fault>>,
    /// What puts the pair outside the scope; empty if it lies inside.
    pub beyond: Vec<String>,
}

#[derive(Debug)]
pub struct PropertyResult<'a> {
    pub property: &'a Property,
    pub evaluation: Evaluation,
}

#[derive(Debug)]
pub enum Evaluation {
    Holds,
    /// With the place, if one was found.
    Fails(Option<Where>),
    Raises(Fault),
    /// It raises, but does not count, since a precondition fails.
    Skipped,
}

/// What kind of pair it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairKind {
    /// In a positive bucket: everything required holds.
    Positive,
    /// In a negative bucket.
    Negative,
    /// In no bucket: a precondition fails.
    Excluded,
    /// In no bucket: a function raises or exceeds a limit.
    Raises,
}

pub fn explain<'a>(problem: &'a Problem, program: &'a Program, pair: &'a Pair) -> Explanation<'a> {
    let mut machine = Machine::new(program);
    let properties: Vec<&Property> = problem.preconditions.iter().chain(&problem.subproperties).collect();
    let answers: Vec<eval::Result<bool>> =
        (0..properties.len()).map(|property| machine.holds(property, &pair.values)).collect();
    let placement = Placement::of(problem, |property| answers[property].clone());
    let is_valid = placement.is_valid(problem);
    let counts = |index: usize| is_valid || matches!(placement, Placement::Raises(property, _) if property == index);
    let evaluated = properties.into_iter().zip(answers).enumerate().map(|(index, (property, answer))| {
        let evaluation = match answer {
            Ok(true) => Evaluation::Holds,
            Ok(false) => Evaluation::Fails(eval::explain(problem, index, pair)),
            Err(fault) if counts(index) => Evaluation::Raises(*fault),
            Err(_) => Evaluation::Skipped,
        };
        PropertyResult { property, evaluation }
    });
    let results = evaluated.collect();
    let reference = problem.predicate.as_ref().filter(|predicate| predicate.has_reference);
    let reference = reference.map(|predicate| call(&mut machine, predicate, pair));
    let reference = reference.filter(|answer| is_valid || answer.is_ok());
    let beyond = eval::beyond_scope(problem, &problem.scope, pair);
    Explanation { problem, program, pair, placement, results, reference, beyond }
}

fn call(machine: &mut Machine<'_>, predicate: &Predicate, pair: &Pair) -> Result<bool, Fault> {
    let args: Vec<_> = pair.values.iter().map(eval::deep_copy).collect();
    machine.call(&predicate.name, &args).and_then(|value| eval::truth(&value)).map_err(|fault| *fault)
}

impl<'a> Explanation<'a> {
    pub fn preconditions(&self) -> impl Iterator<Item = &PropertyResult<'a>> {
        self.results.iter().filter(|result| result.property.kind == PropertyKind::Precondition)
    }

    pub fn subproperties(&self) -> impl Iterator<Item = &PropertyResult<'a>> {
        self.results.iter().filter(|result| result.property.kind != PropertyKind::Precondition)
    }

    pub fn required(&self) -> impl Iterator<Item = &PropertyResult<'a>> {
        self.results.iter().filter(|result| result.property.kind == PropertyKind::Required)
    }

    /// Every precondition that takes inputs only holds, unless it was skipped.
    pub fn is_valid_input(&self) -> bool {
        let mut of_input = self.preconditions().filter(|result| self.is_about_input(result.property));
        of_input.all(|result| result.holds() || result.is_skipped())
    }

    /// The function takes inputs only.
    fn is_about_input(&self, property: &Property) -> bool {
        let params = self.problem.predicate.as_ref().map_or(&[][..], |predicate| &predicate.params);
        property.params.iter().all(|param| params.get(*param).is_none_or(|param| param.side == Side::Input))
    }

    pub fn kind(&self) -> PairKind {
        match self.placement {
            Placement::In(bucket) if is_positive(self.problem, bucket) => PairKind::Positive,
            Placement::In(_) => PairKind::Negative,
            Placement::Invalid(_) => PairKind::Excluded,
            Placement::Raises(..) => PairKind::Raises,
        }
    }

    /// Whether the pair is in a positive bucket; `None` if it is in none.
    pub fn positive(&self) -> Option<bool> {
        match self.kind() {
            PairKind::Positive => Some(true),
            PairKind::Negative => Some(false),
            PairKind::Excluded | PairKind::Raises => None,
        }
    }

    /// What the reference predicate returns, if that contradicts the subproperties.
    pub fn contradiction(&self) -> Option<bool> {
        let returned = *self.reference.as_ref()?.as_ref().ok()?;
        self.positive().filter(|positive| *positive != returned).map(|_| returned)
    }

    /// Why the reference predicate returns nothing although it should.
    pub fn reference_fault(&self) -> Option<&Fault> {
        self.reference.as_ref()?.as_ref().err()
    }

    /// The pair is correct, and nothing is wrong with the problem file.
    pub fn is_fine(&self) -> bool {
        self.kind() == PairKind::Positive && self.contradiction().is_none() && self.reference_fault().is_none()
    }
}

impl PropertyResult<'_> {
    pub fn holds(&self) -> bool {
        matches!(self.evaluation, Evaluation::Holds)
    }

    pub fn fails(&self) -> bool {
        matches!(self.evaluation, Evaluation::Fails(_))
    }

    pub fn raises(&self) -> bool {
        matches!(self.evaluation, Evaluation::Raises(_))
    }

    pub fn is_skipped(&self) -> bool {
        matches!(self.evaluation, Evaluation::Skipped)
    }
}
