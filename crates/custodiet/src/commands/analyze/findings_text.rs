//! The findings about a decomposition, as people see them.

use decide::Bucket;
use decide::analysis::Raising;
use lang::problem::PropertyKind;

use super::AnalysisReport;
use super::findings::{NeverAlone, NotImplied, Redundant};
use crate::commands::explain::layout::hanging;
use crate::style::{bad, doubtful, faint, good};

/// Ways to fail together that are listed.
const MAX_WAYS: usize = 3;

/// What kind of finding it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Good,
    Bad,
    Note,
    Undecided,
    /// Does not apply.
    None,
}

#[derive(Debug)]
struct Line {
    mark: Mark,
    text: String,
    /// Indented lines below.
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

pub fn findings(report: &AnalysisReport<'_>, width: usize) -> String {
    let mut lines = completeness(report);
    lines.extend(exceptions(report));
    lines.extend(positive(report));
    lines.extend(always_true(report));
    lines.extend(redundancy(report));
    lines.extend(report.findings.never_alone.iter().map(|found| never_alone(report, found)));
    lines.extend(error_subproperties(report));
    lines.iter().map(|line| line.shown(width)).collect()
}

fn completeness(report: &AnalysisReport<'_>) -> Vec<Line> {
    let (describe, analysis) = (report.describe, &report.analysis);
    let predicate = describe.predicate();
    if !analysis.open && analysis.concretizable.is_empty() {
        let text =
            if analysis.raises.is_empty() { "no valid pair exists" } else { "a function raises on every valid pair" };
        return vec![Line::new(Mark::Note, text)];
    }
    if !describe.has_reference() {
        let text = format!(
            "{predicate} has no reference implementation, so the required subproperties alone define what is correct"
        );
        return vec![Line::new(Mark::None, text)];
    }
    let quiet = if analysis.raises.is_empty() { "" } else { ", where nothing raises" };
    let line = match (analysis.complete, &analysis.difference) {
        (Some(true), _) => {
            let mark = if analysis.order_undecided.is_empty() { Mark::Good } else { Mark::Undecided };
            let order = if mark == Mark::Good { "" } else { ", in one order of sets and `Unordered` lists" };
            Line::new(mark, format!("the required subproperties together equal {predicate}{quiet}{order}"))
        }
        (Some(false), Some(difference)) => {
            let answer = if difference.accepted {
                let fails = describe.names(report.findings.difference_fails.iter().copied());
                format!("{predicate} returns True, but {}", fails.with_verb("fails", "fail"))
            } else {
                format!("{predicate} returns False, but every required subproperty holds")
            };
            Line::new(Mark::Bad, format!("the required subproperties together do not equal {predicate}"))
                .more(describe.witness(&difference.pair, difference.proven))
                .more(answer)
        }
        _ => Line::new(
            Mark::Undecided,
            format!("undecided: whether the required subproperties together equal {predicate}; the solver gave up"),
        ),
    };
    vec![line]
}

fn exceptions(report: &AnalysisReport<'_>) -> Vec<Line> {
    let analysis = &report.analysis;
    let mut lines: Vec<Line> = analysis.raises.iter().map(|raising| raises(report, raising)).collect();
    lines.extend(analysis.may_raise.iter().map(|(function, exception)| {
        Line::new(Mark::Undecided, format!("undecided: whether `{function}` raises {exception}; the solver gave up"))
    }));
    if lines.is_empty() {
        lines.push(Line::new(Mark::Good, "no function raises"));
    }
    lines.extend(analysis.order_undecided.iter().map(|function| {
        let text = format!("undecided: whether `{function}` depends on the order of a set or an `Unordered` list");
        let rests = "what is said of all pairs and rests on it holds in one order, perhaps not in all";
        Line::new(Mark::Undecided, text).more(rests)
    }));
    lines
}

fn raises(report: &AnalysisReport<'_>, raising: &Raising) -> Line {
    let source = &report.describe.problem.source;
    let line = source.line(raising.at.start);
    let code = source.text.lines().nth(line - 1).unwrap_or_default().trim();
    Line::new(Mark::Bad, format!("`{}` raises {}", raising.function, raising.exception))
        .more(format!("{}:{line}: {code}", source.path))
        .more(report.describe.witness(&raising.pair, raising.proven))
}

/// Whether correct and wrong pairs exist.
fn positive(report: &AnalysisReport<'_>) -> Vec<Line> {
    let buckets: Vec<Bucket> = report.analysis.concretizable.iter().map(|(bucket, _)| *bucket).collect();
    if report.analysis.open || buckets.is_empty() {
        return Vec::new();
    }
    let positive = buckets.iter().filter(|bucket| report.describe.is_positive(**bucket)).count();
    let text = match positive {
        0 => "no pair is correct: the required subproperties never hold together",
        _ if positive == buckets.len() => "every pair is correct: no required subproperty ever fails",
        _ => return Vec::new(),
    };
    vec![Line::new(Mark::Note, text)]
}

fn always_true(report: &AnalysisReport<'_>) -> Vec<Line> {
    let found = &report.findings.always_true;
    if found.is_empty() {
        return Vec::new();
    }
    let names = report.describe.names(found.iter().copied());
    vec![Line::new(
        Mark::Note,
        format!("{}: no pair violates {}", names.with_verb("always holds", "always hold"), it(found.len())),
    )]
}

fn it(number: usize) -> &'static str {
    if number == 1 { "it" } else { "them" }
}

