//! Chooses among candidates those that differ most from what was chosen before.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use pairs::Concrete;
use sample::miss::Edit;

use crate::half_right::{Cover, Shown, WEIGHT};
use suite::format::Engine;
use suite::shape::Shape;

/// A pair that may become a test.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub pair: Vec<Concrete>,
    /// The same for all that differ only in names and in orders that say nothing.
    pub canonical: Vec<Concrete>,
    pub engine: Engine,
    pub shape: Shape,
    /// The mutants that it shows.
    pub shown: Shown,
}

/// Counts what was chosen so far.
#[derive(Clone, Debug, Default)]
pub struct Novelty {
    seen: BTreeMap<(usize, String), u64>,
    /// The same for where it fails.
    failed: BTreeMap<(usize, String), u64>,
    pub cover: Cover,
}

/// What a part of a shape counts that is not there yet, against a mutant that few tests show.
const RARE: u64 = WEIGHT / 2;

/// What a candidate would add: mutants that are not shown, places of failure that are new, twos of mutants; and the rarer
/// what it holds, the more.
type Worth = ([u64; 3], u64);

impl Novelty {
    pub fn new(cover: Cover) -> Self {
        Self { cover, ..Self::default() }
    }

    pub fn note(&mut self, candidate: &Candidate) {
        let Candidate { shape, shown, .. } = candidate;
        self.cover.choose(shown);
        for (slot, value) in shape.slots().iter().enumerate() {
            *self.seen.entry((slot, value.clone())).or_default() += 1;
        }
        for (slot, (value, _)) in shape.places().iter().enumerate() {
            *self.failed.entry((slot, value.clone())).or_default() += 1;
        }
    }

    fn worth(&self, candidate: &Candidate) -> Worth {
        let Candidate { shape, shown, .. } = candidate;
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
        ([self.cover.gain(shown), new, self.cover.gain_of_twos(shown)], rare + self.cover.again(shown))
    }

    /// The most novel candidate of a pool; the first of equals.
    fn best(&self, pool: &[Candidate]) -> Option<(Worth, usize)> {
        let worths = pool.iter().enumerate().map(|(at, candidate)| (self.worth(candidate), at));
        worths.max_by_key(|(worth, at)| (*worth, Reverse(*at)))
    }

    /// Takes the most novel candidate out of a pool.
    pub fn take(&mut self, pool: &mut Vec<Candidate>) -> Option<Candidate> {
        let (_, at) = self.best(pool)?;
        let candidate = pool.remove(at);
        self.note(&candidate);
        Some(candidate)
    }

    /// Takes a near miss: by an edit that was not there before, those first that leave most as it was, and among these the
    /// most novel one.
    pub fn take_near(&mut self, near: &mut Vec<(Edit, Candidate)>, seen: &mut BTreeSet<Edit>) -> Option<Candidate> {
        let rank = |(at, (edit, candidate)): (usize, &(Edit, Candidate))| {
            (seen.contains(edit), *edit, Reverse(self.worth(candidate)), at)
        };
        let (_, _, _, at) = near.iter().enumerate().map(rank).min()?;
        let (edit, candidate) = near.remove(at);
        seen.insert(edit);
        self.note(&candidate);
        Some(candidate)
    }

    /// Takes the most novel candidate out of the first pool, or out of the second if that shows more mutants, of equally
    /// many fails in more new places, or then shows more twos.
    pub fn take_of(&mut self, first: &mut Vec<Candidate>, second: &mut Vec<Candidate>) -> Option<Candidate> {
        let new = |pool: &[Candidate]| self.best(pool).map(|((new, _), _)| new);
        let pool = if new(second) > new(first) { second } else { first };
        self.take(pool)
    }
}
