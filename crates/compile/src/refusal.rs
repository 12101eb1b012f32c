//! Why a function cannot be compiled.

use lang::ast::Span;

/// A place in the file and what about it has no circuit. Never a wrong circuit instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub at: Span,
    pub reason: String,
}

pub(crate) type Result<T> = std::result::Result<T, Box<Refusal>>;
