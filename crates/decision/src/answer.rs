//! What a predicate answers for a pair: as the solver predicts it, and as the submission itself gave it.

use lang::submission::is_python_builtin;
use serde::{Deserialize, Serialize};

/// What a predicate does with a pair, as far as grading is concerned.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// It returned `True`.
    Accepted,
    /// It returned `False`.
    Rejected,
    /// An exception of this class.
    Raised(String),
    /// It returned something else. The type, where it is known.
    NotBoolean(Option<String>),
    /// It did not come to an end, or ran out of memory.
    NoAnswer,
}

impl Answer {
    /// The name of its kind in JSON.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::Raised(_) => "raised",
            Self::NotBoolean(_) => "not_boolean",
            Self::NoAnswer => "no_answer",
        }
    }

    /// Whether this is the right answer for a pair that a correct predicate accepts (`expect`) or rejects.
    pub fn is_right(&self, expect: bool) -> bool {
        *self == if expect { Self::Accepted } else { Self::Rejected }
    }

    /// Whether two descriptions are of the same answer.
    pub fn agrees(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::NotBoolean(a), Self::NotBoolean(b)) => a.is_none() || b.is_none() || a == b,
            // A circuit knows the built-in class from which a class of the submission is derived.
            (Self::Raised(a), Self::Raised(b)) => a == b || !is_python_builtin(a) || !is_python_builtin(b),
            _ => self == other,
        }
    }
}

/// What became of running a submission on a pair.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GivenAnswer {
    Answered(Answer),
    /// It was not run on this pair, for this reason.
    NotRun(String),
}
