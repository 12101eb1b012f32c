//! `custodiet merge PART… -o DIR`: joins the parts of a class that were graded with `--shard`.
//!
//! The results are those that one machine would have written. Parts are untrusted, as every results folder: they are checked,
//! never executed, and never changed. Guarded by `tests/shards.rs`.

pub mod destination;

use std::path::PathBuf;
use std::time::Instant;

use grading::proofs::question;
use grading::{MergeError, ProofChecker, Results, Store, StoredSource, check_parts, copy_parts};
use runner::prepared::PreparedSuite;

use super::bar::Bar;
use super::feedback;
use super::grade::suite_file::SuiteFile;
use super::grade::summary::{RunScope, RunSummary};
use super::report::files::write_all;
use crate::error::{Error, Result};
use crate::{exit, output, style};
use destination::{Destination, Draft};

/// Join the results of parts that were graded with `grade --shard I/N`
///
/// Writes the results and the report that one machine would have written for the whole class. All parts must have been graded with the same
/// suite, from the same submissions and under the same conditions; everything that differs is reported. Parts are only read. DIR
/// appears when it is complete, and merging into it again replaces it; excluded tests stay excluded.
///
/// Exits with 1 if a submission is faulty, is unstable or could not run, as `grade` does.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  custodiet merge parts/* -o results/\n  \
    custodiet merge parts/1 parts/3 --partial -o so-far/")]
pub struct Args {
    /// The folders with the results of the parts, in any order
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,

    /// The folder for the results of the class
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    /// Merge even if parts are missing; their submissions are reported as not graded
    #[arg(long)]
    partial: bool,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<u8> {
    let started = Instant::now();
    let Some(first) = args.parts.first() else { return Err(Error::usage("no part was given")) };
    if let Some(part) = args.parts.iter().find(|part| output::is_same(part, &args.output)) {
        let message = format!("-o: `{}` is one of the parts", part.display());
        return Err(Error::usage(message).with_help("pass another folder for the results of the class"));
    }
    // The suites of other parts are compared by their hashes, and only this one is read.
    let suite_file = SuiteFile::kept(first)?;
    let mut parts = check_parts(&args.parts, &suite_file.problem.name, args.partial)?;
    if parts.suite() != suite_file.sha256 {
        return Err(grading::StoreError::OtherSuite(first.clone()).into());
    }
    let destination = Destination::open(&args.output, &suite_file)?;
    if let Some(exclusions) = destination.exclusions()? {
        parts.exclusions = exclusions;
    }
    let draft = Draft::beside(destination.folder(), None, "run the same command again")?;
    let prepared_suite = PreparedSuite::new(&suite_file.problem, &suite_file.suite, parts.seed())?;
    let mut store = Store::open(draft.folder(), &prepared_suite.problem)?;
    suite_file.keep(draft.folder())?;
    let mut bar = Bar::new("merging", Some(["merged", "submissions"]), parts.submissions(), 1);
    bar.start(0);
    let checker = ProofChecker::new(&suite_file.problem);
    let question = question(&suite_file.suite);
    copy_parts(&parts, &prepared_suite, (&question, &checker), &mut store, &mut || bar.step())?;
    drop((bar, checker));
    if let Some(before) = destination.store() {
        feedback::carry_over(before, &mut store)?;
    }
    let SuiteFile { suite, problem, sha256, .. } = suite_file;
    let Some(results) = Results::load(&store, problem, suite, sha256, &prepared_suite)? else {
        // The roster was saved just now.
        return Err(Error::internal("the merged results cannot be read again"));
    };
    let source = StoredSource::new(&store, &results, &prepared_suite);
    let mut reporter = ::report::build(&results, &source)?;
    write_all(draft.folder(), None, &results, &mut reporter)?;
    let report = reporter.report;
    drop(store);
    let replaced = destination.publish(draft)?;
    if replaced {
        let mut store = Store::open(&args.output, &report.problem.name)?;
        let source = StoredSource::new(&store, &results, &prepared_suite);
        let pages = feedback::write_again(&args.output, &::report::build(&results, &source)?, &store)?;
        feedback::record(pages, &mut store)?;
    }
    let summary = RunSummary {
        report: &report,
        scope: RunScope::Merged { parts: parts.count(), not_graded: parts.ungraded().count() },
        warnings: &[],
        known: 0,
        adopted: 0,
        seed: prepared_suite.seed,
        seconds: started.elapsed().as_secs_f64(),
        output: &args.output,
    };
    let text = if args.json { output::json(&summary.json()) } else { summary.text(style::width()) };
    let fine = report.summary.fine() == report.summary.submissions;
    output::show(&text, if fine { exit::FINE } else { exit::NO })
}

/// What to do about parts that cannot be merged.
pub fn way_out(error: &MergeError) -> String {
    match error {
        MergeError::NotAPart(_) => "pass folders from `custodiet grade … --shard I/N -o DIR`".to_owned(),
        MergeError::Unfinished { folder, shard } => format!(
            "run the same `custodiet grade` command for part {shard} again, with -o {}: it continues where it stopped",
            folder.display()
        ),
        MergeError::OtherCount { .. } => {
            "merge parts with the same N; to change N, grade all parts again into new folders".to_owned()
        }
        MergeError::Twice { .. } => "pass each part once".to_owned(),
        MergeError::OtherSuite { .. } => {
            "grade one of them again with the suite of the other, into the same folder: only what differs is run"
                .to_owned()
        }
        MergeError::OtherClass { .. } => {
            "run `custodiet grade … --shard` again for all parts, from the same files and into the \
             same folders: only what changed is run"
                .to_owned()
        }
        MergeError::OtherConditions { .. } => {
            "make these equal on all machines, and run `custodiet grade … --shard` for one of the parts again"
                .to_owned()
        }
        MergeError::OtherExclusions { .. } => {
            "undo this with `custodiet regrade PART --restore …`, and exclude tests from the merged results instead"
                .to_owned()
        }
        MergeError::Missing { shards, .. } => {
            let first = shards.first().map(ToString::to_string).unwrap_or_default();
            format!(
                "run `custodiet grade SUITE SUBMISSIONS --shard {first} -o PART` with the options of the other parts \
                 (for a class that was packed, --part in place of SUBMISSIONS and --shard), and pass its folder, too; \
                 --partial merges the others"
            )
        }
        MergeError::Changed(_) => "wait until it is complete, and merge again".to_owned(),
        // Reported as an error of a results folder.
        MergeError::Store(_) => "grade the part again".to_owned(),
    }
}
