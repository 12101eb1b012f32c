//! `BatSat`, a descendant of `MiniSat` in pure Rust.
//!
//! It shares no code with `CaDiCaL`: fast on easy formulas, far behind on hard ones. It supports a seed but no phases.
//!
//! Invariant: the contract of [`Solver`]. Guarded by `tests/conformance.rs` and `tests/traces.rs`.

use std::cell::Cell;
use std::collections::HashSet;
use std::fmt;

use batsat::{ClauseKind, Lit, SolverInterface, SolverOpts, Var, lbool};
use circuit::Deadline;

use crate::{SolveResult, Solver, SolverLimits, Stats};

/// How many polls share one reading of the clock.
const POLLS_PER_CLOCK: u32 = 64;

pub struct Batsat {
    solver: batsat::Solver<Watch>,
    clauses: u64,
    model: Vec<bool>,
    failed: Vec<i32>,
}

impl Default for Batsat {
    fn default() -> Self {
        Self::with(SolverOpts::default())
    }
}

impl Batsat {
    pub fn new() -> Self {
        Self::default()
    }

    fn with(options: SolverOpts) -> Self {
        let solver = batsat::Solver::new(options, Watch::default());
        Batsat { solver, clauses: 0, model: Vec::new(), failed: Vec::new() }
    }

    fn lits(&mut self, lits: &[i32]) -> Vec<Lit> {
        lits.iter().map(|&lit| Lit::new(self.solver.var_of_int(lit.unsigned_abs() - 1), lit > 0)).collect()
    }
}

/// The DIMACS number of a variable.
fn number(var: Var) -> i32 {
    i32::try_from(var.idx()).map_or(i32::MAX, |index| index.saturating_add(1))
}

impl Solver for Batsat {
    fn new_var(&mut self) -> i32 {
        number(self.solver.new_var_default())
    }

    fn var_count(&self) -> i32 {
        i32::try_from(self.solver.num_vars()).unwrap_or(i32::MAX)
    }

    fn add_clause(&mut self, clause: &[i32]) {
        self.clauses += 1;
        let mut clause = self.lits(clause);
        self.solver.add_clause_reuse(&mut clause);
    }

    fn solve(&mut self, assumptions: &[i32], limits: &SolverLimits) -> SolveResult {
        let lits = self.lits(assumptions);
        self.model.clear();
        self.failed.clear();
        if limits.deadline.is_due() {
            return SolveResult::Unknown;
        }
        *self.solver.cb_mut() = Watch { deadline: limits.deadline, conflicts: limits.conflicts, ..Watch::default() };
        let result = self.solver.solve_limited(&lits);
        *self.solver.cb_mut() = Watch::default();
        if result == lbool::TRUE {
            self.model.extend(self.solver.get_model().iter().map(|&value| value == lbool::TRUE));
            SolveResult::Sat
        } else if result == lbool::FALSE {
            let mut seen = HashSet::new();
            let in_core =
                assumptions.iter().zip(lits).filter(|(_, inner)| self.solver.unsat_core_contains_lit(!*inner));
            self.failed.extend(in_core.map(|(&lit, _)| lit).filter(|&lit| seen.insert(lit)));
            SolveResult::Unsat
        } else {
            SolveResult::Unknown
        }
    }

    fn value(&self, lit: i32) -> bool {
        let var = lit.unsigned_abs() as usize;
        self.model.get(var.wrapping_sub(1)).copied().unwrap_or(false) == (lit > 0)
    }

    fn failed(&self) -> Vec<i32> {
        self.failed.clone()
    }

    fn set_seed(&mut self, seed: u64) {
        if self.solver.num_vars() == 0 && self.clauses == 0 {
            let random_seed = f64::from(u32::try_from(seed % 2_147_483_646).unwrap_or(0) + 1);
            *self = Self::with(SolverOpts { random_seed, rnd_init_act: true, ..SolverOpts::default() });
        }
    }

    fn stats(&self) -> Stats {
        Stats {
            conflicts: self.solver.num_conflicts(),
            decisions: self.solver.num_decisions(),
            propagations: self.solver.num_propagations(),
            ticks: 0,
            clauses: self.clauses,
            variables: u64::from(self.solver.num_vars()),
        }
    }

    fn name(&self) -> &'static str {
        "batsat"
    }
}

impl fmt::Debug for Batsat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batsat").field("stats", &self.stats()).finish_non_exhaustive()
    }
}

/// Watches the limits of a call. The solver polls it before each decision.
#[derive(Default)]
struct Watch {
    deadline: Deadline,
    conflicts: Option<u64>,
    /// Clauses learned in this call, one per conflict.
    learnt: u64,
    polls: Cell<u32>,
    reached: Cell<bool>,
}

impl batsat::Callbacks for Watch {
    fn on_new_clause(&mut self, _clause: &[Lit], kind: ClauseKind) {
        if matches!(kind, ClauseKind::Learnt) {
            self.learnt += 1;
        }
    }

    fn stop(&self) -> bool {
        if self.conflicts.is_some_and(|conflicts| self.learnt >= conflicts) {
            return true;
        }
        if self.deadline.is_none() {
            return false;
        }
        // The flag is sticky: the solver polls again before it gives up.
        if !self.reached.get() {
            let polls = self.polls.get();
            self.polls.set(polls.wrapping_add(1));
            self.reached.set(polls.is_multiple_of(POLLS_PER_CLOCK) && self.deadline.is_due());
        }
        self.reached.get()
    }
}
