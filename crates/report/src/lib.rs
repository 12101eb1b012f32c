//! Reports on a folder of results: one model, and its renderings.
//!
//! ```text
//! results (grading) ─ analysis ─ build ─ model ─┬─ report.json
//!                                               ├─ results           results.json, results.csv
//!                                               ├─ html, after share for the class
//!                                               ├─ tables, outcomes  CSV, Parquet
//!                                               ├─ feedback          for students
//!                                               └─ changes           what a regrade changed for whom
//! ```
//!
//! `picture` draws pairs for both kinds of pages, [`story`] says the class in a few sentences. [`words`] counts nouns and takes first sentences, and [`loading`] says what a class lacks, for all of them and for the
//! command line.
//!
//! Invariant: a report shows what is in the [`model`] and computes no figure of its own. Text from submissions (names, sources,
//! messages) stays text wherever it is shown.

pub mod build;
pub mod changes;
pub mod csv_table;
pub mod feedback;
pub mod html;
pub mod loading;
pub mod model;
mod order;
pub mod outcomes;
pub mod page;
mod picture;
pub mod plain;
pub mod results;
pub mod sentences;
pub mod share;
pub mod story;
pub mod tables;
pub mod words;

pub use build::{BuildError, ClassReporter, build};
pub use html::html;
pub use model::ClassReport;
