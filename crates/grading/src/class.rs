//! All submissions of a class, on several threads.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use runner::Outcome;
use runner::adapter::Adapter;
use runner::grade::{Compiler, JobFolder, grade};
use runner::prepared::PreparedSuite;
use runner::protocol::Load;
use runner::worker::{Language, LoadError, RunConfig};
use sha2::{Digest, Sha256};
use submissions::Submission;

use crate::store::{Entry, Source, Status, Store, StoreError};
use crate::work::{Work, give_tree, open};

/// What is the same for all submissions.
#[derive(Debug)]
pub struct Class<'a> {
    pub exam: &'a PreparedSuite,
    pub ground: &'a RunConfig,
    /// In the order in which they are tried.
    pub adapters: &'a [Adapter],
    /// One language for all, whatever the names of their files.
    pub language: Option<&'a str>,
    pub aliases: &'a [String],
    /// A folder that submissions may import from, and its hash.
    pub support: Option<(PathBuf, String)>,
    pub work: &'a Work,
    pub jobs: usize,
    /// Run everything again.
    pub fresh: bool,
}

/// What a run tells as it goes on.
#[derive(Debug)]
pub enum Event<'a> {
    /// So many were there already.
    Known(usize),
    Graded(&'a Entry),
}

/// Grades all submissions that the store does not know yet. Each is kept as soon as it is done.
pub fn run(
    class: &Class<'_>,
    submissions: &[Submission],
    store: &mut Store,
    tell: &mut dyn FnMut(&Event<'_>),
) -> Result<(), StoreError> {
    let languages = class.languages();
    let mut todo = Vec::new();
    for submission in submissions {
        let task = class.task(submission, &languages);
        match store.entry(&submission.name)?.filter(|entry| !class.fresh && task.still_true(entry)) {
            None => todo.push((task, Vec::new())),
            Some(entry) => {
                let known = class.known(&entry);
                // A submission that cannot be loaded has nothing to add for new tests.
                if matches!(entry.status, Status::Graded(_)) && known.iter().any(Option::is_none) {
                    todo.push((task, known));
                }
            }
        }
    }
    tell(&Event::Known(submissions.len() - todo.len()));
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for job in 0..class.jobs.min(todo.len()) {
            let (sender, next, todo) = (sender.clone(), &next, &todo);
            scope.spawn(move || {
                let mut bench = Bench::new(class, job);
                while let Some((task, known)) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let entry = bench.grade(class, task, known);
                    // Nobody listens any more: the run has failed.
                    if sender.send((entry, known.is_empty())).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (entry, forget) in receiver {
            // What failed because the run is ending is not kept.
            drop(open());
            store.keep(&entry, forget)?;
            tell(&Event::Graded(&entry));
        }
        Ok(())
    })
}

/// Grades one submission that is not of the class, and keeps nothing.
pub fn one(class: &Class<'_>, submission: &Submission) -> Entry {
    let languages = class.languages();
    Bench::new(class, 0).grade(class, &class.task(submission, &languages), &[])
}

/// One submission on one test, in a fresh process that ends by itself, with all that it printed; or why it cannot run.
pub fn replay(class: &Class<'_>, submission: &Submission, test: usize) -> Result<(Outcome, String), String> {
    let languages = class.languages();
    let task = class.task(submission, &languages);
    let language = task.language.clone()?;
    let mut bench = Bench::new(class, 0);
    let why = |status: Status| crate::results::reason(&status).unwrap_or_default();
    let load = bench.prepare(class, &task, language).map_err(why)?;
    let area = bench.area.as_ref().map_err(Clone::clone)?;
    let compiler = bench.compilers.entry(language.adapter.file.name.clone()).or_default();
    let replayed = runner::grade::replay(class.exam, &bench.ground, language, &load, area, compiler, test);
    replayed.map_err(|no_worker| why(status(no_worker)))
}

/// So many files of a submission, and so much of each, are read for reports.
const FILES: usize = 50;
const CHARACTERS: usize = 100_000;

/// Its files as text, cut.
fn sources(folder: &Path, files: &[String]) -> Vec<Source> {
    let read = |file: &String| {
        let bytes = std::fs::read(folder.join(file)).ok()?;
        let text = String::from_utf8_lossy(&bytes);
        Some(Source { file: file.clone(), text: text.chars().take(CHARACTERS).collect() })
    };
    files.iter().take(FILES).filter_map(read).collect()
}

/// The folders of a run, which are others in each, and nobody's business: they are left out of what is kept.
struct Places([String; 3]);

impl Places {
    fn new(class: &Class<'_>, area: &JobFolder) -> Self {
        let folders = [area.submission(), area.folder.clone(), class.work.folder().to_owned()];
        Self(folders.map(|folder| folder.display().to_string()))
    }

    fn hide(&self, text: &mut String) {
        for place in &self.0 {
            if text.contains(place) {
                *text = text.replace(&format!("{place}/"), "").replace(place, ".");
            }
        }
    }

    fn hidden(&self, mut status: Status) -> Status {
        match &mut status {
            Status::Graded(_) => {}
            Status::Failed(failed) => self.hide(&mut failed.message),
            Status::Unusable(why) | Status::NotStarted(why) => self.hide(why),
        }
        status
    }
}

fn status(no_worker: LoadError) -> Status {
    match no_worker {
        LoadError::Failed(failed) => Status::Failed(failed),
        LoadError::NotStarted(error) => Status::NotStarted(error.to_string()),
    }
}

/// One submission to be run.
struct Task<'a> {
    submission: &'a Submission,
    /// Its language; or why it cannot be run.
    language: Result<&'a Language, String>,
    sha256: String,
    conditions: String,
}

impl Task<'_> {
    /// Whether nothing has changed since. What was our fault may be better now.
    fn still_true(&self, entry: &Entry) -> bool {
        entry.sha256 == self.sha256
            && entry.conditions == self.conditions
            && !matches!(entry.status, Status::NotStarted(_))
    }
}

