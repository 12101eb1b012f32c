//! Runs submitted predicates on the tests of a suite, and keeps every outcome.
//!
//! ```text
//! suite ─ prepared, values ─────────────────┐
//! submission ─ adapter ─ compiler ─ worker ─ grade ─ outcomes
//!                             │    starter ─┘
//!                             └─ line_process ─ watch
//!                                  sandbox
//! request ─ service ─ answer          a program of ours, confined in the same way
//! ```
//!
//! Invariant: a worker receives pairs and numbers, and never an expected answer or the name of a bucket.

pub mod adapter;
pub mod compiler;
pub mod conformance;
pub mod grade;
mod group;
pub mod limits;
mod line_process;
pub mod outcome;
pub mod prepared;
pub mod protocol;
pub mod remove;
mod repeat;
pub mod service;
pub mod starter;
pub mod values;
mod watch;
pub mod worker;

pub use compiler::SubmissionCompiler;
pub use outcome::Outcome;
