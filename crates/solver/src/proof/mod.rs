//! Proofs that clauses contradict each other, in the LRAT format.
//!
//! `prove` asks `CaDiCaL` for a proof; `check` reads it without trusting whoever wrote it. The two share no code but the
//! clauses, so an answer that passed both is wrong only if the checker is, which is short.

mod check;
mod fault;
mod prove;

pub use check::check;
pub use fault::{Fault, ProofError};
pub use prove::{ProveError, prove};
