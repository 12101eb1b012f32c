//! The suite file: tests for the buckets of a problem, read, verified, compared with hand-made ones, and exported.
//!
//! ```text
//! file ─ strict ─ read ─ Suite ─┬─ verify     replayed by `eval`: claims about buckets, and every test
//!                               ├─ export     pytest, Pyret, JSON Lines, CSV
//!                               └─ text       written again, byte for byte
//! hand-made tests ─ classify ─ their buckets, and the buckets without a test
//! ```
//!
//! What runs, stores, analyzes and reports depends on this crate and not on what generates suites: no solver, no random
//! engine and no mutants are below it. Guarded by a step of `./test`.

pub mod classify;
pub mod digest;
pub mod export;
pub mod families;
pub mod format;
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

pub use format::{Suite, Test};
pub use read::large_scope;
pub use select::Which;
pub use verify::{Verification, verify};
