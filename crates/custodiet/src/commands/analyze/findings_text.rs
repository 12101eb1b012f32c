//! What was found about a decomposition, in words.

use decide::Bucket;
use decide::analysis::Raising;
use lang::problem::PropertyKind;

use super::Report;
use super::findings::{NeverAlone, NotImplied, Redundant};
use crate::commands::explain::layout::hanging;
use crate::style::{bad, doubtful, faint, good};

/// So many ways to fail together are listed.
const MAX_WAYS: usize = 3;

/// What kind of finding it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Good,
    Bad,
    Note,
    Undecided,
    /// There is nothing to find.
    None,
}

#[derive(Debug)]
struct Line {
    mark: Mark,
    text: String,
    /// Lines below it.
    more: Vec<String>,
}

impl Line {
    fn new(mark: Mark, text: impl Into<String>) -> Self {
        Self { mark, text: text.into(), more: Vec::new() }
    }

    fn more(mut self, text: impl Into<String>) -> Self {
        self.more.push(text.into());
        self
    }

    fn shown(&self, width: usize) -> String {
        let mark = match self.mark {
            Mark::Good => good("✓"),
            Mark::Bad => bad("✗"),
            Mark::Note => doubtful("!"),
            Mark::Undecided => doubtful("?"),
            Mark::None => faint("–"),
        };
        let mut text = hanging(&format!("  {mark} "), &self.text, width);
        self.more.iter().for_each(|line| text.push_str(&hanging("      ", line, width)));
        text
    }
}

pub fn findings(report: &Report<'_>, width: usize) -> String {
    let mut lines = completeness(report);
    lines.extend(exceptions(report));
    lines.extend(positive(report));
    lines.extend(always_true(report));
    lines.extend(redundancy(report));
    lines.extend(report.findings.never_alone.iter().map(|found| never_alone(report, found)));
    lines.extend(error_subproperties(report));
    lines.iter().map(|line| line.shown(width)).collect()
}

fn completeness(report: &Report<'_>) -> Vec<Line> {
    let (speech, analysis) = (report.speech, &report.analysis);
    let predicate = speech.predicate();
    if !analysis.open && analysis.concretizable.is_empty() {
        return vec![Line::new(
            Mark::Note,
            "there is no pair to speak of, so nothing can be said of the subproperties",
        )];
    }
    if !speech.has_reference() {
        let text = format!(
            "{predicate} is declared without a reference, so the required subproperties alone say what is correct"
        );
        return vec![Line::new(Mark::None, text)];
    }
    let quiet = if analysis.raises.is_empty() { "" } else { ", where nothing raises" };
    let line = match (analysis.complete, &analysis.difference) {
        (Some(true), _) => {
            Line::new(Mark::Good, format!("the required subproperties together equal {predicate}{quiet}"))
        }
        (Some(false), Some(difference)) => {
            let said = if difference.accepted {
                let fails = speech.names(report.findings.difference_fails.iter().copied());
                format!("{predicate} returns True, but {}", fails.that("fails", "fail"))
            } else {
                format!("{predicate} returns False, but every required subproperty holds")
            };
            Line::new(Mark::Bad, format!("the required subproperties together do not equal {predicate}"))
                .more(speech.witness(&difference.pair, difference.proven))
                .more(said)
        }
        _ => Line::new(
            Mark::Undecided,
            format!("undecided: whether the required subproperties together equal {predicate}; the solver gave up"),
        ),
    };
    vec![line]
}

fn exceptions(report: &Report<'_>) -> Vec<Line> {
    let analysis = &report.analysis;
    let mut lines: Vec<Line> = analysis.raises.iter().map(|raising| raises(report, raising)).collect();
    lines.extend(analysis.may_raise.iter().map(|(function, exception)| {
        Line::new(Mark::Undecided, format!("undecided: whether `{function}` raises {exception}; the solver gave up"))
    }));
    if lines.is_empty() {
        lines.push(Line::new(Mark::Good, "no function raises"));
    }
    lines.extend(analysis.order_undecided.iter().map(|function| {
        let text = format!("undecided: whether `{function}` depends on the order of a set; the solver gave up");
        Line::new(Mark::Undecided, text)
    }));
    lines
}

fn raises(report: &Report<'_>, raising: &Raising) -> Line {
    let source = &report.speech.problem.source;
    let line = source.line(raising.at.start);
    let code = source.text.lines().nth(line - 1).unwrap_or_default().trim();
    Line::new(Mark::Bad, format!("`{}` raises {}", raising.function, raising.exception))
        .more(format!("{}:{line}: {code}", source.path))
        .more(report.speech.witness(&raising.pair, raising.proven))
}

/// Whether there is a correct pair, and a wrong one.
fn positive(report: &Report<'_>) -> Vec<Line> {
    let buckets: Vec<Bucket> = report.analysis.concretizable.iter().map(|(bucket, _)| *bucket).collect();
    if report.analysis.open || buckets.is_empty() {
        return Vec::new();
    }
    let positive = buckets.iter().filter(|bucket| report.speech.is_positive(**bucket)).count();
    let text = match positive {
        0 => "no pair is correct: the required subproperties never hold together",
        _ if positive == buckets.len() => "every pair is correct: no required subproperty ever fails",
        _ => return Vec::new(),
    };
    vec![Line::new(Mark::Note, text)]
}

