//! Generates suites: tests for every concretizable bucket of a problem, from the solver and the random engine.
//!
//! ```text
//! problem ─ survey   which buckets there are, and a pair of each
//!             └─ build ─┬─ fill      one bucket: candidates (pools, near) chosen by mutants and shape (choose)
//!                       ├─ family    other correct outputs of the same input
//!                       ├─ faults    faults of the problem file that show on the way
//!                       ├─ outside   pairs that violate a precondition
//!                       ├─ update    tests kept from an older suite
//!                       └─ stored    pairs as they are stored ─ suite::Suite
//! suite ─ verify     its claims about all pairs, decided again
//! ```
//!
//! Invariant: `eval` put every test of a suite into its bucket. Same release, problem, seed and options give the same
//! bytes.

pub mod build;
mod choose;
pub mod cross;
pub mod exposure;
mod family;
mod faults;
mod fill;
mod likeness;
mod near;
mod outside;
mod parallel;
mod pools;
mod stored;
mod survey;
mod update;
pub mod verify;

pub use build::{BuildOptions, BuildStep, Engines, build};
pub use faults::RaisingFunction;
pub use outside::TRIES as OUTSIDE_TRIES;
pub use update::without_edited;
pub use verify::verify;
