//! `custodiet grade FILE|SUITE SUBMISSIONS… -o DIR`: runs submissions, stores every outcome, and writes a report.

mod adopting;
pub mod answers;
mod class;
pub mod closed;
pub mod given;
pub mod proving;
mod reference;
pub mod suite_file;
pub mod summary;

use std::path::PathBuf;
use std::time::Instant;

use grading::setup::is_function_name;
use grading::{
    Exclusions, GradingEvent, GradingRun, GradingSetup, Results, RunSettings, Shard, Store, StoredSource, WorkFolder,
};
use runner::prepared::PreparedSuite;
use sandbox::{Layers, SandboxLevel, support};
use submissions::Submission;

use super::bar::Bar;
use super::feedback;
use super::report::files::{check_names, write_all};
use super::seconds::milliseconds;
use crate::error::{Error, Result};
use crate::words::count;
use crate::{exit, interrupt, output, style};
use answers::AnswerFiles;
use class::GradedClass;
use proving::ProofOptions;
use suite_file::{SuiteFile, is_problem};
use summary::{RunScope, RunSummary};

/// Run submissions on a suite in a sandbox, and report what each predicate fails to check
///
/// Submissions are files, folders of files or folders, archives, or an unpacked Gradescope export. Each is run in a sandbox on all
/// tests, and every outcome is stored in DIR at once. Run the same command again after an interruption, with more submissions,
/// or with an updated suite: only what is new is run.
///
/// Submissions in Python are then proved: in every bucket, is there a pair within the scope that is answered wrongly? Points depend on
/// tests alone.
///
/// A large class can be divided among machines: each grades a part with --shard I/N, and `custodiet merge` joins the results.
///
/// Exits with 1 if a submission is faulty, is unstable or could not run.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  custodiet grade toposort.json submissions/ -o results/\n  \
    custodiet grade problems/toposort.py submissions.zip --reference ours.py -o results/\n  \
    custodiet grade sortacle.json export/ --support starter/ --alias valid_sort -o results/\n  \
    custodiet grade toposort.json submissions/ --shard 3/8 -o parts/3/")]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
pub struct Args {
    /// The problem file, or a suite that `custodiet suite` wrote
    #[arg(value_name = "FILE|SUITE")]
    suite: PathBuf,

    /// Files, folders or archives
    #[arg(required_unless_present = "part", conflicts_with = "part")]
    submissions: Vec<PathBuf>,

    /// The folder for results; created if it does not exist
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    /// Grade only part I of N, counted from 1, to be joined with the others by `custodiet merge`; the part of a submission depends
    /// on its name alone
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    /// Grade a part that `custodiet split` packed, in place of SUBMISSIONS and --shard
    #[arg(long, value_name = "DIR", conflicts_with = "shard")]
    part: Option<PathBuf>,

    /// A predicate that you trust; it is run first, and if it fails a test, nothing is graded
    #[arg(long, value_name = "FILE")]
    reference: Option<PathBuf>,

    /// Another name that the predicate may have; can be repeated
    #[arg(long, value_name = "NAME", value_parser = name)]
    alias: Vec<String>,

    /// A folder of files that submissions may import: starter files, record definitions
    #[arg(long, value_name = "DIR")]
    support: Option<PathBuf>,

    /// A Pyret file that is included into every Pyret submission
    #[arg(long, value_name = "FILE")]
    prelude: Option<PathBuf>,

    /// The folder of an adapter for another language; can be repeated
    #[arg(long, value_name = "DIR")]
    adapter: Vec<PathBuf>,

    /// Treat all submissions as written in this language
    #[arg(long, value_name = "NAME")]
    language: Option<String>,

