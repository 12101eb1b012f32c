//! An explanation for people: the answer, the evidence, what to do next.

use eval::{Fault, Pair, Program};
use lang::problem::{Problem, PropertyKind, display_name};
use lang::scope::PairTypes;
use pairs::drawing::Marks;

use super::evidence::{evidence, raised};
use super::explanation::{Evaluation, Explanation, PairKind, PropertyResult};
use super::layout::{hanging, labelled, names, shortened};
use crate::commands::trees;
use crate::style::{bad, doubtful, faint, good};

pub fn report(explanation: &Explanation<'_>, width: usize) -> String {
    let mut text: String = answer(explanation).iter().map(|line| hanging("", line, width)).collect();
    text.push_str(&drawn(explanation, width));
    text.push_str(&hanging("  ", &call(explanation), width));
    text.push('\n');
    text.push_str(&labelled(&facts(explanation), width));
    for result in to_explain(explanation) {
        text.push('\n');
        text.push_str(&evidence(explanation, result, width));
    }
    if let (Some(fault), Some(predicate)) = (explanation.reference_fault(), &explanation.problem.predicate) {
        text.push('\n');
        text.push_str(&raised(explanation, &predicate.name, fault, width));
    }
    text.push('\n');
    if let Some(conclusion) = conclusion(explanation) {
        text.push_str(&hanging("", &format!("so: {conclusion}"), width));
    }
    text.push_str(&faint_lines(&hanging("", &format!("next: {}", next(explanation)), width)));
    text
}

fn faint_lines(text: &str) -> String {
    text.lines().flat_map(|line| [faint(line), "\n".to_owned()]).collect()
}

/// What needs an explanation. For an excluded pair, only what excludes it.
pub fn to_explain<'v, 'a>(explanation: &'v Explanation<'a>) -> impl Iterator<Item = &'v PropertyResult<'a>> {
    let excluded = explanation.kind() == PairKind::Excluded;
    let counts = move |result: &&PropertyResult<'_>| !excluded || result.property.kind == PropertyKind::Precondition;
    explanation.results.iter().filter(|result| result.fails() || result.raises()).filter(counts)
}

/// What kind of pair it is, and why: one line, after another one if the file contradicts itself.
pub fn answer(explanation: &Explanation<'_>) -> Vec<String> {
    let mut line = match explanation.kind() {
        PairKind::Positive => {
            let all = match explanation.required().count() {
                1 => "the required subproperty holds".to_owned(),
                2 => "both required subproperties hold".to_owned(),
                number => format!("all {number} required subproperties hold"),
            };
            good(&format!("✓ correct: {all}"))
        }
        PairKind::Negative => {
            let failing = names(explanation.required().filter(|result| result.fails()));
            bad(&format!("✗ wrong: {}", failing.with_verb("fails", "fail")))
        }
        PairKind::Excluded => {
            let failing = names(explanation.preconditions().filter(|result| result.fails()));
            let what = if explanation.is_valid_input() { "excluded" } else { "not a valid input" };
            doubtful(&format!("– {what}: {}", failing.with_verb("fails", "fail")))
        }
        PairKind::Raises if only_limits(explanation) => {
            let names = names(to_explain(explanation).filter(|result| result.raises()));
            bad(&format!("! no answer: {} the limits", names.with_verb("exceeds", "exceed")))
        }
        PairKind::Raises => bad(&format!("! a mistake in the problem file: {}", without_answer(explanation))),
    };
    if !explanation.beyond.is_empty() {
        line.push_str(&doubtful(" · outside the scope"));
    }
    let Some(predicate) = explanation.problem.predicate.as_ref() else { return vec![line] };
    let fault = match (explanation.contradiction(), explanation.reference_fault()) {
        (Some(true), _) => "returns True, but according to the subproperties the pair is wrong",
        (Some(false), _) => "returns False, but according to the subproperties the pair is correct",
        (None, Some(_)) => "gives no answer",
        (None, None) => return vec![line],
    };
    vec![bad(&format!("! a mistake in the problem file: `{}` {fault}", predicate.name)), line]
}

