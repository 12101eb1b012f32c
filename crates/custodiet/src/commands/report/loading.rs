//! What a class lacks and how it was loaded, on a terminal and as JSON. `grade` and `report` show the same.

use std::fmt::Write;

use analysis::loading::SharedUndefinedName;
use report::ClassReport;
use report::loading::{by_language, note, provide, skeleton, undefined_name};
use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::commands::explain::layout::hanging;
use crate::style::{doubtful, faint};
use crate::words::count;

/// At most this many names and notes, and lines of a skeleton, are shown; the page has more.
const NAMES: usize = 5;
const NOTES: usize = 5;
const LINES: usize = 40;

/// Names that nothing defines, with the beginning of a file that defines them; then notes. Empty if there are none.
pub fn shown(report: &ClassReport, width: usize) -> String {
    let mut text: String = by_language(&report.undefined).iter().map(|names| undefined(names, width)).collect();
    if !report.notes.is_empty() {
        text.push('\n');
    }
    for one in report.notes.iter().take(NOTES) {
        text.push_str(&hanging(&format!("{} ", doubtful("!")), &note(one), width));
    }
    if let Some(more) = more(report.notes.len(), NOTES) {
        let _ = writeln!(text, "  {more}");
    }
    text
}

/// Names of one language.
fn undefined(names: &[&SharedUndefinedName], width: usize) -> String {
    let shown = &names[..names.len().min(NAMES)];
    let mut sentences: Vec<String> = shown.iter().map(|one| undefined_name(one)).collect();
    sentences.extend(more(names.len(), NAMES));
    match sentences.as_mut_slice() {
        [only] => *only = format!("{only}: {}", provide(names)),
        _ => sentences.push(provide(names)),
    }
    let mut text = "\n".to_owned();
    for (place, sentence) in sentences.iter().enumerate() {
        let lead = if place == 0 { format!("{} ", doubtful("!")) } else { "  ".to_owned() };
        text.push_str(&hanging(&lead, sentence, width));
    }
    text + &block(&skeleton(shown))
}

/// Lines to be copied, indented and never wrapped.
fn block(lines: &[String]) -> String {
    let mut text = String::new();
    if !lines.is_empty() {
        text.push('\n');
    }
    for line in lines.iter().take(LINES) {
        let _ = writeln!(text, "{}", format!("      {line}").trim_end());
    }
    if lines.len() > LINES {
        let rest = count(lines.len() - LINES, "more line");
        let _ = writeln!(text, "      {}", faint(&format!("{rest}: see report.html")));
    }
    text
}

fn more(all: usize, shown: usize) -> Option<String> {
    (all > shown).then(|| faint(&format!("and {} more: see report.html", all - shown)))
}

/// What `--json` prints of undefined names.
pub fn undefined_json(report: &ClassReport) -> Json {
    with_names(report, &report.undefined, |one| &one.submissions)
}

/// What `--json` prints of reasons for which submissions could not be decided.
pub fn undecided_json(report: &ClassReport) -> Json {
    with_names(report, &report.undecided, |one| &one.submissions)
}

/// What `--json` prints of notes.
pub fn notes_json(report: &ClassReport) -> Json {
    with_names(report, &report.notes, |one| &one.submissions)
}

/// Entries of the report, with the names of submissions in place of their indices.
fn with_names<T: Serialize>(report: &ClassReport, all: &[T], submissions: impl Fn(&T) -> &[usize]) -> Json {
    let with_names = |one: &T| {
        let mut entry = json!(one);
        entry["submissions"] = json!(named(report, submissions(one)));
        entry
    };
    all.iter().map(with_names).collect()
}

/// The names of submissions.
pub fn named<'a>(report: &'a ClassReport, submissions: &[usize]) -> Vec<&'a str> {
    submissions.iter().map(|index| &*report.submissions[*index].name).collect()
}
