//! What holds of a pair: every precondition, every subproperty, and the reference predicate.
//!
//! Preconditions are asked in the order of the file, each only where those before it hold; subproperties and the reference
//! predicate only where all hold. What is not asked is evaluated all the same, for whoever wants to know: what it says
//! decides nothing, and if it raises that is no fault of the file.
//!
//! Invariant: a verdict comes from `Machine::holds` alone; `eval::explain` only adds where something fails.

use eval::{Fault, Machine, Pair, Program, Where};
use lang::problem::{Predicate, Problem, Property, PropertyKind, Side};

#[derive(Debug)]
pub struct Verdict<'a> {
    pub problem: &'a Problem,
    pub program: &'a Program,
    pub pair: &'a Pair,
    /// Of the preconditions, then of the subproperties, each in the order of the file.
    pub answers: Vec<Answer<'a>>,
    /// What the reference predicate says; `None` where the file has none, or it is not asked and has no answer.
    pub reference: Option<Result<bool, Fault>>,
    /// What puts the pair beyond the scope; empty if it lies inside.
    pub beyond: Vec<String>,
}

#[derive(Debug)]
pub struct Answer<'a> {
    pub property: &'a Property,
    pub outcome: Outcome,
}

#[derive(Debug)]
pub enum Outcome {
    Holds,
    /// With the place, where one was found.
    Fails(Option<Where>),
    Raises(Fault),
    /// It is not asked of this pair, and has no answer.
    Unasked,
}

/// What kind of pair it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// In a positive bucket: everything required holds.
    Positive,
    /// In a negative bucket.
    Negative,
    /// In no bucket: a precondition fails.
    Excluded,
    /// In no bucket: a function has no answer.
    Raises,
}

/// Evaluates everything the problem file says about a pair.
pub fn judge<'a>(problem: &'a Problem, program: &'a Program, pair: &'a Pair) -> Verdict<'a> {
    let mut machine = Machine::new(program);
    let properties = problem.preconditions.iter().chain(&problem.subproperties);
    // Every precondition so far holds.
    let mut asked = true;
    let mut answers = Vec::new();
    for (index, property) in properties.enumerate() {
        let outcome = match machine.holds(index, &pair.values) {
            Ok(true) => Outcome::Holds,
            Ok(false) => Outcome::Fails(eval::explain(problem, index, pair)),
            Err(_) if !asked => Outcome::Unasked,
            Err(fault) => Outcome::Raises(*fault),
        };
        asked &= property.kind != PropertyKind::Precondition || matches!(outcome, Outcome::Holds);
        answers.push(Answer { property, outcome });
    }
    let reference = problem.predicate.as_ref().filter(|predicate| predicate.has_reference);
    let reference = reference.map(|predicate| ask(&mut machine, predicate, pair));
    let reference = reference.filter(|said| asked || said.is_ok());
    let beyond = eval::beyond_scope(problem, &problem.scope, pair);
    Verdict { problem, program, pair, answers, reference, beyond }
}

fn ask(machine: &mut Machine<'_>, predicate: &Predicate, pair: &Pair) -> Result<bool, Fault> {
    let args: Vec<_> = pair.values.iter().map(eval::deep_copy).collect();
    machine.call(&predicate.name, &args).and_then(|value| eval::truth(&value)).map_err(|fault| *fault)
}

impl<'a> Verdict<'a> {
    pub fn preconditions(&self) -> impl Iterator<Item = &Answer<'a>> {
        self.answers.iter().filter(|answer| answer.property.kind == PropertyKind::Precondition)
    }

    pub fn subproperties(&self) -> impl Iterator<Item = &Answer<'a>> {
        self.answers.iter().filter(|answer| answer.property.kind != PropertyKind::Precondition)
    }

    pub fn required(&self) -> impl Iterator<Item = &Answer<'a>> {
        self.answers.iter().filter(|answer| answer.property.kind == PropertyKind::Required)
    }

    /// Every precondition that speaks of inputs only holds, as far as they are asked.
    pub fn is_valid_input(&self) -> bool {
        let mut of_input = self.preconditions().filter(|answer| self.is_about_input(answer.property));
        of_input.all(|answer| answer.holds() || answer.is_unasked())
    }

    /// The function names no output.
    pub fn is_about_input(&self, property: &Property) -> bool {
        let params = self.problem.predicate.as_ref().map_or(&[][..], |predicate| &predicate.params);
        property.params.iter().all(|param| params.get(*param).is_none_or(|param| param.side == Side::Input))
    }

    pub fn standing(&self) -> Standing {
        if self.preconditions().any(Answer::raises) {
            Standing::Raises
        } else if !self.preconditions().all(Answer::holds) {
            // Whatever a subproperty does now, nobody is going to ask it.
            Standing::Excluded
        } else if self.subproperties().any(Answer::raises) {
            Standing::Raises
        } else if self.required().all(Answer::holds) {
            Standing::Positive
        } else {
            Standing::Negative
        }
    }

    /// Whether the pair is in a positive bucket; `None` if it is in none.
    pub fn positive(&self) -> Option<bool> {
        match self.standing() {
            Standing::Positive => Some(true),
            Standing::Negative => Some(false),
            Standing::Excluded | Standing::Raises => None,
        }
    }

    /// What the reference predicate says, where that contradicts the subproperties.
    pub fn contradiction(&self) -> Option<bool> {
        let said = *self.reference.as_ref()?.as_ref().ok()?;
        self.positive().filter(|positive| *positive != said).map(|_| said)
    }

    /// Why the reference predicate has no answer although it should have one.
    pub fn reference_fault(&self) -> Option<&Fault> {
        self.reference.as_ref()?.as_ref().err()
    }

    /// The pair is a correct one, and nothing is wrong with the problem file.
    pub fn is_fine(&self) -> bool {
        self.standing() == Standing::Positive && self.contradiction().is_none() && self.reference_fault().is_none()
    }
}

impl Answer<'_> {
    pub fn holds(&self) -> bool {
        matches!(self.outcome, Outcome::Holds)
    }

    pub fn fails(&self) -> bool {
        matches!(self.outcome, Outcome::Fails(_))
    }

    pub fn raises(&self) -> bool {
        matches!(self.outcome, Outcome::Raises(_))
    }

    pub fn is_unasked(&self) -> bool {
        matches!(self.outcome, Outcome::Unasked)
    }
}
