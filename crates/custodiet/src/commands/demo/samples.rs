//! The last part of the demonstration: a few predicates, graded by a suite in the sandbox.
//!
//! Works in a temporary folder, which stays for the sake of the report. Where submissions cannot be run safely, says so.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use analysis::attribute::Standing;
use analysis::statement::Verdict;
use grading::roll::Roll;
use grading::setup::Setup;
use grading::{Store, Work, run};
use lang::problem::Problem;
use pairs::names::listed;
use report::Graded;
use report::model::{Report, Submission};
use report::plain::line;
use runner::exam::Exam;
use runner::limits::Limits;
use sandbox::support;
use submissions::gather;

use crate::commands::explain::layout::hanging;
use crate::commands::grade::exam_file::kept;
use crate::commands::report::write_all;
use crate::interrupt;
use crate::style::{bad, good, strong};
use crate::table::table;

const SUITE: &[u8] = include_bytes!("../../../../../docs/examples/toposort-suite.json");

const SAMPLES: &[(&str, &str)] = &[
    ("right_positions.py", include_str!("../../../../../submissions/toposort/right_positions.py")),
    ("accepts_duplicates.py", include_str!("../../../../../submissions/toposort/accepts_duplicates.py")),
    ("crashes_on_missing.py", include_str!("../../../../../submissions/toposort/crashes_on_missing.py")),
];

/// What is told of the samples, and the page of the report.
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
    let report = graded(problem, &folder)?;
    let rows: Vec<Vec<String>> =
        report.submissions.iter().map(|one| vec![strong(&line(&one.name)), told(&report, one)]).collect();
    // They differ, unless none could run.
    match rows.as_slice() {
        [first, rest @ ..] if rest.iter().all(|row| row.last() == first.last()) => {
            text.push_str(&hanging("  ", first.last().map_or("", String::as_str), width));
        }
        rows => text.push_str(&table(rows, width)),
    }
    let _ = write!(text, "\nreport: {}\n", folder.results().join("report.html").display());
    Ok(text)
}

/// Grades the samples and writes the report.
fn graded(problem: &Problem, folder: &Folder) -> Result<Report, String> {
    let text = |error: grading::StoreError| error.to_string();
    let suite = suite::read::read(SUITE.to_vec()).map_err(|error| error.to_string())?;
    let exam = Exam::new(problem, &suite, 0)?;
    let mut store = Store::open(&folder.results(), &exam.problem).map_err(text)?;
    let work = Work::new(&mut store).map_err(text)?;
    interrupt::remove_on_exit(vec![work.folder().to_owned(), folder.0.clone()], "nothing was changed");
    let setup = setup(folder.samples())?;
    setup.keep(&mut store).map_err(text)?;
    fs::write(kept(&folder.results()), SUITE).map_err(|error| error.to_string())?;
    let prepared = setup.prepare(&work)?;
    let gathered = gather(&setup.submissions, &prepared.options()).map_err(|error| error.to_string())?;
    run(&prepared.class(&exam), &gathered.submissions, &mut store, &mut |_| {}).map_err(text)?;
    Roll::new(&setup.sandbox.to_string(), &gathered.submissions).keep(&mut store).map_err(text)?;
    let own = suite::read::problem(&suite).map_err(|error| error.to_string())?;
    let sha256 = suite::digest::sha256(SUITE);
    let graded = Graded::read(&store, own, suite, sha256, &exam).map_err(text)?.ok_or("nothing was graded")?;
    let report = report::build(&graded)?;
    write_all(&folder.results(), &folder.results().join("report.html"), &graded, &report)
        .map_err(|refused| refused.message)?;
    Ok(report)
}

/// `too lax: misses UNIQUENESS`
fn told(report: &Report, one: &Submission) -> String {
    let Some(statement) = &one.statement else {
        return format!("could not run: {}", line(one.reason.as_deref().unwrap_or_default()));
    };
    if statement.verdict == Verdict::NoMistake {
        return good(&statement.words);
    }
    // Messages differ between versions of Python.
    let short = |words: &str| words.split(" (").next().unwrap_or_default().to_owned();
    let mistakes: Vec<String> = statement.mistakes.iter().map(|mistake| short(&line(&mistake.words))).collect();
    let in_part = statement.subproperties.iter().filter(|one| one.standing == Standing::InPart);
    let in_part: Vec<String> = in_part.map(|one| report.subproperties[one.subproperty].shown.clone()).collect();
    let noticed = if statement.verdict == Verdict::Fails && !in_part.is_empty() {
        format!(" where {} fails", listed(&in_part))
    } else {
        String::new()
    };
    format!("{}: {}{noticed}", bad(&statement.words), mistakes.join(", "))
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

/// A private folder with the samples and the results. It stays: the report is in it.
struct Folder(PathBuf);

impl Folder {
    fn new() -> std::io::Result<Self> {
        use std::os::unix::fs::DirBuilderExt;
        let folder = grading::work::temporary().map_err(std::io::Error::other)?;
        let folder = Self(folder.join(format!("custodiet-demo-{}", std::process::id())));
        // Fails if it is there: it would be somebody else's.
        fs::DirBuilder::new().mode(0o700).create(&folder.0)?;
        fs::create_dir(folder.samples())?;
        for (name, text) in SAMPLES {
            fs::write(folder.samples().join(name), text)?;
        }
        Ok(folder)
    }

    fn samples(&self) -> PathBuf {
        self.0.join("samples")
    }

    fn results(&self) -> PathBuf {
        self.0.join("results")
    }
}
