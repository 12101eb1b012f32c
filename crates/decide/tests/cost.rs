//! Predictions of what takes long to compile. They depend on the clock, so only clear cases are tested.

mod problem;

use std::time::Duration;

use decide::cost::{PredictedSteps, costly_function, predicted_steps};
use lang::scope::Bound;
use problem::{bundled, given, scoped};

/// A search over all orders of all ends of roads; numbers play no part in it.
const TOUR: &str = r#"
"""Tours."""

from itertools import permutations
from typing import NewType

from custodiet import Atom, Input, Output, scope, subproperty

Cost = NewType("Cost", int)


class City(Atom):
    """A name."""


def is_valid(roads: Input[list[tuple[City, City]]], cost: Output[Cost]) -> bool: ...


scope(City=6, roads=12, Cost=range(1000))


@subproperty
def positive(cost):
    return cost > 0


@subproperty
def shortest(roads, cost):
    cities = [city for road in roads for city in road]
    return all(sum((a, b) in roads for a in order for b in order) <= cost for order in permutations(cities))
"#;

#[test]
fn a_search_by_hand_is_named_with_a_scope_that_helps() {
    let loaded = given(TOUR);
    let problem = &loaded.problem;
    let found = costly_function(problem, &problem.scope, Duration::from_millis(400)).expect("a function");
    assert_eq!(found.function, problem.subproperties[1].function);
    assert!(matches!(found.steps, PredictedSteps::About(1_000_000..) | PredictedSteps::MoreThan(_)), "{found:?}");
    let smaller = found.smaller.expect("a scope");
    let roads = smaller.iter().find(|(name, _)| name == "roads").map(|(_, bound)| bound.clone());
    assert!(matches!(&roads, Some(Bound::Counts(counts)) if counts[0] < 12), "{roads:?}");
    assert!(smaller.iter().all(|(name, _)| name != "Cost"), "numbers do not matter here");
}

#[test]
fn what_compiles_quickly_is_not_named() {
    let loaded = bundled("toposort");
    assert_eq!(costly_function(&loaded.problem, &loaded.problem.scope, Duration::from_mins(5)), None);
}

#[test]
fn predictions_continue_what_smaller_scopes_take() {
    let loaded = bundled("toposort");
    let problem = &loaded.problem;
    let scope = scoped(problem, "Vertex=7,edges=7,order=7");
    let function = problem.subproperties.last().expect("subproperties").function;
    let predicted = predicted_steps(problem, &scope, function, Duration::from_mins(5)).expect("a prediction");
    let mut compiler = decide::compiler(problem, &scope, compile::CompileOptions::default()).expect("a compiler");
    for property in &problem.preconditions {
        compiler.precondition(property).expect("compiles");
    }
    compiler.property(problem.subproperties.last().expect("subproperties")).expect("compiles");
    let actual = compiler.steps_of_last();
    assert!((actual / 3..=actual * 3).contains(&predicted), "{predicted} predicted, {actual} taken");
}