/// Nothing raised, but a limit was exceeded: the pair may be too large.
fn only_limits(explanation: &Explanation<'_>) -> bool {
    let is_limit = |fault: &Fault| matches!(fault, Fault::Steps { .. } | Fault::TooLarge { .. });
    to_explain(explanation).all(|result| !matches!(&result.evaluation, Evaluation::Raises(fault) if !is_limit(fault)))
}

fn without_answer(explanation: &Explanation<'_>) -> String {
    let found: Vec<&PropertyResult<'_>> = to_explain(explanation).filter(|result| result.raises()).collect();
    match found.as_slice() {
        [PropertyResult { property, evaluation: Evaluation::Raises(Fault::Raised(raised)) }] => {
            format!("{} raises {}", display_name(&property.name, property.kind), raised.exception)
        }
        _ => names(found.into_iter()).with_verb("gives no answer", "give no answer"),
    }
}

/// The pair as a call of the predicate.
pub fn call(explanation: &Explanation<'_>) -> String {
    call_of(explanation.problem, explanation.program, explanation.pair)
}

pub fn call_of(problem: &Problem, program: &Program, pair: &Pair) -> String {
    let name = problem.predicate.as_ref().map_or("is_valid", |predicate| &*predicate.name);
    let values = pair.values.iter().map(|value| shortened(&pair.show(program, value)));
    format!("{name}({})", values.collect::<Vec<_>>().join(", "))
}

/// The parameters drawn, with marks where what is required fails.
fn drawn(explanation: &Explanation<'_>, width: usize) -> String {
    let (problem, program, pair) = (explanation.problem, explanation.program, explanation.pair);
    let excluded = explanation.kind() == PairKind::Excluded;
    let counts = |result: &PropertyResult<'_>| match result.property.kind {
        PropertyKind::Precondition => excluded,
        PropertyKind::Required => !excluded,
        PropertyKind::Error => false,
    };
    let failing = explanation.results.iter().enumerate().filter(|(_, result)| result.fails() && counts(result));
    let marks = Marks::of(problem, program, pair, failing.map(|(position, _)| position));
    let drawings = pairs::drawing::drawings(problem, program, pair, &marks);
    let lines = trees::lines(&drawings, width.saturating_sub(2));
    if lines.is_empty() { String::new() } else { format!("  {}\n\n", lines.join("\n  ")) }
}

fn facts(explanation: &Explanation<'_>) -> Vec<(&'static str, String)> {
    let mut rows = Vec::new();
    if explanation.preconditions().next().is_some() {
        rows.push(("input", input(explanation)));
    }
    let mut list = |label, results: Vec<&PropertyResult<'_>>| {
        if !results.is_empty() {
            rows.push((label, results.into_iter().map(colored).collect::<Vec<_>>().join(" · ")));
        }
    };
    list("raises", explanation.subproperties().filter(|result| result.raises()).collect());
    list("fails", explanation.subproperties().filter(|result| result.fails()).collect());
    list("holds", explanation.subproperties().filter(|result| result.holds()).collect());
    list("skipped", explanation.results.iter().filter(|result| result.is_skipped()).collect());
    rows.push(("bucket", bucket(explanation)));
    rows.extend(reference(explanation).map(|text| ("reference", text)));
    for (number, line) in scope(explanation).into_iter().enumerate() {
        rows.push((if number == 0 { "scope" } else { "" }, line));
    }
    rows
}

fn input(explanation: &Explanation<'_>) -> String {
    let raising = names(explanation.preconditions().filter(|result| result.raises()));
    if !raising.0.is_empty() {
        return format!("not known to be valid: {}", raising.with_verb("gives no answer", "give no answer"));
    }
    let failing = names(explanation.preconditions().filter(|result| result.fails()));
    if failing.0.is_empty() {
        return format!("valid: {}", names(explanation.preconditions()).with_verb("holds", "hold"));
    }
    let valid = if explanation.is_valid_input() { "valid, but the pair is excluded" } else { "not valid" };
    format!("{valid}: {}", failing.with_verb("does not hold", "do not hold"))
}

