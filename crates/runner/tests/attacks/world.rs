//! The world in which a fixture is graded, and which it must not change.
//!
//! ```text
//! PLACE/job/submission/NAME        the fixture
//! PLACE/job/scratch                where it may write
//! PLACE/sibling/solution.py        another student's
//! PLACE/suite.json                 expected answers
//! PLACE/results/outcomes.json      the results of others
//! PLACE/note.txt                   everyone may read it
//! PLACE/adapters                   the worker
//! ```

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use runner::Outcome;
use runner::adapter::{Adapter, Tools, built_in};
use runner::grade::{JobFolder, SubmissionRun, WarmProcesses, grade};
use runner::limits::RunLimits;
use runner::prepared::PreparedSuite;
use runner::protocol::Load;
use runner::starter::WorkerStarter;
use runner::worker::{Language, RunConfig, Worker};
use sandbox::{ControlGroups, Layers, SandboxLevel};
use serde_json::value::RawValue;

use crate::ordinary;

const CANARY: &str = "CANARY = 'only for its owner'\n";

/// The folder of a warm compiler, in the job folder.
const COMPILER: &str = "compiler";

const HONEST: &str = "
def is_valid(edges, order):
    position = {vertex: i for i, vertex in enumerate(order)}
    vertices = {vertex for edge in edges for vertex in edge}
    right = len(position) == len(order) and position.keys() == vertices
    return right and all(position[a] < position[b] for a, b in edges)
";

/// A sandbox in which attacks run.
#[derive(Clone, Debug)]
pub struct SandboxKind {
    pub name: String,
    pub layers: Layers,
    pub cold_start: bool,
    /// Where memory is counted by the kernel.
    pub groups: Option<Arc<ControlGroups>>,
}

/// Jobs that run at the same time have different users.
static USERS: AtomicU32 = AtomicU32::new(60_000);

pub struct World {
    place: PathBuf,
    job: JobFolder,
    config: RunConfig,
    languages: Vec<Language>,
    warm: WarmProcesses,
}

/// What can be seen of a file or folder.
#[derive(Debug, PartialEq, Eq)]
pub struct Seen {
    mode: u32,
    owner: (u32, u32),
    modified: (i64, i64),
    content: Vec<u8>,
}

impl World {
    pub fn new(base: &Path, name: &str, kind: &SandboxKind, machine: &Machine) -> Self {
        let place = base.join(name);
        let secret = if kind.layers.level == SandboxLevel::Reduced { 0 } else { 0o055 };
        for (folder, mode) in [("", 0o755), ("job", 0o755), ("sibling", 0o700 | secret), ("results", 0o700 | secret)] {
            fs::create_dir_all(place.join(folder)).expect("a folder");
            fs::set_permissions(place.join(folder), Permissions::from_mode(mode)).expect("a mode");
        }
        let files = [
            ("sibling/solution.py", 0o600 | secret & 0o044),
            ("suite.json", 0o600 | secret & 0o044),
            ("results/outcomes.json", 0o600 | secret & 0o044),
            ("note.txt", 0o644),
        ];
        for (file, mode) in files {
            fs::write(place.join(file), CANARY).expect("a file");
            fs::set_permissions(place.join(file), Permissions::from_mode(mode)).expect("a mode");
        }
        fs::write(place.join("honest.py"), HONEST).expect("a file");
        let limits =
            RunLimits { test: Duration::from_millis(200), memory: 256 << 20, disk: 4 << 20, ..RunLimits::default() };
        let languages = adapters(&place.join("adapters"));
        let job = JobFolder { folder: place.join("job") };
        job.clear().expect("empty folders");
        Self {
            place,
            job,
            config: RunConfig {
                layers: kind.layers,
                limits,
                launcher: None,
                user: USERS.fetch_add(1, Ordering::Relaxed),
                cold_start: kind.cold_start,
                groups: kind.groups.clone(),
            },
            languages: languages.into_iter().filter_map(|adapter| machine.language(adapter)).collect(),
            warm: WarmProcesses::default(),
        }
    }

    /// Changes the processor time for each test.
    pub fn allow(&mut self, time: Duration) {
        let limits = &mut self.config.limits;
        (limits.test, limits.budget) = (time, RunLimits::usual_budget(time));
    }

    /// Grades a file in the language of its extension.
    pub fn grade(&mut self, suite: &PreparedSuite, file: &Path) -> SubmissionRun {
        let mut warm = std::mem::take(&mut self.warm);
        let (language, load) = self.hand_in(suite, file);
        let graded = grade(suite, &self.config, language, &load, &self.job, &mut warm, &[]);
        self.warm = warm;
        graded
    }

    /// A copy of an adapter that every user can read.
    pub fn copy_of(&self, adapter: &Path) -> PathBuf {
        let folder = self.place.join("adapter");
        ordinary::copy(&ordinary::files(adapter), &folder);
        folder
    }

