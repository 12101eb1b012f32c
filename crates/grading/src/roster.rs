//! The roster: the submissions of the last complete run, in the order of the result files. It is stored with the results, so that
//! reports need nothing but the folder.

use std::collections::BTreeSet;

use sandbox::SandboxLevel;
use serde::{Deserialize, Serialize};
use submissions::Submission;

use crate::form::{cut, sealed, short};
use crate::store::{Store, StoreError};

/// Stores that exist use this name.
const KEY: &str = "roll";

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roster {
    /// The sandbox of the last run. It says nothing about the next one.
    pub sandbox: SandboxLevel,
    /// The hash of the suite's file. Earlier releases did not store it.
    #[serde(default)]
    pub suite: String,
    pub members: Vec<RosterEntry>,
    /// A digest of the above, which shows edits and mistakes.
    #[serde(default)]
    digest: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RosterEntry {
    pub name: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub submitters: Vec<Person>,
    /// Another submission with the same files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_as: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// Who submitted it, if an export says so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    pub name: Option<String>,
    pub sid: Option<String>,
    pub email: Option<String>,
}

impl Roster {
    /// `suite` is the hash of the suite's file.
    pub fn new<'a>(sandbox: SandboxLevel, suite: &str, submissions: impl IntoIterator<Item = &'a Submission>) -> Self {
        let members = submissions.into_iter().map(|submission| RosterEntry {
            name: submission.name.clone(),
            submitters: submission
                .submitters
                .iter()
                .map(|one| {
                    let [name, sid, email] = [&one.name, &one.sid, &one.email].map(|text| text.as_deref().map(cut));
                    Person { name, sid, email }
                })
                .collect(),
            same_as: submission.same_as.clone(),
            notes: submission.notes.iter().map(|note| cut(&note.to_string())).collect(),
        });
        Self::of(sandbox, suite, members.collect())
    }

    pub fn of(sandbox: SandboxLevel, suite: &str, members: Vec<RosterEntry>) -> Self {
        let digest = sealed(&(sandbox, suite, &members));
        Self { sandbox, suite: suite.to_owned(), members, digest }
    }

    pub fn save(&self, store: &mut Store) -> Result<(), StoreError> {
        store.save(KEY, self)
    }

    /// `None` if no run has been completed.
    pub fn load(store: &Store) -> Result<Option<Self>, StoreError> {
        let Some(roster) = store.load::<Self>(KEY)? else { return Ok(None) };
        if roster.digest != sealed(&(roster.sandbox, &roster.suite, &roster.members)) || !roster.is_well_formed() {
            return Err(StoreError::ChangedRoster(store.folder().to_owned()));
        }
        Ok(Some(roster))
    }

    /// No two members have one name, and no text is too long.
    fn is_well_formed(&self) -> bool {
        let mut names = BTreeSet::new();
        let fits =
            |person: &Person| [&person.name, &person.sid, &person.email].into_iter().flatten().all(|text| short(text));
        self.members.iter().all(|one| {
            names.insert(&one.name)
                && short(&one.name)
                && one.submitters.iter().all(fits)
                && one.same_as.as_deref().is_none_or(short)
                && one.notes.iter().all(|note| short(note))
        })
    }
}
