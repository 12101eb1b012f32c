//! `custodiet prove FILE|SUITE SUBMISSIONS…`: decides each submission in every bucket.

mod json;
mod proofs;
mod text;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use decision::DecisionStatus;
use grading::{GradingRun, GradingSetup, RunSettings, WorkFolder};
use lang::problem::Problem;
use runner::prepared::PreparedSuite;
use sandbox::SandboxLevel;
use submissions::{GatherOptions, Submission, Warning, gather};
use suite::Suite;

use super::bar::Bar;
use super::grade::suite_file::is_problem;
use super::grade::{closed, given, layers, name};
use super::seconds::milliseconds;
use crate::error::{Error, Result};
use crate::proving::{ProofSetup, ProvedSubmission, SubmissionProver};
use crate::{exit, interrupt, output, style};

/// Prove that submissions are correct on every pair within the scope, or find out where they are not
///
/// Each Python submission is compiled to a circuit, and a solver decides for every bucket whether some pair within the scope is
/// answered wrongly. Every mistake that is shown was made by the submission itself, in a sandbox, on the pair shown. With a suite,
/// its tests are run, too. `docs/prove.md` says what exactly a proof claims.
///
/// `--reference` checks the problem file: a solution that you know to be correct must accept exactly the pairs for which all required
/// subproperties hold.
///
/// Exits with 1 if a submission or a reference is refuted, and with 4 if none is but some are undecided.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  custodiet prove problems/toposort.py submissions/\n  \
    custodiet prove toposort.json submissions.zip --json\n  \
    custodiet prove problems/toposort.py --reference solution.py --reference other_solution.py\n  \
    custodiet prove problems/sortacle.py ours.py --scope Name=4,people_in=5,people_out=5")]
pub struct Args {
    /// The problem file, or a suite that `custodiet suite` wrote
    #[arg(value_name = "FILE|SUITE")]
    file: PathBuf,

    /// Files, folders or archives
    #[arg(required_unless_present = "reference")]
    submissions: Vec<PathBuf>,

    /// A correct predicate, to be proved equal to the subproperties together; repeat it for alternative solutions
    #[arg(long, value_name = "FILE")]
    reference: Vec<PathBuf>,

    /// Bounds to use instead of the file's, such as `Vertex=4,edges=4`
    #[arg(long, value_name = "BOUNDS")]
    scope: Option<String>,

    /// Another name that the predicate may have; can be repeated
    #[arg(long, value_name = "NAME", value_parser = name)]
    alias: Vec<String>,

    /// A folder of files that submissions may import: starter files, record definitions
    #[arg(long, value_name = "DIR")]
    support: Option<PathBuf>,

    /// Processor time for the proof of one submission
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = milliseconds)]
    prove_time: u64,

    /// Processor time for one pair when a submission is run
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = milliseconds)]
    time: u64,

    /// Memory for a submission that is run, in MiB
    #[arg(long, value_name = "MIB", default_value = "512", value_parser = clap::value_parser!(u64).range(64..=65536))]
    memory: u64,

    /// Write proofs of everything that is correct to this folder, for `custodiet check-proof`
    #[arg(long, value_name = "DIR")]
    proof: Option<PathBuf>,

    /// How many submissions to prove at the same time [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    jobs: Option<u16>,

    /// Run submissions without a sandbox, with your permissions; use a disposable machine
    #[arg(long)]
    no_sandbox: bool,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// Everything that was found out.
#[derive(Debug)]
struct ProofReport {
    problem: Problem,
    /// The number of buckets, or why nothing can be decided.
    buckets: std::result::Result<usize, String>,
    /// Solutions that are compared with the decomposition.
    references: Vec<ProvedSubmission>,
    submissions: Vec<ProvedSubmission>,
    /// What was skipped.
    warnings: Vec<Warning>,
    /// What became of `--proof`.
    proof: Option<proofs::ProofFolder>,
    seconds: f64,
}

