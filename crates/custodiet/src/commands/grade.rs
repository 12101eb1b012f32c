//! `custodiet grade FILE|SUITE SUBMISSIONS… -o DIR`: runs submissions and keeps every outcome.

mod closed;
pub mod exam_file;
mod reference;
mod report;

use std::path::{Path, PathBuf};
use std::time::Instant;

use ::report::Graded;
use ::report::plain::lines;
use grading::excluded::Excluded;
use grading::results::{About, write};
use grading::roll::Roll;
use grading::setup::Setup;
use grading::summary::Summary;
use grading::{Class, Event, Store, Work, run as run_class};
use runner::prepared::PreparedSuite;
use sandbox::{SandboxLevel, support};
use submissions::gather;

use super::bar::Bar;
use super::report::write_all;
use crate::{exit, interrupt, output, style};
use exam_file::ExamFile;

/// Run submitted predicates on a suite, safely, and keep every outcome
///
/// Submissions are files, folders of files or folders, archives, or an unpacked Gradescope export. Each is run in a sandbox,
/// against all tests; what it does is kept in DIR as it comes. Run the same command again after an interruption, with more
/// submissions, or with an updated suite: only what is new is run.
///
/// Exits with 1 if a submission has a mistake, is unstable or could not run.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  custodiet grade toposort.json handed-in/ -o results/\n  \
    custodiet grade problems/toposort.py handed-in.zip --reference ours.py -o results/\n  \
    custodiet grade sortacle.json export/ --support starter/ --alias valid_sort -o results/")]
pub struct Args {
    /// The problem file, or a suite that `custodiet suite` wrote
    #[arg(value_name = "FILE|SUITE")]
    exam: PathBuf,

    /// Files, folders, archives
    #[arg(required = true)]
    submissions: Vec<PathBuf>,

    /// The folder for results; made if it is not there
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    /// A predicate you believe in, run first: if it fails a test, nothing is graded
    #[arg(long, value_name = "FILE")]
    reference: Option<PathBuf>,

    /// Another name the predicate may have; can be given several times
    #[arg(long, value_name = "NAME", value_parser = name)]
    alias: Vec<String>,

    /// Files that submissions may import: starter files, record definitions
    #[arg(long, value_name = "DIR")]
    support: Option<PathBuf>,

    /// A Pyret file that is included into every Pyret submission
    #[arg(long, value_name = "FILE")]
    prelude: Option<PathBuf>,

    /// The folder of an adapter for another language; can be given several times
    #[arg(long, value_name = "DIR")]
    adapter: Vec<PathBuf>,

    /// Take all submissions to be in this language
    #[arg(long, value_name = "NAME")]
    language: Option<String>,

    /// Processor time for one test
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    time: u64,

    /// Processor time for all tests of one submission; beyond it, one further test of each bucket is run [default: 60
    /// times --time]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    budget: Option<u64>,

    /// Memory for one submission, in MiB
    #[arg(long, value_name = "MIB", default_value = "512", value_parser = clap::value_parser!(u64).range(64..=65536))]
    memory: u64,

    /// Submissions that are run at a time [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,

    /// Decides the order in which tests are asked
    #[arg(long, value_name = "N", default_value = "0")]
    seed: u64,

    /// Run everything again, whatever is known
    #[arg(long)]
    fresh: bool,

    /// Run strangers' programs with your own rights. Only where nothing can be lost
    #[arg(long)]
    no_sandbox: bool,

    /// Print one JSON object instead of the summary
    #[arg(long)]
    json: bool,
}

/// Why nothing was graded, and the exit code.
#[derive(Debug)]
pub struct Refused {
    pub message: String,
    pub help: Option<String>,
    pub code: u8,
}

impl Refused {
    pub fn usage(message: impl Into<String>, help: &str) -> Self {
        Self { message: message.into(), help: (!help.is_empty()).then(|| help.to_owned()), code: exit::USAGE }
    }
}

