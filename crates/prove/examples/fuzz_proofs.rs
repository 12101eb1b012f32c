//! Decides random predicates and compares what is said with what they answer on all pairs of a tiny scope.
//!
//!     cargo run --release -p custodiet-prove --example fuzz_proofs -- FIRST COUNT
//!
//! The predicates are those of the seeds FIRST, FIRST + 1 and so on. Exits with 1 if anything that is said is not true.

#[path = "../../decide/tests/problem/mod.rs"]
mod problem;
#[path = "../tests/random/mod.rs"]
mod random;
#[path = "../../decide/tests/submission/mod.rs"]
mod submission;
#[path = "../tests/truth/mod.rs"]
mod truth;

use lang::submission::SubmissionFile;
use prove::DecidedProblem;
use random::VOCABULARIES;
use solver::SolverLimits;
use truth::{Tally, compare};

fn main() {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u64>().expect("a number"));
    let (Some(first), Some(count)) = (args.next(), args.next()) else {
        eprintln!("usage: fuzz_proofs FIRST COUNT");
        std::process::exit(2);
    };
    let loaded: Vec<_> = VOCABULARIES.iter().map(|vocabulary| problem::bundled(vocabulary.problem)).collect();
    let mut prepared = Vec::new();
    for (vocabulary, loaded) in VOCABULARIES.iter().zip(&loaded) {
        let bounds =
            random::TINY.iter().find(|(known, _)| *known == vocabulary.problem).map_or("", |(_, bounds)| *bounds);
        let scope = problem::scoped(&loaded.problem, bounds);
        let decided = DecidedProblem::new(&loaded.problem, &scope, SolverLimits::default()).expect("a decided problem");
        let pairs = truth::pairs_in_every_order(&loaded.problem, &scope, truth::MOST_PAIRS);
        prepared.push((vocabulary, decided, pairs));
    }
    let (mut tally, mut programs, mut faulty) = (Tally::default(), 0, 0);
    for seed in first..first + count {
        let mut random = fastrand::Rng::with_seed(seed);
        let (vocabulary, decided, pairs) = &prepared[random.usize(..prepared.len())];
        let text = random::predicate(vocabulary, &mut random);
        let file = SubmissionFile { path: "check.py".to_owned(), text: text.clone() };
        let loaded = match submission::load(decided.problem, &[file]) {
            Ok(loaded) => loaded,
            Err(failure) => {
                println!("seed {seed} is not loaded: {failure:?}\n{text}");
                faulty += 1;
                continue;
            }
        };
        let (counts, found) = compare(decided, pairs, &loaded, None);
        programs += 1;
        tally += counts;
        if !found.is_empty() {
            faulty += 1;
            println!("seed {seed}, {}: {}\n{text}", vocabulary.problem, found.join("\n"));
        }
        if programs % 500 == 0 {
            println!("{programs} predicates, {faulty} faults, {tally:?}");
        }
    }
    println!("{programs} predicates, {faulty} faults, {tally:?}");
    std::process::exit(i32::from(faulty > 0));
}
