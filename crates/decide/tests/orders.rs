//! Functions that depend on an order that Python leaves open are found, and no others.
//!
//! Cases that were decided wrongly once are kept.

mod problem;

use decide::compare::compare;
use decide::orders::OrderDependence;
use decide::{DecideError, DecideSettings, PairFunction, Session};
use problem::given;

const HEAD: &str = r#"
"""A tour of towns."""

from collections import Counter
from typing import NewType

from custodiet import Atom, Input, Output, Unordered, precondition, scope, subproperty

class Town(Atom):
    """A town."""

Road = tuple[Town, Town]
Fee = NewType("Fee", int)

def is_valid(roads: Input[Unordered[list[Road]]], fees: Input[set[Fee]], tour: Output[list[Town]]) -> bool: ...

scope(Town=5, roads=4, fees=5, tour=4, Fee=range(-2, 3))

def towns(roads):
    return {town for road in roads for town in road}

@subproperty
def asked(roads, fees, tour):
    """What is asked."""
"#;

/// What is found of a function whose body is this.
fn found(body: &str) -> Option<OrderDependence> {
    let lines = body.trim().lines().map(|line| format!("    {}\n", line.strip_prefix("        ").unwrap_or(line)));
    let text = HEAD.to_owned() + &lines.collect::<String>();
    let problem = given(&text).problem;
    match Session::new(&problem, &problem.scope, &DecideSettings::default()) {
        Ok(session) => {
            assert!(session.order_undecided.is_empty(), "undecided:\n{body}");
            None
        }
        Err(DecideError::DependsOnOrder(mut found)) => {
            assert_eq!(found.len(), 1);
            found.pop()
        }
        Err(failure) => panic!("{failure:?}\n{body}"),
    }
}

#[test]
fn what_depends_on_an_order_is_found() {
    let bodies = [
        "return roads[0][0] in tour if roads else True",
        "return roads == sorted(roads, key=lambda road: tour.count(road[0]))",
        "return [source for source, target in roads] == tour",
        "return all(tour[i:i + 1] == [road[0]] for i, road in enumerate(roads))",
        // The same both ways round, so that backward alone does not show it.
        "return all(set(roads[i]) & set(roads[i + 1]) for i in range(len(roads) - 1))",
        r"
        last = None
        for town in towns(roads):
            last = town
        return last in tour or last is None",
        r"
        total = 0
        for fee in fees:
            total = 2 * total + fee
        return total >= 0",
        "return [max(towns(roads), key=lambda town: tour.count(town), default=None)] == tour[:1]",
        r"
        for fee in fees:
            if fee > 0:
                return True
            if fee < 0:
                return len(tour) > 2
        return False",
        r"
        first = {}
        for town in towns(roads):
            first.setdefault(len(first), town)
        return first.get(0) in tour",
        r"
        for fee in fees:
            if fee == 1:
                return [][0]
            if fee == 2:
                return {}[0]
        return True",
    ];
    for body in bodies {
        let found = found(body).unwrap_or_else(|| panic!("nothing is found:\n{body}"));
        assert_ne!(found.answer, found.other_answer, "{body}");
    }
}

#[test]
fn what_does_not_depend_on_it_is_not() {
    let bodies = [
        "return towns(roads) == set(tour)",
        "return all(tour.index(a) < tour.index(b) for a, b in roads if a in tour and b in tour)",
        "return Counter(a for a, b in roads) == Counter(tour)",
        "return sum(fees) > len(tour) and sorted(fees)[0] < 0",
        r"
        neighbours = {}
        for a, b in roads:
            neighbours.setdefault(a, set()).add(b)
        return all(b in neighbours.get(a, set()) for a, b in zip(tour, tour[1:]))",
        r"
        for fee in fees:
            if fee > len(tour):
                return False
        return True",
        r"
        total = 0
        for fee in fees:
            total += fee * fee
        return total > 3",
        "return min(fees, default=0) < max(fees, key=lambda fee: -fee, default=1)",
    ];
    for body in bodies {
        if let Some(found) = found(body) {
            panic!("{found:?}\n{body}");
        }
    }
}

