//! Faults of proofs.

/// Why a proof is rejected, and at which line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct ProofError {
    /// From 1 on.
    pub line: usize,
    pub fault: ProofFault,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProofFault {
    #[error("cannot be read: {0}")]
    Unreadable(String),
    #[error("`{0}` is not a number")]
    NotANumber(String),
    #[error("the line is incomplete")]
    Incomplete,
    #[error("the line continues after its final 0")]
    TooLong,
    #[error("clause {id} comes after clause {last}")]
    Order { id: i64, last: i64 },
    #[error("`{0}` is not a literal of the formula")]
    Literal(i64),
    #[error("the clause contains both `{0}` and its negation")]
    Tautology(i32),
    #[error("there is no clause {0}")]
    UnknownClause(i64),
    #[error("hint {0} is negative: only reverse unit propagation is accepted")]
    Rat(i64),
    #[error("clause {0} is neither unit nor false when it is used")]
    NotUnit(i64),
    #[error("the hints continue after the conflict")]
    MoreHints,
    #[error("the hints do not lead to a conflict")]
    NoConflict,
    #[error("the proof ends without the empty clause")]
    NoEmptyClause,
}
