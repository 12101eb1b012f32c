//! Half-right versions of the subproperties of a problem, and of its reference predicate.
//!
//! ```text
//! problem ─┬─ operators ─ edits of the text ─ lang ─ mutants that load ─┬─ exam ─ what each says of a pair
//!          └─ views: a part of the data only ───────────────────────────┘
//! ```
//!
//! A mutant is the problem file with one small mistake in a function that a subproperty runs, read and checked again (what
//! does not pass the checker is dropped); or a subproperty that looks at a part of the data only. A student's mistake in one
//! part of a predicate is often like one of these.
//!
//! Invariant: the same file gives the same mutants in the same order.

mod comparisons;
mod counting;
mod elements;
mod exam;
mod logic;
mod mutant;
mod names;
mod numbers;
mod operator;
mod parameters;
mod reach;
mod site;
mod together;
mod view;

pub use exam::{Answer, Exam};
pub use mutant::{Mutant, Target, mutants};
pub use operator::Operator;