/// A contradiction is not explained if a function depends on an order.
#[test]
fn why_looks_at_orders_too() {
    let problem = given(&format!("{HEAD}    return len(roads) < 2 or roads[0][0] in tour\n")).problem;
    let found = decide::why::why(&problem, &problem.scope, &DecideSettings::default(), decide::Bucket::of([0]));
    assert!(matches!(found, Err(DecideError::DependsOnOrder(_))));
}

/// A function may depend on an order where a precondition fails.
#[test]
fn preconditions_come_first() {
    let with = |precondition: &str| {
        format!(
            "{HEAD}    return len(roads) == 0 or roads[0][0] in tour\n\n@precondition\ndef few(roads):\n    return {precondition}\n"
        )
    };
    let depends = |text: &str| {
        let problem = given(text).problem;
        match Session::new(&problem, &problem.scope, &DecideSettings::default()) {
            Ok(_) => false,
            Err(DecideError::DependsOnOrder(_)) => true,
            Err(failure) => panic!("{failure:?}"),
        }
    };
    assert!(!depends(&with("len(roads) < 2")));
    assert!(depends(&with("len(roads) < 3")));
    // No pair of the smaller scope is valid, so the scope itself is searched, even if the compiler already knows that.
    assert!(depends(&with("len(roads) == 4")));
    assert!(depends(
        &with("len(roads) < 3")
            .replace("def few(roads)", "def few(roads, tour)")
            .replace("len(roads) < 3", "len(tour) == 4")
    ));
}

/// The functions of a file that depend on an order, by name, and those that are not decided.
fn dependent(text: &str) -> (Vec<String>, Vec<String>) {
    let head = "from dataclasses import dataclass\nfrom typing import NamedTuple, NewType, Optional\n\n\
                from custodiet import Atom, Input, Output, Unordered, precondition, scope, subproperty\n\n\
                Num = NewType(\"Num\", int)\n\n";
    let loaded = given(&format!("{head}{text}"));
    let problem = loaded.problem;
    let name = |id| problem.module.function(id).name.name.to_string();
    match Session::new(&problem, &problem.scope, &DecideSettings::default()) {
        Ok(session) => (Vec::new(), session.order_undecided.iter().map(|id| name(*id)).collect()),
        Err(DecideError::DependsOnOrder(found)) => {
            (found.iter().map(|found| name(found.function)).collect(), Vec::new())
        }
        Err(failure) => panic!("{failure:?}\n{text}"),
    }
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(dependent(text), (expected.iter().map(|name| (*name).to_owned()).collect(), Vec::new()), "{text}");
}

/// Claimed equivalent before: only an order of three elements distinguishes them.
#[test]
fn the_third_of_three() {
    check(
        r"
def is_valid(left: Input[Unordered[list[Num]]], right: Output[Num]) -> bool: ...
scope(Num=range(3), left=3)

@subproperty
def third(left, right):
    return len(left) < 3 or right == left[2]

@subproperty
def two(left, right):
    return len(left) < 3 or right == 2
",
        &["third"],
    );
}

