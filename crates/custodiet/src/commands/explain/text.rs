//! A verdict for people: the answer, the evidence, what to do next.

use console::measure_text_width;
use eval::{Binding, Fault, Where};
use lang::problem::{PropertyKind, display_name};
use lang::scope::PairTypes;

use super::verdict::{Answer, Outcome, Standing, Verdict};
use crate::style::{bad, doubtful, faint, good, strong};
use crate::words;

/// A value or reason longer than this is cut: it would push the answer off the screen.
const MAX_LENGTH: usize = 400;

pub fn report(verdict: &Verdict<'_>, width: usize) -> String {
    let mut text: String = answer(verdict).iter().map(|line| hanging("", line, width)).collect();
    text.push_str(&hanging("  ", &call(verdict), width));
    text.push('\n');
    text.push_str(&labelled(&facts(verdict), width));
    for answer in telling(verdict) {
        text.push('\n');
        text.push_str(&evidence(verdict, answer, width));
    }
    if let (Some(fault), Some(predicate)) = (verdict.reference_fault(), &verdict.problem.predicate) {
        text.push('\n');
        text.push_str(&raised(verdict, &predicate.name, fault, width));
    }
    text.push('\n');
    for line in next(verdict) {
        let wrapped = hanging("", &line, width);
        text.push_str(&if line.starts_with("next: ") { faint_lines(&wrapped) } else { wrapped });
    }
    text
}

fn faint_lines(text: &str) -> String {
    text.lines().flat_map(|line| [faint(line), "\n".to_owned()]).collect()
}

/// What must be explained: of an excluded pair, why it is, and nothing else.
pub fn telling<'v, 'a>(verdict: &'v Verdict<'a>) -> impl Iterator<Item = &'v Answer<'a>> {
    let excluded = verdict.standing() == Standing::Excluded;
    let matters = move |answer: &&Answer<'_>| !excluded || answer.property.kind == PropertyKind::Precondition;
    verdict.answers.iter().filter(|answer| !answer.holds()).filter(matters)
}

/// What kind of pair it is, and why: one line, after one that says if the file contradicts itself.
pub fn answer(verdict: &Verdict<'_>) -> Vec<String> {
    let mut line = match verdict.standing() {
        Standing::Positive => {
            let all = match verdict.required().count() {
                1 => "the required subproperty holds".to_owned(),
                2 => "both required subproperties hold".to_owned(),
                number => format!("all {number} required subproperties hold"),
            };
            good(&format!("✓ correct: {all}"))
        }
        Standing::Negative => {
            let failing = names(verdict.required().filter(|answer| answer.fails()));
            bad(&format!("✗ wrong: {}", failing.that("fails", "fail")))
        }
        Standing::Excluded => {
            let failing = names(verdict.preconditions().filter(|answer| answer.fails()));
            let what = if verdict.is_valid_input() { "ruled out" } else { "not a valid input" };
            doubtful(&format!("– {what}: {}", failing.that("fails", "fail")))
        }
        Standing::Raises if only_limits(verdict) => {
            let names = names(telling(verdict).filter(|answer| answer.raises()));
            bad(&format!("! no answer: {} beyond the limits", names.that("goes", "go")))
        }
        Standing::Raises => bad(&format!("! a fault of the problem file: {}", without_answer(verdict))),
    };
    if !verdict.beyond.is_empty() {
        line.push_str(&doubtful(" · beyond the scope"));
    }
    let Some(predicate) = verdict.problem.predicate.as_ref() else { return vec![line] };
    let fault = match (verdict.contradiction(), verdict.reference_fault()) {
        (Some(true), _) => "returns True, but by the subproperties the pair is wrong",
        (Some(false), _) => "returns False, but by the subproperties the pair is correct",
        (None, Some(_)) => "has no answer",
        (None, None) => return vec![line],
    };
    vec![bad(&format!("! a fault of the problem file: `{}` {fault}", predicate.name)), line]
}

/// Nothing has been raised, but a limit has struck: the pair may be too large.
fn only_limits(verdict: &Verdict<'_>) -> bool {
    let is_limit = |fault: &Fault| matches!(fault, Fault::Steps { .. } | Fault::TooLarge { .. });
    telling(verdict).all(|answer| !matches!(&answer.outcome, Outcome::Raises(fault) if !is_limit(fault)))
}

fn without_answer(verdict: &Verdict<'_>) -> String {
    let found: Vec<&Answer<'_>> = telling(verdict).filter(|answer| answer.raises()).collect();
    match found.as_slice() {
        [Answer { property, outcome: Outcome::Raises(Fault::Raised(raised)) }] => {
            format!("{} raises {}", display_name(&property.name, property.kind), raised.exception)
        }
        _ => names(found.into_iter()).that("has no answer", "have no answer"),
    }
}

/// The pair as a call of the predicate.
pub fn call(verdict: &Verdict<'_>) -> String {
    let name = verdict.problem.predicate.as_ref().map_or("is_valid", |predicate| &*predicate.name);
    let values = verdict.pair.values.iter().map(|value| shortened(&verdict.pair.show(verdict.program, value)));
    format!("{name}({})", values.collect::<Vec<_>>().join(", "))
}

