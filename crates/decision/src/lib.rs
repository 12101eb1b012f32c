//! What was decided about a submission, as plain data: it crosses the boundary between processes, is stored, and is shown.
//!
//! ```text
//! prove ─ Decision (what the solver says, and pairs to run) ─ confirm ─ ConfirmedDecision (what may be said)
//!                    answers of the submission itself on these pairs ─┘
//! ```
//!
//! This crate has no engine, so that what stores and reports decisions has none either. Guarded by a step of `./test`.
//!
//! Invariants: a bucket that the solver found wrong is wrong only if the submission itself answered its witness wrongly; if an
//! answer contradicts the solver, nothing is said of any bucket. Guarded by `tests/confirming.rs`.

mod answer;
mod confirm;
mod confirmed;
mod raw;

pub use answer::{Answer, GivenAnswer};
pub use confirm::confirm;
pub use confirmed::{
    ConfirmedBucket, ConfirmedDecision, DecisionStatus, ProofContradiction, ProofVerdict, ProofWitness,
};
pub use raw::{
    Claim, DecidedBucket, DecidedPair, Decision, PairPurpose, ProofFinding, Reason, SolverVerdict, SubmissionPlace,
    Undecided,
};

/// The version of this data. What has another version is not read: the submission is decided again.
pub const FORMAT: u64 = 1;