    /// Processor time per test
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = milliseconds)]
    time: u64,

    /// Processor time for all tests of a submission; after that, only one more test of each bucket is run [default: 60
    /// times --time]
    #[arg(long, value_name = "SECONDS", value_parser = milliseconds)]
    budget: Option<u64>,

    /// Memory per submission, in MiB
    #[arg(long, value_name = "MIB", default_value = "512", value_parser = clap::value_parser!(u64).range(64..=65536))]
    memory: u64,

    /// Judge submissions by tests alone, and prove nothing
    #[arg(long)]
    no_prove: bool,

    /// Processor time for the proof of one submission
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = milliseconds, conflicts_with = "no_prove")]
    prove_time: u64,

    /// Make tests for everyone of the pairs that only a proof found
    #[arg(long, conflicts_with = "no_prove")]
    adopt_witnesses: bool,

    /// How many submissions to run at the same time [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,

    /// Decides the order in which tests are run
    #[arg(long, value_name = "N", default_value = "0")]
    seed: u64,

    /// Run everything again, even what was graded before
    #[arg(long)]
    fresh: bool,

    /// Start a new process for every submission, instead of forking one that is prepared; slower, with the same outcomes
    #[arg(long)]
    cold_start: bool,

    /// Grade with a suite that has no positive tests, which a predicate that rejects everything would pass
    #[arg(long)]
    allow_no_positive: bool,

    /// Run submissions without a sandbox, with your permissions; use a disposable machine
    #[arg(long)]
    no_sandbox: bool,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<u8> {
    let started = Instant::now();
    if args.output.exists() && !args.output.is_dir() {
        let message = format!("-o: `{}` is a file", args.output.display());
        return Err(Error::usage(message).with_help("pass a folder for results; it is created if it does not exist"));
    }
    if args.adopt_witnesses && (args.shard.is_some() || args.part.is_some()) {
        let message = "--adopt-witnesses needs the whole class: all parts are graded with the same suite";
        let help = "grade and merge the parts without it, add the pairs of the merged results with `custodiet suite FILE \
                    --update SUITE --add results/results.json -o NEW`, and grade with that suite";
        return Err(Error::usage(message).with_help(help));
    }
    grading::work::temporary().map_err(grading::StoreError::from)?;
    let layers = layers(args.no_sandbox)?;
    let setup = args.setup(layers)?;
    if layers.level == SandboxLevel::Reduced {
        let answers = [Some(&*args.suite), args.reference.as_deref(), Some(&*args.output)];
        closed::refuse_open(&answers.into_iter().flatten().collect::<Vec<_>>())?;
        closed::warn_of_open(&setup.given.submissions);
    }
    let suite_file = SuiteFile::read(&args.suite, &args.output)?;
    suite_file.check_gaps(args.allow_no_positive)?;
    let mut answers = AnswerFiles::of_folder(&args.output, &suite_file);
    answers.add(&args.suite, if is_problem(&args.suite) { "the problem file" } else { "the suite" });
    if let Some(reference) = &args.reference {
        answers.add(reference, "the reference");
    }
    answers.refuse_in_support(setup.given.support.as_deref())?;
    let prepared_suite = PreparedSuite::new(&suite_file.problem, &suite_file.suite, args.seed)?;
    let work = WorkFolder::new()?;
    interrupt::remove_on_exit(
        vec![work.folder().to_owned()],
        "nothing graded so far is lost: run the same command again to continue",
    );
    let prepared = setup.prepare(&work)?;
    let class = GradedClass::find(args.shard, args.part.as_deref(), &setup.given.submissions, &prepared.options())?;
    let jobs = args.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let grading = GradingRun { jobs, fresh: args.fresh, ..prepared.run(&prepared_suite) };
    grading::preflight(&grading, &class.submissions)?;
    // From here on the folder exists: what is wrong with the command line was reported before.
    let mut store = Store::open(&args.output, &prepared_suite.problem)?;
    class.check_folder(&store)?;
    check_names(&args.output)?;
    feedback::check(&args.output, &store)?;
    if !args.adopt_witnesses {
        suite_file.warn_of_lost_tests(&args.output);
    }
    suite_file.keep(&args.output)?;
    if args.part.is_some() {
        setup.save_without_submissions(&mut store)?;
    } else {
        setup.save(&mut store)?;
    }
    let proofs = (!args.no_prove).then(|| ProofOptions::new(args.prove_time, jobs, args.fresh));
    let record = class.begin(&grading, proofs.as_ref().map(|one| one.conditions.clone()), &mut store)?;
    if let Some(reference) = &args.reference {
        reference::check(&grading, &suite_file, reference, &Exclusions::load(&store)?)?;
    }
    let mut adopted_tests = 0;
    let known = run_tests("grading", &grading, &class.submissions, &mut store)?;
    if let Some(proofs) = &proofs {
        proofs.prove(&suite_file, &grading, &class.submissions, &mut store)?;
    }
    class.end(layers.level, &suite_file.sha256, record, &mut store)?;
    let mut results = results(&store, suite_file, &prepared_suite)?;
    let mut extended = None;
    if args.adopt_witnesses
        && let Some((file, added)) = adopted(&store, &results, &prepared_suite)?
    {
        file.keep(&args.output)?;
        let prepared_suite = PreparedSuite::new(&file.problem, &file.suite, args.seed)?;
        let grading = GradingRun { jobs, ..prepared.run(&prepared_suite) };
        run_tests("running adopted tests", &grading, &class.submissions, &mut store)?;
        class.end(layers.level, &file.sha256, None, &mut store)?;
        adopted_tests = added;
        results = self::results(&store, file, &prepared_suite)?;
        extended = Some(prepared_suite);
    }
    let prepared_suite = extended.as_ref().unwrap_or(&prepared_suite);
    let source = StoredSource::new(&store, &results, prepared_suite);
    let mut reporter = ::report::build(&results, &source)?;
    let scope = match class.part_of() {
        Some((shard, class)) => RunScope::Part { shard, class },
        None => RunScope::Class,
    };
    // A report on a part could be taken for one on the class. `custodiet report` writes it if it is wanted.
    if matches!(scope, RunScope::Class) {
        write_all(&args.output, None, &results, &mut reporter)?;
    }
    let pages = feedback::write_again(&args.output, &reporter, &store)?;
    let report = reporter.report;
    if args.no_prove && report.summary.proofs.asked() > 0 {
        let kept = count(report.summary.proofs.asked(), "submission");
        let note = style::doubtful("note:");
        remark!("{note} the report shows what an earlier run proved about {kept}; nothing was proved now");
    }
    feedback::record(pages, &mut store)?;
    let summary = RunSummary {
        report: &report,
        scope,
        warnings: &class.warnings,
        known,
        adopted: adopted_tests,
        seed: prepared_suite.seed,
        seconds: started.elapsed().as_secs_f64(),
        output: &args.output,
    };
    let text = if args.json { output::json(&summary.json()) } else { summary.text(style::width()) };
    let fine = report.summary.fine() == report.summary.submissions;
    output::show(&text, if fine { exit::FINE } else { exit::NO })
}

