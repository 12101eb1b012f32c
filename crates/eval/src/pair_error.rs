//! Why a JSON value is not a pair of a problem.

use thiserror::Error;

use crate::fault::Fault;

/// What is wrong with a pair, and where: `input.edges[0]: expected an integer, found null`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{}{kind}", path, if path.is_empty() { "" } else { ": " })]
pub struct PairError {
    /// Where in the pair: `input.edges[0]`; empty for the pair as a whole.
    pub path: String,
    pub kind: PairErrorKind,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PairErrorKind {
    #[error("the problem file declares no predicate")]
    NoPredicate,
    #[error("a pair is an object: {{\"input\": {{…}}, \"output\": {{…}}}}")]
    NotAnObject,
    #[error("a pair has `input` and `output`, not `{key}`")]
    UnknownSide { key: String },
    #[error("missing; a pair is {{\"input\": {{…}}, \"output\": {{…}}}}")]
    MissingSide,
    #[error("expected an object with one entry per parameter")]
    SideNotAnObject,
    #[error("missing; expected {annotation}")]
    MissingParameter { annotation: String },
    #[error("the predicate has no such parameter; its {side}s are {}", known.join(", "))]
    UnknownParameter { side: &'static str, known: Vec<String> },
    #[error("missing")]
    MissingField,
    #[error("`{record}` has no such field")]
    UnknownField { record: String },
    #[error("expected `class`, one of {}{}", known.join(", "), found.map(|found| format!(", found {found}")).unwrap_or_default())]
    NoClass { known: Vec<String>, found: Option<&'static str> },
    #[error("there is no record `{class}` here; expected one of {}", known.join(", "))]
    UnknownClass { class: String, known: Vec<String> },
    /// The value is of another kind than the type.
    #[error("expected {expected}, found {found}")]
    WrongKind { expected: String, found: &'static str },
    #[error("expected {expected}, found {found}")]
    WrongNumber { expected: &'static str, found: String },
    #[error("an integer of {digits} digits; Python reads at most {most}")]
    TooManyDigits { digits: usize, most: usize },
    #[error("expected {expected} values, found {found}")]
    WrongLength { expected: usize, found: usize },
    #[error("expected one of {}", allowed.join(", "))]
    NotAllowed { allowed: Vec<String> },
    #[error("expected [key, value]")]
    NotAnEntry,
    #[error("occurs twice in the set")]
    DuplicateElement,
    #[error("the key occurs twice in the dict")]
    DuplicateKey,
    #[error("{0}")]
    Unhashable(Fault),
}

impl PairErrorKind {
    pub(crate) fn at(self, path: &str) -> PairError {
        PairError { path: path.to_owned(), kind: self }
    }
}
