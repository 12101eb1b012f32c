//! A part of a class, graded on its own so that several machines share the work.
//!
//! Takes `3/8`; says which submissions belong to this part, and records with the results what [`merge`](crate::merge) must know to
//! join the parts: which part it is, the whole class (names and digests), and the conditions of the run.
//!
//! Invariant: the part of a submission follows from its name and the number of parts alone. So every machine finds the same parts,
//! no submission is in two of them or in none, and one that is added, removed or handed in again moves no other. Guarded by the
//! tests below and by `tests/shards.rs` of the command line.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use submissions::Submission;

use crate::conditions::RunConditions;
use crate::form::{sealed, short};
use crate::store::{Store, StoreError};

/// More parts than a class has submissions are of no use, and a mistyped number should not be believed.
pub const MOST_SHARDS: u32 = 100_000;

/// `3/8`: the third of eight parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "(u32, u32)", into = "(u32, u32)")]
pub struct Shard {
    count: u32,
    /// From 1.
    index: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShardError {
    #[error("pass the number of the part and of all parts, such as 3/8")]
    Form,
    #[error("parts are numbered from 1: pass 1/{0} to {0}/{0}; for numbers from 0, add 1")]
    Zero(u32),
    #[error("there is no part {index} of {count}: pass 1/{count} to {count}/{count}")]
    Beyond { index: u32, count: u32 },
    #[error("a class can have at most {MOST_SHARDS} parts")]
    TooMany,
}

impl Shard {
    pub fn new(index: u32, count: u32) -> Result<Self, ShardError> {
        match (index, count) {
            (_, 0) => Err(ShardError::Form),
            (_, count) if count > MOST_SHARDS => Err(ShardError::TooMany),
            (0, count) => Err(ShardError::Zero(count)),
            (index, count) if index > count => Err(ShardError::Beyond { index, count }),
            (index, count) => Ok(Self { count, index }),
        }
    }

    /// The part to which a submission with this name belongs, if there are `count` parts.
    pub fn of(name: &str, count: u32) -> Self {
        // A hash, not the place in the list: a late submission must not move all that come after it.
        let digest = Sha256::digest(name.as_bytes());
        let number = digest.iter().take(8).fold(0, |number: u64, byte| (number << 8) | u64::from(*byte));
        let count = count.max(1);
        let index = u32::try_from(number % u64::from(count)).unwrap_or(0) + 1;
        Self { count, index }
    }

    pub fn holds(self, name: &str) -> bool {
        Self::of(name, self.count) == self
    }

    pub fn index(self) -> u32 {
        self.index
    }

    pub fn count(self) -> u32 {
        self.count
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let number = |text: &str| match text.parse() {
            Ok(number) if text.bytes().all(|byte| byte.is_ascii_digit()) => Ok(number),
            Err(_) if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => Err(ShardError::TooMany),
            _ => Err(ShardError::Form),
        };
        let (index, count) = text.split_once('/').ok_or(ShardError::Form)?;
        Self::new(number(index)?, number(count)?)
    }
}

impl Display for Shard {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl TryFrom<(u32, u32)> for Shard {
    type Error = ShardError;

    fn try_from((index, count): (u32, u32)) -> Result<Self, ShardError> {
        Self::new(index, count)
    }
}

impl From<Shard> for (u32, u32) {
    fn from(shard: Shard) -> Self {
        (shard.index, shard.count)
    }
}

/// A submission of the class, whichever part it is in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(String, String)", into = "(String, String)")]
pub struct ClassMember {
    pub name: String,
    /// Of names and contents of its files; empty if it cannot be graded.
    pub sha256: String,
}

impl From<(String, String)> for ClassMember {
    fn from((name, sha256): (String, String)) -> Self {
        Self { name, sha256 }
    }
}

impl From<ClassMember> for (String, String) {
    fn from(member: ClassMember) -> Self {
        (member.name, member.sha256)
    }
}

/// The members of a class, in its order.
pub fn class_of(submissions: &[Submission]) -> Vec<ClassMember> {
    let member = |one: &Submission| ClassMember {
        name: one.name.clone(),
        sha256: one.content.as_ref().map(|files| files.sha256().to_owned()).unwrap_or_default(),
    };
    submissions.iter().map(member).collect()
}

/// What is stored with the results of a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardRecord {
    pub shard: Shard,
    /// All of it, in its order.
    pub class: Vec<ClassMember>,
    pub conditions: RunConditions,
    /// Whether every submission of the part has been graded since this was recorded.
    pub finished: bool,
    /// Of the above. It shows edits and mistakes.
    digest: String,
}

const KEY: &str = "shard";

impl ShardRecord {
    /// The record of a run that begins.
    pub fn new(shard: Shard, class: Vec<ClassMember>, conditions: RunConditions) -> Self {
        Self { shard, class, conditions, finished: false, digest: String::new() }
    }

