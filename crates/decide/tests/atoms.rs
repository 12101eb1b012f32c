//! Atoms of two types, or atoms and constants, in one set: whether they are the same depends on their names, so there is
//! no circuit.

use decide::{DecideError, DecideSettings, Session};
use lang::load::{Mode, load};
use lang::source::Source;

const HEAD: &str = r#"
"""Two kinds of names."""

from collections import Counter
from itertools import chain

from custodiet import Atom, Input, Output, closure, scope, subproperty

class Town(Atom):
    """A town."""

class Person(Atom):
    """A person."""

def is_valid(towns: Input[list[Town]], people: Output[list[Person]]) -> bool: ...

scope(Town=2, Person=2, towns=2, people=2)

@subproperty
def asked(towns, people):
    """What is asked."""
"#;

/// Why there is no circuit; a code if the checker already rejects the function.
fn refusal(body: &str) -> Option<String> {
    let loaded = load(Source::new("given.py", format!("{HEAD}    {body}\n")), Mode::Problem);
    if let Some(error) = loaded.diagnostics.iter().find(|diagnostic| diagnostic.is_error()) {
        return Some(error.code.as_str().to_owned());
    }
    let problem = loaded.problem;
    match Session::new(&problem, &problem.scope, &DecideSettings::default()) {
        Ok(_) => None,
        Err(DecideError::Refused(refusals)) => refusals.first().map(ToString::to_string),
        Err(failure) => panic!("{failure:?}\n{body}"),
    }
}

#[test]
fn atoms_of_two_types_are_not_compared_in_sets() {
    let mut by_compiler = 0;
    for body in [
        "return len(set(towns + people)) == len(set(towns)) + len(set(people))",
        "return len(set(chain(towns, people))) > 2",
        "return len({x for xs in (towns, people) for x in xs}) > 2",
        "return set(towns).isdisjoint(people)",
        "return not (set(towns) & set(people))",
        "return set(towns) <= set(people)",
        "return len(set(towns) | set(people)) > 1",
        "return bool(closure(zip(towns, people)))",
        "return not (Counter(towns) & Counter(people))",
        "return Counter(towns) == Counter(people)",
        "return any(t in set(people) for t in towns)",
        "return len({(0, t) for t in towns} | {(0, p) for p in people}) > 2",
        "return {frozenset(towns)} == {frozenset(people)}",
    ] {
        let refusal = refusal(body);
        let by_checker = refusal.as_deref() == Some("C013");
        assert!(by_checker || refusal.as_deref() == Some("comparing atoms of different types"), "{body}: {refusal:?}");
        by_compiler += usize::from(!by_checker);
    }
    assert!(by_compiler >= 4, "{by_compiler}");
}

#[test]
fn atoms_are_not_compared_with_constants_in_sets() {
    for body in ["return len(set(chain([0, 'x'], towns))) > 3", "return {1, 2}.isdisjoint(towns)"] {
        let refusal = refusal(body);
        let known = ["C013", "comparing an atom with something that is not an atom"];
        assert!(refusal.as_deref().is_some_and(|refusal| known.contains(&refusal)), "{body}: {refusal:?}");
    }
}

#[test]
fn none_may_stand_beside_atoms() {
    assert_eq!(refusal("return len({None, *towns}) > len(set(people))"), None);
}
