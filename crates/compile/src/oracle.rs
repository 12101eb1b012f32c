//! Whether a path can be taken at all, asked of a solver where unrolling a loop or a recursion goes deep.

use std::time::Duration;

use circuit::cnf::{Encoder, Polarity};
use circuit::{Circuit, Lit};
use solver::{Answer, Batsat, Feed, Limits, Solver};

use crate::layout::Constraint;
use crate::machine::Oracle;

/// Beyond this it is better to go on unrolling.
const MOST_CONFLICTS: u64 = 20_000;

/// Knows the constraints on pairs.
#[derive(Debug)]
pub struct SolverOracle {
    solver: Box<dyn Solver>,
    encoder: Encoder,
    waiting: Vec<Constraint>,
}

impl SolverOracle {
    pub fn new(constraints: Vec<Constraint>) -> Self {
        Self { solver: Box::new(Batsat::new()), encoder: Encoder::new(), waiting: constraints }
    }
}

impl Oracle for SolverOracle {
    fn is_possible(&mut self, circuit: &Circuit, lit: Lit, time: Option<Duration>) -> bool {
        for constraint in std::mem::take(&mut self.waiting) {
            self.encoder.clause(circuit, &constraint.clause, &mut Feed(&mut *self.solver));
        }
        let assumption = self.encoder.lit(circuit, lit, Polarity::Positive, &mut Feed(&mut *self.solver));
        let limits = Limits { time, ..Limits::conflicts(MOST_CONFLICTS) };
        self.solver.solve(&[assumption], &limits) != Answer::Unsat
    }
}
