//! `custodiet feedback DIR`: a page for each student.

use std::fs;
use std::path::PathBuf;

use clap::ValueEnum;
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
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

fn written(args: &Args) -> Result<u8, Refused> {
    let reveal = match args.reveal {
        Level::Nothing => Reveal::Nothing,
        Level::Names => Reveal::Names,
        Level::Hints => Reveal::Hints,
        Level::Pairs => Reveal::Pairs,
    };
    let report = Folder::read(&args.dir)?.report()?;
    if let Some(name) = &args.submission {
        let one = &report.submissions[find(&report, name)?];
        return Ok(output::print(&Feedback::new(&report, one, reveal).markdown(), exit::FINE));
    }
    let folder = args.dir.join("feedback");
    fs::create_dir_all(&folder).map_err(|error| Refused::usage(output::why_not(&folder, &error), ""))?;
    let mut files = Vec::new();
    for (submission, name) in report.submissions.iter().zip(file_names(&report)) {
        let feedback = Feedback::new(&report, submission, reveal);
        for (extension, text) in [("md", feedback.markdown()), ("html", feedback.html())] {
            let path = folder.join(format!("{name}.{extension}"));
            output::write_file(&path, &text).map_err(|why| Refused::usage(why, ""))?;
            files.push(path);
        }
    }
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
