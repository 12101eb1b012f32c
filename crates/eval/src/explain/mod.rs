//! Says where a property fails: the element, index or pair of indexes that made it false.
//!
//! The function runs once more, statement by statement. The statements around the deciding `return` give the loop
//! variables; the returned expression is taken apart until the smallest part that decides is found.
//!
//! Invariant: an explanation never changes a verdict. Where the analysis of parts leads to a contradiction (an expression with
//! side effects), the whole expression is shown instead.

mod calls;
mod difference;
mod pieces;
mod reasons;
mod trace;

use lang::problem::Problem;

use crate::machine::Machine;
use crate::pair::Pair;
use crate::value::Value;

/// Where a property fails.
#[derive(Debug)]
pub struct Where {
    /// The line of the deciding expression, counted from 1.
    pub line: usize,
    /// The deciding expression as written.
    pub expression: String,
    /// What it was about: the loop variables, outermost first.
    pub bindings: Vec<Binding>,
    pub why: DecidingReason,
}

/// Why the deciding expression is false, or true where that decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DecidingReason {
    /// Nothing more is known.
    IsTrue,
    IsFalse,
    /// It holds because of this.
    Holds(String),
    /// It fails because of this.
    Fails(String),
    /// A sentence that stands by itself.
    Sentence(String),
}

/// A loop variable at the deciding moment.
#[derive(Debug, Clone)]
pub struct Binding {
    pub name: String,
    pub value: Value,
    /// The place in what is looped over, counted from 0; `None` where the loop is over a set or dict, or the variable
    /// is one of several.
    pub index: Option<usize>,
    /// What is looped over, as written.
    pub of: String,
    /// How many values came before it in the loop.
    pub round: usize,
    /// Its place among the variables of the loop: 1 for `b` in `for a, b in pairs`.
    pub nth: usize,
}

/// Where the property fails of the pair, by its position among the preconditions followed by the subproperties.
/// `None` if it holds, or has no value.
pub fn explain(problem: &Problem, property: usize, pair: &Pair) -> Option<Where> {
    let (program, pieces) = pieces::build(problem);
    let mut machine = Machine::new(&program);
    let code = program.properties.get(property)?;
    let args = code.params.iter().map(|param| crate::copy::deep_copy(&pair.values[*param])).collect();
    let mut tracer = trace::Tracer::new(&mut machine, &pieces, problem, pair);
    tracer.explain_call(code.function, args, false).ok().flatten()
}

impl Where {
    /// Why, in a sentence that names the expression where it has to.
    pub fn reason(&self) -> String {
        let expression = &self.expression;
        match &self.why {
            DecidingReason::IsTrue => format!("{expression} is true"),
            DecidingReason::IsFalse => format!("{expression} is false"),
            DecidingReason::Holds(because) => format!("{expression} holds: {because}"),
            DecidingReason::Fails(because) => format!("{expression} fails: {because}"),
            DecidingReason::Sentence(sentence) => sentence.clone(),
        }
    }

    /// Why, where the expression has just been shown.
    pub fn short_reason(&self) -> &str {
        match &self.why {
            DecidingReason::IsTrue => "it is true",
            DecidingReason::IsFalse => "it is false",
            DecidingReason::Holds(text) | DecidingReason::Fails(text) | DecidingReason::Sentence(text) => text,
        }
    }

    /// One sentence: `vertex = "b" (index 2 of order): vertex ("b") is in seen ({"a", "b"})`.
    pub fn text(&self, show: &dyn Fn(&Value) -> String) -> String {
        let bindings: Vec<String> = self
            .bindings
            .iter()
            .map(|binding| match binding.index {
                Some(index) => format!("{} = {} (index {index} of {})", binding.name, show(&binding.value), binding.of),
                None => format!("{} = {}", binding.name, show(&binding.value)),
            })
            .collect();
        let reason = self.reason();
        if bindings.is_empty() { reason } else { format!("{}: {reason}", bindings.join(", ")) }
    }
}
