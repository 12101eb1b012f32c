//! Parts of a class as folders, for machines that do not share files.
//!
//! [`pack_class`] copies the files of each part into a folder of its own, with a list that says what [`Shard`] alone cannot: the whole
//! class, who handed in what, what is wrong with submissions that cannot be graded. [`PackedPart::read`] gives these submissions as if
//! they had been found among all others. A machine so reads only what it grades.
//!
//! ```text
//! FOLDER/3-of-8/part.json   the list
//!               files/1     the files of the first submission of the part
//! ```
//!
//! Invariants: results of a packed part are the same as with `--shard`; a folder that was changed or is incomplete is refused, and
//! no link in it is followed. Guarded by `tests/packed.rs` of `submissions`, and by `tests/shards.rs` of the command line.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sandbox::SandboxLevel;
use serde::{Deserialize, Serialize};
use submissions::{GatherOptions, Submission, SubmissionError, packed};
use suite::strict::limited;
use suite::visible::visible;

use crate::folder::{self, EntryError};
use crate::form::{cut, sealed};
use crate::roster::{Roster, RosterEntry};
use crate::shard::{ClassMember, Shard, class_of, is_a_class};

const LIST: &str = "part.json";
const FILES: &str = "files";
/// Bytes of a list that are read. That of a hundred thousand submissions takes less.
const MAX_SIZE: u64 = 256 << 20;

/// Why a class cannot be packed, or a part not be read.
#[derive(Debug, thiserror::Error)]
pub enum PartError {
    #[error("cannot write `{}`: {error}", .path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("`{name}` cannot be packed: {error}")]
    Submission { name: String, error: SubmissionError },
    #[error("`{}` is not a part that `custodiet split` wrote: {why}", .folder.display())]
    NotAPart { folder: PathBuf, why: String },
    #[error("the files of `{name}` in `{}` are not those that were packed", .folder.display())]
    Changed { folder: PathBuf, name: String },
}

#[derive(Debug, Serialize, Deserialize)]
struct PartList {
    format: u32,
    shard: Shard,
    class: Vec<ClassMember>,
    members: Vec<PackedMember>,
    /// Of the above. It shows edits and mistakes.
    digest: String,
}

/// A submission of the part.
#[derive(Debug, Serialize, Deserialize)]
struct PackedMember {
    #[serde(flatten)]
    listed: RosterEntry,
    /// Why it cannot be graded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    trouble: Option<String>,
}

impl PartList {
    fn seal(&self) -> String {
        sealed(&(self.format, self.shard, &self.class, &self.members))
    }

    /// Whether the members are those of the part, in the order of the class.
    fn is_consistent(&self) -> bool {
        let held = self.class.iter().filter(|member| self.shard.holds(&member.name)).map(|member| &member.name);
        self.format == 1
            && self.digest == self.seal()
            && is_a_class(&self.class)
            && held.eq(self.members.iter().map(|member| &member.listed.name))
    }
}

/// The name of a part's folder.
pub fn part_name(shard: Shard) -> String {
    format!("{}-of-{}", shard.index(), shard.count())
}

/// Packs all parts of a class into a folder that exists and is empty. `on_submission` is called for each.
pub fn pack_class(
    submissions: &[Submission],
    count: u32,
    folder: &Path,
    on_submission: &mut dyn FnMut(),
) -> Result<(), PartError> {
    let class = class_of(submissions);
    // Each submission is looked at once, however many parts there are.
    let mut parts: Vec<Vec<&Submission>> = (0..count).map(|_| Vec::new()).collect();
    for submission in submissions {
        let place = Shard::of(&submission.name, count).index() as usize - 1;
        if let Some(part) = parts.get_mut(place) {
            part.push(submission);
        }
    }
    for (index, members) in (1..=count).zip(parts) {
        let Ok(shard) = Shard::new(index, count) else { continue };
        let place = folder.join(part_name(shard));
        let failed = |error| PartError::Write { path: place.clone(), error };
        fs::create_dir(&place).map_err(failed)?;
        fs::create_dir(place.join(FILES)).map_err(failed)?;
        for (number, submission) in members.iter().enumerate() {
            if submission.content.is_ok() {
                let files = place.join(FILES).join((number + 1).to_string());
                submission
                    .copy_to(&files)
                    .map_err(|error| PartError::Submission { name: visible(&submission.name), error })?;
            }
            on_submission();
        }
        let listed = Roster::new(SandboxLevel::None, "", members.iter().copied()).members;
        let trouble = |one: &&Submission| one.content.as_ref().err().map(|error| cut(&error.to_string()));
        let members = listed.into_iter().zip(&members);
        let members = members.map(|(listed, one)| PackedMember { listed, trouble: trouble(one) }).collect();
        let mut list = PartList { format: 1, shard, class: class.clone(), members, digest: String::new() };
        list.digest = list.seal();
        let text = serde_json::to_vec(&list).map_err(|error| failed(error.into()))?;
        let mut file = fs::File::create_new(place.join(LIST)).map_err(failed)?;
        file.write_all(&text).and_then(|()| file.sync_all()).map_err(failed)?;
    }
    Ok(())
}

/// A part as it was packed.
#[derive(Debug)]
pub struct PackedPart {
    pub shard: Shard,
    pub class: Vec<ClassMember>,
    /// As in the roster of the class.
    pub entries: Vec<RosterEntry>,
    pub submissions: Vec<Submission>,
}

impl PackedPart {
    pub fn read(folder: &Path, options: &GatherOptions) -> Result<Self, PartError> {
        let refused = |why: String| PartError::NotAPart { folder: folder.to_owned(), why };
        let file = folder::open(folder, LIST).map_err(|error| match error {
            EntryError::Io(error) if error.kind() == io::ErrorKind::NotFound => refused(format!("it has no `{LIST}`")),
            error => refused(error.to_string()),
        })?;
        let bytes = limited(file, MAX_SIZE).map_err(|error| refused(error.to_string()))?;
        let list: PartList = serde_json::from_slice(&bytes).map_err(|error| refused(format!("`{LIST}`: {error}")))?;
        if !list.is_consistent() {
            return Err(refused(format!("`{LIST}` was changed, or written by another release")));
        }
        let PartList { shard, class, members, .. } = list;
        let digests = class.iter().filter(|member| shard.holds(&member.name)).map(|member| &member.sha256);
        let mut submissions = Vec::with_capacity(members.len());
        for ((number, PackedMember { listed, trouble }), sha256) in members.iter().enumerate().zip(digests) {
            let files = folder.join(FILES).join((number + 1).to_string());
            let changed = || PartError::Changed { folder: folder.to_owned(), name: visible(&listed.name) };
            let content = match trouble {
                Some(words) => Err(SubmissionError::Recorded(words.clone())),
                None => Ok(packed(&files, options).map_err(|_| changed())?),
            };
            if content.as_ref().map(submissions::Files::sha256).unwrap_or_default() != sha256 {
                return Err(changed());
            }
            let (name, same_as) = (listed.name.clone(), listed.same_as.clone());
            let (submitters, notes) = (Vec::new(), Vec::new());
            submissions.push(Submission { name, origin: files, submitters, content, same_as, notes });
        }
        let entries = members.into_iter().map(|member| member.listed).collect();
        Ok(Self { shard, class, entries, submissions })
    }
}
