//! Runs all submissions of a class, on several threads.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};

use runner::Outcome;
use runner::adapter::{Adapter, tool_identity};
use runner::grade::{JobFolder, WarmProcesses, grade};
use runner::prepared::PreparedSuite;
use runner::protocol::Load;
use runner::worker::{Language, LoadError, RunConfig};
use sha2::{Digest, Sha256};
use submissions::Submission;

use crate::form::cut_long;
use crate::status::LoadStatus;
use crate::store::{SourceFile, Store, StoreError, StoredSubmission};
use crate::work::{WorkFolder, give_tree, open};

/// The settings of a run, which are the same for all submissions.
#[derive(Debug)]
pub struct GradingRun<'a> {
    pub prepared_suite: &'a PreparedSuite,
    pub config: &'a RunConfig,
    /// In the order in which they are tried.
    pub adapters: &'a [Adapter],
    /// The language of all submissions, whatever their file names.
    pub language: Option<&'a str>,
    pub aliases: &'a [String],
    /// The folder of files that submissions may import, and its hash.
    pub support: Option<(PathBuf, String)>,
    pub work: &'a WorkFolder,
    pub jobs: usize,
    /// Run everything again, even if it is stored.
    pub fresh: bool,
}

/// Progress of a run.
#[derive(Debug)]
pub enum GradingEvent<'a> {
    /// How many submissions need not be run again.
    Known(usize),
    Graded(&'a StoredSubmission),
}

/// Runs all submissions that are not stored yet, and stores each as soon as it is done.
pub fn run(
    grading: &GradingRun<'_>,
    submissions: &[Submission],
    store: &mut Store,
    on_event: &mut dyn FnMut(&GradingEvent<'_>),
) -> Result<(), StoreError> {
    let languages = grading.languages();
    let mut todo = Vec::new();
    for submission in submissions {
        let task = grading.task(submission, &languages);
        match store.submission(&submission.name)?.filter(|stored| !grading.fresh && task.is_current(stored)) {
            None => todo.push((task, Stored::Nothing)),
            Some(stored) => {
                let known = grading.known(&stored);
                // A submission that cannot be loaded has no outcomes on new tests either.
                if matches!(stored.status, LoadStatus::Graded(_)) && known.iter().any(Option::is_none) {
                    todo.push((task, Stored::Part));
                }
            }
        }
    }
    on_event(&GradingEvent::Known(submissions.len() - todo.len()));
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    // Outcomes of a large class do not fit into memory: those that are known are read when a submission gets its turn.
    let store = Mutex::new(store);
    std::thread::scope(|scope| {
        for job in 0..grading.jobs.min(todo.len()) {
            let (sender, next, todo, store) = (sender.clone(), &next, &todo, &store);
            let work = move || {
                let mut job = Job::new(grading, job);
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some((task, stored)) = todo.get(place) else { break };
                    job.expects_more = place + grading.jobs < todo.len();
                    let known = match stored {
                        Stored::Nothing => Ok(Vec::new()),
                        Stored::Part => locked(store)
                            .submission(&task.submission.name)
                            .map(|stored| stored.map(|stored| grading.known(&stored)).unwrap_or_default()),
                    };
                    let graded = known.map(|known| (job.grade(grading, task, &known), known.is_empty()));
                    // The receiver is gone: the run has failed.
                    if sender.send(graded).is_err() {
                        break;
                    }
                }
            };
            match std::thread::Builder::new().spawn_scoped(scope, work) {
                Ok(_) => {}
                Err(error) if job == 0 => return Err(StoreError::NoThread(error)),
                // Those that were started do everything.
                Err(_) => break,
            }
        }
        drop(sender);
        for graded in receiver {
            let (submission, forget) = graded?;
            // Failures that were caused by an interrupt are not stored.
            drop(open());
            locked(&store).store(&submission, forget)?;
            on_event(&GradingEvent::Graded(&submission));
        }
        Ok(())
    })
}

/// What is stored about a submission that has to be run.
enum Stored {
    Nothing,
    /// Outcomes on some of the tests.
    Part,
}

