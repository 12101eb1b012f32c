//! Suites: tests for every concretizable bucket of a problem, as a file that can be read, checked, compared and exported.
//!
//! ```text
//! problem ─ build ─┬─ select, mix    which buckets, how many tests of each kind
//!                  ├─ fill           one bucket: pools of candidates, choose by shape, family
//!                  ├─ outside        pairs that violate a precondition
//!                  ├─ update         tests of an older suite
//!                  └─ render         pairs as they are stored ─ format
//! ```
//!
//! Invariant: `eval` put every test of a suite into the bucket it stands in. Same release, problem, seed and options give
//! the same bytes.

pub mod build;
mod choose;
mod family;
mod fill;
pub mod format;
mod mix;
mod outside;
mod pools;
mod render;
pub mod select;
mod shape;
mod stop;
mod survey;
mod text;
mod update;

pub use build::{Engines, Options, Step, build};
pub use format::{Suite, Test};
pub use select::Which;
