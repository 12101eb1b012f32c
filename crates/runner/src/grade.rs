//! Runs one submission on all tests, whatever it does.
//!
//! A test that times out or ends the worker costs only that test. If too many do, or all tests together take too long, one
//! further test of each bucket is run. Afterwards a sample of the tests is run twice more, in another order and another
//! process: a predicate that answers differently is unstable.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

pub use crate::compiler::SubmissionCompiler;
use crate::limits::{Spent, TIME_OUTS};
use crate::line_process::Printed;
use crate::outcome::{NotRunReason, Outcome};
use crate::prepared::PreparedSuite;
use crate::protocol::{Load, Ready};
use crate::remove::{create_folder, remove};
use crate::repeat::run_again;
use crate::starter::WorkerStarter;
use crate::worker::{Language, LoadError, RunConfig, StartError, Worker};

/// How often a submission that was loaded once may fail to load again before it is given up.
const MAX_FAILED_LOADS: usize = 3;

/// The size of a folder that was never used, in bytes, on any file system.
const EMPTY_FOLDER: u64 = 4096;

/// The private folder of one job, which contains the submission it works on.
#[derive(Clone, Debug)]
pub struct JobFolder {
    pub folder: PathBuf,
}

impl JobFolder {
    pub fn submission(&self) -> PathBuf {
        self.folder.join("submission")
    }

    pub fn build(&self) -> PathBuf {
        self.folder.join("build")
    }

    fn scratch(&self) -> PathBuf {
        self.folder.join("scratch")
    }

    /// An empty scratch folder that a worker may write to.
    pub(crate) fn fresh_scratch(&self, config: &RunConfig) -> std::io::Result<PathBuf> {
        let scratch = self.scratch();
        self.empty(&scratch)?;
        // A folder that held many files stays large on some file systems, and would tell the next submission about them.
        if fs::metadata(&scratch)?.len() > EMPTY_FOLDER {
            self.remove(&scratch)?;
            create_folder(&scratch)?;
        }
        config.grant_entry(&self.folder)?;
        config.grant_writing(&scratch)?;
        Ok(scratch)
    }

    /// Empties everything, for the next submission.
    pub fn clear(&self) -> std::io::Result<()> {
        create_folder(&self.folder)?;
        self.empty(&self.submission())?;
        self.empty(&self.scratch())?;
        self.empty(&self.build())
    }

    /// Fork servers, workers that were started ahead and warm compilers may use a folder: it is emptied, not replaced.
    fn empty(&self, folder: &Path) -> std::io::Result<()> {
        match create_folder(folder) {
            // Without a sandbox, a submission can put anything in its place.
            Err(_) => self.remove(folder).and_then(|()| create_folder(folder))?,
            Ok(()) if !fs::symlink_metadata(folder)?.is_dir() => {
                self.remove(folder)?;
                create_folder(folder)?;
            }
            Ok(()) => {}
        }
        for entry in fs::read_dir(folder)? {
            self.remove(&entry?.path())?;
        }
        Ok(())
    }

    fn remove(&self, path: &Path) -> std::io::Result<()> {
        remove(path, &self.folder.join("removed"))
    }
}

/// The result of running a submission.
#[derive(Debug)]
pub struct SubmissionRun {
    pub loaded: Result<Ready, LoadError>,
    /// One for each test of the suite. Empty if it was not loaded.
    pub outcomes: Vec<Outcome>,
    pub unstable: Vec<Unstable>,
    /// What it printed, cut.
    pub printed: String,
}

/// A test that was answered in two different ways.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unstable {
    pub test: String,
    pub first: String,
    pub then: String,
}

/// The processes of a language that outlive a submission, of one job.
#[derive(Debug, Default)]
pub struct WarmProcesses {
    pub compiler: SubmissionCompiler,
    pub starter: WorkerStarter,
}

