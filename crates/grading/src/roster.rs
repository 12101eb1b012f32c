//! The roster: the submissions of the last complete run, in the order of the result files. It is stored with the results, so that
//! reports need nothing but the folder.

use serde::{Deserialize, Serialize};
use submissions::Submission;

use crate::store::{Store, StoreError};

/// Stores that exist use this name.
const KEY: &str = "roll";

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roster {
    /// The sandbox of the last run.
    pub sandbox: String,
    pub members: Vec<RosterEntry>,
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
    pub fn new(sandbox: &str, submissions: &[Submission]) -> Self {
        let members = submissions.iter().map(|submission| RosterEntry {
            name: submission.name.clone(),
            submitters: submission
                .submitters
                .iter()
                .map(|one| Person { name: one.name.clone(), sid: one.sid.clone(), email: one.email.clone() })
                .collect(),
            same_as: submission.same_as.clone(),
            notes: submission.notes.iter().map(ToString::to_string).collect(),
        });
        Self { sandbox: sandbox.to_owned(), members: members.collect() }
    }

    pub fn save(&self, store: &mut Store) -> Result<(), StoreError> {
        store.save(KEY, self)
    }

    /// `None` if no run has been completed.
    pub fn load(store: &Store) -> Result<Option<Self>, StoreError> {
        store.load(KEY)
    }
}
