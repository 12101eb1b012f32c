//! The budget of a decision is counted, and ends before the clock does: submissions that no budget suffices for get the same
//! decision every time, whatever the ceiling.

#[path = "../../decide/tests/problem/mod.rs"]
mod problem;
#[path = "../../decide/tests/submission/mod.rs"]
mod submission;

use std::cell::RefCell;
use std::time::Duration;

use circuit::Deadline;
use decision::{Decision, SolverVerdict, Undecided};
use lang::submission::SubmissionFile;
use prove::{DecidedProblem, ProofLimits, ProofPhase, ProofWatch, ProofWork, decide_submission};
use solver::SolverLimits;

/// Loops and queues that unroll into more than anybody can decide, and questions that are too hard.
const HOPELESS: &[(&str, &str)] = &[
    (
        "a queue of paths",
        "
def is_valid(edges, order):
    paths = [[v] for e in edges for v in e]
    while paths:
        path = paths.pop(0)
        for a, b in edges:
            if a == path[-1] and b not in path:
                paths.append(path + [b])
            if b in path and order.count(b) + len(path) > 9:
                return False
    return len(order) == len(set(order))
",
    ),
    (
        "a closure",
        "
from itertools import combinations
def is_valid(edges, order):
    before = set(edges)
    grew = True
    while grew:
        new = {(a, d) for a, b in before for c, d in before if b == c}
        grew = not new <= before
        before |= new
    return not any((y, x) in before for x, y in combinations(order, 2))
",
    ),
    (
        "numbers that grow",
        "
def is_valid(edges, order):
    total = 1
    for a in order:
        for b in order:
            for e in edges:
                total = total * (order.index(a) + 2) + order.count(b) * order.index(e[0] if e[0] in order else a)
    return total % 9973 != 17
",
    ),
];

thread_local! {
    /// The phases and the work at the beginning of each.
    static WORK: RefCell<Vec<(ProofPhase, ProofWork)>> = const { RefCell::new(Vec::new()) };
}

fn note(phase: ProofPhase, work: ProofWork) {
    WORK.with_borrow_mut(|all| all.push((phase, work)));
}

fn decide(decided: &DecidedProblem<'_>, text: &str, limits: &ProofLimits) -> (Decision, Vec<(ProofPhase, ProofWork)>) {
    let file = SubmissionFile { path: "check.py".to_owned(), text: text.to_owned() };
    let program = submission::load(decided.problem, &[file]).expect("a submission");
    let limits = ProofLimits { watch: ProofWatch(Some(note)), ..*limits };
    WORK.take();
    let decision = decide_submission(decided, &program, &limits, &[]).decision;
    (decision, WORK.take())
}

fn reasons(decision: &Decision) -> Vec<Undecided> {
    let of_bucket = |verdict: &SolverVerdict| match verdict {
        SolverVerdict::Undecided(reason) => Some(reason.kind),
        _ => None,
    };
    decision.buckets.iter().filter_map(|bucket| of_bucket(&bucket.verdict)).collect()
}

#[test]
fn the_budget_decides_and_not_the_clock() {
    let loaded = problem::bundled("toposort");
    let problem = &loaded.problem;
    let scope = problem::scoped(problem, "Vertex=4,edges=4,order=5");
    let decided = DecidedProblem::new(problem, &scope, SolverLimits::default()).expect("a decided problem");
    // A tenth of what a submission has, so that the test takes a tenth of the time.
    let usual = ProofLimits::default();
    let tenth = ProofLimits {
        steps: usual.steps / 10,
        gates: usual.gates / 10,
        ticks: usual.ticks / 10,
        all_ticks: usual.all_ticks / 10,
        small_ticks: usual.small_ticks / 10,
        ..usual
    };
    for (name, text) in HOPELESS {
        let (decision, work) = decide(&decided, text, &tenth);
        let open = reasons(&decision);
        assert!(!open.is_empty(), "{name} is decided, and shows nothing about budgets: {decision:?}");
        assert!(!open.contains(&Undecided::Limits), "{name}: {open:?}");
        for (phase, work) in &work {
            // The last question may end a little beyond.
            assert!(work.ticks < (tenth.all_ticks + tenth.small_ticks) * 3 / 2, "{name}: {phase:?} {work:?}");
        }
        // A ceiling that is not reached changes nothing.
        let ceiling = ProofLimits { deadline: Deadline::after(Duration::from_mins(10)), ..tenth };
        let (other, other_work) = decide(&decided, text, &ceiling);
        assert!(decision == other && work == other_work, "{name}: another ceiling, another decision");
        // One that is reached is named as the reason, and nothing is claimed.
        let none = ProofLimits { deadline: Deadline::after(Duration::ZERO), ..tenth };
        let (late, _) = decide(&decided, text, &none);
        assert!(late.buckets.iter().all(|bucket| bucket.verdict != SolverVerdict::Correct), "{name}: {late:?}");
    }
}