/// Runs one submission. `load` names its files; `known` are outcomes of tests that need not be run again.
pub fn grade(
    suite: &PreparedSuite,
    config: &RunConfig,
    language: &Language,
    load: &Load,
    job: &JobFolder,
    warm: &mut WarmProcesses,
    known: &[Option<Outcome>],
) -> SubmissionRun {
    let mut run = Run::new(suite, config, language, load, job, &mut warm.starter);
    if let Err(why) = run.compile(&mut warm.compiler) {
        return SubmissionRun { loaded: Err(why), outcomes: Vec::new(), unstable: Vec::new(), printed: run.printed };
    }
    let mut outcomes: Vec<Option<Outcome>> = known.to_vec();
    outcomes.resize(suite.tests.len(), None);
    let first = run.all(&mut outcomes);
    run.stop();
    match first {
        Err(why) => {
            SubmissionRun { loaded: Err(why), outcomes: Vec::new(), unstable: Vec::new(), printed: run.printed }
        }
        Ok((mut ready, why)) => {
            ready.notes.extend(run.not_loaded_again.take());
            let not_run = || Outcome::NotRun(why);
            let outcomes: Vec<Outcome> = outcomes.into_iter().map(|outcome| outcome.unwrap_or_else(not_run)).collect();
            match run.again(&outcomes) {
                Ok(unstable) => SubmissionRun { loaded: Ok(ready), outcomes, unstable, printed: run.printed },
                // Nobody knows whether its answers change, so it has to be run again.
                Err(error) => {
                    let loaded = Err(error.into());
                    SubmissionRun { loaded, outcomes: Vec::new(), unstable: Vec::new(), printed: run.printed }
                }
            }
        }
    }
}

/// Runs one test in a worker of its own that may exit by itself, and returns everything that was printed.
pub fn replay(
    suite: &PreparedSuite,
    config: &RunConfig,
    language: &Language,
    load: &Load,
    job: &JobFolder,
    warm: &mut WarmProcesses,
    test: usize,
) -> Result<(Outcome, String), LoadError> {
    let mut run = Run::new(suite, config, language, load, job, &mut warm.starter);
    run.compile(&mut warm.compiler)?;
    let results = run.start()?.call(&[&suite.tests[test].arguments]);
    if let Some(worker) = run.worker.take() {
        let printed = if results.ended { worker.kill() } else { worker.finish() };
        run.note(&printed.to_text());
    }
    let outcome = results.outcomes.into_iter().next().unwrap_or(Outcome::NotRun(NotRunReason::NotLoaded));
    Ok((outcome, run.printed))
}

/// Whether a compiled language can use what the instructor supplies. `load` names no submission.
pub fn check(config: &RunConfig, language: &Language, load: &mut Load, job: &JobFolder) -> Result<(), LoadError> {
    job.clear().map_err(StartError::Folder)?;
    let scratch = compiler_scratch(config, load, job)?;
    SubmissionCompiler::default().check(config, language, load, &job.folder, &scratch)
}

/// A folder for the compiler, not the workers' scratch folder, which is replaced while the compiler runs.
fn compiler_scratch(config: &RunConfig, load: &mut Load, job: &JobFolder) -> Result<PathBuf, StartError> {
    let scratch = job.folder.join("compiler");
    create_folder(&scratch)
        .and_then(|()| config.grant_writing(&scratch))
        .and_then(|()| config.grant_writing(&job.build()))
        .map_err(StartError::Folder)?;
    load.build = Some(job.build().display().to_string());
    Ok(scratch)
}

/// Compiles a submission, if its language needs it; `load` then names the folder with the result. Also returns what the
/// compiler printed, if it was killed.
pub(crate) fn compile(
    config: &RunConfig,
    language: &Language,
    load: &mut Load,
    job: &JobFolder,
    compiler: &mut SubmissionCompiler,
) -> (Result<(), LoadError>, Printed) {
    if language.adapter.file.compile.is_none() {
        return (Ok(()), Printed::default());
    }
    let scratch = match compiler_scratch(config, load, job) {
        Ok(scratch) => scratch,
        Err(error) => return (Err(error.into()), Printed::default()),
    };
    compiler.compile(config, language, load, &job.folder, &scratch)
}

struct Run<'a> {
    suite: &'a PreparedSuite,
    config: &'a RunConfig,
    language: &'a Language,
    load: Load,
    job: &'a JobFolder,
    starter: &'a mut WorkerStarter,
    worker: Option<Worker>,
    printed: String,
    /// The time that earlier workers have used.
    spent: Spent,
    failed_loads: usize,
    /// Through no fault of its own.
    failed_starts: usize,
    /// For instructors: why loading it again failed.
    not_loaded_again: Option<String>,
}

