//! Relations between buckets: which are positive, and which are focused on a subproperty.

use lang::problem::{Problem, PropertyKind};

use crate::bucket::Bucket;
use crate::subproperties::SubpropertySet;

/// Whether all required subproperties hold in a bucket.
pub fn is_positive(problem: &Problem, bucket: Bucket) -> bool {
    let mut failing = bucket.failing().iter().filter_map(|position| problem.subproperties.get(position));
    failing.all(|property| property.kind == PropertyKind::Error)
}

/// The subproperties on which a bucket is focused: they fail here, and in no concretizable bucket in which fewer others
/// fail.
pub fn focused_on(bucket: Bucket, concretizable: &[Bucket]) -> SubpropertySet {
    let below = |other: &&Bucket| **other != bucket && other.failing().is_subset(bucket.failing());
    let below = concretizable.iter().filter(below).fold(SubpropertySet::EMPTY, |all, other| all | other.failing());
    bucket.failing() - below
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn focused_buckets_are_the_least_of_those_that_fail() {
        let all = [0b0000, 0b0011, 0b0100, 0b0110, 0b0111, 0b1001]
            .map(|failing| Bucket::new(SubpropertySet::from_bits(failing)));
        let focused: Vec<Vec<usize>> = all.iter().map(|bucket| focused_on(*bucket, &all).iter().collect()).collect();
        assert_eq!(focused, [vec![], vec![0, 1], vec![2], vec![1], vec![], vec![0, 3]]);
    }
}
