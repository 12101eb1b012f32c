//! `custodiet check-proof DIR`: does a proof folder prove what it claims?

use std::fmt::Write;
use std::path::PathBuf;

use circuit::Deadline;
use decide::proof::parts::{SUBMISSIONS_FORMAT, format_of};
use decide::proof::{CheckError, ProofReport, check_proofs};
use prove::ProofLimits;
use prove::proof::check_submission_proofs;
use serde_json::{Value as Json, json};

use crate::error::{Error, Result};
use crate::progress::Progress;
use crate::words::count;
use crate::{exit, output, style};

mod submissions;

/// Check a proof folder, trusting nothing in it
///
/// Compares the hashes of all files, compiles the problem again and compares its clauses, checks every proof without a
/// solver, and evaluates the pair of every bucket. The same for a folder about submissions, which are compiled again and not run. Exits with 1 if any check fails, and with 4 if the proof holds only for
/// one order of sets and `Unordered` lists.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  custodiet analyze problems/toposort.py --proof toposort-proof\n  \
    custodiet check-proof toposort-proof")]
pub struct Args {
    /// A folder that `custodiet analyze FILE --proof DIR` or `custodiet prove FILE SUBMISSIONS --proof DIR` wrote
    dir: PathBuf,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<u8> {
    let progress = Progress::new();
    progress.say("checking proofs …");
    if format_of(&args.dir).is_some_and(|format| format == SUBMISSIONS_FORMAT) {
        let limits = ProofLimits { deadline: Deadline::NONE, ..ProofLimits::default() };
        let checked = check_submission_proofs(&args.dir, &limits);
        drop(progress);
        let text = if args.json { output::json(&submissions::json(&checked)) } else { submissions::text(&checked) };
        return output::show(&text, if checked.is_ok() { exit::FINE } else { exit::NO });
    }
    let checked = check_proofs(&args.dir);
    drop(progress);
    match checked {
        Ok(report) => {
            let text = if args.json { format!("{:#}\n", accepted(&report)) } else { text(&report) };
            output::show(&text, if report.order_undecided.is_empty() { exit::FINE } else { exit::UNDECIDED })
        }
        Err(error) if error.is_wrong_use() || error.is_internal() => Err(Error::NotAProof(error)),
        Err(error) if args.json => output::show(&format!("{:#}\n", rejected(&error)), exit::NO),
        Err(error) => output::show(&rejection(&error), exit::NO),
    }
}

fn text(report: &ProofReport) -> String {
    let undecided = report.order_undecided.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let verdict = if undecided.is_empty() { style::good("✓ proved:") } else { style::doubtful("? proved in part:") };
    let mut text = format!("{verdict} {}\n", report.problem);
    let mut line = |key: &str, value: String| {
        let _ = writeln!(text, "  {key:<13}{value}");
    };
    line("scope", report.scope.clone());
    line("implications", format!("{}, each with a proof", report.implications));
    if undecided.is_empty() {
        let proofs = match report.order_proofs {
            0 => "no answer can show one".to_owned(),
            proofs => format!("{} that no answer depends on one", count(proofs, "proof")),
        };
        line("orders", format!("all of them: {proofs}"));
    } else {
        let rest = format!("{} of the implications may fail in another order", report.in_one_order);
        line("orders", format!("undecided for {undecided}: {rest}"));
    }
    line("buckets", format!("{} with a pair, {} contradictory", report.concretizable, report.excluded));
    if !report.may_raise.is_empty() {
        let names = report.may_raise.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        line("left out", format!("pairs on which {names} raises, if any; `custodiet analyze` shows them"));
    }
    line("proofs", format!("{}, {} bytes", count(report.clauses, "clause"), report.proof_bytes));
    line("symmetry", if report.symmetry { "used" } else { "not used" }.to_owned());
    line("written by", format!("custodiet {}", report.release));
    text
}

fn rejection(error: &CheckError) -> String {
    format!("{} {error}\nhelp: {}\n", style::bad("✗ not proved:"), error.help())
}

fn accepted(report: &ProofReport) -> Json {
    json!({
        "proven": report.order_undecided.is_empty(),
        "problem": report.problem,
        "scope": report.scope_override,
        "symmetry": report.symmetry,
        "release": report.release,
        "subproperties": report.subproperties,
        "implications": report.implications,
        "in_one_order": report.in_one_order,
        "order_proofs": report.order_proofs,
        "order_undecided": report.order_undecided,
        "concretizable": report.concretizable,
        "excluded": report.excluded,
        "may_raise": report.may_raise,
        "clauses": report.clauses,
        "proof_bytes": report.proof_bytes,
    })
}

fn rejected(error: &CheckError) -> Json {
    json!({
        "proven": false,
        "kind": error.kind(),
        "file": error.file(),
        "message": error.to_string(),
        "help": error.help(),
    })
}
