//! Predicates that look for a failure only in some places are caught in the buckets that are focused on it, with each of
//! several seeds.
//!
//! A check looks for the failure of a subproperty only among some elements: the first, the last, neighbors, or elements that
//! are not neighbors. It is caught in a bucket if one test fails where it does not look.
//!
//! Predicates that check one thing instead of another are caught by some test that they answer wrongly.

use std::collections::BTreeSet;
use std::path::Path;

use generate::{BuildOptions, build};
use lang::load::{Mode, load, load_file};
use lang::problem::Problem;
use lang::source::Source;
use serde_json::Value as Json;
use suite::Test;
use suite::format::SuiteBucket;

/// Where a check looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Looks {
    First,
    Last,
    Adjacent,
    Apart,
}

use Looks::{Adjacent, Apart, First, Last};

const EVERYWHERE: &[Looks] = &[First, Last, Adjacent, Apart];

/// A subproperty; all groups of elements that make it fail, and the number of elements; where checks look.
type Check = (&'static str, fn(&Test) -> (usize, Vec<Vec<usize>>), &'static [Looks]);

fn sees(looks: Looks, length: usize, group: &[usize]) -> bool {
    match looks {
        First => group.contains(&0),
        Last => group.contains(&(length - 1)),
        Adjacent => group.windows(2).all(|two| two[0] + 1 == two[1]),
        Apart => group.windows(2).any(|two| two[0] + 1 < two[1]),
    }
}

fn load_problem(name: &str) -> Problem {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../problems/{name}.py"));
    load_file(&path).problem
}

fn check(name: &str, seeds: std::ops::RangeInclusive<u64>, checks: &[Check]) {
    let problem = load_problem(name);
    for seed in seeds {
        let suite = build(&problem, &BuildOptions { seed, jobs: 2, ..BuildOptions::default() }, None, &|_| {})
            .expect("a suite");
        for (property, groups, looks) in checks {
            // In some tests it fails because elements are missing, or because of other elements.
            let is_about = |bucket: &&SuiteBucket| {
                let focused = bucket.focused_on.iter().any(|name| name == property);
                focused && bucket.tests.iter().all(|test| !groups(test).1.is_empty())
            };
            let about: Vec<&SuiteBucket> = suite.buckets.iter().filter(is_about).collect();
            assert!(!about.is_empty(), "{name}: no bucket is about {property}");
            for looks in *looks {
                let is_caught = |test: &Test| {
                    let (length, groups) = groups(test);
                    !groups.iter().any(|group| sees(*looks, length, group))
                };
                for bucket in &about {
                    let caught = bucket.tests.iter().any(is_caught);
                    let fails = &bucket.fails;
                    assert!(
                        caught,
                        "{name}, seed {seed}: {property} looked for only {looks:?}, not caught in {fails:?}"
                    );
                }
            }
        }
    }
}

fn list(value: &Json) -> &[Json] {
    value.as_array().expect("a list")
}

/// Pairs of positions, the smaller first, for which something holds.
fn pairs(items: &[Json], says: impl Fn(&Json, &Json) -> bool) -> (usize, Vec<Vec<usize>>) {
    let later = |first: usize| (first + 1..items.len()).map(move |second| (first, second));
    let all = (0..items.len()).flat_map(later).filter(|(first, second)| says(&items[*first], &items[*second]));
    (items.len(), all.map(|(first, second)| vec![first, second]).collect())
}

fn singles(items: &[Json], says: impl Fn(&Json) -> bool) -> (usize, Vec<Vec<usize>>) {
    (items.len(), (0..items.len()).filter(|at| says(&items[*at])).map(|at| vec![at]).collect())
}

fn order(test: &Test) -> &[Json] {
    list(&test.output["order"])
}

fn edges(test: &Test) -> Vec<(&Json, &Json)> {
    list(&test.input["edges"]).iter().map(|edge| (&edge[0], &edge[1])).collect()
}

fn leads(edges: &[(&Json, &Json)], from: &Json, to: &Json) -> bool {
    edges.iter().any(|(source, target)| *source == from && (*target == to || leads(edges, target, to)))
}

#[test]
fn orders_of_vertices() {
    let checks: &[Check] = &[
        ("uniqueness", |test| pairs(order(test), |one, other| one == other), EVERYWHERE),
        ("sortedness", |test| pairs(order(test), |one, other| leads(&edges(test), other, one)), EVERYWHERE),
        (
            "no_new",
            |test| singles(order(test), |one| !edges(test).iter().any(|edge| edge.0 == one || edge.1 == one)),
            &[First, Last],
        ),
    ];
    check("toposort", 0..=10, checks);
}

fn people<'t>(test: &'t Test, side: &str) -> &'t [Json] {
    list(if side == "in" { &test.input["people_in"] } else { &test.output["people_out"] })
}

/// People that occur at least twice on one side, and more often than on the other.
fn more_often(test: &Test, here: &str, there: &str) -> (usize, Vec<Vec<usize>>) {
    let times = |side: &str, one: &Json| people(test, side).iter().filter(|other| *other == one).count();
    pairs(people(test, here), |one, other| one == other && times(here, one) > times(there, one))
}

/// The buckets that are focused on counts also contain outputs in which people are missing.
fn counts(test: &Test) -> (usize, Vec<Vec<usize>>) {
    let (length, more) = more_often(test, "out", "in");
    if more.is_empty() { more_often(test, "in", "out") } else { (length, more) }
}

