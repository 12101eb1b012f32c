//! Decompositions that are not right, and one that is large: what is said of them, with exact pairs.

mod problem;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use decide::analysis::Step;
use decide::compare::{Candidate, Comparison, Found, compare};
use decide::grow::grown;
use decide::why::{Reasons, Why, why};
use decide::{Analysis, Bucket, Replay, Session, Settings, analyze, analyze_with};
use lang::problem::Problem;
use lang::scope::Scope;
use pairs::{Concrete, SubpropertySet};
use problem::{all_pairs, given};

/// Sorting as it is decomposed at first: same size, same set of elements, in order.
const WEAK_SORTING: &str = r#"
"""Sort numbers."""

from typing import NewType

from custodiet import Input, Output, scope, subproperty

Number = NewType("Number", int)


def is_valid(before: Input[list[Number]], after: Output[list[Number]]) -> bool:
    return after == sorted(before)


scope(Number=range(3), before=4, after=4)


@subproperty
def same_size(before, after):
    return len(before) == len(after)


@subproperty
def same_elements(before, after):
    return set(before) == set(after)


@subproperty
def ordered(after):
    return all(after[i] <= after[i + 1] for i in range(len(after) - 1))


def strictly_ordered(after):
    return all(after[i] < after[i + 1] for i in range(len(after) - 1))


def sorted_alike(after):
    return after == sorted(after)


def first_is_least(after):
    return after[0] == min(after)
"#;

fn analyzed(problem: &Problem, scope: &Scope) -> Analysis {
    let mut session = Session::new(problem, scope, &Settings::default()).expect("compiles");
    analyze(&mut session).expect("no mismatch")
}

fn json(problem: &Problem, pair: &[Concrete]) -> String {
    pairs::pair_json(problem, pair).to_string()
}

