//! The placement of a pair: its bucket, or the reason why it has none.
//!
//! Preconditions are evaluated in the order of the file, each only if those before it hold; subproperties only if all
//! preconditions hold. This rule is implemented here and nowhere else: everything that puts a pair into its bucket calls
//! [`Placement::of`].

use eval::Fault;
use lang::problem::Problem;

use crate::bucket::Bucket;
use crate::names::{bucket_words, property_name};
use crate::subproperties::SubpropertySet;

/// Where a pair belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placement {
    In(Bucket),
    /// In no bucket: the precondition at this position fails.
    Invalid(usize),
    /// In no bucket: a function has no answer. Holds its position, counted with preconditions first, and the fault.
    Raises(usize, Box<Fault>),
}

impl Placement {
    /// The placement of a pair; `ask` evaluates the property at a position, counted with preconditions first.
    pub fn of(problem: &Problem, mut ask: impl FnMut(usize) -> eval::Result<bool>) -> Self {
        let first = problem.preconditions.len();
        let mut failing = SubpropertySet::EMPTY;
        for property in 0..first + problem.subproperties.len() {
            match ask(property) {
                Ok(true) => {}
                Ok(false) if property < first => return Self::Invalid(property),
                Ok(false) => failing.insert(property - first),
                Err(fault) => return Self::Raises(property, fault),
            }
        }
        Self::In(Bucket::new(failing))
    }

    pub fn bucket(&self) -> Option<Bucket> {
        match self {
            Self::In(bucket) => Some(*bucket),
            Self::Invalid(_) | Self::Raises(..) => None,
        }
    }

    /// Whether every precondition holds.
    pub fn is_valid(&self, problem: &Problem) -> bool {
        match self {
            Self::In(_) => true,
            Self::Invalid(_) => false,
            Self::Raises(property, _) => *property >= problem.preconditions.len(),
        }
    }

    /// The same, with the atoms in messages named as in a pair.
    #[must_use]
    pub fn named(self, pair: &eval::Pair) -> Self {
        match self {
            Self::Raises(property, fault) => Self::Raises(property, Box::new(pair.name_atoms(*fault))),
            other => other,
        }
    }

    /// `exactly UNIQUENESS fails`; `excluded: ACYCLIC fails`
    pub fn words(&self, problem: &Problem) -> String {
        match self {
            Self::In(bucket) => bucket_words(problem, *bucket),
            Self::Invalid(property) => format!("excluded: {} fails", property_name(problem, *property)),
            Self::Raises(property, fault) => {
                format!("in no bucket: {} has no answer, {fault}", property_name(problem, *property))
            }
        }
    }
}
