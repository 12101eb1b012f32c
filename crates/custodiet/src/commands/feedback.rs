//! `custodiet feedback DIR`: a page for each student.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use grading::folder::{EntryError, subfolder};
use grading::{Store, StoreError};
use report::ClassReporter;
use report::feedback::{Feedback, Reveal, file_names, is_page_name};
use serde_json::json;

use super::folder::ResultsFolder;
use super::report::find;
use crate::error::{Error, Result};
use crate::words::count;
use crate::{exit, output, style};

/// Write a page for each student: at most three problems to fix, and what is already checked
///
/// Reads the results of `custodiet grade` in DIR and runs nothing. Writes DIR/feedback/NAME.md and NAME.html for each submission, in
/// the words of the docstrings and hints of the problem file.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  custodiet feedback results/ --reveal hints\n  \
    custodiet feedback results/ --reveal pairs --submission s17.py")]
pub struct Args {
    /// The folder with the results
    dir: PathBuf,

    /// How much the pages reveal
    #[arg(long, value_enum, default_value = "hints")]
    reveal: RevealLevel,

    /// Print the page of one submission and write nothing
    #[arg(long, value_name = "NAME")]
    submission: Option<String>,

    /// Print one JSON object instead of text: the written files
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum RevealLevel {
    /// Whether there are mistakes, and roughly how many tests fail
    Nothing,
    /// Also what is not checked
    Names,
    /// Also hints
    Hints,
    /// Also the smallest pair that shows each problem
    Pairs,
}

pub fn run(args: &Args) -> Result<u8> {
    written(args)
}

/// The folder of the pages.
const PAGES: &str = "feedback";
/// Where the store records what was written.
const KEY: &str = "feedback";

/// The pages that were written, so that a regrade can update them.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
pub struct WrittenPages {
    reveal: RevealLevel,
    files: Vec<String>,
}

impl RevealLevel {
    fn reveal(self) -> Reveal {
        match self {
            Self::Nothing => Reveal::Nothing,
            Self::Names => Reveal::Names,
            Self::Hints => Reveal::Hints,
            Self::Pairs => Reveal::Pairs,
        }
    }
}

/// Writes the pages again, if they were written before. What was written is to be recorded.
pub fn write_again(dir: &Path, reporter: &ClassReporter<'_>, store: &Store) -> Result<Option<WrittenPages>> {
    match before(store)? {
        Some(before) => write_pages(dir, reporter, before.reveal, store).map(Some),
        None => Ok(None),
    }
}

/// Records which pages there are.
pub fn record(pages: Option<WrittenPages>, store: &mut Store) -> Result<()> {
    match pages {
        Some(pages) => Ok(store.save(KEY, &pages)?),
        None => Ok(()),
    }
}

/// Records in another store which pages were written, so that they can be written again.
pub fn carry_over(from: &Store, to: &mut Store) -> Result<()> {
    match before(from)? {
        Some(before) => Ok(to.save(KEY, &before)?),
        None => Ok(()),
    }
}

/// Refuses a folder in which pages that were written before could not be written again.
pub fn check(dir: &Path, store: &Store) -> Result<()> {
    let Some(before) = before(store)? else { return Ok(()) };
    checked_pages(dir, before.files.iter().filter(|name| is_page_name(name))).map(drop)
}

/// The folder of the pages, in which no other folder has the name of one of these pages.
fn checked_pages<'a>(dir: &Path, names: impl IntoIterator<Item = &'a String>) -> Result<PathBuf> {
    let folder = pages(dir)?;
    names.into_iter().try_for_each(|name| output::check_name(&folder.join(name)))?;
    Ok(folder)
}

/// The folder of the pages.
fn pages(dir: &Path) -> Result<PathBuf> {
    subfolder(dir, PAGES).map_err(|error| match error {
        EntryError::Foreign(foreign) => StoreError::from(foreign).into(),
        EntryError::Io(source) => Error::Unwritable { path: dir.join(PAGES), source },
    })
}

fn before(store: &Store) -> Result<Option<WrittenPages>> {
    Ok(store.load(KEY)?)
}

/// Writes all pages, one submission at a time, and removes pages of submissions that no longer exist.
fn write_pages(dir: &Path, reporter: &ClassReporter<'_>, level: RevealLevel, store: &Store) -> Result<WrittenPages> {
    let report = &reporter.report;
    let names = file_names(report).into_iter().flat_map(|name| ["md", "html"].map(|kind| format!("{name}.{kind}")));
    let files: Vec<String> = names.collect();
    let folder = checked_pages(dir, &files)?;
    for (index, names) in files.chunks(2).enumerate() {
        let (_, submission) = reporter.full(index)?;
        let feedback = Feedback::new(report, &submission, level.reveal());
        for (name, text) in names.iter().zip([feedback.markdown(), feedback.html()]) {
            output::replace_small_entry(&folder.join(name), &text)?;
        }
    }
    let written: BTreeSet<&String> = files.iter().collect();
    for old in before(store)?.map(|before| before.files).unwrap_or_default() {
        // The database is untrusted: only names that pages have are files of ours.
        if !written.contains(&old) && is_page_name(&old) {
            let _ = fs::remove_file(folder.join(old));
        }
    }
    Ok(WrittenPages { reveal: level, files })
}

fn written(args: &Args) -> Result<u8> {
    let reveal = args.reveal.reveal();
    let mut folder = ResultsFolder::read_and_write(&args.dir)?;
    let source = folder.source();
    let reporter = report::build(&folder.results, &source)?;
    if let Some(name) = &args.submission {
        let (_, one) = reporter.full(find(&reporter.report, name)?)?;
        return output::show(&Feedback::new(&reporter.report, &one, reveal).markdown(), exit::FINE);
    }
    let written = write_pages(&args.dir, &reporter, args.reveal, &folder.store)?;
    let report = reporter.report;
    let files: Vec<PathBuf> = written.files.iter().map(|name| args.dir.join(PAGES).join(name)).collect();
    record(Some(written), &mut folder.store)?;
    let folder = args.dir.join(PAGES);
    let shown = if args.json {
        output::json(&json!({ "problem": report.problem.name, "files": files }))
    } else {
        let level = args.reveal.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
        let hints = report.subproperties.iter().filter(|one| one.required && one.hint.is_none());
        let without: Vec<&str> = hints.map(|one| &*one.shown).collect();
        let mut text = format!("{} at `--reveal {level}`: {}\n", count(files.len() / 2, "page"), folder.display());
        if reveal >= Reveal::Hints && !without.is_empty() {
            let remark = format!(
                "! the problem file has no hint for {}; add one with @subproperty(hint=\"…\")\n",
                without.join(", ")
            );
            text.push_str(&style::doubtful(&remark));
        }
        text
    };
    output::show(&shown, exit::FINE)
}
