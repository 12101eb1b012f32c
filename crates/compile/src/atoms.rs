//! What an atom is to a function: a name without a value, or the value that a submission receives for it.
//!
//! To a problem file, atoms have nothing but equality. A submission receives numbers or strings, and may use more of them;
//! the fewer uses an answer rests on, the more names it holds for. So a submission is compiled in the first mode in
//! which it is not refused.

use std::sync::Arc;

use lang::problem::{AtomId, AtomKind};

use crate::value::Alt;

/// What functions can do with atoms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AtomMode {
    /// Compare them for equality. What is true of one naming is true of all.
    #[default]
    Equality,
    /// Compare them with each other, in the order of their numbers: true of all namings of one kind in that order.
    Order,
    /// Everything, since they are values: the numbers 0, 1, 2, … or the strings `a`, `b`, `c`, …, by atom type. True of
    /// these names only.
    Values(Vec<AtomKind>),
}

impl AtomMode {
    /// An atom as functions see it.
    pub(crate) fn alternative(&self, ty: AtomId, id: u32) -> Alt {
        match self {
            Self::Equality | Self::Order => Alt::Atom(ty, id),
            Self::Values(kinds) => match kinds.get(usize::from(ty.0)) {
                Some(AtomKind::Int) => Alt::Int(i128::from(id)),
                _ => Alt::Str(Arc::from(pairs::notation::letters(id))),
            },
        }
    }
}
