//! Faults of a problem file that show while a suite is generated.
//!
//! Takes the solver's session, and pairs that are in a bucket. If the reference predicate contradicts the required
//! subproperties, the expected answers would be wrong according to one of the two: a [`DecideError`], as is a function
//! that answers differently in another order of a set or an unordered list. A pair on which a function
//! raises is in no bucket, so the tests are correct without it: it is reported, once for each function and exception.
//!
//! Guarded by `tests/faults.rs`.

use std::sync::{Mutex, PoisonError};

use decide::analysis::{ReferenceDifference, completeness, raising};
use decide::orders::dependence_on_pair;
use decide::{DecideError, Session};
use pairs::replay::NoAnswer;
use pairs::{Bucket, Concrete, PairStructure, Replay, is_positive};

use crate::build::BuildStep;

/// In how many orders each test is evaluated.
const ORDERS: u64 = 8;

/// A function of the problem file that raises on a valid pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RaisingFunction {
    pub function: String,
    pub exception: NoAnswer,
    pub pair: Vec<Concrete>,
}

pub(crate) struct Faults<'a> {
    replay: Replay<'a>,
    /// The functions and exceptions that were reported.
    reported: Mutex<Vec<(String, NoAnswer)>>,
    on_step: &'a (dyn Fn(BuildStep) + Sync),
}

impl<'a> Faults<'a> {
    pub fn new(problem: &'a lang::problem::Problem, on_step: &'a (dyn Fn(BuildStep) + Sync)) -> Self {
        Self { replay: Replay::new(problem), reported: Mutex::default(), on_step }
    }

    /// Checks all pairs of the scope. If the solver gives up, faults still show on single pairs.
    pub fn of_scope(&self, session: &mut Session<'_>) -> Result<(), DecideError> {
        for found in raising(session)?.found {
            let exception = NoAnswer::Raises(found.exception);
            self.raises(RaisingFunction { function: found.function, exception, pair: found.pair });
        }
        match completeness(session)?.1 {
            Some(difference) => Err(DecideError::Contradicts(Box::new(difference))),
            None => Ok(()),
        }
    }

    /// Compares the reference predicate with the bucket of a pair.
    pub fn of_pair(&self, pair: &[Concrete], bucket: Bucket) -> Result<(), DecideError> {
        let problem = self.replay.problem();
        let Some(predicate) = problem.predicate.as_ref().filter(|predicate| predicate.has_reference) else {
            return Ok(());
        };
        let params: Vec<usize> = (0..predicate.params.len()).collect();
        match self.replay.answer(pair, predicate.function, &params, None)? {
            Ok(accepted) if accepted != is_positive(problem, bucket) => {
                let pair = pair.to_vec();
                Err(DecideError::Contradicts(Box::new(ReferenceDifference { pair, accepted, proven: false })))
            }
            Ok(_) => Ok(()),
            Err(exception) => {
                self.raises(RaisingFunction { function: predicate.name.to_string(), exception, pair: pair.to_vec() });
                Ok(())
            }
        }
    }

    /// Evaluates a pair in several orders of its unordered lists and of sets. What the solver decided about orders holds
    /// within the scope; this is for pairs beyond it, and for suites without a solver.
    pub fn of_order(&self, structure: &PairStructure, pair: &[Concrete]) -> Result<(), DecideError> {
        match dependence_on_pair(&self.replay, structure, pair, ORDERS)? {
            Some(found) => Err(DecideError::DependsOnOrder(vec![found])),
            None => Ok(()),
        }
    }

    /// Reports the subproperties that raise on a valid pair.
    pub fn of_raising(&self, pair: &[Concrete]) -> Result<(), DecideError> {
        let said = self.replay.answers(pair)?.subproperties;
        for (property, said) in self.replay.problem().subproperties.iter().zip(said) {
            if let Err(exception) = said {
                self.raises(RaisingFunction { function: property.name.to_string(), exception, pair: pair.to_vec() });
            }
        }
        Ok(())
    }

    fn raises(&self, raises: RaisingFunction) {
        let key = (raises.function.clone(), raises.exception.clone());
        let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        if !reported.contains(&key) {
            reported.push(key);
            (self.on_step)(BuildStep::Raises(raises));
        }
    }
}
