//! Seeks the buckets that sampling missed, without a solver.
//!
//! Uniform sampling finds a bucket with a probability proportional to its size, so the sparse ones are missed: a correct
//! output is one in millions. Two techniques find most of them. First, [`Walker::explore`] edits pairs of known buckets,
//! since related buckets tend to be a few edits apart. Then every bucket that is still unknown is a target for
//! [`construct`], which builds pairs part by part and drops partial pairs that can no longer end up in the bucket.
//!
//! Takes the known buckets, with a pair of each, and adds those it finds. A bucket that it does not find may still have
//! pairs: only the solver can rule that out. Budgets are numbers of edits and of simulated gates, so the result does not
//! depend on time.
//!
//! Guarded by `tests/seeking.rs`.

use std::collections::BTreeMap;

use circuit::Deadline;
use fastrand::Rng;
use lang::scope::Scope;
use pairs::{Bucket, Concrete, Replay, SubpropertySet};

use crate::construct::{Built, construct};
use crate::simulated_problem::SimulatedProblem;
use crate::walk::Walker;

/// The number of edits that are tried.
const EDITS: usize = 20_000;
/// The number of gates that are simulated to build pairs, a block of pairs at a time: about a second.
const WORK: u64 = 3 << 25;
/// The greatest number of buckets that are tried in one round.
const MOST_BUCKETS: usize = 1 << 10;

/// Adds a pair of each bucket that it finds. Returns the number of pairs that were examined.
pub(crate) fn seek(
    replay: &Replay<'_>,
    scope: &Scope,
    subject: Option<&SimulatedProblem>,
    known: &mut BTreeMap<Bucket, Vec<Concrete>>,
    random: &mut Rng,
    deadline: Deadline,
) -> u64 {
    let edits = if known.is_empty() { 0 } else { EDITS };
    Walker::new(replay, scope).until(deadline).explore(known, edits, random);
    let mut tried = edits as u64;
    let Some(subject) = subject else { return tried };
    let mut evaluator = replay.evaluator();
    let mut left = WORK;
    // Some buckets are found only if outputs are chosen first, others only if inputs are.
    for outputs_first in [true, false, true, false] {
        for bucket in unknown(replay.problem().subproperties.len(), known) {
            if left == 0 || deadline.is_due() {
                return tried;
            }
            let Built { pairs, work } = construct(subject, bucket, outputs_first, random);
            left = left.saturating_sub(work);
            tried += pairs.len() as u64;
            if let Some(pair) = pairs.into_iter().find(|pair| evaluator.is_in(pair, bucket)) {
                known.insert(bucket, pair);
            }
        }
    }
    tried
}

/// Buckets without a known pair, those with the fewest failing subproperties first.
fn unknown(subproperties: usize, known: &BTreeMap<Bucket, Vec<Concrete>>) -> Vec<Bucket> {
    let all = SubpropertySet::all_of_first(subproperties).map(Bucket::new);
    let mut unknown: Vec<Bucket> = all.filter(|bucket| !known.contains_key(bucket)).take(MOST_BUCKETS).collect();
    unknown.sort();
    unknown
}
