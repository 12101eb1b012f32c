//! Sampling on the bundled problems.

#[path = "../../decide/tests/problem/mod.rs"]
mod problem;

use std::collections::BTreeSet;

use pairs::{Bucket, Concrete, Placement, Replay};
use problem::{TINY, all_pairs, bundled, given, scoped};
use sample::{InputMethod, SampleSettings, Sampler, sample};

#[test]
fn the_buckets_of_the_main_problems_are_found() {
    for (name, buckets) in [("sortacle", 22), ("toposort", 37), ("matcher", 44)] {
        let loaded = bundled(name);
        let settings = SampleSettings { candidates: 3_000_000, keep: 4, seed: 1 };
        let sampling = sample(&loaded.problem, &loaded.problem.scope, settings).expect("no mismatch");
        assert_eq!(sampling.buckets.len(), buckets, "{name}");
        let counted: u64 = sampling.buckets.values().map(|found| found.count).sum();
        assert_eq!(counted + sampling.excluded + sampling.raising, sampling.candidates);
        assert!(sampling.uniform && sampling.raises.is_none());
    }
}

#[test]
fn permutations_are_enumerated_without_trying_all_lists() {
    let loaded = bundled("matcher");
    let sampler = Sampler::new(&loaded.problem, &loaded.problem.scope, 0, 0).expect("a sampler");
    // With zero, one, two and three companies and candidates.
    let valid = 1 + 1 + (2 * 2) * (2 * 2) + 216 * 216;
    assert_eq!(sampler.sampling().expect("no mismatch").method, InputMethod::Enumerated { valid });
}

#[test]
fn inputs_are_built_if_rejection_is_hopeless() {
    let loaded = bundled("matcher");
    let scope = scoped(&loaded.problem, "Id=0..6,companies=5x5,candidates=5x5,hires=5");
    let settings = SampleSettings { candidates: 20_000, keep: 50, seed: 3 };
    let sampling = sample(&loaded.problem, &scope, settings).expect("no mismatch");
    assert!(matches!(sampling.method, InputMethod::Built { valid } if valid > 1000), "{:?}", sampling.method);
    assert!(!sampling.uniform, "not claimed");
    let inputs: BTreeSet<&[Concrete]> =
        sampling.buckets.values().flat_map(|found| &found.pairs).map(|pair| &pair[..2]).collect();
    assert!(inputs.len() > 100, "{} different inputs", inputs.len());
}

#[test]
fn the_same_seed_gives_the_same_pairs_in_steps_or_at_once() {
    let loaded = bundled("toposort");
    let run = |steps: &[u64], seed: u64| {
        let mut sampler = Sampler::new(&loaded.problem, &loaded.problem.scope, 5, seed).expect("a sampler");
        steps.iter().for_each(|step| sampler.run(*step));
        format!("{:?}", sampler.sampling().expect("no mismatch").buckets)
    };
    assert_eq!(run(&[20_480], 1), run(&[10_240, 10_240], 1));
    assert_ne!(run(&[20_480], 1), run(&[20_480], 2));
}

#[test]
fn every_bundled_problem_has_a_circuit_without_a_solver() {
    for (name, bounds) in TINY {
        let loaded = bundled(name);
        let scope = scoped(&loaded.problem, bounds);
        let settings = SampleSettings { candidates: 5000, keep: 20, seed: 1 };
        let sampling = sample(&loaded.problem, &scope, settings).expect("no mismatch");
        assert!(sampling.refused.is_empty(), "{name}: {:?}", sampling.refused);
        assert!(sampling.uniform && sampling.candidates == 5000 && !sampling.buckets.is_empty(), "{name}");
        assert!(sampling.buckets.values().all(|found| found.pairs.len() as u64 == found.count.min(20)), "{name}");
    }
}

/// A loop whose end depends on numbers in a way that only evaluation shows, and on an output.
const UNDECIDED: &str = r#"
from typing import NewType
from custodiet import Input, Output, precondition, scope, subproperty

Number = NewType("Number", int)

def is_valid(n: Input[Number], trace: Output[list[Number]]) -> bool: ...

scope(Number=range(20), trace=6)

@precondition
def even(n):
    """Only even ones."""
    return n % 2 == 0

@precondition
def not_too_many(n, trace):
    """Fewer than six."""
    return len(trace) < 6

def steps(n):
    """How long it takes down to one."""
    count = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        count += 1
    return count

@subproperty
def as_many(n, trace):
    """As many as there are steps."""
    return steps(n + sum(trace)) == len(trace)

@subproperty
def starts(n, trace):
    """The first is half of it."""
    return trace[0] * 2 == n if n else True
"#;

#[test]
fn pairs_are_evaluated_one_by_one_without_a_circuit() {
    let loaded = given(UNDECIDED);
    let settings = SampleSettings { candidates: 3000, keep: 100, seed: 1 };
    let sampling = sample(&loaded.problem, &loaded.problem.scope, settings).expect("no mismatch");
    assert!(!sampling.refused.is_empty());
    let InputMethod::Rejection { acceptance } = sampling.method else { panic!("{:?}", sampling.method) };
    assert!((acceptance - 0.5).abs() < 0.05, "{acceptance}");
    assert!(sampling.candidates == 3000 && sampling.excluded > 2500, "{} excluded", sampling.excluded);
    assert!(sampling.buckets.contains_key(&Bucket::of([0, 1])), "{:?}", sampling.buckets.keys());
    let counted: u64 = sampling.buckets.values().map(|found| found.count).sum();
    assert_eq!(counted + sampling.excluded + sampling.raising, 3000);
}

#[test]
fn pairs_that_raise_are_in_no_bucket() {
    let loaded = given(UNDECIDED);
    let scope = scoped(&loaded.problem, "Number=0..3,trace=2");
    let replay = Replay::new(&loaded.problem);
    let mut evaluator = replay.evaluator();
    let raising = all_pairs(&scope)
        .iter()
        .filter(|pair| matches!(evaluator.placement(pair), Some(Placement::Raises(..))))
        .count();
    assert!(raising > 0);
    let sampling =
        sample(&loaded.problem, &scope, SampleSettings { candidates: 2000, keep: 10, seed: 1 }).expect("no mismatch");
    assert!(sampling.raising > 0);
    assert!(matches!(evaluator.placement(&sampling.raises.expect("a pair")), Some(Placement::Raises(..))));
}

#[test]
fn without_a_valid_input_nothing_is_drawn() {
    let loaded = given(&UNDECIDED.replace("n % 2 == 0\n\n@", "n < 0\n\n@"));
    let scope = scoped(&loaded.problem, "Number=0..3,trace=2");
    let sampling = sample(&loaded.problem, &scope, SampleSettings::default()).expect("no mismatch");
    assert_eq!((sampling.candidates, sampling.method), (0, InputMethod::Enumerated { valid: 0 }));
    assert!(sampling.buckets.is_empty());
}
