//! Tests that an instructor has taken out of the grading, with the reason. Outcomes stay; they do not count.

use runner::prepared::PreparedSuite;
use serde::{Deserialize, Serialize};

use crate::store::{Store, StoreError};

const KEY: &str = "excluded";

/// One decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exclusion {
    /// The id of a test; or the name of a subproperty, which takes out every test in which it fails.
    pub what: String,
    pub reason: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Excluded(pub Vec<Exclusion>);

impl Excluded {
    pub fn of(store: &Store) -> Result<Self, StoreError> {
        Ok(store.get(KEY)?.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    pub fn keep(&self, store: &mut Store) -> Result<(), StoreError> {
        store.set(KEY, &serde_json::to_string(self).unwrap_or_default())
    }

    /// What was named.
    pub fn names(&self) -> Vec<String> {
        self.0.iter().map(|one| one.what.clone()).collect()
    }

    /// By test of the exam, whether it is out.
    pub fn tests(&self, exam: &PreparedSuite) -> Vec<bool> {
        let named = |name: &String| self.0.iter().any(|one| one.what == *name);
        let is_out = |test: &runner::prepared::PreparedTest| {
            named(&test.id) || exam.buckets[test.bucket].fails.iter().any(named)
        };
        exam.tests.iter().map(is_out).collect()
    }
}
