//! Grades a class: all submissions, each outcome kept as it comes, resumed where it stopped.
//!
//! ```text
//! submissions ─ class ─ jobs, each with its folders (work) ─ runner::grade
//!                 └─ store: one transaction for each submission ─ results ─ results.json, results.csv
//!                                                              └─ summary
//! ```
//!
//! Invariant: what is in the store is complete. A run that was ended at any moment and started again gives the same files
//! as one that was not. Guarded by `tests/` here and of the command line.

pub mod class;
pub mod excluded;
pub mod results;
pub mod roll;
pub mod setup;
pub mod store;
pub mod summary;
pub mod work;

pub use class::{Class, Event, run};
pub use store::{Store, StoreError};
pub use work::Work;
