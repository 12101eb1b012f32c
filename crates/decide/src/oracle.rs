//! Whether a path can be taken at all, asked of a solver where unrolling a loop or a recursion goes deep. The compiler
//! itself knows no solver.

use std::time::Duration;

use circuit::cnf::{Encoder, Polarity};
use circuit::{Circuit, Lit};
use compile::{Block, CompileOptions, Compiler, Constraint, Oracle, Refusal};
use lang::problem::Problem;
use lang::scope::Scope;
use solver::{Answer, Batsat, Feed, Limits, Solver};

/// Beyond this it is better to go on unrolling.
const MOST_CONFLICTS: u64 = 20_000;

/// A compiler that asks a solver whether a loop or recursion can go on.
pub fn compiler<'p>(problem: &'p Problem, scope: &Scope, options: CompileOptions) -> Result<Compiler<'p>, Refusal> {
    Compiler::with_oracle(problem, scope, options, |_, constraints| {
        // Without symmetry: the circuit must be right for the pairs that are left out too.
        let known = constraints.iter().filter(|constraint| constraint.block != Block::Symmetry).cloned().collect();
        Box::new(SolverOracle::new(known))
    })
}

/// Knows the constraints on pairs.
#[derive(Debug)]
struct SolverOracle {
    solver: Box<dyn Solver>,
    encoder: Encoder,
    waiting: Vec<Constraint>,
}

impl SolverOracle {
    fn new(constraints: Vec<Constraint>) -> Self {
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
