//! What a suite lacks: positive tests, and tests of buckets with fewer than were requested.
//!
//! Computed in one place, because `suite`, `verify` and `grade` all say it.

use crate::format::Suite;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SuiteGaps {
    pub stopped_early: bool,
    /// No test has a correct output, so a predicate that rejects everything would pass.
    pub no_positive: bool,
    /// The number of buckets with fewer tests than requested.
    pub short: usize,
    pub buckets: usize,
}

impl SuiteGaps {
    pub fn of(suite: &Suite) -> Self {
        let mut tests = suite.buckets.iter().flat_map(|bucket| &bucket.tests);
        Self {
            stopped_early: suite.stopped_early,
            no_positive: !tests.any(|test| test.expect),
            short: suite.buckets.iter().filter(|bucket| bucket.short.is_some()).count(),
            buckets: suite.buckets.len(),
        }
    }

    /// `no positive tests; 3 of 37 buckets have fewer tests than requested`. Nothing if nothing is known to be missing.
    pub fn describe(self) -> Option<String> {
        let short = match (self.short, self.buckets) {
            (0, _) => None,
            (1, 1) => Some("its only bucket has fewer tests than requested".to_owned()),
            (1, all) => Some(format!("1 of {all} buckets has fewer tests than requested")),
            (short, all) => Some(format!("{short} of {all} buckets have fewer tests than requested")),
        };
        let positive = self.no_positive.then(|| "no positive tests".to_owned());
        let unknown = (self.stopped_early && self.short == 0).then(|| "buckets may be missing".to_owned());
        let parts: Vec<String> = [positive, short, unknown].into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_described_in_one_line() {
        let gaps = |stopped_early, no_positive, short| {
            SuiteGaps { stopped_early, no_positive, short, buckets: 4 }.describe().unwrap_or_default()
        };
        assert_eq!(gaps(false, false, 0), "");
        assert_eq!(gaps(false, true, 0), "no positive tests");
        assert_eq!(gaps(true, false, 0), "buckets may be missing");
        assert_eq!(gaps(true, false, 1), "1 of 4 buckets has fewer tests than requested");
        assert_eq!(gaps(true, true, 3), "no positive tests; 3 of 4 buckets have fewer tests than requested");
    }
}
