//! `custodiet verify SUITE`: is everything a suite claims true?

use std::fmt::Write;
use std::path::{Path, PathBuf};

use lang::load::load_file;
use lang::problem::Problem;
use lang::scope::PairTypes;
use serde_json::json;
use suite::verify::{Discrepancy, Verification};
use suite::{Suite, SuiteGaps};

use report::plain;

use super::suite_file;
use crate::error::{Error, Result};
use crate::progress::Progress;
use crate::words::count;
use crate::{exit, output, style};

/// Differences that are listed; `--json` has all.
const MAX_SHOWN: usize = 10;

/// Replay a suite and check that everything it claims is true
///
/// Evaluates every test again, recomputes what follows from the tests, and lets the solver decide again every claim about
/// all pairs of the scope: contradictory buckets, smallest tests, functional tests. Exits with 1 if anything differs.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  custodiet verify suite.json\n  custodiet verify suite.json --problem problems/toposort.py"
)]
pub struct Args {
    /// A file that `custodiet suite` wrote, or `-` for standard input
    suite: PathBuf,

    /// Also check that this is still the problem file inside the suite
    #[arg(long, value_name = "FILE")]
    problem: Option<PathBuf>,

    /// Only replay the tests, without the solver
    #[arg(long)]
    replay: bool,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<u8> {
    let suite = suite_file::read(&args.suite)?;
    let progress = Progress::new();
    progress.say("replaying tests …");
    let mut report = if args.replay { suite::verify(&suite) } else { generate::verify(&suite) };
    drop(progress);
    if let Some(file) = &args.problem {
        report.notes.differences.extend(changed(&suite, file)?);
    }
    let code = if report.is_fine() { exit::FINE } else { exit::NO };
    let shown = if args.json { format!("{:#}\n", as_json(&suite, &report)) } else { text(&suite, &report, args) };
    output::show(&shown, code)
}

/// How a file differs from the problem file inside the suite.
fn changed(suite: &Suite, file: &Path) -> Result<Option<Discrepancy>> {
    let loaded = load_file(file);
    if loaded.problem.source.text.is_empty() {
        let why = loaded.diagnostics.first().map_or("the file is empty", |fault| &*fault.message);
        return Err(Error::usage(format!("--problem: {}: {why}", file.display())).with_help("give a problem file"));
    }
    let text: &str = &loaded.problem.source.text;
    let inside = suite.problem.source.replace("\r\n", "\n");
    if inside == text {
        return Ok(None);
    }
    let same = text.lines().zip(inside.lines()).take_while(|(now, then)| now == then).count();
    let message = format!(
        "{} differs from the problem file inside the suite, first in line {}; `custodiet suite` generates a new suite",
        file.display(),
        same + 1
    );
    Ok(Some(Discrepancy { place: "problem.source".to_owned(), message }))
}

fn text(suite: &Suite, report: &Verification<'_>, args: &Args) -> String {
    // The suite may be somebody else's.
    let name = &plain::line(&suite.problem.name);
    let (true, Some(problem)) = (report.is_fine(), report.problem()) else { return differences(name, report) };
    let mut text = format!("{} {name}\n", style::good("✓ verified:"));
    let mut line = |key: &str, value: String| {
        let _ = writeln!(text, "  {key:<14}{value}");
    };
    line("problem file", problem_line(problem, args));
    line("scope", problem.scope.describe(PairTypes::of(problem)));
    line("buckets", buckets_line(suite, problem));
    line("tests", format!("{} replayed, no two alike up to renaming and order", report.tests));
    if report.outside > 0 {
        line("outside", format!("{}, each violating exactly one precondition", report.outside));
    }
    line("all pairs", claims_line(report, args));
    let gaps = SuiteGaps::of(suite);
    if let Some(lacks) = gaps.describe() {
        let early = if gaps.stopped_early { "stopped early by the time limit: " } else { "" };
        line("lacks", format!("{early}{lacks}"));
    }
    text
}

/// What is not true in the suite.
fn differences(name: &str, report: &Verification<'_>) -> String {
    let found = count(report.notes.differences.len(), "difference");
    let mut text = format!("{} {name}: {found}\n", style::bad("✗ not verified:"));
    for Discrepancy { place, message } in report.notes.differences.iter().take(MAX_SHOWN) {
        let _ = writeln!(text, "  {}: {}", style::strong(&plain::line(place)), plain::line(message));
    }
    let rest = report.notes.differences.len().saturating_sub(MAX_SHOWN);
    if rest > 0 {
        let _ = writeln!(text, "  … and {rest} more; --json shows all");
    }
    text.push_str("next: do not use this suite; generate it again with custodiet suite FILE -o SUITE\n");
    text
}

/// What is known about claims concerning all pairs of the scope.
fn claims_line(report: &Verification<'_>, args: &Args) -> String {
    if args.replay {
        return "not checked because of --replay".to_owned();
    }
    match report.notes.undecided.as_slice() {
        [] => "every claim about all pairs of the scope was decided again".to_owned(),
        open @ [first, ..] => format!(
            "{} could not be decided again, first {}: {}; --json shows all",
            count(open.len(), "claim"),
            first.place,
            first.message
        ),
    }
}

fn problem_line(problem: &Problem, args: &Args) -> String {
    let inside = format!("inside, matches its hash; {}", count(problem.subproperties.len(), "subproperty"));
    match &args.problem {
        Some(file) => format!("{inside}; same as {}", file.display()),
        None => inside,
    }
}

fn buckets_line(suite: &Suite, problem: &Problem) -> String {
    let listed = suite.buckets.len();
    let all = 1_u64 << problem.subproperties.len();
    let large = match suite.buckets.iter().filter(|bucket| bucket.only_large).count() {
        0 => String::new(),
        large => format!(", {large} of them in the large scope only"),
    };
    let within = if large.is_empty() { "" } else { " within the scope" };
    match (suite.contradictory.count, suite.contradictory.not_found) {
        (Some(number), _) => format!(
            "{listed} with tests{large}; {number} of {all} contradictory{within}, by {}",
            count(suite.contradictory.implications.len(), "implication")
        ),
        (None, Some(not)) => format!(
            "{listed} with tests{large}; {} of {all} not found after {} candidates",
            not.buckets, not.candidates
        ),
        (None, None) => format!("{listed} with tests{large}; the number of contradictory ones is unknown"),
    }
}

fn as_json(suite: &Suite, report: &Verification<'_>) -> serde_json::Value {
    let gaps = SuiteGaps::of(suite);
    json!({
        "verified": report.is_fine(),
        "problem": suite.problem.name,
        "replayed": report.problem().is_some(),
        "buckets": report.buckets,
        "tests": report.tests,
        "outside": report.outside,
        "stopped_early": suite.stopped_early,
        "no_positive": gaps.no_positive,
        "short_buckets": gaps.short,
        "differences": report.notes.differences,
        "undecided": report.notes.undecided,
    })
}
