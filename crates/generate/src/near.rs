//! Near misses: pairs of negative buckets that are a few small edits away from correct pairs.
//!
//! A pair drawn at random from a negative bucket is usually wrong in many ways at once, and even a careless predicate rejects
//! it. The pairs that careless predicates accept are nearly correct: two elements swapped, one index off by one, the right
//! answer to a slightly different input. Uniform sampling hardly ever produces them, because they are a vanishing share of
//! their buckets.
//!
//! So they are made from the other end. Correct pairs, drawn from the small scope and walked to in the large one, are edited
//! in the ways in which programs and people go wrong: one edit of the output, several, one end kept and the rest rewritten, a
//! copy of an input, or an input misread. `eval` puts each edited pair into its bucket. Since editing yields hundreds of
//! pairs for some buckets, a few are kept of each kind: as many kinds of edits as possible, those that leave both ends of a
//! list alone first, and as many likenesses to the correct output as possible ([`crate::likeness`]).
//!
//! Invariant: the result depends on the seed and the correct pairs, not on the number of jobs.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use itertools::Itertools;
use lang::problem::Side;
use pairs::{Bucket, Concrete, Replay, is_beyond, is_longer, is_positive};
use sample::edits::Editor;
use sample::near_miss::{EditAction, EditDescription, KeptEnds, NearMiss};

use crate::exposure::examine;
use crate::fill::{FillContext, seed_for};
use crate::likeness::{Likeness, LikenessSet};
use crate::parallel::in_order;
use crate::pools::Pools;
use crate::survey::Survey;

/// The greatest number of correct pairs of the small scope that are edited, and of walks beyond it.
const SMALL: usize = 48;
const WALKS: usize = 10;
/// How each correct pair is edited, and how often that is tried.
const ATTEMPTS: [(Attempt, usize); 5] = [
    (Attempt::OneEdit, 60),
    (Attempt::SeveralEdits, 40),
    (Attempt::Rewriting, 60),
    (Attempt::Copying, 6),
    (Attempt::Misreading, 60),
];
/// The greatest number of edits in [`Attempt::SeveralEdits`].
const MOST_EDITS: usize = 3;
/// The number of pairs that one thread edits in a row.
const PAIRS_PER_TASK: usize = 4;
/// The number of near misses of each kind that a bucket gets of each scope.
const KEPT: usize = 10;

/// A way to turn a correct pair into a near miss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attempt {
    /// Edits the output once.
    OneEdit,
    /// Edits the output two or three times.
    SeveralEdits,
    /// Keeps one end of the output and rewrites the rest.
    Rewriting,
    /// Copies an input to the output.
    Copying,
    /// Edits the input, and sometimes the output.
    Misreading,
}

/// The near misses of one bucket.
#[derive(Clone, Debug, Default)]
pub struct BucketNearMisses {
    pub small: Vec<NearMiss>,
    /// Those beyond the small scope.
    pub large: Vec<NearMiss>,
}

/// The near misses of all negative buckets.
pub fn near_misses(shared: &FillContext<'_>, survey: &Survey, jobs: usize) -> BTreeMap<Bucket, BucketNearMisses> {
    let mut found: BTreeMap<Bucket, BucketNearMisses> = BTreeMap::new();
    if !shared.random || shared.deadline.is_due() {
        return found;
    }
    let correct = correct(shared, survey, jobs);
    let edited = in_order(jobs, correct.len().div_ceil(PAIRS_PER_TASK), |number| {
        let replay = Replay::new(shared.problem);
        let mut random = Rng::with_seed(seed_for(shared.seed, Bucket::ALL_HOLD, 8 + number as u64));
        let pairs = correct.iter().skip(number * PAIRS_PER_TASK).take(PAIRS_PER_TASK);
        pairs.flat_map(|pair| edited(shared, &replay, pair, &mut random)).collect::<Vec<_>>()
    });
    for (bucket, miss) in edited.into_iter().flatten() {
        let near = found.entry(bucket).or_default();
        let beyond = is_beyond(shared.problem, shared.small, &miss.pair);
        if beyond { &mut near.large } else { &mut near.small }.push(miss);
    }
    for near in found.values_mut() {
        near.small = a_few(shared, std::mem::take(&mut near.small), |_| true);
        near.large = a_few(shared, std::mem::take(&mut near.large), |miss| is_longer(shared.small, &miss.pair));
    }
    found
}

/// A few that were edited once, a few that were edited otherwise, and a few whose inputs were misread.
fn a_few(shared: &FillContext<'_>, misses: Vec<NearMiss>, preferred: impl Fn(&NearMiss) -> bool) -> Vec<NearMiss> {
    let is_single =
        |miss: &NearMiss| miss.edit.kept_ends == KeptEnds::NotCompared && miss.edit.action != EditAction::Copy;
    let (misread, misses): (Vec<NearMiss>, Vec<NearMiss>) = misses.into_iter().partition(|miss| miss.edit.misread);
    let (once, others): (Vec<NearMiss>, Vec<NearMiss>) = misses.into_iter().partition(is_single);
    let mut kept = varied(once, &preferred);
    kept.extend(varied_by_likeness(shared, others));
    kept.extend(varied(misread, &preferred));
    kept
}

