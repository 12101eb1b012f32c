//! `custodiet classify FILE TESTS`: what hand-written tests cover, and what they miss.

mod json;
mod text;

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use decide::analysis::AnalysisStep;
use decide::{Bucket, DecideError, DecideSettings, Session, analyze_with};
use lang::problem::Problem;
use pairs::Placement;
use suite::classify::read::{MAX_SIZE, TestFileFormat, read};
use suite::classify::{Classified, Missing, classify, missing};

use super::explain::example::pair;
use super::{compiling, problem};
use crate::error::{Error, Result};
use crate::progress::Progress;
use crate::{exit, input, output, style};

/// Show which bucket each hand-written test is in, and which buckets have no test
///
/// TESTS is JSON Lines, with {"input": {…}, "output": {…}, "expect": true} on each line, or CSV with one column per
/// parameter and a column `expect`. Exits with 1 if an expectation is wrong, or if the problem file raises on a test.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  custodiet classify problems/toposort.py tests.jsonl\n  \
    custodiet classify problems/toposort.py tests.csv --json\n  \
    custodiet classify problems/toposort.py tests.csv --suite staff.json")]
pub struct Args {
    /// The problem file
    file: PathBuf,

    /// The tests, or `-` for standard input
    tests: PathBuf,

    /// The format of the tests [default: `csv` if the name of the file ends in .csv, else `jsonl`]
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,

    /// Bounds to use instead of the file's, such as `Vertex=8,edges=12`
    #[arg(long, value_name = "BOUNDS")]
    scope: Option<String>,

    /// Show all buckets without a test, however many there are
    #[arg(long)]
    all: bool,

    /// Write the tests as a suite to grade with: those whose expectation is right, each pair once
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    Jsonl,
    Csv,
}

/// Everything that is reported.
struct ClassificationReport<'a> {
    problem: &'a Problem,
    tests: Vec<Classified>,
    /// Or why it is unknown.
    coverage: std::result::Result<Coverage, DecideError>,
}

struct Coverage {
    concretizable: Vec<Bucket>,
    missing: Vec<Missing>,
    /// The solver gave up, so there may be more buckets.
    open: bool,
    /// Functions that may depend on an order, so that a bucket is only known to be possible in one order.
    order_undecided: Vec<String>,
}

pub fn run(args: &Args) -> Result<u8> {
    let problem = problem::read(&args.file, args.scope.as_deref(), args.json)?;
    if let Some(path) = &args.suite {
        args.check_suite(path)?;
    }
    let given = read_tests(&problem, args)?;
    let tests = classify(&problem, &given);
    let coverage = coverage(&problem, &tests);
    if let Some(path) = &args.suite {
        let known = coverage.as_ref().ok().filter(|coverage| !coverage.open).map(|coverage| &*coverage.concretizable);
        write_suite(&suite::classify::suite::suite(&problem, &given, &tests, known), given.len(), path)?;
    }
    let report = ClassificationReport { problem: &problem, tests, coverage };
    let code = if report.is_fine() { exit::FINE } else { exit::NO };
    let shown = if args.json {
        format!("{:#}\n", json::report(&report))
    } else {
        text::report(&report, &input::shown(&args.tests), style::width(), args.all)
    };
    output::show(&shown, code)
}

impl Args {
    /// Checks before the work begins that the suite can be written.
    fn check_suite(&self, path: &Path) -> Result<()> {
        for (other, what) in [(&self.file, "the problem file"), (&self.tests, "the file with the tests")] {
            if output::is_same(path, other) {
                let message = format!("--suite: `{}` is {what}", path.display());
                return Err(Error::usage(message).with_help("choose another name"));
            }
        }
        output::check_writable(path)
    }
}

/// Writes the suite, and reports how many tests it contains.
fn write_suite(suite: &suite::Suite, given: usize, path: &Path) -> Result<()> {
    let count = suite.buckets.iter().map(|bucket| bucket.tests.len()).sum::<usize>();
    if count == 0 {
        let message = "--suite: no test has a right expectation, so there is nothing to write";
        return Err(Error::usage(message).with_help("leave `--suite` out to see what is wrong with the tests"));
    }
    output::replace(path, &suite.to_text())?;
    let rest = if count < given { "; the others are repeated, invalid or wrong" } else { "" };
    remark!("{count} of {given} tests written to {}{rest}", path.display());
    Ok(())
}

impl ClassificationReport<'_> {
    fn is_fine(&self) -> bool {
        let fine = |test: &Classified| {
            test.right != Some(false) && !test.contradicted && !matches!(test.placement, Placement::Raises(..))
        };
        self.tests.iter().all(fine)
    }
}

fn read_tests(problem: &Problem, args: &Args) -> Result<Vec<suite::classify::HandMade>> {
    let help = "give a file of tests, JSON Lines or CSV, or `-` for standard input";
    let bytes = input::read(&args.tests, MAX_SIZE, "the tests", help)?;
    let is_csv = |path: &Path| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
    let form = match args.format {
        Some(Format::Csv) => TestFileFormat::Csv,
        None if is_csv(&args.tests) => TestFileFormat::Csv,
        _ => TestFileFormat::JsonLines,
    };
    let is_guess = args.format.is_none() && form == TestFileFormat::JsonLines && looks_like_table(problem, &bytes);
    read(problem, bytes, form).map_err(|fault| {
        let help = if is_guess {
            "the first line looks like column names; if this is CSV, add `--format csv`".to_owned()
        } else {
            example(problem, form)
        };
        Error::usage(format!("{}:{fault}", input::shown(&args.tests))).with_help(help)
    })
}

/// Whether the first line seems to name the columns of a table.
fn looks_like_table(problem: &Problem, bytes: &[u8]) -> bool {
    let first = bytes.split(|byte| *byte == b'\n').map(String::from_utf8_lossy).find(|line| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    });
    let params = problem.predicate.iter().flat_map(|predicate| &predicate.params);
    let names: Vec<&str> = params.map(|param| &*param.name).chain(["expect"]).collect();
    first.is_some_and(|line| line.split(',').any(|cell| names.contains(&cell.trim().trim_matches('"'))))
}

/// What a file of tests looks like.
fn example(problem: &Problem, form: TestFileFormat) -> String {
    match form {
        TestFileFormat::JsonLines => {
            let pair = pair(problem);
            let open = pair.strip_suffix('}').unwrap_or(&pair);
            format!("a line looks like this: {open}, \"expect\": true}}")
        }
        TestFileFormat::Csv => {
            let params = problem.predicate.iter().flat_map(|predicate| &predicate.params);
            let names: Vec<&str> = params.map(|param| &*param.name).chain(["expect"]).collect();
            format!("the first line is {}; cells are JSON, or bare text for atoms and strings", names.join(","))
        }
    }
}

fn coverage(problem: &Problem, tests: &[Classified]) -> std::result::Result<Coverage, DecideError> {
    let progress = Progress::new();
    progress.say("compiling …");
    let watch = compiling::watch(&progress, "", problem, &problem.scope);
    let mut session = Session::new(problem, &problem.scope, &DecideSettings { watch, ..DecideSettings::default() })?;
    let analysis = analyze_with(&mut session, &mut |step| {
        if let AnalysisStep::Buckets(number) = step {
            progress.say(&format!("finding buckets: {number} so far …"));
        }
    })?;
    let concretizable: Vec<Bucket> = analysis.concretizable.iter().map(|(bucket, _)| *bucket).collect();
    let missing = missing(tests, &concretizable);
    Ok(Coverage { concretizable, missing, open: analysis.open, order_undecided: analysis.order_undecided })
}
