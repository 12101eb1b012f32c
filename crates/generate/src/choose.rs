//! Chooses the tests of a bucket among its candidates.
//!
//! The candidates of a bucket are many and mostly redundant: random pairs of one bucket look alike, and ten of them test
//! little more than one. Choosing the best set of tests is a set-cover problem, which is NP-hard; the greedy algorithm, which
//! repeatedly takes the candidate that adds most, comes provably close to the optimum, and is simple. Ties go to the first
//! candidate, so the choice is deterministic.
//!
//! What a candidate adds is compared lexicographically:
//!
//! 1. the mutants that it exposes and no chosen test does ([`MutantCoverage::newly_exposed`]);
//! 2. new places of failure: a test that fails at the end of a list catches a predicate that looks only at its beginning;
//! 3. the pairs of mutants that it is the first to expose together;
//! 4. rarity: sizes, repetition and places of failure that few chosen tests have, and mutants that few expose.
//!
//! Mutants come first because they stand for mistakes directly; shapes decide once the mutants are exhausted, and guard
//! against mistakes that no mutant forecasts.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use pairs::Concrete;
use sample::near_miss::EditDescription;

use crate::exposure::{Exposed, MutantCoverage, WEIGHT};
use suite::format::TestSource;
use suite::shape::PairShape;

/// A pair that may become a test.
#[derive(Clone, Debug)]
pub struct TestCandidate {
    pub pair: Vec<Concrete>,
    /// The same for all pairs that differ only in names and in orders that do not matter.
    pub canonical: Vec<Concrete>,
    pub engine: TestSource,
    pub shape: PairShape,
    /// The mutants that it exposes.
    pub exposed: Exposed,
}

/// Chooses candidates, and counts what the chosen ones have.
#[derive(Clone, Debug, Default)]
pub struct Chooser {
    /// How often each slot of a shape had each value among the chosen candidates.
    seen: BTreeMap<(usize, String), u64>,
    /// How often each place of failure was chosen.
    failed: BTreeMap<(usize, String), u64>,
    pub cover: MutantCoverage,
}

/// The worth of a new value of a slot, relative to the worth of a mutant.
const RARE: u64 = WEIGHT / 2;

/// What a candidate would add: newly exposed mutants, new places of failure and newly exposed pairs of mutants; then
/// rarity.
type Worth = ([u64; 3], u64);

impl Chooser {
    pub fn new(cover: MutantCoverage) -> Self {
        Self { cover, ..Self::default() }
    }

    pub fn note(&mut self, candidate: &TestCandidate) {
        let TestCandidate { shape, exposed, .. } = candidate;
        self.cover.choose(exposed);
        for (slot, value) in shape.slots().iter().enumerate() {
            *self.seen.entry((slot, value.clone())).or_default() += 1;
        }
        for (slot, (value, _)) in shape.places().iter().enumerate() {
            *self.failed.entry((slot, value.clone())).or_default() += 1;
        }
    }

    fn worth(&self, candidate: &TestCandidate) -> Worth {
        let TestCandidate { shape, exposed, .. } = candidate;
        let times = |seen: &BTreeMap<(usize, String), u64>, slot: usize, value: &String| {
            seen.get(&(slot, value.clone())).copied().unwrap_or(0)
        };
        let rarity = |times: u64| RARE / (1 + times);
        let (mut new, mut rare) = (0, 0);
        for (slot, (value, weight)) in shape.places().iter().enumerate().filter(|(_, (_, weight))| *weight > 0) {
            let times = times(&self.failed, slot, value);
            new += if times == 0 { *weight } else { 0 };
            rare += rarity(times);
        }
        let slots = shape.slots().iter().enumerate();
        rare += slots.map(|(slot, value)| rarity(times(&self.seen, slot, value))).sum::<u64>();
        (
            [self.cover.newly_exposed(exposed), new, self.cover.newly_exposed_pairs(exposed)],
            rare + self.cover.rarity(exposed),
        )
    }

    /// The candidate of a pool that adds most; the first of equals.
    fn best(&self, pool: &[TestCandidate]) -> Option<(Worth, usize)> {
        let worths = pool.iter().enumerate().map(|(at, candidate)| (self.worth(candidate), at));
        worths.max_by_key(|(worth, at)| (*worth, Reverse(*at)))
    }

    /// Takes the candidate that adds most out of a pool.
    pub fn take(&mut self, pool: &mut Vec<TestCandidate>) -> Option<TestCandidate> {
        let (_, at) = self.best(pool)?;
        let candidate = pool.remove(at);
        self.note(&candidate);
        Some(candidate)
    }

    /// Takes a near miss: one by a new kind of edit if possible, preferably an edit that changes little, and among these the
    /// one that adds most.
    pub fn take_near(
        &mut self,
        near: &mut Vec<(EditDescription, TestCandidate)>,
        seen: &mut BTreeSet<EditDescription>,
    ) -> Option<TestCandidate> {
        let rank = |(at, (edit, candidate)): (usize, &(EditDescription, TestCandidate))| {
            (seen.contains(edit), *edit, Reverse(self.worth(candidate)), at)
        };
        let (_, _, _, at) = near.iter().enumerate().map(rank).min()?;
        let (edit, candidate) = near.remove(at);
        seen.insert(edit);
        self.note(&candidate);
        Some(candidate)
    }

    /// Takes the best candidate of the first pool, or of the second if that exposes more new mutants, fails in more new
    /// places, or exposes more new pairs of mutants.
    pub fn take_of(
        &mut self,
        first: &mut Vec<TestCandidate>,
        second: &mut Vec<TestCandidate>,
    ) -> Option<TestCandidate> {
        let new = |pool: &[TestCandidate]| self.best(pool).map(|((new, _), _)| new);
        let pool = if new(second) > new(first) { second } else { first };
        self.take(pool)
    }
}