fn always_true(report: &Report<'_>) -> Vec<Line> {
    let found = &report.findings.always_true;
    if found.is_empty() {
        return Vec::new();
    }
    let names = report.speech.names(found.iter().copied());
    vec![Line::new(
        Mark::Note,
        format!("{}: no pair breaks {}", names.that("always holds", "always hold"), it(found.len())),
    )]
}

fn it(number: usize) -> &'static str {
    if number == 1 { "it" } else { "them" }
}

fn redundancy(report: &Report<'_>) -> Vec<Line> {
    let (speech, findings) = (report.speech, &report.findings);
    if report.analysis.open {
        let text = "undecided: which subproperties are redundant or always hold; the solver gave up";
        return vec![Line::new(Mark::Undecided, text)];
    }
    if report.analysis.concretizable.is_empty() {
        return Vec::new();
    }
    if findings.independent == Some(true) {
        return vec![Line::new(Mark::Good, "the subproperties are independent: each one fails alone in some bucket")];
    }
    let required_fail = |at: &usize| speech.kind(*at) == PropertyKind::Required;
    if findings.redundant.is_empty() && !findings.always_true.iter().any(required_fail) {
        return vec![Line::new(Mark::Good, "no required subproperty is redundant")];
    }
    let mut lines: Vec<Line> = findings.redundant.iter().map(|found| redundant(report, found)).collect();
    if lines.len() > 1 {
        lines.push(Line::new(Mark::Note, together(report)));
    }
    lines
}

/// Each of several redundant ones can be left out; whether all can at once is another question.
fn together(report: &Report<'_>) -> String {
    let (speech, findings) = (report.speech, &report.findings);
    let all = findings.redundant.iter().map(|found| found.position);
    let needed: Vec<usize> = all.clone().filter(|position| !findings.spare.contains(position)).collect();
    if needed.is_empty() {
        let all = speech.names(all);
        return format!("{} can be left out together: correctness stays the same", all.list());
    }
    let (spare, needed) = (speech.names(findings.spare.iter().copied()), speech.names(needed));
    format!(
        "not all of these can be left out at once: without {}, {}",
        spare.list(),
        needed.that("is needed", "are needed")
    )
}

fn redundant(report: &Report<'_>, found: &Redundant) -> Line {
    let name = report.speech.name(found.position);
    let by = report.speech.names(found.by.iter().copied());
    let why = if found.by.is_empty() {
        "the other required subproperties never hold together".to_owned()
    } else {
        format!("{} it", by.that("implies", "imply"))
    };
    Line::new(Mark::Note, format!("{name} is redundant: {why}"))
}

fn never_alone(report: &Report<'_>, found: &NeverAlone) -> Line {
    let speech = report.speech;
    let mut ways: Vec<String> = found
        .with
        .iter()
        .take(MAX_WAYS)
        .map(|others| format!("with {}", speech.names(others.failing()).list()))
        .collect();
    match found.with.len().saturating_sub(MAX_WAYS) {
        0 => {}
        1 => ways.push("in one more way".to_owned()),
        more => ways.push(format!("in {more} more ways")),
    }
    let ways = match ways.as_slice() {
        [rest @ .., last] if !rest.is_empty() => format!("{}, or {last}", rest.join(", ")),
        _ => ways.concat(),
    };
    Line::new(Mark::Note, format!("{} never fails alone: it fails {ways}", speech.name(found.position)))
}

/// Whether correctness implies the error subproperties, as it should unless they are declared to be stricter.
fn error_subproperties(report: &Report<'_>) -> Vec<Line> {
    let (speech, found) = (report.speech, &report.findings.not_implied);
    let mut lines: Vec<Line> = found.iter().map(|strict| not_implied(report, strict)).collect();
    let errors: Vec<usize> =
        (0..speech.count()).filter(|position| speech.kind(*position) == PropertyKind::Error).collect();
    let implied: Vec<usize> =
        errors.iter().copied().filter(|position| !found.iter().any(|strict| strict.position == *position)).collect();
    if implied.is_empty() || report.analysis.concretizable.is_empty() {
        return lines;
    }
    let names = speech.names(implied.iter().copied());
    if report.analysis.open {
        let text = format!("undecided: whether correctness implies {}; the solver gave up", names.list());
        lines.push(Line::new(Mark::Undecided, text));
        return lines;
    }
    let all = if implied.len() == errors.len() && errors.len() > 1 {
        "every error subproperty".to_owned()
    } else {
        names.list()
    };
    lines.push(Line::new(Mark::Good, format!("correctness implies {all}")));
    for position in implied {
        if !speech.problem.subproperties[position].stricter_than.is_empty() {
            let text = format!("{} is declared stricter, but correctness implies it", speech.name(position));
            lines.push(Line::new(Mark::Note, text));
        }
    }
    lines
}

fn not_implied(report: &Report<'_>, found: &NotImplied) -> Line {
    let name = report.speech.name(found.position);
    let declared = !report.speech.problem.subproperties[found.position].stricter_than.is_empty();
    let line = if declared {
        Line::new(Mark::Good, format!("{name} is stricter than correctness, as declared"))
    } else {
        Line::new(Mark::Note, format!("correctness does not imply {name}: it fails on a correct pair"))
    };
    match &found.pair {
        Some(pair) => line.more(format!("such as {}", report.speech.call(pair))),
        None => line,
    }
}
