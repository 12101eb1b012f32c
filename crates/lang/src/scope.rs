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

use std::sync::Arc;

use serde_json::{Map, Value, json};
use thiserror::Error;

use crate::ast::Span;
use crate::problem::{AtomId, PairParam, Problem, RecordId};
use crate::types::{Literal, TypeNames};

use needs::BoundedPlace;
pub use overrides::{OverrideError, override_bounds, override_with};

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
    /// `Word=("ab", 3)`: strings of these characters, up to this length.
    Text(Arc<str>, usize),
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
    /// A string: its characters are the values of `element`, strings of length 1.
    Text {
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
    /// One of several records: `Circle | Square`.
    Union(Vec<Domain>),
    /// Everything in `inner`, where nodes stand for values of the pool, which bounds their total number.
    Nodes {
        pool: Arc<NodePool>,
        inner: Box<Domain>,
    },
    /// A record that can hold records of its own kind, of one of these classes of the pool around it.
    Node(Vec<usize>),
}

/// The kinds of nodes that a parameter can hold, and how many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodePool {
    pub families: Vec<NodeFamily>,
    pub classes: Vec<NodeClass>,
}

/// Nodes that are counted together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeFamily {
    /// The key of the bound.
    pub key: String,
    /// The greatest number of nodes in the parameter.
    pub most: usize,
    /// The greatest number of nodes inside each other.
    pub depth: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeClass {
    pub record: RecordId,
    /// An index into [`NodePool::families`].
    pub family: usize,
    pub fields: Vec<Domain>,
}

impl NodePool {
    /// The greatest number of nodes of all families together.
    pub fn most(&self) -> usize {
        self.families.iter().map(|family| family.most).sum()
    }

    /// The position of a record's class.
    pub fn class_of(&self, record: RecordId) -> Option<usize> {
        self.classes.iter().position(|class| class.record == record)
    }
}

/// An alphabet has at most this many characters.
pub const MOST_LETTERS: usize = 256;

/// Why strings cannot be bounded by an alphabet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum AlphabetError {
    #[error("an alphabet without characters")]
    Empty,
    #[error("`{}` is in this alphabet twice", .0.escape_debug())]
    Repeated(char),
    #[error("an alphabet of more than {MOST_LETTERS} characters")]
    Large,
}

impl AlphabetError {
    pub fn way_out(self) -> &'static str {
        match self {
            Self::Empty => "write the characters that strings may have, such as `(\"ab\", 3)`",
            Self::Repeated(_) => "write each character once",
            Self::Large => "a few characters find nearly all mistakes; start with 2 or 3",
        }
    }
}

/// Checks that an alphabet has characters, and each of them once.
pub fn check_alphabet(alphabet: &str) -> Result<(), AlphabetError> {
    if alphabet.is_empty() {
        return Err(AlphabetError::Empty);
    }
    let repeated = alphabet.char_indices().find(|(at, c)| alphabet[..*at].contains(*c));
    if let Some((_, c)) = repeated {
        return Err(AlphabetError::Repeated(c));
    }
    if alphabet.chars().count() > MOST_LETTERS { Err(AlphabetError::Large) } else { Ok(()) }
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
    /// a range is `{"range": [start, stop]}` with `stop` excluded, as in Python, and strings are
    /// `{"alphabet": "ab", "length": 3}`.
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
    /// The bound that `to_json` writes so. `None` if it writes none so.
    pub fn from_json(json: &Value) -> Option<Self> {
        match json {
            Value::Number(count) => overrides::bound(&count.to_string()).ok(),
            Value::Array(counts) => {
                let counts: Vec<String> = counts.iter().map(Value::to_string).collect();
                overrides::bound(&counts.join("x")).ok()
            }
            Value::Object(_) => match (json.get("range"), json.get("alphabet"), json.get("length")) {
                (Some(Value::Array(ends)), None, None) => match &ends[..] {
                    [start, stop] => overrides::bound(&format!("{start}..{stop}")).ok(),
                    _ => None,
                },
                (None, Some(Value::String(alphabet)), Some(Value::Number(length))) => {
                    check_alphabet(alphabet).ok()?;
                    match overrides::bound(&length.to_string()).ok()? {
                        Self::Counts(counts) => match counts[..] {
                            [length] => Some(Self::Text(alphabet.as_str().into(), length)),
                            _ => None,
                        },
                        _ => None,
                    }
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn to_json(&self) -> Value {
        match self {
            Self::Counts(counts) => match counts.as_slice() {
                [count] => json!(count),
                counts => json!(counts),
            },
            Self::Range(start, stop) => json!({"range": [start, stop]}),
            Self::Text(alphabet, max) => json!({"alphabet": &**alphabet, "length": max}),
        }
    }
}

/// As a problem file writes it: `5`, `(3, 3)`, `range(5)`, `range(1, 5)`, `('ab', 3)`.
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
            Self::Text(alphabet, max) => write!(f, "({}, {max})", crate::text::quoted(alphabet)),
        }
    }
}
