//! What a suite lacks: positive tests, and tests of buckets with fewer than were requested.
//!
//! Computed in one place, because `suite`, `verify` and `grade` all say it.

use crate::format::{Suite, SuiteBucket};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SuiteGaps {
    pub stopped_early: bool,
    /// No test has a correct output: a predicate that rejects everything passes.
    pub no_positive: bool,
    /// The number of buckets with fewer tests than requested.
    pub short: usize,
    pub buckets: usize,
}

impl SuiteGaps {
    pub fn of(suite: &Suite) -> Self {
        let positive = |bucket: &SuiteBucket| bucket.tests.iter().any(|test| test.expect);
        let is_short = |bucket: &&SuiteBucket| {
            // Positive buckets get twice as many.
            let wanted = suite.options.tests * if positive(bucket) { 2 } else { 1 };
            bucket.tests.len() < wanted
        };
        Self {
            stopped_early: suite.stopped_early,
            no_positive: !suite.buckets.iter().any(positive),
            short: suite.buckets.iter().filter(is_short).count(),
            buckets: suite.buckets.len(),
        }
    }

    /// `no positive tests; 3 of 37 buckets have fewer tests than requested`, or nothing.
    pub fn describe(self) -> Option<String> {
        let short = match (self.short, self.buckets) {
            (0, _) => None,
            (1, 1) => Some("its only bucket has fewer tests than requested".to_owned()),
            (1, all) => Some(format!("1 of {all} buckets has fewer tests than requested")),
            (short, all) => Some(format!("{short} of {all} buckets have fewer tests than requested")),
        };
        let positive = self.no_positive.then(|| "no positive tests".to_owned());
        let parts: Vec<String> = positive.into_iter().chain(short).collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_described_in_one_line() {
        let gaps =
            |no_positive, short, buckets| SuiteGaps { stopped_early: true, no_positive, short, buckets }.describe();
        assert_eq!(gaps(false, 0, 4), None);
        assert_eq!(gaps(true, 0, 4).as_deref(), Some("no positive tests"));
        assert_eq!(gaps(false, 1, 4).as_deref(), Some("1 of 4 buckets has fewer tests than requested"));
        assert_eq!(
            gaps(true, 3, 4).as_deref(),
            Some("no positive tests; 3 of 4 buckets have fewer tests than requested")
        );
    }
}
