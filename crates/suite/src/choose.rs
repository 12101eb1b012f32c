//! Chooses among candidates those that differ most from what was chosen before.

use std::collections::BTreeMap;

use compile::Concrete;

use crate::format::Engine;
use crate::shape::Shape;

/// A pair that may become a test.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub pair: Vec<Concrete>,
    /// The same for all that differ only in names and in orders that say nothing.
    pub canonical: Vec<Concrete>,
    pub engine: Engine,
    pub shape: Shape,
}

/// Counts what was chosen so far.
#[derive(Clone, Debug, Default)]
pub struct Novelty {
    seen: BTreeMap<(usize, String), u64>,
}

impl Novelty {
    pub fn note(&mut self, shape: &Shape) {
        for (slot, value) in shape.slots().iter().enumerate() {
            *self.seen.entry((slot, value.clone())).or_default() += 1;
        }
    }

    /// The rarer what a shape holds, the more it is worth.
    fn worth(&self, shape: &Shape) -> u64 {
        let worth = |(slot, value): (usize, &String)| {
            let seen = self.seen.get(&(slot, value.clone())).copied().unwrap_or(0);
            1_000_000 / (1 + seen)
        };
        shape.slots().iter().enumerate().map(worth).sum()
    }

    /// Takes the most novel candidate out of a pool; the first of equals.
    pub fn take(&mut self, pool: &mut Vec<Candidate>) -> Option<Candidate> {
        let worths = pool.iter().enumerate().map(|(at, candidate)| (self.worth(&candidate.shape), at));
        let (_, at) = worths.max_by_key(|(worth, at)| (*worth, std::cmp::Reverse(*at)))?;
        let candidate = pool.remove(at);
        self.note(&candidate.shape);
        Some(candidate)
    }
}
