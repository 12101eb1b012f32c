//! Pairs on which mutants are wrong: the solver against brute force over all pairs of a tiny scope.

mod problem;

use std::collections::{BTreeMap, BTreeSet};

use decide::versions::Version;
use decide::{Bucket, DecideSettings, Session};
use lang::problem::{Problem, PropertyKind};
use mutants::{Mutant, MutantAnswer, MutantRunner, MutantTarget, mutants};
use pairs::Replay;
use problem::{TINY, all_pairs, bundled, scoped};

/// How many mutants of each problem are tried.
const ASKED: usize = 40;

fn is_positive(problem: &Problem, bucket: Bucket) -> bool {
    let mut properties = problem.subproperties.iter().enumerate();
    properties.all(|(position, property)| property.kind == PropertyKind::Error || !bucket.fails(position))
}

/// Whether a mutant is wrong about a pair of a bucket, where its answer counts.
fn is_wrong(problem: &Problem, target: MutantTarget, bucket: Bucket, answer: MutantAnswer) -> bool {
    let positive = is_positive(problem, bucket);
    let expected = match target {
        MutantTarget::Subproperty(position) => positive || !bucket.fails(position),
        MutantTarget::Predicate => positive,
    };
    let expected = if expected { MutantAnswer::Holds } else { MutantAnswer::Fails };
    (positive || expected == MutantAnswer::Fails) && answer != expected
}

fn check(name: &str, bounds: &str) -> (usize, usize) {
    let loaded = bundled(name);
    let problem = &loaded.problem;
    let scope = scoped(problem, bounds);
    let all = mutants(problem);
    let with_text = all.iter().flat_map(|mutant| mutant.targets.iter().map(move |target| (mutant, *target)));
    let with_text = with_text.filter(|(mutant, target)| mutant.replacement(*target).is_some());
    let with_text: Vec<(&Mutant, MutantTarget)> = with_text.collect();
    let asked: Vec<(&Mutant, MutantTarget)> =
        with_text.iter().step_by(with_text.len().div_ceil(ASKED)).copied().collect();
    let mut runner = MutantRunner::new(problem, asked.iter().copied());
    let replay = Replay::new(problem);
    let mut evaluator = replay.evaluator();
    let mut wrong: BTreeMap<usize, BTreeSet<Bucket>> = BTreeMap::new();
    let mut timed_out = BTreeSet::new();
    for pair in all_pairs(&scope) {
        let Some(bucket) = evaluator.bucket(&pair) else { continue };
        for (at, answer) in runner.answers(&pair).into_iter().enumerate() {
            if answer == MutantAnswer::TimesOut {
                timed_out.insert(at);
            }
            if is_wrong(problem, asked[at].1, bucket, answer) {
                wrong.entry(at).or_default().insert(bucket);
            }
        }
    }
    // Without symmetry: a mutant may depend on an order, and the order may depend on names.
    let settings = DecideSettings { symmetry: false, ..DecideSettings::default() };
    let mut session = Session::new(problem, &scope, &settings).expect("compiles");
    let (mut decided, mut shown) = (0, 0);
    for (at, (mutant, target)) in asked.iter().enumerate().filter(|(at, _)| !timed_out.contains(at)) {
        let (changed, function, params) = mutant.replacement(*target).expect("a function");
        let of = if let MutantTarget::Subproperty(position) = target { Some(*position) } else { None };
        let version = Version { problem: &changed, function, params, of };
        let what = format!("{name}: {:?} in {}: {}", mutant.operator, mutant.function, mutant.line);
        let truth = wrong.remove(&at).unwrap_or_default();
        let found = session.wrong_pairs(&version, &BTreeSet::new()).expect("no mismatch");
        let buckets: BTreeSet<Bucket> = found.pairs.iter().map(|(bucket, _)| *bucket).collect();
        assert_eq!(buckets.len(), found.pairs.len(), "{what}");
        for (bucket, pair) in &found.pairs {
            let answer = MutantRunner::new(problem, [(*mutant, *target)]).answers(pair)[0];
            assert!(is_wrong(problem, *target, *bucket, answer), "{what}: {pair:?} in {bucket:?} is {answer:?}");
        }
        if found.complete {
            decided += 1;
            shown += buckets.len();
            assert_eq!(buckets, truth, "{what}");
            let again = session.wrong_pairs(&version, &truth).expect("no mismatch");
            assert!(again.complete && again.pairs.is_empty(), "{what}");
        }
    }
    (decided, shown)
}

#[test]
fn the_solver_finds_every_bucket_in_which_a_mutant_is_wrong() {
    for name in ["dedupe", "matcher", "merge", "sortacle", "toposort"] {
        let (_, bounds) = TINY.iter().find(|(known, _)| *known == name).expect("a scope");
        let (decided, shown) = check(name, bounds);
        assert!(decided >= 20 && shown >= 50, "{name}: {decided} decided, {shown} shown");
    }
}