fn facts(verdict: &Verdict<'_>) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    if verdict.preconditions().next().is_some() {
        rows.push(("input", input(verdict)));
    }
    let mut list = |label, answers: Vec<&Answer<'_>>| {
        if !answers.is_empty() {
            rows.push((label, answers.into_iter().map(colored).collect::<Vec<_>>().join(" · ")));
        }
    };
    list("raises", verdict.subproperties().filter(|answer| answer.raises()).collect());
    list("fails", verdict.subproperties().filter(|answer| answer.fails()).collect());
    list("holds", verdict.subproperties().filter(|answer| answer.holds()).collect());
    rows.push(("bucket", bucket(verdict)));
    rows.extend(reference(verdict).map(|text| ("reference", text)));
    for (number, line) in scope(verdict).into_iter().enumerate() {
        rows.push((if number == 0 { "scope" } else { "" }, line));
    }
    rows.into_iter().map(|(label, text)| (label.to_owned(), text)).collect()
}

fn input(verdict: &Verdict<'_>) -> String {
    let failing = names(verdict.preconditions().filter(|answer| !answer.holds()));
    if failing.0.is_empty() {
        return format!("valid: {}", names(verdict.preconditions()).that("holds", "hold"));
    }
    let valid = if verdict.is_valid_input() { "valid, but the pair is ruled out" } else { "not valid" };
    format!("{valid}: {}", failing.that("does not hold", "do not hold"))
}

fn bucket(verdict: &Verdict<'_>) -> String {
    match verdict.standing() {
        Standing::Excluded => "none: tests are made of pairs of which every precondition holds".to_owned(),
        Standing::Raises => "none: every precondition and subproperty must have an answer".to_owned(),
        standing => {
            let kind = if standing == Standing::Positive { "positive" } else { "negative" };
            let failing = names(verdict.subproperties().filter(|answer| answer.fails()));
            if failing.0.is_empty() {
                format!("{kind}: nothing fails")
            } else {
                format!("{kind}: exactly {}", failing.that("fails", "fail"))
            }
        }
    }
}

/// Whether the reference predicate agrees with the subproperties.
fn reference(verdict: &Verdict<'_>) -> Option<String> {
    let said = *verdict.reference.as_ref()?.as_ref().ok()?;
    let positive = verdict.positive()?;
    let name = &verdict.problem.predicate.as_ref()?.name;
    let said_so = format!("`{name}` returns {}", if said { "True" } else { "False" });
    Some(if said == positive { format!("agrees: {said_so}") } else { bad(&format!("disagrees: {said_so}")) })
}

fn scope(verdict: &Verdict<'_>) -> Vec<String> {
    let Some((first, rest)) = verdict.beyond.split_first() else {
        return vec![format!("inside: {}", verdict.problem.scope.describe(PairTypes::of(verdict.problem)))];
    };
    let large = eval::beyond_scope(verdict.problem, &verdict.problem.large_scope, verdict.pair);
    let how_far = if large.is_empty() { "beyond, but inside the large scope" } else { "beyond" };
    let mut lines = vec![format!("{}: {first}", doubtful(how_far))];
    lines.extend(rest.iter().cloned());
    lines
}

