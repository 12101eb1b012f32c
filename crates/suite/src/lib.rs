//! Suites: tests for every concretizable bucket of a problem, as a file that can be read, checked, compared and exported.
//!
//! Invariant: `eval` put every test of a suite into the bucket it stands in. Same release, problem, seed and options give
//! the same bytes.

pub mod classify;
pub mod export;
pub mod format;
pub mod id;
pub mod judge;
pub mod lattice;
pub mod read;
pub mod strict;
pub mod verify;

pub use format::{Suite, Test};
