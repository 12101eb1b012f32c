//! One incremental solver over the circuit of a problem.

use circuit::cnf::{Encoder, Polarity};
use circuit::{Circuit, Lit};
use compile::{Block, Constraint, Layout};
use pairs::Concrete;
use solver::{Answer, Feed, Kind, Limits, Solver, Stats};

use crate::smallest::Order;

#[derive(Debug)]
pub struct Query {
    solver: Box<dyn Solver>,
    encoder: Encoder,
    pub limits: Limits,
    /// For finding small pairs, once that was asked for.
    pub(crate) order: Option<Order>,
}

impl Query {
    /// A solver that knows the constraints on pairs; those of symmetry only if asked for.
    pub fn new(kind: Kind, circuit: &Circuit, constraints: &[Constraint], symmetry: bool) -> Self {
        Self::seeded(kind, circuit, constraints, symmetry, 0)
    }

    pub fn seeded(kind: Kind, circuit: &Circuit, constraints: &[Constraint], symmetry: bool, seed: u64) -> Self {
        let mut solver = solver::solver(kind);
        solver.set_seed(seed);
        let mut query = Self { solver, encoder: Encoder::new(), limits: Limits::default(), order: None };
        query.encoder.declare_inputs(circuit, &mut Feed(&mut *query.solver));
        for constraint in constraints.iter().filter(|constraint| symmetry || constraint.block != Block::Symmetry) {
            query.encoder.clause(circuit, &constraint.clause, &mut Feed(&mut *query.solver));
        }
        query
    }

    /// Makes a literal true for good.
    pub fn assert(&mut self, circuit: &Circuit, lit: Lit) {
        self.encoder.assert(circuit, lit, &mut Feed(&mut *self.solver));
    }

    /// A variable that may be assumed or asserted both ways.
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

    pub fn solve(&mut self, assumptions: &[i32]) -> Answer {
        self.solver.solve(assumptions, &self.limits)
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

    /// The value of an input in the last model. (Gates need not have theirs.)
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
