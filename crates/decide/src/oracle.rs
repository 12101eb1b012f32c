//! The oracle of the compiler: asks a solver whether a path can be taken at all.
//!
//! The compiler does not know solvers. It asks this oracle when it has unrolled a loop or a recursion deeply, so that
//! unrolling stops at the first iteration that no pair of the scope reaches.

use circuit::cnf::{Encoder, Polarity};
use circuit::{Circuit, Deadline, Lit};
use compile::{Block, CompileOptions, Compiler, Constraint, Oracle, Refusal};
use lang::problem::Problem;
use lang::scope::Scope;
use solver::{Batsat, Feed, SolveResult, Solver, SolverKind, SolverLimits};

use crate::query::Query;

/// With more conflicts than this, unrolling further is cheaper.
const MOST_CONFLICTS: u64 = 20_000;

/// A compiler that asks a solver whether a loop or recursion can continue.
pub fn compiler<'p>(problem: &'p Problem, scope: &Scope, options: CompileOptions) -> Result<Compiler<'p>, Refusal> {
    Compiler::with_oracle(problem, scope, options, |_, constraints| Box::new(SolverOracle::new(constraints.to_vec())))
}

/// A solver that knows the constraints on pairs.
#[derive(Debug)]
struct SolverOracle {
    solver: Box<dyn Solver>,
    encoder: Encoder,
    constraints: Vec<Constraint>,
    /// The solver knows the constraints.
    started: bool,
}

impl SolverOracle {
    fn new(constraints: Vec<Constraint>) -> Self {
        Self { solver: Box::new(Batsat::new()), encoder: Encoder::new(), constraints, started: false }
    }
}

impl Oracle for SolverOracle {
    fn is_possible(&mut self, circuit: &Circuit, lit: Lit, deadline: Deadline) -> bool {
        if !std::mem::replace(&mut self.started, true) {
            // Without symmetry: the circuit must also be correct for the pairs that symmetry leaves out.
            for constraint in self.constraints.iter().filter(|constraint| constraint.block != Block::Symmetry) {
                self.encoder.clause(circuit, &constraint.clause, &mut Feed(&mut *self.solver));
            }
        }
        let assumption = self.encoder.lit(circuit, lit, Polarity::Positive, &mut Feed(&mut *self.solver));
        let limits = SolverLimits { deadline, ..SolverLimits::conflicts(MOST_CONFLICTS) };
        self.solver.solve(&[assumption], &limits) != SolveResult::Unsat
    }

    /// With symmetry: whether a function raises does not depend on the names of atoms, unless it depends on the order of a
    /// set, and that is asked for anyway.
    fn can_happen(&mut self, circuit: &Circuit, lit: Lit, deadline: Deadline) -> bool {
        let mut query = Query::new(SolverKind::Cadical, circuit, &self.constraints, true);
        query.limits = SolverLimits { deadline, ..SolverLimits::conflicts(MOST_CONFLICTS) };
        query.assert(circuit, lit);
        query.solve(&[]) != SolveResult::Unsat
    }
}
