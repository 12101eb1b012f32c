//! One submission: all tests, whatever it does.
//!
//! A test that takes too long or ends the worker costs that test only. If too many do, or all together take too long, one
//! further test of each bucket is asked. Then a part of the tests is asked again, in another
//! order and another process, each twice: a predicate that answers differently is unstable.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

pub use crate::compiler::Compiler;
use crate::exam::{Exam, shuffled};
use crate::limits::{Spent, TIME_OUTS};
use crate::link::Printed;
use crate::outcome::{Outcome, Unasked};
use crate::protocol::{Load, Ready};
use crate::remove::{make, remove};
use crate::worker::{Ground, Language, NoWorker, Worker};

/// Tests that are asked again.
const SAMPLE: usize = 30;
/// Of them, so many that were answered wrongly.
const WRONG_SAMPLE: usize = 15;
/// Of them, so many that ended the worker: each takes a new one.
const COSTLY_SAMPLE: usize = 2;
/// A submission that was loaded once and then cannot be loaded so many times is given up.
const LOADS: usize = 3;

/// The private folders of one job.
#[derive(Clone, Debug)]
pub struct Area {
    pub folder: PathBuf,
}

impl Area {
    pub fn submission(&self) -> PathBuf {
        self.folder.join("submission")
    }

    pub fn build(&self) -> PathBuf {
        self.folder.join("build")
    }

    fn scratch(&self) -> PathBuf {
        self.folder.join("scratch")
    }

    /// An empty scratch folder, which a worker may write to.
    pub(crate) fn fresh_scratch(&self, ground: &Ground) -> std::io::Result<PathBuf> {
        let scratch = self.scratch();
        self.remove(&scratch)?;
        make(&scratch)?;
        ground.admit(&self.folder)?;
        ground.give(&scratch)?;
        Ok(scratch)
    }

    /// Empties everything, for the next submission.
    pub fn clear(&self) -> std::io::Result<()> {
        // The compiler may still hold `build` and its own scratch folder: they are emptied, not replaced.
        make(&self.folder)?;
        self.remove(&self.submission())?;
        self.remove(&self.scratch())?;
        make(&self.build())?;
        for entry in fs::read_dir(self.build())? {
            self.remove(&entry?.path())?;
        }
        make(&self.submission())
    }

    fn remove(&self, path: &Path) -> std::io::Result<()> {
        remove(path, &self.folder.join("removed"))
    }
}

/// What became of a submission.
#[derive(Debug)]
pub struct Graded {
    pub loaded: Result<Ready, NoWorker>,
    /// One for each test of the exam. Empty if it was not loaded.
    pub outcomes: Vec<Outcome>,
    pub unstable: Vec<Unstable>,
    /// What it printed, cut.
    pub printed: String,
}

/// A test that was answered in two ways.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unstable {
    pub test: String,
    pub first: String,
    pub then: String,
}

/// Runs one submission. `load` names the files; `known` are outcomes of tests that need not be run again.
pub fn grade(
    exam: &Exam,
    ground: &Ground,
    language: &Language,
    load: &Load,
    area: &Area,
    compiler: &mut Compiler,
    known: &[Option<Outcome>],
) -> Graded {
    let mut run = Run::new(exam, ground, language, load, area);
    if let Err(why) = run.compile(compiler) {
        return Graded { loaded: Err(why), outcomes: Vec::new(), unstable: Vec::new(), printed: run.printed };
    }
    let mut outcomes: Vec<Option<Outcome>> = known.to_vec();
    outcomes.resize(exam.tests.len(), None);
    let first = run.all(&mut outcomes);
    run.stop();
    match first {
        Err(why) => Graded { loaded: Err(why), outcomes: Vec::new(), unstable: Vec::new(), printed: run.printed },
        Ok((ready, why)) => {
            let not_run = || Outcome::NotRun(why);
            let outcomes: Vec<Outcome> = outcomes.into_iter().map(|outcome| outcome.unwrap_or_else(not_run)).collect();
            let unstable = run.again(&outcomes);
            Graded { loaded: Ok(ready), outcomes, unstable, printed: run.printed }
        }
    }
}

