//! What deciding submissions costs, phase by phase: CPU seconds, and work that is counted. Nothing is run in a sandbox.
//!
//!     cargo run --release -p custodiet-prove --example prove_speed -- PROBLEM [--scope S] [--ceiling CPU_SECONDS] FILE…
//!
//! Prints one line of JSON for each submission; `benches/prove.py` makes tables of them.

#[path = "../../decide/tests/submission/mod.rs"]
mod submission;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use circuit::Deadline;
use decision::{DecidedBucket, DecidedPair, Decision, PairPurpose, SolverVerdict};
use prove::{DecidedProblem, ProofLimits, ProofPhase, ProofWatch, ProofWork, decide_submission};
use serde_json::json;
use solver::SolverLimits;

/// What was spent so far.
#[derive(Default)]
struct Spent {
    phase: Option<ProofPhase>,
    since: f64,
    seconds: BTreeMap<ProofPhase, f64>,
    /// Of the present kinds of atoms, and of those before.
    now: ProofWork,
    before: ProofWork,
}

thread_local! {
    static SPENT: RefCell<Spent> = RefCell::default();
}

fn enters(phase: ProofPhase, work: ProofWork) {
    SPENT.with_borrow_mut(|spent| {
        spent.leave();
        spent.phase = Some(phase);
        if phase == ProofPhase::Compile {
            let now = std::mem::take(&mut spent.now);
            spent.before.steps += now.steps;
            spent.before.gates += now.gates;
            spent.before.conflicts += now.conflicts;
            spent.before.ticks += now.ticks;
        } else {
            spent.now = work;
        }
    });
}

impl Spent {
    fn leave(&mut self) {
        let now = cpu_seconds();
        if let Some(phase) = self.phase.take() {
            *self.seconds.entry(phase).or_default() += now - self.since;
        }
        self.since = now;
    }
}

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let mut option = |name: &str| {
        let at = args.iter().position(|arg| arg == name)?;
        args.remove(at);
        Some(args.remove(at))
    };
    let bounds = option("--scope");
    let ceiling = option("--ceiling").map(|text| text.parse().expect("a number of seconds"));
    let [file, submissions @ ..] = args.as_slice() else {
        eprintln!("usage: prove_speed PROBLEM [--scope S] [--ceiling CPU_SECONDS] FILE…");
        std::process::exit(2);
    };
    let loaded = lang::load::load_file(Path::new(file));
    let problem = &loaded.problem;
    let scope = match bounds {
        Some(text) => lang::scope::override_bounds(problem, &text).expect("a scope"),
        None => problem.scope.clone(),
    };
    let started = cpu_seconds();
    let decided = DecidedProblem::new(problem, &scope, SolverLimits::default()).expect("a decided problem");
    println!("{}", json!({ "problem": file, "buckets": decided.buckets.len(), "seconds": cpu_seconds() - started }));
    for path in submissions {
        let path = Path::new(path);
        SPENT.set(Spent { since: cpu_seconds(), ..Spent::default() });
        let started = cpu_seconds();
        let Ok(loaded) = submission::load(problem, &submission::files_of(path)) else { continue };
        let limits = ProofLimits {
            deadline: ceiling.map_or(Deadline::NONE, |seconds| Deadline::after(Duration::from_secs_f64(seconds))),
            watch: ProofWatch(Some(enters)),
            ..ProofLimits::default()
        };
        let decision = decide_submission(&decided, &loaded, &limits, &[]).decision;
        let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
        let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
        for bucket in &decision.buckets {
            let word = match &bucket.verdict {
                SolverVerdict::Correct => "correct",
                SolverVerdict::Wrong { smallest: true, .. } => "wrong",
                SolverVerdict::Wrong { .. } => "wrong, not proven smallest",
                SolverVerdict::Undecided(reason) => {
                    *reasons.entry(format!("{:?}: {}", reason.kind, reason.message)).or_default() += 1;
                    "undecided"
                }
            };
            *verdicts.entry(word).or_default() += 1;
        }
        let buckets: Vec<_> = decision.buckets.iter().map(|bucket| of_bucket(&decision, bucket)).collect();
        let seconds = cpu_seconds() - started;
        let (phases, work) = SPENT.with_borrow_mut(|spent| {
            spent.leave();
            let phases: BTreeMap<String, f64> =
                spent.seconds.iter().map(|(phase, seconds)| (format!("{phase:?}"), *seconds)).collect();
            let (a, b) = (spent.before, spent.now);
            let work = json!({
                "steps": a.steps + b.steps,
                "gates": a.gates + b.gates,
                "conflicts": a.conflicts + b.conflicts,
                "ticks": a.ticks + b.ticks,
            });
            (phases, work)
        });
        let line = json!({
            "name": path.display().to_string(),
            "seconds": seconds,
            "phases": phases,
            "work": work,
            "claim": decision.claim.map(|claim| format!("{claim:?}")),
            "verdicts": verdicts,
            "reasons": reasons,
            "pairs": decision.pairs.len(),
            "buckets": buckets,
        });
        println!("{line}");
    }
}

/// What is said about a bucket, with the pairs that say so, or might: its witness, or those on which it must be run.
fn of_bucket(decision: &Decision, bucket: &DecidedBucket) -> serde_json::Value {
    let shown = |pair: &DecidedPair| json!({ "input": pair.input, "output": pair.output });
    let suspects =
        decision.pairs.iter().filter(|pair| pair.purpose == PairPurpose::Suspect && pair.fails == bucket.fails);
    let (verdict, pairs) = match &bucket.verdict {
        SolverVerdict::Correct => ("correct", Vec::new()),
        SolverVerdict::Wrong { witness, .. } => ("wrong", vec![shown(&decision.pairs[*witness])]),
        SolverVerdict::Undecided(_) => ("undecided", suspects.map(shown).collect()),
    };
    json!({ "fails": bucket.fails, "verdict": verdict, "pairs": pairs })
}

/// The CPU time that this thread took so far; 0 where Linux does not tell.
fn cpu_seconds() -> f64 {
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds: f64 = spent.split(' ').next().and_then(|field| field.parse().ok()).unwrap_or(0.0);
    nanoseconds / 1e9
}
