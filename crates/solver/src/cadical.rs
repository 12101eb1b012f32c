//! `CaDiCaL`, incremental.
//!
//! Bounded variable addition (`factor`) is off: it would make `CaDiCaL` allocate variables of its own, and all others
//! would have to be declared before use. Lucky phases are off because they try fixed assignments before the search and
//! thereby ignore [`Solver::set_phase`].
//!
//! Invariant: the contract of [`Solver`]. Guarded by `tests/conformance.rs` and `tests/traces.rs`.

use std::collections::HashSet;
use std::fmt;

use cadical_sys::{CaDiCal, State, Status, Terminator};
use circuit::Deadline;

use crate::{SolveResult, Solver, SolverLimits, Stats};

pub struct Cadical {
    solver: CaDiCal,
    vars: i32,
    clauses: u64,
    /// The values of the variables in the last model, from variable 1 on. A copy, because `CaDiCaL` discards its model
    /// when a clause is added.
    model: Vec<bool>,
    failed: Vec<i32>,
}

impl Default for Cadical {
    fn default() -> Self {
        let mut solver = CaDiCal::new();
        solver.set("factor", 0);
        solver.set("lucky", 0);
        Cadical { solver, vars: 0, clauses: 0, model: Vec::new(), failed: Vec::new() }
    }
}

impl Cadical {
    pub fn new() -> Self {
        Self::default()
    }

    fn note_vars(&mut self, lits: &[i32]) {
        self.vars = lits.iter().map(|lit| lit.abs()).fold(self.vars, i32::max);
    }

    fn statistic(&self, name: &str) -> u64 {
        u64::try_from(self.solver.get_statistic_value(name)).unwrap_or(0)
    }
}

impl Solver for Cadical {
    fn new_var(&mut self) -> i32 {
        self.vars += 1;
        self.vars
    }

    fn var_count(&self) -> i32 {
        self.vars
    }

    fn add_clause(&mut self, clause: &[i32]) {
        self.note_vars(clause);
        self.clauses += 1;
        self.solver.clause6(clause);
    }

    fn solve(&mut self, assumptions: &[i32], limits: &SolverLimits) -> SolveResult {
        self.note_vars(assumptions);
        self.model.clear();
        self.failed.clear();
        if limits.deadline.is_due() {
            return SolveResult::Unknown;
        }
        assumptions.iter().for_each(|&lit| self.solver.assume(lit));
        if let Some(conflicts) = limits.conflicts {
            self.solver.limit("conflicts", i32::try_from(conflicts).unwrap_or(i32::MAX));
        }
        if let Some(ticks) = limits.ticks {
            self.solver.limit("ticks", i32::try_from(ticks).unwrap_or(i32::MAX));
        }
        let status = if limits.deadline.is_none() {
            self.solver.solve()
        } else {
            self.solver.connect_terminator(Alarm(limits.deadline));
            let status = self.solver.solve();
            self.solver.disconnect_terminator();
            status
        };
        match status {
            Status::SATISFIABLE => {
                let known = self.solver.vars().min(self.vars);
                self.model.extend((1..=known).map(|var| self.solver.val(var) > 0));
                SolveResult::Sat
            }
            Status::UNSATISFIABLE => {
                let mut seen = HashSet::new();
                let solver = &mut self.solver;
                self.failed.extend(assumptions.iter().filter(|&&lit| solver.failed(lit) && seen.insert(lit)));
                SolveResult::Unsat
            }
            Status::UNKNOWN => SolveResult::Unknown,
        }
    }

    fn value(&self, lit: i32) -> bool {
        let var = lit.unsigned_abs() as usize;
        self.model.get(var.wrapping_sub(1)).copied().unwrap_or(false) == (lit > 0)
    }

    fn failed(&self) -> Vec<i32> {
        self.failed.clone()
    }

    fn set_phase(&mut self, lit: i32) {
        self.note_vars(&[lit]);
        self.solver.phase(lit);
    }

    fn unset_phase(&mut self, var: i32) {
        self.note_vars(&[var]);
        self.solver.unphase(var);
    }

    fn set_seed(&mut self, seed: u64) {
        // Options can only be set before the first clause.
        if self.solver.state() == State::CONFIGURING {
            self.solver.set("seed", i32::try_from(seed % 2_000_000_000).unwrap_or(0));
        }
    }

    fn stats(&self) -> Stats {
        Stats {
            conflicts: self.statistic("conflicts"),
            decisions: self.statistic("decisions"),
            propagations: self.statistic("propagations"),
            ticks: self.statistic("ticks"),
            clauses: self.clauses,
            variables: u64::try_from(self.vars).unwrap_or(0),
        }
    }

    fn name(&self) -> &'static str {
        "cadical"
    }
}

/// Ends a call of `CaDiCaL`, which polls it.
pub(crate) struct Alarm(pub Deadline);

impl Terminator for Alarm {
    fn terminated(&mut self) -> bool {
        self.0.is_due()
    }
}

impl fmt::Debug for Cadical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cadical").field("stats", &self.stats()).finish_non_exhaustive()
    }
}
