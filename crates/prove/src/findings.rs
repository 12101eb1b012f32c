//! What else is known about a submission: where it raises, whether an order shows, what it changes, what is never reached.
//!
//! A finding is about some valid pair of the scope, or, if it says that a line is never reached, about all of them.

use compile::{ChangedThing, ReachedStatement};
use decision::ProofFinding;
use eval::{Fault, Value};
use lang::ast::{Function, Span, Stmt, walk};
use lang::types::Type;
use pairs::{Concrete, rendered};
use solver::SolveResult;

use crate::prover::Prover;
use crate::reasons::place;

/// Steps of one call.
const MOST_STEPS: u64 = 100_000;

pub(crate) fn findings(prover: &mut Prover<'_, '_>) -> Vec<ProofFinding> {
    let mut findings = raises(prover);
    let circuit = prover.circuit;
    if prover.can_be(circuit.answer().other) == SolveResult::Sat {
        findings.push(ProofFinding::NotBoolean);
    }
    if prover.can_be(circuit.order_shows) == SolveResult::Sat {
        findings.push(ProofFinding::SetOrder);
    }
    findings.extend(order_of_inputs(prover));
    findings.extend(changed_arguments(prover));
    findings.extend(unreachable(prover));
    findings
}

fn raises(prover: &mut Prover<'_, '_>) -> Vec<ProofFinding> {
    let mut findings = Vec::new();
    for fault in &prover.circuit.answer().faults {
        let at = place(prover.submission, fault.at);
        let raises = ProofFinding::Raises { exception: fault.exception.to_string(), at };
        if !findings.contains(&raises) && prover.can_be(fault.when) == SolveResult::Sat {
            findings.push(raises);
        }
    }
    findings
}

/// Unordered lists whose order shows in the answer to one of the pairs that every submission is compared on: evaluated once more
/// with the list reversed. That none is found means nothing.
fn order_of_inputs(prover: &Prover<'_, '_>) -> Vec<ProofFinding> {
    let params = prover.decided.problem.predicate.iter().flat_map(|predicate| &predicate.params);
    let unordered = params.enumerate().filter(|(_, param)| matches!(param.ty, Type::Unordered(_)));
    let program = eval::Program::new(&prover.submission.problem);
    let mut machine = eval::Machine::new(&program).with_step_limit(MOST_STEPS);
    let mut shows = |position: usize| {
        prover.decided.checks.iter().any(|(_, pair)| {
            let mut other = pair.clone();
            if let Concrete::List(items) = &mut other[position] {
                items.reverse();
            }
            let answers = [pair, &other].map(|pair| answered(prover, &mut machine, pair));
            matches!(&answers, [Some(one), Some(other)] if one != other)
        })
    };
    let mut findings = Vec::new();
    for (position, param) in unordered {
        if shows(position) {
            findings.push(ProofFinding::InputOrder { parameter: param.name.to_string() });
        }
    }
    findings
}

/// What is returned or raised, if it is known.
fn answered(prover: &Prover<'_, '_>, machine: &mut eval::Machine<'_>, pair: &[Concrete]) -> Option<String> {
    let values = pairs::convert::values(&prover.submission.problem, &rendered(pair, prover.kinds))?;
    match machine.call_id(prover.submission.ask()?, &values) {
        Ok(value @ Value::Bool(_)) => Some(format!("{value:?}")),
        Ok(_) => Some("other".to_owned()),
        Err(fault) => match *fault {
            Fault::Raised(raised) => Some(raised.exception.to_string()),
            Fault::Steps { .. } | Fault::TooLarge { .. } | Fault::Outside { .. } => None,
        },
    }
}

/// The circuit notes every write, even of what is there already: `eval` must confirm that an argument is another one
/// afterwards.
fn changed_arguments(prover: &mut Prover<'_, '_>) -> Vec<ProofFinding> {
    let params: Vec<String> =
        prover.decided.problem.predicate.iter().flat_map(|it| &it.params).map(|param| param.name.to_string()).collect();
    let mut findings = Vec::new();
    for (position, parameter) in params.into_iter().enumerate() {
        let changes = prover.circuit.compiled.changes.iter();
        for change in changes.filter(|change| change.what == ChangedThing::Argument(position)) {
            if prover.can_be(change.when) != SolveResult::Sat {
                continue;
            }
            let (_, pair) = prover.found();
            if changes_argument(prover, &pair, position) {
                let at = place(prover.submission, change.at);
                findings.push(ProofFinding::ChangesArgument { parameter, at });
                break;
            }
        }
    }
    findings
}

fn changes_argument(prover: &Prover<'_, '_>, pair: &[Concrete], position: usize) -> bool {
    let problem = &prover.submission.problem;
    let shown = rendered(pair, prover.kinds);
    let program = eval::Program::new(problem);
    let (Some(values), Some(ask)) = (pairs::convert::values(problem, &shown), prover.submission.ask()) else {
        return false;
    };
    let mut machine = eval::Machine::new(&program);
    let _ = machine.call_id(ask, &values);
    let fresh = pairs::convert::values(problem, &shown);
    fresh.is_some_and(|fresh| format!("{:?}", fresh[position]) != format!("{:?}", values[position]))
}

/// Lines of functions that are called, and that no valid pair reaches.
fn unreachable(prover: &mut Prover<'_, '_>) -> Vec<ProofFinding> {
    let circuit = prover.circuit;
    // What happens on a path that could not be followed is not known.
    let decorated = |function: &Function| !function.decorators.is_empty();
    let functions = &prover.submission.problem.module.functions;
    if prover.can_be(circuit.unknown) != SolveResult::Unsat || functions.iter().any(decorated) {
        return Vec::new();
    }
    let reached = &circuit.compiled.reached;
    let mut lines = Vec::new();
    for function in functions.iter().filter(|function| !function.is_lambda && !function.span.is_library()) {
        let Some(first) = function.body.first() else { continue };
        if is_reached(prover, reached, first) {
            first_unreached(prover, reached, &function.body, &mut lines);
        }
    }
    let mut places: Vec<_> = lines.into_iter().filter_map(|at| place(prover.submission, at)).collect();
    places.dedup();
    places.into_iter().map(|at| ProofFinding::Unreachable { at }).collect()
}

/// The first statement of each block that is not reached.
fn first_unreached(prover: &mut Prover<'_, '_>, reached: &[ReachedStatement], block: &[Stmt], lines: &mut Vec<Span>) {
    for stmt in block {
        if !is_reached(prover, reached, stmt) {
            lines.push(stmt.span);
            return;
        }
        for block in walk::blocks(stmt) {
            first_unreached(prover, reached, block, lines);
        }
    }
}

fn is_reached(prover: &mut Prover<'_, '_>, reached: &[ReachedStatement], stmt: &Stmt) -> bool {
    let known = reached.iter().find(|known| known.at == stmt.span);
    known.is_some_and(|known| prover.can_be(known.when) != SolveResult::Unsat)
}
