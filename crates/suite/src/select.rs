//! Selects the buckets that get tests.

use lang::problem::Problem;
use pairs::names::{NameError, positions, read_bucket};
use pairs::{Bucket, SubpropertySet, focused_on, is_positive};

/// The value of `--buckets`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BucketSelection {
    All,
    /// Buckets that are focused on at least one subproperty.
    Focused,
    /// Buckets that are focused on one of these.
    FocusedOn(SubpropertySet),
    /// Buckets that are not focused on any subproperty.
    Unfocused,
    One(Bucket),
    /// No bucket: the tests were written by hand.
    Given,
}

impl BucketSelection {
    /// Reads `all`, `focused`, `focused:NAME`, `unfocused`, or the names of the failing subproperties.
    pub fn parse(problem: &Problem, text: &str) -> Result<Self, NameError> {
        match text.trim() {
            "all" => Ok(Self::All),
            "focused" => Ok(Self::Focused),
            "unfocused" => Ok(Self::Unfocused),
            other => match other.strip_prefix("focused:") {
                Some(name) => Ok(Self::FocusedOn(positions(problem, name.trim())?.into_iter().collect())),
                None => Ok(Self::One(read_bucket(problem, other)?)),
            },
        }
    }

    /// Whether a bucket gets tests. Positive buckets do, unless a single bucket was named: without them, a predicate that
    /// rejects everything would look correct.
    pub fn selects(&self, problem: &Problem, bucket: Bucket, concretizable: &[Bucket]) -> bool {
        match self {
            Self::One(one) => return *one == bucket,
            Self::Given => return false,
            _ => {}
        }
        if is_positive(problem, bucket) {
            return true;
        }
        let focused = focused_on(bucket, concretizable);
        match self {
            Self::All => true,
            Self::Focused => !focused.is_empty(),
            Self::FocusedOn(names) => !focused.is_disjoint(*names),
            Self::Unfocused => focused.is_empty(),
            Self::One(_) | Self::Given => false,
        }
    }
}
