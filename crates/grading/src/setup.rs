//! How submissions are run: the options of the command line.
//!
//! They are recorded with the results, so that outcomes can be reproduced. A record comes from a results folder, which anyone may
//! have prepared, and nothing is run with it: a [`GradingSetup`] cannot be read, only made from a record together with the sandbox
//! and all the paths that the command line gives. Guarded by `tests/untrusted_results.rs` of the command line.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use runner::adapter::{Adapter, AdapterError};
use runner::limits::RunLimits;
use runner::prepared::PreparedSuite;
use runner::worker::RunConfig;
use sandbox::{Layers, SandboxLevel};
use serde::{Deserialize, Serialize, Serializer};
use suite::visible::visible;

use crate::form::short;
use crate::run::GradingRun;
use crate::store::{Store, StoreError};
use crate::work::WorkFolder;

/// The first user id of the workers of this process, if we are root. No real user has such an id, and no other process that
/// grades on this machine: it has another process id.
pub fn first_user() -> u32 {
    const JOBS: u32 = 256;
    sandbox::WORKER_USERS.start
        + std::process::id() % ((sandbox::WORKER_USERS.end - sandbox::WORKER_USERS.start) / JOBS) * JOBS
}

/// What the command line says about the files to run, and how to run them. A results folder has no say in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GivenFiles {
    /// Absolute, like all paths here.
    pub submissions: Vec<PathBuf>,
    pub support: Option<PathBuf>,
    pub prelude: Option<PathBuf>,
    pub adapters: Vec<PathBuf>,
    #[serde(serialize_with = "level")]
    pub sandbox: Layers,
    /// Start every worker as a new process. It answers the same, so it is not recorded.
    #[serde(skip)]
    pub cold_start: bool,
}

/// Of the sandbox, only the level is recorded: what it promises is the same in whichever layers.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "called by serde, which passes references")]
fn level<S: Serializer>(layers: &Layers, serializer: S) -> Result<S::Ok, S::Error> {
    layers.level.serialize(serializer)
}

/// Settings without which outcomes cannot be reproduced. They are harmless, whoever chose them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RunSettings {
    pub aliases: Vec<String>,
    pub language: Option<String>,
    /// Processor time for one test, in milliseconds.
    pub milliseconds: u64,
    /// Processor time for all tests of a submission, in milliseconds, if it is not the default.
    pub budget: Option<u64>,
    /// In MiB.
    pub memory: u64,
    pub seed: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GradingSetup {
    #[serde(flatten)]
    pub given: GivenFiles,
    #[serde(flatten)]
    pub settings: RunSettings,
}

/// How the results in a folder were made, as the folder says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedSetup {
    submissions: Vec<PathBuf>,
    support: Option<PathBuf>,
    prelude: Option<PathBuf>,
    adapters: Vec<PathBuf>,
    pub settings: RunSettings,
}

/// A record as it is stored.
#[derive(Serialize, Deserialize)]
struct StoredSetup {
    submissions: Vec<PathBuf>,
    aliases: Vec<String>,
    support: Option<PathBuf>,
    prelude: Option<PathBuf>,
    adapters: Vec<PathBuf>,
    language: Option<String>,
    milliseconds: u64,
    #[serde(default)]
    budget: Option<u64>,
    memory: u64,
    seed: u64,
    /// Must be one, and is never used.
    #[serde(rename = "sandbox")]
    _sandbox: SandboxLevel,
}

/// Files that a results folder names and the command line does not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the results were made with files that are not used unless you name them again: {}", .0.join(", "))]
pub struct Unconfirmed(Vec<String>);

impl Unconfirmed {
    pub fn help(&self) -> String {
        format!("if you trust these files, add {}", self.0.join(" "))
    }
}

impl RecordedSetup {
    /// The setup of the last run into this folder.
    pub fn load(store: &Store) -> Result<Option<Self>, StoreError> {
        let Some(stored) = store.load::<StoredSetup>(KEY)? else { return Ok(None) };
        let StoredSetup { submissions, support, prelude, adapters, aliases, language, .. } = stored;
        let StoredSetup { milliseconds, budget, memory, seed, .. } = stored;
        let settings = RunSettings { aliases, language, milliseconds, budget, memory, seed };
        if !settings.are_valid() {
            return Err(store.invalid(KEY));
        }
        Ok(Some(Self { submissions, support, prelude, adapters, settings }))
    }

    /// Adds what one part of a class says to the record of the whole class. Of several places of the submissions, none is that of the
    /// class: packed parts were copied to machines, and are gone.
    pub(crate) fn add_part(from: &Store, class: &mut Store) -> Result<(), StoreError> {
        let (Some(_), Some(mut part)) = (Self::load(from)?, from.load::<StoredSetup>(KEY)?) else { return Ok(()) };
        match class.load::<StoredSetup>(KEY)? {
            Some(before) if before.submissions == part.submissions || before.submissions.is_empty() => return Ok(()),
            Some(before) => part = StoredSetup { submissions: Vec::new(), ..before },
            None => {}
        }
        class.save(KEY, &part)
    }