impl Class<'_> {
    /// For each adapter its language on this machine; or why it cannot be used.
    fn languages(&self) -> Vec<Result<Language, String>> {
        let found = |adapter: &Adapter| {
            let (name, least) = (&adapter.file.name, adapter.file.run.least_mib);
            if self.ground.limits.memory < least << 20 {
                return Err(format!("{name} needs at least {least} MiB of memory: give --memory {least} or more"));
            }
            Ok(Language {
                adapter: adapter.clone(),
                tools: adapter.tools(self.ground.level).map_err(|error| error.to_string())?,
            })
        };
        self.adapters.iter().map(found).collect()
    }

    fn task<'a>(&self, submission: &'a Submission, languages: &'a [Result<Language, String>]) -> Task<'a> {
        let (sha256, language) = match &submission.content {
            Err(trouble) => (String::new(), Err(trouble.to_string())),
            Ok(files) => {
                let of = |adapter: &Adapter| files.paths().any(|path| adapter.file.is_of(path));
                let mut known = self.adapters.iter().zip(languages);
                let chosen = match self.language {
                    Some(name) => known.find(|(adapter, _)| adapter.file.name == name),
                    None => known.find(|(adapter, _)| of(adapter)),
                };
                let language = match chosen {
                    Some((_, language)) => language.as_ref().map_err(Clone::clone),
                    None => Err("no file in a known language".to_owned()),
                };
                (files.sha256().to_owned(), language)
            }
        };
        let conditions = self.conditions(language.as_ref().ok().copied());
        Task { submission, language, sha256, conditions }
    }

    /// All that outcomes depend on, beside the submission and the test.
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
            }
        }
        let limits = &self.ground.limits;
        let (test, budget) = (limits.test, limits.budget);
        add(&format!("{test:?} {budget:?} {} {} {}", limits.memory, limits.disk, self.ground.level));
        add(&self.exam.seed.to_string());
        add(&self.exam.predicate);
        add(&self.aliases.join(","));
        add(self.support.as_ref().map_or("", |(_, sha)| sha));
        hex::encode(&sha.finalize()[..16])
    }

    /// The outcomes that need not be found again, by the tests of the exam.
    fn known(&self, entry: &Entry) -> Vec<Option<Outcome>> {
        let tests: std::collections::BTreeMap<(&str, &str), &Outcome> =
            entry.outcomes.iter().map(|(test, digest, outcome)| ((&**test, &**digest), outcome)).collect();
        let known = |test: &runner::prepared::PreparedTest| {
            tests.get(&(&*test.id, &*test.digest)).map(|outcome| (*outcome).clone())
        };
        self.exam.tests.iter().map(known).collect()
    }
}

