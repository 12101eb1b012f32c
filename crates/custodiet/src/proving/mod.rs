//! Proves submissions: each is decided in a confined process of ours, then run on what was decided.
//!
//! ```text
//! submission ─ handed (its files as text) ─ confined (a process of `custodiet prove-server`) ─ Decision
//!                                                           replay (the submission itself) ─┘ └─ ConfirmedDecision
//! ```
//!
//! Invariant: no decision leaves this module that the submission has not confirmed. Equal submissions are decided once, and each
//! is run on the pairs of the decision. Guarded by `tests/prove.rs`.

mod confined;
mod handed;
mod prover;
mod replay;
pub mod server;

pub use confined::ConfinedProver;
pub use prover::{ProofSetup, ProvedSubmission, SubmissionProver, tests};
pub use replay::test_of;
