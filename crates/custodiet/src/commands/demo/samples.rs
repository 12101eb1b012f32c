//! The last part of the demonstration: a few predicates, graded by a suite in the sandbox.
//!
//! Works in a temporary folder that is gone afterwards. Where submissions cannot be run safely, says so.

use std::fs;
use std::path::{Path, PathBuf};

use grading::excluded::Excluded;
use grading::results::{Verdict, reason};
use grading::setup::Setup;
use grading::{Store, Work, run};
use lang::problem::{Problem, PropertyKind, display_name};
use runner::Outcome;
use runner::exam::Exam;
use runner::limits::Limits;
use sandbox::support;
use submissions::gather;
use suite::judge::listed;

use crate::commands::explain::layout::hanging;
use crate::interrupt;
use crate::style::{bad, good, strong};
use crate::table::table;

const SUITE: &[u8] = include_bytes!("../../../../../docs/examples/toposort-suite.json");

const SAMPLES: &[(&str, &str)] = &[
    ("right_positions.py", include_str!("../../../../../submissions/toposort/right_positions.py")),
    ("accepts_duplicates.py", include_str!("../../../../../submissions/toposort/accepts_duplicates.py")),
    ("crashes_on_missing.py", include_str!("../../../../../submissions/toposort/crashes_on_missing.py")),
];

/// What is told of the samples.
pub fn shown(problem: &Problem, width: usize) -> Result<String, String> {
    let intro = "Predicates that were handed in are run in a sandbox, each against all tests of a suite. What do they \
                 fail to check?";
    let mut text = hanging("", intro, width);
    text.push('\n');
    if let Err((why, _)) = support().level() {
        text.push_str(&hanging("  ", &format!("left out: submissions cannot be run safely here, as {why}"), width));
        return Ok(text);
    }
    let folder = Folder::new().map_err(|error| format!("cannot make a temporary folder: {error}"))?;
    let rows = graded(problem, &folder.0)?;
    // They differ, unless none could run.
    match rows.as_slice() {
        [first, rest @ ..] if rest.iter().all(|row| row.last() == first.last()) => {
            text.push_str(&hanging("  ", first.last().map_or("", String::as_str), width));
        }
        rows => text.push_str(&table(rows, width)),
    }
    Ok(text)
}

/// For each sample its name and what became of it.
fn graded(problem: &Problem, folder: &Path) -> Result<Vec<Vec<String>>, String> {
    let suite = suite::read::read(SUITE.to_vec()).map_err(|error| error.to_string())?;
    let exam = Exam::new(problem, &suite, 0)?;
    let mut store = Store::open(&folder.join("results"), &exam.problem).map_err(|error| error.to_string())?;
    let work = Work::new(&mut store).map_err(|error| error.to_string())?;
    interrupt::remove_on_exit(vec![work.folder().to_owned(), folder.to_owned()], "nothing was changed");
    let setup = setup(folder.join("samples"))?;
    let prepared = setup.prepare(&work)?;
    let gathered = gather(&setup.submissions, &prepared.options()).map_err(|error| error.to_string())?;
    run(&prepared.class(&exam), &gathered.submissions, &mut store, &mut |_| {}).map_err(|error| error.to_string())?;
    let mut rows = Vec::new();
    for (name, _) in SAMPLES {
        let Some(entry) = store.entry(name).map_err(|error| error.to_string())? else { continue };
        let told = match reason(&entry.status) {
            Some(why) => format!("could not run: {why}"),
            None => verdict(problem, &exam, &Verdict::new(&exam, &entry, &Excluded::default())),
        };
        rows.push(vec![strong(name), told]);
    }
    Ok(rows)
}

fn verdict(problem: &Problem, exam: &Exam, verdict: &Verdict) -> String {
    if verdict.wrong == 0 {
        return good("no mistake found");
    }
    let missed = problem.subproperties.iter().zip(verdict.missed(exam));
    let missed = missed.filter(|(property, count)| property.kind == PropertyKind::Required && *count > 0);
    let missed: Vec<String> = missed.map(|(property, _)| display_name(&property.name, property.kind)).collect();
    // Messages differ between versions of Python.
    let raised = verdict.outcomes.iter().find_map(|outcome| match outcome {
        Outcome::Raised(raised) => Some(format!("; raises {}", raised.class)),
        _ => None,
    });
    let many = bad(&format!("wrong on {} of {} tests", verdict.wrong, exam.tests.len()));
    format!("{many}; misses {}{}", listed(&missed), raised.unwrap_or_default())
}

fn setup(samples: PathBuf) -> Result<Setup, String> {
    let limits = Limits::default();
    Ok(Setup {
        submissions: vec![samples],
        aliases: Vec::new(),
        support: None,
        prelude: None,
        adapters: Vec::new(),
        language: None,
        milliseconds: 1000,
        budget: None,
        memory: limits.memory >> 20,
        seed: 0,
        sandbox: support().level().map_err(|(why, _)| why)?,
    })
}

/// A private folder with the samples, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> std::io::Result<Self> {
        let folder = grading::work::temporary().map_err(std::io::Error::other)?;
        let folder = Self(folder.join(format!("custodiet-demo-{}", std::process::id())));
        fs::create_dir_all(folder.0.join("samples"))?;
        for (name, text) in SAMPLES {
            fs::write(folder.0.join("samples").join(name), text)?;
        }
        Ok(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
