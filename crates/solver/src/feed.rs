//! Circuits into solvers: a solver as what [`circuit::cnf`] writes to.

use circuit::cnf::Sink;

use crate::Solver;

/// A borrowed solver as a sink. An owned one, `Box<dyn Solver>`, is a sink itself.
#[derive(Debug)]
pub struct Feed<'a>(pub &'a mut dyn Solver);

impl Sink for Feed<'_> {
    fn new_var(&mut self) -> i32 {
        self.0.new_var()
    }

    fn clause(&mut self, clause: &[i32]) {
        self.0.add_clause(clause);
    }
}

impl Sink for Box<dyn Solver> {
    fn new_var(&mut self) -> i32 {
        (**self).new_var()
    }

    fn clause(&mut self, clause: &[i32]) {
        self.add_clause(clause);
    }
}
