//! Mutants of the subproperties of a problem and of its reference predicate.
//!
//! ```text
//! problem ─┬─ operators ─ edits of the text ─ lang ─ mutants that load ─┬─ runner ─ the answer of each for a pair
//!          └─ views: a part of the data only ───────────────────────────┘
//! ```
//!
//! A mutant contains one plausible mistake. Most are the problem file with a small edit in a function that a subproperty
//! calls, loaded and checked again; edits that do not pass the checker are dropped. The others are subproperties that see
//! only a part of the data. Mistakes of students in one part of a predicate often behave like one of these, so tests that
//! expose many mutants are likely to expose them.
//!
//! `versions` gives the same mistakes words, and adds others that real predicates make (`seen`), to name what a predicate does.
//!
//! Each module from `comparisons` to `parameters` holds the edits of one family of mistakes.
//!
//! Invariant: the same file gives the same mutants in the same order.

mod comparisons;
mod counting;
mod elements;
mod logic;
mod mutant;
mod names;
mod numbers;
mod operator;
mod pairings;
mod parameters;
mod reach;
mod runner;
mod seen;
mod site;
mod version_source;
mod versions;
mod view;

pub use mutant::{Mutant, MutantTarget, mutants};
pub use operator::Operator;
pub use runner::{MutantAnswer, MutantRunner};
pub use versions::{CheckVersion, given, versions};
