//! Suites: tests for every concretizable bucket of a problem, as a file that can be read, checked, compared and exported.
//!
//! ```text
//! problem ─ build ─┬─ select, mix    which buckets, how many tests of each kind
//!                  ├─ fill           one bucket: pools of candidates, choose by shape, family
//!                  ├─ faults         what is wrong with the problem file, as far as it is seen
//!                  ├─ outside        pairs that violate a precondition
//!                  ├─ update         tests of an older suite
//!                  └─ render         pairs as they are stored ─ format
//! ```
//!
//! Invariant: `eval` put every test of a suite into the bucket it stands in. Same release, problem, seed and options give
//! the same bytes.

pub mod build;
mod choose;
pub mod classify;
pub mod cross;
pub mod export;
mod family;
mod faults;
mod fill;
pub mod format;
pub mod half_right;
pub mod id;
pub mod judge;
pub mod lattice;
mod likeness;
mod mix;
mod near;
mod outside;
mod places;
mod pools;
pub mod read;
mod render;
pub mod select;
mod shape;
mod stop;
pub mod strict;
mod survey;
mod text;
mod update;
pub mod verify;
pub mod visible;

pub use build::{Engines, Options, Step, build};
pub use faults::Raises;
pub use format::{Suite, Test};
pub use outside::TRIES as OUTSIDE_TRIES;
pub use select::Which;
pub use update::without_edited;
