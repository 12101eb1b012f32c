//! For the mutants of a problem: in how many buckets some test of its default suite exposes them, and in how many others a
//! pair of the small scope would, as decided by the solver. Mutants that look at a part of the data are left undecided.
//! `cargo run --release -p custodiet-generate --example mutants_exposed -- FILE…`
//!
//! With suites (`.json`) instead of problem files, it only counts what these expose, so that two suites can be compared.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use decide::versions::Version;
use decide::{DecideSettings, Session};
use generate::exposure::{asked, examine};
use generate::{BuildOptions, build};
use lang::problem::Problem;
use mutants::{Mutant, MutantTarget, mutants};
use pairs::{Bucket, Concrete, concrete};
use serde_json::json;
use solver::SolverLimits;
use suite::{Suite, Test};

/// The limit on conflicts for each question.
const CONFLICTS: u64 = 20_000;

fn main() {
    println!(
        "| problem | mutants × buckets | exposed | possible, not exposed | impossible | not decided | solver, s |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|");
    for file in std::env::args().skip(1) {
        if std::path::Path::new(&file).extension().is_some_and(|extension| extension == "json") {
            let suite = suite::read::read(std::fs::read(&file).expect("a file")).expect("a suite");
            let problem = suite::read::problem(&suite).expect("a problem");
            let all = mutants(&problem);
            let seen = exposure(&problem, &suite, &all);
            let [of, exposed] =
                [&seen.counting, &seen.exposed].map(|seen| seen.iter().map(BTreeSet::len).sum::<usize>());
            println!("| {file} | {of} | {exposed} | | | | |");
            continue;
        }
        let loaded = lang::load::load_file(file.as_ref());
        assert!(!loaded.has_errors(), "{file} has errors");
        count(&loaded.problem);
    }
}

fn pair(problem: &Problem, test: &Test) -> Vec<Concrete> {
    let json = json!({"input": test.input, "output": test.output});
    concrete(problem, &eval::Pair::read(problem, &json).expect("a pair")).expect("numbers of 64 bits")
}

/// For each mutant and target: the buckets in which it counts, and those in which a test exposes it.
struct Exposure<'m> {
    versions: Vec<(&'m Mutant, MutantTarget)>,
    counting: Vec<BTreeSet<Bucket>>,
    exposed: Vec<BTreeSet<Bucket>>,
}

fn exposure<'m>(problem: &Problem, suite: &Suite, all: &'m [Mutant]) -> Exposure<'m> {
    let versions: Vec<_> =
        all.iter().flat_map(|mutant| mutant.targets.iter().map(move |target| (mutant, *target))).collect();
    let number: BTreeMap<_, usize> = versions
        .iter()
        .enumerate()
        .map(|(at, (mutant, target))| ((std::ptr::from_ref(*mutant), *target), at))
        .collect();
    let (mut exposed, mut counting) = (vec![BTreeSet::new(); versions.len()], vec![BTreeSet::new(); versions.len()]);
    for stored in suite.buckets.iter().filter(|bucket| !bucket.only_large) {
        let fails = |name: &str| stored.fails.iter().any(|failing| failing == name);
        let properties = problem.subproperties.iter().enumerate();
        let bucket = Bucket::of(properties.filter(|(_, property)| fails(&property.name)).map(|(position, _)| position));
        let (mut examiner, _) = examine(problem, all, bucket);
        let pairs: Vec<_> = stored.tests.iter().map(|test| pair(problem, test)).collect();
        let seen: Vec<_> = pairs.iter().map(|pair| examiner.exposed(pair, None)).collect();
        for (place, (mutant, target)) in asked(problem, all, bucket).into_iter().enumerate() {
            let at = number[&(std::ptr::from_ref(mutant), target)];
            counting[at].insert(bucket);
            if seen.iter().any(|seen| seen.contains(place)) {
                exposed[at].insert(bucket);
            }
        }
    }
    Exposure { versions, counting, exposed }
}

fn count(problem: &Problem) {
    let suite = build(problem, &BuildOptions::default(), None, &|_| {}).expect("a suite");
    let all = mutants(problem);
    let Exposure { versions, counting, exposed } = exposure(problem, &suite, &all);
    // With all renamings: a mutant may depend on an order that names decide.
    let settings =
        DecideSettings { limits: SolverLimits::conflicts(CONFLICTS), symmetry: false, ..DecideSettings::default() };
    let mut session = Session::new(problem, &problem.scope, &settings).expect("compiles");
    let started = Instant::now();
    let (mut possible, mut impossible, mut open) = (0, 0, 0);
    for (at, (mutant, target)) in versions.iter().enumerate() {
        let left = counting[at].len() - exposed[at].len();
        let Some((changed, function, params)) = mutant.replacement(*target) else {
            open += left;
            continue;
        };
        let of = if let MutantTarget::Subproperty(position) = target { Some(*position) } else { None };
        let version = Version { problem: &changed, function, params, of };
        let found = session.wrong_pairs(&version, &exposed[at]).expect("no mismatch");
        let new = found.pairs.iter().filter(|(bucket, _)| counting[at].contains(bucket)).count();
        possible += new;
        *(if found.complete { &mut impossible } else { &mut open }) += left - new;
    }
    let all: usize = counting.iter().map(BTreeSet::len).sum();
    let exposed: usize = exposed.iter().map(BTreeSet::len).sum();
    let seconds = started.elapsed().as_secs_f64();
    println!("| {} | {all} | {exposed} | {possible} | {impossible} | {open} | {seconds:.1} |", problem.name);
}
