//! `custodiet suite FILE`: tests for every bucket, as a file.

mod summary;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use generate::{Engines, Options, Step, build, without_edited};
use lang::problem::Problem;
use suite::format::Mix;
use suite::read::MAX_SIZE;
use suite::verify::Discrepancy;
use suite::{BucketSelection, Suite};

use super::analyze::{failure, seconds};
use super::bar::Bar;
use super::problem;
use crate::progress::Progress;
use crate::words::count;
use crate::{exit, input, output, style};
use summary::Summary;

/// Edited tests of an old suite that are shown, at most.
const MOST_SHOWN: usize = 10;

/// Generate a suite: tests for every bucket, small and large, no two alike
///
/// Exits with 1 if there is no bucket to be tested, or if the reference predicate contradicts the subproperties. Same
/// release, file, seed and options give the same bytes, whatever the number of jobs, unless a time limit strikes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  custodiet suite problems/toposort.py -o toposort.json\n  \
    custodiet suite problems/toposort.py --buckets focused:no_new --tests 5 -o no-new.json\n  \
    custodiet suite problems/toposort.py --update toposort.json -o toposort.json")]
pub struct Args {
    /// The problem file
    file: PathBuf,

    /// Where to write the suite; without it, standard output
    #[arg(short, long, value_name = "SUITE")]
    output: Option<PathBuf>,

    /// Tests for each negative bucket; a positive one gets twice as many
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value = "10", value_parser = clap::value_parser!(u16).range(1..=1000))]
    tests: u16,

    /// Shares of the kinds of tests [default: `smallest:1,small:1,diverse:6,large:2`]
    #[arg(long, value_name = "SHARES", value_parser = Mix::parse)]
    mix: Option<Mix>,

    /// What finds the pairs
    #[arg(long, value_enum, default_value = "both")]
    engine: Engine,

    /// `all`, `focused`, `focused:NAME`, `unfocused`, or one bucket by the names that fail; `allprop` for none. A group
    /// stands for its members
    #[arg(long, value_name = "WHICH", default_value = "all")]
    buckets: String,

    /// Where random choices start from
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value = "0")]
    seed: u64,

    /// For all of the work; a suite that it cuts short says so
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    time_limit: Option<Duration>,

    /// Threads to use [default: as many as there are processors]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,

    /// Bounds to use instead of the file's, such as `Vertex=8,edges=12`
    #[arg(long, value_name = "BOUNDS")]
    scope: Option<String>,

    /// For each precondition so many unscored pairs that violate it alone
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value = "0", value_parser = clap::value_parser!(u16).range(0..=1000))]
    outside: u16,

    /// A suite whose tests to keep; only what it lacks is added
    #[arg(long, value_name = "OLD")]
    update: Option<PathBuf>,

    /// Print one JSON object instead of the summary
    #[arg(long, requires = "output")]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Engine {
    /// The solver and the random engine in turn
    Both,
    /// Only the solver: no large tests
    Solver,
    /// No solver at all: what is contradictory stays unknown
    Random,
}

pub fn run(args: &Args) -> u8 {
    let problem = match problem::read(&args.file, args.scope.as_deref(), args.json) {
        Ok(problem) => problem,
        Err(code) => return code,
    };
    match write(&problem, args) {
        Ok(code) => code,
        Err(stop) => failure::report(&stop, &problem, "suite", args.json),
    }
}

