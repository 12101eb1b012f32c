//! Why parts of a class do not fit together, as data: which parts, and what differs.
//!
//! Names and values come from folders of anyone, so every character of them is made visible.

use std::collections::BTreeMap;
use std::path::PathBuf;

use suite::visible::visible;

use crate::conditions::ConditionDifference;
use crate::shard::{ClassMember, Shard};
use crate::store::StoreError;

/// Why parts cannot be merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("`{}` is not a part of a class", .0.display())]
    NotAPart(PathBuf),
    #[error("part {shard} in `{}` is not complete", .folder.display())]
    Unfinished { folder: PathBuf, shard: Shard },
    #[error("`{}` is part {one_is} and `{}` is part {other_is}: the class was split differently", .one.display(), .other.display())]
    OtherCount { one: PathBuf, one_is: Shard, other: PathBuf, other_is: Shard },
    #[error("part {shard} was given twice: `{}` and `{}`", .one.display(), .other.display())]
    Twice { shard: Shard, one: PathBuf, other: PathBuf },
    #[error("`{}` and `{}` were graded with different suites", .one.display(), .other.display())]
    OtherSuite { one: PathBuf, other: PathBuf },
    #[error("`{}` and `{}` are parts of different classes: {}", .one.display(), .other.display(), .difference.describe())]
    OtherClass { one: PathBuf, other: PathBuf, difference: Box<ClassDifference> },
    #[error("`{}` and `{}` were graded under different conditions:{}", .one.display(), .other.display(), described(.differences))]
    OtherConditions { one: PathBuf, other: PathBuf, differences: Vec<ConditionDifference> },
    #[error("`{}` and `{}` exclude different tests", .one.display(), .other.display())]
    OtherExclusions { one: PathBuf, other: PathBuf },
    #[error(
        "{} missing, with {}",
        missing_parts(.shards),
        if *.submissions == 1 { "1 submission".to_owned() } else { format!("{} submissions", .submissions) }
    )]
    Missing { shards: Vec<Shard>, submissions: usize },
    #[error("`{}` was changed while it was being merged", .0.display())]
    Changed(PathBuf),
}

/// How two lists of a class differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassDifference {
    pub changed: Vec<String>,
    pub only_in_one: Vec<String>,
    pub only_in_other: Vec<String>,
}

/// At most this many names are shown.
const NAMES: usize = 5;

impl ClassDifference {
    /// `None` if there is no difference.
    pub fn of(one: &[ClassMember], other: &[ClassMember]) -> Option<Self> {
        if one == other {
            return None;
        }
        let by_name = |class: &[ClassMember]| -> BTreeMap<String, String> {
            class.iter().map(|member| (member.name.clone(), member.sha256.clone())).collect()
        };
        let (ours, theirs) = (by_name(one), by_name(other));
        let mut found = Self::default();
        for (name, sha256) in &ours {
            match theirs.get(name) {
                None => found.only_in_one.push(name.clone()),
                Some(digest) if digest != sha256 => found.changed.push(name.clone()),
                Some(_) => {}
            }
        }
        found.only_in_other = theirs.into_keys().filter(|name| !ours.contains_key(name)).collect();
        Some(found)
    }

    fn describe(&self) -> String {
        let mut parts = Vec::new();
        for (names, what) in [
            (&self.changed, "different files"),
            (&self.only_in_one, "only in the first"),
            (&self.only_in_other, "only in the second"),
        ] {
            if names.is_empty() {
                continue;
            }
            let mut shown: Vec<String> = names.iter().take(NAMES).map(|name| format!("`{}`", visible(name))).collect();
            if names.len() > NAMES {
                shown.push(format!("{} more", names.len() - NAMES));
            }
            parts.push(format!("{what}: {}", shown.join(", ")));
        }
        if parts.is_empty() { "the order of the submissions differs".to_owned() } else { parts.join("; ") }
    }
}

fn described(differences: &[ConditionDifference]) -> String {
    let lines = differences.iter().map(|one| format!("\n  {}: {} and {}", one.what, one.one, one.other));
    lines.collect::<Vec<_>>().concat()
}

/// `part 3/8 is`, or `parts 3/8 and 5/8 are`
fn missing_parts(shards: &[Shard]) -> String {
    let mut shown: Vec<String> = shards.iter().take(NAMES).map(ToString::to_string).collect();
    if shards.len() > NAMES {
        shown.push(format!("{} more", shards.len() - NAMES));
    }
    match shown.pop() {
        Some(last) if !shown.is_empty() => format!("parts {} and {last} are", shown.join(", ")),
        last => format!("part {} is", last.unwrap_or_default()),
    }
}
