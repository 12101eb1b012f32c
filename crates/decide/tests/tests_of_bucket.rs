//! The tests of a bucket: enough of them, the smallest first, no two equal up to names, the same for the same seed.
//!
//! Brute force decides what is smallest, equal up to names, or the only correct output. It shares no code with the engine.

mod problem;

use std::collections::{BTreeMap, BTreeSet};

use decide::tests_of_bucket::{BucketTests, TestCounts, is_functional, tests_of};
use decide::{Bucket, DecideSettings, Replay, Session, analyze};
use itertools::Itertools;
use lang::problem::{Problem, Side};
use lang::scope::Scope;
use lang::types::Type;
use pairs::Concrete;
use problem::{all_pairs, bundled, given, scoped};

const PROBLEMS: [&str; 3] = ["toposort", "sortacle", "matcher"];

/// Scopes with few pairs.
const TINY: [(&str, &str); 3] = [
    ("toposort", "Vertex=3,edges=2,order=3"),
    ("sortacle", "Name=2,Person_age=0..2,people_in=2,people_out=3"),
    ("matcher", "Id=0..2,companies=2x2,candidates=2x2,hires=3"),
];

type Pair = Vec<Concrete>;

fn session<'p>(problem: &'p Problem, scope: &Scope, symmetry: bool) -> Session<'p> {
    let settings = DecideSettings { symmetry, ..DecideSettings::default() };
    Session::new(problem, scope, &settings).expect("compiles")
}

fn buckets(session: &mut Session<'_>) -> Vec<Bucket> {
    analyze(session).expect("no mismatch").concretizable.iter().map(|(bucket, _)| *bucket).collect()
}

fn all(tests: &BucketTests) -> Vec<Pair> {
    tests.small.iter().chain(&tests.diverse).cloned().collect()
}

/// Every pair of a scope that is in a bucket, by bucket.
fn by_bucket(problem: &Problem, scope: &Scope) -> BTreeMap<Bucket, Vec<Pair>> {
    let replay = Replay::new(problem);
    let mut judge = replay.evaluator();
    let mut found: BTreeMap<Bucket, Vec<Pair>> = BTreeMap::new();
    for pair in all_pairs(scope) {
        if let Some(bucket) = judge.bucket(&pair) {
            found.entry(bucket).or_default().push(pair);
        }
    }
    found
}

/// Elements, those of the input, distinct atoms, sum of absolute integers.
fn size(problem: &Problem, pair: &[Concrete]) -> [u64; 4] {
    let mut size = [0; 4];
    let mut atoms = BTreeSet::new();
    for (param, value) in problem.predicate.as_ref().expect("a predicate").params.iter().zip(pair) {
        value.visit_atoms(&mut |ty, id| _ = atoms.insert((ty, id)));
        value.visit(&mut |value| {
            let elements = value.len().unwrap_or(0) as u64;
            size[0] += elements;
            size[1] += if param.side == Side::Input { elements } else { 0 };
            if let Concrete::Int(number) = value {
                size[3] += number.unsigned_abs();
            }
        });
    }
    size[2] = atoms.len() as u64;
    size
}

/// All pairs that differ from a pair in the names of atoms only.
fn renamings(problem: &Problem, atoms: &[usize], pair: &[Concrete]) -> BTreeSet<Pair> {
    assert_eq!(atoms.len(), problem.atoms.len());
    let of_type = |count: &usize| (0..u32::try_from(*count).expect("few atoms")).permutations(*count);
    let mut permutations = atoms.iter().map(of_type).multi_cartesian_product().peekable();
    let params = &problem.predicate.as_ref().expect("a predicate").params;
    let renamed = |names: Vec<Vec<u32>>| -> Pair {
        let renamed = |value: &Concrete| value.rename(&|(ty, id)| names[usize::from(ty.0)][id as usize]);
        let one = |(value, ty): (&Concrete, &Type)| match (renamed(value), ty) {
            (Concrete::List(mut items), Type::Unordered(_)) => {
                items.sort();
                Concrete::List(items)
            }
            (other, _) => other,
        };
        pair.iter().zip(params.iter().map(|param| &param.ty)).map(one).collect()
    };
    // Without atom types the product is empty, but the pair is a renaming of itself.
    if permutations.peek().is_none() { BTreeSet::from([pair.to_vec()]) } else { permutations.map(renamed).collect() }
}

#[test]
fn every_bucket_has_ten_tests_of_which_no_two_are_alike() {
    for name in PROBLEMS {
        let loaded = bundled(name);
        let problem = &loaded.problem;
        let mut session = session(problem, &problem.scope, true);
        let replay = Replay::new(problem);
        for bucket in buckets(&mut session) {
            let tests = tests_of(&mut session, bucket, TestCounts::default(), 7).expect("no mismatch");
            let pairs = all(&tests);
            assert!(tests.proven, "{name} {bucket:?}");
            assert!(pairs.len() == 10 || tests.exhausted, "{name} {bucket:?}: {} tests", pairs.len());
            for (index, pair) in pairs.iter().enumerate() {
                replay.check_bucket(pair, bucket).expect("in the bucket");
                let alike = renamings(problem, &problem.scope.atoms, pair);
                for other in &pairs[index + 1..] {
                    assert!(!alike.contains(other), "{name} {bucket:?}: {pair:?} and {other:?}");
                }
            }
            let sizes: Vec<[u64; 4]> = tests.small.iter().map(|pair| size(problem, pair)).collect();
            assert!(sizes.is_sorted(), "{name} {bucket:?}: {sizes:?}");
        }
    }
}

