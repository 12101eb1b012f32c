//! `custodiet verify SUITE`: whether everything a suite says can be seen to be true.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use lang::load::load_file;
use lang::problem::Problem;
use lang::scope::PairTypes;
use serde_json::json;
use suite::Suite;
use suite::verify::{Discrepancy, Verification};

use super::suite_file;
use crate::words::count;
use crate::{exit, output, style};

/// Differences shown to people; `--json` has all.
const SHOWN: usize = 10;

/// Replay a suite and say whether everything in it is true
///
/// Evaluates every test again, computes what follows from the tests again, and lets the solver decide again what is said
/// of all pairs of the scope: contradictory buckets, smallest tests, functional tests. Exits with 1 if anything differs.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  custodiet verify suite.json\n  custodiet verify suite.json --problem problems/toposort.py"
)]
pub struct Args {
    /// A file that `custodiet suite` wrote, or `-` for standard input
    suite: PathBuf,

    /// Also say whether this is still the problem file inside the suite
    #[arg(long, value_name = "FILE")]
    problem: Option<PathBuf>,

    /// Only replay the tests; ask no solver
    #[arg(long)]
    replay: bool,

    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> u8 {
    let suite = match suite_file::read(&args.suite) {
        Ok(suite) => suite,
        Err(code) => return code,
    };
    let mut report = if args.replay { suite::verify(&suite) } else { generate::verify(&suite) };
    if let Some(file) = &args.problem {
        match unchanged(&suite, file) {
            Ok(None) => {}
            Ok(Some(difference)) => report.notes.differences.push(difference),
            Err(message) => {
                eprintln!("{} --problem: {message}", style::bad("error:"));
                return exit::USAGE;
            }
        }
    }
    let code = if report.is_fine() { exit::FINE } else { exit::NO };
    let shown = if args.json { format!("{:#}\n", as_json(&suite, &report)) } else { text(&suite, &report, args) };
    output::print(&shown, code)
}

/// Whether a file is the one inside the suite.
fn unchanged(suite: &Suite, file: &Path) -> Result<Option<Discrepancy>, String> {
    let loaded = load_file(file);
    if loaded.problem.source.text.is_empty() {
        let why = loaded.diagnostics.first().map_or("there is nothing in it", |fault| &*fault.message);
        return Err(format!("{}: {why}", file.display()));
    }
    let text: &str = &loaded.problem.source.text;
    let inside = suite.problem.source.replace("\r\n", "\n");
    if inside == text {
        return Ok(None);
    }
    let same = text.lines().zip(inside.lines()).take_while(|(now, then)| now == then).count();
    let message = format!(
        "{} is not the problem file inside: they differ from line {} on; `custodiet suite` makes a suite of the file as it is now",
        file.display(),
        same + 1
    );
    Ok(Some(Discrepancy { place: "problem.source".to_owned(), message }))
}

fn text(suite: &Suite, report: &Verification<'_>, args: &Args) -> String {
    let name = &suite.problem.name;
    let mut text = if report.is_fine() {
        format!("{} {name}\n", style::good("✓ verified:"))
    } else {
        let found = count(report.notes.differences.len(), "difference");
        format!("{} {name}: {found}\n", style::bad("✗ not verified:"))
    };
    let mut line = |key: &str, value: String| {
        let _ = writeln!(text, "  {key:<14}{value}");
    };
    if let Some(problem) = report.problem() {
        line("problem file", problem_line(report, args));
        line("scope", problem.scope.describe(PairTypes::of(problem)));
        line("buckets", buckets_line(suite, problem));
        line("tests", format!("{}, each replayed, none repeated up to names and order", report.tests));
        if report.outside > 0 {
            line("outside", format!("{}, each violates one precondition", report.outside));
        }
        line("all pairs", claims_line(report, args));
        if suite.stopped_early {
            line("stopped early", "a time limit struck while it was made: buckets and tests may be lacking".to_owned());
        }
    } else {
        line("replayed", "nothing: the problem file inside cannot be used".to_owned());
    }
    if report.is_fine() {
        return text;
    }
    // The lines above say what was checked, not that it is so.
    let mut text = text.lines().next().map(|line| format!("{line}\n")).unwrap_or_default();
    for Discrepancy { place, message } in report.notes.differences.iter().take(SHOWN) {
        let _ = writeln!(text, "  {}: {message}", style::strong(place));
    }
    let rest = report.notes.differences.len().saturating_sub(SHOWN);
    if rest > 0 {
        let _ = writeln!(text, "  … and {rest} more; --json shows all");
    }
    text.push_str("next: do not use it as it is; write it again with custodiet suite FILE -o SUITE\n");
    text
}

/// What is known of claims about all pairs of the scope.
fn claims_line(report: &Verification<'_>, args: &Args) -> String {
    if args.replay {
        return "not asked about: --replay".to_owned();
    }
    match report.notes.undecided.as_slice() {
        [] => "what is said of all pairs of the scope was decided again".to_owned(),
        open @ [first, ..] => format!(
            "{} not decided again, first {}: {}; --json shows all",
            count(open.len(), "claim"),
            first.place,
            first.message
        ),
    }
}

fn problem_line(report: &Verification<'_>, args: &Args) -> String {
    let own = report.problem().map_or(0, |problem| problem.subproperties.len());
    let inside = format!("inside, as it was hashed; {}", count(own, "subproperty"));
    match &args.problem {
        Some(file) => format!("{inside}; {} is the same", file.display()),
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
        (None, None) => format!("{listed} with tests{large}; how many are contradictory is not known"),
    }
}

fn as_json(suite: &Suite, report: &Verification<'_>) -> serde_json::Value {
    json!({
        "verified": report.is_fine(),
        "problem": suite.problem.name,
        "replayed": report.problem().is_some(),
        "buckets": report.buckets,
        "tests": report.tests,
        "outside": report.outside,
        "stopped_early": suite.stopped_early,
        "differences": report.notes.differences,
        "undecided": report.notes.undecided,
    })
}
