//! Proofs of unsatisfiability in the LRAT format.
//!
//! `prove` asks `CaDiCaL` for a proof; `check` verifies it without trusting its author. The two share only the type of
//! formulas, so a proof that passes both can be wrong only if the checker is, which is short.

mod check;
mod fault;
mod prove;

pub use check::check;
pub use fault::{ProofError, ProofFault};
pub use prove::{ProveError, prove};
