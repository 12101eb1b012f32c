//! `custodiet suite FILE`: generates tests for every bucket.

mod add;
mod summary;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use circuit::Deadline;
use clap::ValueEnum;
use generate::{BuildOptions, BuildStep, Engines, RaisingFunction, build, without_edited};
use lang::problem::Problem;
use suite::format::Mix;
use suite::verify::Discrepancy;
use suite::{BucketSelection, Suite};

use super::analyze::failure;
use super::bar::Bar;
use super::seconds::time_limit;
use super::{compiling, problem, suite_file};
use crate::error::{Error, Result};
use crate::progress::Progress;
use crate::words::count;
use crate::{exit, input, output, style};
use add::AddedPairs;
use summary::{SuiteSummary, why_no_tests};

/// Edited tests of an old suite that are listed.
const MAX_SHOWN: usize = 10;

/// Generate a suite: tests for every bucket, small and large, no two alike
///
/// Exits with 1 if there is no bucket to test, or if the reference predicate contradicts the subproperties. The same
/// release, file, seed and options give the same bytes for any number of jobs, unless the time limit is reached.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  custodiet suite problems/toposort.py -o toposort.json\n  \
    custodiet suite problems/toposort.py --buckets focused:no_new --tests 5 -o no-new.json\n  \
    custodiet suite problems/toposort.py --update toposort.json -o toposort.json\n  \
    custodiet suite problems/toposort.py --update toposort.json --add witnesses.json -o toposort.json")]
pub struct Args {
    /// The problem file
    file: PathBuf,

    /// Where to write the suite [default: standard output]
    #[arg(short, long, value_name = "SUITE")]
    output: Option<PathBuf>,

    /// Number of tests for each negative bucket; positive buckets get twice as many
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value = "10", value_parser = clap::value_parser!(u16).range(1..=1000))]
    tests: u16,

    /// Shares of the kinds of tests [default: `smallest:1,small:1,diverse:6,large:2`]
    #[arg(long, value_name = "SHARES", value_parser = Mix::parse)]
    mix: Option<Mix>,

    /// How to find pairs
    #[arg(long, value_enum, default_value = "both")]
    engine: EngineChoice,

    /// `all`, `focused`, `focused:NAME`, `unfocused`, or the names that fail in one bucket, `allprop` if none does. A
    /// group stands for its members
    #[arg(long, value_name = "WHICH", default_value = "all")]
    buckets: String,

    /// Seed of all random choices
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value = "0")]
    seed: u64,

    /// Time limit for the whole command; a suite that was cut short says so
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = time_limit)]
    time_limit: Option<Duration>,

    /// Number of threads [default: number of processors]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,

    /// Bounds to use instead of the file's, such as `Vertex=8,edges=12`
    #[arg(long, value_name = "BOUNDS")]
    scope: Option<String>,

    /// For each precondition, the number of unscored pairs that violate only that one
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value = "0", value_parser = clap::value_parser!(u16).range(0..=1000))]
    outside: u16,

    /// A suite whose tests to keep; adds only what it lacks
    #[arg(long, value_name = "OLD")]
    update: Option<PathBuf>,

    /// A file with pairs to add as tests, such as what `custodiet prove --json` prints; each goes into its bucket
    #[arg(long, value_name = "WITNESSES")]
    add: Option<PathBuf>,

    /// Print one JSON object instead of the summary
    #[arg(long, requires = "output")]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum EngineChoice {
    /// The solver and the random engine in turn
    Both,
    /// Only the solver: no large tests
    Solver,
    /// Only the random engine: contradictory buckets stay unknown
    Random,
}

pub fn run(args: &Args) -> Result<u8> {
    let problem = problem::read(&args.file, args.scope.as_deref(), args.json)?;
    write(&problem, args).map_err(|error| failure::in_file(error, &problem, "suite", args.json))
}

fn write(problem: &Problem, args: &Args) -> Result<u8> {
    args.check()?;
    let mut options = args.options(problem)?;
    let old = args.update.as_deref().map(|path| read_old(path, problem)).transpose()?;
    let (sound, edited) = match old.clone().map(|old| keep_sound(old, args.update.as_deref())) {
        Some((sound, edited)) => (Some(sound), edited),
        None => (None, 0),
    };
    if let Some(path) = &args.output {
        if output::is_same(path, &args.file) {
            let message = format!("-o: `{}` is the problem file", path.display());
            return Err(Error::usage(message).with_help("choose another name"));
        }
        output::check_writable(path)?;
    }
    let started = Instant::now();
    let raises = Mutex::new(Vec::new());
    let built = {
        let progress = Progress::until(options.deadline);
        options.watch = compiling::watch(&progress, "", problem, &problem.scope);
        let shown = Mutex::new(Shown::Text(progress));
        build(problem, &options, sound.as_ref(), &|step| {
            let (Ok(mut shown), Ok(mut raises)) = (shown.lock(), raises.lock()) else { return };
            match step {
                BuildStep::Raises(found) => raises.push(found),
                step => shown.update(&step, options.jobs, options.deadline),
            }
        })?
    };
    let (built, added) = match &args.add {
        Some(path) => add::added(&built, problem, path)?,
        None => (built, AddedPairs { new: 0, all_known: true }),
    };
    let summary = SuiteSummary {
        added: args.add.as_ref().map(|_| added),
        problem,
        suite: &built,
        old: old.as_ref(),
        edited,
        raises: raises.into_inner().unwrap_or_default(),
        seconds: started.elapsed(),
        output: args.output.as_deref(),
    };
    if built.buckets.is_empty() {
        let error = no_tests(problem, &built, &summary.raises);
        return if args.json { output::show(&format!("{:#}\n", summary.json()), error.report()) } else { Err(error) };
    }
    let text = built.to_text();
    let Some(path) = &args.output else {
        let code = output::show(&text, exit::FINE)?;
        remark_part!("{}", summary.text(style::width()));
        return Ok(code);
    };
    output::replace(path, &text)?;
    let shown = if args.json { format!("{:#}\n", summary.json()) } else { summary.text(style::width()) };
    output::show(&shown, exit::FINE)
}

