//! The bounds inside which claims are exhaustive.
//!
//! [`needs`] says which bounds the types of a pair ask for, [`apply`](needs::apply) turns bounds into the values of
//! each parameter, [`overrides`] reads the command line's `--scope`.
//!
//! Invariant: a [`Scope`] of a problem without error diagnostics has a domain for every parameter, and every
//! domain in it holds at least one value.

pub mod needs;
pub mod overrides;
mod words;

use serde_json::{Map, Value, json};

use crate::ast::Span;
use crate::problem::{AtomId, PairParam, Problem, RecordId};
use crate::types::{Literal, TypeNames};

use needs::BoundedPlace;
pub use overrides::{OverrideError, override_bounds};

/// One set of bounds, applied to the predicate's parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// How many distinct values of each atom type a whole pair may hold, in the order of `Problem::atoms`.
    pub atoms: Vec<usize>,
    /// The values of each parameter, in the order of the predicate's signature.
    pub params: Vec<Domain>,
    /// The bounds as the file (or the command line) gives them, in its order: `("edges", Bound::Counts([5]))`.
    pub bounds: Vec<(String, Bound)>,
}

/// One bound as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bound {
    /// `Vertex=5`, `edges=5`, `companies=(3, 3)`: counts, outermost first.
    Counts(Vec<usize>),
    /// `Id=range(5)`: from the first up to and without the second.
    Range(i64, i64),
}

/// All values one place of a pair can hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Domain {
    Atom(AtomId),
    /// From `low` to `high`, both included.
    Int {
        low: i64,
        high: i64,
    },
    Bool,
    Literal(Vec<Literal>),
    /// `None` or a value.
    Optional(Box<Domain>),
    Tuple(Vec<Domain>),
    List {
        element: Box<Domain>,
        max: usize,
    },
    /// A list without order and repetition.
    Unordered {
        element: Box<Domain>,
        max: usize,
    },
    Set {
        element: Box<Domain>,
        max: usize,
        frozen: bool,
    },
    Dict {
        key: Box<Domain>,
        value: Box<Domain>,
        max: usize,
    },
    Record {
        record: RecordId,
        fields: Vec<Domain>,
    },
}

/// The types of a problem's pairs, with the declarations they refer to.
#[derive(Clone, Copy, Debug)]
pub struct PairTypes<'a> {
    pub names: TypeNames<'a>,
    /// The predicate's parameters; none where there is no predicate.
    pub params: &'a [PairParam],
}

impl<'a> PairTypes<'a> {
    pub fn of(problem: &'a Problem) -> Self {
        let params = problem.predicate.as_ref().map_or(&[][..], |predicate| &predicate.params);
        Self { names: TypeNames::of(problem), params }
    }

    /// Where a parameter or field is declared.
    pub(crate) fn span(self, place: BoundedPlace) -> Option<Span> {
        match place {
            BoundedPlace::Param(index) => Some(self.params.get(index)?.span),
            BoundedPlace::Field { record, field } => {
                Some(self.names.records.get(usize::from(record.0))?.fields.get(field)?.span)
            }
        }
    }
}

impl Scope {
    /// The bounds in words: `5 vertices in all, ≤ 5 edges, order ≤ 6`.
    pub fn describe(&self, types: PairTypes<'_>) -> String {
        words::describe(&self.bounds, types)
    }

    /// The bounds as JSON, in the order of the file: a count is a number, counts of nested containers are an array,
    /// a range is `{"range": [start, stop]}` with `stop` excluded, as in Python.
    pub fn to_json(&self) -> Value {
        let entries = self.bounds.iter().map(|(name, bound)| (name.clone(), bound.to_json()));
        Value::Object(entries.collect::<Map<String, Value>>())
    }

    /// The bound given under a name.
    pub fn bound(&self, name: &str) -> Option<&Bound> {
        self.bounds.iter().find(|(known, _)| known == name).map(|(_, bound)| bound)
    }
}

impl Bound {
    fn to_json(&self) -> Value {
        match self {
            Self::Counts(counts) => match counts.as_slice() {
                [count] => json!(count),
                counts => json!(counts),
            },
            Self::Range(start, stop) => json!({"range": [start, stop]}),
        }
    }
}

/// As a problem file writes it: `5`, `(3, 3)`, `range(5)`, `range(1, 5)`.
impl std::fmt::Display for Bound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Counts(counts) => match counts.as_slice() {
                [count] => write!(f, "{count}"),
                counts => {
                    let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
                    write!(f, "({})", counts.join(", "))
                }
            },
            Self::Range(0, stop) => write!(f, "range({stop})"),
            Self::Range(start, stop) => write!(f, "range({start}, {stop})"),
        }
    }
}
