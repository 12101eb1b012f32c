//! How submissions are run: what was asked for on the command line, kept with the results so that an outcome can be
//! reproduced.

use std::path::{Path, PathBuf};
use std::time::Duration;

use runner::adapter::{Adapter, AdapterError};
use runner::limits::RunLimits;
use runner::prepared::PreparedSuite;
use runner::worker::RunConfig;
use sandbox::SandboxLevel;
use serde::{Deserialize, Serialize};

use crate::class::Class;
use crate::store::{Store, StoreError};
use crate::work::Work;

/// Where users of workers begin, at the reduced level. Nobody has these numbers.
pub const FIRST_USER: u32 = 1_987_600_000;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// Absolute, as all paths here.
    pub submissions: Vec<PathBuf>,
    pub aliases: Vec<String>,
    pub support: Option<PathBuf>,
    pub prelude: Option<PathBuf>,
    pub adapters: Vec<PathBuf>,
    pub language: Option<String>,
    /// Processor time for one test, in milliseconds.
    pub milliseconds: u64,
    /// Processor time for all tests of a submission, in milliseconds, if it is not the usual one.
    #[serde(default)]
    pub budget: Option<u64>,
    /// In MiB.
    pub memory: u64,
    pub seed: u64,
    pub sandbox: SandboxLevel,
}

/// A setup made ready in a working folder.
#[derive(Debug)]
pub struct Prepared<'a> {
    pub setup: &'a Setup,
    pub work: &'a Work,
    pub ground: RunConfig,
    pub adapters: Vec<Adapter>,
    pub support: Option<(PathBuf, String)>,
}

impl Prepared<'_> {
    /// How submissions in these languages are found.
    pub fn options(&self) -> submissions::GatherOptions {
        submissions::GatherOptions::new(self.adapters.iter().flat_map(|adapter| adapter.file.extensions.iter()))
    }

    /// What is the same for all submissions: one at a time, and only what is not known.
    pub fn class<'a>(&'a self, exam: &'a PreparedSuite) -> Class<'a> {
        Class {
            exam,
            ground: &self.ground,
            adapters: &self.adapters,
            language: self.setup.language.as_deref(),
            aliases: &self.setup.aliases,
            support: self.support.clone(),
            work: self.work,
            jobs: 1,
            fresh: false,
        }
    }
}

const KEY: &str = "setup";

impl Setup {
    pub fn keep(&self, store: &mut Store) -> Result<(), StoreError> {
        store.set(KEY, &serde_json::to_string(self).unwrap_or_default())
    }

    /// That of the last run into this folder.
    pub fn of(store: &Store) -> Result<Option<Self>, StoreError> {
        Ok(store.get(KEY)?.and_then(|text| serde_json::from_str(&text).ok()))
    }

    /// Adapters that were given come first: they may replace built-in ones.
    pub fn prepare<'a>(&'a self, work: &'a Work) -> Result<Prepared<'a>, String> {
        let unusable = |error: AdapterError| error.to_string();
        let mut adapters: Vec<Adapter> =
            self.adapters.iter().map(|folder| Adapter::read(folder)).collect::<Result<_, _>>().map_err(unusable)?;
        adapters.extend(work.adapters().map_err(unusable)?);
        if let Some(name) = &self.language
            && !adapters.iter().any(|adapter| adapter.file.name == *name)
        {
            let known: Vec<&str> = adapters.iter().map(|adapter| &*adapter.file.name).collect();
            return Err(format!("--language: there is no `{name}`; known are {}", known.join(", ")));
        }
        let support = match (&self.support, &self.prelude) {
            (None, None) => None,
            (support, prelude) => {
                let folder = support.as_deref().unwrap_or(Path::new(""));
                let copied = work.support(folder, prelude.as_deref());
                Some(copied.map_err(|error| format!("cannot copy what submissions may import: {error}"))?)
            }
        };
        let test = Duration::from_millis(self.milliseconds);
        let budget = self.budget.map_or_else(|| RunLimits::usual_budget(test), Duration::from_millis);
        let limits = RunLimits { test, budget, memory: self.memory << 20, ..RunLimits::default() };
        let ground = RunConfig { level: self.sandbox, limits, launcher: None, user: FIRST_USER };
        Ok(Prepared { setup: self, work, ground, adapters, support })
    }
}
