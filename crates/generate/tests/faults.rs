//! Each engine reports faults of a problem file while it generates the suite.

use std::sync::Mutex;

use decide::DecideError;
use generate::{BuildOptions, BuildStep, Engines, RaisingFunction, build};
use lang::load::{Mode, load};
use lang::problem::Problem;
use lang::source::Source;
use suite::Suite;

const ENGINES: [Engines; 3] = [Engines::Both, Engines::Solver, Engines::Random];

fn given(reference: &str, same: &str) -> Problem {
    let source = format!(
        r#""""A problem."""
from custodiet import Atom, Input, Output, scope, subproperty

class Item(Atom):
    """Anything."""

def is_valid(items: Input[list[Item]], out: Output[list[Item]]) -> bool:
    return {reference}

scope(Item=3, items=2, out=2)
scope.large(Item=5, items=6, out=6)

@subproperty(hint="What if?")
def same(items, out):
    """The same elements."""
    return {same}

@subproperty(hint="What if?")
def as_many(items, out):
    """As many as there were."""
    return len(items) == len(out)
"#
    );
    load(Source::new("problem.py", source), Mode::Problem).problem
}

fn built(problem: &Problem, engines: Engines) -> (Result<Suite, DecideError>, Vec<RaisingFunction>) {
    let raises = Mutex::new(Vec::new());
    let options = BuildOptions { engines, tests: 10, ..BuildOptions::default() };
    let built = build(problem, &options, None, &|step| {
        if let BuildStep::Raises(found) = step {
            raises.lock().expect("no panic").push(found);
        }
    });
    (built, raises.into_inner().expect("no panic"))
}

#[test]
fn a_reference_that_contradicts_is_a_failure_with_the_pair() {
    let problem = given("items == out", "set(items) == set(out)");
    for engines in ENGINES {
        let (built, _) = built(&problem, engines);
        let Err(DecideError::Contradicts(difference)) = built else { panic!("{engines:?}: {built:?}") };
        // Another order: the reference rejects it, and all subproperties hold.
        assert!(!difference.accepted, "{engines:?}");
        let replay = pairs::Replay::new(&problem);
        replay.check_bucket(&difference.pair, pairs::Bucket::of([])).expect("correct by the subproperties");
    }
}

#[test]
fn a_contradiction_beyond_the_scope_shows_in_large_tests() {
    let right = "set(items) == set(out) and len(items) == len(out)";
    let problem = given(&format!("{right} and len(items) < 3"), "set(items) == set(out)");
    let (built, _) = built(&problem, Engines::Both);
    assert!(matches!(built, Err(DecideError::Contradicts(difference)) if !difference.accepted));
}

#[test]
fn a_function_that_raises_is_reported_with_the_pair() {
    let problem = given(
        "set(items) == set(out) and len(items) == len(out)",
        "set(items) == set(out) if items else out[0] == out[0]",
    );
    for engines in ENGINES {
        let (built, raises) = built(&problem, engines);
        assert!(built.expect("a suite").buckets.len() > 1, "{engines:?}");
        let said: Vec<(&str, String)> = raises.iter().map(|one| (&*one.function, one.exception.to_string())).collect();
        assert_eq!(said, [("same", "IndexError".to_owned())], "{engines:?}");
        let empty = pairs::Concrete::List(Vec::new());
        assert_eq!(raises[0].pair, [empty.clone(), empty], "{engines:?}");
    }
}

#[test]
fn a_problem_without_faults_has_no_reports() {
    let right = "set(items) == set(out) and len(items) == len(out)";
    for engines in ENGINES {
        let (built, raises) = built(&given(right, "set(items) == set(out)"), engines);
        assert!(built.is_ok() && raises.is_empty(), "{engines:?}: {raises:?}");
    }
}
