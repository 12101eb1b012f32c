//! Runs the submissions of a class and stores what each did, as soon as it is known; resumes where it stopped.
//!
//! ```text
//! submissions ─ preflight ─ run ─ jobs, each with its folders (work) ─ runner::grade
//!                            └─ store: one transaction for each submission ─ results: what is stored, test by test
//! stored submissions ─ prove ─ proofs: one decision for each submission, from an engine that is given
//! parts of a class (shard, conditions) ─ merge ─ store
//!                                 └─ rows, packed: one row for each submission; upgrade: tables of earlier releases
//! ```
//!
//! Knows nothing of verdicts and counts: `analysis` draws conclusions from the stored outcomes.
//!
//! Invariant: what is in the store is complete. A run that was ended at any moment and started again stores the same as one that
//! was not. A results folder may come from anyone: nothing is run, removed or written elsewhere because of what it says. Guarded by
//! `tests/` here and of the command line.

pub mod conditions;
pub mod database;
pub mod exclusions;
pub mod folder;
pub mod form;
pub mod merge;
mod packed;
pub mod part;
pub mod preflight;
mod private_copy;
pub mod proofs;
pub mod prove;
pub mod results;
pub mod roster;
mod rows;
pub mod run;
pub mod setup;
pub mod shard;
pub mod status;
pub mod store;
mod upgrade;
pub mod work;

pub use conditions::RunConditions;
pub use exclusions::{Exclusion, Exclusions};
pub use merge::{ClassParts, MergeError, MergeRecord, check_parts, copy_parts};
pub use part::{PackedPart, PartError, pack_class};
pub use preflight::{PreflightError, preflight};
pub use proofs::{ProofChecker, ProvedBuckets, StoredProof};
pub use prove::{JobProver, MakeProver, ProofEvent, ProofRun, prove};
pub use results::{Results, StoredSource, SubmissionResult, SubmissionSource};
pub use roster::Roster;
pub use run::{GradingEvent, GradingRun, PairRunner, run};
pub use setup::{GivenFiles, GradingSetup, RecordedSetup, RunSettings, SetupError};
pub use shard::{ClassMember, Shard, ShardError, ShardRecord};
pub use status::LoadStatus;
pub use store::{Store, StoreError, StoredSubmission};
pub use work::{NoTemporaryFolder, WorkFolder};
