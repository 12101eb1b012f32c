//! Compares the circuit with `eval` on all pairs of a tiny scope.
//!
//! The tiny scope is the scope with smaller bounds, so that its pairs are pairs of the scope, too. They are counted before
//! they are made.

use decision::Answer;
use eval::{Fault, Machine, Program, Value};
use lang::scope::{Domain, Scope};
use pairs::{Bucket, Concrete, rendered};

use crate::checks::predicted;
use crate::prover::Prover;

/// At most this many pairs are evaluated.
const MOST_PAIRS: usize = 1_500;
/// The values of a parameter are the first ones, and no more than this.
const MOST_VALUES: usize = 400;
/// Steps of one call.
const MOST_STEPS: u64 = 100_000;

/// A pair on which the two differ, with its bucket.
pub(crate) fn difference(prover: &Prover<'_, '_>) -> Option<(Bucket, Vec<Concrete>)> {
    // `eval` iterates over sets in one order, which need not be that of the circuit.
    if prover.circuit.compiled.any_sets.is_some() {
        return None;
    }
    let pairs = first_pairs(&prover.decided.scope, MOST_PAIRS);
    let submission = prover.submission;
    let program = Program::new(&submission.problem);
    let mut machine = Machine::new(&program).with_step_limit(MOST_STEPS);
    let ask = submission.ask()?;
    let replay = decide::Replay::new(prover.decided.problem);
    let mut evaluator = replay.evaluator();
    for (pair, predicted) in pairs.iter().zip(predicted(prover.circuit, &pairs)) {
        let (Some(predicted), Some(bucket)) = (predicted, evaluator.bucket(pair)) else { continue };
        let Some(values) = pairs::convert::values(&submission.problem, &rendered(pair, prover.kinds)) else { continue };
        let given = match machine.call_id(ask, &values) {
            Ok(Value::Bool(true)) => Answer::Accepted,
            Ok(Value::Bool(false)) => Answer::Rejected,
            Ok(_) => Answer::NotBoolean(None),
            Err(fault) => match *fault {
                Fault::Raised(raised) => Answer::Raised(raised.exception.to_string()),
                // It says nothing.
                Fault::Steps { .. } | Fault::TooLarge { .. } | Fault::Outside { .. } => continue,
            },
        };
        if !given.agrees(&predicted) {
            return Some((bucket, pair.clone()));
        }
    }
    None
}

/// The first pairs of the scope: parameters take turns in having more values, until there are too many pairs.
pub(crate) fn first_pairs(scope: &Scope, most: usize) -> Vec<Vec<Concrete>> {
    let first = |domain: &Domain| {
        let mut smaller = domain.clone();
        let mut values = pairs::domain::values(&smaller, &scope.atoms, MOST_VALUES);
        while values.is_none() {
            let Some(next) = shrunk(&smaller) else { break };
            smaller = next;
            values = pairs::domain::values(&smaller, &scope.atoms, MOST_VALUES);
        }
        values.unwrap_or_default()
    };
    let mut all: Vec<Vec<Concrete>> = scope.params.iter().map(first).collect();
    let count = |all: &[Vec<Concrete>]| all.iter().map(Vec::len).try_fold(1_usize, usize::checked_mul);
    while count(&all).is_none_or(|count| count > most) {
        let Some(longest) = all.iter_mut().max_by_key(|values| values.len()) else { break };
        longest.truncate(longest.len() / 2);
    }
    let mut pairs = vec![Vec::new()];
    for values in all {
        let with = |known: &Vec<Concrete>| {
            let known = known.clone();
            values.iter().map(move |value| [known.as_slice(), std::slice::from_ref(value)].concat()).collect::<Vec<_>>()
        };
        pairs = pairs.iter().flat_map(with).collect();
    }
    pairs
}

/// The same domain with collections that are shorter by one.
fn shrunk(domain: &Domain) -> Option<Domain> {
    let mut smaller = domain.clone();
    match &mut smaller {
        Domain::List { max, .. }
        | Domain::Text { max, .. }
        | Domain::Unordered { max, .. }
        | Domain::Set { max, .. }
        | Domain::Dict { max, .. } => *max = max.checked_sub(1)?,
        _ => return None,
    }
    Some(smaller)
}
