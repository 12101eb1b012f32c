//! Each case is a line of Python and the diagnostic it gives, if any.

mod arguments;
mod atoms;
mod bounded;
mod inferred;
mod opaque;
mod set_order;
mod silence;
mod wrong_types;

use crate::diagnostic::Diagnostic;
use crate::load::{Loaded, Mode, load};
use crate::source::Source;
use crate::types::TypeNames;

const PRELUDE: &str = r#"
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from itertools import accumulate, chain, combinations, pairwise, permutations, product
from typing import Literal, NamedTuple, NewType, Optional
from custodiet import Atom, closure, reachable

class Vertex(Atom): ...
class Town(Atom): ...
Id = NewType("Id", int)

@dataclass(frozen=True)
class Person:
    name: Vertex
    age: int

@dataclass(frozen=True, order=True)
class Ranked:
    rank: int
    who: Vertex

class Edge(NamedTuple):
    start: Vertex
    end: Vertex
    cost: int = 1

def two(a, b=1): return (a, b)
"#;

const PARAMS: &str = "v: Vertex, w: Vertex, t: Town, order: list[Vertex], edges: list[tuple[Vertex, Vertex]], vs: set[Vertex], \
    s: set[int], fs: frozenset[int], n: int, xs: list[int], xss: list[list[int]], text: str, p: Person, r: Ranked, e: Edge, \
    d: dict[Vertex, int], c: Counter[Vertex], o: Optional[Vertex], b: bool, bracket: Literal['(', ')'], i: Id, u";

fn loaded(program: &str) -> Loaded {
    load(Source::new("test.py", format!("{PRELUDE}{program}")), Mode::Language)
}

fn words(diagnostic: &Diagnostic) -> String {
    format!("{}: {}", diagnostic.code.as_str(), diagnostic.message)
}

/// Loads a program and returns its diagnostics, each of which must have a label and a way out.
fn diagnostics(program: &str) -> Vec<String> {
    let found = loaded(program).diagnostics;
    for diagnostic in &found {
        let labelled = diagnostic.primary.as_ref().is_some_and(|label| !label.text.is_empty());
        let helpful = diagnostic.help.as_ref().is_some_and(|help| !help.is_empty());
        assert!(labelled && helpful, "{diagnostic:?} of\n{program}");
    }
    found.iter().map(words).collect()
}

/// Checks the diagnostics of a whole program.
#[track_caller]
fn check_program(program: &str, expected: &[&str]) {
    assert_eq!(diagnostics(program), expected, "{program}");
}

/// Checks expressions over the parameters above: each with its only diagnostic, or with `""` for none.
#[track_caller]
fn check(cases: &[(&str, &str)]) {
    for (expr, expected) in cases {
        let found = diagnostics(&format!("def f({PARAMS}):\n    return {expr}\n"));
        assert_eq!(found.join("; "), *expected, "{expr}");
    }
}

/// Checks statements in the same way.
#[track_caller]
fn check_body(cases: &[(&str, &str)]) {
    for (body, expected) in cases {
        let body = body.replace('\n', "\n    ");
        let found = diagnostics(&format!("def f({PARAMS}):\n    {body}\n"));
        assert_eq!(found.join("; "), *expected, "{body}");
    }
}

/// The type of an expression over the parameters above.
fn type_of(expr: &str) -> String {
    let loaded = loaded(&format!("def f({PARAMS}):\n    result = {expr}\n"));
    assert!(loaded.diagnostics.is_empty(), "{expr}: {:?}", loaded.diagnostics);
    let vars = loaded.problem.resolutions.vars.iter().zip(&loaded.types.vars);
    let found = vars.filter(|(var, _)| &*var.name == "result").map(|(_, ty)| ty);
    let shown: Vec<String> = found.map(|ty| TypeNames::of(&loaded.problem).show(ty).to_string()).collect();
    shown.join("; ")
}