fn locked<'a, 'b>(store: &'a Mutex<&'b mut Store>) -> MutexGuard<'a, &'b mut Store> {
    store.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs one submission that does not belong to the class, and stores nothing.
pub fn run_one(grading: &GradingRun<'_>, submission: &Submission) -> StoredSubmission {
    let languages = grading.languages();
    Job::new(grading, 0).grade(grading, &grading.task(submission, &languages), &[])
}

/// Runs submissions one after the other, each on tests of its own, and stores nothing.
#[expect(missing_debug_implementations, reason = "it holds running processes")]
pub struct PairRunner {
    job: Job,
    languages: KnownLanguages,
}

impl PairRunner {
    /// `job` is the number of a job that runs nothing else.
    pub fn new(grading: &GradingRun<'_>, job: usize) -> Self {
        Self { job: Job::new(grading, job), languages: grading.languages() }
    }

    /// Runs a submission on the tests of this run.
    pub fn run(&mut self, grading: &GradingRun<'_>, submission: &Submission) -> StoredSubmission {
        self.job.expects_more = true;
        self.job.grade(grading, &grading.task(submission, &self.languages), &[])
    }
}

/// Runs one submission on one test, in a fresh process that ends by itself. Returns the outcome and everything that it printed,
/// or why it cannot run.
pub fn replay(
    grading: &GradingRun<'_>,
    submission: &Submission,
    test: usize,
) -> Result<(Outcome, String), Box<LoadStatus>> {
    let languages = grading.languages();
    let task = grading.task(submission, &languages);
    let language = task.language.clone()?;
    let mut job = Job::new(grading, 0);
    let load = job.prepare(grading, &task, language)?;
    let area = job.area.as_ref().map_err(Clone::clone)?;
    let warm = job.warm.entry(language.adapter.file.name.clone()).or_default();
    let config = job.config.of(language);
    let replayed = runner::grade::replay(grading.prepared_suite, &config, language, &load, area, warm, test);
    replayed.map_err(|no_worker| Box::new(status(no_worker)))
}

/// At most this many files of a submission, and this much of each, are read for reports.
const FILES: usize = 50;
const CHARACTERS: usize = 100_000;

/// The files of a submission as text, shortened.
fn sources(folder: &Path, files: &[String]) -> Vec<SourceFile> {
    let read = |file: &String| {
        let bytes = std::fs::read(folder.join(file)).ok()?;
        let text = String::from_utf8_lossy(&bytes);
        Some(SourceFile { file: file.clone(), text: text.chars().take(CHARACTERS).collect() })
    };
    files.iter().take(FILES).filter_map(read).collect()
}

/// The folders of a run. They differ from run to run and mean nothing to a reader, so they are removed from messages.
struct RunFolders([String; 3]);

impl RunFolders {
    fn new(grading: &GradingRun<'_>, area: &JobFolder) -> Self {
        let folders = [area.submission(), area.folder.clone(), grading.work.folder().to_owned()];
        Self(folders.map(|folder| folder.display().to_string()))
    }

    fn hide(&self, text: &mut String) {
        for folder in &self.0 {
            if text.contains(folder) {
                *text = text.replace(&format!("{folder}/"), "").replace(folder, ".");
            }
        }
    }

    fn hidden(&self, mut status: LoadStatus) -> LoadStatus {
        match &mut status {
            LoadStatus::Graded(ready) => ready.notes.iter_mut().for_each(|note| self.hide(note)),
            LoadStatus::Failed(failed) => {
                self.hide(&mut failed.message);
                failed.notes.iter_mut().for_each(|note| self.hide(note));
            }
            LoadStatus::Unusable(why) | LoadStatus::NotStarted(why) => self.hide(why),
        }
        status
    }
}

fn status(no_worker: LoadError) -> LoadStatus {
    match no_worker {
        LoadError::Failed(failed) => LoadStatus::Failed(failed),
        LoadError::NotStarted(why) => LoadStatus::NotStarted(why.to_string()),
    }
}

/// One submission to be run.
struct Task<'a> {
    submission: &'a Submission,
    /// Its language, or why it cannot be run.
    language: Result<&'a Language, LoadStatus>,
    sha256: String,
    conditions: String,
}

impl Task<'_> {
    /// Whether the stored outcomes still hold. Failures that were not the submission's fault are tried again.
    fn is_current(&self, stored: &StoredSubmission) -> bool {
        stored.sha256 == self.sha256
            && stored.conditions == self.conditions
            && !matches!(stored.status, LoadStatus::NotStarted(_))
    }
}

/// The languages of a run, and for each the hash of the conditions under which its submissions run.
struct KnownLanguages {
    /// A language on this machine, or why it cannot be used.
    by_adapter: Vec<(Result<Language, LoadStatus>, String)>,
    /// For submissions in no known language.
    of_none: String,
}

