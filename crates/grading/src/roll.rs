//! The roll: who was graded last, in the order of the files of results. Kept with the results, so that reports need nothing
//! but the folder.

use serde::{Deserialize, Serialize};
use submissions::Submission;

use crate::store::{Store, StoreError};

const KEY: &str = "roll";

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roll {
    /// The sandbox of the last run.
    pub sandbox: String,
    pub members: Vec<Listed>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    pub name: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub submitters: Vec<Person>,
    /// Another submission whose files hold the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_as: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// Who handed it in, where an export says so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    pub name: Option<String>,
    pub sid: Option<String>,
    pub email: Option<String>,
}

impl Roll {
    pub fn new(sandbox: &str, submissions: &[Submission]) -> Self {
        let members = submissions.iter().map(|submission| Listed {
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

    pub fn keep(&self, store: &mut Store) -> Result<(), StoreError> {
        store.set(KEY, &serde_json::to_string(self).unwrap_or_default())
    }

    /// That of the last run that came to its end.
    pub fn of(store: &Store) -> Result<Option<Self>, StoreError> {
        Ok(store.get(KEY)?.and_then(|text| serde_json::from_str(&text).ok()))
    }
}
