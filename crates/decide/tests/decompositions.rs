//! Wrong decompositions and a large one: the exact findings, with their pairs.

mod problem;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use decide::analysis::AnalysisStep;
use decide::compare::{FunctionComparison, SearchResult, compare};
use decide::{Analysis, Bucket, DecideSettings, PairFunction, Replay, Session, analyze, analyze_with};
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
    let mut session = Session::new(problem, scope, &DecideSettings::default()).expect("compiles");
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
    let mut judge = replay.evaluator();
    all_pairs(scope).into_iter().filter_map(|pair| judge.bucket(&pair)).collect()
}

#[test]
fn twenty_subproperties_do_not_take_a_million_questions() {
    let loaded = given(TIMETABLE);
    let problem = &loaded.problem;
    assert_eq!(problem.subproperties.len(), 20);
    let started = Instant::now();
    let mut session = Session::new(problem, &problem.scope, &DecideSettings::default()).expect("compiles");
    let mut questions = 0;
    let mut count = |step: AnalysisStep| questions += usize::from(matches!(step, AnalysisStep::Buckets(_)));
    let analysis = analyze_with(&mut session, &mut count).expect("no mismatch");
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", analysis.times);
    assert!(!analysis.open);

    // One question for each bucket that exists, and one more that finds no other.
    let found: BTreeSet<Bucket> = analysis.concretizable.iter().map(|(bucket, _)| *bucket).collect();
    assert_eq!(found, existing(problem, &problem.scope));
    assert_eq!(questions, found.len() + 1);
    assert_eq!(found.len(), 620);

    // The implications exclude exactly the buckets that do not exist: checked for every 101st of the 2^20 buckets, and for
    // all neighbors of existing ones.
    let flipped = |bucket: &Bucket, position: usize| bucket.failing() ^ SubpropertySet::one(position);
    let neighbors = found.iter().flat_map(|bucket| (0..20).map(|position| Bucket::new(flipped(bucket, position))));
    let samples: BTreeSet<Bucket> =
        SubpropertySet::all_of_first(20).step_by(101).map(Bucket::new).chain(neighbors).collect();
    for implications in [&analysis.implications, &analysis.basis] {
        assert!(found.iter().all(|bucket| !implications.iter().any(|implication| implication.excludes(*bucket))));
        for bucket in samples.difference(&found) {
            assert!(implications.iter().any(|implication| implication.excludes(*bucket)), "{bucket:?}");
        }
    }
}

#[test]
fn a_subproperty_that_raises_is_reported_with_its_smallest_pair() {
    let text = format!(
        "{WEAK_SORTING}\n\n@subproperty\ndef starts_with_the_least(before, after):\n    return after[0] == min(before)\n"
    );
    let loaded = given(&text);
    let problem = &loaded.problem;
    let scope = problem::scoped(problem, "before=2,after=2");
    let analysis = analyzed(problem, &scope);
    let reported: Vec<(&str, &str, String, &str)> = analysis
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
        reported,
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

fn compared(problem: &Problem, first: &str, second: &str) -> FunctionComparison {
    let [first, second] = [first, second].map(|name| PairFunction::find(problem, name).expect("a function"));
    compare(problem, &problem.scope, &DecideSettings::default(), &first, &second).expect("no mismatch")
}

const NONE: &str = "none";

fn shown(problem: &Problem, found: &SearchResult) -> String {
    match found {
        SearchResult::Pair(pair) => json(problem, pair),
        SearchResult::None => NONE.to_owned(),
        SearchResult::Undecided => panic!("undecided"),
    }
}

fn lists(before: &str, after: &str) -> String {
    format!(r#"{{"input":{{"before":{before}}},"output":{{"after":{after}}}}}"#)
}

#[test]
fn two_functions_are_equal() {
    let loaded = given(WEAK_SORTING);
    let found = compared(&loaded.problem, "ordered", "sorted_alike");
    let show = |found: &SearchResult| shown(&loaded.problem, found);
    assert_eq!(
        (show(&found.only_first), show(&found.only_second), show(&found.raises)),
        (NONE.into(), NONE.into(), NONE.into())
    );
    assert_eq!((show(&found.both), show(&found.neither)), (lists("[]", "[]"), lists("[]", "[1,0]")));
}

#[test]
fn one_function_implies_the_other() {
    let loaded = given(WEAK_SORTING);
    let show = |found: &SearchResult| shown(&loaded.problem, found);
    let found = compared(&loaded.problem, "strictly_ordered", "ordered");
    assert_eq!((show(&found.only_first), show(&found.only_second)), (NONE.into(), lists("[]", "[0,0]")));
    let found = compared(&loaded.problem, "ordered", "strictly_ordered");
    assert_eq!((show(&found.only_first), show(&found.only_second)), (lists("[]", "[0,0]"), NONE.into()));
}

#[test]
fn two_functions_overlap() {
    let loaded = given(WEAK_SORTING);
    let show = |found: &SearchResult| shown(&loaded.problem, found);
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
    let show = |found: &SearchResult| shown(&loaded.problem, found);
    let found = compared(&loaded.problem, "first_is_least", "ordered");
    assert_eq!(show(&found.raises), lists("[]", "[]"));
    assert_eq!(show(&found.both), lists("[]", "[0]"));
    assert_eq!(show(&found.only_first), lists("[]", "[0,1,0]"));
    assert_eq!(show(&found.only_second), NONE);
}