fn bucket(explanation: &Explanation<'_>) -> String {
    match explanation.kind() {
        PairKind::Excluded => "none: every pair in a bucket satisfies all preconditions".to_owned(),
        PairKind::Raises => "none: a precondition or subproperty gives no answer".to_owned(),
        standing => {
            let kind = if standing == PairKind::Positive { "positive" } else { "negative" };
            let failing = names(explanation.subproperties().filter(|result| result.fails()));
            if failing.0.is_empty() {
                format!("{kind}: nothing fails")
            } else {
                format!("{kind}: exactly {}", failing.with_verb("fails", "fail"))
            }
        }
    }
}

/// Whether the reference predicate agrees with the subproperties.
fn reference(explanation: &Explanation<'_>) -> Option<String> {
    let returned = *explanation.reference.as_ref()?.as_ref().ok()?;
    let positive = explanation.positive()?;
    let name = &explanation.problem.predicate.as_ref()?.name;
    let returns = format!("`{name}` returns {}", if returned { "True" } else { "False" });
    Some(if returned == positive { format!("agrees: {returns}") } else { bad(&format!("disagrees: {returns}")) })
}

fn scope(explanation: &Explanation<'_>) -> Vec<String> {
    let Some((first, rest)) = explanation.beyond.split_first() else {
        return vec![format!("inside: {}", explanation.problem.scope.describe(PairTypes::of(explanation.problem)))];
    };
    let large = eval::beyond_scope(explanation.problem, &explanation.problem.large_scope, explanation.pair);
    let how_far = if large.is_empty() { "outside, but inside the large scope" } else { "outside" };
    let mut lines = vec![format!("{}: {first}", doubtful(how_far))];
    lines.extend(rest.iter().cloned());
    lines
}

/// What the pair reveals about a predicate.
fn conclusion(explanation: &Explanation<'_>) -> Option<String> {
    if explanation.contradiction().is_some() || explanation.reference_fault().is_some() {
        return None;
    }
    match explanation.kind() {
        PairKind::Positive => {
            let stricter = names(explanation.subproperties().filter(|result| result.fails()));
            let rejects = || format!("a predicate that requires {} rejects this correct pair", stricter.list());
            (!stricter.0.is_empty()).then(rejects)
        }
        PairKind::Negative => {
            let failing = names(explanation.required().filter(|result| result.fails()));
            let lacks = match failing.0.as_slice() {
                [one] => format!("does not check {one}"),
                [one, other] => format!("checks neither {one} nor {other}"),
                _ => format!("checks none of {}", failing.list()),
            };
            Some(format!("a predicate that accepts this pair {lacks}"))
        }
        PairKind::Excluded | PairKind::Raises => None,
    }
}

fn next(explanation: &Explanation<'_>) -> String {
    let file = &explanation.problem.source.path;
    let predicate = explanation.problem.predicate.as_ref().map_or("is_valid", |predicate| &*predicate.name);
    if explanation.contradiction().is_some() {
        return format!("fix `{predicate}` or the subproperties in {file} so that they agree");
    }
    if explanation.reference_fault().is_some() && explanation.kind() != PairKind::Raises {
        return format!("make `{predicate}` in {file} return True or False on every valid input");
    }
    match explanation.kind() {
        PairKind::Positive => "change the output and see what fails".to_owned(),
        PairKind::Negative => format!("change the output and run again, or edit {file} if this pair should be correct"),
        PairKind::Excluded => {
            let failing = names(explanation.preconditions().filter(|result| result.fails()));
            let what = if explanation.is_valid_input() { "pair" } else { "input" };
            format!("change the {what} so that {}", failing.with_verb("holds", "hold"))
        }
        PairKind::Raises => {
            let raising = names(to_explain(explanation).filter(|result| result.raises())).list();
            if only_limits(explanation) {
                return format!("give a smaller pair, or look for an endless loop in {raising}");
            }
            format!("make {raising} in {file} return True or False on every valid input")
        }
    }
}

fn colored(result: &PropertyResult<'_>) -> String {
    let name = display_name(&result.property.name, result.property.kind);
    match (&result.evaluation, result.property.kind) {
        (Evaluation::Holds, _) => good(&name),
        (Evaluation::Fails(_), PropertyKind::Error) | (Evaluation::Skipped, _) => doubtful(&name),
        _ => bad(&name),
    }
}
