//! A verdict for people: the answer, the evidence, what to do next.

use eval::{Fault, Pair, Program};
use lang::problem::{Problem, PropertyKind, display_name};
use lang::scope::PairTypes;

use super::evidence::{evidence, raised};
use super::layout::{hanging, labelled, names, shortened};
use super::verdict::{Answer, Outcome, Standing, Verdict};
use crate::style::{bad, doubtful, faint, good};

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
    verdict.answers.iter().filter(|answer| answer.fails() || answer.raises()).filter(matters)
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
    call_of(verdict.problem, verdict.program, verdict.pair)
}

pub fn call_of(problem: &Problem, program: &Program, pair: &Pair) -> String {
    let name = problem.predicate.as_ref().map_or("is_valid", |predicate| &*predicate.name);
    let values = pair.values.iter().map(|value| shortened(&pair.show(program, value)));
    format!("{name}({})", values.collect::<Vec<_>>().join(", "))
}

fn facts(verdict: &Verdict<'_>) -> Vec<(&'static str, String)> {
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
    list("not asked", verdict.answers.iter().filter(|answer| answer.is_unasked()).collect());
    rows.push(("bucket", bucket(verdict)));
    rows.extend(reference(verdict).map(|text| ("reference", text)));
    for (number, line) in scope(verdict).into_iter().enumerate() {
        rows.push((if number == 0 { "scope" } else { "" }, line));
    }
    rows
}

fn input(verdict: &Verdict<'_>) -> String {
    let raising = names(verdict.preconditions().filter(|answer| answer.raises()));
    if !raising.0.is_empty() {
        return format!("not known to be valid: {}", raising.that("has no answer", "have no answer"));
    }
    let failing = names(verdict.preconditions().filter(|answer| answer.fails()));
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

fn colored(answer: &Answer<'_>) -> String {
    let name = display_name(&answer.property.name, answer.property.kind);
    match (&answer.outcome, answer.property.kind) {
        (Outcome::Holds, _) => good(&name),
        (Outcome::Fails(_), PropertyKind::Error) | (Outcome::Unasked, _) => doubtful(&name),
        _ => bad(&name),
    }
}
