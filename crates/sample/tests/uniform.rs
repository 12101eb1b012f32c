//! At tiny scopes every pair with valid input is drawn equally often, as far as statistics can tell, and its bucket agrees
//! with full enumeration by `eval`.

#[path = "../../decide/tests/problem/mod.rs"]
mod problem;

use std::collections::BTreeMap;

use pairs::{Bucket, Concrete, Placement, Replay};
use problem::{all_pairs, bundled, scoped};
use sample::{InputMethod, SampleSettings, sample};

/// Draws until each pair is expected 40 times, and compares with full enumeration.
fn check(name: &str, bounds: &str) -> InputMethod {
    let loaded = bundled(name);
    let problem = &loaded.problem;
    let scope = scoped(problem, bounds);
    let replay = Replay::new(problem);
    let mut evaluator = replay.evaluator();
    let mut expected: BTreeMap<Vec<Concrete>, Bucket> = BTreeMap::new();
    let (mut valid, mut excluded) = (0_u64, 0_u64);
    for pair in all_pairs(&scope) {
        if !evaluator.is_valid_input(&pair) {
            continue;
        }
        valid += 1;
        match evaluator.placement(&pair) {
            Some(Placement::In(bucket)) => {
                expected.insert(pair, bucket);
            }
            Some(Placement::Invalid(_)) => excluded += 1,
            Some(Placement::Raises(..)) | None => panic!("{name} raises"),
        }
    }
    let candidates = 40 * valid;
    let keep = usize::try_from(candidates).expect("few");
    let sampling = sample(problem, &scope, SampleSettings { candidates, keep, seed: 5 }).expect("no mismatch");
    assert!(sampling.uniform && sampling.refused.is_empty() && sampling.candidates == candidates);
    let mut seen: BTreeMap<&Vec<Concrete>, u64> = BTreeMap::new();
    for (bucket, found) in &sampling.buckets {
        assert_eq!(found.count, found.pairs.len() as u64);
        for pair in &found.pairs {
            assert_eq!(expected.get(pair), Some(bucket), "{name}: {pair:?}");
            *seen.entry(pair).or_default() += 1;
        }
    }
    // One more kind of candidate: those that a precondition on outputs excludes.
    let mut statistic: f64 = expected.keys().map(|pair| deviation(seen.get(pair).copied().unwrap_or(0), 40)).sum();
    statistic += if excluded == 0 { 0.0 } else { deviation(sampling.excluded, 40 * excluded) };
    #[expect(clippy::cast_precision_loss, reason = "a few thousand")]
    let freedom = expected.len() as f64 - 1.0;
    // Five standard deviations on both sides: too regular is wrong, too.
    let slack = 5.0 * (2.0 * freedom).sqrt();
    assert!((statistic - freedom).abs() < slack, "{name}: chi-square {statistic:.0} with {freedom} degrees of freedom");
    sampling.method
}

#[expect(clippy::cast_precision_loss, reason = "counts of a few thousand")]
fn deviation(seen: u64, expected: u64) -> f64 {
    (seen as f64 - expected as f64).powi(2) / expected as f64
}

#[test]
fn enumerated_inputs() {
    assert_eq!(check("toposort", "Vertex=3,edges=2,order=2"), InputMethod::Enumerated { valid: 19 });
    assert_eq!(check("matcher", "Id=0..3,companies=2x2,candidates=2x2,hires=1"), InputMethod::Enumerated { valid: 18 });
    assert_eq!(check("merge", "Number=0..2,left=2,right=1,merged=2"), InputMethod::Enumerated { valid: 18 });
}

#[test]
fn inputs_without_preconditions() {
    let all = InputMethod::Rejection { acceptance: 1.0 };
    assert_eq!(check("sortacle", "Name=2,Person_age=0..2,people_in=2,people_out=2"), all);
    assert_eq!(check("change", "Coin=1..3,coins=2,amount=0..2,Count=-1..1,given=2"), all);
    assert_eq!(check("components", "City=2,roads=1,components=2x2"), all);
    assert_eq!(check("two_sum", "Number=0..2,numbers=2,target=0..2,Index=0..3"), all);
}

#[test]
fn rejected_inputs() {
    // There are too many combinations to list, and most are squares: every cell has each of its six values equally often.
    let loaded = bundled("latin_square");
    let settings = SampleSettings { candidates: 20_000, keep: 20_000, seed: 2 };
    let sampling = sample(&loaded.problem, &loaded.problem.scope, settings).expect("no mismatch");
    assert!(matches!(sampling.method, InputMethod::Rejection { acceptance } if (0.5..0.65).contains(&acceptance)));
    let mut seen = vec![[0_u64; 6]; 9];
    let mut squares = 0_u64;
    for pair in sampling.buckets.values().flat_map(|found| &found.pairs) {
        let Concrete::List(rows) = &pair[0] else { panic!("a list") };
        let cells: Vec<&Concrete> = rows
            .iter()
            .flat_map(|row| if let Concrete::List(cells) = row { cells.iter() } else { [].iter() })
            .collect();
        if cells.len() < 9 {
            continue;
        }
        squares += 1;
        for (cell, value) in cells.iter().enumerate() {
            let value =
                if let Concrete::Int(number) = value { usize::try_from(*number).expect("a digit") + 1 } else { 0 };
            seen[cell][value] += 1;
        }
    }
    let statistic: f64 = seen.iter().flatten().map(|count| deviation(*count, squares / 6)).sum();
    assert!(squares > 19_900 && statistic < 45.0 + 5.0 * 90_f64.sqrt(), "{statistic} on {squares} squares");
}
