//! `custodiet report DIR`: what a class got wrong, for people and for machines.

pub mod figures;
pub mod loading;
mod text;

use std::io::Write;
use std::path::{Path, PathBuf};

use grading::Results;
use lang::suggest::did_you_mean;
use report::plain::line;
use report::{ClassReport, outcomes, results, tables};
use serde_json::json;

use super::folder::ResultsFolder;
use crate::error::{Error, Result};
use crate::{exit, output, style};

/// Report what each predicate fails to check, and which mistakes the class has in common
///
/// Reads the results of `custodiet grade` in DIR and runs nothing. Writes DIR/report.html, a self-contained page, and for programs
/// report.json, submissions.csv, buckets.csv and outcomes.parquet.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  custodiet report results/\n  custodiet report results/ --submission s17.py\n  \
    custodiet report results/ --share -o class.html")]
pub struct Args {
    /// The folder with the results
    dir: PathBuf,

    /// Write only an anonymous page to show in class: numbers instead of names, no sources, no messages
    #[arg(long, conflicts_with = "submission")]
    share: bool,

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
    let report = folder.report()?;
    if let Some(name) = &args.submission {
        let submission = find(&report, name)?;
        let one = &report.submissions[submission];
        let shown = if args.json { output::json(&json!(one)) } else { text::submission(&report, one, style::width()) };
        return output::show(&shown, exit::FINE);
    }
    let name = if args.share { "report-share.html" } else { "report.html" };
    let page = args.output.clone().unwrap_or_else(|| args.dir.join(name));
    let mut files = vec![page.clone()];
    if args.share {
        write_page(&args.dir.join(name), args.output.as_deref(), &report, true)?;
    } else {
        write_all(&args.dir, args.output.as_deref(), &folder.results, &report)?;
        files.extend(BESIDE.map(|name| args.dir.join(name)));
    }
    let shown = if args.json {
        let mut figures = figures::json(&report);
        figures["files"] = json!(files);
        output::json(&figures)
    } else if args.share {
        format!("page to show in class: {}\n", page.display())
    } else {
        text::class(&report, &args.dir, &page, style::width())
    };
    output::show(&shown, exit::FINE)
}

/// The place of a submission.
pub fn find(report: &ClassReport, name: &str) -> Result<usize> {
    report.submissions.iter().position(|one| one.name == name).ok_or_else(|| {
        // Names are untrusted text.
        let names: Vec<String> = report.submissions.iter().map(|one| line(&one.name)).collect();
        let near: Vec<&str> = names.iter().filter(|one| one.contains(name)).map(String::as_str).take(5).collect();
        let first =
            || format!("the first submissions are {}", names.iter().take(5).cloned().collect::<Vec<_>>().join(", "));
        let help = match near.as_slice() {
            [] => did_you_mean(name, names.iter().map(String::as_str)).unwrap_or_else(first),
            near => format!("did you mean `{}`?", near.join("`, `")),
        };
        Error::usage(format!("there is no submission `{name}`")).with_help(&help)
    })
}

/// The files next to the page.
const BESIDE: [&str; 4] = ["report.json", "submissions.csv", "buckets.csv", "outcomes.parquet"];

/// Writes the page to its usual place, or to the file that the user named, which may be a link.
fn write_page(usual: &Path, named: Option<&Path>, report: &ClassReport, share: bool) -> Result<()> {
    let text = report::html(report, share);
    match named {
        Some(page) => output::replace(page, &text),
        None => output::replace_entry(usual, |file| file.write_all(text.as_bytes())),
    }
}

/// Writes the result files and the files of the report, each completely or not at all. `page` is where the user wants the page.
pub fn write_all(dir: &Path, page: Option<&Path>, stored: &Results, report: &ClassReport) -> Result<()> {
    let text = |name: &str, text: &str| output::replace_entry(&dir.join(name), |file| file.write_all(text.as_bytes()));
    // Large files are written as they are made.
    output::replace_entry(&dir.join("results.json"), |file| results::write_json(stored, report, file))?;
    text("results.csv", &results::csv(report))?;
    write_page(&dir.join("report.html"), page, report, false)?;
    output::replace_entry(&dir.join("report.json"), |file| {
        serde_json::to_writer_pretty(&mut *file, report).map_err(std::io::Error::from)?;
        file.write_all(b"\n")
    })?;
    text("submissions.csv", &tables::submissions(report))?;
    text("buckets.csv", &tables::buckets(report))?;
    output::replace_entry(&dir.join("outcomes.parquet"), |file| {
        outcomes::write(stored, report, file).map_err(std::io::Error::other)
    })
}