    /// Grades a file with an adapter of the fixtures.
    pub fn grade_with(&mut self, suite: &PreparedSuite, adapter: &Path, file: &str) -> SubmissionRun {
        let adapter = Adapter::read(adapter).expect("an adapter");
        let tools = adapter.tools(self.config.layers).expect("Python");
        let language = Language { adapter, tools };
        fs::write(self.job.submission().join(file), "").expect("a file");
        let mut load = suite.load(&language.adapter.file.names, &[]);
        load.submission = self.job.submission().display().to_string();
        load.files = vec![file.to_owned()];
        grade(suite, &self.config.of(&language), &language, &load, &self.job, &mut WarmProcesses::default(), &[])
    }

    /// The outcomes of a correct submission in the same place, in a single worker, since `grade` would take longer. After a
    /// submission in Python it is forked from the same server.
    pub fn honest(&mut self, suite: &PreparedSuite) -> Result<Vec<Outcome>, String> {
        let mut warm = std::mem::take(&mut self.warm);
        let outcomes = self.honest_worker(suite, &mut warm.starter);
        self.warm = warm;
        outcomes
    }

    fn honest_worker(&self, suite: &PreparedSuite, starter: &mut WorkerStarter) -> Result<Vec<Outcome>, String> {
        let (language, load) = self.hand_in(suite, &self.place.join("honest.py"));
        let scratch = self.job.folder.join("scratch");
        let left = fs::read_dir(&scratch).expect("the scratch folder").count();
        assert_eq!(left, 0, "nothing is left in the scratch folder");
        self.config.grant_writing(&scratch).expect("a folder for the worker");
        let (worker, printed) = Worker::start(&self.config, language, &load, &scratch, starter);
        let mut worker =
            worker.map_err(|why| format!("an honest submission afterwards: {why:?}, {}", printed.to_text()))?;
        let calls: Vec<&RawValue> = suite.order.iter().map(|test| &*suite.tests[*test].arguments).collect();
        Ok(worker.call(&calls).outcomes)
    }

    fn hand_in(&self, suite: &PreparedSuite, file: &Path) -> (&Language, Load) {
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let speaks = |language: &&Language| language.adapter.file.is_of(&name);
        let language = self.languages.iter().find(speaks).expect("a language for the fixture");
        let copy = self.job.submission().join(&name);
        fs::copy(file, &copy).expect("a copy");
        fs::set_permissions(copy, Permissions::from_mode(0o644)).expect("a mode");
        let mut load = suite.load(&language.adapter.file.names, &[]);
        load.submission = self.job.submission().display().to_string();
        load.files = vec![name];
        (language, load)
    }

    /// All there is, but for what a submission may change.
    pub fn state(&self) -> BTreeMap<PathBuf, Seen> {
        let mut seen = BTreeMap::new();
        let mut folders = vec![self.place.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("it can be read") {
                let path = entry.expect("an entry").path();
                if path.starts_with(&self.job.folder) {
                    continue;
                }
                let metadata = fs::symlink_metadata(&path).expect("it is there");
                let content = if metadata.is_file() { fs::read(&path).expect("content") } else { Vec::new() };
                if metadata.is_dir() {
                    folders.push(path.clone());
                }
                let (owner, modified) = ((metadata.uid(), metadata.gid()), (metadata.mtime(), metadata.mtime_nsec()));
                seen.insert(path, Seen { mode: metadata.mode(), owner, modified, content });
            }
        }
        seen
    }

