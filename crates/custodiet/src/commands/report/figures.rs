//! The figures of a class on a terminal and as JSON. `grade` and `report` show the same ones.

use std::fmt::Write;

use analysis::{ClassSummary, Verdict};
use report::ClassReport;
use report::plain::line;
use serde_json::{Value as Json, json};

use super::loading;
use crate::commands::explain::layout::hanging;
use crate::style::{bad, doubtful, faint, good, strong};
use crate::words::count;

/// The longest bar.
const BAR: usize = 30;
/// At most this many reasons are shown.
const REASONS: usize = 8;
/// At most this many names are listed.
const NAMES: usize = 5;

/// How many submissions have which verdict.
pub fn verdicts(report: &ClassReport, width: usize) -> String {
    let s = &report.summary;
    let mut text = String::new();
    let mut row = |label: &str, number: usize, paint: fn(&str) -> String, more: String| {
        let shown = format!("{number:>6}");
        let shown = if number == 0 { shown } else { paint(&shown) };
        let start = format!("  {label:<16}{shown}   ");
        if more.is_empty() {
            let _ = writeln!(text, "{}", start.trim_end());
        } else {
            text.push_str(&hanging(&start, &more, width));
        }
    };
    if s.proofs.asked() > 0 {
        let scope = report.scope.as_deref().map(line).unwrap_or_default();
        row("proved correct", s.proved_correct, good, format!("on every pair within the scope: {scope}"));
        row("no mistake found", s.no_mistake_found, good, "by tests alone".to_owned());
    } else {
        row("no mistake found", s.no_mistake_found, good, String::new());
    }
    if s.unstable > 0 {
        let more = "no mistake found, but answers changed when tests were run again";
        row("unstable", s.unstable, doubtful, more.to_owned());
    }
    let only = match s.found_by_proof_only {
        0 => String::new(),
        number => format!(" · found by proof only {number}"),
    };
    row("faulty", s.faulty, bad, kinds(s) + &only);
    row("could not run", s.could_not_run, doubtful, reasons(report));
    text
}

/// How many submissions were decided, and why others were not. Empty if nothing was proved.
pub fn proofs(report: &ClassReport, width: usize) -> String {
    let proofs = report.summary.proofs;
    if proofs.asked() == 0 {
        return String::new();
    }
    let kinds = [
        ("proved", proofs.proved),
        ("refuted", proofs.refuted),
        ("undecided", proofs.undecided),
        ("tests only", proofs.tests_only),
    ];
    let shown = kinds.iter().filter(|(_, number)| *number > 0);
    let shown: Vec<String> = shown.map(|(what, number)| format!("{what} {number}")).collect();
    let mut text = hanging(&format!("\n{}  ", strong("proofs")), &shown.join(" · "), width);
    for one in report.undecided.iter().take(REASONS) {
        let lead = format!("  {:>4}  ", one.submissions.len());
        text.push_str(&hanging(&lead, &faint(&format!("undecided: {}", line(&one.message))), width));
    }
    if report.undecided.len() > REASONS {
        let more = count(report.undecided.len() - REASONS, "other reason");
        let _ = writeln!(text, "        {}", faint(&format!("{more}: see results.csv")));
    }
    text
}

/// `too lax 121 · too strict 9`, without zeros.
fn kinds(summary: &ClassSummary) -> String {
    let faulty = Verdict::ALL.into_iter().filter(|verdict| verdict.is_faulty());
    let kinds = faulty.map(|verdict| (verdict.words(), summary.with(verdict))).filter(|(_, number)| *number > 0);
    kinds.map(|(kind, number)| format!("{kind} {number}")).collect::<Vec<_>>().join(" · ")
}

/// `3 syntax error: expected ':' · 1 import error: No module named 'a'`
fn reasons(report: &ClassReport) -> String {
    let mut reasons: Vec<_> = report.reasons.iter().collect();
    reasons.sort_by_key(|one| std::cmp::Reverse(one.submissions.len()));
    let cut = |why: &str| {
        let why = line(why);
        match why.char_indices().nth(70) {
            Some((end, _)) => format!("{}…", &why[..end]),
            None => why,
        }
    };
    let shown = reasons.iter().take(REASONS).map(|one| format!("{} {}", one.submissions.len(), cut(&one.reason)));
    let mut shown: Vec<String> = shown.collect();
    if reasons.len() > REASONS {
        shown.push(format!("{}: see results.csv", count(reasons.len() - REASONS, "other reason")));
    }
    shown.join(" · ")
}

/// How many submissions never check a subproperty, or check it only in part; most common first.
pub fn not_checked(report: &ClassReport) -> String {
    let mut rows: Vec<_> = report.subproperties.iter().filter(|one| one.required).collect();
    rows.retain(|one| one.errors.not_checked() > 0);
    rows.sort_by_key(|one| std::cmp::Reverse(one.errors.not_checked()));
    let mut text = String::new();
    let Some(most) = rows.first().map(|one| one.errors.not_checked()) else { return text };
    let width = rows.iter().map(|one| one.shown.chars().count()).max().unwrap_or(0).max(20);
    let title = format!("{:<width$}", "not checked", width = width + 2);
    let _ = writeln!(text, "\n{}  missed  in part", strong(&title));
    for one in rows {
        let (missed, in_part) = (one.errors.missed.all, one.errors.in_part.all);
        let length = |number: usize| (number * BAR).div_ceil(most.max(BAR));
        let bar = "█".repeat(length(missed)) + &"░".repeat(length(in_part));
        let _ = writeln!(text, "  {:<width$}  {missed:>6}  {in_part:>7}  {bar}", one.shown);
    }
    for group in report.groups.iter().filter(|group| group.errors.not_checked() > 0) {
        let (missed, in_part) = (group.errors.missed.all, group.errors.in_part.all);
        let name = format!("{:<width$}", line(&group.name));
        let _ = writeln!(text, "  {}  {missed:>6}  {in_part:>7}", faint(&name));
    }
    text
}

/// What `--json` prints of a class.
pub fn json(report: &ClassReport) -> Json {
    let subproperties = report.subproperties.iter().map(
        |one| json!({ "name": one.name, "required": one.required, "errors": one.errors, "explains": one.explains }),
    );
    json!({
        "format": report.format,
        "problem": report.problem.name,
        "tests": report.suite.tests,
        "scope": report.scope,
        "sandbox": report.sandbox,
        "excluded": report.excluded,
        "summary": report.summary,
        "summary_without_deep": report.summary_without_deep,
        "subproperties": subproperties.collect::<Vec<_>>(),
        "undecided": loading::undecided_json(report),
        "undefined": loading::undefined_json(report),
        "notes": loading::notes_json(report),
    })
}

/// The first few names, and how many more there are.
pub fn some(names: &[&str]) -> String {
    let shown = names.iter().take(NAMES).map(|name| line(name)).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(NAMES) {
        0 => shown,
        rest => format!("{shown} and {rest} more"),
    }
}
