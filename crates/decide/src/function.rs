//! Functions of a problem file that take parameters of the predicate.

use lang::ast::{FuncId, StmtKind};
use lang::problem::{Predicate, Problem, Property};

/// A function that can be called with the values of a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairFunction {
    pub function: FuncId,
    /// For each of its parameters, the position of the predicate's parameter of the same name.
    pub params: Vec<usize>,
}

/// Why a function cannot be called with the values of a pair.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PairFunctionError {
    #[error("the file has no function `{0}`")]
    NoFunction(String),
    #[error("the file declares no predicate")]
    NoPredicate,
    #[error("`{function}` takes `{param}`, which is not a parameter of `{predicate}`")]
    NotAParameter { function: String, param: String, predicate: String },
}

impl PairFunction {
    /// The module-level function of that name.
    pub fn find(problem: &Problem, name: &str) -> Result<Self, PairFunctionError> {
        let mut statements = problem.module.body.iter();
        let found = statements.find_map(|stmt| match &stmt.kind {
            StmtKind::Function(id) if *problem.module.function(*id).name.name == *name => Some(*id),
            _ => None,
        });
        let function = found.ok_or_else(|| PairFunctionError::NoFunction(name.to_owned()))?;
        let predicate = problem.predicate.as_ref().ok_or(PairFunctionError::NoPredicate)?;
        let position = |param: &str| {
            let known = predicate.params.iter().position(|known| *known.name == *param);
            known.ok_or_else(|| PairFunctionError::NotAParameter {
                function: name.to_owned(),
                param: param.to_owned(),
                predicate: predicate.name.to_string(),
            })
        };
        let params = problem.module.function(function).params.iter().map(|param| position(&param.name.name));
        Ok(Self { function, params: params.collect::<Result<_, _>>()? })
    }
}

impl From<&Property> for PairFunction {
    fn from(property: &Property) -> Self {
        Self { function: property.function, params: property.params.clone() }
    }
}

impl From<&Predicate> for PairFunction {
    fn from(predicate: &Predicate) -> Self {
        Self { function: predicate.function, params: (0..predicate.params.len()).collect() }
    }
}