/// Why some tests were not run.
enum Interruption {
    /// The submission's fault; with the tests that are left.
    CutShort(NotRunReason, Vec<usize>),
    /// Our fault.
    NotStarted(StartError),
}

impl<'a> Run<'a> {
    fn new(
        suite: &'a PreparedSuite,
        config: &'a RunConfig,
        language: &'a Language,
        load: &Load,
        job: &'a JobFolder,
        starter: &'a mut WorkerStarter,
    ) -> Self {
        Self {
            suite,
            config,
            language,
            load: load.clone(),
            job,
            starter,
            worker: None,
            printed: String::new(),
            spent: Spent::default(),
            failed_loads: 0,
            failed_starts: 0,
            not_loaded_again: None,
        }
    }

    fn compile(&mut self, compiler: &mut SubmissionCompiler) -> Result<(), LoadError> {
        let (compiled, printed) = compile(self.config, self.language, &mut self.load, self.job, compiler);
        self.note(&printed.to_text());
        compiled
    }

    /// A worker that can be called.
    fn start(&mut self) -> Result<&mut Worker, LoadError> {
        let worker = match self.worker.take() {
            Some(worker) => worker,
            None => {
                let scratch = self.job.fresh_scratch(self.config).map_err(StartError::Folder)?;
                let (worker, printed) = Worker::start(self.config, self.language, &self.load, &scratch, self.starter);
                self.note(&printed.to_text());
                worker.map_err(|error| self.missing_copy().map_or(error, LoadError::NotStarted))?
            }
        };
        Ok(self.worker.insert(worker))
    }

    /// The error to report instead, if what the worker needs has been removed: a submission is not blamed for that.
    fn missing_copy(&self) -> Option<StartError> {
        let submission = Path::new(&self.load.submission);
        let files = self.load.files.iter().map(|file| submission.join(file));
        let mut needed =
            files.chain([self.language.adapter.folder.clone()]).chain(self.load.build.iter().map(PathBuf::from));
        needed.any(|path| !path.exists()).then(|| StartError::Folder(std::io::ErrorKind::NotFound.into()))
    }

    fn stop(&mut self) {
        if let Some(worker) = self.worker.take() {
            self.spent += worker.spent();
            let printed = worker.kill().to_text();
            self.note(&printed);
        }
    }

    fn note(&mut self, printed: &str) {
        if self.printed.len() < crate::limits::PRINTED {
            self.printed.push_str(printed);
        }
    }

    /// Runs all tests that have no outcome yet. The reason applies to those that are left without one.
    fn all(&mut self, outcomes: &mut [Option<Outcome>]) -> Result<(Ready, NotRunReason), LoadError> {
        // First of all: if it cannot be loaded, nothing else matters.
        let ready = self.start()?.ready.clone();
        let left: Vec<usize> = self.suite.order.iter().copied().filter(|test| outcomes[*test].is_none()).collect();
        let why = match self.run(&left, outcomes, true) {
            // No test is left.
            Ok(()) => NotRunReason::NotRecorded,
            Err(Interruption::NotStarted(error)) => return Err(error.into()),
            Err(Interruption::CutShort(why, rest)) => {
                // It took too long. One further test of each bucket reveals the most in the least time.
                let mut seen = Vec::new();
                let mut is_new = |bucket| {
                    let new = !seen.contains(&bucket);
                    seen.push(bucket);
                    new
                };
                let further: Vec<usize> =
                    rest.into_iter().filter(|test| is_new(self.suite.tests[*test].bucket)).collect();
                self.spent = Spent::default();
                // If tests are still left then, the first reason applies.
                if let Err(Interruption::NotStarted(error)) = self.run(&further, outcomes, false) {
                    return Err(error.into());
                }
                why
            }
        };
        Ok((ready, why))
    }

