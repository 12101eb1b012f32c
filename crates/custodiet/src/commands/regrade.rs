//! `custodiet regrade DIR --exclude TEST|NAME --reason TEXT`: grades again without some tests, and runs nothing.

use std::fmt::Write;
use std::path::PathBuf;

use analysis::attribute::CheckStatus;
use grading::{Exclusion, Exclusions};
use lang::suggest::did_you_mean;
use pairs::names::same;
use report::build::answer_key;
use report::changes::{GradeChange, changes};
use report::plain::line;
use runner::prepared::PreparedSuite;
use serde_json::json;

use super::feedback;
use super::folder::ResultsFolder;
use super::report::files::{check_names, write_all};
use crate::error::{Error, Result};
use crate::style::{faint, strong};
use crate::words::count;
use crate::{exit, output};

/// Exclude tests from grading, with a reason, and show what that changes for whom
///
/// Nothing is run again. Tests are named by id; the name of a subproperty excludes every test in which it fails. Exclusions also
/// apply to submissions that are graded into DIR later. Outcomes stay stored, and --restore counts them again.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  custodiet regrade results/ --exclude 3f2a90c1d7e4 --reason 'the handout does not say'\n  \
    custodiet regrade results/ --exclude uniqueness --reason 'not taught yet'\n  custodiet regrade results/ --restore uniqueness"
)]
pub struct Args {
    /// The folder with the results
    dir: PathBuf,

    /// The id of a test, or the name of a subproperty; can be repeated
    #[arg(long, value_name = "TEST|NAME")]
    exclude: Vec<String>,

    /// The reason, which every report shows
    #[arg(long, value_name = "TEXT", requires = "exclude")]
    reason: Option<String>,

    /// Count excluded tests again; can be repeated
    #[arg(long, value_name = "TEST|NAME")]
    restore: Vec<String>,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<u8> {
    if args.exclude.is_empty() && args.restore.is_empty() {
        return Err(Error::usage("nothing to change")
            .with_help("pass --exclude TEST|NAME with --reason TEXT, or --restore TEST|NAME"));
    }
    let reason = args.reason.as_deref().map(str::trim).filter(|reason| !reason.is_empty());
    if !args.exclude.is_empty() && reason.is_none() {
        return Err(Error::usage("--exclude needs a reason").with_help("add --reason 'why this does not count'"));
    }
    let mut folder = ResultsFolder::read_and_write(&args.dir)?;
    check_names(&args.dir)?;
    feedback::check(&args.dir, &folder.store)?;
    let before = report::build(&folder.results, &folder.source())?.report;
    let exclusions = decided(args, reason.unwrap_or_default(), &folder.prepared_suite, &folder.results.exclusions)?;
    folder.results.exclusions = exclusions.clone();
    let key = answer_key(&folder.results)?;
    if key.counted_tests() == 0 {
        return Err(Error::usage("no test would be left").with_help("exclude fewer tests, or grade with another suite"));
    }
    // From here on the decision holds. The files follow from it and can be written again.
    exclusions.save(&mut folder.store)?;
    let source = folder.source();
    let mut reporter = report::build(&folder.results, &source)?;
    write_all(&args.dir, None, &folder.results, &mut reporter)?;
    let pages = feedback::write_again(&args.dir, &reporter, &folder.store)?;
    let after = reporter.report;
    feedback::record(pages, &mut folder.store)?;
    let changed = changes(&before, &after);
    let shown = if args.json {
        let tests = [before.suite.tests, after.suite.tests];
        output::json(
            &json!({ "excluded": exclusions, "tests_before": tests[0], "tests": tests[1], "changes": changed }),
        )
    } else {
        text(before.suite.tests, after.suite.tests, &changed)
    };
    output::show(&shown, exit::FINE)
}

/// What is excluded from now on.
fn decided(args: &Args, reason: &str, prepared_suite: &PreparedSuite, before: &Exclusions) -> Result<Exclusions> {
    let mut list = before.0.clone();
    for given in &args.restore {
        let count = list.len();
        list.retain(|one| one.what != *given && !same(&one.what, given));
        if list.len() == count {
            let names: Vec<String> = before.names().into_iter().map(line).collect();
            let help = if names.is_empty() {
                "nothing is excluded".to_owned()
            } else {
                format!("excluded: {}", names.join(", "))
            };
            return Err(Error::usage(format!("--restore: `{given}` is not excluded")).with_help(&help));
        }
    }
    for given in &args.exclude {
        let test = prepared_suite.tests.iter().map(|test| &test.id).find(|id| *id == given);
        let what = test.or_else(|| prepared_suite.subproperties.iter().find(|name| same(name, given)));
        let Some(what) = what else {
            let near = did_you_mean(given, prepared_suite.subproperties.iter().map(String::as_str));
            let help = near.unwrap_or_else(|| {
                "test ids are in results.json; subproperties are those of the problem file".to_owned()
            });
            return Err(Error::usage(format!("--exclude: no test or subproperty is called `{given}`")).with_help(&help));
        };
        list.retain(|one| one.what != *what);
        list.push(Exclusion { what: what.clone(), reason: reason.to_owned() });
    }
    Ok(Exclusions(list))
}

fn text(before: usize, after: usize, changed: &[GradeChange]) -> String {
    let mut text = format!("{} count; {before} counted before\n", strong(&count(after, "test")));
    if changed.is_empty() {
        text.push_str("no grade changes\n");
        return text;
    }
    let _ = writeln!(text, "\n{}", strong(&format!("changes for {}", count(changed.len(), "submission"))));
    let width = changed.iter().map(|change| line(&change.name).chars().count()).max().unwrap_or(0).min(40);
    for change in changed.iter().take(SHOWN) {
        let (old, new) = (&change.before, &change.after);
        let verdict = if old.verdict == new.verdict {
            new.verdict.words().to_owned()
        } else {
            format!("{} → {}", old.verdict.words(), new.verdict.words())
        };
        let mut row = format!(
            "  {:<width$}  {verdict}; wrong {} of {} → {} of {}",
            line(&change.name),
            old.wrong,
            old.tests,
            new.wrong,
            new.tests
        );
        for (name, first, then) in &change.subproperties {
            row.push_str(&faint(&format!("; {name} {} → {}", status(*first), status(*then))));
        }
        text.push_str(&row);
        text.push('\n');
    }
    if changed.len() > SHOWN {
        let _ = writeln!(text, "{}", faint(&format!("  and {} more: --json lists all", changed.len() - SHOWN)));
    }
    text
}

/// Changes that are shown.
const SHOWN: usize = 200;

fn status(status: CheckStatus) -> &'static str {
    match status {
        CheckStatus::Checked => "checked",
        CheckStatus::InPart => "checked in part",
        CheckStatus::Missed => "missed",
        CheckStatus::Untested => "cannot be determined",
    }
}
