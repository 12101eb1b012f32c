//! Where a property fails, for people.

use eval::{Binding, Fault, Where};
use lang::problem::{PropertyKind, display_name};

use super::layout::{hanging, labelled, shortened};
use super::verdict::{Answer, Outcome, Verdict};
use crate::style::strong;
use crate::words;

/// Where a property fails, or why it has no answer.
pub fn evidence(verdict: &Verdict<'_>, answer: &Answer<'_>, width: usize) -> String {
    let name = display_name(&answer.property.name, answer.property.kind);
    let found = match &answer.outcome {
        Outcome::Holds | Outcome::Unasked => return String::new(),
        Outcome::Raises(fault) => return raised(verdict, &name, fault, width),
        Outcome::Fails(found) => found,
    };
    let doc = answer.property.doc.as_deref().map(words::first_sentence).unwrap_or_default();
    let remark = if answer.property.kind == PropertyKind::Error { " (an error subproperty)" } else { "" };
    let title = format!("{}{remark} fails{}{doc}", strong(&name), if doc.is_empty() { "" } else { ": " });
    let rows = match found {
        Some(found) => place(verdict, found),
        None => vec![("at", line_of(verdict, answer.property.span.start))],
    };
    format!("{}{}", hanging("", &title, width), labelled(&rows, width))
}

fn place(verdict: &Verdict<'_>, found: &Where) -> Vec<(&'static str, String)> {
    let path = &verdict.problem.source.path;
    let mut rows = vec![("at", format!("{path}:{}: {}", found.line, shortened(&found.expression)))];
    if !found.bindings.is_empty() {
        let bindings: Vec<String> = found.bindings.iter().map(|binding| bound(verdict, binding)).collect();
        rows.push(("with", bindings.join(", ")));
    }
    rows.push(("because", reason(found)));
    rows
}

/// The reason, without the expression that stands above it.
fn reason(found: &Where) -> String {
    let rest = found.reason.strip_prefix(&found.expression);
    let said = match rest.and_then(|rest| rest.strip_prefix(" fails: ")) {
        Some(rest) => rest,
        None if rest == Some(" is true") => "it is true",
        None if rest == Some(" is false") => "it is false",
        None => &found.reason,
    };
    shortened(said)
}

/// `vertex = "b" (index 2 of order)`
fn bound(verdict: &Verdict<'_>, binding: &Binding) -> String {
    let value = shortened(&verdict.pair.show(verdict.program, &binding.value));
    match binding.index {
        Some(index) => format!("{} = {value} (index {index} of {})", binding.name, binding.of),
        None => format!("{} = {value}", binding.name),
    }
}

/// Where a precondition or required subproperty fails, in one sentence.
pub fn brief(verdict: &Verdict<'_>, answer: &Answer<'_>) -> Option<String> {
    let Outcome::Fails(Some(found)) = &answer.outcome else { return None };
    if answer.property.kind == PropertyKind::Error {
        return None;
    }
    let name = display_name(&answer.property.name, answer.property.kind);
    let bindings: Vec<String> = found.bindings.iter().map(|binding| bound(verdict, binding)).collect();
    let bindings = if bindings.is_empty() { String::new() } else { format!("{}: ", bindings.join(", ")) };
    Some(format!("{name}, line {}: {bindings}{}", found.line, shortened(&found.reason)))
}

pub fn raised(verdict: &Verdict<'_>, name: &str, fault: &Fault, width: usize) -> String {
    let verb = if matches!(fault, Fault::Raised(_)) { "raises " } else { "has no value: " };
    let title = format!("{} {verb}{}", strong(name), shortened(&verdict.pair.fault_text(fault)));
    let rows: Vec<_> = fault.at().map(|span| ("at", line_of(verdict, span.start))).into_iter().collect();
    format!("{}{}", hanging("", &title, width), labelled(&rows, width))
}

/// `problems/toposort.py:79: if vertex in seen:`
fn line_of(verdict: &Verdict<'_>, offset: u32) -> String {
    let source = &verdict.problem.source;
    let line = source.line(offset);
    let text = source.text.lines().nth(line - 1).unwrap_or_default().trim();
    format!("{}:{line}: {text}", source.path)
}
