//! The buckets in which a submission is wrong, and what follows from these alone.

use pairs::SubpropertySet;

use crate::answer_key::AnswerKey;

#[derive(Clone, Copy, Debug)]
pub struct Fingerprint<'a> {
    pub key: &'a AnswerKey,
    /// Empty if no wrong answer was seen. A submission that was cut short may be faulty without one.
    pub buckets: &'a [usize],
}

impl Fingerprint<'_> {
    /// Wrong in a negative bucket, and in none that is focused on a subproperty.
    pub fn is_unfocused(&self) -> bool {
        let negative = || self.buckets.iter().map(|bucket| &self.key.buckets[*bucket]).filter(|one| !one.positive);
        negative().next().is_some() && negative().all(|bucket| bucket.focused_on.is_empty())
    }

    /// Wrong in a bucket that is focused on one of these.
    pub fn is_in_focus(&self, subproperties: SubpropertySet) -> bool {
        let focused_on = |bucket: &usize| self.key.buckets[*bucket].focused_on;
        self.buckets.iter().any(|bucket| !focused_on(bucket).is_disjoint(subproperties))
    }

    /// Wrong in a negative bucket.
    pub fn fails_negative(&self) -> bool {
        self.buckets.iter().any(|bucket| !self.key.buckets[*bucket].positive)
    }

    /// Does not accept some correct output.
    pub fn fails_positive(&self) -> bool {
        self.buckets.iter().any(|bucket| self.key.buckets[*bucket].positive)
    }
}