impl Refused {
    /// Says it, and gives the exit code. It may hold text by strangers.
    pub fn report(&self) -> u8 {
        if !self.message.is_empty() {
            eprintln!("{} {}", style::bad("error:"), lines(&self.message).join("\n"));
        }
        if let Some(help) = &self.help {
            eprintln!("help: {}", lines(help).join("\n"));
        }
        self.code
    }
}

impl From<grading::StoreError> for Refused {
    fn from(error: grading::StoreError) -> Self {
        let code = match error {
            grading::StoreError::Full | grading::StoreError::Database(..) => exit::INTERNAL,
            _ => exit::USAGE,
        };
        let help = matches!(error, grading::StoreError::Folder(..))
            .then(|| "results go where -o says, temporary files where TMPDIR says".to_owned());
        Self { message: error.to_string(), help, code }
    }
}

pub fn run(args: &Args) -> u8 {
    graded(args).unwrap_or_else(|refused| refused.report())
}

fn graded(args: &Args) -> Result<u8, Refused> {
    let started = Instant::now();
    if args.output.exists() && !args.output.is_dir() {
        let message = format!("-o: `{}` is a file", args.output.display());
        return Err(Refused::usage(message, "give a folder for results; it is made if it is not there"));
    }
    grading::work::temporary().map_err(grading::StoreError::NoTemporary)?;
    let level = level(args.no_sandbox)?;
    let setup = args.setup(level)?;
    if level == SandboxLevel::Reduced {
        let answers = [Some(&*args.exam), args.reference.as_deref(), Some(&*args.output)];
        closed::refuse_open(&answers.into_iter().flatten().collect::<Vec<_>>())?;
        closed::warn_of_open(&setup.submissions);
    }
    let exam_file = ExamFile::read(&args.exam, &args.output)?;
    let exam = PreparedSuite::new(&exam_file.problem, &exam_file.suite, args.seed)
        .map_err(|error| Refused::usage(error.to_string(), "write the suite again with `custodiet suite`"))?;
    let mut store = Store::open(&args.output, &exam.problem)?;
    exam_file.keep(&args.output)?;
    let work = Work::new(&mut store)?;
    interrupt::remove_on_exit(
        vec![work.folder().to_owned()],
        "what was graded is kept: run the same command again to go on",
    );
    setup.keep(&mut store)?;
    let prepared = setup.prepare(&work).map_err(|message| Refused::usage(message, ""))?;
    let gathered = gather(&setup.submissions, &prepared.options())
        .map_err(|error| Refused::usage(error.to_string(), "give files, folders or archives of submissions"))?;
    let jobs = args.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let class = Class { jobs, fresh: args.fresh, ..prepared.class(&exam) };
    let excluded = Excluded::of(&store)?;
    if let Some(reference) = &args.reference {
        reference::check(&class, &exam_file, reference, &excluded)?;
    }
    let mut known = 0;
    let mut bar = Bar::new("grading", Some(["graded", "submissions"]), gathered.submissions.len(), jobs);
    run_class(&class, &gathered.submissions, &mut store, &mut |event| match event {
        Event::Known(count) => {
            known = *count;
            bar.start(*count);
        }
        Event::Graded(_) => bar.step(),
    })?;
    drop(bar);
    let mut summary = Summary::new(&exam);
    let level = level.to_string();
    let roll = Roll::new(&level, &gathered.submissions);
    roll.keep(&mut store)?;
    let about = About { exam: &exam, suite_sha256: &exam_file.sha256, sandbox: &level, excluded: &excluded };
    write(&about, &roll, &store, &mut summary)?;
    let ExamFile { suite, problem, sha256, .. } = exam_file;
    let analysed = match Graded::read(&store, problem, suite, sha256, &exam)? {
        Some(graded) => {
            let analysed = ::report::build(&graded).map_err(|why| Refused::usage(why, "grade with a new suite"))?;
            write_all(&args.output, &args.output.join("report.html"), &graded, &analysed)?;
            analysed
        }
        // The roll was kept just now.
        None => return Err(Refused::usage("the results cannot be read again", "run the same command again")),
    };
    let report = report::Report {
        exam: &exam,
        analysed: &analysed,
        summary: &summary,
        warnings: &gathered.warnings,
        known,
        sandbox: &level,
        seconds: started.elapsed().as_secs_f64(),
        output: &args.output,
    };
    let text = if args.json { format!("{:#}\n", report.json()) } else { report.text(style::width()) };
    let fine = summary.no_mistake == summary.submissions;
    Ok(output::print(&text, if fine { exit::FINE } else { exit::NO }))
}

