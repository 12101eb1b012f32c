//! Small problems for tests.

#![allow(dead_code)]

use lang::load::{Loaded, Mode, load};
use lang::scope::Scope;
use lang::source::Source;
use pairs::Concrete;

/// Records that can hold themselves, and unions, by the name in a type that needs them.
const RECORDS: &[(&str, &str)] = &[
    ("Chain", "@dataclass(frozen=True)\nclass Chain:\n    label: bool\n    next: 'Chain | None'\n"),
    (
        "Tree",
        "@dataclass(frozen=True, order=True)\nclass Tree:\n    left: 'Tree | None'\n    label: bool\n    right: 'Tree | None'\n",
    ),
    ("Plant", "class Plant(NamedTuple):\n    label: Item\n    left: 'Plant | None'\n    right: 'Plant | None'\n"),
    ("Rose", "@dataclass(frozen=True)\nclass Rose:\n    label: bool\n    children: 'list[Rose]'\n"),
    (
        "Expr",
        "@dataclass(frozen=True)\nclass Num:\n    value: Literal[1, 0]\n@dataclass(frozen=True)\nclass Neg:\n    inner: 'Expr'\n\
         @dataclass(frozen=True)\nclass Add:\n    left: 'Expr'\n    right: 'Expr'\nExpr = Num | Neg | Add\n",
    ),
    (
        "Folder",
        "@dataclass(frozen=True)\nclass File:\n    big: bool\n@dataclass(frozen=True)\nclass Folder:\n    entries: 'list[File | Folder]'\n",
    ),
    (
        "Shape",
        "class Circle(NamedTuple):\n    radius: Literal[2, 1]\nclass Square(NamedTuple):\n    side: bool\nShape = Circle | Square\n",
    ),
];

/// A problem with an input `x` and an output `y` of these types.
pub fn problem_text(input: &str, output: &str, scope: &str) -> String {
    let unused = |name: &str| !format!("{input} {output}").contains(name);
    let number = if unused("Number") { "" } else { "Number = NewType(\"Number\", int)" };
    let item = if unused("Item") && unused("Run") && unused("Plant") { "" } else { "class Item(Atom):\n    pass" };
    let records: String = RECORDS.iter().filter(|(name, _)| !unused(name)).map(|(_, text)| *text).collect();
    let run = if unused("Run") { "" } else { "@dataclass(frozen=True)\nclass Run:\n    item: Item\n    length: int" };
    let scope = if scope.is_empty() { String::new() } else { format!("scope({scope})") };
    format!(
        r#""""A problem."""

from dataclasses import dataclass
from typing import Literal, NamedTuple, NewType

from custodiet import Atom, Input, Output, Unordered, scope, subproperty

{number}

{item}

{run}

{records}

def is_valid(x: Input[{input}], y: Output[{output}]) -> bool: ...

{scope}

@subproperty
def anything(x):
    return True
"#
    )
}

/// A problem given as text.
pub fn given(text: &str) -> Loaded {
    let loaded = load(Source::new("given.py", text), Mode::Problem);
    let errors: Vec<_> = loaded.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).collect();
    assert!(errors.is_empty(), "{text}\n{errors:?}");
    let params = loaded.problem.predicate.as_ref().map_or(0, |predicate| predicate.params.len());
    assert_eq!(loaded.problem.scope.params.len(), params, "{text}");
    loaded
}

/// All pairs of a small scope.
pub fn all_pairs(scope: &Scope) -> Vec<Vec<Concrete>> {
    let mut pairs = vec![Vec::new()];
    for domain in &scope.params {
        let values = pairs::domain::values(domain, &scope.atoms, 200_000).expect("few values");
        pairs = pairs
            .iter()
            .flat_map(|pair: &Vec<Concrete>| {
                values.iter().map(|value| pair.iter().cloned().chain([value.clone()]).collect())
            })
            .collect();
    }
    pairs
}
