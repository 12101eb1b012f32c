//! Buckets: which subproperties of a pair fail.

use std::cmp::Ordering;
use std::fmt;

/// A set of failing subproperties, by their position in the file.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bucket(pub u32);

pub use lang::problem::MOST_SUBPROPERTIES;

impl Bucket {
    pub fn of(failing: impl IntoIterator<Item = usize>) -> Self {
        Self(failing.into_iter().fold(0, |mask, position| mask | 1 << position))
    }

    pub fn fails(self, position: usize) -> bool {
        self.0 >> position & 1 == 1
    }

    pub fn failing(self) -> impl Iterator<Item = usize> {
        (0..MOST_SUBPROPERTIES).filter(move |position| self.fails(*position))
    }

    pub fn size(self) -> u32 {
        self.0.count_ones()
    }
}

/// Fewer failing ones first, then in the order of the file.
impl Ord for Bucket {
    fn cmp(&self, other: &Self) -> Ordering {
        // Read from the first subproperty on: the bucket that fails an earlier one comes first.
        self.size().cmp(&other.size()).then_with(|| other.0.reverse_bits().cmp(&self.0.reverse_bits()))
    }
}

impl PartialOrd for Bucket {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Bucket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.failing().map(|position| (position + 1).to_string()).collect();
        if names.is_empty() { f.write_str("allprop") } else { write!(f, "notp-{}", names.join("-")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_ordered_by_number_then_by_the_file() {
        let mut all: Vec<Bucket> = (0..8).map(Bucket).collect();
        all.sort();
        let names: Vec<String> = all.iter().map(|bucket| format!("{bucket:?}")).collect();
        let expected = ["allprop", "notp-1", "notp-2", "notp-3", "notp-1-2", "notp-1-3", "notp-2-3", "notp-1-2-3"];
        assert_eq!(names, expected);
    }
}
