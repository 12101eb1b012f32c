//! An analysis for people: how many buckets, which ones, what always holds, what that means, what to do next.

use std::fmt::Write;
use std::time::Duration;

use console::measure_text_width;
use decide::{Bucket, Implication};
use lang::problem::PropertyKind;

use super::findings_text::findings;
use super::matrix::matrix;
use super::{AnalysisReport, engines, grow};
use crate::commands::explain::layout::hanging;
use crate::input::for_shell;
use crate::style::{doubtful, faint, strong};
use crate::table;
use crate::words::count;

/// Implications shown without `--all`; if there are more, only the basis is shown.
const MAX_IMPLICATIONS: usize = 40;
/// Steps that take longer are listed.
const LONG: Duration = Duration::from_millis(300);

pub fn report(report: &AnalysisReport<'_>, width: usize, all: bool) -> String {
    let header = hanging("", &header(report), width);
    let mut text = format!("{header}\n{}", body(report, width, all));
    if let Some(growth) = &report.growth {
        text.push('\n');
        text.push_str(&grow::text(report.describe, growth, width));
    }
    if let Some(cross) = &report.cross {
        text.push('\n');
        text.push_str(&engines::text(report.describe, cross, width));
    }
    text.push('\n');
    let (status, next) = (status(report), format!("next: {}", next(report)));
    let footer = format!("{status} · {next}");
    // The command stays in one piece if possible.
    let parts = if measure_text_width(&footer) > width { vec![status, next] } else { vec![footer] };
    for line in parts.iter().flat_map(|part| table::wrap(part, width)) {
        text.push_str(&faint(&line));
        text.push('\n');
    }
    text
}

/// Everything but the header and the footer.
pub fn body(report: &AnalysisReport<'_>, width: usize, all: bool) -> String {
    let buckets: Vec<Bucket> = report.analysis.concretizable.iter().map(|(bucket, _)| *bucket).collect();
    let mut text = hanging("", &counts(report), width);
    if !buckets.is_empty() {
        text.push('\n');
        text.push_str(&matrix(report.describe, &buckets, width, all));
        text.push('\n');
        text.push_str(&implications(report, width, all));
    }
    text.push('\n');
    let _ = writeln!(text, "{} within this scope", strong("Findings"));
    text.push_str(&findings(report, width));
    text
}

/// `toposort · 4 required and 2 error subproperties · scope: 5 vertices in all, ≤ 5 edges, order ≤ 6`
fn header(report: &AnalysisReport<'_>) -> String {
    let describe = report.describe;
    let errors = (0..describe.count()).filter(|position| describe.kind(*position) == PropertyKind::Error).count();
    let required = describe.count() - errors;
    let parts = match errors {
        0 => count(required, "required subproperty"),
        _ => format!("{required} required and {}", count(errors, "error subproperty")),
    };
    format!("{} · {parts} · scope: {}", strong(&describe.problem.name), describe.scope(&describe.problem.scope))
}

fn counts(report: &AnalysisReport<'_>) -> String {
    let (found, all) = (report.analysis.concretizable.len(), 1_usize << report.describe.count());
    if report.analysis.open {
        let undecided = doubtful("undecided, since the solver gave up");
        return match found {
            0 => format!("The {all} buckets are {undecided}. None is known to be concretizable within this scope."),
            _ => format!(
                "At least {found} of {all} buckets {} concretizable within this scope. The others are {undecided}.",
                is(found)
            ),
        };
    }
    let contradictory = all - found;
    match (found, contradictory) {
        (0, _) => doubtful(
            "No bucket is concretizable: no pair within this scope satisfies all preconditions without a subproperty raising.",
        ),
        (_, 0) => format!("All {all} buckets are concretizable within this scope."),
        _ => {
            let (found_are, others_are) = (is(found), is(contradictory));
            format!(
                "{found} of {all} buckets {found_are} concretizable, {contradictory} {others_are} contradictory within this scope."
            )
        }
    }
}

fn is(number: usize) -> &'static str {
    if number == 1 { "is" } else { "are" }
}

