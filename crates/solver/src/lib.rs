//! SAT solvers behind one trait, and proofs of their answers.
//!
//! ```text
//! clauses ─ Solver (Cadical, Batsat) ─ Answer, model or core
//! dimacs::Cnf ─ proof::prove ─ LRAT file ─ proof::check ─ believed
//! ```
//!
//! Invariants: a model satisfies all clauses and assumptions; a core is made of assumptions and suffices for the answer.
//! Guarded by `tests/conformance.rs`, one suite for all solvers, and `tests/traces.rs`. What [`proof::check`] accepts
//! follows from the clauses, whatever wrote it; guarded by `tests/proofs.rs`.

mod batsat;
mod cadical;
mod core;
pub mod dimacs;
mod feed;
mod kind;
mod limits;
pub mod proof;

use std::fmt::Debug;

pub use crate::core::minimize_core;
pub use batsat::Batsat;
pub use cadical::Cadical;
pub use feed::Feed;
pub use kind::{Kind, UnknownKind, solver};
pub use limits::Limits;

/// What a solver says of clauses and assumptions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    Sat,
    Unsat,
    /// A limit was reached.
    Unknown,
}

/// What a solver has done so far.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Stats {
    pub conflicts: u64,
    pub decisions: u64,
    pub propagations: u64,
    /// All that were added.
    pub clauses: u64,
    pub variables: u64,
}

/// An incremental SAT solver. Literals are variables with a sign, as in DIMACS; 0 is none.
pub trait Solver: Debug {
    /// A fresh variable: 1, 2, 3 and so on.
    fn new_var(&mut self) -> i32;

    /// The largest variable, whether it came from [`new_var`](Self::new_var) or was just used.
    fn var_count(&self) -> i32;

    fn add_clause(&mut self, clause: &[i32]);

    /// Decides the clauses together with the assumptions, which hold for this call only. Limits are for this call only.
    fn solve(&mut self, assumptions: &[i32], limits: &Limits) -> Answer;

    /// The value of a literal in the last model, which lasts until the next call of [`solve`](Self::solve); clauses may
    /// be added meanwhile. A variable that the solver did not know then is false.
    fn value(&self, lit: i32) -> bool;

    /// After `Unsat`, until the next call of [`solve`](Self::solve): some of the assumptions that suffice for the
    /// answer, in their order and each once. None if the clauses alone suffice.
    fn failed(&self) -> Vec<i32>;

    /// The value to try first for a variable. A hint.
    fn set_phase(&mut self, _lit: i32) {}

    fn unset_phase(&mut self, _var: i32) {}

    /// Where random choices start from. A hint, and too late after the first clause.
    fn set_seed(&mut self, _seed: u64) {}

    fn stats(&self) -> Stats;

    fn name(&self) -> &'static str;
}
