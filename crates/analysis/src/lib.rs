//! From outcomes to findings: what each predicate fails to check, what a class got wrong, what a suite finds.
//!
//! ```text
//! suite, exclusions ─ answer_key ──┐
//!                                  ├─ answers ─┬─ attribute   checked, missed, in part
//! stored outcomes (grading) ───────┘           ├─ behavior    minimize ─ formula
//! decision (grading) ── proof ────────────────┤
//!                                              ├─ traits      which correct outputs are accepted
//!                                              └─ diagnosis   one submission: verdict, mistakes
//!                                                    └─ class, summary   the class in numbers ─ compare   several suites
//! load statuses (grading) ─ loading   why submissions could not run, undefined names, notes ─ class
//! ```
//!
//! Invariant: verdicts, exclusions and every count that people see are computed here, once. `grading` runs and stores;
//! `report` and the command line only present. Nothing is run here, and nothing is written; the same outcomes give the same
//! findings. Guarded by `tests/figures.rs` of the command line, which compares every figure in every place that shows it.
//!
//! Verdicts are about tests, *no mistake found*, unless a proof covers every pair of the scope: *proved correct*.

pub mod answer_key;
pub mod answers;
pub mod attribute;
pub mod behavior;
#[cfg(test)]
mod cases;
pub mod class;
pub mod compare;
pub mod diagnosis;
pub mod failures;
pub mod fingerprint;
pub mod formula;
pub mod loading;
pub mod minimize;
pub mod progress;
pub mod proof;
pub mod summary;
pub mod traits;
mod twin;
pub mod verdict;
pub mod vocabulary;

pub use answer_key::{AnswerKey, AnswerKeyError, SuitePart, TestPairs};
pub use answers::{SubmissionAnswers, TestAnswer};
pub use class::{AnalyzedSubmission, ClassAnalysis, ClassBuilder};
pub use diagnosis::{Diagnosis, diagnose};
pub use fingerprint::Fingerprint;
pub use proof::{ProofDiagnosis, ProofStatus, ProvedCell};
pub use summary::{ClassCount, ClassSummary};
pub use verdict::Verdict;