/// With no end of tests wanted there is one for each pair of a bucket, up to renaming.
#[test]
fn tests_are_exhausted_when_all_pairs_are_known() {
    for (name, bounds) in TINY {
        let loaded = bundled(name);
        let problem = &loaded.problem;
        let scope = scoped(problem, bounds);
        let known = by_bucket(problem, &scope);
        let mut session = session(problem, &scope, true);
        assert_eq!(buckets(&mut session), known.keys().copied().collect::<Vec<_>>(), "{name}");
        for (bucket, pairs) in &known {
            let mut left: BTreeSet<Pair> = pairs.iter().cloned().collect();
            let mut classes = 0;
            while let Some(pair) = left.pop_first() {
                renamings(problem, &scope.atoms, &pair).iter().for_each(|alike| {
                    left.remove(alike);
                });
                classes += 1;
            }
            let counts = TestCounts { small: 2, diverse: 100_000 };
            if classes > 200 {
                continue;
            }
            let tests = tests_of(&mut session, *bucket, counts, 1).expect("no mismatch");
            assert!(tests.exhausted, "{name} {bucket:?}");
            assert_eq!(all(&tests).len(), classes, "{name} {bucket:?}");
        }
    }
}

/// The order of pairs as documented: by size, then the first parameter's value, and so on.
fn least<'a>(problem: &Problem, pairs: &'a [Pair]) -> &'a Pair {
    pairs.iter().min_by_key(|pair| (size(problem, pair), (*pair).clone())).expect("some pair")
}

fn check_least(problem: &Problem, scope: &Scope) {
    let known = by_bucket(problem, scope);
    assert!(known.len() > 3, "too few buckets to say anything");
    for symmetry in [false, true] {
        let mut session = session(problem, scope, symmetry);
        for (bucket, pairs) in &known {
            let least = least(problem, pairs);
            let tests = tests_of(&mut session, *bucket, TestCounts { small: 1, diverse: 0 }, 1).expect("no mismatch");
            assert!(tests.proven);
            // Where names are numbered by first occurrence, other names may be left out.
            if symmetry {
                assert_eq!(size(problem, &tests.small[0]), size(problem, least), "{bucket:?}");
            } else {
                assert_eq!(tests.small[0], *least, "{bucket:?}");
            }
        }
    }
}

#[test]
fn the_first_test_is_the_smallest_pair() {
    for (name, bounds) in TINY {
        let loaded = bundled(name);
        check_least(&loaded.problem, &scoped(&loaded.problem, bounds));
    }
}

/// Numbers of a large range, which are bits, some of them not there.
const LARGE_NUMBERS: &str = r#"
"""Find a number."""

from typing import NewType

from custodiet import Input, Output, scope, subproperty

Number = NewType("Number", int)


def is_valid(limit: Input[Number | None], found: Output[list[Number]]) -> bool: ...


scope(Number=range(-21, 30), found=1)


@subproperty
def some_limit(limit):
    return limit is not None


@subproperty
def something_found(found):
    return bool(found)


@subproperty
def below(limit, found):
    return all(limit is None or number < limit for number in found)


@subproperty
def not_near_zero(limit, found):
    return all(number * number > 50 for number in found) and (limit is None or limit != 0)
"#;

#[test]
fn the_first_test_is_the_smallest_pair_of_large_numbers() {
    let loaded = given(LARGE_NUMBERS);
    check_least(&loaded.problem, &loaded.problem.scope);
}

#[test]
fn the_same_seed_gives_the_same_tests_and_another_one_others() {
    for name in PROBLEMS {
        let loaded = bundled(name);
        let problem = &loaded.problem;
        let of_seed = |seed: u64| -> Vec<(Vec<Pair>, Vec<Pair>)> {
            let mut session = session(problem, &problem.scope, true);
            let buckets = buckets(&mut session);
            let tests = buckets.iter().map(|bucket| {
                let tests = tests_of(&mut session, *bucket, TestCounts::default(), seed).expect("no mismatch");
                (tests.small, tests.diverse)
            });
            tests.collect()
        };
        let (first, again, other) = (of_seed(1), of_seed(1), of_seed(2));
        assert_eq!(first, again, "{name}");
        let differ = first.iter().zip(&other).filter(|(one, two)| one.1 != two.1).count();
        assert!(differ * 2 > first.len(), "{name}: another seed changes {differ} of {} buckets", first.len());
        // The smallest pair does not depend on it.
        assert!(first.iter().zip(&other).all(|(one, two)| one.0[0] == two.0[0]), "{name}");
    }
}

#[test]
fn an_output_is_the_only_correct_one_if_brute_force_says_so() {
    for (name, bounds) in TINY {
        let loaded = bundled(name);
        let problem = &loaded.problem;
        let scope = scoped(problem, bounds);
        let session = session(problem, &scope, true);
        let known = by_bucket(problem, &scope);
        let correct: Vec<&Pair> =
            known.iter().filter(|(bucket, _)| session.is_positive(**bucket)).flat_map(|(_, pairs)| pairs).collect();
        let params = &problem.predicate.as_ref().expect("a predicate").params;
        let input = |pair: &Pair| -> Pair {
            let of_input = pair.iter().zip(params).filter(|(_, param)| param.side == Side::Input);
            of_input.map(|(value, _)| value.clone()).collect()
        };
        let mut outputs: BTreeMap<Pair, usize> = BTreeMap::new();
        correct.iter().for_each(|pair| *outputs.entry(input(pair)).or_default() += 1);
        let mut seen = BTreeSet::new();
        for pair in correct {
            let only = outputs[&input(pair)] == 1;
            assert_eq!(is_functional(&session, pair).expect("no mismatch"), Some(only), "{name}: {pair:?}");
            seen.insert(only);
        }
        assert_eq!(seen.len(), 2, "{name} has both kinds of inputs at {bounds}");
    }
}
