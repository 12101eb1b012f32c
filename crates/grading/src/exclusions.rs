//! Tests that an instructor excluded from grading, with the reason. Their outcomes stay stored and do not count.
//!
//! Only the decisions are kept here; `analysis::AnswerKey` decides which tests they exclude.

use serde::{Deserialize, Serialize};

use crate::form::short;
use crate::store::{Store, StoreError};

const KEY: &str = "excluded";
/// Decisions that are read. Suites have fewer tests.
const MOST: usize = 100_000;

/// One decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exclusion {
    /// The id of a test, or the name of a subproperty, which excludes every test in which it fails.
    pub what: String,
    pub reason: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Exclusions(pub Vec<Exclusion>);

impl Exclusions {
    pub fn load(store: &Store) -> Result<Self, StoreError> {
        let list: Self = store.load(KEY)?.unwrap_or_default();
        let fits = |one: &Exclusion| short(&one.what) && short(&one.reason);
        if list.0.len() <= MOST && list.0.iter().all(fits) { Ok(list) } else { Err(store.invalid(KEY)) }
    }

    pub fn save(&self, store: &mut Store) -> Result<(), StoreError> {
        store.save(KEY, self)
    }

    /// The ids and names of what is excluded.
    pub fn names(&self) -> Vec<&str> {
        self.0.iter().map(|one| &*one.what).collect()
    }
}