fn implications(report: &AnalysisReport<'_>, width: usize, all: bool) -> String {
    let analysis = &report.analysis;
    let title = strong("What always holds");
    if analysis.open {
        return format!("{title} within this scope\n{}", hanging("  ", "undecided: not all buckets are known", width));
    }
    if analysis.implications.is_empty() {
        return format!("{title} within this scope\n  nothing: every combination of subproperties occurs\n");
    }
    let number = analysis.implications.len();
    let basis = |implication: &Implication| analysis.basis.contains(implication);
    let shorten = !all && number > MAX_IMPLICATIONS && analysis.basis.len() < number;
    let heading = format!("{title} within this scope ({}; ★ a basis)", count(number, "minimal implication"));
    let mut text = hanging("", &heading, width);
    let listed = analysis.implications.iter().filter(|implication| !shorten || basis(implication));
    let most = if all { usize::MAX } else { MAX_IMPLICATIONS };
    let mut caveat = false;
    for implication in listed.take(most) {
        let star = if basis(implication) { "★" } else { " " };
        let mut line = report.describe.implication(*implication);
        if analysis.order_caveat.concerns(*implication) {
            line.push_str(" °");
            caveat = true;
        }
        text.push_str(&hanging(&format!("  {star} "), &line, width));
    }
    if caveat {
        let legend = "° in one order of sets and `Unordered` lists, perhaps not in all: see the findings";
        text.push_str(&hanging("    ", &doubtful(legend), width));
    }
    if shorten && analysis.basis.len() > most {
        let hidden = count(number - most, "other");
        text.push_str(&hanging("    ", &format!("… and {hidden}; --all shows them"), width));
    } else if shorten {
        let hidden = count(number - analysis.basis.len(), "other");
        text.push_str(&hanging("    ", &format!("… and {hidden}, which follow from these; --all shows them"), width));
    } else if number > most {
        let hidden = count(number - most, "other");
        text.push_str(&hanging("    ", &format!("… and {hidden}; --all shows them"), width));
    }
    text
}

/// `0.2 s · certify with --proof DIR`
fn status(report: &AnalysisReport<'_>) -> String {
    let analysis = &report.analysis;
    let time = format!("{}{}", duration(report.elapsed), steps(report));
    match &report.proof {
        Some(Ok(written)) => {
            format!("{time} · {} in {}", count(written.proofs + written.order_proofs, "proof"), written.dir.display())
        }
        None if report.is_fine() && !analysis.concretizable.is_empty() && !analysis.implications.is_empty() => {
            format!("{time} · certify with --proof DIR")
        }
        _ => time,
    }
}

fn next(report: &AnalysisReport<'_>) -> String {
    let (analysis, describe) = (&report.analysis, report.describe);
    let file = &describe.problem.source.path;
    if let Some(raising) = analysis.raises.first() {
        format!("make `{}` in {file} return True or False on every valid pair", raising.function)
    } else if analysis.complete == Some(false) {
        format!("fix {} or the subproperties in {file} so that they agree", describe.predicate())
    } else if !analysis.open && analysis.concretizable.is_empty() {
        format!("relax the preconditions in {file}, or enlarge the scope with --scope")
    } else if !report.is_decided() {
        "reduce the scope with --scope, or raise --time-limit if you gave one".to_owned()
    } else if let Some(Ok(written)) = &report.proof {
        format!("custodiet check-proof {}", for_shell(&written.dir))
    } else {
        format!("custodiet suite {}{} -o {}.json", for_shell(file), describe.scope_option, describe.problem.name)
    }
}

/// ` (buckets 1.2 s, completeness 0.3 s)`: the steps that took long.
fn steps(report: &AnalysisReport<'_>) -> String {
    let long = report.analysis.times.iter().filter(|(_, time)| *time >= LONG);
    let long: Vec<String> = long.map(|(step, time)| format!("{step} {}", duration(*time))).collect();
    if long.is_empty() { String::new() } else { format!(" ({})", long.join(", ")) }
}

/// `0.2 s`
pub fn duration(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
