//! Why an evaluation has no value.

use std::fmt;

use lang::ast::Span;
use lang::builtins::Exception;

use crate::repr::{AtomNames, named};

/// Every way an evaluation can end without a value. Only the first is Python's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The exception CPython raises.
    Raised(Raised),
    /// The step limit was exceeded: an endless loop, or one too long to wait for.
    Steps { limit: u64, at: Option<Span> },
    /// A value would have outgrown the memory limit.
    TooLarge { what: &'static str, at: Option<Span> },
    /// What the language excludes although CPython returns a value: the order of a set, operations on atoms, floats.
    Outside { what: String, at: Option<Span> },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raised {
    pub exception: Exception,
    /// As raised: [`Fault::text`] and [`Raised::message`] give it with the names of its atoms.
    pub(crate) message: String,
    /// The statement that raised.
    pub at: Option<Span>,
    /// Which exception object of the machine it carries.
    pub(crate) carried: Carried,
}

/// The number of an exception object; 0 for none. It is no part of what happened.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Carried(pub u64);

impl PartialEq for Carried {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Carried {}

impl Raised {
    pub fn message(&self, atoms: AtomNames<'_>) -> String {
        named(&self.message, atoms)
    }

    /// What a generator does with a `StopIteration` from its own body.
    pub(crate) fn stop_iteration_is_an_error(&mut self) {
        if self.exception == Exception::StopIteration {
            self.exception = Exception::RuntimeError;
            self.carried = Carried::default();
            "generator raised StopIteration".clone_into(&mut self.message);
        }
    }
}

/// Boxed, to keep the success path short.
pub type Result<T> = std::result::Result<T, Box<Fault>>;

impl Fault {
    pub fn at(&self) -> Option<Span> {
        match self {
            Self::Raised(raised) => raised.at,
            Self::Steps { at, .. } | Self::TooLarge { at, .. } | Self::Outside { at, .. } => *at,
        }
    }

    /// What happened, in one line.
    pub fn text(&self, atoms: AtomNames<'_>) -> String {
        match self {
            Self::Raised(raised) if raised.message.is_empty() => raised.exception.to_string(),
            Self::Raised(raised) => format!("{}: {}", raised.exception, raised.message(atoms)),
            Self::Steps { limit, .. } => {
                let limit = match limit {
                    limit if limit % 1_000_000 == 0 => format!("{} million", limit / 1_000_000),
                    limit => limit.to_string(),
                };
                format!("gave up after {limit} steps: an endless loop, or too large a pair")
            }
            Self::TooLarge { what, .. } => format!("{what} grows too large to evaluate"),
            Self::Outside { what, .. } => what.clone(),
        }
    }

    /// Notes the innermost statement; the first note stays.
    pub(crate) fn locate(&mut self, span: Span) {
        let at = match self {
            Self::Raised(raised) => &mut raised.at,
            Self::Steps { at, .. } | Self::TooLarge { at, .. } | Self::Outside { at, .. } => at,
        };
        at.get_or_insert(span);
    }

    pub(crate) fn is(&self, exception: Exception) -> bool {
        matches!(self, Self::Raised(raised) if raised.exception == exception)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(&|atom| format!("atom {}", atom.id)))
    }
}

#[cold]
pub(crate) fn raise<T>(exception: Exception, message: impl Into<String>) -> Result<T> {
    Err(Box::new(Fault::Raised(Raised { exception, message: message.into(), at: None, carried: Carried::default() })))
}

#[cold]
pub(crate) fn type_error<T>(message: impl Into<String>) -> Result<T> {
    raise(Exception::TypeError, message)
}

#[cold]
pub(crate) fn value_error<T>(message: impl Into<String>) -> Result<T> {
    raise(Exception::ValueError, message)
}

#[cold]
pub(crate) fn outside<T>(what: impl Into<String>) -> Result<T> {
    Err(Box::new(Fault::Outside { what: what.into(), at: None }))
}

#[cold]
pub(crate) fn too_large<T>(what: &'static str) -> Result<T> {
    Err(Box::new(Fault::TooLarge { what, at: None }))
}
