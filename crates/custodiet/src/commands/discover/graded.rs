//! The class whose answers are to be explained: read from a results folder, or graded here.

use analysis::TestAnswer;
use decision::DecidedPair;
use discover::{Evidence, EvidencePair, ObservedSubmission};
use grading::results::SubmissionSource;
use grading::{GradingSetup, Results, Roster, RunSettings, Store, StoredSource, WorkFolder};
use lang::problem::Problem;
use pairs::{Bucket, Replay};
use report::build::answer_key;
use runner::prepared::PreparedSuite;
use sandbox::SandboxLevel;
use submissions::gather;
use suite::Suite;

use super::Args;
use super::proving::predicate_names;
use crate::commands::grade::answers::AnswerFiles;
use crate::commands::grade::suite_file::SuiteFile;
use crate::commands::grade::{closed, given, layers};
use crate::error::{Error, Result};
use crate::proving::tests as tests_of;
use crate::{interrupt, temporary};

/// What a class answered to the tests of a suite.
pub struct ObservedClass {
    /// The tests that count, and are pairs on which no subproperty raises.
    pairs: Vec<EvidencePair>,
    pub submissions: Vec<ObservedSubmission>,
    /// How many could not run.
    pub could_not_run: usize,
    /// The same pairs as tests.
    pub tests: Vec<DecidedPair>,
    /// The file of each submission and its text, if it is written in Python.
    pub sources: Vec<Option<(String, String)>>,
    /// The names that the predicate may have.
    pub predicate: Vec<String>,
}

impl ObservedClass {
    /// `aliases` are other names of the predicate.
    pub fn of_results(results: &Results, source: &dyn SubmissionSource, aliases: &[String]) -> Result<Self> {
        let key = answer_key(results).map_err(Error::internal)?;
        let tests = pairs(&results.problem, &results.suite);
        let counts = |at: &usize| key.tests.get(*at).is_some_and(|test| !test.excluded) && tests[*at].is_some();
        let places: Vec<usize> = (0..tests.len()).filter(counts).collect();
        let decided = tests_of(&results.suite);
        let mut class = Self {
            pairs: places.iter().filter_map(|at| tests[*at].clone()).collect(),
            submissions: Vec::new(),
            could_not_run: 0,
            tests: places.iter().map(|at| decided[*at].clone()).collect(),
            sources: Vec::new(),
            predicate: predicate_names(&results.problem, aliases)?,
        };
        for index in 0..results.members.len() {
            let one = source.read(index)?;
            if !one.ran() {
                class.could_not_run += 1;
                continue;
            }
            let answer = |at: &usize| match TestAnswer::of(one.outcomes.get(*at)?) {
                TestAnswer::Accepted => Some(true),
                TestAnswer::Rejected | TestAnswer::Failed => Some(false),
                TestAnswer::NotRun | TestAnswer::Excluded => None,
            };
            let accepts = places.iter().map(answer).collect();
            let file = one.stored.source.filter(|_| one.stored.language == "python");
            class.sources.push(file.map(|file| (file.file, file.text)));
            class.submissions.push(ObservedSubmission { name: one.stored.name.clone(), accepts });
        }
        Ok(class)
    }

    pub fn evidence<'p>(&self, problem: &'p Problem) -> Evidence<'p> {
        Evidence { problem, pairs: self.pairs.clone(), submissions: self.submissions.clone() }
    }
}

/// The tests of a suite, each with the bucket in which `eval` puts it.
fn pairs(problem: &Problem, suite: &Suite) -> Vec<Option<EvidencePair>> {
    let replay = Replay::new(problem);
    let mut evaluator = replay.evaluator();
    let tests = suite.buckets.iter().flat_map(|bucket| &bucket.tests);
    let pair = |test: &suite::Test| {
        let json = serde_json::json!({ "input": test.input, "output": test.output });
        let pair = pairs::concrete(problem, &eval::Pair::read(problem, &json).ok()?)?;
        let bucket: Bucket = evaluator.bucket(&pair)?;
        Some(EvidencePair { pair, bucket })
    };
    tests.map(pair).collect()
}

/// Grades the submissions of the command line against a new suite, and forgets everything but their answers.
pub fn graded(args: &Args) -> Result<(Problem, ObservedClass)> {
    let layers = layers(args.no_sandbox)?;
    let paths = given::GivenPaths {
        submissions: &args.submissions,
        support: args.support.as_deref(),
        prelude: None,
        adapters: &[],
        cold_start: false,
    };
    let setup = GradingSetup {
        given: paths.files(layers)?,
        settings: RunSettings {
            aliases: args.alias.clone(),
            language: None,
            milliseconds: args.time,
            budget: None,
            memory: 512,
            seed: 0,
        },
    };
    if layers.level == SandboxLevel::Reduced {
        closed::refuse_open(&[&*args.path])?;
        closed::warn_of_open(&setup.given.submissions);
    }
    let folder = temporary::folder("custodiet-discover-", temporary::PRIVATE)?;
    let results = folder.path().join("results");
    let suite_file = SuiteFile::read(&args.path, &results)?;
    let mut answers = AnswerFiles::of_folder(&results, &suite_file);
    answers.add(&args.path, "the problem file");
    answers.refuse_in_support(setup.given.support.as_deref())?;
    let prepared_suite = PreparedSuite::new(&suite_file.problem, &suite_file.suite, 0)?;
    let work = WorkFolder::new()?;
    interrupt::remove_on_exit(vec![work.folder().to_owned(), folder.path().to_owned()], "nothing was changed");
    let prepared = setup.prepare(&work)?;
    let gathered = gather(&setup.given.submissions, &prepared.options())?;
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let grading = grading::GradingRun { jobs, ..prepared.run(&prepared_suite) };
    grading::preflight(&grading, &gathered.submissions)?;
    let mut store = Store::open(&results, &prepared_suite.problem)?;
    setup.save(&mut store)?;
    grading::run(&grading, &gathered.submissions, &mut store, &mut |_| {})?;
    Roster::new(layers.level, &suite_file.sha256, &gathered.submissions).save(&mut store)?;
    let SuiteFile { suite, problem, sha256, .. } = suite_file;
    let results = Results::load(&store, problem, suite, sha256, &prepared_suite)?
        .ok_or_else(|| Error::internal("the results cannot be read again"))?;
    let source = StoredSource::new(&store, &results, &prepared_suite);
    let class = ObservedClass::of_results(&results, &source, &args.alias)?;
    drop(source);
    Ok((results.problem, class))
}
