//! Decisions against the truth: at tiny scopes, every pair is evaluated, with every kind of atoms and in several orders of sets.
//!
//! The samples of `submissions/` and the students of `crates/custodiet/tests/students` are decided. `ONLY=toposort/dfs` decides some of
//! them.

#[path = "../../decide/tests/problem/mod.rs"]
mod problem;
#[path = "../../decide/tests/submission/mod.rs"]
mod submission;
mod truth;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use prove::DecidedProblem;
use solver::SolverLimits;
use truth::{MOST_PAIRS, Tally, compare};

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

/// Decides all submissions of a problem. Returns what contradicts the truth.
fn check(name: &str, bounds: &str, only: &str) -> (Tally, Vec<String>) {
    let loaded = problem::bundled(name);
    let problem = &loaded.problem;
    let scope = problem::scoped(problem, bounds);
    let decided =
        DecidedProblem::new(problem, &scope, SolverLimits::default()).expect("a decided problem").with_versions();
    let pairs = truth::pairs_in_every_order(problem, &scope, MOST_PAIRS);
    let (mut tally, mut faults) = (Tally::default(), Vec::new());
    for path in submissions_of(name) {
        let shown = format!("{name}/{}", path.file_name().unwrap_or_default().to_string_lossy());
        if !shown.contains(only) {
            continue;
        }
        let Ok(loaded) = submission::load(problem, &submission::files_of(&path)) else { continue };
        let (counts, found) = compare(&decided, &pairs, &loaded, Some(&shown));
        tally += counts;
        faults.extend(found);
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
                results.push(check(name, bounds, &only));
            }
        }
        results
    };
    let results = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect::<Vec<_>>()
    });
    let (mut tally, mut faults) = (Tally::default(), Vec::new());
    for (counts, found) in results {
        tally += counts;
        faults.extend(found);
    }
    println!("{tally:?}");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    if only.is_empty() {
        assert!(tally.decided * 100 > tally.cells * 85 && tally.wrong > 1000, "{tally:?}");
    }
}
