//! SAT solvers behind one trait, and proofs of unsatisfiability.
//!
//! ```text
//! clauses ─ Solver (Cadical, Batsat) ─ SolveResult, model or core
//! dimacs::Cnf ─ proof::prove ─ LRAT file ─ proof::check ─ accepted
//! ```
//!
//! Invariants: a model satisfies all clauses and assumptions; a core consists of assumptions and suffices for
//! unsatisfiability. Guarded by `tests/conformance.rs`, one suite for all solvers, and `tests/traces.rs`. A proof that
//! [`proof::check`] accepts is valid, whatever wrote it; guarded by `tests/proofs.rs`.

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
pub use kind::{SolverKind, UnknownSolver, solver};
pub use limits::SolverLimits;

/// The result of deciding clauses together with assumptions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolveResult {
    Sat,
    Unsat,
    /// A limit was reached.
    Unknown,
}

/// Statistics of a solver since its creation.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Stats {
    pub conflicts: u64,
    pub decisions: u64,
    pub propagations: u64,
    /// Accesses to memory during search, about as many in each second; 0 if the solver does not count them.
    pub ticks: u64,
    /// How many clauses were added.
    pub clauses: u64,
    pub variables: u64,
}

/// An incremental SAT solver. Literals are variables with a sign, as in DIMACS; 0 is not a literal.
pub trait Solver: Debug {
    /// A fresh variable: 1, 2, 3 and so on.
    fn new_var(&mut self) -> i32;

    /// The largest variable, whether it came from [`new_var`](Self::new_var) or occurred in a clause or assumption.
    fn var_count(&self) -> i32;

    fn add_clause(&mut self, clause: &[i32]);

    /// Decides the clauses together with the assumptions. Assumptions and limits apply to this call only.
    fn solve(&mut self, assumptions: &[i32], limits: &SolverLimits) -> SolveResult;

    /// The value of a literal in the last model. The model is kept until the next call of [`solve`](Self::solve), even if
    /// clauses are added. Variables that were unknown to the solver then are false.
    fn value(&self, lit: i32) -> bool;

    /// After `Unsat`, until the next call of [`solve`](Self::solve): a core, that is, assumptions that suffice for
    /// unsatisfiability, in their order and each once. Empty if the clauses alone suffice.
    fn failed(&self) -> Vec<i32>;

    /// The value to try first for a variable. Only a hint.
    fn set_phase(&mut self, _lit: i32) {}

    fn unset_phase(&mut self, _var: i32) {}

    /// The seed of random choices. Only a hint, and ignored after the first clause.
    fn set_seed(&mut self, _seed: u64) {}

    fn stats(&self) -> Stats;

    fn name(&self) -> &'static str;
}
