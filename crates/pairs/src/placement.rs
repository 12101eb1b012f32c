//! The placement of a pair: its bucket, or the reason why it has none.
//!
//! Preconditions are evaluated in the order of the file, each only if those before it hold; subproperties only if all
//! preconditions hold. This rule is implemented here and nowhere else, by `walk`: [`Placement::of`] puts a pair into its
//! bucket, [`PairEvaluator`](crate::PairEvaluator) and [`Replay`](crate::Replay) ask whether it is in a given one.

use std::ops::Range;

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
    pub fn of(problem: &Problem, ask: impl FnMut(usize) -> eval::Result<bool>) -> Self {
        let mut failing = SubpropertySet::EMPTY;
        let decided = walk(problem, all_properties(problem), ask, |position, holds| {
            if !holds {
                failing.insert(position);
            }
            true
        });
        match decided {
            Ok(()) => Self::In(Bucket::new(failing)),
            Err(DecidingAnswer { property, answer: Ok(_) }) => Self::Invalid(property),
            Err(DecidingAnswer { property, answer: Err(fault) }) => Self::Raises(property, fault),
        }
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

/// The answer that decides a question about a pair before all properties are evaluated.
#[derive(Debug)]
pub(crate) struct DecidingAnswer {
    /// Counted with preconditions first.
    pub property: usize,
    pub answer: eval::Result<bool>,
}

/// The positions of all properties, counted with preconditions first.
pub(crate) fn all_properties(problem: &Problem) -> Range<usize> {
    0..problem.preconditions.len() + problem.subproperties.len()
}

/// Evaluates properties, counted with preconditions first, up to the first that decides: a precondition that fails, a
/// function without an answer, or a subproperty whose answer `fits` refuses. It is given the subproperty's position.
#[inline]
pub(crate) fn walk(
    problem: &Problem,
    properties: impl Iterator<Item = usize>,
    mut ask: impl FnMut(usize) -> eval::Result<bool>,
    mut fits: impl FnMut(usize, bool) -> bool,
) -> Result<(), DecidingAnswer> {
    let first = problem.preconditions.len();
    for property in properties {
        let answer = ask(property);
        let goes_on = match &answer {
            Ok(holds) if property < first => *holds,
            Ok(holds) => fits(property - first, *holds),
            Err(_) => false,
        };
        if !goes_on {
            return Err(DecidingAnswer { property, answer });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use lang::load::{Mode, load};
    use lang::source::Source;

    use super::*;

    const COPY: &str = "\
from custodiet import Input, Output, precondition, scope, subproperty

def is_valid(x: Input[int], y: Output[int]) -> bool: ...

scope(x=range(3), y=range(3))

@precondition
def small(x): return x < 9

@precondition
def not_one(x): return x != 1

@subproperty
def same(x, y): return x == y

@subproperty
def even(y): return y % 2 == 0
";

    /// An answer for each property: 1 holds, 0 fails, `!` has no answer.
    fn answers(text: &str) -> impl Fn(usize) -> eval::Result<bool> {
        move |property| match text.as_bytes()[property] {
            b'!' => Err(Box::new(Fault::Steps { limit: 1, at: None })),
            digit => Ok(digit == b'1'),
        }
    }

    #[test]
    fn nothing_is_evaluated_after_the_answer_that_decides() {
        let problem = load(Source::new("copy.py", COPY), Mode::Language).problem;
        let check = |text: &str, asked: usize, fits: Option<Bucket>, is_in: bool| {
            let mut evaluated = Vec::new();
            let ask = |property| {
                evaluated.push(property);
                answers(text)(property)
            };
            let found = match fits {
                None => Placement::of(&problem, ask).bucket().is_some(),
                Some(bucket) => {
                    let fits = |position, holds: bool| holds != bucket.fails(position);
                    walk(&problem, all_properties(&problem), ask, fits).is_ok()
                }
            };
            assert_eq!((evaluated, found), ((0..asked).collect(), is_in), "{text}");
        };
        check("1111", 4, None, true);
        check("1100", 4, None, true);
        check("0!!!", 1, None, false);
        check("10!!", 2, None, false);
        check("1!11", 2, None, false);
        check("11!1", 3, None, false);
        let first = Some(Bucket::of([0]));
        check("1101", 4, first, true);
        check("1100", 4, first, false);
        check("1111", 3, first, false);
        check("11!1", 3, first, false);
        check("0101", 1, first, false);
        assert_eq!(Placement::of(&problem, answers("1101")), Placement::In(Bucket::of([0])));
        assert_eq!(Placement::of(&problem, answers("10!!")), Placement::Invalid(1));
        assert!(matches!(Placement::of(&problem, answers("11!1")), Placement::Raises(2, _)));
    }
}