/// One test, in a worker of its own that is let end, with all that was printed.
pub fn replay(
    exam: &Exam,
    ground: &Ground,
    language: &Language,
    load: &Load,
    area: &Area,
    compiler: &mut Compiler,
    test: usize,
) -> Result<(Outcome, String), NoWorker> {
    let mut run = Run::new(exam, ground, language, load, area);
    run.compile(compiler)?;
    let asked = run.start()?.ask(&[&exam.tests[test].arguments]);
    if let Some(worker) = run.worker.take() {
        let printed = if asked.ended { worker.end() } else { worker.finish() };
        run.note(&printed.to_text());
    }
    let outcome = asked.outcomes.into_iter().next().unwrap_or(Outcome::NotRun(Unasked::NotLoaded));
    Ok((outcome, run.printed))
}

/// Compiles a submission, if its language asks for it; `load` then says where the result is. Also gives what a compiler
/// printed that was ended.
pub(crate) fn compile(
    ground: &Ground,
    language: &Language,
    load: &mut Load,
    area: &Area,
    compiler: &mut Compiler,
) -> (Result<(), NoWorker>, Printed) {
    if language.adapter.file.compile.is_none() {
        return (Ok(()), Printed::default());
    }
    // Not the workers' scratch folder, which is replaced while a compiler lives.
    let scratch = area.folder.join("compiler");
    let given = make(&scratch).and_then(|()| ground.give(&scratch)).and_then(|()| ground.give(&area.build()));
    if let Err(error) = given {
        return (Err(NoWorker::NotStarted(error.to_string())), Printed::default());
    }
    load.build = Some(area.build().display().to_string());
    compiler.compile(ground, language, load, &area.folder, &scratch)
}

struct Run<'a> {
    exam: &'a Exam,
    ground: &'a Ground,
    language: &'a Language,
    load: Load,
    area: &'a Area,
    worker: Option<Worker>,
    ready: Option<Ready>,
    printed: String,
    /// By workers that are gone, of the budget.
    spent: Spent,
    /// How often it could not be loaded.
    failed_loads: usize,
}

impl<'a> Run<'a> {
    fn new(exam: &'a Exam, ground: &'a Ground, language: &'a Language, load: &Load, area: &'a Area) -> Self {
        Self {
            exam,
            ground,
            language,
            load: load.clone(),
            area,
            worker: None,
            ready: None,
            printed: String::new(),
            spent: Spent::default(),
            failed_loads: 0,
        }
    }

    fn compile(&mut self, compiler: &mut Compiler) -> Result<(), NoWorker> {
        let (compiled, printed) = compile(self.ground, self.language, &mut self.load, self.area, compiler);
        self.note(&printed.to_text());
        compiled
    }

    /// A worker that can be asked.
    fn start(&mut self) -> Result<&mut Worker, NoWorker> {
        if self.worker.is_none() {
            let scratch =
                self.area.fresh_scratch(self.ground).map_err(|error| NoWorker::NotStarted(error.to_string()))?;
            let (worker, printed) = Worker::start(self.ground, self.language, &self.load, &scratch);
            self.note(&printed.to_text());
            let worker = worker?;
            self.ready.get_or_insert_with(|| worker.ready.clone());
            self.worker = Some(worker);
        }
        self.worker.as_mut().ok_or_else(|| NoWorker::NotStarted("no worker".to_owned()))
    }

    fn stop(&mut self) {
        if let Some(worker) = self.worker.take() {
            self.spent += worker.spent();
            let printed = worker.end().to_text();
            self.note(&printed);
        }
    }

    fn note(&mut self, printed: &str) {
        if self.printed.len() < crate::limits::PRINTED {
            self.printed.push_str(printed);
        }
    }

    /// Asks all tests that have no outcome yet. If some are left, the reason says why.
    fn all(&mut self, outcomes: &mut [Option<Outcome>]) -> Result<(Ready, Unasked), NoWorker> {
        // Before anything is asked: if it cannot be loaded, nothing else matters.
        self.start()?;
        let left: Vec<usize> = self.exam.order.iter().copied().filter(|test| outcomes[*test].is_none()).collect();
        let why = match self.ask(&left, outcomes, true) {
            Ok(()) => Unasked::NotLoaded,
            Err((why, rest)) => {
                // It took too long. One further test of each bucket shows the most for the least time.
                let mut seen = Vec::new();
                let mut is_new = |bucket| {
                    let new = !seen.contains(&bucket);
                    seen.push(bucket);
                    new
                };
                let further: Vec<usize> =
                    rest.into_iter().filter(|test| is_new(self.exam.tests[*test].bucket)).collect();
                self.spent = Spent::default();
                // What is still left then is left for the reason that came first.
                let _ = self.ask(&further, outcomes, false);
                why
            }
        };
        let ready = self.ready.clone().ok_or_else(|| NoWorker::NotStarted("no worker".to_owned()))?;
        Ok((ready, why))
    }

