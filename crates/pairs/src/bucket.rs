//! Buckets: the sets of subproperties that can fail together.

use std::cmp::Ordering;
use std::fmt;

use crate::subproperties::SubpropertySet;

/// A bucket, named by the subproperties that fail in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bucket {
    failing: SubpropertySet,
}

impl Bucket {
    /// The bucket in which every subproperty holds.
    pub const ALL_HOLD: Self = Self::new(SubpropertySet::EMPTY);

    pub const fn new(failing: SubpropertySet) -> Self {
        Self { failing }
    }

    pub fn of(failing: impl IntoIterator<Item = usize>) -> Self {
        Self::new(failing.into_iter().collect())
    }

    pub fn fails(self, position: usize) -> bool {
        self.failing.contains(position)
    }

    pub fn failing(self) -> SubpropertySet {
        self.failing
    }
}

/// Buckets with fewer failing subproperties come first, then the order of the file decides.
impl Ord for Bucket {
    fn cmp(&self, other: &Self) -> Ordering {
        // The bucket that fails an earlier subproperty comes first.
        let (own, other) = (self.failing, other.failing);
        own.len().cmp(&other.len()).then_with(|| other.bits().reverse_bits().cmp(&own.bits().reverse_bits()))
    }
}

impl PartialOrd for Bucket {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Bucket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.failing.iter().map(|position| (position + 1).to_string()).collect();
        if names.is_empty() { f.write_str("allprop") } else { write!(f, "notp-{}", names.join("-")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_ordered_by_number_then_by_the_file() {
        let mut all: Vec<Bucket> = SubpropertySet::all_of_first(3).map(Bucket::new).collect();
        all.sort();
        let names: Vec<String> = all.iter().map(|bucket| format!("{bucket:?}")).collect();
        let expected = ["allprop", "notp-1", "notp-2", "notp-3", "notp-1-2", "notp-1-3", "notp-2-3", "notp-1-2-3"];
        assert_eq!(names, expected);
    }
}
