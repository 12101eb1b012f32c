//! The available solvers.

use std::fmt;
use std::str::FromStr;

use crate::{Batsat, Cadical, Solver};

/// Which solver to use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SolverKind {
    /// The faster one on hard formulas.
    #[default]
    Cadical,
    /// Pure Rust and independent of `CaDiCaL`: a second opinion.
    Batsat,
}

impl SolverKind {
    pub const ALL: [SolverKind; 2] = [SolverKind::Cadical, SolverKind::Batsat];
}

/// A solver without clauses.
pub fn solver(kind: SolverKind) -> Box<dyn Solver> {
    match kind {
        SolverKind::Cadical => Box::new(Cadical::new()),
        SolverKind::Batsat => Box::new(Batsat::new()),
    }
}

/// A name that is not the name of a solver.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown solver `{0}`; use `cadical` or `batsat`")]
pub struct UnknownSolver(String);

impl FromStr for SolverKind {
    type Err = UnknownSolver;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        SolverKind::ALL.into_iter().find(|kind| kind.to_string() == name).ok_or_else(|| UnknownSolver(name.to_owned()))
    }
}

impl fmt::Display for SolverKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SolverKind::Cadical => "cadical",
            SolverKind::Batsat => "batsat",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for kind in SolverKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
            assert_eq!(solver(kind).name(), kind.to_string());
        }
        let error = "z3".parse::<SolverKind>().expect_err("not among them");
        assert_eq!(error.to_string(), "unknown solver `z3`; use `cadical` or `batsat`");
    }
}
