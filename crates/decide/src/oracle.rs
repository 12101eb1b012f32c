//! The oracle of the compiler: asks a solver whether a path can be taken at all.
//!
//! The compiler does not know solvers. It asks this oracle when it has unrolled a loop or a recursion deeply, so that
//! unrolling stops at the first iteration that no pair of the scope reaches.

use circuit::cnf::{Encoder, Polarity};
use circuit::{Circuit, Deadline, Lit};
use compile::{Block, CompileOptions, Compiler, Constraint, Layout, Oracle, PairCall, Refusal};
use lang::ast::Span;
use lang::problem::Problem;
use lang::scope::Scope;
use pairs::{Concrete, Replay};
use solver::{Batsat, Feed, SolveResult, Solver, SolverKind, SolverLimits};

use crate::query::Query;

/// With more conflicts than this, unrolling further is cheaper.
const MOST_CONFLICTS: u64 = 20_000;

/// A compiler that asks a solver whether a loop or recursion can continue.
pub fn compiler<'p>(problem: &'p Problem, scope: &Scope, options: CompileOptions) -> Result<Compiler<'p>, Refusal> {
    Compiler::with_oracle(problem, scope, options, |layout, constraints| {
        Box::new(SolverOracle::new(problem, layout.clone(), constraints.to_vec()))
    })
}

/// A solver that knows the constraints on pairs.
#[derive(Debug)]
struct SolverOracle<'p> {
    problem: &'p Problem,
    layout: Layout,
    solver: Box<dyn Solver>,
    encoder: Encoder,
    constraints: Vec<Constraint>,
    /// The solver knows the constraints.
    started: bool,
    /// The answer to the last question.
    last: SolveResult,
    /// The work of questions that had a solver of their own.
    others: u64,
}

impl<'p> SolverOracle<'p> {
    fn new(problem: &'p Problem, layout: Layout, constraints: Vec<Constraint>) -> Self {
        Self {
            problem,
            layout,
            solver: Box::new(Batsat::new()),
            encoder: Encoder::new(),
            constraints,
            started: false,
            last: SolveResult::Unknown,
            others: 0,
        }
    }

    fn input(&self, lit: Lit) -> bool {
        if lit.is_const() {
            return lit == Lit::TRUE;
        }
        self.encoder.var(lit.node()).is_some_and(|var| self.solver.value(var)) != lit.is_negated()
    }
}

impl Oracle for SolverOracle<'_> {
    fn is_possible(&mut self, circuit: &Circuit, lit: Lit, deadline: Deadline) -> bool {
        if !std::mem::replace(&mut self.started, true) {
            // Without symmetry: the circuit must also be correct for the pairs that symmetry leaves out.
            for constraint in self.constraints.iter().filter(|constraint| constraint.block != Block::Symmetry) {
                self.encoder.clause(circuit, &constraint.clause, &mut Feed(&mut *self.solver));
            }
        }
        let assumption = self.encoder.lit(circuit, lit, Polarity::Positive, &mut Feed(&mut *self.solver));
        let limits = SolverLimits { deadline, ..SolverLimits::conflicts(MOST_CONFLICTS) };
        self.last = self.solver.solve(&[assumption], &limits);
        self.last != SolveResult::Unsat
    }

    fn work(&self) -> u64 {
        let stats = self.solver.stats();
        2 * stats.propagations + 4 * stats.decisions + 300 * stats.conflicts + self.others
    }

    fn never_ends(&mut self, circuit: &Circuit, lit: Lit, call: PairCall<'_>) -> Option<(Vec<Concrete>, Span)> {
        self.is_possible(circuit, lit, call.deadline);
        if self.last != SolveResult::Sat {
            return None;
        }
        let pair = self.layout.decode(&|lit| self.input(lit));
        let replay = Replay::new(self.problem);
        // A precondition without a circuit is not part of the question.
        if call.only_valid {
            let preconditions = &self.problem.preconditions;
            let before = preconditions.iter().position(|property| property.function == call.function);
            replay.check_preconditions(&pair, before.unwrap_or(preconditions.len())).ok()?;
        }
        let at = replay.exceeds_steps_at(&pair, call.function, call.params).ok()??;
        Some((pair, at))
    }

    /// With symmetry: whether a function raises does not depend on the names of atoms, unless it depends on the order of a
    /// set, and that is asked for anyway.
    fn can_happen(&mut self, circuit: &Circuit, lit: Lit, deadline: Deadline) -> bool {
        let mut query = Query::new(SolverKind::Cadical, circuit, &self.constraints, true);
        query.limits = SolverLimits { deadline, ..SolverLimits::conflicts(MOST_CONFLICTS) };
        query.assert(circuit, lit);
        let result = query.solve(&[]);
        let stats = query.stats();
        self.others += stats.ticks / 5 + 5 * stats.clauses;
        result != SolveResult::Unsat
    }
}