/// A few of these, with as many likenesses, and pairs of likenesses, as possible.
fn varied_by_likeness(shared: &FillContext<'_>, misses: Vec<NearMiss>) -> Vec<NearMiss> {
    let outputs = shared.structure.positions(Side::Output);
    let mut known = BTreeSet::new();
    let mut left: Vec<(Vec<usize>, NearMiss)> = Vec::new();
    for miss in misses.into_iter().filter(|miss| known.insert(miss.pair.clone())) {
        let alike = LikenessSet::of(miss.original.as_deref(), &miss.pair, &outputs);
        left.push((alike.positions().collect(), miss));
    }
    let mut times = vec![[0_u64; Likeness::COUNT]; Likeness::COUNT];
    let mut kept = Vec::new();
    while kept.len() < KEPT && !left.is_empty() {
        let worth = |alike: &[usize]| -> u64 {
            alike.iter().cartesian_product(alike).map(|(one, other)| 1_000 / (1 + times[*one][*other])).sum()
        };
        let best = left.iter().enumerate().max_by_key(|(at, (alike, _))| (worth(alike), Reverse(*at)));
        let Some(at) = best.map(|(at, _)| at) else { break };
        let (alike, miss) = left.swap_remove(at);
        alike.iter().cartesian_product(&alike).for_each(|(one, other)| times[*one][*other] += 1);
        kept.push(miss);
    }
    kept
}

/// Correct pairs: the pairs by which their buckets were found, drawn ones, and some of the large scope.
fn correct(shared: &FillContext<'_>, survey: &Survey, jobs: usize) -> Vec<Vec<Concrete>> {
    let found = survey.starts.iter().chain(&survey.only_large);
    let positive = found.filter(|(bucket, _)| is_positive(shared.problem, **bucket));
    let positive: Vec<(Bucket, Vec<&Vec<Concrete>>)> = positive
        .map(|(bucket, start)| {
            (*bucket, std::iter::once(start).chain(survey.drawn.get(bucket).into_iter().flatten()).collect())
        })
        .collect();
    let each = |most: usize| most.div_ceil(positive.len().max(1));
    let small = positive.iter().flat_map(|(_, pairs)| pairs.iter().take(each(SMALL)));
    let mut all: Vec<Vec<Concrete>> = small.copied().cloned().collect();
    let large = in_order(jobs, positive.len(), |number| {
        let (bucket, pairs) = &positive[number];
        let replay = Replay::new(shared.problem);
        let mut pools = Pools {
            problem: shared.problem,
            replay: &replay,
            structure: shared.structure,
            bucket: *bucket,
            random: Rng::with_seed(seed_for(shared.seed, *bucket, 7)),
            known: BTreeSet::new(),
            examiner: examine(shared.problem, &[], *bucket).0,
        };
        let starts: Vec<Vec<Concrete>> = pairs.iter().take(each(WALKS)).copied().cloned().collect();
        let found = pools.large([shared.small, shared.large], &starts, 0, each(WALKS));
        found.longer.into_iter().chain(found.others).map(|candidate| candidate.pair).collect::<Vec<_>>()
    });
    all.extend(large.into_iter().flatten());
    all
}

/// Edits of a correct pair that lead to negative buckets, each with its bucket.
fn edited(
    shared: &FillContext<'_>,
    replay: &Replay<'_>,
    pair: &[Concrete],
    random: &mut Rng,
) -> Vec<(Bucket, NearMiss)> {
    let [inputs, outputs] = [Side::Input, Side::Output].map(|side| shared.structure.positions(side));
    let beyond = is_beyond(shared.problem, shared.small, pair);
    let editor = Editor::new(if beyond { shared.large } else { shared.small });
    let mut evaluator = replay.evaluator();
    let mut found = Vec::new();
    let attempts = ATTEMPTS.iter().flat_map(|(attempt, times)| std::iter::repeat_n(*attempt, *times));
    for attempt in attempts.filter(|_| !shared.deadline.is_due()) {
        let miss = match attempt {
            Attempt::OneEdit => editor.near_miss_by_one_edit(pair, &outputs, random),
            Attempt::SeveralEdits => {
                let number = random.usize(2..=MOST_EDITS);
                editor.near_miss_by_several_edits(pair, &outputs, number, random)
            }
            Attempt::Rewriting => editor.near_miss_by_rewriting(pair, &outputs, random),
            Attempt::Copying => editor.near_miss_by_copying(pair, &outputs, random),
            Attempt::Misreading => editor.near_miss_by_misreading(pair, &inputs, &outputs, random),
        };
        let Some(miss) = miss else { continue };
        if let Some(bucket) = evaluator.bucket(&miss.pair)
            && !is_positive(shared.problem, bucket)
        {
            found.push((bucket, miss));
        }
    }
    found
}

/// A few of these, of every kind of edit in turn; preferred ones first, then those that leave both ends alone.
fn varied(misses: Vec<NearMiss>, preferred: impl Fn(&NearMiss) -> bool) -> Vec<NearMiss> {
    let mut kinds: BTreeMap<EditDescription, Vec<NearMiss>> = BTreeMap::new();
    let mut known = BTreeSet::new();
    for miss in misses {
        if known.insert(miss.pair.clone()) {
            kinds.entry(miss.edit).or_default().push(miss);
        }
    }
    for kind in kinds.values_mut() {
        kind.sort_by_key(|miss| (!preferred(miss), !miss.in_the_middle));
        kind.truncate(KEPT);
        kind.reverse();
    }
    let mut varied = Vec::new();
    while varied.len() < KEPT && kinds.values().any(|kind| !kind.is_empty()) {
        let left = KEPT - varied.len();
        varied.extend(kinds.values_mut().filter_map(Vec::pop).take(left));
    }
    varied
}