/// The best sandbox there is, or none if it is so wanted.
pub fn level(no_sandbox: bool) -> Result<SandboxLevel, Refused> {
    let found = support().level();
    if no_sandbox && cfg!(target_os = "linux") {
        eprintln!(
            "{} no sandbox: submissions run with your rights, and can read, change and send what you can",
            style::doubtful("warning:")
        );
        return Ok(SandboxLevel::None);
    }
    let level = found.map_err(|error| Refused {
        message: format!("submissions cannot be run safely here: {error}"),
        help: Some(format!("{}; `custodiet doctor` shows what there is, and --no-sandbox runs without", error.help())),
        code: exit::USAGE,
    })?;
    if level == SandboxLevel::Reduced {
        eprintln!(
            "{} reduced sandbox: the kernel has no Landlock, so submissions can read files that everyone may read",
            style::doubtful("warning:")
        );
    }
    Ok(level)
}

impl Args {
    fn setup(&self, sandbox: SandboxLevel) -> Result<Setup, Refused> {
        let one = |option: &str, path: &Path| {
            let help = match option {
                "--support" => "give the folder with what submissions import",
                "--prelude" => "give a Pyret file",
                "--adapter" => "give the folder that holds `adapter.toml`",
                _ => "give files, folders or archives of submissions that are there",
            };
            std::path::absolute(path)
                .ok()
                .filter(|absolute| absolute.exists())
                .ok_or_else(|| Refused::usage(format!("{option}: there is no `{}`", path.display()), help))
        };
        let all =
            |option: &str, paths: &[PathBuf]| paths.iter().map(|path| one(option, path)).collect::<Result<Vec<_>, _>>();
        if let Some(support) = self.support.as_ref().filter(|path| path.is_file()) {
            return Err(Refused::usage(format!("--support: `{}` is a file; give its folder", support.display()), ""));
        }
        Ok(Setup {
            submissions: all("SUBMISSIONS", &self.submissions)?,
            aliases: self.alias.clone(),
            support: self.support.as_deref().map(|path| one("--support", path)).transpose()?,
            prelude: self.prelude.as_deref().map(|path| one("--prelude", path)).transpose()?,
            adapters: all("--adapter", &self.adapter)?,
            language: self.language.clone(),
            milliseconds: self.time,
            budget: self.budget,
            memory: self.memory,
            seed: self.seed,
            sandbox,
        })
    }
}

/// A name that a function can have in some language.
fn name(text: &str) -> Result<String, String> {
    let starts = text.starts_with(|c: char| c.is_alphabetic() || "_$".contains(c));
    if starts && text.chars().all(|c| c.is_alphanumeric() || "_-$?!".contains(c)) {
        Ok(text.to_owned())
    } else {
        Err("give the name of a function, such as is_valid".to_owned())
    }
}

/// Seconds with a fraction, as milliseconds.
fn seconds(text: &str) -> Result<u64, String> {
    match text.parse::<f64>() {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within the bounds of the pattern")]
        Ok(seconds) if (0.05..=86_400.0).contains(&seconds) => Ok((seconds * 1000.0) as u64),
        _ => Err("give seconds between 0.05 and 86400".to_owned()),
    }
}
