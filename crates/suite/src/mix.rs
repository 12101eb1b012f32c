//! The number of tests of each kind that a bucket gets.

use crate::format::Mix;

/// Why a text does not describe a mix.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MixError {
    #[error("`{part}` is not `kind:share`; write `diverse:6`, for example")]
    NotAShare { part: String },
    #[error("the share of `{kind}` must be a number from 0 to 1000")]
    OutOfRange { kind: String },
    #[error("`{kind}` is given twice; give each kind one share")]
    Repeated { kind: String },
    #[error("there is no kind `{kind}`; the kinds are smallest, small, diverse and large")]
    UnknownKind { kind: String },
    #[error("at least one kind must have a share, as in `smallest:1,small:1,diverse:6,large:2`")]
    AllZero,
}

impl Default for Mix {
    fn default() -> Self {
        Self { smallest: 1, small: 1, diverse: 6, large: 2 }
    }
}

impl Mix {
    pub fn total(self) -> usize {
        self.smallest + self.small + self.diverse + self.large
    }

    /// Reads shares: `smallest:1,small:1,diverse:6,large:2`. A kind that is not named gets no tests.
    pub fn parse(text: &str) -> Result<Self, MixError> {
        let mut mix = Self { smallest: 0, small: 0, diverse: 0, large: 0 };
        let mut seen = Vec::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (kind, share) = part.split_once(':').ok_or_else(|| MixError::NotAShare { part: part.to_owned() })?;
            let kind = kind.trim();
            let share = share.trim().parse().ok().filter(|share| *share <= 1000);
            let share = share.ok_or_else(|| MixError::OutOfRange { kind: kind.to_owned() })?;
            if seen.contains(&kind) {
                return Err(MixError::Repeated { kind: kind.to_owned() });
            }
            seen.push(kind);
            match kind {
                "smallest" => mix.smallest = share,
                "small" => mix.small = share,
                "diverse" => mix.diverse = share,
                "large" => mix.large = share,
                other => return Err(MixError::UnknownKind { kind: other.to_owned() }),
            }
        }
        if mix.total() == 0 {
            return Err(MixError::AllZero);
        }
        Ok(mix)
    }

    /// Divides a number of tests by these shares. At most one test is the smallest; the rest of that share goes to small
    /// tests.
    #[must_use]
    pub fn divide(self, tests: usize) -> Self {
        let smallest = self.smallest.min(1).min(tests);
        let shares = [self.small + self.smallest.saturating_sub(1), self.diverse, self.large];
        let total: usize = shares.iter().sum();
        let left = tests - smallest;
        if total == 0 {
            return Self { smallest, small: left, diverse: 0, large: 0 };
        }
        let mut numbers = shares.map(|share| left * share / total);
        let mut order = [0, 1, 2];
        // The kinds that lose most by rounding down get one more.
        order.sort_by_key(|kind: &usize| std::cmp::Reverse(left * shares[*kind] % total));
        let rest = left - numbers.iter().sum::<usize>();
        order.iter().take(rest).for_each(|kind| numbers[*kind] += 1);
        let [small, diverse, large] = numbers;
        Self { smallest, small, diverse, large }
    }

    /// The tests that are still missing if these are done.
    #[must_use]
    pub fn without(self, done: Self) -> Self {
        Self {
            smallest: self.smallest.saturating_sub(done.smallest),
            small: self.small.saturating_sub(done.small),
            diverse: self.diverse.saturating_sub(done.diverse),
            large: self.large.saturating_sub(done.large),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mix(smallest: usize, small: usize, diverse: usize, large: usize) -> Mix {
        Mix { smallest, small, diverse, large }
    }

    #[test]
    fn shares_are_read() {
        assert_eq!(Mix::parse("smallest:1,small:1,diverse:6,large:2"), Ok(Mix::default()));
        assert_eq!(Mix::parse("large: 5"), Ok(mix(0, 0, 0, 5)));
        for wrong in ["", "large:0", "huge:1", "large", "large:x", "large:-1", "small:1,small:2"] {
            assert!(Mix::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn tests_are_divided_without_loss() {
        assert_eq!(Mix::default().divide(10), Mix::default());
        assert_eq!(Mix::default().divide(1), mix(1, 0, 0, 0));
        assert_eq!(Mix::default().divide(20), mix(1, 2, 13, 4));
        assert_eq!(mix(3, 0, 0, 0).divide(4), mix(1, 3, 0, 0));
        assert_eq!(mix(0, 0, 0, 1).divide(4), mix(0, 0, 0, 4));
        for tests in 0..40 {
            for shares in [Mix::default(), mix(0, 1, 1, 1), mix(5, 0, 2, 0), mix(1, 7, 3, 11)] {
                assert_eq!(shares.divide(tests).total(), tests, "{shares:?}");
            }
        }
    }
}
