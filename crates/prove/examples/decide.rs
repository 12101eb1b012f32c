//! Decides submissions here, without a sandbox and without running them: for measuring, and for looking at decisions.
//!
//!     cargo run -p custodiet-prove --example decide -- PROBLEM [--scope S] [--verbose yes] FILE…

#[path = "../../decide/tests/submission/mod.rs"]
mod submission;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use decision::SolverVerdict;
use prove::{DecidedProblem, ProofLimits, decide_submission};
use solver::SolverLimits;

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let mut option = |name: &str| {
        let at = args.iter().position(|arg| arg == name)?;
        args.remove(at);
        Some(args.remove(at))
    };
    let bounds = option("--scope");
    let verbose = option("--verbose").is_some();
    let [file, submissions @ ..] = args.as_slice() else {
        eprintln!("usage: decide PROBLEM [--scope S] [--verbose yes] FILE…");
        std::process::exit(2);
    };
    let loaded = lang::load::load_file(Path::new(file));
    let problem = &loaded.problem;
    let scope = match bounds {
        Some(text) => lang::scope::override_bounds(problem, &text).expect("a scope"),
        None => problem.scope.clone(),
    };
    let started = Instant::now();
    let decided = DecidedProblem::new(problem, &scope, SolverLimits::default()).expect("a decided problem");
    println!("{} buckets, {:.2} s", decided.buckets.len(), started.elapsed().as_secs_f64());
    let before = cpu_seconds();
    let decided = decided.with_versions();
    println!("versions: {:.2} s", cpu_seconds() - before);
    let mut all = Vec::new();
    for path in submissions {
        let path = Path::new(path);
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let before = cpu_seconds();
        let loaded = match submission::load(problem, &submission::files_of(path)) {
            Ok(loaded) => loaded,
            Err(failure) => {
                println!("{name}: {failure:?}");
                continue;
            }
        };
        let found = decide_submission(&decided, &loaded, &ProofLimits::default(), &[]);
        let (decision, equal) = (found.decision, found.equal_to.map(|formula| formula.text));
        let seconds = cpu_seconds() - before;
        all.push(seconds);
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for bucket in &decision.buckets {
            let word = match &bucket.verdict {
                SolverVerdict::Correct => "correct".to_owned(),
                SolverVerdict::Wrong { .. } => "wrong".to_owned(),
                SolverVerdict::Undecided(reason) => format!("{:?} {:?} {}", reason.kind, reason.at, reason.message),
            };
            *counts.entry(word).or_default() += 1;
        }
        println!("{name}: {seconds:.3} s, {:?}, {counts:?}, {:?} {equal:?}", decision.claim, decision.findings);
        if verbose {
            println!("{decision:#?}");
        }
    }
    all.sort_by(f64::total_cmp);
    let at = |percent: usize| all.get(all.len() * percent / 100).or(all.last()).copied().unwrap_or_default();
    println!("median {:.3} s, 95 % {:.3} s, most {:.3} s", at(50), at(95), at(100));
}

/// The CPU time that this thread took so far; 0 where Linux does not tell.
fn cpu_seconds() -> f64 {
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds: f64 = spent.split(' ').next().and_then(|field| field.parse().ok()).unwrap_or(0.0);
    nanoseconds / 1e9
}
