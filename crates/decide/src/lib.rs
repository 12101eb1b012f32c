//! Decides the buckets of a problem from one circuit.
//!
//! ```text
//! compile::Compiled ─ query (one incremental solver) ─┬─ enumerate   concretizable buckets
//!                                                     ├─ smallest    least pair of a bucket, proven so
//!                                                     ├─ tests       small and diverse pairs
//!                                                     └─ versions    pairs on which a mutant is wrong
//! buckets ─ implications ─ analysis ─ proof (a folder that others can check)
//! ```
//!
//! Invariant: no pair leaves this crate that `eval` did not put into the bucket it is said to be in; a difference is a
//! [`Mismatch`]. What a solver could not decide is said to be unknown, never guessed.

pub mod analysis;
pub mod compare;
pub mod grow;
mod oracle;
pub mod orders;
pub mod proof;
mod query;
mod session;
pub mod size;
mod smallest;
pub mod tests_of_bucket;
pub mod versions;
pub mod why;

pub use analysis::{Analysis, analyze, analyze_with};
pub use oracle::compiler;
pub use pairs::{Bucket, Implication, Mismatch, Replay};
pub use proof::{check_proofs, write_proofs};
pub use query::Query;
pub use session::{Blueprint, Failure, Session, Settings};
pub use smallest::smallest;
