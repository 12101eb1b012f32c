//! `custodiet report DIR`: what a class got wrong, for people and for machines.

pub mod figures;
pub mod files;
pub mod loading;
mod text;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use analysis::progress::ClassProgress;
use lang::suggest::did_you_mean;
use report::ClassReport;
use report::plain::line;
use report::story::progress_since;
use serde_json::json;

use super::folder::ResultsFolder;
use crate::error::{Error, Result};
use crate::{exit, output, style};

/// Report what each predicate fails to check, and which mistakes the class has in common
///
/// Reads the results of `custodiet grade` in DIR and runs nothing. Writes DIR/report.html, a self-contained page, and for programs
/// report.json, submissions.csv, buckets.csv and outcomes.parquet. Beyond 1,000 submissions, each is on a page in DIR/report-pages.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  custodiet report results/\n  custodiet report results/ --submission s17.py\n  \
    custodiet report results/ --share -o class.html\n  \
    custodiet report second/ --since first/")]
pub struct Args {
    /// The folder with the results
    dir: PathBuf,

    /// Write only an anonymous page to show in class: numbers instead of names, no sources, no messages
    #[arg(long, conflicts_with = "submission")]
    share: bool,

    /// Name submissions in charts instead of numbering them
    #[arg(long, conflicts_with_all = ["share", "submission"])]
    names: bool,

    /// Also say what changed since an earlier grading of the same class
    #[arg(long, value_name = "OLDER_DIR", conflicts_with = "submission")]
    since: Option<PathBuf>,

    /// Where to write the page [default: DIR/report.html, or DIR/report-share.html]
    #[arg(short, long, value_name = "FILE", conflicts_with = "submission")]
    output: Option<PathBuf>,

    /// Show one submission and write nothing
    #[arg(long, value_name = "NAME")]
    submission: Option<String>,

    /// Print one JSON object instead of text: the figures of the class, or one submission
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<u8> {
    if let Some(path) = &args.output {
        output::check_writable(path)?;
    }
    let folder = ResultsFolder::read(&args.dir)?;
    let source = folder.source();
    let mut reporter = report::build(&folder.results, &source)?;
    if let Some(name) = &args.submission {
        let (_, one) = reporter.full(find(&reporter.report, name)?)?;
        let report = &reporter.report;
        let shown = if args.json { output::json(&json!(one)) } else { text::submission(report, &one, style::width()) };
        return output::show(&shown, exit::FINE);
    }
    reporter.report.names = args.names;
    if let Some(older) = &args.since {
        reporter.report.progress = Some(since(older, &reporter.report)?);
    }
    let name = if args.share { "report-share.html" } else { "report.html" };
    let page = args.output.clone().unwrap_or_else(|| args.dir.join(name));
    let mut files = vec![page.clone()];
    if args.share {
        files::write_share(&args.dir, args.output.as_deref(), &mut reporter)?;
    } else {
        files::check_names(&args.dir)?;
        files::write_all(&args.dir, args.output.as_deref(), &folder.results, &mut reporter).map_err(writable_copy)?;
        files.extend(files::beside(&reporter.report).map(|name| args.dir.join(name)));
    }
    let report = &reporter.report;
    let shown = if args.json {
        let mut figures = figures::json(report);
        figures["files"] = json!(files);
        output::json(&figures)
    } else if args.share {
        format!("page to show in class: {}\n", page.display())
    } else {
        text::class(report, &args.dir, &page, style::width())
    };
    output::show(&shown, exit::FINE)
}

/// What changed since an earlier grading.
fn since(older: &Path, report: &ClassReport) -> Result<ClassProgress> {
    let folder = ResultsFolder::read(older)?;
    let source = folder.source();
    let before = report::build(&folder.results, &source)?.report;
    if before.problem.name != report.problem.name {
        let message = format!("`{}` is about another problem, `{}`", older.display(), line(&before.problem.name));
        return Err(Error::usage(message).with_help("pass the results of an earlier grading of the same problem"));
    }
    let progress = progress_since(&before, report);
    if progress.both == 0 {
        let message = format!("no submission in `{}` has the name of one that is graded now", older.display());
        return Err(Error::usage(message).with_help("submissions are compared by name"));
    }
    Ok(progress)
}

/// Tables are written next to the results, wherever the page goes.
fn writable_copy(error: Error) -> Error {
    match &error {
        Error::NotWritten { source, .. } | Error::Unwritable { source, .. } => match source.kind() {
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => error.with_help(
                "tables are written next to the results: copy the folder; --share and --submission write none",
            ),
            _ => error,
        },
        _ => error,
    }
}

/// Some names of submissions, for someone who gave another one.
pub fn first_names(names: &[String]) -> String {
    match names {
        [only] => format!("the only submission is {only}"),
        names => format!("the first submissions are {}", names.iter().take(5).cloned().collect::<Vec<_>>().join(", ")),
    }
}

/// The place of a submission.
pub fn find(report: &ClassReport, name: &str) -> Result<usize> {
    report.submissions.iter().position(|one| one.name == name).ok_or_else(|| {
        // Names are untrusted text.
        let names: Vec<String> = report.submissions.iter().map(|one| line(&one.name)).collect();
        let near: Vec<&str> = names.iter().filter(|one| one.contains(name)).map(String::as_str).take(5).collect();
        let first = || first_names(&names);
        let help = match near.as_slice() {
            [] => did_you_mean(name, names.iter().map(String::as_str)).unwrap_or_else(first),
            near => format!("did you mean `{}`?", near.join("`, `")),
        };
        Error::usage(format!("there is no submission `{name}`")).with_help(&help)
    })
}
