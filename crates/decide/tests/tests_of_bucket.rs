//! The tests of a bucket: enough of them, the smallest first, no two alike up to names, the same for the same seed.
//!
//! What is smallest, alike, or the only correct output is asked of brute force, which shares no code with the engine.

mod problem;

use std::collections::{BTreeMap, BTreeSet};

use decide::tests_of_bucket::{Counts, Tests, is_functional, tests_of};
use decide::{Bucket, Replay, Session, Settings, analyze};
use lang::problem::{AtomId, Problem, Side};
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
    let settings = Settings { symmetry, ..Settings::default() };
    Session::new(problem, scope, &settings).expect("compiles")
}

fn buckets(session: &mut Session<'_>) -> Vec<Bucket> {
    analyze(session).expect("no mismatch").concretizable.iter().map(|(bucket, _)| *bucket).collect()
}

fn all(tests: &Tests) -> Vec<Pair> {
    tests.small.iter().chain(&tests.diverse).cloned().collect()
}

/// Every pair of a scope that is in a bucket, by bucket.
fn by_bucket(problem: &Problem, scope: &Scope) -> BTreeMap<Bucket, Vec<Pair>> {
    let replay = Replay::new(problem);
    let mut found: BTreeMap<Bucket, Vec<Pair>> = BTreeMap::new();
    for pair in all_pairs(scope) {
        let verdict = replay.answers(&pair).expect("a pair");
        let valid = verdict.preconditions.iter().all(|said| *said == Ok(true));
        if valid && verdict.subproperties.iter().all(Result::is_ok) {
            let failing = verdict.subproperties.iter().enumerate().filter(|(_, said)| **said == Ok(false));
            found.entry(Bucket::of(failing.map(|(position, _)| position))).or_default().push(pair);
        }
    }
    found
}

/// Elements, those of the input, distinct atoms, sum of absolute integers.
fn size(problem: &Problem, pair: &[Concrete]) -> [u64; 4] {
    fn measure(value: &Concrete, atoms: &mut BTreeSet<(AtomId, u32)>, sum: &mut u64) -> u64 {
        let mut inside = |items: &[Concrete]| items.iter().map(|item| measure(item, atoms, sum)).sum::<u64>();
        match value {
            Concrete::List(items) | Concrete::Set { elements: items, .. } => items.len() as u64 + inside(items),
            Concrete::Tuple(items) | Concrete::Record(_, items) => inside(items),
            Concrete::Dict(_) => panic!("none of the problems has one"),
            Concrete::Atom(ty, id) => {
                atoms.insert((*ty, *id));
                0
            }
            Concrete::Int(number) => {
                *sum += number.unsigned_abs();
                0
            }
            Concrete::None | Concrete::Bool(_) | Concrete::Str(_) => 0,
        }
    }
    let (mut atoms, mut sum) = (BTreeSet::new(), 0);
    let params = &problem.predicate.as_ref().expect("a predicate").params;
    let elements: Vec<(Side, u64)> =
        params.iter().zip(pair).map(|(param, value)| (param.side, measure(value, &mut atoms, &mut sum))).collect();
    let input = elements.iter().filter(|(side, _)| *side == Side::Input).map(|(_, number)| number).sum();
    [elements.iter().map(|(_, number)| number).sum(), input, atoms.len() as u64, sum]
}

/// All pairs that differ from a pair in the names of atoms only.
fn renamings(problem: &Problem, atoms: &[usize], pair: &[Concrete]) -> BTreeSet<Pair> {
    assert_eq!(atoms.len(), problem.atoms.len());
    let mut permutations: Vec<Vec<Vec<u32>>> = vec![Vec::new()];
    for count in atoms {
        let of_type = permutations_of(u32::try_from(*count).expect("few atoms"));
        permutations = permutations
            .iter()
            .flat_map(|before| of_type.iter().map(|own| before.iter().cloned().chain([own.clone()]).collect()))
            .collect();
    }
    let params = &problem.predicate.as_ref().expect("a predicate").params;
    let renamed = |names: &Vec<Vec<u32>>| -> Pair {
        let one = |(value, ty): (&Concrete, &Type)| match (renamed(value, names), ty) {
            (Concrete::List(mut items), Type::Unordered(_)) => {
                items.sort();
                Concrete::List(items)
            }
            (other, _) => other,
        };
        pair.iter().zip(params.iter().map(|param| &param.ty)).map(one).collect()
    };
    permutations.iter().map(renamed).collect()
}

fn renamed(value: &Concrete, names: &[Vec<u32>]) -> Concrete {
    let all = |items: &[Concrete]| -> Vec<Concrete> { items.iter().map(|item| renamed(item, names)).collect() };
    match value {
        Concrete::Atom(ty, id) => Concrete::Atom(*ty, names[usize::from(ty.0)][*id as usize]),
        Concrete::Tuple(items) => Concrete::Tuple(all(items)),
        Concrete::Record(class, items) => Concrete::Record(*class, all(items)),
        Concrete::List(items) => Concrete::List(all(items)),
        Concrete::Set { elements, frozen } => {
            let mut elements = all(elements);
            elements.sort();
            Concrete::Set { elements, frozen: *frozen }
        }
        other => other.clone(),
    }
}

fn permutations_of(count: u32) -> Vec<Vec<u32>> {
    (0..count).fold(vec![Vec::new()], |shorter, next| {
        let longer = |prefix: &Vec<u32>| -> Vec<Vec<u32>> {
            let insert = |position| [&prefix[..position], &[next], &prefix[position..]].concat();
            (0..=prefix.len()).map(insert).collect()
        };
        shorter.iter().flat_map(longer).collect()
    })
}

#[test]
fn every_bucket_has_ten_tests_of_which_no_two_are_alike() {
    for name in PROBLEMS {
        let loaded = bundled(name);
        let problem = &loaded.problem;
        let mut session = session(problem, &problem.scope, true);
        let replay = Replay::new(problem);
        for bucket in buckets(&mut session) {
            let tests = tests_of(&mut session, bucket, Counts::default(), 7).expect("no mismatch");
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
            let counts = Counts { small: 2, diverse: 100_000 };
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
            let tests = tests_of(&mut session, *bucket, Counts { small: 1, diverse: 0 }, 1).expect("no mismatch");
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
                let tests = tests_of(&mut session, *bucket, Counts::default(), seed).expect("no mismatch");
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
