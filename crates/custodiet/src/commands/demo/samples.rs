//! The last part of the demonstration: a few predicates, graded by a suite in the sandbox.
//!
//! Works in a temporary folder, which is kept because it holds the report. Says so if submissions cannot be run safely.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use analysis::Verdict;
use analysis::attribute::CheckStatus;
use grading::{GivenFiles, GradingSetup, Results, Roster, RunSettings, Store, StoredSource, WorkFolder, run};
use lang::problem::Problem;
use pairs::names::listed;
use report::model::{ClassReport, SubmissionReport};
use report::plain::line;
use runner::limits::RunLimits;
use runner::prepared::PreparedSuite;
use sandbox::support;
use submissions::gather;

use crate::commands::explain::layout::hanging;
use crate::commands::grade::proving::ProofOptions;
use crate::commands::grade::suite_file::{SuiteFile, kept};
use crate::commands::report::files::write_all;
use crate::error::{Error, Result};
use crate::interrupt;
use crate::style::{bad, good, strong};
use crate::table::table;
use crate::temporary;

const SUITE: &[u8] = include_bytes!("../../../../../docs/examples/toposort-suite.json");

/// Processor time for the proof of one sample, in milliseconds.
const PROVE_TIME: u64 = 60_000;

const SAMPLES: &[(&str, &str)] = &[
    ("right_positions.py", include_str!("../../../../../submissions/toposort/right_positions.py")),
    ("accepts_duplicates.py", include_str!("../../../../../submissions/toposort/accepts_duplicates.py")),
    ("crashes_on_missing.py", include_str!("../../../../../submissions/toposort/crashes_on_missing.py")),
];

/// What the samples fail to check, and where the report is.
pub fn text(problem: &Problem, width: usize) -> Result<String> {
    let intro = "Submitted predicates run in a sandbox, each on all tests of a suite. Then a solver looks for a pair within the \
                 scope that they answer wrongly. What do they fail to check?";
    let mut text = hanging("", intro, width);
    text.push('\n');
    if let Err(why) = support().level() {
        text.push_str(&hanging("  ", &format!("skipped, since submissions cannot be run safely here: {why}"), width));
        return Ok(text);
    }
    let folder = DemoFolder::new()?;
    let report = grade(problem, &folder)?;
    let rows: Vec<Vec<String>> =
        report.submissions.iter().map(|one| vec![strong(&line(&one.name)), finding(&report, one)]).collect();
    // All rows are alike only if no sample could run, for example without Python.
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
fn grade(problem: &Problem, folder: &DemoFolder) -> Result<ClassReport> {
    let suite = suite::read::read(SUITE.to_vec()).map_err(Error::internal)?;
    let prepared_suite = PreparedSuite::new(problem, &suite, 0).map_err(Error::internal)?;
    let mut store = Store::open(&folder.results(), &prepared_suite.problem)?;
    let work = WorkFolder::new()?;
    interrupt::remove_on_exit(vec![work.folder().to_owned(), folder.0.clone()], "nothing was changed");
    let setup = setup(folder.samples())?;
    setup.save(&mut store)?;
    write(&kept(&folder.results()), SUITE)?;
    let prepared = setup.prepare(&work)?;
    let gathered = gather(&setup.given.submissions, &prepared.options()).map_err(Error::internal)?;
    let grading = prepared.run(&prepared_suite);
    run(&grading, &gathered.submissions, &mut store, &mut |_| {})?;
    ProofOptions::new(PROVE_TIME, grading.jobs, false).prove(
        &SuiteFile::bundled(SUITE)?,
        &grading,
        &gathered.submissions,
        &mut store,
    )?;
    let sha256 = suite::digest::sha256(SUITE);
    Roster::new(setup.given.sandbox.level, &sha256, &gathered.submissions).save(&mut store)?;
    let own = suite::read::problem(&suite).map_err(Error::internal)?;
    let graded = Results::load(&store, own, suite, sha256, &prepared_suite)?
        .ok_or_else(|| Error::internal("nothing was graded"))?;
    let source = StoredSource::new(&store, &graded, &prepared_suite);
    let mut reporter = report::build(&graded, &source)?;
    write_all(&folder.results(), None, &graded, &mut reporter)?;
    Ok(reporter.report)
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    fs::write(path, bytes).map_err(|source| Error::NotWritten { path: path.to_owned(), source })
}

/// `too lax: misses UNIQUENESS`
fn finding(report: &ClassReport, one: &SubmissionReport) -> String {
    let Some(diagnosis) = &one.diagnosis else {
        return format!("could not run: {}", line(one.reason.as_deref().unwrap_or_default()));
    };
    if one.verdict.is_fine() {
        return good(&diagnosis.words);
    }
    // Without the message of an exception, which differs between versions of Python.
    let short = |words: &str| words.split(" (").next().unwrap_or_default().to_owned();
    let mistakes: Vec<String> = diagnosis.mistakes.iter().map(|mistake| short(&line(&mistake.words))).collect();
    let in_part = diagnosis.subproperties.iter().filter(|one| one.status == CheckStatus::InPart);
    let in_part: Vec<String> = in_part.map(|one| report.subproperties[one.subproperty].shown.clone()).collect();
    let noticed = if one.verdict == Verdict::NoAnswer && !in_part.is_empty() {
        format!(" where {} fails", listed(&in_part))
    } else {
        String::new()
    };
    format!("{}: {}{noticed}", bad(&diagnosis.words), mistakes.join(", "))
}

fn setup(samples: PathBuf) -> Result<GradingSetup> {
    let limits = RunLimits::default();
    let sandbox = support().layers().map_err(Error::internal)?;
    let memory = limits.memory >> 20;
    let (aliases, language) = (Vec::new(), None);
    Ok(GradingSetup {
        given: GivenFiles {
            submissions: vec![samples],
            support: None,
            prelude: None,
            adapters: Vec::new(),
            sandbox,
            cold_start: false,
        },
        settings: RunSettings { aliases, language, milliseconds: 1000, budget: None, memory, seed: 0 },
    })
}

/// A private folder with the samples and the results. It is kept: the report is in it.
struct DemoFolder(PathBuf);

impl DemoFolder {
    fn new() -> Result<Self> {
        let folder = Self(temporary::folder("custodiet-demo-", temporary::PRIVATE)?.keep());
        fs::create_dir(folder.samples()).map_err(Error::NoTemporary)?;
        for (name, text) in SAMPLES {
            write(&folder.samples().join(name), text.as_bytes())?;
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
