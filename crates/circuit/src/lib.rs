//! Boolean circuits: the form of a problem between its functions and the clauses for a solver.
//!
//! ```text
//! inputs ─ Circuit (and-gates, literals with a sign) ─┬─ simulate   many assignments at once
//!          count, bits: numbers made of literals      └─ cnf        clauses for a solver
//! ```
//!
//! Invariant: a literal denotes one Boolean function of the inputs, from its creation on; simplification never changes
//! it. Guarded by the tests beside each module, which compare with plain evaluation on every assignment.
//! This crate knows nothing about problems, values or solvers.

pub mod bits;
mod circuit;
pub mod cnf;
pub mod count;
mod deadline;
mod lit;
#[cfg(test)]
mod random;
mod rules;
mod shape;
pub mod simulate;
mod unique;

pub use circuit::{Circuit, Node};
pub use cnf::{ClauseSink, Encoder, Polarity};
pub use count::Unary;
pub use deadline::Deadline;
pub use lit::{Lit, NodeId};
pub use simulate::{Simulator, eval_bool};
