//! Solvers as sinks for the clauses that [`circuit::cnf`] emits.

use circuit::cnf::ClauseSink;

use crate::Solver;

/// A borrowed solver as a sink. An owned `Box<dyn Solver>` is a sink itself.
#[derive(Debug)]
pub struct Feed<'a>(pub &'a mut dyn Solver);

impl ClauseSink for Feed<'_> {
    fn new_var(&mut self) -> i32 {
        self.0.new_var()
    }

    fn clause(&mut self, clause: &[i32]) {
        self.0.add_clause(clause);
    }
}

impl ClauseSink for Box<dyn Solver> {
    fn new_var(&mut self) -> i32 {
        (**self).new_var()
    }

    fn clause(&mut self, clause: &[i32]) {
        self.add_clause(clause);
    }
}
