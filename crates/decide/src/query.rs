//! One incremental solver over the circuit of a problem.

use circuit::cnf::{Encoder, Polarity};
use circuit::{Circuit, Lit};
use compile::{Block, Constraint, Layout};
use pairs::Concrete;
use solver::{Feed, SolveResult, Solver, SolverKind, SolverLimits, Stats};

use crate::smallest::SizeOrder;

/// What a question costs beyond search, such as simplification and copying the model, in ticks for each variable.
const TICKS_PER_VARIABLE: u64 = 16;

#[derive(Debug)]
pub struct Query {
    solver: Box<dyn Solver>,
    encoder: Encoder,
    pub limits: SolverLimits,
    /// Ticks that are left for all questions together, if they are limited. What a question costs beyond search counts, too.
    pub ticks_left: Option<u64>,
    /// The clauses of the size order, created when small pairs are first asked for.
    pub(crate) order: Option<SizeOrder>,
}

impl Query {
    /// A solver that knows the constraints on pairs, with those of symmetry if `symmetry` is set.
    pub fn new(kind: SolverKind, circuit: &Circuit, constraints: &[Constraint], symmetry: bool) -> Self {
        Self::seeded(kind, circuit, constraints, symmetry, 0)
    }

    pub fn seeded(kind: SolverKind, circuit: &Circuit, constraints: &[Constraint], symmetry: bool, seed: u64) -> Self {
        let mut solver = solver::solver(kind);
        solver.set_seed(seed);
        let mut query =
            Self { solver, encoder: Encoder::new(), limits: SolverLimits::default(), ticks_left: None, order: None };
        query.encoder.declare_inputs(circuit, &mut Feed(&mut *query.solver));
        for constraint in constraints.iter().filter(|constraint| symmetry || constraint.block != Block::Symmetry) {
            query.encoder.clause(circuit, &constraint.clause, &mut Feed(&mut *query.solver));
        }
        query
    }

    /// Makes a literal true permanently.
    pub fn assert(&mut self, circuit: &Circuit, lit: Lit) {
        self.encoder.assert(circuit, lit, &mut Feed(&mut *self.solver));
    }

    /// A variable that may be assumed or asserted with either sign.
    pub fn both(&mut self, circuit: &Circuit, lit: Lit) -> i32 {
        self.encoder.lit(circuit, lit, Polarity::Both, &mut Feed(&mut *self.solver))
    }

    /// A variable that may be assumed true.
    pub fn assumption(&mut self, circuit: &Circuit, lit: Lit) -> i32 {
        self.encoder.lit(circuit, lit, Polarity::Positive, &mut Feed(&mut *self.solver))
    }

    pub fn new_var(&mut self) -> i32 {
        self.solver.new_var()
    }

    pub fn add_clause(&mut self, clause: &[i32]) {
        self.solver.add_clause(clause);
    }

    pub fn solve(&mut self, assumptions: &[i32]) -> SolveResult {
        let Some(left) = self.ticks_left else { return self.solver.solve(assumptions, &self.limits) };
        let before = self.stats();
        let around = TICKS_PER_VARIABLE * before.variables;
        if left <= around {
            self.ticks_left = Some(0);
            return SolveResult::Unknown;
        }
        let most = self.limits.ticks.map_or(left - around, |most| most.min(left - around));
        let result = self.solver.solve(assumptions, &SolverLimits { ticks: Some(most), ..self.limits });
        let searched = self.stats().ticks - before.ticks;
        self.ticks_left = Some(left.saturating_sub(searched + around));
        result
    }

    pub fn value(&self, lit: i32) -> bool {
        self.solver.value(lit)
    }

    pub fn failed(&self) -> Vec<i32> {
        self.solver.failed()
    }

    pub fn set_phase(&mut self, lit: i32) {
        self.solver.set_phase(lit);
    }

    pub fn unset_phase(&mut self, var: i32) {
        self.solver.unset_phase(var);
    }

    pub fn solver(&mut self) -> &mut dyn Solver {
        &mut *self.solver
    }

    pub fn stats(&self) -> Stats {
        self.solver.stats()
    }

    /// The pair of the last model.
    pub fn pair(&self, layout: &Layout) -> Vec<Concrete> {
        layout.decode(&|lit| self.input_value(lit))
    }

    /// The value of an input in the last model. Gates need not have a value.
    pub fn input_value(&self, lit: Lit) -> bool {
        if lit.is_const() {
            return lit == Lit::TRUE;
        }
        self.encoder.var(lit.node()).is_some_and(|var| self.solver.value(var)) != lit.is_negated()
    }
}

/// The bits of a pair, in the order of the circuit's inputs; `None` if it lies outside the scope.
pub(crate) fn bits(circuit: &Circuit, layout: &Layout, pair: &[Concrete]) -> Option<Vec<bool>> {
    let set = layout.encode(pair)?;
    Some(circuit.inputs().iter().map(|input| set.contains(&input.lit())).collect())
}