#[test]
fn people_by_age() {
    let checks: &[Check] = &[
        ("counts_of_output", counts, EVERYWHERE),
        ("counts_of_input", counts, EVERYWHERE),
        // Someone who is too old is next to someone younger, somewhere.
        (
            "ordered",
            |test| pairs(people(test, "out"), |one, other| one["age"].as_i64() > other["age"].as_i64()),
            &[First, Last, Apart],
        ),
        ("no_new", |test| singles(people(test, "out"), |one| !people(test, "in").contains(one)), &[First, Last]),
        ("none_dropped", |test| singles(people(test, "in"), |one| !people(test, "out").contains(one)), &[First, Last]),
    ];
    check("sortacle", 0..=10, checks);
}

/// In the order in which sets of numbers are iterated over.
fn hires(test: &Test) -> Vec<Json> {
    let mut hires = list(&test.output["hires"]["set"]).to_vec();
    hires.sort_by_key(|hire| (hire["company"].as_i64(), hire["candidate"].as_i64()));
    hires
}

#[test]
fn hires_of_companies() {
    // Two hires of one company are adjacent, and numbers that are too large come last.
    let uniqueness: Check = (
        "uniqueness",
        |test| pairs(&hires(test), |one, other| ["company", "candidate"].iter().any(|who| one[who] == other[who])),
        &[First, Last, Apart],
    );
    let no_new: Check = (
        "no_new_candidate",
        |test| {
            let most = i64::try_from(list(&test.input["candidates"]).len()).expect("few");
            singles(&hires(test), |hire| hire["candidate"].as_i64() >= Some(most))
        },
        &[First, Last],
    );
    check("matcher", 0..=4, &[uniqueness, no_new]);
}

/// A wrong predicate, and when it accepts.
type Weak = (&'static str, fn(&Test) -> bool);

fn assert_caught(problem: &Problem, seeds: std::ops::RangeInclusive<u64>, predicates: &[Weak]) {
    for seed in seeds {
        let suite =
            build(problem, &BuildOptions { seed, jobs: 2, ..BuildOptions::default() }, None, &|_| {}).expect("a suite");
        for (name, accepts) in predicates {
            let caught = suite.buckets.iter().flat_map(|bucket| &bucket.tests).any(|test| accepts(test) != test.expect);
            assert!(caught, "{}, seed {seed}: {name} is not caught", problem.name);
        }
    }
}

/// The values of a field, in order of size.
fn sorted(people: &[Json], field: &str) -> Vec<String> {
    let mut values: Vec<String> = people.iter().map(|person| format!("{:>5}", person[field].to_string())).collect();
    values.sort();
    values
}

fn same(test: &Test, field: &str) -> bool {
    sorted(people(test, "in"), field) == sorted(people(test, "out"), field)
}

fn is_by_age(test: &Test) -> bool {
    people(test, "out").windows(2).all(|two| two[0]["age"].as_i64() <= two[1]["age"].as_i64())
}

#[test]
fn fields_compared_one_by_one() {
    let predicates: &[Weak] = &[
        ("ages alone", |test| is_by_age(test) && same(test, "age")),
        ("names alone", |test| is_by_age(test) && same(test, "name")),
        ("ages, then names", |test| is_by_age(test) && same(test, "age") && same(test, "name")),
    ];
    assert_caught(&load_problem("sortacle"), 0..=7, predicates);
}

const REVERSED: &str = r#"
from custodiet import Atom, Input, Output, error_subproperty, scope, subproperty


class Item(Atom, as_=(int, str)):
    """Something."""


def is_reversed(xs: Input[list[Item]], ys: Output[list[Item]]) -> bool: ...


scope(Item=4, xs=4, ys=5)


@subproperty
def same_length(xs, ys):
    """As many."""
    return len(xs) == len(ys)


@subproperty
def mirrored(xs, ys):
    """As far as both go, mirrored."""
    return all(x == y for x, y in zip(reversed(xs), ys))


@error_subproperty(instead_of=["mirrored"])
def same_items(xs, ys):
    """The same elements."""
    return set(xs) == set(ys)
"#;

fn ends(test: &Test) -> bool {
    let (xs, ys) = (list(&test.input["xs"]), list(&test.output["ys"]));
    xs.len() == ys.len() && xs.first() == ys.last() && xs.last() == ys.first()
}

fn middle(test: &Test) -> bool {
    let (xs, ys) = (list(&test.input["xs"]), list(&test.output["ys"]));
    let inner = 1..xs.len().saturating_sub(1).max(1);
    xs.len() == ys.len() && inner.into_iter().all(|at| xs[at] == ys[ys.len() - 1 - at])
}

#[test]
fn elements_at_the_ends_or_between_them() {
    let loaded = load(Source::new("reversed.py", REVERSED.to_owned()), Mode::Problem);
    assert!(!loaded.has_errors(), "{:?}", loaded.diagnostics);
    assert_caught(&loaded.problem, 0..=7, &[("both ends", ends), ("all but the ends", middle)]);
}

#[test]
fn neighbors_that_share_an_edge() {
    let one_before: fn(&Test) -> bool = |test| {
        let edges = edges(test);
        let vertices: BTreeSet<String> =
            edges.iter().flat_map(|edge| [edge.0.to_string(), edge.1.to_string()]).collect();
        let here: BTreeSet<String> = order(test).iter().map(Json::to_string).collect();
        vertices == here
            && here.len() == order(test).len()
            && order(test).windows(2).all(|two| !edges.contains(&(&two[1], &two[0])))
    };
    assert_caught(&load_problem("toposort"), 0..=7, &[("neighbours", one_before)]);
}