    /// Runs tests, in as many workers as it takes. If it takes too long, returns the tests that are left, and why.
    fn run(&mut self, tests: &[usize], outcomes: &mut [Option<Outcome>], patient: bool) -> Result<(), Interruption> {
        let (suite, budget) = (self.suite, self.config.limits.budget);
        let mut left = tests;
        while !left.is_empty() {
            let late = outcomes.iter().flatten().filter(|outcome| matches!(outcome, Outcome::TimedOut(_))).count();
            if patient && late >= TIME_OUTS {
                return Err(Interruption::CutShort(NotRunReason::TimeOuts, left.to_vec()));
            }
            if self.spent.exhausts(budget) {
                return Err(Interruption::CutShort(NotRunReason::Budget, left.to_vec()));
            }
            if self.failed_loads >= MAX_FAILED_LOADS {
                return Err(Interruption::CutShort(NotRunReason::NotLoaded, left.to_vec()));
            }
            let calls: Vec<&RawValue> = left.iter().map(|test| &*suite.tests[*test].arguments).collect();
            let before = self.spent;
            let worker = match self.start() {
                Ok(worker) => worker,
                Err(error) => {
                    self.failed_again(error)?;
                    continue;
                }
            };
            let results = worker.call_within(&calls, |mut spent| {
                spent += before;
                spent.exhausts(budget)
            });
            let (done, rest) = left.split_at(results.outcomes.len());
            for (test, outcome) in done.iter().zip(results.outcomes) {
                outcomes[*test] = Some(outcome);
            }
            left = rest;
            if results.ended {
                self.stop();
            }
            if results.by_machine {
                self.failed_again(StartError::Machine.into())?;
            }
        }
        Ok(())
    }

    /// Counts a failure to load it again. A machine that cannot start workers is not the submission's fault.
    fn failed_again(&mut self, error: LoadError) -> Result<(), Interruption> {
        match error {
            LoadError::NotStarted(error) => {
                self.failed_starts += 1;
                if self.failed_starts >= MAX_FAILED_LOADS { Err(Interruption::NotStarted(error)) } else { Ok(()) }
            }
            LoadError::Failed(failed) => {
                self.failed_loads += 1;
                self.not_loaded_again = Some(format!("loading it again failed: {}", failed.message));
                Ok(())
            }
        }
    }

    /// Runs a sample twice more, in a fresh process and another order. Returns the tests that were answered differently. Fails
    /// if workers cannot be started because of the machine.
    fn again(&mut self, outcomes: &[Outcome]) -> Result<Vec<Unstable>, StartError> {
        let sample = run_again(outcomes, self.suite.seed);
        if outcomes.contains(&Outcome::NotRun(NotRunReason::NotLoaded)) {
            return Ok(Vec::new());
        }
        (self.failed_loads, self.failed_starts) = (0, 0);
        // The language's own random choices should differ, too.
        self.load.seed += 1;
        self.spent = Spent::default();
        let mut unstable = Vec::new();
        for turn in 0..2 {
            let mut order = sample.clone();
            if turn == 1 {
                order.reverse();
            }
            let mut answers: Vec<Option<Outcome>> = vec![None; outcomes.len()];
            // Tests that do not get their turn are not compared, unless the submission refuses to be loaded again: that is an
            // answer, too, or a predicate could hide that its answers change.
            let refused = match self.run(&order, &mut answers, false) {
                Err(Interruption::CutShort(NotRunReason::NotLoaded, left)) => left.first().copied(),
                Err(Interruption::NotStarted(error)) => return Err(error),
                _ => None,
            };
            if let Some(test) = refused.filter(|_| unstable.is_empty()) {
                let (test, first) = (self.suite.tests[test].id.clone(), brief(&outcomes[test]));
                unstable.push(Unstable { test, first, then: NotRunReason::NotLoaded.word().to_owned() });
            }
            for test in order {
                // Only the class of an exception counts: messages contain addresses and depend on set order.
                let (first, then) = (&outcomes[test], answers[test].as_ref());
                let id = &self.suite.tests[test].id;
                if let Some(then) = then
                    && !matches!(then, Outcome::TimedOut(_))
                    && !same(first, then)
                    && !unstable.iter().any(|known: &Unstable| known.test == *id)
                {
                    unstable.push(Unstable { test: id.clone(), first: brief(first), then: brief(then) });
                }
            }
        }
        self.stop();
        unstable.sort_by(|a, b| a.test.cmp(&b.test));
        Ok(unstable)
    }
}

fn same(first: &Outcome, then: &Outcome) -> bool {
    match (first, then) {
        (Outcome::Raised(first), Outcome::Raised(then)) => first.class == then.class,
        (first, then) => first.word() == then.word(),
    }
}

fn brief(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Raised(raised) => format!("raised {}", raised.class),
        other => other.word().to_owned(),
    }
}
