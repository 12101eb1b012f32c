//! What submissions answered: pairs with their buckets, and for each submission which of them it accepted.

use std::collections::BTreeMap;

use lang::problem::Problem;
use pairs::{Bucket, Concrete};

/// A valid pair on which no subproperty raises.
#[derive(Clone, Debug)]
pub struct EvidencePair {
    pub pair: Vec<Concrete>,
    pub bucket: Bucket,
}

/// What a submission answered.
#[derive(Clone, Debug)]
pub struct ObservedSubmission {
    pub name: String,
    /// For each pair whether it was accepted; what has no answer is not accepted. `None` if it was not asked, or is not known.
    pub accepts: Vec<Option<bool>>,
}

#[derive(Debug)]
pub struct Evidence<'p> {
    pub problem: &'p Problem,
    pub pairs: Vec<EvidencePair>,
    pub submissions: Vec<ObservedSubmission>,
}

impl ObservedSubmission {
    /// The pairs that were accepted, or those that were not.
    pub fn answered(&self, accepted: bool) -> impl Iterator<Item = usize> {
        self.accepts.iter().enumerate().filter(move |(_, answer)| **answer == Some(accepted)).map(|(pair, _)| pair)
    }
}

impl Evidence<'_> {
    /// The subproperties that hold wherever a submission accepts.
    pub fn plain(&self, submission: &ObservedSubmission) -> Vec<usize> {
        let holds = |position: &usize| submission.answered(true).all(|pair| !self.pairs[pair].bucket.fails(*position));
        (0..self.problem.subproperties.len()).filter(holds).collect()
    }

    /// The pairs that are not accepted although all these subproperties hold.
    pub fn residue(&self, submission: &ObservedSubmission, plain: &[usize]) -> Vec<usize> {
        let is_open = |pair: &usize| !plain.iter().any(|position| self.pairs[*pair].bucket.fails(*position));
        submission.answered(false).filter(is_open).collect()
    }

    /// Whether a submission accepts some pairs of a bucket and not others. One that accepts nothing is not unexplained.
    pub fn is_unexplained(&self, submission: &ObservedSubmission) -> bool {
        let mut seen: BTreeMap<Bucket, [bool; 2]> = BTreeMap::new();
        for (pair, answer) in self.pairs.iter().zip(&submission.accepts) {
            if let Some(accepted) = answer {
                seen.entry(pair.bucket).or_default()[usize::from(*accepted)] = true;
            }
        }
        seen.values().any(|seen| *seen == [true, true])
    }
}
