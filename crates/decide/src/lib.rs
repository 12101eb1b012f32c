//! The solver engine: decides which buckets of a problem have pairs, and finds those pairs.
//!
//! A problem is compiled once per scope. The circuit goes to one incremental solver, with a selector variable for each
//! subproperty, so that every question about a bucket is a set of assumptions.
//!
//! ```text
//! problem ─ orders (functions that depend on the order of a set) ─ session (compiled, one incremental solver: query)
//! session ─┬─ analysis ─ pairs::implications   concretizable buckets and what they imply; grow repeats it in larger scopes
//!          ├─ smallest                         the smallest pair of a bucket, proven smallest
//!          ├─ tests_of_bucket                  small and diverse pairs
//!          ├─ why                              the reasons why a bucket is contradictory
//!          └─ versions, compare                pairs on which a mutant is wrong, or two functions differ
//! problem ─ cost                               a function that takes long to compile, before it is waited for
//! analysis ─ proof                             a folder that others can check
//! ```
//!
//! Invariant: `eval` confirms the bucket of every pair that leaves this crate; a disagreement is a [`Mismatch`]. What the
//! solver could not decide is reported as undecided, never guessed.

pub mod analysis;
pub mod compare;
pub mod cost;
mod function;
pub mod grow;
mod oracle;
mod order_questions;
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
pub use function::{PairFunction, PairFunctionError};
pub use oracle::compiler;
pub use pairs::{Bucket, Implication, Mismatch, Replay};
pub use proof::{check_proofs, write_proofs};
pub use query::Query;
pub use session::{Blueprint, DecideError, DecideSettings, Session};
pub use smallest::smallest;