fn redundancy(report: &AnalysisReport<'_>) -> Vec<Line> {
    let (describe, findings) = (report.describe, &report.findings);
    if report.analysis.open {
        let text = "undecided: which subproperties are redundant or always hold; the solver gave up";
        return vec![Line::new(Mark::Undecided, text)];
    }
    if report.analysis.concretizable.is_empty() {
        return Vec::new();
    }
    if findings.independent == Some(true) {
        return vec![Line::new(Mark::Good, "the subproperties are independent: each fails alone in some bucket")];
    }
    let required_fail = |at: &usize| describe.kind(*at) == PropertyKind::Required;
    if findings.redundant.is_empty() && !findings.always_true.iter().any(required_fail) {
        return vec![Line::new(Mark::Good, "no required subproperty is redundant")];
    }
    let mut lines: Vec<Line> = findings.redundant.iter().map(|found| redundant(report, found)).collect();
    if lines.len() > 1 {
        lines.push(Line::new(Mark::Note, removable(report)));
    }
    lines
}

/// Whether all redundant subproperties can be removed at once.
fn removable(report: &AnalysisReport<'_>) -> String {
    let (describe, findings) = (report.describe, &report.findings);
    let all = findings.redundant.iter().map(|found| found.position);
    let needed: Vec<usize> = all.clone().filter(|position| !findings.spare.contains(position)).collect();
    if needed.is_empty() {
        let all = describe.names(all);
        return format!("{} can be removed together without changing what is correct", all.list());
    }
    let (spare, needed) = (describe.names(findings.spare.iter().copied()), describe.names(needed));
    format!(
        "not all of these can be removed at once: without {}, {}",
        spare.list(),
        needed.with_verb("is needed", "are needed")
    )
}

fn redundant(report: &AnalysisReport<'_>, found: &Redundant) -> Line {
    let name = report.describe.name(found.position);
    let by = report.describe.names(found.by.iter().copied());
    let why = if found.by.is_empty() {
        "the other required subproperties never hold together".to_owned()
    } else {
        format!("{} it", by.with_verb("implies", "imply"))
    };
    Line::new(Mark::Note, format!("{name} is redundant: {why}"))
}

fn never_alone(report: &AnalysisReport<'_>, found: &NeverAlone) -> Line {
    let describe = report.describe;
    let mut ways: Vec<String> = found
        .with
        .iter()
        .take(MAX_WAYS)
        .map(|others| format!("with {}", describe.names(others.failing()).list()))
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
    Line::new(Mark::Note, format!("{} never fails alone: it fails {ways}", describe.name(found.position)))
}

/// Whether correctness implies the error subproperties, as it should unless they are declared stricter.
fn error_subproperties(report: &AnalysisReport<'_>) -> Vec<Line> {
    let (describe, found) = (report.describe, &report.findings.not_implied);
    let mut lines: Vec<Line> = found.iter().map(|strict| not_implied(report, strict)).collect();
    let errors: Vec<usize> =
        (0..describe.count()).filter(|position| describe.kind(*position) == PropertyKind::Error).collect();
    let implied: Vec<usize> =
        errors.iter().copied().filter(|position| !found.iter().any(|strict| strict.position == *position)).collect();
    if implied.is_empty() || report.analysis.concretizable.is_empty() {
        return lines;
    }
    let names = describe.names(implied.iter().copied());
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
        if !describe.problem.subproperties[position].stricter_than.is_empty() {
            let text = format!("{} is declared stricter, but correctness implies it", describe.name(position));
            lines.push(Line::new(Mark::Note, text));
        }
    }
    lines
}

fn not_implied(report: &AnalysisReport<'_>, found: &NotImplied) -> Line {
    let name = report.describe.name(found.position);
    let declared = !report.describe.problem.subproperties[found.position].stricter_than.is_empty();
    let line = if declared {
        Line::new(Mark::Good, format!("{name} is stricter than correctness, as declared"))
    } else {
        Line::new(Mark::Note, format!("correctness does not imply {name}: it fails on a correct pair"))
    };
    match &found.pair {
        Some(pair) => line.more(format!("for example {}", report.describe.call(pair))),
        None => line,
    }
}
