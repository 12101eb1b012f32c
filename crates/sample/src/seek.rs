//! Buckets that drawing did not meet: reached by edits of pairs of other buckets, or built up part by part.
//!
//! Takes the buckets that are known, with a pair of each; adds those it finds. What it does not find may have pairs all
//! the same. Budgets are numbers of edits and of simulated gates, so the result does not depend on time.
//!
//! Guarded by `tests/seeking.rs`.

use std::collections::BTreeMap;

use fastrand::Rng;
use lang::scope::Scope;
use pairs::{Bucket, Concrete, Replay, SubpropertySet};

use crate::construct::{Built, construct};
use crate::subject::Subject;
use crate::walk::Walker;

/// Edits tried.
const EDITS: usize = 20_000;
/// Gates that are simulated to build up pairs, a block of pairs at a time: about a second.
const WORK: u64 = 3 << 25;
/// Buckets that are tried in one round, at most.
const MOST_BUCKETS: usize = 1 << 10;

/// Adds a pair of each bucket that is found. Gives the number of pairs looked at.
pub(crate) fn seek(
    replay: &Replay<'_>,
    scope: &Scope,
    subject: Option<&Subject>,
    known: &mut BTreeMap<Bucket, Vec<Concrete>>,
    random: &mut Rng,
    is_due: &dyn Fn() -> bool,
) -> u64 {
    let edits = if known.is_empty() { 0 } else { EDITS };
    Walker::new(replay, scope).explore(known, edits, random);
    let mut tried = edits as u64;
    let Some(subject) = subject else { return tried };
    let mut judge = replay.judge();
    let mut left = WORK;
    // Some buckets are found only with the outputs chosen first, some only with the inputs first.
    for outputs_first in [true, false, true, false] {
        for bucket in unknown(replay.problem().subproperties.len(), known) {
            if left == 0 || is_due() {
                return tried;
            }
            let Built { pairs, work } = construct(subject, bucket, outputs_first, random);
            left = left.saturating_sub(work);
            tried += pairs.len() as u64;
            if let Some(pair) = pairs.into_iter().find(|pair| judge.is_in(pair, bucket)) {
                known.insert(bucket, pair);
            }
        }
    }
    tried
}

/// Buckets without a pair, those with few failing subproperties first.
fn unknown(subproperties: usize, known: &BTreeMap<Bucket, Vec<Concrete>>) -> Vec<Bucket> {
    let all = SubpropertySet::all_of_first(subproperties).map(Bucket::new);
    let mut unknown: Vec<Bucket> = all.filter(|bucket| !known.contains_key(bucket)).take(MOST_BUCKETS).collect();
    unknown.sort();
    unknown
}
