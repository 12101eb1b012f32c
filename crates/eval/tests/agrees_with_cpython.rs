//! Generated programs, and those that once made a difference, give in `eval` what they give in CPython.
//!
//! A disagreement is made small before it is shown. Keep it: put the shown program into `tests/kept/NAME.py`.
//! `cargo run --release -p custodiet-eval --example differential` runs as many programs as one likes.

mod subject;

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use fuzz::differ::{Differ, DifferReport, Disagreement};
use subject::Eval;

/// About six cases a program.
const PROGRAMS: u64 = 6000;
const HASH_SEEDS: &[u32] = &[0, 1, 4242];

#[test]
fn generated_programs() -> io::Result<()> {
    let mut differ = Differ::start(HASH_SEEDS)?;
    let mut report = DifferReport::default();
    for first in (0..PROGRAMS).step_by(500) {
        differ.run(first..first + 500, &mut Eval, &mut report)?;
        if report.disagreements.len() > 5 {
            break;
        }
    }
    assert_agreement(&report.disagreements);
    assert!(report.cases >= 30_000, "only {} cases", report.cases);
    assert!(report.skipped * 200 < report.cases, "{} of {} cases were skipped", report.skipped, report.cases);
    Ok(())
}

#[test]
fn kept_programs() -> io::Result<()> {
    let mut differ = Differ::start(&HASH_SEEDS[..1])?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept");
    let mut paths: Vec<_> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "py"));
    paths.sort();
    assert!(!paths.is_empty(), "no kept program");
    let mut disagreements = Vec::new();
    for path in paths {
        let source = fs::read_to_string(&path)?;
        let cases = source.lines().filter(|line| line.starts_with("def case_")).count();
        assert!(cases > 0, "{} has no case", path.display());
        disagreements.extend(differ.compare(&source, cases, &mut Eval)?);
    }
    assert_agreement(&disagreements);
    Ok(())
}

fn assert_agreement(disagreements: &[Disagreement]) {
    let mut text = String::new();
    for disagreement in disagreements {
        let _ = writeln!(text, "{disagreement}");
    }
    assert!(text.is_empty(), "eval and CPython disagree\n{text}");
}
