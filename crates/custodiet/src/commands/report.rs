//! `custodiet report DIR`: what a class got wrong, for people and for machines.

mod text;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use lang::suggest::did_you_mean;
use report::model::Report;
use report::plain::line;
use report::{Graded, outcomes, tables};
use serde_json::{Value as Json, json};

use super::folder::Folder;
use super::grade::Refused;
use crate::{exit, output, style};

/// Say what each predicate fails to check, and what the class has in common
///
/// Reads what `custodiet grade` left in DIR, and runs nothing. Writes DIR/report.html, a page that needs nothing else, and for
/// programs report.json, submissions.csv, buckets.csv and outcomes.parquet.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  custodiet report results/\n  custodiet report results/ --submission s17.py\n  \
    custodiet report results/ --share -o class.html")]
pub struct Args {
    /// The folder of results
    dir: PathBuf,

    /// Write only the page for showing in class: numbers for names, no sources, nothing that submissions said
    #[arg(long, conflicts_with = "submission")]
    share: bool,

    /// Where the page goes [default: DIR/report.html, or DIR/report-share.html]
    #[arg(short, long, value_name = "FILE", conflicts_with = "submission")]
    output: Option<PathBuf>,

    /// Show one submission, and write nothing
    #[arg(long, value_name = "NAME")]
    submission: Option<String>,

    /// Print one JSON object instead: the summary, or the one submission
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> u8 {
    reported(args).unwrap_or_else(|refused| refused.report())
}

fn reported(args: &Args) -> Result<u8, Refused> {
    if let Some(path) = &args.output {
        output::check_target(path).map_err(|why| Refused::usage(why, ""))?;
    }
    let folder = Folder::read(&args.dir)?;
    let report = folder.report()?;
    if let Some(name) = &args.submission {
        let submission = find(&report, name)?;
        let one = &report.submissions[submission];
        let shown =
            if args.json { format!("{:#}\n", json!(one)) } else { text::submission(&report, one, style::width()) };
        return Ok(output::print(&shown, exit::FINE));
    }
    let name = if args.share { "report-share.html" } else { "report.html" };
    let page = args.output.clone().unwrap_or_else(|| args.dir.join(name));
    let mut files = vec![page.clone()];
    if args.share {
        write_page(&page, &report, true)?;
    } else {
        write_all(&args.dir, &page, &folder.graded, &report)?;
        files.extend(BESIDE.map(|name| args.dir.join(name)));
    }
    let shown = if args.json {
        format!("{:#}\n", summary(&report, &files))
    } else if args.share {
        format!("for showing in class: {}\n", page.display())
    } else {
        text::class(&report, &args.dir, &page, style::width())
    };
    Ok(output::print(&shown, exit::FINE))
}

/// What `--json` prints.
fn summary(report: &Report, files: &[PathBuf]) -> Json {
    let subproperties = report.subproperties.iter().map(
        |one| json!({ "name": one.name, "required": one.required, "errors": one.errors, "explains": one.explains }),
    );
    json!({
        "format": report.format,
        "problem": report.problem.name,
        "tests": report.suite.tests,
        "summary": report.summary,
        "summary_without_deep": report.summary_without_deep,
        "subproperties": subproperties.collect::<Vec<_>>(),
        "files": files,
    })
}

/// The place of a submission; or which ones there are.
pub fn find(report: &Report, name: &str) -> Result<usize, Refused> {
    report.submissions.iter().position(|one| one.name == name).ok_or_else(|| {
        // Names are by strangers, and may hold anything.
        let names: Vec<String> = report.submissions.iter().map(|one| line(&one.name)).collect();
        let near: Vec<&str> = names.iter().filter(|one| one.contains(name)).map(String::as_str).take(5).collect();
        let first = || format!("the first are {}", names.iter().take(5).cloned().collect::<Vec<_>>().join(", "));
        let help = match near.as_slice() {
            [] => did_you_mean(name, names.iter().map(String::as_str)).unwrap_or_else(first),
            near => format!("did you mean `{}`?", near.join("`, `")),
        };
        Refused::usage(format!("there is no submission `{name}`"), &help)
    })
}

/// The files beside the page.
const BESIDE: [&str; 4] = ["report.json", "submissions.csv", "buckets.csv", "outcomes.parquet"];

fn write_page(page: &Path, report: &Report, share: bool) -> Result<(), Refused> {
    output::write_file(page, &report::html(report, share)).map_err(unwritten)
}

/// Writes the files of the report, each whole or not at all.
pub fn write_all(dir: &Path, page: &Path, graded: &Graded, report: &Report) -> Result<(), Refused> {
    write_page(page, report, false)?;
    let file = |name: &str, text: &str| output::write_file(&dir.join(name), text).map_err(unwritten);
    // The large ones go to the disk as they are made.
    drafted(&dir.join("report.json"), |file| {
        serde_json::to_writer_pretty(&mut *file, report).map_err(std::io::Error::from)?;
        file.write_all(b"\n")
    })?;
    file("submissions.csv", &tables::submissions(report))?;
    file("buckets.csv", &tables::buckets(report))?;
    drafted(&dir.join("outcomes.parquet"), |file| outcomes::write(graded, report, file).map_err(std::io::Error::other))
}

/// A file that takes its place when it is complete.
fn drafted(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> std::io::Result<()>) -> Result<(), Refused> {
    let mut draft = path.to_owned().into_os_string();
    draft.push(".part");
    let written = File::create(&draft).map(BufWriter::new).and_then(|mut file| {
        write(&mut file)?;
        file.flush()?;
        std::fs::rename(&draft, path)
    });
    written.map_err(|error| {
        let _ = std::fs::remove_file(&draft);
        unwritten(output::why_not(path, &error))
    })
}

fn unwritten(message: String) -> Refused {
    Refused { message, help: None, code: exit::INTERNAL }
}
