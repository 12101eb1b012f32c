//! What is wrong with a problem file, as far as it is seen while a suite is made.
//!
//! Takes the solver's session, and pairs that are in a bucket. If the reference predicate contradicts the required
//! subproperties, `expect` would be wrong by one of the two: a [`Failure`]. A pair on which a function raises is in no
//! bucket, so the tests are right without it: it is told, once for each function and exception.
//!
//! Guarded by `tests/faults.rs`.

use std::sync::{Mutex, PoisonError};

use decide::analysis::{ReferenceDifference as Difference, completeness, raising};
use decide::{DecideError as Failure, Session};
use pairs::replay::NoAnswer;
use pairs::{Bucket, Concrete, Replay, is_positive};

use crate::build::Step;

/// A function raises on a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raises {
    pub function: String,
    pub exception: NoAnswer,
    pub pair: Vec<Concrete>,
}

pub(crate) struct Faults<'a> {
    replay: Replay<'a>,
    /// Functions and exceptions.
    reported: Mutex<Vec<(String, NoAnswer)>>,
    tell: &'a (dyn Fn(Step) + Sync),
}

impl<'a> Faults<'a> {
    pub fn new(problem: &'a lang::problem::Problem, tell: &'a (dyn Fn(Step) + Sync)) -> Self {
        Self { replay: Replay::new(problem), reported: Mutex::default(), tell }
    }

    /// Asks about all pairs of the scope. What the solver gives up on is left to the pairs.
    pub fn of_scope(&self, session: &mut Session<'_>) -> Result<(), Failure> {
        for found in raising(session)?.found {
            let exception = NoAnswer::Raises(found.exception);
            self.raises(Raises { function: found.function, exception, pair: found.pair });
        }
        match completeness(session)?.1 {
            Some(difference) => Err(Failure::Contradicts(Box::new(difference))),
            None => Ok(()),
        }
    }

    /// Asks the reference predicate about a pair of a bucket.
    pub fn of_pair(&self, pair: &[Concrete], bucket: Bucket) -> Result<(), Failure> {
        let problem = self.replay.problem();
        let Some(predicate) = problem.predicate.as_ref().filter(|predicate| predicate.has_reference) else {
            return Ok(());
        };
        let params: Vec<usize> = (0..predicate.params.len()).collect();
        match self.replay.answer(pair, predicate.function, &params, None)? {
            Ok(accepted) if accepted != is_positive(problem, bucket) => {
                let pair = pair.to_vec();
                Err(Failure::Contradicts(Box::new(Difference { pair, accepted, proven: false })))
            }
            Ok(_) => Ok(()),
            Err(exception) => {
                self.raises(Raises { function: predicate.name.to_string(), exception, pair: pair.to_vec() });
                Ok(())
            }
        }
    }

    /// Says which subproperty raises on a valid pair.
    pub fn of_raising(&self, pair: &[Concrete]) -> Result<(), Failure> {
        let said = self.replay.answers(pair)?.subproperties;
        for (property, said) in self.replay.problem().subproperties.iter().zip(said) {
            if let Err(exception) = said {
                self.raises(Raises { function: property.name.to_string(), exception, pair: pair.to_vec() });
            }
        }
        Ok(())
    }

    fn raises(&self, raises: Raises) {
        let key = (raises.function.clone(), raises.exception.clone());
        let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        if !reported.contains(&key) {
            reported.push(key);
            (self.tell)(Step::Raises(raises));
        }
    }
}