    #[must_use]
    pub fn finished(self) -> Self {
        Self { finished: true, ..self }
    }

    pub fn save(&mut self, store: &mut Store) -> Result<(), StoreError> {
        self.digest = self.seal();
        store.save(KEY, self)
    }

    /// `None` if the results are not those of a part.
    pub fn load(store: &Store) -> Result<Option<Self>, StoreError> {
        let Some(record) = store.load::<Self>(KEY)? else { return Ok(None) };
        if record.digest != record.seal() || !record.is_well_formed() {
            return Err(store.invalid(KEY));
        }
        Ok(Some(record))
    }

    /// The members of this part, in the order of the class.
    pub fn members(&self) -> impl Iterator<Item = &ClassMember> {
        self.class.iter().filter(|member| self.shard.holds(&member.name))
    }

    fn seal(&self) -> String {
        sealed(&(self.shard, &self.class, &self.conditions, self.finished))
    }

    fn is_well_formed(&self) -> bool {
        is_a_class(&self.class) && self.conditions.is_well_formed()
    }
}

/// Whether no two members have one name, and no text is too long.
pub(crate) fn is_a_class(class: &[ClassMember]) -> bool {
    let mut names = BTreeSet::new();
    class.iter().all(|member| names.insert(&member.name) && short(&member.name) && short(&member.sha256))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_as_they_are_written() {
        let shard: Shard = "3/8".parse().expect("a part");
        assert_eq!((shard.index(), shard.count(), &*shard.to_string()), (3, 8, "3/8"));
        for (text, error) in [
            ("", ShardError::Form),
            ("3", ShardError::Form),
            ("3/", ShardError::Form),
            ("/8", ShardError::Form),
            ("3/0", ShardError::Form),
            ("+3/8", ShardError::Form),
            ("-1/8", ShardError::Form),
            ("3/8/9", ShardError::Form),
            (" 3/8", ShardError::Form),
            ("0/8", ShardError::Zero(8)),
            ("9/8", ShardError::Beyond { index: 9, count: 8 }),
            ("1/100001", ShardError::TooMany),
            ("1/99999999999", ShardError::TooMany),
        ] {
            assert_eq!(text.parse::<Shard>(), Err(error), "{text}");
        }
        assert!(serde_json::from_str::<Shard>("[0, 8]").is_err());
        assert_eq!(serde_json::from_str::<Shard>("[3, 8]").expect("a part"), shard);
    }

    /// The parts must be the same in every release and on every machine: these are written down.
    #[test]
    fn the_part_of_a_name_never_changes() {
        let parts = ["a.py", "b.py", "submission_17", "é/ü.py", ""].map(|name| Shard::of(name, 8).index());
        assert_eq!(parts, PARTS);
    }

    const PARTS: [u32; 5] = [4, 4, 2, 1, 5];

    #[test]
    fn every_submission_is_in_one_part_and_parts_are_balanced() {
        let names: Vec<String> = (0..20_000).map(|number| format!("submission_{number}")).collect();
        for count in [1, 2, 7, 16] {
            let mut sizes = vec![0_u32; 16];
            for name in &names {
                let parts = (1..=count).filter_map(|index| Shard::new(index, count).ok());
                let held: Vec<Shard> = parts.filter(|part| part.holds(name)).collect();
                let [part] = held[..] else { panic!("{name} is in {held:?}") };
                sizes[part.index() as usize - 1] += 1;
            }
            let mean = 20_000 / count;
            let uneven = sizes.iter().take(count as usize).map(|size| size.abs_diff(mean)).max();
            assert!(uneven <= Some(mean / 10), "{count} parts: {sizes:?}");
        }
    }
}
