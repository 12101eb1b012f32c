//! Compares `eval` with CPython on as many generated programs as one likes.
//!
//! `cargo run --release -p custodiet-eval --example differential -- --seeds 0..200000`

#[path = "../tests/subject/mod.rs"]
mod subject;

use std::io;
use std::ops::Range;
use std::process::ExitCode;
use std::time::Instant;

use fuzz::differ::{Differ, DifferReport};
use subject::Eval;

const USAGE: &str = "usage: differential [--seeds FROM..TO] [--most DISAGREEMENTS]";
const CHUNK: u64 = 500;

fn main() -> ExitCode {
    let Some((seeds, most)) = options() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match run(seeds, most) {
        Ok(report) => {
            show(&report);
            if report.disagreements.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(3)
        }
    }
}

fn options() -> Option<(Range<u64>, usize)> {
    let (mut seeds, mut most) = (0..10_000, 30);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let value = args.next()?;
        match arg.as_str() {
            "--seeds" => {
                let (from, to) = value.split_once("..")?;
                seeds = from.parse().ok()?..to.parse().ok()?;
            }
            "--most" => most = value.parse().ok()?,
            _ => return None,
        }
    }
    Some((seeds, most))
}

/// Runs all programs, or until there are too many disagreements.
fn run(seeds: Range<u64>, most: usize) -> io::Result<DifferReport> {
    let mut differ = Differ::start(&[0, 1, 7, 4242])?;
    let mut report = DifferReport::default();
    let start = Instant::now();
    let mut first = seeds.start;
    while first < seeds.end && report.disagreements.len() < most {
        let end = seeds.end.min(first + CHUNK);
        let shown = report.disagreements.len();
        differ.run(first..end, &mut Eval, &mut report)?;
        for disagreement in &report.disagreements[shown..] {
            println!("{disagreement}");
        }
        let seconds = start.elapsed().as_secs();
        eprint!(
            "\r{} programs, {} cases, {} disagreements, {seconds} s ",
            report.programs,
            report.cases,
            report.disagreements.len()
        );
        first = end;
    }
    eprintln!();
    Ok(report)
}

fn show(report: &DifferReport) {
    let per_mille = |part: u64| part * 1000 / report.cases.max(1);
    println!("programs       {}", report.programs);
    println!("cases          {}", report.cases);
    println!("raising        {} ({} per mille)", report.raised, per_mille(report.raised));
    println!("skipped        {} ({} per mille)", report.skipped, per_mille(report.skipped));
    println!("disagreements  {}", report.disagreements.len());
    println!("least used productions:");
    for (production, count) in report.used.rarest(&fuzz::productions()).iter().take(25) {
        println!("{count:8}  {production}");
    }
}
