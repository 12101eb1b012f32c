//! Which buckets get tests.

use lang::problem::{Problem, PropertyKind};
use pairs::Bucket;
use pairs::names::{positions, read_bucket};

/// As asked for with `--buckets`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Which {
    All,
    /// Those that are focused on something.
    Focused,
    /// Those that are focused on one of these.
    FocusedOn(Vec<usize>),
    /// Those that are focused on nothing.
    Unfocused,
    One(Bucket),
}

impl Which {
    /// Reads `all`, `focused`, `focused:NAME`, `unfocused`, or the names that fail.
    pub fn parse(problem: &Problem, text: &str) -> Result<Self, String> {
        match text.trim() {
            "all" => Ok(Self::All),
            "focused" => Ok(Self::Focused),
            "unfocused" => Ok(Self::Unfocused),
            other => match other.strip_prefix("focused:") {
                Some(name) => Ok(Self::FocusedOn(positions(problem, name.trim())?)),
                None => Ok(Self::One(read_bucket(problem, other)?)),
            },
        }
    }

    /// Whether a bucket of these gets tests. Positive ones do, unless one bucket was named: without them, a predicate
    /// that rejects everything would look right.
    pub fn selects(&self, problem: &Problem, bucket: Bucket, concretizable: &[Bucket]) -> bool {
        if let Self::One(one) = self {
            return *one == bucket;
        }
        if is_positive(problem, bucket) {
            return true;
        }
        let focused = focused_on(bucket, concretizable);
        match self {
            Self::All => true,
            Self::Focused => !focused.is_empty(),
            Self::FocusedOn(names) => focused.iter().any(|position| names.contains(position)),
            Self::Unfocused => focused.is_empty(),
            Self::One(one) => *one == bucket,
        }
    }
}

/// All required subproperties hold in it.
pub fn is_positive(problem: &Problem, bucket: Bucket) -> bool {
    let kind = |position: usize| problem.subproperties.get(position).map(|property| property.kind);
    bucket.failing().all(|position| kind(position) == Some(PropertyKind::Error))
}

/// The subproperties of which this is a focused bucket: they fail here, and in no concretizable bucket with fewer others.
pub fn focused_on(bucket: Bucket, concretizable: &[Bucket]) -> Vec<usize> {
    let smaller = |other: &Bucket| *other != bucket && other.0 & bucket.0 == other.0;
    let smaller: Vec<Bucket> = concretizable.iter().copied().filter(smaller).collect();
    bucket.failing().filter(|position| !smaller.iter().any(|other| other.fails(*position))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn focused_buckets_are_the_least_of_those_that_fail() {
        let bucket = |failing: &[usize]| Bucket::of(failing.iter().copied());
        let all = [bucket(&[]), bucket(&[0, 1]), bucket(&[2]), bucket(&[1, 2]), bucket(&[0, 1, 2]), bucket(&[0, 3])];
        assert!(focused_on(all[0], &all).is_empty());
        assert_eq!(focused_on(all[1], &all), [0, 1]);
        assert_eq!(focused_on(all[2], &all), [2]);
        assert_eq!(focused_on(all[3], &all), [1]);
        assert!(focused_on(all[4], &all).is_empty());
        assert_eq!(focused_on(all[5], &all), [0, 3]);
    }
}
