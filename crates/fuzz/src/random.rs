//! Random choices from a seed: what the productions need beyond `fastrand`.

use fastrand::Rng;

#[derive(Clone, Debug)]
pub struct Random(Rng);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(Rng::with_seed(seed))
    }

    pub fn draw(&mut self) -> u64 {
        self.0.u64(..)
    }

    /// One of `0..n`; 0 if there is none.
    pub fn below(&mut self, n: usize) -> usize {
        if n == 0 { 0 } else { self.0.usize(..n) }
    }

    /// One of `low..=high`.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        self.0.i64(low..=high)
    }

    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of the items, which must not be empty.
    pub fn pick<'a, T: ?Sized>(&mut self, items: &[&'a T]) -> &'a T {
        items[self.below(items.len())]
    }

    /// An index chosen by weight; `None` if all weights are 0.
    pub fn weighted(&mut self, weights: &[u32]) -> Option<usize> {
        let total: usize = weights.iter().map(|weight| *weight as usize).sum();
        let mut rest = if total == 0 { return None } else { self.below(total) };
        weights.iter().position(|weight| {
            let found = rest < *weight as usize;
            rest = rest.saturating_sub(*weight as usize);
            found
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn weights_are_respected() {
        let mut random = Random::new(1);
        let mut counts = [0; 3];
        for _ in 0..4000 {
            counts[random.weighted(&[1, 0, 3]).expect("a positive weight")] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!(counts[2] > 2 * counts[0], "{counts:?}");
        assert_eq!(random.weighted(&[0, 0]), None);
    }
}
