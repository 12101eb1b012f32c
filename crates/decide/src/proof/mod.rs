//! Proof folders: a folder proves what an analysis claims, and anyone can check it without trusting the solver.
//!
//! ```text
//! session, analysis ─ formula ─ NNN.cnf ─ solver::proof::prove ─ NNN.lrat ─┐
//!                               problem.py, pairs ─ manifest.json ─────────┴─ check ─ ProofReport
//! ```
//!
//! | module | does |
//! |---|---|
//! | `formula` | the clauses of one implication, in sections by purpose |
//! | `words` | the same in words, as comments |
//! | `manifest` | what the folder claims, and the names and hashes of its files |
//! | `folder` | a folder that appears whole or not at all |
//! | `write`, `check` | write a folder and check it; `fault` has what can be wrong with it |
//! | `parts` | what folders with proofs about submissions have in common with these |
//!
//! Invariant: the proofs of a valid folder exclude exactly the buckets for which it holds no pair. This relies on the
//! compiler, on the argument for breaking symmetry, and on [`solver::proof::check`]; not on the solver that wrote the
//! proofs. Guarded by `tests/proofs.rs`: folders that were tampered with in every way we could think of.

mod check;
mod fault;
mod folder;
mod formula;
pub mod hash;
mod manifest;
pub mod parts;
mod words;
mod write;

pub use check::{ProofReport, check_proofs};
pub use fault::{CheckError, FormulaFault, FormulaSize, ManifestMismatch, PairFault, ProblemFault};
pub use folder::{abandon_drafts, check_target};
pub use manifest::ManifestError;
pub use write::{Obstacle, WriteError, WrittenProof, write_proofs};