fn write(problem: &Problem, args: &Args) -> Result<u8, failure::Stop> {
    let usage = failure::Stop::Usage;
    args.check().map_err(usage)?;
    let options = args.options(problem).map_err(|message| usage(format!("--buckets: {message}")))?;
    let old = args.update.as_deref().map(read_old).transpose();
    let old = old.map_err(|message| usage(format!("--update: {message}")))?;
    if let Some(other) = old.as_ref().map(|old| &old.problem.name).filter(|name| **name != problem.name) {
        let message = format!("--update: a suite of the problem `{other}`, not of `{}`", problem.name);
        return Err(usage(format!("{message}; give one of this problem")));
    }
    let (sound, edited) = match old.clone().map(|old| keep_sound(old, args.update.as_deref())) {
        Some((sound, edited)) => (Some(sound), edited),
        None => (None, 0),
    };
    if let Some(path) = &args.output {
        if output::is_same(path, &args.file) {
            return Err(usage(format!("-o: `{}` is the problem file; give another name", path.display())));
        }
        output::check_target(path).map_err(usage)?;
    }
    let started = Instant::now();
    let raises = std::sync::Mutex::new(Vec::new());
    let built = {
        let shown = std::sync::Mutex::new((Progress::new(), None::<Bar>));
        build(problem, &options, sound.as_ref(), &|step| {
            let (Ok(mut shown), Ok(mut raises)) = (shown.lock(), raises.lock()) else { return };
            let (progress, bar) = &mut *shown;
            match (step, bar) {
                (Step::Raises(found), _) => raises.push(found),
                (Step::Filled(0, all), bar) => {
                    bar.insert(Bar::new("tests of buckets", None, all, options.jobs)).start(0);
                }
                (Step::Filled(..), Some(bar)) => bar.step(),
                (step, _) => progress.say(&in_words(&step)),
            }
        })?
    };
    let summary = Summary {
        problem,
        suite: &built,
        old: old.as_ref(),
        edited,
        raises: raises.into_inner().unwrap_or_default(),
        seconds: started.elapsed(),
        output: args.output.as_deref(),
    };
    if built.buckets.is_empty() {
        eprintln!("{} {}", style::bad("no tests:"), summary.nothing());
        return Ok(if args.json { output::print(&format!("{:#}\n", summary.json()), exit::NO) } else { exit::NO });
    }
    let text = built.to_text();
    let Some(path) = &args.output else {
        let code = output::print(&text, exit::FINE);
        eprint!("{}", summary.text(style::width()));
        return Ok(code);
    };
    if let Err(message) = output::write_file(path, &text) {
        eprintln!("{} {message}", style::bad("error:"));
        return Ok(exit::INTERNAL);
    }
    let said = if args.json { format!("{:#}\n", summary.json()) } else { summary.text(style::width()) };
    Ok(output::print(&said, exit::FINE))
}

impl Args {
    /// Options that would say nothing beside others.
    fn check(&self) -> Result<(), String> {
        if matches!(self.engine, Engine::Solver) && self.mix.is_some_and(|mix| mix.large > 0) {
            let why = "--mix: `--engine solver` finds no large tests, only walks of the random engine do";
            return Err(format!("{why}; leave `large` out, or use `--engine both`"));
        }
        Ok(())
    }

    fn options(&self, problem: &Problem) -> Result<Options, String> {
        let jobs = self.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
        Ok(Options {
            engines: match self.engine {
                Engine::Both => Engines::Both,
                Engine::Solver => Engines::Solver,
                Engine::Random => Engines::Random,
            },
            which: BucketSelection::parse(problem, &self.buckets).map_err(|error| error.to_string())?,
            buckets: self.buckets.trim().to_owned(),
            tests: self.tests.into(),
            mix: self.mix.unwrap_or_default(),
            outside: self.outside.into(),
            seed: self.seed,
            jobs,
            time_limit: self.time_limit,
        })
    }
}

fn read_old(path: &Path) -> Result<Suite, String> {
    let bytes = input::read(path, MAX_SIZE, "the suite as JSON")?;
    let old = suite::read::read(bytes).map_err(|error| format!("{}{error}; {}", input::shown(path), error.help()))?;
    if suite::digest::sha256(old.problem.source.as_bytes()) != old.problem.sha256 {
        let what =
            "the problem file inside was changed after the suite was written, so nobody knows what its tests meant";
        return Err(format!("{} {what}; `custodiet verify` says more", input::shown(path)));
    }
    Ok(old)
}

/// Leaves out tests that were edited, and says which; and how many.
fn keep_sound(old: Suite, path: Option<&Path>) -> (Suite, usize) {
    let (old, edited) = without_edited(old);
    if !edited.is_empty() {
        let path = path.map_or_else(String::new, input::shown);
        let number = count(edited.len(), "test");
        eprintln!(
            "{} {path}: {number} left out, not as the problem file inside the suite says:",
            style::doubtful("warning:")
        );
        for Discrepancy { place, message } in edited.iter().take(MOST_SHOWN) {
            eprintln!("  {place}: {message}");
        }
        if edited.len() > MOST_SHOWN {
            eprintln!("  and {} more; `custodiet verify` shows all", edited.len() - MOST_SHOWN);
        }
    }
    (old, edited.len())
}

fn in_words(step: &Step) -> String {
    match step {
        Step::Compiling => "compiling …".to_owned(),
        Step::Buckets(found) => format!("buckets: {found} found so far …"),
        Step::Drawing => "drawing pairs …".to_owned(),
        Step::Exploring => "exploring the large scope …".to_owned(),
        Step::Filled(done, all) => format!("tests: {done} of {all} buckets …"),
        Step::Outside => "violating preconditions …".to_owned(),
        Step::Raises(found) => format!("`{}` raises …", found.function),
    }
}
