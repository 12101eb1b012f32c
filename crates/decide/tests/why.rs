//! Explanations of contradictory buckets: the exact reasons, and bounds only where they are needed.

mod problem;

use std::collections::BTreeSet;

use decide::grow::grown;
use decide::why::{BoundsUnknown, BucketDecision, ContradictionReasons, why};
use decide::{Bucket, DecideSettings, Session, analyze};
use lang::problem::Problem;
use lang::scope::Scope;
use pairs::SubpropertySet;
use problem::given;

/// Subproperties that hold because of a bound of the scope, and some that do not depend on any.
const BOUNDED: &str = r#"
"""Copy some items."""

from typing import NewType

from custodiet import Atom, Input, Output, precondition, scope, subproperty

Number = NewType("Number", int)


class Item(Atom):
    """A thing."""


def is_valid(before: Input[list[Number]], after: Output[list[Item]]) -> bool: ...


scope(Number=range(3), Item=2, before=3, after=3)


@precondition
def not_empty(before):
    return bool(before)


@subproperty
def at_most_three(after):
    return len(after) <= 3


@subproperty
def small_numbers(before):
    return all(number < 3 for number in before)


@subproperty
def two_kinds(after):
    return len(set(after)) <= 2


@subproperty
def nothing_given(before):
    return not before


@subproperty
def at_most_one(after):
    return len(after) <= 1


@subproperty
def at_most_two(after):
    return len(after) <= 2
"#;

fn reasons(problem: &Problem, failing: &[usize]) -> ContradictionReasons {
    match why(problem, &problem.scope, &DecideSettings::default(), Bucket::of(failing.iter().copied()))
        .expect("no mismatch")
        .0
    {
        BucketDecision::Contradictory(reasons) => reasons,
        other => panic!("{failing:?}: {other:?}"),
    }
}

#[test]
fn a_bound_is_named_where_it_is_needed() {
    let loaded = given(BOUNDED);
    let bound = |name: &str, fail: usize| ContradictionReasons {
        fail: vec![fail],
        bounds: vec![name.to_owned()],
        ..ContradictionReasons::default()
    };
    // The length of a list, the range of its numbers, the number of atoms.
    assert_eq!(reasons(&loaded.problem, &[0, 3, 4, 5]), bound("after", 0));
    assert_eq!(reasons(&loaded.problem, &[1, 3]), bound("Number", 1));
    assert_eq!(reasons(&loaded.problem, &[2, 3, 4, 5]), bound("Item", 2));
}

#[test]
fn no_bound_is_named_where_none_is_needed() {
    let loaded = given(BOUNDED);
    // One element at most is two at most.
    let expected = ContradictionReasons { hold: vec![4], fail: vec![5], ..ContradictionReasons::default() };
    assert_eq!(reasons(&loaded.problem, &[3, 5]), expected);
    // The precondition and a subproperty contradict each other.
    let expected = ContradictionReasons { hold: vec![3], preconditions: vec![0], ..ContradictionReasons::default() };
    assert_eq!(reasons(&loaded.problem, &[]), expected);
}

/// Of two equal subproperties only one is needed.
#[test]
fn equal_reasons_are_named_once() {
    let text = format!("{BOUNDED}\n\n@subproperty\ndef again(after):\n    return len(after) <= 1\n");
    let loaded = given(&text);
    let expected = ContradictionReasons { hold: vec![4], fail: vec![5], ..ContradictionReasons::default() };
    assert_eq!(reasons(&loaded.problem, &[3, 5]), expected);
}

#[test]
fn a_bucket_with_a_pair_has_no_reasons() {
    let loaded = given(BOUNDED);
    let answer =
        why(&loaded.problem, &loaded.problem.scope, &DecideSettings::default(), Bucket::of([3])).expect("no mismatch");
    assert!(matches!(answer.0, BucketDecision::Concretizable), "{answer:?}");
}

/// The second subproperty raises wherever the first one fails; otherwise there would be a pair.
const RAISES: &str = r#"
"""Take the first item."""

from custodiet import Atom, Input, Output, scope, subproperty


class Item(Atom):
    """Anything."""


