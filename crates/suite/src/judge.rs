//! What becomes of one pair: its bucket, or why it has none, with words for people.

use eval::{Machine, Pair};
use lang::problem::{Problem, display_name};
use pairs::Bucket;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    In(Bucket),
    /// The first precondition that does not hold, by its position.
    Invalid(usize),
    /// A function that is asked has no answer: its position among preconditions and subproperties, and why.
    Raises(usize, String),
}

/// Asks preconditions in the order of the file, each only where those before it hold; subproperties where all hold.
pub fn standing(problem: &Problem, machine: &mut Machine<'_>, pair: &Pair) -> Standing {
    let first = problem.preconditions.len();
    let mut failing = Vec::new();
    for property in 0..first + problem.subproperties.len() {
        match machine.holds(property, &pair.values) {
            Ok(true) => {}
            Ok(false) if property < first => return Standing::Invalid(property),
            Ok(false) => failing.push(property - first),
            Err(fault) => return Standing::Raises(property, pair.fault_text(&fault)),
        }
    }
    Standing::In(Bucket::of(failing))
}

/// A precondition or subproperty as people see it, by its position among both.
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

/// The Python names of the subproperties that fail.
pub fn fails(problem: &Problem, bucket: Bucket) -> Vec<String> {
    let names = bucket.failing().iter().filter_map(|position| problem.subproperties.get(position));
    names.map(|property| property.name.to_string()).collect()
}

impl Standing {
    /// `exactly UNIQUENESS fails`; `not a valid input: ACYCLIC fails`
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
