//! Reports on a folder of results: one model, which all reports read.
//!
//! ```text
//! results folder ─ graded ─ analysis ─ build ─ model ─┬─ report.json
//!                                                     ├─ html, after share for the class
//!                                                     ├─ tables, outcomes  CSV, Parquet
//!                                                     ├─ feedback          for students
//!                                                     └─ changes           what a regrade changed for whom
//! ```
//!
//! Invariant: what a report says is in the [`model`]; nothing is worked out anew while it is written. What comes from
//! submissions (names, sources, messages) is text, and stays text wherever it is shown.

pub mod build;
pub mod changes;
pub mod feedback;
pub mod graded;
pub mod html;
pub mod model;
mod order;
pub mod outcomes;
pub mod page;
pub mod plain;
pub mod share;
pub mod tables;
mod words;

pub use build::build;
pub use graded::Graded;
pub use html::html;
pub use model::Report;