#[test]
fn the_weak_decomposition_of_sorting_is_incomplete() {
    let loaded = given(WEAK_SORTING);
    let analysis = analyzed(&loaded.problem, &loaded.problem.scope);
    assert_eq!(analysis.complete, Some(false));
    let difference = analysis.difference.expect("a difference");
    assert!(!difference.accepted, "the reference predicate rejects it");
    assert!(difference.proven);
    assert_eq!(json(&loaded.problem, &difference.pair), r#"{"input":{"before":[0,0,1]},"output":{"after":[0,1,1]}}"#);
}

/// Nothing shorter than three elements shows it.
#[test]
fn two_elements_do_not_show_that_it_is_incomplete() {
    let loaded = given(WEAK_SORTING);
    let scope = problem::scoped(&loaded.problem, "before=2,after=2");
    let analysis = analyzed(&loaded.problem, &scope);
    assert_eq!(analysis.complete, Some(true));
    assert!(analysis.difference.is_none());
}

/// Twenty checks of a timetable. Some say the same in other words, many imply others.
const TIMETABLE: &str = r#"
"""Plan lessons on one day of three hours."""

from dataclasses import dataclass
from itertools import combinations, pairwise

from custodiet import Atom, Input, Output, scope, subproperty


class Teacher(Atom):
    """Who teaches."""


class Room(Atom):
    """Where."""


@dataclass(frozen=True)
class Lesson:
    teacher: Teacher
    room: Room
    start: int
    length: int


def is_valid(wanted: Input[int], lessons: Output[list[Lesson]]) -> bool: ...


scope(Teacher=2, Room=2, Lesson_start=range(-1, 3), Lesson_length=range(3), wanted=range(3), lessons=2)


def end(lesson):
    return lesson.start + lesson.length


def overlap(a, b):
    return a.start < end(b) and b.start < end(a)


@subproperty
def enough(wanted, lessons):
    return len(lessons) >= wanted


@subproperty
def not_too_many(wanted, lessons):
    return len(lessons) <= wanted


@subproperty
def as_many_as_wanted(wanted, lessons):
    return len(lessons) == wanted


@subproperty
def some_lesson(lessons):
    return bool(lessons)


@subproperty
def after_opening(lessons):
    return all(lesson.start >= 0 for lesson in lessons)


@subproperty
def ends_before_closing(lessons):
    return all(end(lesson) <= 3 for lesson in lessons)


@subproperty
def takes_time(lessons):
    return all(lesson.length > 0 for lesson in lessons)


@subproperty
def not_long(lessons):
    return all(lesson.length <= 1 for lesson in lessons)


@subproperty
def inside_the_day(lessons):
    return all(0 <= lesson.start and end(lesson) <= 3 for lesson in lessons)


@subproperty
def no_lesson_twice(lessons):
    return len(set(lessons)) == len(lessons)


@subproperty
def by_start(lessons):
    return all(a.start <= b.start for a, b in pairwise(lessons))


@subproperty
def one_after_the_other(lessons):
    return all(end(a) <= b.start for a, b in pairwise(lessons))


@subproperty
def no_gaps(lessons):
    return all(end(a) >= b.start for a, b in pairwise(lessons))


@subproperty
def different_starts(lessons):
    return len({lesson.start for lesson in lessons}) == len(lessons)


@subproperty
def rooms_are_free(lessons):
    return not any(a.room == b.room and overlap(a, b) for a, b in combinations(lessons, 2))


@subproperty
def teachers_are_free(lessons):
    return not any(a.teacher == b.teacher and overlap(a, b) for a, b in combinations(lessons, 2))


@subproperty
def one_room(lessons):
    return len({lesson.room for lesson in lessons}) <= 1


@subproperty
def nobody_teaches_twice(lessons):
    return len({lesson.teacher for lesson in lessons}) == len(lessons)


@subproperty
def starts_at_opening(lessons):
    return not lessons or lessons[0].start == 0


@subproperty
def nothing_at_once(lessons):
    return not any(overlap(a, b) for a, b in combinations(lessons, 2))
"#;

/// The buckets that exist, by evaluating every pair.
fn existing(problem: &Problem, scope: &Scope) -> BTreeSet<Bucket> {
    let replay = Replay::new(problem);
    let mut buckets = BTreeSet::new();
    for pair in all_pairs(scope) {
        let verdict = replay.answers(&pair).expect("a pair");
        let quiet = verdict.subproperties.iter().all(Result::is_ok);
        if quiet && verdict.preconditions.iter().all(|said| *said == Ok(true)) {
            let failing = verdict.subproperties.iter().enumerate().filter(|(_, said)| **said == Ok(false));
            buckets.insert(Bucket::of(failing.map(|(position, _)| position)));
        }
    }
    buckets
}

#[test]
fn twenty_subproperties_do_not_take_a_million_questions() {
    let loaded = given(TIMETABLE);
    let problem = &loaded.problem;
    assert_eq!(problem.subproperties.len(), 20);
    let started = Instant::now();
    let mut session = Session::new(problem, &problem.scope, &Settings::default()).expect("compiles");
    let mut asked = 0;
    let mut tell = |step: Step| asked += usize::from(matches!(step, Step::Buckets(_)));
    let analysis = analyze_with(&mut session, &mut tell).expect("no mismatch");
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", analysis.times);
    assert!(!analysis.open);

    // One question for each bucket that exists, and one more that says that there are no others.
    let found: BTreeSet<Bucket> = analysis.concretizable.iter().map(|(bucket, _)| *bucket).collect();
    assert_eq!(found, existing(problem, &problem.scope));
    assert_eq!(asked, found.len() + 1);
    assert_eq!(found.len(), 620);

    // What the implications exclude is what does not exist; every 101st of the 2^20, and all neighbours of what does.
    let flipped = |bucket: &Bucket, position: usize| match bucket.fails(position) {
        true => bucket.failing().without(position),
        false => bucket.failing().with(position),
    };
    let neighbours = found.iter().flat_map(|bucket| (0..20).map(|position| Bucket::new(flipped(bucket, position))));
    let samples: BTreeSet<Bucket> =
        SubpropertySet::all_of_first(20).step_by(101).map(Bucket::new).chain(neighbours).collect();
    for implications in [&analysis.implications, &analysis.basis] {
        assert!(found.iter().all(|bucket| !implications.iter().any(|implication| implication.excludes(*bucket))));
        for bucket in samples.difference(&found) {
            assert!(implications.iter().any(|implication| implication.excludes(*bucket)), "{bucket:?}");
        }
    }
}

#[test]
fn a_subproperty_that_raises_is_told_with_its_smallest_pair() {
    let text = format!(
        "{WEAK_SORTING}\n\n@subproperty\ndef starts_with_the_least(before, after):\n    return after[0] == min(before)\n"
    );
    let loaded = given(&text);
    let problem = &loaded.problem;
    let scope = problem::scoped(problem, "before=2,after=2");
    let analysis = analyzed(problem, &scope);
    let told: Vec<(&str, &str, String, &str)> = analysis
        .raises
        .iter()
        .map(|raising| {
            assert!(raising.proven);
            let at = &problem.source.text[raising.at.start as usize..raising.at.end as usize];
            (&*raising.function, raising.exception.name(), json(problem, &raising.pair), at)
        })
        .collect();
    let function = "starts_with_the_least";
    assert_eq!(
        told,
        [
            (function, "IndexError", r#"{"input":{"before":[]},"output":{"after":[]}}"#.to_owned(), "after[0]"),
            (function, "ValueError", r#"{"input":{"before":[]},"output":{"after":[0]}}"#.to_owned(), "min(before)"),
        ]
    );
    assert!(analysis.may_raise.is_empty());
    // Pairs on which it raises are in no bucket.
    let found: BTreeSet<Bucket> = analysis.concretizable.iter().map(|(bucket, _)| *bucket).collect();
    assert_eq!(found, existing(problem, &scope));
}

fn compared(problem: &Problem, first: &str, second: &str) -> Comparison {
    let [first, second] = [first, second].map(|name| Candidate::find(problem, name).expect("a function"));
    compare(problem, &problem.scope, &Settings::default(), &first, &second).expect("no mismatch")
}

const NONE: &str = "none";

fn shown(problem: &Problem, found: &Found) -> String {
    match found {
        Found::Pair(pair) => json(problem, pair),
        Found::None => NONE.to_owned(),
        Found::Undecided => panic!("undecided"),
    }
}

fn lists(before: &str, after: &str) -> String {
    format!(r#"{{"input":{{"before":{before}}},"output":{{"after":{after}}}}}"#)
}

#[test]
fn two_functions_are_equal() {
    let loaded = given(WEAK_SORTING);
    let found = compared(&loaded.problem, "ordered", "sorted_alike");
    let show = |found: &Found| shown(&loaded.problem, found);
    assert_eq!(
        (show(&found.only_first), show(&found.only_second), show(&found.raises)),
        (NONE.into(), NONE.into(), NONE.into())
    );
    assert_eq!((show(&found.both), show(&found.neither)), (lists("[]", "[]"), lists("[]", "[1,0]")));
}

#[test]
fn one_function_implies_the_other() {
    let loaded = given(WEAK_SORTING);
    let show = |found: &Found| shown(&loaded.problem, found);
    let found = compared(&loaded.problem, "strictly_ordered", "ordered");
    assert_eq!((show(&found.only_first), show(&found.only_second)), (NONE.into(), lists("[]", "[0,0]")));
    let found = compared(&loaded.problem, "ordered", "strictly_ordered");
    assert_eq!((show(&found.only_first), show(&found.only_second)), (lists("[]", "[0,0]"), NONE.into()));
}

#[test]
fn two_functions_overlap() {
    let loaded = given(WEAK_SORTING);
    let show = |found: &Found| shown(&loaded.problem, found);
    let found = compared(&loaded.problem, "same_size", "same_elements");
    assert_eq!(show(&found.both), lists("[]", "[]"));
    assert_eq!(show(&found.only_first), lists("[0]", "[1]"));
    assert_eq!(show(&found.only_second), lists("[0]", "[0,0]"));
    assert_eq!(show(&found.neither), lists("[]", "[0]"));
    assert_eq!(show(&found.raises), NONE);
}

/// A pair on which one of them raises is none of the others.
#[test]
fn a_function_that_raises_is_compared_where_it_does_not() {
    let loaded = given(WEAK_SORTING);
    let show = |found: &Found| shown(&loaded.problem, found);
    let found = compared(&loaded.problem, "first_is_least", "ordered");
    assert_eq!(show(&found.raises), lists("[]", "[]"));
    assert_eq!(show(&found.both), lists("[]", "[0]"));
    assert_eq!(show(&found.only_first), lists("[]", "[0,1,0]"));
    assert_eq!(show(&found.only_second), NONE);
}

/// Checks that the bounds of a scope make true, and some that no bound does.
const BOUNDED: &str = r#"
"""Copy some items."""

from typing import NewType

from custodiet import Atom, Input, Output, precondition, scope, subproperty

Number = NewType("Number", int)


class Item(Atom):
    """A thing."""


def is_valid(before: Input[list[Number]], after: Output[list[Item]]) -> bool: ...


scope(Number=range(3), Item=2, before=3, after=3)


@precondition
def not_empty(before):
    return bool(before)


@subproperty
def at_most_three(after):
    return len(after) <= 3


@subproperty
def small_numbers(before):
    return all(number < 3 for number in before)


@subproperty
def two_kinds(after):
    return len(set(after)) <= 2


@subproperty
def nothing_given(before):
    return not before


@subproperty
def at_most_one(after):
    return len(after) <= 1


@subproperty
def at_most_two(after):
    return len(after) <= 2
"#;

fn reasons(problem: &Problem, failing: &[usize]) -> Reasons {
    match why(problem, &problem.scope, &Settings::default(), Bucket::of(failing.iter().copied())).expect("no mismatch")
    {
        Why::Contradictory(reasons) => reasons,
        other => panic!("{failing:?}: {other:?}"),
    }
}

#[test]
fn a_bound_is_named_where_it_is_needed() {
    let loaded = given(BOUNDED);
    let bound =
        |name: &str, fail: usize| Reasons { fail: vec![fail], bounds: vec![name.to_owned()], ..Reasons::default() };
    // The length of a list, the range of its numbers, the number of atoms.
    assert_eq!(reasons(&loaded.problem, &[0, 3, 4, 5]), bound("after", 0));
    assert_eq!(reasons(&loaded.problem, &[1, 3]), bound("Number", 1));
    assert_eq!(reasons(&loaded.problem, &[2, 3, 4, 5]), bound("Item", 2));
}

#[test]
fn no_bound_is_named_where_none_is_needed() {
    let loaded = given(BOUNDED);
    // One element at most is two at most.
    let expected = Reasons { hold: vec![4], fail: vec![5], ..Reasons::default() };
    assert_eq!(reasons(&loaded.problem, &[3, 5]), expected);
    // The precondition and a subproperty contradict each other.
    let expected = Reasons { hold: vec![3], preconditions: vec![0], ..Reasons::default() };
    assert_eq!(reasons(&loaded.problem, &[]), expected);
}

/// Two subproperties that say the same are not both needed.
#[test]
fn what_is_said_twice_is_named_once() {
    let text = format!("{BOUNDED}\n\n@subproperty\ndef again(after):\n    return len(after) <= 1\n");
    let loaded = given(&text);
    let expected = Reasons { hold: vec![4], fail: vec![5], ..Reasons::default() };
    assert_eq!(reasons(&loaded.problem, &[3, 5]), expected);
}

#[test]
fn a_bucket_with_a_pair_has_no_reasons() {
    let loaded = given(BOUNDED);
    let answer =
        why(&loaded.problem, &loaded.problem.scope, &Settings::default(), Bucket::of([3])).expect("no mismatch");
    assert!(matches!(answer, Why::Concretizable), "{answer:?}");
}

/// The second subproperty raises wherever the first one fails, so that without its exceptions there would be a pair.
const RAISES: &str = r#"
"""Take the first item."""

from custodiet import Atom, Input, Output, scope, subproperty


class Item(Atom):
    """Anything."""


def is_valid(items: Input[list[Item]], taken: Output[list[Item]]) -> bool: ...


scope(Item=2, items=2, taken=2)


@subproperty
def some(taken):
    return len(taken) > 0


@subproperty
def first(items, taken):
    return taken[0] in items
"#;

#[test]
fn that_a_subproperty_does_not_raise_is_a_reason() {
    let loaded = given(RAISES);
    let expected = Reasons { fail: vec![0], quiet: vec![1], ..Reasons::default() };
    assert_eq!(reasons(&loaded.problem, &[0, 1]), expected);
    // It is named only where it is needed: `first` holds of no empty list, whether it raises or not.
    let expected = Reasons { hold: vec![1], fail: vec![0], ..Reasons::default() };
    assert_eq!(reasons(&loaded.problem, &[0]), expected);
}

/// With a step of 1 the range is known; one larger, the step may be 1 or 2.
#[test]
fn where_a_larger_scope_cannot_be_compiled_the_bounds_stay_unknown() {
    let loaded = given(
        r#"
"""Find a divisor."""

from custodiet import Input, Output, scope, subproperty


def is_valid(n: Input[int], step: Output[int]) -> bool: ...


scope(n=range(3), step=range(1, 2))


@subproperty
def divides(n, step):
    return n in range(0, n + 1, step)
"#,
    );
    let why = "a scope larger by one cannot be compiled: a range whose step is not known";
    let expected = Reasons { fail: vec![0], bounded: Some(why.to_owned()), ..Reasons::default() };
    assert_eq!(reasons(&loaded.problem, &[0]), expected);
}

/// With few conflicts for each question, a contradiction is found and what could be left out is not.
#[test]
fn a_solver_that_gives_up_says_that_there_may_be_less() {
    let loaded = problem::bundled("toposort");
    let all = |limits: solver::Limits| {
        let settings = Settings { limits, ..Settings::default() };
        let buckets = SubpropertySet::all_of_first(loaded.problem.subproperties.len()).map(Bucket::new);
        let found = buckets.map(|bucket| why(&loaded.problem, &loaded.problem.scope, &settings, bucket));
        found
            .filter_map(|found| match found.expect("no mismatch") {
                Why::Contradictory(reasons) => Some(reasons.perhaps_more),
                Why::Concretizable | Why::Undecided => None,
            })
            .collect::<Vec<bool>>()
    };
    assert!(!all(solver::Limits::default()).contains(&true));
    assert!(all(solver::Limits::conflicts(40)).contains(&true));
}

/// Of all buckets: bounds are named exactly where a scope one larger in every bound has a pair.
#[test]
fn bounds_are_named_where_a_larger_scope_has_a_pair() {
    let loaded = given(BOUNDED);
    let problem = &loaded.problem;
    let buckets = |scope: &Scope| -> BTreeSet<Bucket> {
        analyzed(problem, scope).concretizable.iter().map(|(bucket, _)| *bucket).collect()
    };
    let here = buckets(&problem.scope);
    let larger = buckets(&grown(problem, &problem.scope, 1).expect("a scope"));
    assert!(here.len() < larger.len() && larger.len() < 64);
    for bucket in SubpropertySet::all_of_first(6).map(Bucket::new) {
        match why(problem, &problem.scope, &Settings::default(), bucket).expect("no mismatch") {
            Why::Concretizable => assert!(here.contains(&bucket), "{bucket:?}"),
            Why::Contradictory(reasons) => {
                assert!(!here.contains(&bucket), "{bucket:?}");
                assert_eq!(reasons.bounds.is_empty(), !larger.contains(&bucket), "{bucket:?}: {reasons:?}");
            }
            Why::Undecided => panic!("{bucket:?} is undecided"),
        }
    }
}
