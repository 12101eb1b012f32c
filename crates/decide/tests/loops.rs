//! Loops: those that end because of a precondition are compiled; those that do not end are refused with a pair.

mod problem;

use std::collections::BTreeSet;

use compile::RefusalKind;
use decide::why::{BucketDecision, why};
use decide::{Bucket, DecideError, DecideSettings, Replay, Session, analyze};
use problem::{all_pairs, given};

/// Follows links, which end because the preconditions say so.
const LINKS: &str = r#"
"""List the cells of a linked list."""

from typing import Optional

from custodiet import Atom, Input, Output, precondition, scope, subproperty


class Address(Atom):
    """Where a cell is."""


Memory = dict[Address, Optional[Address]]


def is_valid(memory: Input[Memory], start: Input[Optional[Address]], cells: Output[list[Address]]) -> bool: ...


scope(Address=3, memory=3, cells=3)


@precondition
def links_lead_to_cells(memory, start):
    return (start is None or start in memory) and all(link is None or link in memory for link in memory.values())


@precondition
def ends(memory, start):
    seen = set()
    while start is not None and start not in seen:
        seen.add(start)
        start = memory[start]
    return start is None


@subproperty
def in_order(memory, start, cells):
    visited = []
    while start is not None:
        visited.append(start)
        start = memory[start]
    return cells == visited


@subproperty
def as_many(memory, start, cells):
    number = 0
    while start is not None:
        number += 1
        start = memory[start]
    return number == len(cells)
"#;

#[test]
fn a_loop_may_rely_on_the_preconditions() {
    let loaded = given(LINKS);
    let problem = &loaded.problem;
    let mut session = Session::new(problem, &problem.scope, &DecideSettings::default()).expect("a session");
    let analysis = analyze(&mut session).expect("an analysis");
    let found: BTreeSet<Bucket> = analysis.concretizable.iter().map(|(bucket, _)| *bucket).collect();
    let replay = Replay::new(problem);
    let mut evaluator = replay.evaluator();
    let expected: BTreeSet<Bucket> =
        all_pairs(&problem.scope).iter().filter_map(|pair| evaluator.bucket(pair)).collect();
    assert_eq!(found, expected);
    assert!(analysis.raises.is_empty() && analysis.order_undecided.is_empty());
}

#[test]
fn an_explanation_names_the_preconditions_that_a_loop_relies_on() {
    let loaded = given(LINKS);
    let problem = &loaded.problem;
    let only_length = Bucket::of([1]);
    let (found, _) = why(problem, &problem.scope, &DecideSettings::default(), only_length).expect("an answer");
    let BucketDecision::Contradictory(reasons) = found else { panic!("{found:?}") };
    assert_eq!((reasons.hold, reasons.fail), (vec![0], vec![1]));
    assert!(reasons.assumes_preconditions && reasons.bounds_unknown.is_none());
    assert_eq!(reasons.preconditions, [0, 1]);
}

fn refused(source: &str) -> RefusalKind {
    let loaded = given(source);
    match Session::new(&loaded.problem, &loaded.problem.scope, &DecideSettings::default()) {
        Err(DecideError::Refused(refusals)) => refusals.into_iter().next().expect("a refusal").kind,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_loop_that_does_not_end_is_refused_with_a_pair() {
    // Without the precondition that rules out cycles.
    let (before, after) = LINKS.split_once("@precondition\ndef ends").expect("two preconditions");
    let (_, after) = after.split_once("@subproperty").expect("subproperties");
    let source = format!("{before}@subproperty{after}");
    let loaded = given(&source);
    let problem = &loaded.problem;
    let RefusalKind::Endless { pair, .. } = refused(&source) else { panic!("another refusal") };
    let property = &problem.subproperties[0];
    let replay = Replay::new(problem);
    assert!(replay.check_preconditions(&pair, problem.preconditions.len()).is_ok(), "a pair that counts");
    assert!(replay.exceeds_steps_at(&pair, property.function, &property.params).expect("a pair").is_some());
}

#[test]
fn another_loop_before_it_is_not_blamed() {
    let (before, after) = LINKS.split_once("@precondition\ndef ends").expect("two preconditions");
    let (_, after) = after.split_once("@subproperty").expect("subproperties");
    let counting = "    count = 0\n    while count < 40:\n        count += 1\n    visited = []\n";
    let source = format!("{before}@subproperty{}", after.replace("    visited = []\n", counting));
    let loaded = given(&source);
    let problem = &loaded.problem;
    let found = Session::new(problem, &problem.scope, &DecideSettings::default());
    let Err(DecideError::Refused(refusals)) = found else { panic!("{found:?}") };
    let text = &problem.source.text[refusals[0].at.start as usize..refusals[0].at.end as usize];
    assert!(matches!(refusals[0].kind, RefusalKind::Endless { .. }) && !text.contains("count"), "{text}");
}

#[test]
fn loops_over_numbers_that_do_not_end_are_refused_early() {
    let source = r#"
"""Count steps."""

from typing import NewType

from custodiet import Input, Output, scope, subproperty

Number = NewType("Number", int)


def is_valid(start: Input[Number], steps: Output[Number]) -> bool: ...


scope(Number=range(5))


@subproperty
def collatz(start, steps):
    number = start
    while number != 1:
        number = number // 2 if number % 2 == 0 else 3 * number + 1
    return steps >= 0
"#;
    assert!(matches!(refused(source), RefusalKind::Endless { .. }));
    // From 1 on, every number gets to 1.
    let loaded = given(&source.replace("range(5)", "range(1, 5)"));
    Session::new(&loaded.problem, &loaded.problem.scope, &DecideSettings::default()).expect("a session");
}

#[test]
fn a_loop_of_known_length_is_never_blamed() {
    // The pairs for which the precondition was asked are not valid ones.
    let counting = "    count = 0\n    while count < 40:\n        count += 1\n    visited = []\n";
    let loaded = given(&LINKS.replace("    visited = []\n", counting));
    Session::new(&loaded.problem, &loaded.problem.scope, &DecideSettings::default()).expect("a session");
}

#[test]
fn a_precondition_without_a_circuit_is_not_forgotten() {
    // It rules out cycles, but its number is too large for a circuit.
    let large = "    number = 3\n    for link in memory:\n        number = number ** 90\n    seen = set()\n";
    let source =
        LINKS.replace("    seen = set()\n", large).replace("memory=3", "memory=2").replace("Address=3", "Address=2");
    assert!(!matches!(refused(&source), RefusalKind::Endless { .. }), "no valid pair is endless");
}
