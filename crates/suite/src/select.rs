//! Which buckets get tests.

use lang::problem::Problem;
use pairs::names::{positions, read_bucket};
use pairs::{Bucket, SubpropertySet};

use pairs::{focused_on, is_positive};

/// As asked for with `--buckets`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Which {
    All,
    /// Those that are focused on something.
    Focused,
    /// Those that are focused on one of these.
    FocusedOn(SubpropertySet),
    /// Those that are focused on nothing.
    Unfocused,
    One(Bucket),
    /// None: the tests were given.
    Given,
}

impl Which {
    /// Reads `all`, `focused`, `focused:NAME`, `unfocused`, or the names that fail.
    pub fn parse(problem: &Problem, text: &str) -> Result<Self, String> {
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

    /// Whether a bucket of these gets tests. Positive ones do, unless one bucket was named: without them, a predicate
    /// that rejects everything would look right.
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
