//! Folders that prove that submissions are correct, and that anyone can check without trusting the solver.
//!
//! ```text
//! submission ─ circuit (with the problem's) ─ formula ─ submission-001-1.cnf ─ solver::proof ─ submission-001-1.lrat ─┐
//!                            problem.py, submission-001.json ─ manifest.json ─────────────────────────────────────────┴─ check
//! ```
//!
//! Invariant: a folder is valid only if the clauses are those that the compiler makes of the problem and of the submission in it, and every
//! proof is one. It appears whole or not at all. Guarded by `tests/proofs.rs`: folders that were forged or cut short.

mod check;
mod formula;
mod manifest;
mod write;

pub use check::{CheckedSubmission, SubmissionProofFault, SubmissionProofReport, check_submission_proofs};
pub use write::{SubmissionProofs, WrittenSubmissionProofs};