impl GradingRun<'_> {
    /// What is known about the languages of all adapters on this machine.
    fn languages(&self) -> KnownLanguages {
        let of = |adapter: &Adapter| {
            let language = self.language_of(adapter);
            let conditions = self.conditions(language.as_ref().ok());
            (language, conditions)
        };
        KnownLanguages { by_adapter: self.adapters.iter().map(of).collect(), of_none: self.conditions(None) }
    }

    pub(crate) fn language_of(&self, adapter: &Adapter) -> Result<Language, LoadStatus> {
        let (name, least) = (&adapter.file.name, adapter.file.run.least_mib);
        if self.config.limits.memory < least << 20 {
            let why = format!("{name} needs at least {least} MiB of memory; pass --memory {least} or more");
            return Err(LoadStatus::Unusable(why));
        }
        let tools = adapter.tools(self.config.layers).map_err(|error| LoadStatus::Unusable(error.to_string()))?;
        Ok(Language { adapter: adapter.clone(), tools })
    }

    /// The language of a submission, if it is a known one.
    pub fn language_name(&self, submission: &Submission) -> Option<&str> {
        let adapter = self.adapters.get(self.chosen(submission)?)?;
        Some(&adapter.file.name)
    }

    /// The adapter of a submission, as a place in the list, if there is one.
    pub(crate) fn chosen(&self, submission: &Submission) -> Option<usize> {
        let files = submission.content.as_ref().ok()?;
        self.adapters.iter().position(|adapter| match self.language {
            Some(name) => adapter.file.name == name,
            None => files.paths().any(|path| adapter.file.is_of(path)),
        })
    }

    fn task<'a>(&self, submission: &'a Submission, languages: &'a KnownLanguages) -> Task<'a> {
        let unusable = |why: String| (Err(LoadStatus::Unusable(why)), &*languages.of_none);
        let (sha256, (language, conditions)) = match &submission.content {
            Err(trouble) => ("", unusable(trouble.to_string())),
            Ok(files) => (
                files.sha256(),
                match self.chosen(submission).and_then(|index| languages.by_adapter.get(index)) {
                    Some((language, conditions)) => (language.as_ref().map_err(Clone::clone), &**conditions),
                    None => unusable("no file in a known language".to_owned()),
                },
            ),
        };
        Task { submission, language, sha256: sha256.to_owned(), conditions: conditions.to_owned() }
    }

    /// A hash of everything that outcomes depend on, except for the submission and the test.
    fn conditions(&self, language: Option<&Language>) -> String {
        let mut sha = Sha256::new();
        let mut add = |part: &str| {
            sha.update(part.as_bytes());
            sha.update([0]);
        };
        add(env!("CARGO_PKG_VERSION"));
        if let Some(language) = language {
            add(&language.adapter.file.name);
            add(&language.adapter.sha256);
            for (name, path) in &language.tools.paths {
                add(name);
                add(&path.display().to_string());
                // Another version may have been installed in the same place.
                if path.is_file() {
                    add(&tool_identity(path, language.adapter.file.tools.get(name)));
                }
            }
        }
        let limits = &self.config.limits;
        let (test, budget) = (limits.test, limits.budget);
        add(&format!("{test:?} {budget:?} {} {} {}", limits.memory, limits.disk, self.config.layers.level));
        add(&self.prepared_suite.seed.to_string());
        add(&self.prepared_suite.predicate);
        add(&self.aliases.join(","));
        add(self.support.as_ref().map_or("", |(_, sha)| sha));
        hex::encode(&sha.finalize()[..16])
    }

    /// The stored outcomes, by the tests of the suite.
    fn known(&self, stored: &StoredSubmission) -> Vec<Option<Outcome>> {
        let tests: std::collections::BTreeMap<(&str, &str), &Outcome> =
            stored.outcomes.iter().map(|(test, digest, outcome)| ((&**test, &**digest), outcome)).collect();
        let known = |test: &runner::prepared::PreparedTest| {
            tests.get(&(&*test.id, &*test.digest)).map(|outcome| (*outcome).clone())
        };
        self.prepared_suite.tests.iter().map(known).collect()
    }
}

/// What one thread works with: its folders, its user, its running compilers.
pub(crate) struct Job {
    /// Or why there are none.
    area: Result<JobFolder, LoadStatus>,
    config: RunConfig,
    /// Whether there will be another submission after this one.
    expects_more: bool,
    /// By language.
    warm: std::collections::BTreeMap<String, WarmProcesses>,
}

impl Job {
    /// Whether a language can use what the instructor supplies.
    pub(crate) fn check(&mut self, grading: &GradingRun<'_>, language: &Language) -> Result<(), LoadError> {
        let Ok(area) = &self.area else { return Ok(()) };
        let mut load = grading.prepared_suite.load(&language.adapter.file.names, grading.aliases);
        load.support = grading.support.as_ref().map(|(folder, _)| folder.display().to_string());
        let _open = open();
        runner::grade::check(&self.config.of(language), language, &mut load, area)
    }