/// Claimed equivalent before, with a valid proof: each list has an order of its own.
#[test]
fn every_list_has_its_own_order() {
    check(
        r"
def is_valid(a: Input[Unordered[list[Num]]], b: Output[Unordered[list[Num]]]) -> bool: ...
scope(Num=range(3), a=3, b=3)

@subproperty
def same(a, b):
    return a == b

@subproperty
def same_set(a, b):
    return set(a) == set(b)
",
        &["same"],
    );
    check(
        r"
def is_valid(a: Input[Unordered[list[Num]]], b: Output[list[Unordered[list[Num]]]]) -> bool: ...
scope(Num=range(3), a=2, b=(2, 2))

@subproperty
def among(a, b):
    return a in b

@subproperty
def among_sets(a, b):
    return set(a) in [set(row) for row in b]

@subproperty
def rows_alike(b):
    return all(row == b[0] for row in b)
",
        &["among", "rows_alike"],
    );
    check(
        r"
class Box(NamedTuple):
    holds: Unordered[list[Num]]
    label: bool

def is_valid(a: Input[Box], b: Output[dict[Num, Unordered[list[Num]]]], c: Output[Optional[Unordered[list[Num]]]]) -> bool: ...
scope(Num=range(2), Box_holds=2, b=(2, 2), c=2)

@subproperty
def boxed(a, c):
    return a.holds == c

@subproperty
def values(a, b):
    return a.holds in b.values()

@subproperty
def sizes(a, b, c):
    return len(a.holds) in {len(row) for row in b.values()} and (c is None or sorted(c) == sorted(a.holds))
",
        &["boxed", "values"],
    );
}

/// The solver and evaluation disagreed before: a set that is made from a list has an order of its own.
#[test]
fn sets_made_from_lists() {
    check(
        r"
def is_valid(a: Input[list[Num]], b: Output[Num]) -> bool: ...
scope(Num=range(3), a=3)

@subproperty
def last_of_the_set(a, b):
    last = None
    for n in set(a):
        last = n
    return last is None or last == b

@subproperty
def first_of_two_sets(a, b):
    for n in set(a):
        for m in {x + 1 for x in a}:
            return n == m
    return True

@subproperty
def in_any_order(a, b):
    total = 0
    for n in set(a):
        total += n
    return total != b
",
        &["last_of_the_set", "first_of_two_sets"],
    );
}

/// More elements than a small scope has.
#[test]
fn the_fifth_of_five() {
    check(
        r"
def is_valid(a: Input[Unordered[list[Num]]], b: Output[Num]) -> bool: ...
scope(Num=range(6), a=5)

@subproperty
def fifth(a, b):
    return len(a) < 5 or a[4] == b

@subproperty
def none_missing(a, b):
    return len(a) < 5 or b in a
",
        &["fifth"],
    );
}

/// A body that cannot raise, though each of its parts could.
#[test]
fn a_guard_keeps_a_body_from_raising() {
    check(
        r"
def is_valid(a: Input[set[Num]], b: Output[list[Num]]) -> bool: ...
scope(Num=range(4), a=4, b=4)

@subproperty
def guarded(a, b):
    return all(b[n] == n for n in a if n < len(b))
",
        &[],
    );
    check(
        r"
def is_valid(a: Input[set[Num]], b: Output[list[Num]]) -> bool: ...
scope(Num=range(4), a=4, b=4)

@subproperty
def unguarded(a, b):
    return all(b[n] == n for n in a)
",
        &["unguarded"],
    );
}

/// A comparison with a precondition is about pairs that violate it, too: there the other function may depend on an order.
#[test]
fn a_comparison_asks_about_the_pairs_that_it_compares() {
    let text = r#"
"""Choose from a set."""

from typing import NewType

from custodiet import Input, Output, precondition, scope, subproperty

Number = NewType("Number", int)


def is_valid(numbers: Input[set[Number]], chosen: Output[Number]) -> bool: ...


scope(Number=range(4), numbers=3)


@precondition
def single(numbers):
    return len(numbers) == 1


@subproperty
def is_first(numbers, chosen):
    for number in numbers:
        return number == chosen
    return False
"#;
    let problem = given(text).problem;
    let function = |name: &str| PairFunction::find(&problem, name).expect("a function");
    let settings = DecideSettings::default();
    Session::new(&problem, &problem.scope, &settings).expect("with one element there is one order");
    let found = compare(&problem, &problem.scope, &settings, &function("single"), &function("is_first"));
    assert!(matches!(found, Err(DecideError::DependsOnOrder(_))), "{found:?}");
}
