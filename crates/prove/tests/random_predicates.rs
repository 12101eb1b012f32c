//! What is decided about random predicates is true. `examples/fuzz_proofs.rs` does the same for more of them.

#[path = "../../decide/tests/problem/mod.rs"]
mod problem;
mod random;
#[path = "../../decide/tests/submission/mod.rs"]
mod submission;
mod truth;

use lang::submission::SubmissionFile;
use prove::DecidedProblem;
use random::VOCABULARIES;
use solver::SolverLimits;
use truth::{Tally, compare};

/// For each problem.
const PREDICATES: u64 = 40;

/// Predicates about which something was said that is not so.
const FOUND_BEFORE: &[(&str, &str)] = &[
    // The smallest wrong pair was one whose answer was not known.
    (
        "toposort",
        "
def is_valid(edges, order):
    x1 = 0
    while x1 < len(order):
        if x1 < [b for a, b in edges].index([a for a, b in edges][0]):
            return False
        x1 += 1
    try:
        if all(x2[0] in order[:order.index(x2[1])] for x2 in edges):
            return True
    except ValueError:
        return True
    return set(order) < set([b for a, b in edges])
",
    ),
    // Sets of names and sets of numbers were taken to have nothing in common.
    (
        "toposort",
        "
def is_valid(edges, order):
    n = len(order)
    if set(order) != set(range(1, n + 1)):
        return False
    position = [0] * (n + 1)
    for i in range(n):
        position[order[i]] = i
    return all(position[a] < position[b] for a, b in edges)
",
    ),
];

#[test]
fn decisions_about_random_predicates_are_true() {
    let (mut tally, mut faults) = (Tally::default(), Vec::new());
    for vocabulary in VOCABULARIES {
        let loaded = problem::bundled(vocabulary.problem);
        let bounds =
            random::TINY.iter().find(|(known, _)| *known == vocabulary.problem).map_or("", |(_, bounds)| *bounds);
        let scope = problem::scoped(&loaded.problem, bounds);
        let decided = DecidedProblem::new(&loaded.problem, &scope, SolverLimits::default()).expect("a decided problem");
        let pairs = truth::pairs_in_every_order(&loaded.problem, &scope, truth::MOST_PAIRS);
        let found = FOUND_BEFORE.iter().filter(|(problem, _)| *problem == vocabulary.problem);
        let mut texts: Vec<(String, String)> =
            found.map(|(_, text)| ("found before".to_owned(), (*text).to_owned())).collect();
        for seed in 0..PREDICATES {
            texts.push((seed.to_string(), random::predicate(vocabulary, &mut fastrand::Rng::with_seed(seed))));
        }
        for (seed, text) in texts {
            let file = SubmissionFile { path: "check.py".to_owned(), text: text.clone() };
            let program = submission::load(&loaded.problem, &[file]).expect("a submission");
            let (counts, found) = compare(&decided, &pairs, &program, None);
            tally += counts;
            if !found.is_empty() {
                faults.push(format!("{} {seed}: {}\n{text}", vocabulary.problem, found.join("\n")));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(tally.decided > 1_000 && tally.wrong > 300, "{tally:?}");
}
