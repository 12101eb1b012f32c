//! A folder that proves what an analysis claims, and what checks it.
//!
//! ```text
//! session, analysis ─ formula ─ NNN.cnf ─ solver::proof::prove ─ NNN.lrat ─┐
//!                               problem.py, pairs ─ manifest.json ─────────┴─ check ─ Report
//! ```
//!
//! | module | does |
//! |---|---|
//! | `formula` | the clauses of one implication, and which of them say what |
//! | `words` | the same in words, as comments |
//! | `manifest` | what the folder claims, and the names and hashes of its files |
//! | `folder` | a folder that appears whole or not at all |
//! | `write`, `check` | there and back |
//!
//! Invariant: a folder that checks excludes, by proofs, exactly the buckets for which it holds no pair. This relies on
//! the compiler, on the argument for breaking symmetry, and on [`solver::proof::check`]; not on the solver that wrote
//! the proofs. Guarded by `tests/proofs.rs`: folders that were tampered with in all ways we could think of.

mod check;
mod fault;
mod folder;
mod formula;
pub mod hash;
mod manifest;
mod words;
mod write;

pub use check::{Report, check_proofs};
pub use fault::CheckError;
pub use folder::{abandon_drafts, check_target};
pub use write::{WriteError, Written, write_proofs};
