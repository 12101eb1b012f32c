use super::*;
use crate::load::{Mode, load};

const PROBLEM: &str = "
from typing import NamedTuple
from custodiet import Atom, Input, Output, Unordered, scope, subproperty

class Vertex(Atom, as_=(int, str)):
    '''A name.'''

class Edge(NamedTuple):
    start: Vertex
    end: Vertex

def is_valid(edges: Input[list[Edge]], order: Output[list[Vertex]]) -> bool: ...

scope(Vertex=3, edges=3, order=3)

@subproperty
def short(order):
    '''Short.'''
    return len(order) < 3
";

fn loaded(files: &[(&str, &str)]) -> Result<SubmissionProgram, SubmissionFailure> {
    let problem = load(Source::new("graph.py", PROBLEM), Mode::Problem).problem;
    let file = |(path, text): &(&str, &str)| SubmissionFile { path: (*path).to_owned(), text: (*text).to_owned() };
    let files: Vec<SubmissionFile> = files.iter().map(file).collect();
    load_submission(Handed { problem: &problem, predicate: &["is_valid".to_owned()], files: &files, support: &[] })
}

#[test]
fn places_name_file_and_line() {
    let submission = loaded(&[
        ("main.py", "import helpers\n\ndef is_valid(edges, order):\n    return helpers.f(order)\n"),
        ("helpers.py", "def f(xs):\n    return xs\n\nasync def g():\n    pass\n\nh = g\n"),
    ]);
    let submission = submission.expect("it loads");
    let places: Vec<String> = submission
        .outside
        .iter()
        .filter_map(|diagnostic| submission.place(diagnostic.primary.as_ref()?.span))
        .map(|(file, line)| format!("{file}:{line}"))
        .collect();
    assert_eq!(places, ["helpers.py:4", "helpers.py:7"]);
}

#[test]
fn failures_are_found_without_executing_anything() {
    let failure = |files: &[(&str, &str)]| loaded(files).err();
    let predicate = "def is_valid(edges, order):\n    return True\n";
    assert_eq!(failure(&[("a.py", predicate)]), None);
    let missing = SubmissionFailure::Missing { candidates: vec!["check".to_owned()] };
    assert_eq!(failure(&[("a.py", "def check(a, b): ...\ndef other(a): ...\n")]), Some(missing));
    let ambiguous = SubmissionFailure::Ambiguous { candidates: vec!["a.py".to_owned(), "b.py".to_owned()] };
    assert_eq!(failure(&[("b.py", predicate), ("a.py", "is_valid = 1\n")]), Some(ambiguous));
    let arity = SubmissionFailure::Arity { file: "a.py".to_owned(), line: 2 };
    assert_eq!(failure(&[("a.py", "\ndef is_valid(edges):\n    return True\n")]), Some(arity));
    let syntax = failure(&[("a.py", "import b\n".to_owned().as_str()), ("b.py", "x = (\n")]);
    assert!(matches!(&syntax, Some(SubmissionFailure::Syntax { file, line: 1, .. }) if file == "b.py"), "{syntax:?}");
    let imported = failure(&[("a.py", &format!("{predicate}import b\n")), ("b.py", "\nx = = 1\n")]);
    assert!(
        matches!(&imported, Some(SubmissionFailure::Syntax { file, line: 2, .. }) if file == "b.py"),
        "{imported:?}"
    );
}

#[test]
fn names_that_have_no_value_need_none() {
    let text = "
import random
from typing import Dict, List, TypeVar
import pytest
T = TypeVar('T')
Graph = Dict[int, List[T]]
@pytest.fixture
def pairs(): ...
class Test(random.Random): ...
def is_valid(edges, order):
    return len(order) == 1
";
    let submission = loaded(&[("a.py", text)]).expect("it loads");
    assert_eq!(submission.outside.iter().map(|found| &*found.message).collect::<Vec<_>>(), Vec::<&str>::new());
}
