//! Decides submissions: in each bucket, whether there is a pair of the scope on which the predicate answers wrongly.
//!
//! ```text
//! problem ─ decided_problem (concretizable buckets, circuit in every order)
//! submission (lang) ─ circuit (with the problem's, over the bits of the same pair) ─ prover (a solver) ─┬─ buckets   correct, wrong, undecided
//!                                                                                                      ├─ findings  raises, order, changes
//!                                                                                                      ├─ checks    pairs to compare with Python
//!                                                                                                      ├─ tiny      compared with `eval` here
//!                                                                                                      ├─ versions  what it is a version of
//!                                                                                                      └─ explained which given functions it equals
//!                                                                                            Decision ─┘
//! ```
//!
//! A [`decision::Decision`] is not a verdict yet. Nothing of the submission is executed here; whoever shows a decision first runs the
//! submission on its pairs and withdraws what they contradict (`decision::confirm`).
//!
//! Invariants: a bucket is *correct* only if the solver proved that no pair of it, in any order of its unordered lists and of
//! sets, is answered wrongly or in a way that is not known; what could not be decided is undecided and says why. The same
//! submission gives the same decision, whatever was decided before. Guarded by `tests/brute_force.rs` and
//! `tests/adversarial.rs`.

mod buckets;
mod checks;
mod circuit;
mod decided_problem;
mod explained;
mod findings;
mod limits;
mod loading;
mod phases;
pub mod proof;
mod prover;
mod reasons;
mod service;
mod sorted;
mod tiny;
mod versions;

pub use buckets::{AcceptedPairs, DecidedSubmission, decide_submission};
pub use decided_problem::{DecidedProblem, UndecidedProblem};
pub use explained::{ExplainedSubmission, GivenFunctions};
pub use limits::ProofLimits;
pub use phases::{ProofPhase, ProofWatch, ProofWork};
pub use reasons::not_loaded;
pub use service::{HandedSubmission, ProveAnswer, ProveRequest, answer};
pub use versions::{VersionFormula, Versions};
