//! Counts how often each production of the generator was used, so that rare ones are noticed.

use std::collections::BTreeMap;

#[derive(Clone, Debug, Default)]
pub struct Coverage(BTreeMap<&'static str, u64>);

impl Coverage {
    pub fn count(&mut self, production: &'static str) {
        *self.0.entry(production).or_default() += 1;
    }

    pub fn add(&mut self, other: &Self) {
        for (production, count) in &other.0 {
            *self.0.entry(production).or_default() += count;
        }
    }

    /// All productions with their counts, rarest first. `known` adds those that were never used.
    pub fn rarest(&self, known: &[&'static str]) -> Vec<(&'static str, u64)> {
        let mut all = self.0.clone();
        for production in known {
            all.entry(production).or_default();
        }
        let mut counts: Vec<_> = all.into_iter().collect();
        counts.sort_by_key(|(production, count)| (*count, *production));
        counts
    }
}
