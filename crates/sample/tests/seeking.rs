//! Buckets that are too sparse for sampling.

#[path = "../../decide/tests/problem/mod.rs"]
mod problem;

use std::collections::BTreeMap;
use std::time::Duration;

use circuit::Deadline;
use fastrand::Rng;
use pairs::{Bucket, Concrete, Replay};
use problem::{bundled, given};
use sample::Sampler;

/// The one positive pair is `([], [])`, among thousands of permutations and outputs.
const PERMUTATIONS: &str = r#"
from typing import NewType

from custodiet import Input, Output, precondition, scope, subproperty

N = NewType("N", int)


def is_valid(items: Input[list[N]], out: Output[list[N]]) -> bool: ...


scope(N=range(6), items=6, out=6)


@precondition
def permutation(items):
    """The numbers below the length, each once."""
    return sorted(items) == list(range(len(items)))


@subproperty
def same(items, out):
    """The output is the input."""
    return items == out


@subproperty
def empty(items):
    """There is nothing in the input."""
    return not items
"#;

type Pairs = BTreeMap<Bucket, Vec<Concrete>>;

/// The buckets that sampling finds, and those that are found after it.
fn found(problem: &lang::problem::Problem) -> [Pairs; 2] {
    let mut sampler = Sampler::new(problem, &problem.scope, 1, 0).expect("a sampler");
    sampler.run(1 << 16);
    let sampling = sampler.sampling().expect("no mismatch");
    let drawn: Pairs = sampling.buckets.into_iter().map(|(bucket, found)| (bucket, found.pairs[0].clone())).collect();
    let mut known = drawn.clone();
    sampler.seek(&mut known, &mut Rng::with_seed(0));
    let replay = Replay::new(problem);
    for (bucket, pair) in &known {
        replay.check_bucket(pair, *bucket).expect("in its bucket");
    }
    [drawn, known]
}

#[test]
fn a_bucket_with_one_pair_is_found() {
    let loaded = given(PERMUTATIONS);
    let [drawn, known] = found(&loaded.problem);
    let positive = Bucket::of([]);
    assert!(!drawn.contains_key(&positive), "sampling meets it");
    assert_eq!(known.get(&positive), Some(&vec![Concrete::List(Vec::new()), Concrete::List(Vec::new())]));
    assert_eq!(known.len(), 4);
}

#[test]
fn buckets_of_bundled_problems_are_found_that_sampling_misses() {
    // The numbers are the solver's.
    let [drawn, known] = found(&bundled("brackets").problem);
    assert!(drawn.len() < 86 && known.len() == 86, "{} and {}", drawn.len(), known.len());
    let [drawn, known] = found(&bundled("latin_square").problem);
    assert!(drawn.len() < 20 && known.len() >= 50, "{} and {}", drawn.len(), known.len());
}

#[test]
fn the_search_ends_when_time_is_up() {
    let loaded = given(PERMUTATIONS);
    let due = Deadline::after(Duration::ZERO);
    let mut sampler = Sampler::within(&loaded.problem, &loaded.problem.scope, 1, 0, due).expect("a sampler");
    sampler.run(1_000_000);
    assert!(sampler.counts().is_empty());
    let mut known = Pairs::new();
    assert_eq!(sampler.seek(&mut known, &mut Rng::with_seed(0)), 0);
    assert!(known.is_empty());
}
