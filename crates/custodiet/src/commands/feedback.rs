//! `custodiet feedback DIR`: a page for each student.

use std::fs;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use grading::Store;
use report::Report;
use report::feedback::{Feedback, Reveal, file_names};
use serde_json::json;

use super::folder::Folder;
use super::grade::Refused;
use super::report::find;
use crate::words::count;
use crate::{exit, output, style};

/// Write a page for each student: what works, and at most three next steps
///
/// Reads what `custodiet grade` left in DIR, and runs nothing. Writes DIR/feedback/NAME.md and NAME.html for each submission.
/// What they say comes from the docstrings and hints of the problem file.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  custodiet feedback results/ --reveal hints\n  \
    custodiet feedback results/ --reveal pairs --submission s17.py")]
pub struct Args {
    /// The folder of results
    dir: PathBuf,

    /// How much to tell
    #[arg(long, value_enum, default_value = "hints")]
    reveal: Level,

    /// Print the page of one submission, and write nothing
    #[arg(long, value_name = "NAME")]
    submission: Option<String>,

    /// Print one JSON object instead: the files that were written
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    /// Whether something was found, and how many things
    Nothing,
    /// What is not checked
    Names,
    /// And the hints
    Hints,
    /// And the smallest pair that shows it
    Pairs,
}

pub fn run(args: &Args) -> u8 {
    written(args).unwrap_or_else(|refused| refused.report())
}

/// The folder of the pages.
const PAGES: &str = "feedback";
/// Where the store keeps what was written.
const KEY: &str = "feedback";

/// What was written, so that it can be brought up to date.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
struct Written {
    reveal: Level,
    files: Vec<String>,
}

impl Level {
    fn reveal(self) -> Reveal {
        match self {
            Self::Nothing => Reveal::Nothing,
            Self::Names => Reveal::Names,
            Self::Hints => Reveal::Hints,
            Self::Pairs => Reveal::Pairs,
        }
    }
}

/// Writes the pages again as they were written before, if they were.
pub fn write_again(dir: &Path, report: &Report, store: &mut Store) -> Result<(), Refused> {
    match before(store)? {
        Some(before) => write_pages(dir, report, before.reveal, store).map(drop),
        None => Ok(()),
    }
}

fn before(store: &Store) -> Result<Option<Written>, Refused> {
    Ok(store.get(KEY)?.and_then(|text| serde_json::from_str(&text).ok()))
}

/// Writes all pages, and removes those of submissions that are no longer there.
fn write_pages(dir: &Path, report: &Report, level: Level, store: &mut Store) -> Result<Vec<PathBuf>, Refused> {
    let folder = dir.join(PAGES);
    fs::create_dir_all(&folder).map_err(|error| Refused::usage(output::why_not(&folder, &error), ""))?;
    let mut files = Vec::new();
    for (submission, name) in report.submissions.iter().zip(file_names(report)) {
        let feedback = Feedback::new(report, submission, level.reveal());
        for (extension, text) in [("md", feedback.markdown()), ("html", feedback.html())] {
            let name = format!("{name}.{extension}");
            output::write_file(&folder.join(&name), &text).map_err(|why| Refused::usage(why, ""))?;
            files.push(name);
        }
    }
    for old in before(store)?.map(|before| before.files).unwrap_or_default() {
        // The database may have been edited: only plain names are ours.
        if !files.contains(&old) && !old.contains('/') {
            let _ = fs::remove_file(folder.join(old));
        }
    }
    let paths = files.iter().map(|name| folder.join(name)).collect();
    store.set(KEY, &serde_json::to_string(&Written { reveal: level, files }).unwrap_or_default())?;
    Ok(paths)
}

fn written(args: &Args) -> Result<u8, Refused> {
    let reveal = args.reveal.reveal();
    let mut folder = Folder::read(&args.dir)?;
    let report = folder.report()?;
    if let Some(name) = &args.submission {
        let one = &report.submissions[find(&report, name)?];
        return Ok(output::print(&Feedback::new(&report, one, reveal).markdown(), exit::FINE));
    }
    let files = write_pages(&args.dir, &report, args.reveal, &mut folder.store)?;
    let folder = args.dir.join(PAGES);
    let shown = if args.json {
        format!("{:#}\n", json!({ "problem": report.problem.name, "files": files }))
    } else {
        let level = args.reveal.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
        let hints = report.subproperties.iter().filter(|one| one.required && one.hint.is_none());
        let without: Vec<&str> = hints.map(|one| &*one.shown).collect();
        let mut text = format!("{} at `--reveal {level}`: {}\n", count(files.len() / 2, "page"), folder.display());
        if reveal >= Reveal::Hints && !without.is_empty() {
            let remark = format!(
                "! no hint in the problem file for {}; @subproperty(hint=\"…\") adds one\n",
                without.join(", ")
            );
            text.push_str(&style::doubtful(&remark));
        }
        text
    };
    Ok(output::print(&shown, exit::FINE))
}