/// Where a property fails, or why it has no answer.
fn evidence(verdict: &Verdict<'_>, answer: &Answer<'_>, width: usize) -> String {
    let name = display_name(&answer.property.name, answer.property.kind);
    let found = match &answer.outcome {
        Outcome::Holds => return String::new(),
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
    let rows: Vec<(String, String)> = rows.into_iter().map(|(label, text)| (label.to_owned(), text)).collect();
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

fn raised(verdict: &Verdict<'_>, name: &str, fault: &Fault, width: usize) -> String {
    let verb = if matches!(fault, Fault::Raised(_)) { "raises " } else { "has no value: " };
    let title = format!("{} {verb}{}", strong(name), shortened(&fault.to_string()));
    let rows: Vec<(String, String)> =
        fault.at().map(|span| ("at".to_owned(), line_of(verdict, span.start))).into_iter().collect();
    format!("{}{}", hanging("", &title, width), labelled(&rows, width))
}

/// `problems/toposort.py:79: if vertex in seen:`
fn line_of(verdict: &Verdict<'_>, offset: u32) -> String {
    let source = &verdict.problem.source;
    let line = source.line(offset);
    let text = source.text.lines().nth(line - 1).unwrap_or_default().trim();
    format!("{}:{line}: {text}", source.path)
}

fn next(verdict: &Verdict<'_>) -> Vec<String> {
    let file = &verdict.problem.source.path;
    let predicate = verdict.problem.predicate.as_ref().map_or("is_valid", |predicate| &*predicate.name);
    if verdict.contradiction().is_some() {
        return vec![format!("next: correct `{predicate}` or the subproperties in {file}, until they agree")];
    }
    if verdict.reference_fault().is_some() && verdict.standing() != Standing::Raises {
        return vec![format!("next: make `{predicate}` in {file} answer True or False on every valid input")];
    }
    match verdict.standing() {
        Standing::Positive => {
            let strict = names(verdict.subproperties().filter(|answer| answer.fails()));
            let so = format!("so: a predicate that demands {} rejects this correct pair", strict.list());
            let next = "next: change the output and see what fails".to_owned();
            if strict.0.is_empty() { vec![next] } else { vec![so, next] }
        }
        Standing::Negative => {
            let failing = names(verdict.required().filter(|answer| answer.fails()));
            let lacks = match failing.0.as_slice() {
                [one] => format!("does not check {one}"),
                [one, other] => format!("checks neither {one} nor {other}"),
                _ => format!("checks none of {}", failing.list()),
            };
            vec![
                format!("so: a predicate that accepts this pair {lacks}"),
                format!("next: change the output and run again, or {file} if this pair should be correct"),
            ]
        }
        Standing::Excluded => {
            let failing = names(verdict.preconditions().filter(|answer| answer.fails()));
            let what = if verdict.is_valid_input() { "pair" } else { "input" };
            vec![format!("next: change the {what} so that {}", failing.that("holds", "hold"))]
        }
        Standing::Raises => {
            let raising = names(telling(verdict).filter(|answer| answer.raises()));
            if only_limits(verdict) {
                return vec![format!("next: give a smaller pair, or look for an endless loop in {}", raising.list())];
            }
            vec![format!("next: make {} in {file} answer True or False on every valid input", raising.list())]
        }
    }
}

/// Names as people see them.
struct Names(Vec<String>);

fn names<'v, 'a: 'v>(answers: impl Iterator<Item = &'v Answer<'a>>) -> Names {
    Names(answers.map(|answer| display_name(&answer.property.name, answer.property.kind)).collect())
}

impl Names {
    /// `NO-NEW, NONE-DROPPED and UNIQUENESS`
    fn list(&self) -> String {
        match self.0.as_slice() {
            [] => "nothing".to_owned(),
            [one] => one.clone(),
            [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
        }
    }

    fn that(&self, singular: &str, plural: &str) -> String {
        format!("{} {}", self.list(), if self.0.len() == 1 { singular } else { plural })
    }
}

fn colored(answer: &Answer<'_>) -> String {
    let name = display_name(&answer.property.name, answer.property.kind);
    match (&answer.outcome, answer.property.kind) {
        (Outcome::Holds, _) => good(&name),
        (Outcome::Fails(_), PropertyKind::Error) => doubtful(&name),
        _ => bad(&name),
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_LENGTH) {
        None => text.to_owned(),
        Some((end, _)) => {
            let cut = text[..end].rfind(' ').unwrap_or(end);
            format!("{} … ({} characters more)", &text[..cut], text[cut..].trim_start().chars().count())
        }
    }
}

/// Lines `  label  text`, the texts below each other.
fn labelled(rows: &[(String, String)], width: usize) -> String {
    let widest = rows.iter().map(|(label, _)| label.len()).max().unwrap_or(0);
    rows.iter()
        .map(|(label, text)| {
            let space = " ".repeat(widest - label.len());
            hanging(&format!("  {}{space}  ", faint(label)), text, width)
        })
        .collect()
}

/// A text after a lead, wrapped; lines but the first stand where the text begins. Spaces inside a line are kept, since
/// they may be part of a value.
pub fn hanging(lead: &str, text: &str, width: usize) -> String {
    let indent = measure_text_width(lead);
    let (mut shown, mut line, mut used) = (String::new(), lead.to_owned(), indent);
    for word in text.split_inclusive(' ') {
        if used + measure_text_width(word.trim_end()) > width && used > indent {
            shown.push_str(line.trim_end());
            shown.push('\n');
            (line, used) = (" ".repeat(indent), indent);
        }
        line.push_str(word);
        used += measure_text_width(word);
    }
    shown.push_str(line.trim_end());
    shown.push('\n');
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_break_at_spaces() {
        assert_eq!(hanging("  at  ", "one two three", 12), "  at  one\n      two\n      three\n");
        assert_eq!(hanging("", "\"a  b\", \"c\"", 80), "\"a  b\", \"c\"\n");
        assert_eq!(hanging("    ", "unbreakable short", 10), "    unbreakable\n    short\n");
        assert_eq!(hanging("", "", 10), "\n");
    }

    #[test]
    fn long_values_are_cut_between_words() {
        let long = "[1234, ".repeat(100);
        let short = shortened(&long);
        assert!(short.starts_with("[1234, [1234, "));
        assert!(short.ends_with("[1234, … (301 characters more)"), "{short}");
        assert_eq!(shortened("[1, 2]"), "[1, 2]");
        assert!(shortened(&"x".repeat(500)).ends_with("x … (100 characters more)"));
    }

    #[test]
    fn names_are_listed() {
        let names = |names: &[&str]| Names(names.iter().map(|name| (*name).to_owned()).collect());
        assert_eq!(names(&["A"]).that("fails", "fail"), "A fails");
        assert_eq!(names(&["A", "B", "C"]).that("fails", "fail"), "A, B and C fail");
    }
}
