//! Why a function cannot be compiled.

use lang::ast::{Name, Span};
use pairs::Concrete;
use thiserror::Error;

use crate::construct::{Construct, LargeValue};
use crate::layout::LayoutError;

/// Why a function has no circuit, and the place in the file. Never a wrong circuit instead.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind}")]
pub struct Refusal {
    pub at: Span,
    pub kind: RefusalKind,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RefusalKind {
    #[error(transparent)]
    Unsupported(#[from] Construct),
    /// `**`, `<<` or `>>` whose right operand is not one of a few numbers.
    #[error("`{operator}` by a number with many possible values")]
    UnlistedOperand { operator: &'static str },
    #[error(transparent)]
    TooLarge(#[from] LargeValue),
    /// A parameter of the predicate has no layout within the scope.
    #[error("`{param}` {reason}")]
    Layout { param: Name, reason: LayoutError },
    /// A `while` loop in a function runs on and on for a pair of the scope.
    #[error("`{function}` does not end")]
    Endless { function: Name, pair: Vec<Concrete> },
    #[error("takes too many steps to compile")]
    Steps,
    #[error("time ran out while `{function}` was being compiled")]
    Time { function: Name },
    /// The compiler contradicts itself: a bug in Custodiet, not in the problem file.
    #[error("{what} (internal error)")]
    Internal { what: &'static str },
}

pub(crate) type Result<T> = std::result::Result<T, Box<Refusal>>;
