//! `custodiet discover DIR|FILE`: proposes error subproperties for wrong answers that no subproperty explains.

mod graded;
mod json;
mod proving;
mod text;
mod write;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use discover::{CandidatePool, Proposals, named_shapes, propose};
use grading::RecordedSetup;
use lang::problem::Problem;
use pairs::convert::values;

use super::folder::{ResultsFolder, not_graded};
use super::grade::suite_file::is_problem;
use super::seconds::milliseconds;
use crate::error::{Error, Result};
use crate::progress::Progress;
use crate::{exit, output, style};
use graded::ObservedClass;
use proving::ProvedProposals;

/// At most this many named shapes are listed for a problem file.
const MOST_SHAPES: usize = 40;
/// Pairs that say what the functions of a problem file return.
const MODEL_PAIRS: usize = 60;

/// Propose error subproperties: mistakes of a class that no subproperty names yet
///
/// Reads the results of `custodiet grade` in DIR and finds submissions that accept some pairs of a bucket and not others. For groups
/// of them it proposes Python functions that say what they check: a subproperty that sees a part of the data, a mistake that others
/// have made, or a small expression over the parameters. A solver decides what a proposal implies within the scope. Nothing of a
/// submission is executed, and nothing of it is quoted.
///
/// With a problem file and submissions, the submissions are graded first, in a sandbox. With a problem file alone, the mistakes that
/// it could name are listed.
///
/// `--choose N --write FILE` writes a copy of the problem file with proposal N at its end, whose docstring is yours to edit.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  custodiet discover results/\n  custodiet discover results/ --choose 1 --write toposort.py\n  \
    custodiet discover problems/toposort.py submissions/\n  custodiet discover problems/toposort.py"
)]
pub struct Args {
    /// A folder with results, or a problem file
    #[arg(value_name = "DIR|FILE")]
    path: PathBuf,

    /// With a problem file: files, folders or archives to grade and explain
    submissions: Vec<PathBuf>,

    /// The number of a proposal, to be written with --write
    #[arg(long, value_name = "N", requires = "write")]
    choose: Option<usize>,

    /// Write a copy of the problem file with the chosen proposal; never overwrites a file
    #[arg(long, value_name = "FILE", requires = "choose")]
    write: Option<PathBuf>,

    /// Another name that the predicate may have; can be repeated
    #[arg(long, value_name = "NAME", value_parser = super::grade::name, requires = "submissions")]
    alias: Vec<String>,

    /// A folder of files that submissions may import
    #[arg(long, value_name = "DIR", requires = "submissions")]
    support: Option<PathBuf>,

    /// Processor time for one test, when submissions are graded
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = milliseconds)]
    time: u64,

    /// Rest proposals on tests alone: do not compile submissions, and prove nothing about them
    #[arg(long)]
    no_prove: bool,

    /// Run submissions without a sandbox, with your permissions; use a disposable machine
    #[arg(long, requires = "submissions")]
    no_sandbox: bool,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// Everything that was found out.
struct DiscoveryReport<'a> {
    path: &'a Path,
    submissions: &'a [PathBuf],
    problem: &'a Problem,
    /// `None` if there are no submissions, and proposals are the named shapes of the problem.
    class: Option<&'a ObservedClass>,
    proposals: Proposals,
    proved: ProvedProposals,
}

pub fn run(args: &Args) -> Result<u8> {
    if let Some(file) = &args.write {
        write::check(file)?;
    }
    if is_problem(&args.path) {
        return of_problem(args);
    }
    if !args.submissions.is_empty() {
        let message = "submissions can only be given with a problem file";
        return Err(Error::usage(message)
            .with_help("pass `custodiet discover FILE.py SUBMISSIONS…`, or a results folder alone"));
    }
    let folder = ResultsFolder::read(&args.path)?;
    let recorded = RecordedSetup::load(&folder.store)?.ok_or_else(|| not_graded(&args.path))?;
    let aliases = &recorded.settings.aliases;
    let class = ObservedClass::of_results(&folder.results, &folder.source(), aliases)?;
    of_class(args, &folder.results.problem, &class)
}

fn of_problem(args: &Args) -> Result<u8> {
    let problem = super::problem::read(&args.path, None, args.json)?;
    if !args.submissions.is_empty() {
        let (problem, class) = graded::graded(args)?;
        return of_class(args, &problem, &class);
    }
    let progress = Progress::new();
    progress.say("looking at the mistakes that the problem could name …");
    let pairs = first_pairs(&problem)?;
    let pool = CandidatePool::new(&problem, &pairs);
    let list = named_shapes(&problem, &pool, MOST_SHAPES);
    drop(progress);
    shown(
        args,
        &DiscoveryReport {
            path: &args.path,
            problem: &problem,
            class: None,
            submissions: &[],
            proposals: Proposals { list, ..Proposals::default() },
            proved: ProvedProposals::default(),
        },
    )
}

/// The smallest pair of each bucket, as values.
fn first_pairs(problem: &Problem) -> Result<Vec<Vec<eval::Value>>> {
    let failed = |error| super::analyze::failure::in_file(Error::from(error), problem, "discover", false);
    let mut session =
        decide::Session::new(problem, &problem.scope, &decide::DecideSettings::default()).map_err(failed)?;
    let (found, _) = decide::analysis::enumerate(&mut session, &mut |_| {}).map_err(failed)?;
    let pairs = found.into_iter().take(MODEL_PAIRS).filter_map(|(_, pair)| values(problem, &pair));
    Ok(pairs.collect())
}

fn of_class(args: &Args, problem: &Problem, class: &ObservedClass) -> Result<u8> {
    let progress = Progress::new();
    progress.say("looking for what explains the answers …");
    let evidence = class.evidence(problem);
    let models: Vec<_> =
        evidence.pairs.iter().filter_map(|pair| values(problem, &pair.pair)).take(MODEL_PAIRS).collect();
    let pool = CandidatePool::new(problem, &models);
    let (proposals, proved) = if args.no_prove {
        (propose(&evidence, &pool, &mut BTreeSet::new()), ProvedProposals::default())
    } else {
        proving::proved(problem, class, &pool, &progress)?
    };
    drop(progress);
    shown(
        args,
        &DiscoveryReport {
            path: &args.path,
            submissions: &args.submissions,
            problem,
            class: Some(class),
            proposals,
            proved,
        },
    )
}

fn shown(args: &Args, report: &DiscoveryReport<'_>) -> Result<u8> {
    let written = match (&args.write, args.choose) {
        (Some(file), Some(number)) => Some(write::chosen(report, number, file)?),
        _ => None,
    };
    let text = if args.json {
        output::json(&json::report(report, written.as_ref()))
    } else if let Some(written) = &written {
        text::written(report, written)
    } else {
        text::report(report, style::width())
    };
    output::show(&text, exit::FINE)
}
