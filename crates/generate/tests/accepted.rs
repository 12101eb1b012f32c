//! What `build` writes, `verify` accepts: small problems of many types, with every engine.

use generate::{BuildOptions, Engines, build, verify};
use lang::load::{Mode, load};
use lang::problem::Problem;
use lang::source::Source;
use suite::Suite;
use suite::format::{PositiveKind, TestKind};

fn given(body: &str) -> Problem {
    let head = "\"\"\"A problem.\"\"\"\n\
                from typing import NamedTuple, NewType, Optional\n\
                from custodiet import Atom, Input, Output, Unordered, precondition, scope, subproperty\n\
                class Item(Atom, as_=(int, str)):\n    \"\"\"Anything.\"\"\"\n\
                Number = NewType(\"Number\", int)\n";
    let loaded = load(Source::new("problem.py", format!("{head}{body}")), Mode::Problem);
    assert!(!loaded.has_errors(), "{:?}", loaded.diagnostics);
    loaded.problem
}

/// Rows whose order does not matter: two of them are equal in any order.
const NESTED: &str = r#"
def is_valid(rows: Input[list[Unordered[list[Number]]]], out: Output[Optional[list[Number]]]) -> bool: ...

scope(Number=range(2), rows=(2, 2), out=2)
scope.large(Number=range(4), rows=(4, 4), out=4)

@subproperty
def some(rows, out):
    """None only if there are no rows."""
    return out is not None or not rows

@subproperty
def occur(rows, out):
    """Every number of a row occurs."""
    return out is None or all(number in out for row in rows for number in row)
"#;

/// Records, optional ones too, with a list without order.
const RECORDS: &str = r#"
class Entry(NamedTuple):
    item: Item
    tags: Unordered[list[Number]]

def is_valid(entries: Input[list[Entry]], best: Output[Optional[Entry]]) -> bool: ...

scope(Item=2, Number=range(2), entries=2, Entry_tags=2)
scope.large(Item=4, Number=range(5), entries=4, Entry_tags=4)

@subproperty
def known(entries, best):
    """One of the items."""
    return best is None or best.item in {entry.item for entry in entries}

@subproperty
def most(entries, best):
    """No entry has more tags."""
    return best is None or all(len(entry.tags) <= len(best.tags) for entry in entries)
"#;

/// Inputs with one correct output in the scope, and with others beyond it.
const FEW_OUTPUTS: &str = r#"
def is_valid(most: Input[Number], numbers: Output[list[Number]]) -> bool: ...

scope(Number=range(1, 3), numbers=1)
scope.large(Number=range(1, 4), numbers=4)

@subproperty
def bounded(most, numbers):
    """No number is larger."""
    return all(number <= most for number in numbers)

@subproperty
def some(numbers):
    """There is a number."""
    return len(numbers) > 0
"#;

/// Sets of sets and dicts of atoms.
const SETS: &str = r#"
def is_valid(groups: Input[set[frozenset[Item]]], leader: Output[dict[Item, Number]]) -> bool: ...

scope(Item=2, Number=range(2), groups=(2, 2), leader=2)
scope.large(Item=4, Number=range(4), groups=(3, 3), leader=4)

@precondition
def not_empty(groups):
    """No group is empty."""
    return frozenset() not in groups

@subproperty
def known(groups, leader):
    """Every key is in a group."""
    return all(any(item in group for group in groups) for item in leader)

@subproperty
def one_each(groups, leader):
    """As many as groups."""
    return len(leader) == len(groups)
"#;

fn accepted(problem: &Problem, options: &BuildOptions) -> Suite {
    let suite = build(problem, options, None, &|_| {}).expect("a suite");
    let found = verify(&suite).notes.differences;
    assert_eq!(found, [], "{options:?}");
    suite
}

#[test]
fn every_suite_is_accepted() {
    for source in [NESTED, RECORDS, FEW_OUTPUTS, SETS] {
        let problem = given(source);
        for engines in [Engines::Both, Engines::Solver, Engines::Random] {
            for (seed, tests) in [(0, 10), (1, 3)] {
                accepted(&problem, &BuildOptions { engines, seed, tests, jobs: 2, ..BuildOptions::default() });
            }
        }
    }
}

/// The output that makes an input relational must be in the scope, too.
#[test]
fn outputs_beyond_the_scope_do_not_make_a_test_inside_relational() {
    let problem = given(FEW_OUTPUTS);
    let mut met = 0;
    for seed in 0..8 {
        let options = BuildOptions { engines: Engines::Random, seed, tests: 15, ..BuildOptions::default() };
        let suite = accepted(&problem, &options);
        // For 1, the only correct output of the scope is [1].
        let tests = suite.buckets.iter().flat_map(|bucket| &bucket.tests);
        let one = tests.filter(|test| test.expect && test.input["most"] == 1 && test.kind != TestKind::Large);
        met += one.inspect(|test| assert_ne!(test.positive_kind, Some(PositiveKind::Relational), "{test:?}")).count();
    }
    assert!(met > 4, "{met}");
}
