//! Positive tests come in families of one input with several correct outputs, if there are such inputs; and buckets with few
//! pairs of each size are filled.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use generate::{BuildOptions, build};
use lang::load::{Mode, load, load_file};
use lang::problem::Problem;
use lang::source::Source;
use pairs::PairStructure;
use serde_json::json;
use suite::format::PositiveKind;
use suite::{BucketSelection, Suite, Test};

fn read(source: &str) -> Problem {
    let loaded = load(Source::new("small.py", source.to_owned()), Mode::Problem);
    assert!(!loaded.has_errors(), "{:?}", loaded.diagnostics);
    loaded.problem
}

fn built(problem: &Problem, seed: u64) -> Suite {
    build(problem, &BuildOptions { seed, jobs: 2, ..BuildOptions::default() }, None, &|_| {}).expect("no mismatch")
}

fn families(suite: &Suite) -> BTreeMap<&str, Vec<&Test>> {
    let mut families: BTreeMap<&str, Vec<&Test>> = BTreeMap::new();
    for test in suite.buckets.iter().flat_map(|bucket| &bucket.tests) {
        if let Some(family) = &test.family {
            families.entry(family).or_default().push(test);
        }
    }
    families
}

#[test]
fn half_of_the_positive_tests_are_in_families() {
    for name in ["toposort", "sortacle"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../problems/{name}.py"));
        let problem = load_file(&path).problem;
        for seed in 0..3 {
            let suite = built(&problem, seed);
            let families = families(&suite);
            let members: usize = families.values().map(Vec::len).sum();
            assert!(members >= 10, "{name}, seed {seed}: {members} of 20 tests are in families");
            assert!(families.len() >= 3, "{name}, seed {seed}: {} families", families.len());
            assert!(families.values().any(|members| members.len() > 2), "{name}, seed {seed}");
        }
    }
}

/// The output counts how often each item occurs.
const COUNTED: &str = r#"
from typing import NewType

from custodiet import Atom, Input, Output, scope, subproperty

Times = NewType("Times", int)


class Item(Atom):
    """Something."""


def is_valid(items: Input[list[Item]], times: Output[dict[Item, Times]]) -> bool: ...


scope(Item=3, items=3, Times=range(4), times=3)
scope.large(Item=5, items=6, Times=range(7), times=5)


@subproperty
def keys(items, times):
    """The keys are the items."""
    return set(items) == set(times)


@subproperty
def counts(items, times):
    """Every number is right."""
    return all(items.count(item) == number for item, number in times.items())
"#;

#[test]
fn dicts_in_another_order_are_the_same_output() {
    let problem = read(COUNTED);
    let suite = built(&problem, 0);
    assert!(families(&suite).is_empty(), "there is one correct output for each input");
    let positive = suite.buckets.iter().flat_map(|bucket| &bucket.tests).filter(|test| test.expect);
    let mut seen = BTreeSet::new();
    for test in positive {
        assert_ne!(test.positive_kind, Some(PositiveKind::Relational), "{}", test.id);
        seen.insert((test.positive_kind, test.output["times"]["dict"].as_array().map(Vec::len)));
    }
    assert!(seen.contains(&(Some(PositiveKind::Functional), Some(3))), "{seen:?}");
}

#[test]
fn no_two_tests_differ_only_in_the_order_of_entries() {
    // The second depends on the order, so that equal outputs are in two buckets.
    let in_order = "\n\n@subproperty\ndef in_order(items, times):\n    \"\"\"Ascending.\"\"\"\n    \
        return list(times.values()) == sorted(times.values())\n";
    for source in [COUNTED.to_owned(), COUNTED.to_owned() + in_order] {
        let problem = read(&source);
        let structure = PairStructure::of_scope(&problem, &problem.large_scope);
        for seed in 0..3 {
            let suite = built(&problem, seed);
            for bucket in &suite.buckets {
                let mut known = BTreeSet::new();
                for test in &bucket.tests {
                    let pair = json!({ "input": test.input, "output": test.output });
                    let pair = eval::Pair::read(&problem, &pair).expect("a pair");
                    let pair = pairs::concrete(&problem, &pair).expect("small integers");
                    assert!(known.insert(structure.canonical(&pair)), "seed {seed}: {}", test.id);
                }
            }
            assert_eq!(generate::verify(&suite).notes.differences, vec![], "seed {seed}");
        }
    }
}

/// One correct pair for each length.
const COUNTING: &str = r#"
from typing import NewType

from custodiet import Input, Output, precondition, scope, subproperty

Number = NewType("Number", int)


def is_valid(up: Input[list[Number]], down: Output[list[Number]]) -> bool: ...


scope(Number=range(20), up=20, down=20)
scope.large(Number=range(20), up=20, down=20)


@precondition
def counts(up):
    """0, 1, 2 and so on."""
    return up == list(range(len(up)))


@subproperty
def reversed_(up, down):
    """The output is the input, backwards."""
    return down == up[::-1]
"#;

#[test]
fn a_bucket_with_one_pair_of_each_length_is_filled() {
    let problem = read(COUNTING);
    for seed in 0..3 {
        let suite = built(&problem, seed);
        for bucket in &suite.buckets {
            let wanted = if bucket.fails.is_empty() { 20 } else { 10 };
            assert_eq!(bucket.tests.len(), wanted, "seed {seed}: {:?}, {:?}", bucket.fails, bucket.short);
        }
    }
}

#[test]
fn a_bucket_with_few_small_pairs_is_filled_up_with_large_ones() {
    let mut source = "from custodiet import Input, Output, scope, subproperty\n\n\n\
        def is_copy(xs: Input[list[bool]], ys: Output[list[bool]]) -> bool: ...\n\n\n\
        scope(xs=4, ys=4)\nscope.large(xs=8, ys=8)\n"
        .to_owned();
    for place in 0..10 {
        let (of_xs, of_ys) = (place / 2, place % 4);
        let _ = write!(
            source,
            "\n\n@subproperty\ndef p{place}(xs, ys):\n    \"\"\"A place.\"\"\"\n    \
             return len(xs) <= {of_xs} or len(ys) <= {of_ys} or xs[{of_xs}] == ys[{of_ys}]\n"
        );
    }
    let problem = read(&source);
    for tests in [10, 12, 20] {
        let which = BucketSelection::parse(&problem, "p2,p7").expect("a bucket");
        let options = BuildOptions { which, tests, ..BuildOptions::default() };
        let suite = build(&problem, &options, None, &|_| {}).expect("no mismatch");
        let bucket = &suite.buckets[0];
        assert_eq!((bucket.tests.len(), &bucket.short), (tests, &None));
    }
}
