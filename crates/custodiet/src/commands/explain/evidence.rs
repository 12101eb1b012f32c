//! Where a property fails, as people see it.

use eval::{Binding, Fault, Where};
use lang::problem::{PropertyKind, display_name};

use super::explanation::{Evaluation, Explanation, PropertyResult};
use super::layout::{hanging, labelled, shortened};
use crate::style::strong;
use crate::words;

/// Where a property fails, or why it returns nothing.
pub fn evidence(explanation: &Explanation<'_>, result: &PropertyResult<'_>, width: usize) -> String {
    let name = display_name(&result.property.name, result.property.kind);
    let found = match &result.evaluation {
        Evaluation::Holds | Evaluation::Skipped => return String::new(),
        Evaluation::Raises(fault) => return raised(explanation, &name, fault, width),
        Evaluation::Fails(found) => found,
    };
    let doc = result.property.doc.as_deref().map(words::first_sentence).unwrap_or_default();
    let remark = if result.property.kind == PropertyKind::Error { " (an error subproperty)" } else { "" };
    let title = format!("{}{remark} fails{}{doc}", strong(&name), if doc.is_empty() { "" } else { ": " });
    let rows = match found {
        Some(found) => place(explanation, found),
        None => vec![("at", line_of(explanation, result.property.span.start))],
    };
    format!("{}{}", hanging("", &title, width), labelled(&rows, width))
}

fn place(explanation: &Explanation<'_>, found: &Where) -> Vec<(&'static str, String)> {
    let path = &explanation.problem.source.path;
    let mut rows = vec![("at", format!("{path}:{}: {}", found.line, shortened(&found.expression)))];
    if !found.bindings.is_empty() {
        let bindings: Vec<String> = found.bindings.iter().map(|binding| bound(explanation, binding)).collect();
        rows.push(("with", bindings.join(", ")));
    }
    rows.push(("because", shortened(found.short_reason())));
    rows
}

/// `vertex = "b" (index 2 of order)`
fn bound(explanation: &Explanation<'_>, binding: &Binding) -> String {
    let value = shortened(&explanation.pair.show(explanation.program, &binding.value));
    match binding.index {
        Some(index) => format!("{} = {value} (index {index} of {})", binding.name, binding.of),
        None => format!("{} = {value}", binding.name),
    }
}

/// Where a precondition or required subproperty fails, in one sentence.
pub fn brief(explanation: &Explanation<'_>, result: &PropertyResult<'_>) -> Option<String> {
    let Evaluation::Fails(Some(found)) = &result.evaluation else { return None };
    if result.property.kind == PropertyKind::Error {
        return None;
    }
    let name = display_name(&result.property.name, result.property.kind);
    let bindings: Vec<String> = found.bindings.iter().map(|binding| bound(explanation, binding)).collect();
    let bindings = if bindings.is_empty() { String::new() } else { format!("{}: ", bindings.join(", ")) };
    Some(format!("{name}, line {}: {bindings}{}", found.line, shortened(&found.reason())))
}

pub fn raised(explanation: &Explanation<'_>, name: &str, fault: &Fault, width: usize) -> String {
    let verb = if matches!(fault, Fault::Raised(_)) { "raises " } else { "gives no answer: " };
    let title = format!("{} {verb}{}", strong(name), shortened(&explanation.pair.fault_text(fault)));
    let rows: Vec<_> = fault.at().map(|span| ("at", line_of(explanation, span.start))).into_iter().collect();
    format!("{}{}", hanging("", &title, width), labelled(&rows, width))
}

/// `problems/toposort.py:79: if vertex in seen:`
fn line_of(explanation: &Explanation<'_>, offset: u32) -> String {
    let source = &explanation.problem.source;
    let line = source.line(offset);
    let text = source.text.lines().nth(line - 1).unwrap_or_default().trim();
    format!("{}:{line}: {text}", source.path)
}
