//! Wrong circuits are detected: no result is returned that `eval` does not confirm.

mod problem;

use circuit::Lit;
use decide::tests_of_bucket::is_functional;
use decide::{DecideError, DecideSettings, Mismatch, Session, analyze};
use lang::problem::Problem;
use pairs::in_reading_order;
use problem::{bundled, given};

const HALVES: &str = r#"
"""Split a list into two halves."""

from custodiet import Atom, Input, Output, precondition, scope, subproperty


class Item(Atom):
    """Anything."""


def is_valid(items: Input[list[Item]], left: Output[list[Item]]) -> bool:
    return left == items[: len(items) // 2]


scope(Item=2, items=2, left=2)


@precondition
def even(items):
    return len(items) % 2 == 0


@precondition
def starts_twice(items):
    return items[0] == items[1]


@subproperty
def half_as_long(items, left):
    return 2 * len(left) == len(items)


@subproperty
def first(items, left):
    return left[0] == items[0]
"#;

fn session(problem: &Problem) -> Session<'_> {
    Session::new(problem, &problem.scope, &DecideSettings::default()).expect("compiles")
}

#[track_caller]
fn mismatch(found: Result<decide::Analysis, DecideError>) -> String {
    match found {
        Err(DecideError::Mismatch(Mismatch { what, .. })) => what,
        other => panic!("{other:?}"),
    }
}

/// Preconditions are asked in the order of the file: `even` never raises, `starts_twice` only where it holds.
#[test]
fn what_raises_is_asked_only_where_the_preconditions_before_it_hold() {
    let loaded = given(HALVES);
    let analysis = analyze(&mut session(&loaded.problem)).expect("no mismatch");
    let raises: Vec<(&str, String)> = analysis
        .raises
        .iter()
        .map(|found| (&*found.function, pairs::pair_json(&loaded.problem, &found.pair).to_string()))
        .collect();
    let pair = |items: &str, left: &str| format!(r#"{{"input":{{"items":{items}}},"output":{{"left":{left}}}}}"#);
    assert_eq!(raises, [("starts_twice", pair("[]", "[]")), ("first", pair(r#"["a","a"]"#, "[]"))]);
}

#[test]
fn a_precondition_that_a_circuit_takes_to_hold_is_evaluated() {
    let loaded = given(HALVES);
    let mut session = session(&loaded.problem);
    // The second one raises on inputs of length 1.
    session.compiled.preconditions[0].holds = !session.compiled.preconditions[0].holds;
    let what = mismatch(analyze(&mut session));
    assert_eq!(what, "the engine puts this pair where `even` holds, but evaluation says that it fails");
}

#[test]
fn an_exception_that_no_function_raises_is_found_out() {
    let loaded = given(HALVES);
    let mut session = session(&loaded.problem);
    let mut fault = session.compiled.preconditions[1].faults[0];
    fault.when = Lit::TRUE;
    session.compiled.subproperties[0].faults = vec![fault];
    let what = mismatch(analyze(&mut session));
    let expected =
        "the engine puts this pair where `half_as_long` raises IndexError, but evaluation says that it fails";
    assert_eq!(what, expected);
}

#[test]
fn a_difference_is_evaluated_with_its_preconditions_and_every_subproperty() {
    let loaded = given(HALVES);
    let mut wrong = session(&loaded.problem);
    wrong.compiled.subproperties[1].faults.clear();
    wrong.compiled.subproperties[1].raises = Lit::FALSE;
    wrong.compiled.reference.as_mut().expect("a reference").holds = Lit::TRUE;
    let what = mismatch(analyze(&mut wrong));
    assert_eq!(
        what,
        "the engine puts this pair where `first` has an answer, but evaluation says that it raises IndexError"
    );

    // Nothing raises here, so that only completeness asks for the preconditions again.
    let loaded = bundled("toposort");
    let mut wrong = session(&loaded.problem);
    wrong.compiled.preconditions[1].holds = !wrong.compiled.preconditions[1].holds;
    wrong.compiled.reference.as_mut().expect("a reference").holds = Lit::TRUE;
    let what = mismatch(analyze(&mut wrong));
    assert_eq!(what, "the engine puts this pair where `acyclic` holds, but evaluation says that it fails");
}

#[test]
fn another_output_is_evaluated() {
    let loaded = given(HALVES);
    let mut session = session(&loaded.problem);
    let correct = session.smallest(decide::Bucket::of([])).expect("no mismatch").expect("a pair").0;
    assert_eq!(is_functional(&session, &correct).expect("no mismatch"), Some(true));
    session.compiled.subproperties[0].holds = Lit::TRUE;
    let what = is_functional(&session, &correct).expect_err("a wrong circuit").what;
    assert_eq!(what, "the engine puts this pair where `half_as_long` holds, but evaluation says that it fails");
}

/// What is shown is what was replayed: nothing is renamed after it.
#[test]
fn pairs_come_with_their_names_in_reading_order() {
    for name in ["toposort", "dedupe"] {
        let loaded = bundled(name);
        let mut session = session(&loaded.problem);
        let analysis = analyze(&mut session).expect("no mismatch");
        for (bucket, pair) in &analysis.concretizable {
            assert_eq!(*pair, in_reading_order(pair), "{name}: {bucket:?}");
            let (least, _) = session.smallest(*bucket).expect("no mismatch").expect("a pair");
            assert_eq!(least, in_reading_order(&least), "{name}: {bucket:?}");
        }
    }
}