    /// Nothing has changed, nothing runs, nothing is left elsewhere.
    pub fn is_still(&self, before: &BTreeMap<PathBuf, Seen>) -> Result<(), String> {
        let after = self.state();
        if after != *before {
            let changed = |path: &&PathBuf| before.get(*path) != after.get(*path);
            let paths: Vec<&PathBuf> = before.keys().chain(after.keys()).filter(changed).collect();
            return Err(format!("changed: {paths:?}"));
        }
        let submission: Vec<_> = fs::read_dir(self.job.submission()).expect("it is there").collect();
        if submission.len() != 1 {
            return Err(format!("in the folder of the submission: {submission:?}"));
        }
        let started = Instant::now();
        let running = || {
            let mut running = processes_in(&self.place);
            // A warm compiler stays, with the two processes of its namespaces.
            let compilers: Vec<Option<u32>> =
                running.iter().filter(|process| self.is_compiler(process)).map(|process| session_of(process)).collect();
            running.retain(|process| !self.is_compiler(process) && !compilers.contains(&session_of(process)));
            // Fork servers stay, with the two processes of their namespaces, and nothing else.
            for session in self.warm.starter.sessions() {
                let expected = if self.config.layers.namespaces.is_some() { 3 } else { 1 };
                let of_server: Vec<String> =
                    running.extract_if(.., |process| session_of(process) == Some(session)).collect();
                running.extend(of_server.into_iter().skip(expected));
            }
            running
        };
        while !running().is_empty() {
            if started.elapsed() > Duration::from_secs(2) {
                return Err(format!("still running: {:?}", running()));
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let name = self.place.file_name().unwrap_or_default().to_string_lossy();
        for folder in ["/tmp", "/var/tmp", "/dev/shm", "/"].map(Path::new) {
            let path = folder.join(format!("custodiet-escape-{name}"));
            if path.symlink_metadata().is_ok() {
                return Err(format!("left behind: {}", path.display()));
            }
        }
        Ok(())
    }

    /// The compiler works in a folder of its own, where no worker comes.
    fn is_compiler(&self, process: &str) -> bool {
        fs::read_link(Path::new(process).join("cwd")).is_ok_and(|folder| folder == self.job.folder.join(COMPILER))
    }

    /// Removes everything, for the next submission.
    pub fn clear(&self) -> Result<(), String> {
        self.job.clear().map_err(|error| format!("what is left of it cannot be removed: {error}"))?;
        let left = fs::read_dir(&self.job.folder).expect("it is there");
        let mut left: Vec<_> = left.map(|entry| entry.expect("an entry").file_name()).collect();
        left.sort();
        left.retain(|name| name != COMPILER);
        if left == ["build", "scratch", "submission"] {
            Ok(())
        } else {
            Err(format!("left in the job folder: {left:?}"))
        }
    }
}

/// All adapters, written below a folder.
fn adapters(folder: &Path) -> Vec<Adapter> {
    let mut adapters = built_in(folder).expect("the built-in adapters");
    let further = folder.join("javascript");
    ordinary::copy(&ordinary::files(&ordinary::adapter()), &further);
    adapters.push(Adapter::read(&further).expect("an adapter"));
    adapters
}

/// What this machine has for each language. Found once, because that takes longer than a trial.
pub struct Machine {
    languages: Vec<(Adapter, Result<Tools, String>)>,
    /// Used instead of those that were found: programs that every user can run.
    programs: Option<BTreeMap<&'static str, PathBuf>>,
}

impl Machine {
    pub fn new(base: &Path, programs: Option<&BTreeMap<&'static str, PathBuf>>) -> Self {
        let adapters = adapters(&base.join("adapters")).into_iter();
        let real = |program: &PathBuf| fs::canonicalize(program).expect("it is there");
        Self {
            languages: adapters
                .map(|adapter| (adapter.tools(Layers::NONE).map_err(|error| error.to_string()), adapter))
                .map(|(tools, it)| (it, tools))
                .collect(),
            programs: programs.map(|programs| programs.iter().map(|(name, program)| (*name, real(program))).collect()),
        }
    }

    /// Checks that the language of a file is available.
    pub fn has(&self, file: &Path) -> Result<(), String> {
        let (adapter, tools) = self.of(file);
        let tools = tools.as_ref().map_err(Clone::clone)?;
        let unusable = |name: &&String| {
            let programs = self.programs.as_ref();
            adapter.file.tools.contains_key(*name) && programs.is_some_and(|programs| !programs.contains_key(&***name))
        };
        tools.paths.keys().find(unusable).map_or(Ok(()), |name| {
            Err(format!("there is no `{name}` that every user can run: install it in /usr/bin or /usr/local/bin"))
        })
    }

    /// Whether `custodiet setup` installs the language of a file.
    pub fn is_optional(&self, file: &Path) -> bool {
        self.of(file).0.file.setup.is_some()
    }

    pub fn is_compiled(&self, file: &Path) -> bool {
        self.of(file).0.file.compile.is_some()
    }

    fn of(&self, file: &Path) -> &(Adapter, Result<Tools, String>) {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let language = self.languages.iter().find(|(adapter, _)| adapter.file.is_of(&name));
        language.unwrap_or_else(|| panic!("{name} is of no language"))
    }

    fn language(&self, mut adapter: Adapter) -> Option<Language> {
        let (known, tools) = self.languages.iter().find(|(known, _)| known.file.name == adapter.file.name)?;
        // Those that compile have more to load.
        adapter.file.run.load_seconds = if known.file.compile.is_some() { 2 } else { 1 };
        let mut tools = tools.clone().ok()?;
        for (name, program) in self.programs.iter().flatten() {
            tools.paths.entry((*name).to_owned()).and_modify(|path| path.clone_from(program));
        }
        Some(Language { adapter, tools })
    }
}

/// The session of a process, given by its folder in `/proc`.
fn session_of(process: &str) -> Option<u32> {
    let stat = fs::read_to_string(Path::new(process).join("stat")).ok()?;
    stat.rsplit_once(')')?.1.split_whitespace().nth(3)?.parse().ok()
}

/// Processes that work in a folder or have a path in it among their arguments.
pub fn processes_in(place: &Path) -> Vec<String> {
    let text = place.display().to_string();
    let processes = fs::read_dir("/proc").expect("processes").flatten();
    let here = |process: &PathBuf| {
        // Launchers have their task in a variable.
        let line = ["cmdline", "environ"].map(|file| fs::read(process.join(file)).unwrap_or_default()).concat();
        let line = String::from_utf8_lossy(&line).into_owned();
        let inside = fs::read_link(process.join("cwd")).is_ok_and(|folder| folder.starts_with(place));
        // Not this program as another user.
        (inside || line.contains(&format!("{text}/"))) && !line.contains("/user/attacks")
    };
    let numbers = processes.filter(|process| process.file_name().to_string_lossy().parse::<u32>().is_ok());
    numbers.map(|process| process.path()).filter(here).map(|process| process.display().to_string()).collect()
}
