//! Small problems for tests.

#![allow(dead_code)]

use lang::load::{Loaded, Mode, load};
use lang::scope::Scope;
use lang::source::Source;
use pairs::Concrete;

/// A problem with an input `x` and an output `y` of these types.
pub fn problem_text(input: &str, output: &str, scope: &str) -> String {
    let unused = |name: &str| !format!("{input} {output}").contains(name);
    let number = if unused("Number") { "" } else { "Number = NewType(\"Number\", int)" };
    let item = if unused("Item") && unused("Run") { "" } else { "class Item(Atom):\n    pass" };
    let run = if unused("Run") { "" } else { "@dataclass(frozen=True)\nclass Run:\n    item: Item\n    length: int" };
    format!(
        r#""""A problem."""

from dataclasses import dataclass
from typing import Literal, NewType

from custodiet import Atom, Input, Output, Unordered, scope, subproperty

{number}

{item}

{run}

def is_valid(x: Input[{input}], y: Output[{output}]) -> bool: ...

scope({scope})

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