/// The error for a suite without tests.
pub fn no_tests(problem: &Problem, suite: &Suite, raises: &[RaisingFunction]) -> Error {
    let (message, help) = why_no_tests(problem, suite, raises);
    Error::no(message).with_help(help)
}

/// What is on the progress line.
enum Shown {
    Text(Progress),
    Bar(Bar),
}

impl Shown {
    fn update(&mut self, step: &BuildStep, jobs: usize, deadline: Deadline) {
        match (step, &mut *self) {
            (BuildStep::Filled(0, buckets), _) => {
                // The old line is erased before the new one is drawn.
                if let Self::Text(progress) = self {
                    progress.clear();
                }
                let log = Some(["chose the tests of", "buckets"]);
                *self = Self::Bar(Bar::new("choosing tests", log, *buckets, jobs));
                if let Self::Bar(bar) = self {
                    bar.start(0);
                }
            }
            (BuildStep::Filled(..), Self::Bar(bar)) => bar.step(),
            (step, Self::Text(progress)) => progress.say(&step_text(step)),
            (step, Self::Bar(_)) => {
                *self = Self::Text(Progress::until(deadline));
                if let Self::Text(progress) = self {
                    progress.say(&step_text(step));
                }
            }
        }
    }
}

impl Args {
    /// Rejects options that contradict each other.
    fn check(&self) -> Result<()> {
        if matches!(self.engine, EngineChoice::Solver) && self.mix.is_some_and(|mix| mix.large > 0) {
            let message = "--mix: `--engine solver` cannot find large tests; only the random engine can";
            return Err(Error::usage(message).with_help("leave `large` out, or use `--engine both`"));
        }
        Ok(())
    }

    fn options(&self, problem: &Problem) -> Result<BuildOptions> {
        let jobs = self.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
        Ok(BuildOptions {
            engines: match self.engine {
                EngineChoice::Both => Engines::Both,
                EngineChoice::Solver => Engines::Solver,
                EngineChoice::Random => Engines::Random,
            },
            which: BucketSelection::parse(problem, &self.buckets)
                .map_err(|message| Error::usage(format!("--buckets: {message}")))?,
            buckets: self.buckets.trim().to_owned(),
            tests: self.tests.into(),
            mix: self.mix.unwrap_or_default(),
            outside: self.outside.into(),
            seed: self.seed,
            jobs,
            deadline: Deadline::after_some(self.time_limit),
            ..BuildOptions::default()
        })
    }
}

fn read_old(path: &Path, problem: &Problem) -> Result<Suite> {
    let old = suite_file::read(path)?;
    let shown = input::shown(path);
    if decide::proof::hash::of_bytes(old.problem.source.as_bytes()) != old.problem.sha256 {
        let message = format!("--update: the problem file inside {shown} was changed after the suite was written");
        let help = format!("use an unchanged suite, or generate a new one; `custodiet verify {shown}` says more");
        return Err(Error::usage(message).with_help(help));
    }
    if old.problem.name != problem.name {
        let message = format!("--update: {shown} is a suite of `{}`, not of `{}`", old.problem.name, problem.name);
        return Err(Error::usage(message).with_help("give a suite of this problem"));
    }
    Ok(old)
}

/// The suite without tests that were edited, and how many were. Warns about them.
fn keep_sound(old: Suite, path: Option<&Path>) -> (Suite, usize) {
    let (old, edited) = without_edited(old);
    if !edited.is_empty() {
        let path = path.map_or_else(String::new, input::shown);
        let tests = count(edited.len(), "test");
        let warning = style::doubtful("warning:");
        remark!("{warning} {path}: {tests} dropped, not consistent with the problem file inside the suite:");
        for Discrepancy { place, message } in edited.iter().take(MAX_SHOWN) {
            remark!("  {place}: {message}");
        }
        if edited.len() > MAX_SHOWN {
            remark!("  … and {} more; `custodiet verify` shows all", edited.len() - MAX_SHOWN);
        }
    }
    (old, edited.len())
}

pub fn step_text(step: &BuildStep) -> String {
    match step {
        BuildStep::Compiling => "compiling …".to_owned(),
        BuildStep::Buckets(found) => format!("finding buckets: {found} so far …"),
        BuildStep::Drawing => "drawing pairs …".to_owned(),
        BuildStep::Exploring => "exploring the large scope …".to_owned(),
        BuildStep::Mutants => "trying plausible mistakes …".to_owned(),
        BuildStep::NearMisses => "editing correct pairs …".to_owned(),
        BuildStep::Filled(done, buckets) => format!("choosing tests: {done} of {buckets} buckets …"),
        BuildStep::Outside => "looking for pairs that violate preconditions …".to_owned(),
        BuildStep::Raises(found) => format!("`{}` raises …", found.function),
    }
}
