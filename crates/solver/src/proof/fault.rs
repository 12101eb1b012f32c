//! What can be wrong with a proof.

/// Why a proof is not believed, and the line that is to blame.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct ProofError {
    /// From 1 on.
    pub line: usize,
    pub fault: Fault,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    #[error("cannot be read: {0}")]
    Unreadable(String),
    #[error("`{0}` is not a number")]
    NotANumber(String),
    #[error("the line ends too early")]
    Incomplete,
    #[error("the line goes on after its end")]
    TooLong,
    #[error("clause {id} comes after clause {last}")]
    Order { id: i64, last: i64 },
    #[error("`{0}` is not a literal of the clauses")]
    Literal(i64),
    #[error("the clause contains both `{0}` and its negation")]
    Tautology(i32),
    #[error("there is no clause {0}")]
    UnknownClause(i64),
    #[error("hint {0} is negative: only reverse unit propagation is accepted")]
    Rat(i64),
    #[error("clause {0} is neither unit nor false when it is used")]
    NotUnit(i64),
    #[error("the hints go on after the contradiction")]
    MoreHints,
    #[error("the hints lead to no contradiction")]
    NoConflict,
    #[error("the proof ends without the empty clause")]
    NoEmptyClause,
}
