//! Runs submitted predicates on the tests of a suite, and keeps every outcome.
//!
//! ```text
//! suite ─ exam, values ─────────────────────┐
//! submission ─ adapter ─ compiler ─ worker ─ grade ─ outcomes
//!                             └─ link ─┘
//!                               sandbox
//! ```
//!
//! Invariant: a worker gets pairs and numbers, and never an expected answer or the name of a bucket.

pub mod adapter;
pub mod compiler;
pub mod conformance;
pub mod exam;
pub mod grade;
pub mod limits;
mod link;
pub mod outcome;
pub mod protocol;
pub mod remove;
pub mod values;
pub mod worker;

pub use compiler::Compiler;
pub use outcome::Outcome;