    pub(crate) fn new(grading: &GradingRun<'_>, job: usize) -> Self {
        // If workers run as other users, each job has its own, so that none can touch another's files or processes.
        let user = grading.config.user + u32::try_from(job).unwrap_or(0);
        Self {
            area: grading
                .work
                .area(job)
                .map_err(|error| LoadStatus::NotStarted(format!("cannot create a working folder: {error}"))),
            config: RunConfig { user, ..grading.config.clone() },
            expects_more: false,
            warm: std::collections::BTreeMap::new(),
        }
    }

    fn grade(&mut self, grading: &GradingRun<'_>, task: &Task<'_>, known: &[Option<Outcome>]) -> StoredSubmission {
        let mut stored = StoredSubmission {
            name: task.submission.name.clone(),
            sha256: task.sha256.clone(),
            conditions: task.conditions.clone(),
            language: String::new(),
            status: LoadStatus::Unusable(String::new()),
            unstable: Vec::new(),
            printed: String::new(),
            source: None,
            outcomes: Vec::new(),
        };
        let language = match &task.language {
            Ok(language) => *language,
            Err(status) => {
                stored.status = status.clone().cut();
                return stored;
            }
        };
        stored.language.clone_from(&language.adapter.file.name);
        let load = match self.prepare(grading, task, language) {
            Ok(load) => load,
            Err(status) => {
                stored.status = status.cut();
                return stored;
            }
        };
        let Ok(area) = &self.area else { return stored };
        let warm = self.warm.entry(language.adapter.file.name.clone()).or_default();
        warm.starter.expect_more(self.expects_more);
        // Read before it runs: afterwards, a file could be a link to another one.
        let mut sources = sources(&area.submission(), &load.files);
        let mut graded = grade(grading.prepared_suite, &self.config.of(language), language, &load, area, warm, known);
        let folders = RunFolders::new(grading, area);
        for outcome in &mut graded.outcomes {
            if let Outcome::Raised(raised) = outcome {
                folders.hide(&mut raised.message);
            }
        }
        folders.hide(&mut graded.printed);
        {
            let _open = open();
            let _ = area.clear();
        }
        let run = match &graded.loaded {
            Ok(ready) => Some(&ready.file),
            Err(LoadError::Failed(failed)) => failed.file.as_ref(),
            Err(LoadError::NotStarted(_)) => None,
        };
        let place = run.and_then(|file| sources.iter().position(|source| source.file == *file)).unwrap_or(0);
        stored.source = (place < sources.len()).then(|| sources.swap_remove(place));
        stored.printed = graded.printed;
        cut_long(&mut stored.printed);
        stored.unstable = graded.unstable;
        stored.status = folders.hidden(graded.loaded.map_or_else(status, LoadStatus::Graded)).cut();
        let outcomes = grading.prepared_suite.tests.iter().zip(graded.outcomes);
        stored.outcomes = outcomes.map(|(test, outcome)| (test.id.clone(), test.digest.clone(), outcome)).collect();
        stored
    }

    /// Makes a private copy of the submission. Returns what the worker needs to know about it.
    fn prepare(&mut self, grading: &GradingRun<'_>, task: &Task<'_>, language: &Language) -> Result<Load, LoadStatus> {
        let area = self.area.as_ref().map_err(Clone::clone)?;
        let ours = |error: std::io::Error| {
            let advice =
                "if something cleans the temporary folder, set TMPDIR to another one, and run the same command again";
            LoadStatus::NotStarted(format!("cannot create a working copy: {error}; {advice}"))
        };
        let _open = open();
        area.clear().map_err(ours)?;
        let folder = area.submission();
        let folders = RunFolders::new(grading, area);
        let unusable = |trouble: submissions::SubmissionError| {
            let text = trouble.to_string();
            folders.hidden(match trouble {
                // A full disk is not the submission's fault, and the next run tries again.
                submissions::SubmissionError::NotCopied { .. } => {
                    let advice =
                        "check that the temporary folder is writable and not full, and run the same command again";
                    LoadStatus::NotStarted(format!("{text}; {advice}"))
                }
                // It could be read a moment ago.
                submissions::SubmissionError::Unreadable { .. } | submissions::SubmissionError::Changed => {
                    LoadStatus::NotStarted(format!("{text}; run the same command again"))
                }
                _ => LoadStatus::Unusable(text),
            })
        };
        let files = task.submission.copy_to(&folder).map_err(unusable)?;
        if let Some(user) = self.config.of(language).other_user() {
            give_tree(&folder, user).map_err(ours)?;
        }
        let mut load = grading.prepared_suite.load(&language.adapter.file.names, grading.aliases);
        load.submission = folder.display().to_string();
        load.support = grading.support.as_ref().map(|(folder, _)| folder.display().to_string());
        load.files = files
            .iter()
            .map(|path| path.display().to_string())
            .filter(|path| language.adapter.file.is_of(path))
            .collect();
        Ok(load)
    }
}
