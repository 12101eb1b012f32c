//! Decisions against the truth: at tiny scopes, every pair is evaluated, with every kind of atoms and in several orders of sets.
//!
//! The samples of `submissions/` and the students of `crates/custodiet/tests/students` are decided.

#[path = "../../decide/tests/problem/mod.rs"]
mod problem;
#[path = "../../decide/tests/submission/mod.rs"]
mod submission;
mod truth;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use decision::SolverVerdict;
use prove::{DecidedProblem, ProofLimits, decide_submission};
use solver::SolverLimits;
use truth::Truth;

/// The files of a problem's submissions.
fn submissions_of(problem: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = [root.join("submissions").join(problem), root.join("crates/custodiet/tests/students").join(problem)];
    let entries = folders.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.retain(|path| path.is_dir() || path.extension().is_some_and(|extension| extension == "py"));
    files.sort();
    files
}

/// Of more pairs than this, only some are evaluated.
const MOST_PAIRS: usize = 6_000;

/// As by default, but nothing takes long.
fn limits() -> ProofLimits {
    ProofLimits { steps: 400_000, gates: 400_000, conflicts: 20_000, ..ProofLimits::default() }
}

#[derive(Default, Debug)]
struct Tally {
    cells: usize,
    decided: usize,
    wrong: usize,
}

/// Decides all submissions of a problem. Returns what contradicts the truth.
fn check(name: &str, bounds: &str, only: &str) -> (Tally, Vec<String>) {
    let loaded = problem::bundled(name);
    let problem = &loaded.problem;
    let scope = problem::scoped(problem, bounds);
    let decided = DecidedProblem::new(problem, &scope, SolverLimits::default()).expect("a decided problem");
    let pairs = truth::pairs_in_every_order(problem, &scope, MOST_PAIRS);
    let (mut tally, mut faults) = (Tally::default(), Vec::new());
    for path in submissions_of(name) {
        let shown = format!("{name}/{}", path.file_name().unwrap_or_default().to_string_lossy());
        if !shown.contains(only) {
            continue;
        }
        let Ok(loaded) = submission::load(problem, &submission::files_of(&path)) else { continue };
        let started = Instant::now();
        let (decision, _) = decide_submission(&decided, &loaded, &limits(), &[]);
        let seconds = started.elapsed().as_secs_f64();
        let truth = Truth::new(problem, &loaded, &pairs);
        let mut open = BTreeSet::new();
        for bucket in &decision.buckets {
            tally.cells += 1;
            let wrong = truth.wrong(&bucket.fails);
            match &bucket.verdict {
                SolverVerdict::Correct => {
                    tally.decided += 1;
                    if let Some(pair) = wrong {
                        faults.push(format!("{shown}: {:?} is proved correct: {pair}", bucket.fails));
                    }
                }
                SolverVerdict::Wrong { witness, smallest } => {
                    (tally.decided, tally.wrong) = (tally.decided + 1, tally.wrong + 1);
                    let witness = &decision.pairs[*witness];
                    faults.extend(
                        truth.refutes(witness, *smallest).map(|why| format!("{shown}: {:?}: {why}", bucket.fails)),
                    );
                }
                SolverVerdict::Undecided(reason) if reason.kind == decision::Undecided::Contradiction => {
                    faults.push(format!("{shown}: {reason:?} {:?}", decision.pairs));
                }
                SolverVerdict::Undecided(reason) => drop(open.insert(reason.clone())),
            }
        }
        println!(
            "{shown}: {seconds:.2} s, {:.2} s {:?} {open:?} {:?}",
            started.elapsed().as_secs_f64(),
            decision.claim,
            decision.findings
        );
        for pair in &decision.pairs {
            faults.extend(truth.misjudges(pair).map(|why| format!("{shown}: {why}")));
        }
    }
    (tally, faults)
}

#[test]
fn decisions_are_true() {
    let only = std::env::var("ONLY").unwrap_or_default();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut results = Vec::new();
        while let Some((name, bounds)) = problem::TINY.get(next.fetch_add(1, Ordering::Relaxed)) {
            if only.is_empty() || only.starts_with(name) {
                results.push((*name, check(name, bounds, &only)));
            }
        }
        results
    };
    let results = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect::<Vec<_>>()
    });
    let (mut cells, mut decided, mut wrong) = (0, 0, 0);
    let mut faults = Vec::new();
    for (name, (tally, found)) in results {
        println!("{name}: {tally:?}");
        (cells, decided, wrong) = (cells + tally.cells, decided + tally.decided, wrong + tally.wrong);
        faults.extend(found);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    if only.is_empty() {
        assert!(
            decided * 100 > cells * 90 && wrong > 1000,
            "{decided} of {cells} cells are decided, {wrong} are wrong"
        );
    }
}