pub fn run(args: &Args) -> Result<u8> {
    let started = Instant::now();
    if let Some(dir) = &args.proof {
        // Now, since proving may take long.
        decide::proof::check_target(dir)?;
    }
    grading::work::temporary().map_err(grading::StoreError::from)?;
    let layers = layers(args.no_sandbox)?;
    let (problem, suite) = args.read()?;
    let setup = args.setup(layers)?;
    if layers.level == SandboxLevel::Reduced {
        closed::refuse_open(&[&*args.file])?;
        closed::warn_of_open(&setup.given.submissions);
    }
    let work = WorkFolder::new()?;
    interrupt::remove_on_exit(vec![work.folder().to_owned()], "nothing was changed");
    let prepared = setup.prepare(&work)?;
    let (mut all, mut warnings) = (Vec::new(), Vec::new());
    for path in &args.reference {
        all.push(reference(path, &prepared.options())?);
    }
    if !setup.given.submissions.is_empty() {
        // Whoever names a file wants to know what is proved about it, even if that is nothing.
        let options = GatherOptions { named: true, ..prepared.options() };
        let gathered = gather(&setup.given.submissions, &options)?;
        all.extend(gathered.submissions);
        warnings = gathered.warnings;
    }
    // A run needs a suite, and every submission has one of its own.
    let none = PreparedSuite::empty(&problem)?;
    let jobs = args.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let grading = GradingRun { jobs: jobs.min(all.len()).max(1), ..prepared.run(&none) };
    let time = Duration::from_millis(args.prove_time);
    let proof = ProofSetup::new(&problem, args.scope.as_deref(), suite.as_ref(), &grading, time);
    let (buckets, mut references) = prove_all(&proof, &all, grading.jobs)?;
    let submissions = references.split_off(args.reference.len().min(references.len()));
    let written = match &args.proof {
        Some(dir) => proofs::write(dir, &problem, references.iter().chain(&submissions), time).map(Some),
        None => Ok(None),
    };
    // What was found out is shown even if its proof cannot be written.
    let (proof, failed) = match written {
        Ok(proof) => (proof, None),
        Err(error) => (None, Some(error)),
    };
    let seconds = started.elapsed().as_secs_f64();
    let report = ProofReport { problem, buckets, references, submissions, warnings, proof, seconds };
    let text = if args.json { output::json(&json::report(&report)) } else { text::report(&report, style::width()) };
    let code = output::show(&text, report.code())?;
    failed.map_or(Ok(code), Err)
}

/// A solution, as a single submission.
fn reference(path: &Path, options: &GatherOptions) -> Result<Submission> {
    let shown = path.display();
    let wrong = |message: String| Error::usage(format!("--reference: {message}")).with_help("pass one file");
    let gathered = gather(&[path.to_owned()], options).map_err(|error| wrong(error.to_string()))?;
    let mut found = gathered.submissions.into_iter();
    match (found.next(), found.next()) {
        (Some(one), None) => Ok(one),
        _ => Err(wrong(format!("`{shown}` is not a single submission"))),
    }
}

/// Proves all submissions, in their order, on several threads.
fn prove_all(
    setup: &ProofSetup<'_>,
    submissions: &[Submission],
    jobs: usize,
) -> Result<(std::result::Result<usize, String>, Vec<ProvedSubmission>)> {
    let mut bar = Bar::new("proving", Some(["decided", "submissions"]), submissions.len(), jobs);
    bar.start(0);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for job in 0..jobs {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut prover = match SubmissionProver::new(setup, job) {
                    Ok(prover) => prover,
                    Err(error) => {
                        let _ = sender.send(Err(error));
                        return;
                    }
                };
                let buckets = prover.buckets().map(<[_]>::len).map_err(str::to_owned);
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(submission) = submissions.get(place) else { break };
                    let proved = prover.prove(submission).map(|proved| (place, buckets.clone(), proved));
                    // The receiver is gone: something has failed.
                    if sender.send(proved).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut all = Vec::new();
        let mut known = Ok(0);
        for proved in receiver {
            let (place, buckets, proved) = proved?;
            bar.step();
            known = buckets;
            all.push((place, proved));
        }
        all.sort_by_key(|(place, _)| *place);
        Ok((known, all.into_iter().map(|(_, proved)| proved).collect()))
    })
}

impl Args {
    /// The problem in its scope, and the suite if there is one.
    fn read(&self) -> Result<(Problem, Option<Suite>)> {
        if is_problem(&self.file) {
            return Ok((super::problem::read(&self.file, self.scope.as_deref(), self.json)?, None));
        }
        let file = super::grade::suite_file::SuiteFile::read(&self.file, Path::new(""))?;
        let mut problem = file.problem;
        if let Some(bounds) = &self.scope {
            problem.scope = lang::scope::override_bounds(&problem, bounds)
                .map_err(|message| Error::usage(format!("--scope: {message}")))?;
        }
        Ok((problem, Some(file.suite)))
    }

    fn setup(&self, sandbox: sandbox::Layers) -> Result<GradingSetup> {
        let paths = given::GivenPaths {
            submissions: &self.submissions,
            support: self.support.as_deref(),
            prelude: None,
            adapters: &[],
            cold_start: false,
        };
        Ok(GradingSetup {
            given: paths.files(sandbox)?,
            settings: RunSettings {
                aliases: self.alias.clone(),
                language: None,
                milliseconds: self.time,
                budget: None,
                memory: self.memory,
                seed: 0,
            },
        })
    }
}

impl ProofReport {
    fn count(&self, status: DecisionStatus) -> usize {
        self.submissions.iter().filter(|submission| submission.decision.status() == status).count()
    }

    fn code(&self) -> u8 {
        let all = || self.references.iter().chain(&self.submissions);
        let any = |status: DecisionStatus| all().any(|one| one.decision.status() == status);
        if all().any(|one| one.decision.contradiction.is_some()) {
            exit::INTERNAL
        } else if any(DecisionStatus::Refuted) {
            exit::NO
        } else if any(DecisionStatus::Undecided) {
            exit::UNDECIDED
        } else {
            exit::FINE
        }
    }
}
