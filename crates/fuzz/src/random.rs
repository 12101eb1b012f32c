//! A small random number generator whose sequence never changes, so that a seed names a program for ever.

/// The generator known as `SplitMix64`.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(mix(seed ^ 0x5151_2026))
    }

    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// One of `0..n`; 0 if there is none.
    pub fn below(&mut self, n: usize) -> usize {
        let wide = u128::from(self.draw()) * (n as u128);
        usize::try_from(wide >> 64).unwrap_or(0)
    }

    /// One of `low..=high`.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        let count = usize::try_from(high - low + 1).unwrap_or(1);
        low + i64::try_from(self.below(count)).unwrap_or(0)
    }

    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of the items, of which there must be some.
    pub fn pick<'a, T: ?Sized>(&mut self, items: &[&'a T]) -> &'a T {
        items[self.below(items.len())]
    }

    /// An index by weight; `None` if all weights are 0.
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

pub fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_sequence_is_fixed() {
        let mut random = Random::new(7);
        let first: Vec<usize> = (0..8).map(|_| random.below(100)).collect();
        let mut again = Random::new(7);
        assert_eq!(first, (0..8).map(|_| again.below(100)).collect::<Vec<_>>());
        assert!(first.iter().all(|n| *n < 100) && first.iter().any(|n| *n != first[0]));
    }

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