/// Where one thread works: its folders, its user, its warm compilers.
struct Bench {
    area: Result<JobFolder, String>,
    ground: RunConfig,
    compilers: std::collections::BTreeMap<String, Compiler>,
}

impl Bench {
    fn new(class: &Class<'_>, job: usize) -> Self {
        // At the reduced level, jobs run as different users, so that none can touch another's files or processes.
        let user = class.ground.user + u32::try_from(job).unwrap_or(0);
        Self {
            area: class.work.area(job).map_err(|error| format!("cannot make a working folder: {error}")),
            ground: RunConfig { user, ..class.ground.clone() },
            compilers: std::collections::BTreeMap::new(),
        }
    }

    fn grade(&mut self, class: &Class<'_>, task: &Task<'_>, known: &[Option<Outcome>]) -> Entry {
        let mut entry = Entry {
            name: task.submission.name.clone(),
            sha256: task.sha256.clone(),
            conditions: task.conditions.clone(),
            language: String::new(),
            status: Status::Unusable(String::new()),
            unstable: Vec::new(),
            printed: String::new(),
            source: None,
            outcomes: Vec::new(),
        };
        let language = match &task.language {
            Ok(language) => *language,
            Err(why) => {
                entry.status = Status::Unusable(why.clone());
                return entry;
            }
        };
        entry.language.clone_from(&language.adapter.file.name);
        let load = match self.prepare(class, task, language) {
            Ok(load) => load,
            Err(status) => {
                entry.status = status;
                return entry;
            }
        };
        let Ok(area) = &self.area else { return entry };
        let compiler = self.compilers.entry(language.adapter.file.name.clone()).or_default();
        // Read before it runs: afterwards a file could be a link to another.
        let mut sources = sources(&area.submission(), &load.files);
        let mut graded = grade(class.exam, &self.ground, language, &load, area, compiler, known);
        let places = Places::new(class, area);
        for outcome in &mut graded.outcomes {
            if let Outcome::Raised(raised) = outcome {
                places.hide(&mut raised.message);
            }
        }
        places.hide(&mut graded.printed);
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
        entry.source = (place < sources.len()).then(|| sources.swap_remove(place));
        entry.printed = graded.printed;
        entry.unstable = graded.unstable;
        entry.status = match graded.loaded {
            Ok(ready) => Status::Graded(ready),
            Err(no_worker) => places.hidden(status(no_worker)),
        };
        let outcomes = class.exam.tests.iter().zip(graded.outcomes);
        entry.outcomes = outcomes.map(|(test, outcome)| (test.id.clone(), test.digest.clone(), outcome)).collect();
        entry
    }

    /// A private copy of the submission, and what a worker is told about it.
    fn prepare(&mut self, class: &Class<'_>, task: &Task<'_>, language: &Language) -> Result<Load, Status> {
        let area = self.area.as_ref().map_err(|why| Status::NotStarted(why.clone()))?;
        let ours = |error: std::io::Error| Status::NotStarted(format!("cannot make a working copy: {error}"));
        let _open = open();
        area.clear().map_err(ours)?;
        let folder = area.submission();
        let places = Places::new(class, area);
        let unusable = |trouble: submissions::SubmissionError| places.hidden(Status::Unusable(trouble.to_string()));
        let files = task.submission.copy_to(&folder).map_err(unusable)?;
        give_tree(&folder, self.ground.level, self.ground.user).map_err(ours)?;
        let mut load = class.exam.load(&language.adapter.file.names, class.aliases);
        load.submission = folder.display().to_string();
        load.support = class.support.as_ref().map(|(folder, _)| folder.display().to_string());
        load.files = files
            .iter()
            .map(|path| path.display().to_string())
            .filter(|path| language.adapter.file.is_of(path))
            .collect();
        Ok(load)
    }
}
