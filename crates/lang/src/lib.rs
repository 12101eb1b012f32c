//! The problem language: from the text of a problem file to a checked [`Problem`](problem::Problem).
//!
//! ```text
//! source ─ parse ─ ast ─ globals ─ declare ─ resolve ─ infer ─ Problem + diagnostics
//! ```
//!
//! Faults of a problem file are data ([`diagnostic::Diagnostic`]), many at a time; nothing here executes the file.

pub mod ast;
pub mod attributes;
mod bindings;
pub mod builtins;
pub mod declare;
pub mod diagnostic;
pub mod floats;
mod foreign;
pub mod globals;
pub mod infer;
pub mod library;
pub mod load;
pub mod methods;
pub mod parse;
pub mod picture;
pub mod problem;
pub mod render;
pub mod resolve;
pub mod scope;
pub mod signature;
pub mod source;
pub mod submission;
pub mod suggest;
pub mod text;
pub mod types;