def is_valid(items: Input[list[Item]], taken: Output[list[Item]]) -> bool: ...


scope(Item=2, items=2, taken=2)


@subproperty
def some(taken):
    return len(taken) > 0


@subproperty
def first(items, taken):
    return taken[0] in items
"#;

#[test]
fn that_a_subproperty_does_not_raise_is_a_reason() {
    let loaded = given(RAISES);
    let expected = ContradictionReasons { fail: vec![0], quiet: vec![1], ..ContradictionReasons::default() };
    assert_eq!(reasons(&loaded.problem, &[0, 1]), expected);
    // It is named only where it is needed: `first` holds of no empty list, whether it raises or not.
    let expected = ContradictionReasons { hold: vec![1], fail: vec![0], ..ContradictionReasons::default() };
    assert_eq!(reasons(&loaded.problem, &[0]), expected);
}

/// With a step of 1 the range is known; one larger, the step may be 1 or 2.
#[test]
fn where_a_larger_scope_cannot_be_compiled_the_bounds_stay_unknown() {
    let loaded = given(
        r#"
"""Find a divisor."""

from custodiet import Input, Output, scope, subproperty


def is_valid(n: Input[int], step: Output[int]) -> bool: ...


scope(n=range(3), step=range(1, 2))


@subproperty
def divides(n, step):
    return n in range(0, n + 1, step)
"#,
    );
    let unknown = BoundsUnknown::NotCompiled { reason: "a range whose step is not known".to_owned() };
    let expected =
        ContradictionReasons { fail: vec![0], bounds_unknown: Some(unknown), ..ContradictionReasons::default() };
    assert_eq!(reasons(&loaded.problem, &[0]), expected);
}

/// With few conflicts per question, the contradiction is found, but not which reasons could be left out.
#[test]
fn a_solver_that_gives_up_says_that_there_may_be_less() {
    let loaded = problem::bundled("toposort");
    let all = |limits: solver::SolverLimits| {
        let settings = DecideSettings { limits, ..DecideSettings::default() };
        let buckets = SubpropertySet::all_of_first(loaded.problem.subproperties.len()).map(Bucket::new);
        let found = buckets.map(|bucket| why(&loaded.problem, &loaded.problem.scope, &settings, bucket));
        found
            .filter_map(|found| match found.expect("no mismatch").0 {
                BucketDecision::Contradictory(reasons) => Some(reasons.perhaps_more),
                BucketDecision::Concretizable | BucketDecision::Undecided => None,
            })
            .collect::<Vec<bool>>()
    };
    assert!(!all(solver::SolverLimits::default()).contains(&true));
    assert!(all(solver::SolverLimits::conflicts(40)).contains(&true));
}

/// Of all buckets: bounds are named exactly where a scope one larger in every bound has a pair.
#[test]
fn bounds_are_named_where_a_larger_scope_has_a_pair() {
    let loaded = given(BOUNDED);
    let problem = &loaded.problem;
    let buckets = |scope: &Scope| -> BTreeSet<Bucket> {
        let mut session = Session::new(problem, scope, &DecideSettings::default()).expect("compiles");
        let analysis = analyze(&mut session).expect("no mismatch");
        analysis.concretizable.iter().map(|(bucket, _)| *bucket).collect()
    };
    let here = buckets(&problem.scope);
    let larger = buckets(&grown(problem, &problem.scope, 1).expect("a scope"));
    assert!(here.len() < larger.len() && larger.len() < 64);
    for bucket in SubpropertySet::all_of_first(6).map(Bucket::new) {
        match why(problem, &problem.scope, &DecideSettings::default(), bucket).expect("no mismatch").0 {
            BucketDecision::Concretizable => assert!(here.contains(&bucket), "{bucket:?}"),
            BucketDecision::Contradictory(reasons) => {
                assert!(!here.contains(&bucket), "{bucket:?}");
                assert_eq!(reasons.bounds.is_empty(), !larger.contains(&bucket), "{bucket:?}: {reasons:?}");
            }
            BucketDecision::Undecided => panic!("{bucket:?} is undecided"),
        }
    }
}
