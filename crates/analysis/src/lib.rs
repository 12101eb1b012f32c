//! From outcomes to understanding: what each predicate fails to check, what a class got wrong, what a suite finds.
//!
//! ```text
//! suite ─ key ──┐
//!               ├─ answers ─┬─ attribute   checked, missed, in part
//! outcomes ─────┘           ├─ behaviour   minimize ─ formula
//!                           └─ statement   of one submission ─ class   of all ─ compare   of several suites
//! ```
//!
//! Nothing is run here, and nothing is written. Same outcomes give the same statements. It speaks of errors, never of what
//! people think; and of *no mistake found*, never of *correct*.

pub mod answers;
pub mod attribute;
pub mod behaviour;
pub mod class;
pub mod compare;
pub mod failure;
pub mod formula;
pub mod key;
pub mod minimize;
pub mod statement;
mod twin;

pub use answers::{Answer, Answers};
pub use class::{Class, Member};
pub use key::Key;
pub use statement::{Statement, statement};
