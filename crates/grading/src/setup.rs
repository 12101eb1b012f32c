//! How submissions are run: the options of the command line, stored with the results so that outcomes can be reproduced.

use std::path::{Path, PathBuf};
use std::time::Duration;

use runner::adapter::{Adapter, AdapterError};
use runner::limits::RunLimits;
use runner::prepared::PreparedSuite;
use runner::worker::RunConfig;
use sandbox::SandboxLevel;
use serde::{Deserialize, Serialize};

use crate::run::GradingRun;
use crate::store::{Store, StoreError};
use crate::work::WorkFolder;

/// The first user id of workers at the reduced level. No real user has such an id.
pub const FIRST_USER: u32 = 1_987_600_000;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GradingSetup {
    /// Absolute, like all paths here.
    pub submissions: Vec<PathBuf>,
    pub aliases: Vec<String>,
    pub support: Option<PathBuf>,
    pub prelude: Option<PathBuf>,
    pub adapters: Vec<PathBuf>,
    pub language: Option<String>,
    /// Processor time for one test, in milliseconds.
    pub milliseconds: u64,
    /// Processor time for all tests of a submission, in milliseconds, if it is not the default.
    #[serde(default)]
    pub budget: Option<u64>,
    /// In MiB.
    pub memory: u64,
    pub seed: u64,
    pub sandbox: SandboxLevel,
}

/// A setup with everything that runs need in the working folder.
#[derive(Debug)]
pub struct PreparedSetup<'a> {
    pub setup: &'a GradingSetup,
    pub work: &'a WorkFolder,
    pub config: RunConfig,
    pub adapters: Vec<Adapter>,
    pub support: Option<(PathBuf, String)>,
}

impl PreparedSetup<'_> {
    /// How submissions in these languages are found.
    pub fn options(&self) -> submissions::GatherOptions {
        submissions::GatherOptions::new(self.adapters.iter().flat_map(|adapter| adapter.file.extensions.iter()))
    }

    /// A run of one job that skips what is stored.
    pub fn run<'a>(&'a self, prepared_suite: &'a PreparedSuite) -> GradingRun<'a> {
        GradingRun {
            prepared_suite,
            config: &self.config,
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

/// A setup that cannot be used on this machine.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    #[error(transparent)]
    Adapter(#[from] AdapterError),
    #[error("--language: there is no language `{name}`; known languages: {}", .known.join(", "))]
    UnknownLanguage { name: String, known: Vec<String> },
    #[error("cannot copy the files that submissions may import: {0}")]
    Support(std::io::Error),
}

impl GradingSetup {
    pub fn save(&self, store: &mut Store) -> Result<(), StoreError> {
        store.save(KEY, self)
    }

    /// The setup of the last run into this folder.
    pub fn load(store: &Store) -> Result<Option<Self>, StoreError> {
        store.load(KEY)
    }

    /// Adapters of the user come first: they may replace built-in ones.
    pub fn prepare<'a>(&'a self, work: &'a WorkFolder) -> Result<PreparedSetup<'a>, SetupError> {
        let mut adapters: Vec<Adapter> = self
            .adapters
            .iter()
            .map(|folder| Adapter::read(folder))
            .collect::<Result<_, _>>()
            .map_err(SetupError::Adapter)?;
        adapters.extend(work.adapters()?);
        if let Some(name) = &self.language
            && !adapters.iter().any(|adapter| adapter.file.name == *name)
        {
            let known = adapters.iter().map(|adapter| adapter.file.name.clone()).collect();
            return Err(SetupError::UnknownLanguage { name: name.clone(), known });
        }
        let support = match (&self.support, &self.prelude) {
            (None, None) => None,
            (support, prelude) => {
                let folder = support.as_deref().unwrap_or(Path::new(""));
                let copied = work.support(folder, prelude.as_deref());
                Some(copied.map_err(SetupError::Support)?)
            }
        };
        let test = Duration::from_millis(self.milliseconds);
        let budget = self.budget.map_or_else(|| RunLimits::usual_budget(test), Duration::from_millis);
        let limits = RunLimits { test, budget, memory: self.memory << 20, ..RunLimits::default() };
        let config = RunConfig { level: self.sandbox, limits, launcher: None, user: FIRST_USER };
        Ok(PreparedSetup { setup: self, work, config, adapters, support })
    }
}
