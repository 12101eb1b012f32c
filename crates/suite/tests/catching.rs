//! Predicates that look for a failure in some places only are caught in the buckets that are focused on it.
//!
//! A check is a subproperty that is looked for among some elements only: the first, the last, neighbours, elements that
//! are not neighbours. It is caught in a bucket if one test fails where it does not look.

use std::path::Path;

use lang::load::load_file;
use serde_json::Value as Json;
use suite::format::Bucket;
use suite::{Options, Test, build};

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

/// A subproperty; all groups of elements that make it fail, and how many elements there are; where checks look.
type Check = (&'static str, fn(&Test) -> (usize, Vec<Vec<usize>>), &'static [Looks]);

fn sees(looks: Looks, length: usize, group: &[usize]) -> bool {
    match looks {
        First => group.contains(&0),
        Last => group.contains(&(length - 1)),
        Adjacent => group.windows(2).all(|two| two[0] + 1 == two[1]),
        Apart => group.windows(2).any(|two| two[0] + 1 < two[1]),
    }
}

fn check(name: &str, seeds: std::ops::RangeInclusive<u64>, checks: &[Check]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../problems/{name}.py"));
    let problem = load_file(&path).problem;
    for seed in seeds {
        let suite = build(&problem, &Options { seed, jobs: 2, ..Options::default() }, None, &|_| {}).expect("a suite");
        for (property, groups, looks) in checks {
            // In some of these it fails for want of elements, or because of others.
            let is_about = |bucket: &&Bucket| {
                let focused = bucket.focused_on.iter().any(|name| name == property);
                focused && bucket.tests.iter().all(|test| !groups(test).1.is_empty())
            };
            let about: Vec<&Bucket> = suite.buckets.iter().filter(is_about).collect();
            assert!(!about.is_empty(), "{name}: no bucket is about {property}");
            for looks in *looks {
                let is_caught = |test: &Test| {
                    let (length, groups) = groups(test);
                    !groups.iter().any(|group| sees(*looks, length, group))
                };
                for bucket in &about {
                    let fails = &bucket.fails;
                    let caught = bucket.tests.iter().any(is_caught);
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

/// Pairs of positions, the smaller first, of which something is said.
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
    check("toposort", 1..=10, checks);
}

fn people<'t>(test: &'t Test, side: &str) -> &'t [Json] {
    list(if side == "in" { &test.input["people_in"] } else { &test.output["people_out"] })
}

/// People that stand twice on one side, and there more often than on the other.
fn more_often(test: &Test, here: &str, there: &str) -> (usize, Vec<Vec<usize>>) {
    let times = |side: &str, one: &Json| people(test, side).iter().filter(|other| *other == one).count();
    pairs(people(test, here), |one, other| one == other && times(here, one) > times(there, one))
}

/// The buckets that are focused on counts are also about people that the output has too few of.
fn counts(test: &Test) -> (usize, Vec<Vec<usize>>) {
    let (length, more) = more_often(test, "out", "in");
    if more.is_empty() { more_often(test, "in", "out") } else { (length, more) }
}

#[test]
fn people_by_age() {
    let checks: &[Check] = &[
        ("counts_of_output", counts, EVERYWHERE),
        ("counts_of_input", counts, EVERYWHERE),
        // Who is too old stands side by side with somebody younger, somewhere.
        (
            "ordered",
            |test| pairs(people(test, "out"), |one, other| one["age"].as_i64() > other["age"].as_i64()),
            &[First, Last, Apart],
        ),
        ("no_new", |test| singles(people(test, "out"), |one| !people(test, "in").contains(one)), &[First, Last]),
        ("none_dropped", |test| singles(people(test, "in"), |one| !people(test, "out").contains(one)), &[First, Last]),
    ];
    check("sortacle", 1..=10, checks);
}

/// In the order in which sets of numbers are gone through.
fn hires(test: &Test) -> Vec<Json> {
    let mut hires = list(&test.output["hires"]["set"]).to_vec();
    hires.sort_by_key(|hire| (hire["company"].as_i64(), hire["candidate"].as_i64()));
    hires
}

#[test]
fn hires_of_companies() {
    // Of two hires of a company one follows the other, and numbers that are too large come last.
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
    check("matcher", 1..=4, &[uniqueness, no_new]);
}
