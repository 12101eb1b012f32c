//! The concrete meaning of a problem file: the value CPython gives, or an exception of the same class.
//!
//! ```text
//! lang::Problem ─ build ─ Program ─ Machine ─ Value or Fault
//! ```
//!
//! Invariant: on every value of the language, [`Machine::call`] answers as CPython does, apart from what the language
//! excludes ([`Fault::Outside`]) and limits ([`Fault::Steps`], [`Fault::TooLarge`]). Guarded by
//! `tests/agrees_with_cpython.rs` and `tests/conformance.rs`. Knows nothing of circuits.

mod bounds;
mod build;
mod builtins;
mod caching;
mod calls;
mod classes;
mod code;
mod compare;
mod copy;
mod dropping;
mod dunder;
mod enums;
mod exceptions;
mod explain;
mod fault;
mod floats;
mod frame;
mod identity;
mod instances;
mod iterators;
mod limits;
mod machine;
mod matching;
mod methods;
mod numbers;
mod operators;
mod pair;
mod pair_error;
mod questions;
mod reflection;
mod repr;
mod set_order;
mod special;
mod subscript;
mod table;
mod text;
mod truth;
mod value;
mod vm;

pub use bounds::beyond_scope;
pub use classes::{ClassObject, Instance, Special};
pub use code::Program;
pub use compare::equal;
pub use copy::deep_copy;
pub use explain::{Binding, DecidingReason, Where, explain};
pub use fault::{Fault, Raised, Result};
pub use machine::{DEFAULT_STEPS, Machine};
pub use pair::{AtomName, CLASS, Pair};
pub use pair_error::{PairError, PairErrorKind};
pub use repr::{AtomNames, canon, repr};
pub use set_order::SetOrder;
pub use truth::truth;
pub use value::{Atom, Value};

impl Program {
    /// Prepares a problem file for evaluation.
    pub fn new(problem: &lang::problem::Problem) -> Self {
        build::build(problem)
    }
}
