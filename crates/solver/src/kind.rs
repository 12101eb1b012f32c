//! The solvers by name.

use std::fmt;
use std::str::FromStr;

use crate::{Batsat, Cadical, Solver};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Kind {
    /// The stronger one.
    #[default]
    Cadical,
    /// Pure Rust, and independent of the other: a second opinion.
    Batsat,
}

impl Kind {
    pub const ALL: [Kind; 2] = [Kind::Cadical, Kind::Batsat];
}

/// A solver without clauses.
pub fn solver(kind: Kind) -> Box<dyn Solver> {
    match kind {
        Kind::Cadical => Box::new(Cadical::new()),
        Kind::Batsat => Box::new(Batsat::new()),
    }
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no solver is called `{0}`; there are `cadical` and `batsat`")]
pub struct UnknownKind(String);

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Kind::ALL.into_iter().find(|kind| kind.to_string() == name).ok_or_else(|| UnknownKind(name.to_owned()))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Cadical => "cadical",
            Kind::Batsat => "batsat",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for kind in Kind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
            assert_eq!(solver(kind).name(), kind.to_string());
        }
        let error = "z3".parse::<Kind>().expect_err("not among them");
        assert_eq!(error.to_string(), "no solver is called `z3`; there are `cadical` and `batsat`");
    }
}
