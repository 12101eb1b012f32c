//! `custodiet classify FILE TESTS`: what hand-made tests are, and what they never exercise.

mod json;
mod text;

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use decide::analysis::Step;
use decide::{Bucket, Session, Settings, analyze_with};
use lang::problem::Problem;
use pairs::Placement;
use suite::classify::read::{MAX_SIZE, TestFileFormat, read};
use suite::classify::{Classified, Missing, classify, missing};

use super::explain::example;
use super::problem;
use crate::progress::Progress;
use crate::{exit, input, output, style};

/// Say of each hand-made test what it tests, and which buckets no test is in
///
/// TESTS is JSON Lines, {"input": {…}, "output": {…}, "expect": true} on each line, or CSV with one column per parameter
/// and a column `expect`. Exits with 1 if an expectation is wrong, or if the problem file has no answer for a test.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  custodiet classify problems/toposort.py tests.jsonl\n  \
    custodiet classify problems/toposort.py tests.csv --json\n  \
    custodiet classify problems/toposort.py tests.csv --suite staff.json")]
pub struct Args {
    /// The problem file
    file: PathBuf,

    /// The tests, or `-` for standard input
    tests: PathBuf,

    /// How they are written [default: by the name of the file: `csv` if it ends so, else `jsonl`]
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,

    /// Bounds to use instead of the file's, such as `Vertex=8,edges=12`
    #[arg(long, value_name = "BOUNDS")]
    scope: Option<String>,

    /// Show every bucket that no test is in, however many
    #[arg(long)]
    all: bool,

    /// Write the tests as a suite, to grade with and to compare: those whose expectation is right, each pair once
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,

    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    Jsonl,
    Csv,
}

/// All that is told.
struct Report<'a> {
    problem: &'a Problem,
    tests: Vec<Classified>,
    /// Or why it is not known.
    coverage: Result<Coverage, String>,
}

struct Coverage {
    concretizable: Vec<Bucket>,
    missing: Vec<Missing>,
    /// The solver gave up: there may be more.
    open: bool,
}

pub fn run(args: &Args) -> u8 {
    let problem = match problem::read(&args.file, args.scope.as_deref(), args.json) {
        Ok(problem) => problem,
        Err(code) => return code,
    };
    if let Some(message) = args.suite.as_deref().and_then(|path| args.why_not(path)) {
        eprintln!("{} --suite: {message}", style::bad("error:"));
        return exit::USAGE;
    }
    let given = match tests(&problem, args) {
        Ok(tests) => tests,
        Err(message) => {
            eprintln!("{} {message}", style::bad("error:"));
            return exit::USAGE;
        }
    };
    let tests = classify(&problem, &given);
    let coverage = coverage(&problem, &tests);
    if let Some(path) = &args.suite {
        let known = coverage.as_ref().ok().filter(|coverage| !coverage.open).map(|coverage| &*coverage.concretizable);
        let suite = suite::classify::suite::suite(&problem, &given, &tests, known);
        if let Err(message) = written(&suite, given.len(), path) {
            eprintln!("{} --suite: {message}", style::bad("error:"));
            return exit::USAGE;
        }
    }
    let report = Report { problem: &problem, tests, coverage };
    let code = if report.is_fine() { exit::FINE } else { exit::NO };
    let shown = if args.json {
        format!("{:#}\n", json::report(&report))
    } else {
        text::report(&report, &input::shown(&args.tests), style::width(), args.all)
    };
    output::print(&shown, code)
}

impl Args {
    /// Why the suite cannot go there.
    fn why_not(&self, path: &Path) -> Option<String> {
        for (other, what) in [(&self.file, "the problem file"), (&self.tests, "the file of the tests")] {
            if output::is_same(path, other) {
                return Some(format!("`{}` is {what}; give another name", path.display()));
            }
        }
        output::check_target(path).err()
    }
}

/// Writes the suite, and says how many tests are in it.
fn written(suite: &suite::Suite, given: usize, path: &Path) -> Result<(), String> {
    let count = suite.buckets.iter().map(|bucket| bucket.tests.len()).sum::<usize>();
    if count == 0 {
        return Err("there is no test with a right expectation".to_owned());
    }
    output::write_file(path, &suite.to_text())?;
    let rest = if count < given { ": the others are repeated, in no bucket, or wrong" } else { "" };
    eprintln!("{count} of {given} tests written to {}{rest}", path.display());
    Ok(())
}

impl Report<'_> {
    fn is_fine(&self) -> bool {
        let fine = |test: &Classified| {
            test.right != Some(false) && !test.contradicted && !matches!(test.placement, Placement::Raises(..))
        };
        self.tests.iter().all(fine)
    }
}

fn tests(problem: &Problem, args: &Args) -> Result<Vec<suite::classify::HandMade>, String> {
    let bytes = input::read(&args.tests, MAX_SIZE, "the tests").map_err(|error| {
        format!("{error}\nhelp: give a file of tests, JSON Lines or CSV, or `-` for standard input")
    })?;
    let is_csv = |path: &Path| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
    let form = match args.format {
        Some(Format::Csv) => TestFileFormat::Csv,
        None if is_csv(&args.tests) => TestFileFormat::Csv,
        _ => TestFileFormat::JsonLines,
    };
    let is_guess = args.format.is_none() && form == TestFileFormat::JsonLines && looks_like_table(problem, &bytes);
    read(problem, bytes, form).map_err(|fault| {
        let help = if is_guess {
            "help: the first line names columns; if this is CSV, say so with `--format csv`".to_owned()
        } else {
            help(problem, form)
        };
        format!("{}:{fault}\n{help}", input::shown(&args.tests))
    })
}

/// Whether the first line may name the columns of a table.
fn looks_like_table(problem: &Problem, bytes: &[u8]) -> bool {
    let first = bytes.split(|byte| *byte == b'\n').map(String::from_utf8_lossy).find(|line| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    });
    let params = problem.predicate.iter().flat_map(|predicate| &predicate.params);
    let names: Vec<&str> = params.map(|param| &*param.name).chain(["expect"]).collect();
    first.is_some_and(|line| line.split(',').any(|cell| names.contains(&cell.trim().trim_matches('"'))))
}

fn help(problem: &Problem, form: TestFileFormat) -> String {
    match form {
        TestFileFormat::JsonLines => {
            let pair = example::pair(problem);
            let open = pair.strip_suffix('}').unwrap_or(&pair);
            format!("help: a line looks like this: {open}, \"expect\": true}}")
        }
        TestFileFormat::Csv => {
            let params = problem.predicate.iter().flat_map(|predicate| &predicate.params);
            let names: Vec<&str> = params.map(|param| &*param.name).chain(["expect"]).collect();
            format!("help: the first line is {}; cells are JSON, or bare text for atoms and strings", names.join(","))
        }
    }
}

fn coverage(problem: &Problem, tests: &[Classified]) -> Result<Coverage, String> {
    let progress = Progress::new();
    progress.say("compiling …");
    let decided = Session::new(problem, &problem.scope, &Settings::default()).and_then(|mut session| {
        analyze_with(&mut session, &mut |step| {
            if let Step::Buckets(number) = step {
                progress.say(&format!("deciding buckets: {number} so far …"));
            }
        })
    });
    let analysis = decided.map_err(|failure| failure.to_string())?;
    let concretizable: Vec<Bucket> = analysis.concretizable.iter().map(|(bucket, _)| *bucket).collect();
    let missing = missing(tests, &concretizable);
    Ok(Coverage { concretizable, missing, open: analysis.open })
}
