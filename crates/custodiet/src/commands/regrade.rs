//! `custodiet regrade DIR --exclude TEST|NAME --reason TEXT`: everything again without some tests, and nothing is run.

use std::fmt::Write;
use std::path::PathBuf;

use grading::excluded::{Excluded, Exclusion};
use grading::results::{About, write};
use grading::roll::Roll;
use grading::summary::Summary;
use lang::suggest::did_you_mean;
use pairs::names::same;
use report::changes::{Change, changes};
use report::plain::line;
use runner::prepared::PreparedSuite;
use serde_json::json;

use super::feedback;
use super::folder::Folder;
use super::grade::Refused;
use super::report::write_all;
use crate::style::{faint, strong};
use crate::words::count;
use crate::{exit, output};

/// Take tests out of the grading, with a reason, and say what that changes for whom
///
/// Nothing is run again. A test is named by its id; the name of a subproperty takes out every test in which it fails. What is
/// excluded stays excluded, also when more submissions are graded into DIR; outcomes are kept, and --restore counts them again.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  custodiet regrade results/ --exclude 3f2a90c1d7e4 --reason 'the handout does not say'\n  \
    custodiet regrade results/ --exclude uniqueness --reason 'not taught yet'\n  custodiet regrade results/ --restore uniqueness"
)]
pub struct Args {
    /// The folder of results
    dir: PathBuf,

    /// The id of a test, or the name of a subproperty; can be given several times
    #[arg(long, value_name = "TEST|NAME")]
    exclude: Vec<String>,

    /// Why; it is shown in every report
    #[arg(long, value_name = "TEXT", requires = "exclude")]
    reason: Option<String>,

    /// Count again what was excluded; can be given several times
    #[arg(long, value_name = "TEST|NAME")]
    restore: Vec<String>,

    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> u8 {
    regraded(args).unwrap_or_else(|refused| refused.report())
}

fn regraded(args: &Args) -> Result<u8, Refused> {
    if args.exclude.is_empty() && args.restore.is_empty() {
        return Err(Refused::usage(
            "nothing to change",
            "give --exclude TEST|NAME with --reason TEXT, or --restore TEST|NAME",
        ));
    }
    let reason = args.reason.as_deref().map(str::trim).filter(|reason| !reason.is_empty());
    if !args.exclude.is_empty() && reason.is_none() {
        return Err(Refused::usage("--exclude needs a reason", "add --reason 'why this does not count'"));
    }
    let mut folder = Folder::read(&args.dir)?;
    let before = folder.report()?;
    let excluded = decided(args, reason.unwrap_or_default(), &folder.exam, &folder.graded.excluded)?;
    if excluded.tests(&folder.exam).iter().all(|out| *out) {
        return Err(Refused::usage("no test would be left", "exclude fewer, or grade with another suite"));
    }
    folder.graded.excluded = excluded.clone();
    let after = folder.report()?;
    // From here on the decision holds; what is written follows from it, and can be written again.
    excluded.keep(&mut folder.store)?;
    if let Some(roll) = Roll::of(&folder.store)? {
        let about = About {
            exam: &folder.exam,
            suite_sha256: &folder.graded.sha256,
            sandbox: &folder.graded.sandbox,
            excluded: &excluded,
        };
        write(&about, &roll, &folder.store, &mut Summary::new(&folder.exam))?;
    }
    write_all(&args.dir, &args.dir.join("report.html"), &folder.graded, &after)?;
    feedback::write_again(&args.dir, &after, &mut folder.store)?;
    let changed = changes(&before, &after);
    let shown = if args.json {
        let tests = [before.suite.tests, after.suite.tests];
        format!(
            "{:#}\n",
            json!({ "excluded": excluded, "tests_before": tests[0], "tests": tests[1], "changes": changed })
        )
    } else {
        text(before.suite.tests, after.suite.tests, &changed)
    };
    Ok(output::print(&shown, exit::FINE))
}

/// What is excluded from now on.
fn decided(args: &Args, reason: &str, exam: &PreparedSuite, before: &Excluded) -> Result<Excluded, Refused> {
    let mut list = before.0.clone();
    for given in &args.restore {
        let count = list.len();
        list.retain(|one| one.what != *given && !same(&one.what, given));
        if list.len() == count {
            let names: Vec<&str> = before.0.iter().map(|one| &*one.what).collect();
            let help =
                if names.is_empty() { "nothing is".to_owned() } else { format!("excluded are {}", names.join(", ")) };
            return Err(Refused::usage(format!("--restore: `{given}` is not excluded"), &help));
        }
    }
    for given in &args.exclude {
        let test = exam.tests.iter().map(|test| &test.id).find(|id| *id == given);
        let what = test.or_else(|| exam.subproperties.iter().find(|name| same(name, given)));
        let Some(what) = what else {
            let near = did_you_mean(given, exam.subproperties.iter().map(String::as_str));
            let help = near.unwrap_or_else(|| {
                "ids of tests are in results.json; subproperties are those of the problem file".to_owned()
            });
            return Err(Refused::usage(format!("--exclude: there is no test and no subproperty `{given}`"), &help));
        };
        list.retain(|one| one.what != *what);
        list.push(Exclusion { what: what.clone(), reason: reason.to_owned() });
    }
    Ok(Excluded(list))
}

fn text(before: usize, after: usize, changed: &[Change]) -> String {
    let mut text = format!("{} count, {before} before\n", strong(&count(after, "test")));
    if changed.is_empty() {
        text.push_str("nothing changes for anybody\n");
        return text;
    }
    let _ = writeln!(text, "\n{}", strong(&format!("changed for {}", count(changed.len(), "submission"))));
    let width = changed.iter().map(|change| line(&change.name).chars().count()).max().unwrap_or(0).min(40);
    for change in changed {
        let (old, new) = (&change.before, &change.after);
        let verdict = if old.verdict == new.verdict {
            new.verdict.replace('_', " ")
        } else {
            format!("{} → {}", old.verdict.replace('_', " "), new.verdict.replace('_', " "))
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
            row.push_str(&faint(&format!("; {name} {} → {}", first.replace('_', " "), then.replace('_', " "))));
        }
        text.push_str(&row);
        text.push('\n');
    }
    text
}
