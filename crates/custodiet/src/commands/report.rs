//! `custodiet report DIR`: what a class got wrong, for people and for machines.

use std::path::{Path, PathBuf};

use report::Report;
use serde_json::json;

use super::folder::Folder;
use super::grade::Refused;
use crate::{exit, output};

/// Say what each predicate fails to check, and what the class has in common
///
/// Reads what `custodiet grade` left in DIR; runs nothing. Writes DIR/report.html, a page that needs nothing else, and
/// DIR/report.json.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  custodiet report results/\n  custodiet report results/ --share -o class.html")]
pub struct Args {
    /// The folder of results
    dir: PathBuf,

    /// Write the page for showing in class: numbers for names, no sources, nothing that submissions said
    #[arg(long)]
    share: bool,

    /// Where the page goes [default: DIR/report.html, or DIR/report-share.html]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> u8 {
    reported(args).unwrap_or_else(|refused| refused.report())
}

fn reported(args: &Args) -> Result<u8, Refused> {
    let page = args
        .output
        .clone()
        .unwrap_or_else(|| args.dir.join(if args.share { "report-share.html" } else { "report.html" }));
    if args.output.is_some() {
        output::check_target(&page).map_err(|why| Refused::usage(why, ""))?;
    }
    let folder = Folder::read(&args.dir)?;
    let report = report::build(&folder.graded).map_err(|why| Refused::usage(why, "grade again with a new suite"))?;
    let write = |path: &Path, text: &str| output::write_file(path, text).map_err(|why| Refused::usage(why, ""));
    write(&page, &report::html(&report, args.share))?;
    let mut files = vec![page];
    if !args.share {
        let path = args.dir.join("report.json");
        write(&path, &(serde_json::to_string_pretty(&report).unwrap_or_default() + "\n"))?;
        files.push(path);
    }
    let text = if args.json { format!("{:#}\n", summary(&report, &files)) } else { text(&files) };
    Ok(output::print(&text, exit::FINE))
}

/// What people are told: what was written.
fn text(files: &[PathBuf]) -> String {
    files.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join("\n") + "\n"
}

/// What `--json` prints.
fn summary(report: &Report, files: &[PathBuf]) -> serde_json::Value {
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
        "files": files.iter().map(|path| path.display().to_string()).collect::<Vec<_>>(),
    })
}