    /// The setup with which to run a submission again: the settings of the record, and the files of the command line. Every
    /// kind of file that the record names must be given again.
    pub fn confirmed(self, given: GivenFiles) -> Result<GradingSetup, Unconfirmed> {
        let mut missing = Vec::new();
        let mut need = |option: &str, recorded: &[PathBuf], is_given: bool| {
            if !is_given {
                missing.extend(
                    recorded
                        .iter()
                        .take(MOST_SHOWN)
                        .map(|path| format!("{option} {}", for_shell(&path.to_string_lossy()))),
                );
            }
        };
        need("--submissions", &self.submissions, !given.submissions.is_empty());
        need("--support", self.support.as_slice(), given.support.is_some());
        need("--prelude", self.prelude.as_slice(), given.prelude.is_some());
        need("--adapter", &self.adapters, !given.adapters.is_empty());
        if given.submissions.is_empty() && missing.is_empty() {
            missing.push("--submissions PATH".to_owned());
        }
        if missing.is_empty() { Ok(GradingSetup { given, settings: self.settings }) } else { Err(Unconfirmed(missing)) }
    }
}

/// At most this many paths of a kind are suggested.
const MOST_SHOWN: usize = 10;

/// A path or a name for a shell. What is shown means this text, or nothing at all if it has characters that cannot be seen.
pub fn for_shell(text: &str) -> String {
    let text = visible(text);
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+,:@%".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text;
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// What the options of the command line take, in milliseconds and in MiB.
const TIMES: RangeInclusive<u64> = 50..=86_400_000;
const MEMORY: RangeInclusive<u64> = 64..=65_536;
/// Aliases that are used.
const ALIASES: usize = 100;

impl RunSettings {
    /// Whether the command line could have given these.
    fn are_valid(&self) -> bool {
        TIMES.contains(&self.milliseconds)
            && self.budget.is_none_or(|budget| TIMES.contains(&budget))
            && MEMORY.contains(&self.memory)
            && self.aliases.len() <= ALIASES
            && self.aliases.iter().all(|alias| is_function_name(alias))
            && self.language.as_ref().is_none_or(|name| short(name) && visible(name) == *name)
    }
}

/// Whether a function can have this name in some language.
pub fn is_function_name(text: &str) -> bool {
    let starts = text.starts_with(|c: char| c.is_alphabetic() || "_$".contains(c));
    starts && short(text) && text.chars().all(|c| c.is_alphanumeric() || "_-$?!".contains(c))
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
            language: self.setup.settings.language.as_deref(),
            aliases: &self.setup.settings.aliases,
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

    /// The same, for submissions from a packed part: it is of no use for running one of them again.
    pub fn save_without_submissions(&self, store: &mut Store) -> Result<(), StoreError> {
        let given = GivenFiles { submissions: Vec::new(), ..self.given.clone() };
        Self { given, settings: self.settings.clone() }.save(store)
    }

    /// Adapters of the user come first: they may replace built-in ones.
    pub fn prepare<'a>(&'a self, work: &'a WorkFolder) -> Result<PreparedSetup<'a>, SetupError> {
        let Self { given, settings } = self;
        let mut adapters: Vec<Adapter> = given
            .adapters
            .iter()
            .map(|folder| Adapter::read(folder))
            .collect::<Result<_, _>>()
            .map_err(SetupError::Adapter)?;
        adapters.extend(work.adapters()?);
        if let Some(name) = &settings.language
            && !adapters.iter().any(|adapter| adapter.file.name == *name)
        {
            let known = adapters.iter().map(|adapter| adapter.file.name.clone()).collect();
            return Err(SetupError::UnknownLanguage { name: name.clone(), known });
        }
        let support = match (&given.support, &given.prelude) {
            (None, None) => None,
            (support, prelude) => {
                let folder = support.as_deref().unwrap_or(Path::new(""));
                let copied = work.support(folder, prelude.as_deref());
                Some(copied.map_err(SetupError::Support)?)
            }
        };
        let test = Duration::from_millis(settings.milliseconds);
        let budget = settings.budget.map_or_else(|| RunLimits::usual_budget(test), Duration::from_millis);
        let limits = RunLimits { test, budget, memory: settings.memory << 20, ..RunLimits::default() };
        let (layers, cold_start) = (given.sandbox, given.cold_start);
        let groups = work.groups();
        let config = RunConfig { layers, limits, launcher: None, user: first_user(), cold_start, groups };
        Ok(PreparedSetup { setup: self, work, config, adapters, support })
    }
}
