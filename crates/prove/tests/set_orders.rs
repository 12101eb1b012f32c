//! The order of sets in submissions: what is decided, against all orders of all sets, tried by brute force in CPython.
//!
//! `set_orders/programs.py` holds the programs, `set_orders/brute_force.py` the truth about them. A set has an order of its own
//! there, chosen anew for each set and kept by it.

#[path = "../../decide/tests/problem/mod.rs"]
mod problem;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use decision::{ProofFinding, SolverVerdict, Undecided};
use lang::submission::{Handed, SubmissionFile, load_submission};
use prove::{DecidedProblem, ProofLimits, decide_submission};
use solver::SolverLimits;

const PROBLEM: &str = "
from typing import NewType

from custodiet import Input, Output, precondition, scope, subproperty

Number = NewType('Number', int)

def is_valid(xs: Input[list[Number]], y: Output[Number]) -> bool: ...

scope(xs=3, Number=range(3))

@precondition
def given(xs):
    return len(xs) > 0

@subproperty
def occurs(xs, y):
    return y in xs

@subproperty
def least(xs, y):
    return all(y <= x for x in xs)
";

#[derive(serde::Deserialize)]
struct OrderTruth {
    /// Two orders of its sets lead to two answers, for some pair.
    depends: bool,
    /// For each bucket, by the names of what fails: whether some pair is answered wrongly in some order.
    wrong: BTreeMap<String, bool>,
    text: String,
}

fn truths() -> BTreeMap<String, OrderTruth> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/set_orders/brute_force.py");
    let output = Command::new("python3").arg(&script).output().expect("python3 runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn every_order_of_a_set_counts() {
    let loaded = problem::given(PROBLEM);
    let problem = &loaded.problem;
    let decided = DecidedProblem::new(problem, &problem.scope, SolverLimits::default()).expect("a decided problem");
    let (mut faults, mut settled, mut cells, mut found) = (Vec::new(), 0, 0, 0);
    for (name, truth) in truths() {
        let text = format!("def is_valid(xs, y):\n    {}\n", truth.text.replace('\n', "\n    "));
        let files = [SubmissionFile { path: "submission.py".into(), text }];
        let predicate = ["is_valid".to_owned()];
        let handed = Handed { problem, predicate: &predicate, files: &files, support: &[] };
        let submission = load_submission(handed).expect("it loads");
        let decision = decide_submission(&decided, &submission, &ProofLimits::default(), &[]).decision;
        let says_so = decision.findings.iter().any(|finding| matches!(finding, ProofFinding::SetOrder));
        if says_so && !truth.depends {
            faults.push(format!("{name}: no answer depends on an order, and one is said to"));
        }
        found += usize::from(says_so);
        let mut open_by_order = false;
        for bucket in &decision.buckets {
            let wrong = truth.wrong[&bucket.fails.join(",")];
            cells += 1;
            match &bucket.verdict {
                SolverVerdict::Correct if wrong => {
                    faults.push(format!("{name}: {:?} is proved correct, and wrong in some order", bucket.fails));
                }
                SolverVerdict::Wrong { .. } if !wrong => {
                    faults.push(format!("{name}: {:?} is said to be wrong, and is not", bucket.fails));
                }
                SolverVerdict::Correct | SolverVerdict::Wrong { .. } => settled += 1,
                SolverVerdict::Undecided(reason) => open_by_order |= reason.kind == Undecided::SetOrder,
            }
        }
        if truth.depends && !says_so && !open_by_order && decision.buckets.iter().all(is_settled) {
            let wrong_anyway = truth.wrong.values().any(|wrong| *wrong);
            if !wrong_anyway {
                faults.push(format!("{name}: an answer depends on an order, and all is settled"));
            }
        }
        println!("{name}: depends {}, found {says_so}: {:?}", truth.depends, decision.buckets);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    println!("{settled} of {cells} settled, {found} found");
    assert!(settled * 2 > cells && found > 5, "{settled} of {cells} settled, {found} found");
}

fn is_settled(bucket: &decision::DecidedBucket) -> bool {
    !matches!(bucket.verdict, SolverVerdict::Undecided(_))
}
