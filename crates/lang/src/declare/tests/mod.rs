//! Small files and what `declare` says of them.

mod predicates;
mod problems;
mod properties;
mod scopes;
mod types;

use super::{Declarations, declare};
use crate::diagnostic::Diagnostic;
use crate::load::Mode;
use crate::scope::PairTypes;
use crate::source::Source;
use crate::types::TypeNames;
use crate::{globals, parse};

/// What every test file may use.
const HEAD: &str = "\
from custodiet import Atom, Input, Output, Unordered, draw, error_subproperty, group, precondition, scope, subproperty
from dataclasses import dataclass
from typing import Any, Callable, Counter, Iterable, Iterator, Literal, NamedTuple, NewType, Optional, Sequence
from typing import TypeAlias, Union
";

/// Beside which one more line is tested: complete, so that only the tested line is at fault.
const PROBLEM: &str = "\
class Vertex(Atom): ...
Edge = tuple[Vertex, Vertex]
def is_valid(edges: Input[list[Edge]], order: Output[list[Vertex]]) -> bool: ...
scope(Vertex=5, edges=5, order=6)
@subproperty
def no_new(edges, order):
    'Nothing is new.'
@subproperty
def none_dropped(edges, order):
    'Nothing is dropped.'
";

/// The declarations of a text, which is to follow the imports, and the faults as `code line text | help`.
fn declared(text: &str, mode: Mode) -> (Declarations, Vec<String>) {
    let source = Source::new("test.py", format!("{HEAD}{text}"));
    let (module, mut diagnostics) = parse::parse(&source);
    let globals = globals::collect(&module, &mut diagnostics);
    let declarations = declare(&source, &module, &globals, mode, &mut diagnostics);
    let lines = diagnostics.iter().map(|diagnostic| line(&source, diagnostic)).collect();
    (declarations, lines)
}

fn line(source: &Source, diagnostic: &Diagnostic) -> String {
    let help = diagnostic.help.as_deref();
    assert!(help.is_some(), "no way out: {diagnostic:?}");
    let place = diagnostic.primary.as_ref().map_or("-", |label| source.slice(label.span));
    let place = place.split('\n').next().unwrap_or_default();
    format!("{} <{place}> {} | {}", diagnostic.code.as_str(), diagnostic.message, help.unwrap_or_default())
}

/// Checks the faults of a whole file, given as `code <place> message | help`, one per line.
#[track_caller]
fn check(text: &str, expected: &str) {
    let (_, found) = declared(text, Mode::Problem);
    assert_eq!(found.join("\n"), expected.trim());
}

/// Checks only the codes and places: `C027 <str>`.
#[track_caller]
fn check_codes(text: &str, expected: &[&str]) {
    let (_, found) = declared(text, Mode::Problem);
    let short: Vec<String> =
        found.iter().map(|line| line.split("> ").next().unwrap_or_default().to_owned() + ">").collect();
    assert_eq!(short, expected, "\n{}", found.join("\n"));
}

/// The declarations of a file without faults.
#[track_caller]
fn sound(text: &str) -> Declarations {
    let (declarations, found) = declared(text, Mode::Problem);
    assert_eq!(found.join("\n"), "");
    declarations
}

impl Declarations {
    fn types(&self) -> PairTypes<'_> {
        let names = TypeNames { atoms: &self.atoms, numbers: &self.numbers, records: &self.records };
        PairTypes { names, params: self.predicate.as_ref().map_or(&[], |predicate| &predicate.params) }
    }
}
