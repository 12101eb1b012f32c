//! Whether an adapter does what `docs/adapters.md` asks for.
//!
//! Takes an adapter and small programs in its language, one folder per case; runs each in the sandbox, as submissions are
//! run, and compares what comes back. Gives a report per case, in words for those who write adapters.

mod bench;
mod cases;
mod failures;
mod values;

use std::fs;
use std::io;
use std::path::Path;

use crate::grade::Area;
use crate::worker::{Ground, Language};
use bench::Bench;
pub use cases::{CASES, Case};

/// In a case's folder in place of a program: why there can be none in this language.
pub const NOT_APPLICABLE: &str = "not-applicable.txt";

/// What became of a case.
#[derive(Debug)]
pub struct Report {
    pub case: &'static Case,
    pub result: Conforms,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Conforms {
    Yes,
    /// What is wrong, a sentence each.
    No(Vec<String>),
    /// There is no program for it.
    Missing,
    /// The author says why.
    NotApplicable(String),
}

impl Conforms {
    pub fn is_fine(&self) -> bool {
        matches!(self, Self::Yes | Self::NotApplicable(_))
    }

    pub fn word(&self) -> &'static str {
        match self {
            Self::Yes => "passed",
            Self::No(_) => "failed",
            Self::Missing => "missing",
            Self::NotApplicable(_) => "not_applicable",
        }
    }
}

/// Runs all cases; the programs are in `folder`, and `work` is a folder that can be filled. Tells each report as it comes.
pub fn run(
    ground: &Ground,
    language: &Language,
    folder: &Path,
    work: &Path,
    tell: &mut dyn FnMut(&Report),
) -> io::Result<Vec<Report>> {
    let area = Area { folder: work.join("area") };
    let mut bench = Bench::new(ground, language, area);
    let mut reports = Vec::new();
    for case in CASES {
        let result = one(&mut bench, case, &folder.join(case.name))?;
        let report = Report { case, result };
        tell(&report);
        reports.push(report);
    }
    Ok(reports)
}

fn one(bench: &mut Bench<'_>, case: &Case, folder: &Path) -> io::Result<Conforms> {
    if let Ok(why) = fs::read_to_string(folder.join(NOT_APPLICABLE)) {
        return Ok(if case.needed {
            Conforms::No(vec![format!("every language can have this case, so `{NOT_APPLICABLE}` does not count")])
        } else {
            Conforms::NotApplicable(why.split_whitespace().collect::<Vec<_>>().join(" "))
        });
    }
    if !folder.is_dir() || !bench.set_up(folder)? {
        return Ok(Conforms::Missing);
    }
    let mut faults = Vec::new();
    if let Err(fault) = (case.check)(bench, &mut faults) {
        faults.push(fault);
    }
    Ok(if faults.is_empty() { Conforms::Yes } else { Conforms::No(faults) })
}

/// Folders that are there and are no case: most likely misspelled.
pub fn strangers(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter(|entry| entry.path().is_dir()).map(|entry| entry.file_name().display().to_string());
    let mut names: Vec<String> = names.filter(|name| CASES.iter().all(|case| case.name != name)).collect();
    names.sort();
    names
}