/// Runs the tests that were not run yet. Returns how many submissions need none.
fn run_tests(
    doing: &'static str,
    grading: &GradingRun<'_>,
    submissions: &[Submission],
    store: &mut Store,
) -> Result<usize> {
    let mut known = 0;
    let mut bar = Bar::new(doing, Some(["graded", "submissions"]), submissions.len(), grading.jobs);
    grading::run(grading, submissions, store, &mut |event| match event {
        GradingEvent::Known(count) => {
            known = *count;
            bar.start(*count);
        }
        GradingEvent::Graded(_) => bar.step(),
    })?;
    Ok(known)
}

/// What is stored, once the roster is.
fn results(store: &Store, file: SuiteFile, prepared_suite: &PreparedSuite) -> Result<Results> {
    let SuiteFile { suite, problem, sha256, .. } = file;
    let again = || Error::usage("the results cannot be read again").with_help("run the same command again");
    Results::load(store, problem, suite, sha256, prepared_suite)?.ok_or_else(again)
}

/// The suite with a test for each pair that only a proof found.
fn adopted(store: &Store, results: &Results, prepared_suite: &PreparedSuite) -> Result<Option<(SuiteFile, usize)>> {
    let source = StoredSource::new(store, results, prepared_suite);
    let reporter = ::report::build(results, &source)?;
    if reporter.report.summary.proofs.refuted == 0 {
        return Ok(None);
    }
    adopting::adopted(&reporter, &results.suite, &results.problem)
}

/// The best sandbox of this machine, or none if the user asked for that.
pub fn layers(no_sandbox: bool) -> Result<Layers> {
    if no_sandbox && cfg!(target_os = "linux") {
        remark!(
            "{} no sandbox: submissions run with your permissions and can read, change and send everything that you can",
            style::doubtful("warning:")
        );
        return Ok(Layers::NONE);
    }
    let layers = support().layers().map_err(|error| {
        Error::usage(format!("submissions cannot be run safely here: {error}")).with_help(format!(
            "{}; `custodiet doctor` shows what is available, --no-sandbox runs without a sandbox",
            error.help()
        ))
    })?;
    if layers.level == SandboxLevel::Reduced {
        remark!(
            "{} reduced sandbox: the kernel offers neither Landlock nor namespaces, so submissions can read files that all users can read",
            style::doubtful("warning:")
        );
    }
    Ok(layers)
}

impl Args {
    fn setup(&self, sandbox: Layers) -> Result<GradingSetup> {
        let paths = given::GivenPaths {
            submissions: self.part.as_ref().map_or(&*self.submissions, std::slice::from_ref),
            support: self.support.as_deref(),
            prelude: self.prelude.as_deref(),
            adapters: &self.adapter,
            cold_start: self.cold_start,
        };
        Ok(GradingSetup {
            given: paths.files(sandbox)?,
            settings: RunSettings {
                aliases: self.alias.clone(),
                language: self.language.clone(),
                milliseconds: self.time,
                budget: self.budget,
                memory: self.memory,
                seed: self.seed,
            },
        })
    }
}

/// A name that a function can have in some language.
pub fn name(text: &str) -> std::result::Result<String, String> {
    if is_function_name(text) {
        Ok(text.to_owned())
    } else {
        Err("pass the name of a function, such as is_valid".to_owned())
    }
}
