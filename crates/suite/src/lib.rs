//! The suite file: reads, verifies and exports the tests of a problem, and classifies hand-made ones.
//!
//! ```text
//! file ─ strict ─ read ─ Suite ─┬─ verify     replays claims about buckets and every test with `eval`
//!                               ├─ export     pytest, Pyret, JSON Lines, CSV
//!                               └─ text       written again, byte for byte
//! pairs ─ adopt ─ a suite with more tests
//! hand-made tests ─ classify ─ their buckets, and the buckets without a test
//! ```
//!
//! Running, storing, analyzing and reporting depend on this crate and not on the generation of suites: it does not depend on
//! the solver, the random engine or mutants. Guarded by a step of `./test`.

pub mod adopt;
pub mod classify;
pub mod digest;
pub mod export;
pub mod families;
pub mod format;
mod gaps;
pub mod id;
mod mix;
pub mod places;
pub mod read;
pub mod render;
pub mod select;
pub mod shape;
pub mod strict;
mod text;
pub mod verify;
pub mod visible;

pub use adopt::{AdoptedPair, ExtendedSuite, adopt};
pub use format::{Suite, Test};
pub use gaps::SuiteGaps;
pub use mix::MixError;
pub use read::large_scope;
pub use select::BucketSelection;
pub use verify::{Verification, verify};
