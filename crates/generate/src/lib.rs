//! Generates suites: tests for every concretizable bucket of a problem, by the solver and at random.
//!
//! ```text
//! problem ─ survey   which buckets there are, and a pair of each
//!             └─ build ─┬─ fill      one bucket: candidates from pools and near misses, chosen by shape and mutants
//!                       ├─ family    other correct outputs of the same input
//!                       ├─ faults    what is wrong with the problem file, as far as it is seen
//!                       ├─ outside   pairs that violate a precondition
//!                       ├─ update    tests of an older suite
//!                       └─ stored    pairs as they are stored ─ suite::Suite
//! suite ─ verify     what it says of all pairs, decided again
//! ```
//!
//! Invariant: `eval` put every test of a suite into the bucket it stands in. Same release, problem, seed and options give
//! the same bytes.

pub mod build;
mod choose;
pub mod cross;
mod family;
mod faults;
mod fill;
pub mod half_right;
mod likeness;
mod near;
mod outside;
mod pools;
mod stop;
mod stored;
mod survey;
mod update;
pub mod verify;

pub use build::{Engines, Options, Step, build};
pub use faults::Raises;
pub use outside::TRIES as OUTSIDE_TRIES;
pub use update::without_edited;
pub use verify::verify;
