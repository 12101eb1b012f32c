//! Where a pair stands: its bucket, or why it has none.
//!
//! Preconditions are asked in the order of the file, each only where those before it hold; subproperties only where all of
//! them hold. This is the one place that says so: everything that puts a pair into its bucket goes through
//! [`Standing::of`].

use eval::Fault;
use lang::problem::{Problem, display_name};

use crate::bucket::Bucket;
use crate::subproperties::SubpropertySet;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    In(Bucket),
    /// In no bucket: the precondition at this position does not hold.
    Invalid(usize),
    /// In no bucket: a function that is asked has no answer. Its position, preconditions first, and why.
    Raises(usize, Box<Fault>),
}

impl Standing {
    /// Where a pair stands whose properties answer `ask`, by their position, preconditions first.
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

    /// The same with the atoms in messages named as in a pair.
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

/// A precondition or subproperty as people see it, by its position, preconditions first.
pub fn property_name(problem: &Problem, property: usize) -> String {
    let properties = problem.preconditions.iter().chain(&problem.subproperties);
    properties.skip(property).map(|property| display_name(&property.name, property.kind)).next().unwrap_or_default()
}

/// `exactly NO-NEW and UNIQUENESS fail`
pub fn bucket_words(problem: &Problem, bucket: Bucket) -> String {
    let first = problem.preconditions.len();
    let names: Vec<String> = bucket.failing().iter().map(|position| property_name(problem, first + position)).collect();
    match names.as_slice() {
        [] => "nothing fails".to_owned(),
        [one] => format!("exactly {one} fails"),
        _ => format!("exactly {} fail", listed(&names)),
    }
}

/// `A, B and C`
pub fn listed(names: &[String]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// The Python names of some subproperties.
pub fn python_names(problem: &Problem, subproperties: SubpropertySet) -> Vec<String> {
    let known = subproperties.iter().filter_map(|position| problem.subproperties.get(position));
    known.map(|property| property.name.to_string()).collect()
}