    /// Asks tests, in new workers as often as it takes. Gives what is left when it takes too long, and why.
    fn ask(
        &mut self,
        tests: &[usize],
        outcomes: &mut [Option<Outcome>],
        patient: bool,
    ) -> Result<(), (Unasked, Vec<usize>)> {
        let (exam, budget) = (self.exam, self.ground.limits.budget);
        let mut left = tests;
        while !left.is_empty() {
            let late = outcomes.iter().flatten().filter(|outcome| matches!(outcome, Outcome::TimedOut(_))).count();
            if patient && late >= TIME_OUTS {
                return Err((Unasked::TimeOuts, left.to_vec()));
            }
            if self.spent.is_all_of(budget) {
                return Err((Unasked::Budget, left.to_vec()));
            }
            if self.failed_loads >= LOADS {
                return Err((Unasked::NotLoaded, left.to_vec()));
            }
            let calls: Vec<&RawValue> = left.iter().map(|test| &*exam.tests[*test].arguments).collect();
            let before = self.spent;
            let Ok(worker) = self.start() else {
                self.failed_loads += 1;
                continue;
            };
            let asked = worker.ask_within(&calls, |mut spent| {
                spent += before;
                spent.is_all_of(budget)
            });
            let (done, rest) = left.split_at(asked.outcomes.len());
            for (test, outcome) in done.iter().zip(asked.outcomes) {
                outcomes[*test] = Some(outcome);
            }
            left = rest;
            if asked.ended {
                self.stop();
            }
        }
        Ok(())
    }

    /// Asks a sample again, in a fresh process and another order, twice. Gives those answered in another way.
    fn again(&mut self, outcomes: &[Outcome]) -> Vec<Unstable> {
        let sample = self.sample(outcomes);
        // The language, too, does what it leaves to chance in another way.
        self.load.seed += 1;
        self.spent = Spent::default();
        let mut unstable = Vec::new();
        for turn in 0..2 {
            let mut order = sample.clone();
            if turn == 1 {
                order.reverse();
            }
            let mut answers: Vec<Option<Outcome>> = vec![None; outcomes.len()];
            // Those it does not come to are not compared.
            let _ = self.ask(&order, &mut answers, false);
            for test in order {
                // Of exceptions only the class counts: messages hold addresses and orders of sets.
                let (first, then) = (&outcomes[test], answers[test].as_ref());
                let id = &self.exam.tests[test].id;
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
        unstable
    }

    /// Which tests to ask again: some wrong ones first.
    fn sample(&self, outcomes: &[Outcome]) -> Vec<usize> {
        let order = shuffled(outcomes.len(), self.exam.seed ^ 0x5eed);
        let asks = |outcome: &Outcome| !matches!(outcome, Outcome::TimedOut(_) | Outcome::NotRun(_));
        let costly = |outcome: &Outcome| matches!(outcome, Outcome::Crashed(_) | Outcome::OutOfMemory);
        let order: Vec<usize> = order.into_iter().filter(|test| asks(&outcomes[*test])).collect();
        let wrong = |test: &usize| outcomes[*test].is_wrong(self.exam.tests[*test].expect);
        let (dear, cheap): (Vec<usize>, Vec<usize>) = order.iter().partition(|test| costly(&outcomes[**test]));
        let mut sample: Vec<usize> = dear.into_iter().take(COSTLY_SAMPLE).collect();
        sample.extend(cheap.iter().copied().filter(wrong).take(WRONG_SAMPLE));
        let more: Vec<usize> = cheap.iter().copied().filter(|test| !sample.contains(test)).collect();
        sample.extend(more.into_iter().take(SAMPLE.saturating_sub(sample.len())));
        let order = shuffled(sample.len(), self.exam.seed ^ 0xa9a1);
        order.into_iter().map(|index| sample[index]).collect()
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
