//! `custodiet report DIR`: what a class got wrong, for people and for machines.

mod text;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use lang::suggest::did_you_mean;
use report::model::Report;
use report::{Graded, outcomes, tables};
use serde_json::json;

use super::folder::Folder;
use super::grade::Refused;
use crate::{exit, output, style};

/// Say what each predicate fails to check, and what the class has in common
///
/// Reads what `custodiet grade` left in DIR, and runs nothing. Writes DIR/report.json, submissions.csv, buckets.csv and
/// outcomes.parquet.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  custodiet report results/\n  custodiet report results/ --submission s17.py")]
pub struct Args {
    /// The folder of results
    dir: PathBuf,

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
    let folder = Folder::read(&args.dir)?;
    let report = folder.report()?;
    if let Some(name) = &args.submission {
        let submission = find(&report, name)?;
        let one = &report.submissions[submission];
        let shown =
            if args.json { format!("{:#}\n", json!(one)) } else { text::submission(&report, one, style::width()) };
        return Ok(output::print(&shown, exit::FINE));
    }
    write_all(&args.dir, &folder.graded, &report)?;
    let shown = if args.json {
        format!("{:#}\n", json!({ "problem": report.problem.name, "summary": report.summary }))
    } else {
        text::class(&report, &args.dir, style::width())
    };
    Ok(output::print(&shown, exit::FINE))
}

/// The place of a submission; or which ones there are.
pub fn find(report: &Report, name: &str) -> Result<usize, Refused> {
    report.submissions.iter().position(|one| one.name == name).ok_or_else(|| {
        let names: Vec<&str> = report.submissions.iter().map(|one| &*one.name).collect();
        let first = || format!("the first are {}", names.iter().take(5).copied().collect::<Vec<_>>().join(", "));
        let help = did_you_mean(name, names.iter().copied()).unwrap_or_else(first);
        Refused::usage(format!("there is no submission `{name}`"), &help)
    })
}

/// Writes the files of the report, each whole or not at all.
pub fn write_all(dir: &Path, graded: &Graded, report: &Report) -> Result<(), Refused> {
    let file = |name: &str, text: &str| {
        output::write_file(&dir.join(name), text).map_err(|why| Refused::usage(why, "make room, or copy the folder"))
    };
    let json = serde_json::to_string_pretty(report).unwrap_or_default();
    file("report.json", &(json + "\n"))?;
    file("submissions.csv", &tables::submissions(report))?;
    file("buckets.csv", &tables::buckets(report))?;
    write_outcomes(&dir.join("outcomes.parquet"), graded, report)
}

fn write_outcomes(path: &Path, graded: &Graded, report: &Report) -> Result<(), Refused> {
    let draft = path.with_extension("parquet.part");
    let written = File::create(&draft).map_err(|error| output::why_not(path, &error)).and_then(|file| {
        let mut file = BufWriter::new(file);
        outcomes::write(graded, report, &mut file).map_err(|error| format!("`{}`: {error}", path.display()))?;
        file.flush().and_then(|()| std::fs::rename(&draft, path)).map_err(|error| output::why_not(path, &error))
    });
    written.map_err(|why| {
        let _ = std::fs::remove_file(&draft);
        Refused::usage(why, "make room, or copy the folder")
    })
}
