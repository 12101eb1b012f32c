//! Near misses: pairs of negative buckets that are a few small edits of the output or the input away from correct ones.
//!
//! Takes correct pairs of the small scope, and walks to some beyond it; gives for each negative bucket the edited ones that
//! `eval` puts into it. A predicate that checks something in part, or one thing for another, often accepts these.
//!
//! Invariant: what is found depends on the seed and the correct pairs, not on the number of jobs.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use lang::problem::Side;
use pairs::{Bucket, Concrete, Replay};
use sample::edits::Editor;
use sample::miss::{Change, Edit, Left, Miss};

use crate::fill::{Shared, seed_for};
use crate::half_right::examine;
use crate::likeness::{LIKENESSES, likenesses};
use crate::pools::Pools;
use crate::stop::in_order;
use crate::survey::Survey;
use pairs::is_positive;
use pairs::{is_beyond, is_longer};

/// Correct pairs of the small scope that are edited, and walks to some beyond it, at most.
const SMALL: usize = 48;
const WALKS: usize = 10;
/// Tries to edit each once, several times, to write a part of it anew, to copy an input, and to misread one.
const ONCE: usize = 60;
const SEVERAL: usize = 40;
const REWRITTEN: usize = 60;
const COPIES: usize = 6;
const MISREAD: usize = 60;
/// At most so many edits one after the other.
const MOST_EDITS: usize = 3;
/// Pairs edited one after the other by the same thread.
const TOGETHER: usize = 4;
/// Near misses of each kind that a bucket gets of each scope.
const KEPT: usize = 10;

/// The near misses of one bucket.
#[derive(Clone, Debug, Default)]
pub struct Near {
    pub small: Vec<Miss>,
    /// Beyond the small scope.
    pub large: Vec<Miss>,
}

/// The near misses of all negative buckets.
pub fn near_misses(shared: &Shared<'_>, survey: &Survey, jobs: usize) -> BTreeMap<Bucket, Near> {
    let mut found: BTreeMap<Bucket, Near> = BTreeMap::new();
    if !shared.random || shared.stop.is_due() {
        return found;
    }
    let correct = correct(shared, survey, jobs);
    let edited = in_order(jobs, correct.len().div_ceil(TOGETHER), |number| {
        let replay = Replay::new(shared.problem);
        let mut random = Rng::with_seed(seed_for(shared.seed, Bucket::ALL_HOLD, 8 + number as u64));
        let pairs = correct.iter().skip(number * TOGETHER).take(TOGETHER);
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

/// Some that were edited once, some others, and some whose inputs were misread.
fn a_few(shared: &Shared<'_>, misses: Vec<Miss>, preferred: impl Fn(&Miss) -> bool) -> Vec<Miss> {
    let is_single = |miss: &Miss| miss.edit.left == Left::Unasked && miss.edit.change != Change::Copy;
    let (misread, misses): (Vec<Miss>, Vec<Miss>) = misses.into_iter().partition(|miss| miss.edit.misread);
    let (once, others): (Vec<Miss>, Vec<Miss>) = misses.into_iter().partition(is_single);
    let mut kept = varied(once, &preferred);
    kept.extend(unlike(shared, others));
    kept.extend(varied(misread, &preferred));
    kept
}

/// A few of these, so that as many likenesses, and twos of them, as possible are there.
fn unlike(shared: &Shared<'_>, misses: Vec<Miss>) -> Vec<Miss> {
    let outputs = shared.forms.positions(Side::Output);
    let mut known = BTreeSet::new();
    let mut left: Vec<(Vec<usize>, Miss)> = Vec::new();
    for miss in misses.into_iter().filter(|miss| known.insert(miss.pair.clone())) {
        let alike = likenesses(miss.of.as_deref(), &miss.pair, &outputs);
        left.push(((0..LIKENESSES).filter(|at| alike[*at]).collect(), miss));
    }
    let mut times = vec![[0_u64; LIKENESSES]; LIKENESSES];
    let mut kept = Vec::new();
    while kept.len() < KEPT && !left.is_empty() {
        let worth = |alike: &[usize]| -> u64 {
            let twos = alike.iter().flat_map(|one| alike.iter().map(|other| 1_000 / (1 + times[*one][*other])));
            twos.sum()
        };
        let best = left.iter().enumerate().max_by_key(|(at, (alike, _))| (worth(alike), Reverse(*at)));
        let Some(at) = best.map(|(at, _)| at) else { break };
        let (alike, miss) = left.swap_remove(at);
        alike.iter().for_each(|one| alike.iter().for_each(|other| times[*one][*other] += 1));
        kept.push(miss);
    }
    kept
}

/// Correct pairs: those by which their buckets were found, drawn ones, and some of the large scope.
fn correct(shared: &Shared<'_>, survey: &Survey, jobs: usize) -> Vec<Vec<Concrete>> {
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
            forms: shared.forms,
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

/// Edits of a correct pair, with the negative buckets that they lead to.
fn edited(shared: &Shared<'_>, replay: &Replay<'_>, pair: &[Concrete], random: &mut Rng) -> Vec<(Bucket, Miss)> {
    let [inputs, outputs] = [Side::Input, Side::Output].map(|side| shared.forms.positions(side));
    let beyond = is_beyond(shared.problem, shared.small, pair);
    let editor = Editor::new(if beyond { shared.large } else { shared.small });
    let mut judge = replay.judge();
    let mut found = Vec::new();
    let kinds = [(ONCE, 0), (SEVERAL, 1), (REWRITTEN, 2), (COPIES, 3), (MISREAD, 4)];
    let attempts = kinds.iter().flat_map(|(number, kind)| std::iter::repeat_n(*kind, *number));
    for kind in attempts.filter(|_| !shared.stop.is_due()) {
        let miss = match kind {
            0 => editor.miss(pair, &outputs, random),
            1 => {
                let number = random.usize(2..=MOST_EDITS);
                editor.miss_by_several(pair, &outputs, number, random)
            }
            2 => editor.miss_by_rewriting(pair, &outputs, random),
            3 => editor.miss_by_copy(pair, &outputs, random),
            _ => editor.miss_by_misreading(pair, &inputs, &outputs, random),
        };
        let Some(miss) = miss else { continue };
        if let Some(bucket) = judge.bucket(&miss.pair)
            && !is_positive(shared.problem, bucket)
        {
            found.push((bucket, miss));
        }
    }
    found
}

/// A few of these, of every kind of edit in turn, first those that are preferred and that leave both ends alone.
fn varied(misses: Vec<Miss>, preferred: impl Fn(&Miss) -> bool) -> Vec<Miss> {
    let mut kinds: BTreeMap<Edit, Vec<Miss>> = BTreeMap::new();
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
