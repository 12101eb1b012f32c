//! The report as text: how many are proved, then what was found out about each of the others.

use std::collections::BTreeMap;
use std::fmt::Write;

use ::report::plain::line;
use decision::{
    Answer, Claim, ConfirmedDecision, DecisionStatus, ProofFinding, ProofVerdict, ProofWitness, Reason, SubmissionPlace,
};
use eval::Program;
use lang::problem::Problem;
use lang::scope::PairTypes;
use pairs::Bucket;
use pairs::names::bucket_words;

use super::ProofReport;
use super::proofs::ProofFolder;
use crate::commands::explain::layout::hanging;
use crate::proving::ProvedSubmission;
use crate::proving::test_of;
use crate::style::{bad, doubtful, faint, good, strong};
use crate::words::count;

/// At most this many submissions are described; the others are only counted.
const MOST_SHOWN: usize = 30;
/// Formulas that several submissions equal.
const MOST_COMMON: usize = 5;

pub fn report(report: &ProofReport, width: usize) -> String {
    let scope = report.problem.scope.describe(PairTypes::of(&report.problem));
    let mut text = match &report.buckets {
        Ok(buckets) => {
            hanging("", &format!("{} · {} · scope: {scope}", asked(report), count(*buckets, "bucket")), width)
        }
        Err(why) => {
            hanging("", &format!("{} · scope: {scope}", asked(report)), width)
                + &hanging(&remark(), &format!("nothing can be decided: {why}"), width)
        }
    };
    for reference in &report.references {
        text.push_str(&compared(&report.problem, reference, width));
    }
    if report.submissions.is_empty() {
        return ended(text, report, width);
    }
    let proved = report.count(DecisionStatus::Proved);
    let refuted = report.count(DecisionStatus::Refuted);
    let undecided = report.count(DecisionStatus::Undecided);
    text.push_str(&hanging(&format!("  proved correct  {proved:>5}     "), "on every pair within the scope", width));
    let made = if refuted == 0 { "" } else { "the submission itself made every mistake shown" };
    text.push_str(&hanging(&format!("  refuted         {refuted:>5}     "), made, width));
    let reasons = reasons(report);
    let why = if reasons.is_empty() { String::new() } else { format!("     {}", fit(&reasons, width)) };
    let _ = writeln!(text, "  undecided       {undecided:>5}{why}");
    common(&mut text, report, width);
    for submission in report.submissions.iter().take(MOST_SHOWN) {
        text.push('\n');
        describe(&mut text, &report.problem, submission, width);
    }
    if report.submissions.len() > MOST_SHOWN {
        let rest = report.submissions.len() - MOST_SHOWN;
        let _ = writeln!(text, "\n{} more; --json describes all of them", count(rest, "submission"));
    }
    ended(text, report, width)
}

/// What several faulty submissions are proved to check.
fn common(text: &mut String, report: &ProofReport, width: usize) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for one in report.submissions.iter().filter(|one| one.decision.status() == DecisionStatus::Refuted) {
        let said = one.decision.equal_to.as_ref().or(one.decision.behaves_like.as_ref());
        said.into_iter().for_each(|said| *counts.entry(line(said)).or_default() += 1);
    }
    let mut shared: Vec<(String, usize)> = counts.into_iter().filter(|(_, number)| *number > 1).collect();
    shared.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    if !shared.is_empty() {
        let _ = writeln!(text, "\n{}", strong("most common, proved"));
    }
    for (said, number) in shared.iter().take(MOST_COMMON) {
        text.push_str(&hanging(&format!("  {number:>5}  "), said, width));
    }
}

/// A solution, and whether it equals the subproperties together.
fn compared(problem: &Problem, reference: &ProvedSubmission, width: usize) -> String {
    let name = strong(&line(&reference.name));
    let (mark, said) = match reference.decision.status() {
        DecisionStatus::Proved => {
            (good("✓"), "accepts exactly the pairs for which all required subproperties hold: proved")
        }
        DecisionStatus::Refuted => (bad("✗"), "differs from the subproperties: either it or the problem file is wrong"),
        DecisionStatus::Undecided => (doubtful("?"), "could not be compared on every pair"),
    };
    let mut text = hanging(&format!("{mark} "), &format!("the reference {name} {said}"), width);
    let mut described = String::new();
    describe(&mut described, problem, reference, width);
    // The first line says the verdict.
    let rest: Vec<&str> = described.lines().skip(1).collect();
    let _ = writeln!(text, "{}\n", rest.join("\n"));
    text
}

fn ended(mut text: String, report: &ProofReport, width: usize) -> String {
    if !report.warnings.is_empty() {
        text.push('\n');
    }
    for warning in &report.warnings {
        text.push_str(&hanging(&remark(), &line(&warning.to_string()), width));
    }
    if let Some(proof) = &report.proof {
        text.push('\n');
        folder(&mut text, proof, width);
    }
    let next = "a proof covers the scope and nothing beyond it; see docs/prove.md";
    let ended = hanging("", &format!("{:.1} s · {next}", report.seconds), width);
    let _ = writeln!(text, "\n{}", faint(ended.trim_end()));
    text
}

/// How many submissions and references.
fn asked(report: &ProofReport) -> String {
    match (report.submissions.len(), report.references.len()) {
        (submissions, 0) => count(submissions, "submission"),
        (0, references) => count(references, "reference"),
        (submissions, references) => {
            format!("{}, {}", count(submissions, "submission"), count(references, "reference"))
        }
    }
}

/// What became of `--proof`.
fn folder(text: &mut String, proof: &ProofFolder, width: usize) {
    match &proof.written {
        Some(written) => {
            let (dir, proofs) = (written.dir.display(), count(written.proofs, "proof"));
            let about = count(written.submissions, "submission");
            let said = format!(
                "{proofs} about {about} in {dir}, {} bytes; `custodiet check-proof {dir}` checks them",
                written.bytes
            );
            text.push_str(&hanging("", &said, width));
        }
        None => text.push_str("no proofs were written: nothing is proved to be correct\n"),
    }
    for (name, reason) in &proof.left_out {
        let said = format!("no proof about {}: {}", line(name), line(reason));
        text.push_str(&hanging(&remark(), &said, width));
    }
}

/// What is before a remark.
fn remark() -> String {
    format!("{} ", doubtful("!"))
}

/// `  label      text`
fn row(text: &mut String, label: &str, said: &str, width: usize) {
    text.push_str(&hanging(&format!("  {label:<9}  "), said, width));
}

fn fit(reasons: &str, width: usize) -> String {
    let room = width.saturating_sub(28);
    if reasons.chars().count() <= room {
        reasons.to_owned()
    } else {
        reasons.chars().take(room).collect::<String>() + "…"
    }
}

/// The most common reasons why submissions are undecided.
fn reasons(report: &ProofReport) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let undecided = report.submissions.iter().filter(|one| one.decision.status() == DecisionStatus::Undecided);
    for reason in undecided.filter_map(|submission| submission.decision.reason()) {
        *counts.entry(line(&reason.message)).or_default() += 1;
    }
    let mut all: Vec<(String, usize)> = counts.into_iter().collect();
    all.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    let shown: Vec<String> = all.into_iter().map(|(reason, number)| format!("{number}: {reason}")).collect();
    shown.join(" · ")
}

fn describe(text: &mut String, problem: &Problem, proved: &ProvedSubmission, width: usize) {
    let decision = &proved.decision;
    let verdict = match decision.status() {
        DecisionStatus::Proved => good("✓ proved correct within the scope"),
        DecisionStatus::Refuted => bad("✗ refuted"),
        DecisionStatus::Undecided => doubtful("? undecided"),
    };
    let _ = writeln!(text, "{}  {verdict}", strong(&line(&proved.name)));
    if let Some(claim) = decision.claim {
        row(text, "covers", covered(problem, claim), width);
    }
    let wrong: Vec<(Bucket, &ProofWitness)> = decision
        .buckets
        .iter()
        .filter_map(|bucket| match &bucket.verdict {
            ProofVerdict::Wrong(witness) => Some((named(problem, &bucket.fails), &**witness)),
            _ => None,
        })
        .collect();
    let correct = decision.buckets.iter().filter(|bucket| bucket.verdict == ProofVerdict::Correct).count();
    let open = decision.buckets.len() - correct - wrong.len();
    if decision.status() != DecisionStatus::Proved {
        row(text, "buckets", &format!("{correct} correct · {} wrong · {open} undecided", wrong.len()), width);
    }
    if let Some((bucket, witness)) = wrong.first() {
        let call = called(problem, witness);
        if witness.smallest {
            text.push_str(&hanging("  smallest witness   ", &call, width));
        } else {
            row(text, "witness", &call, width);
        }
        let expected = if witness.expect { "accepted" } else { "rejected" };
        let beyond = if witness.beyond_scope { "; outside the scope of the proof" } else { "" };
        let words = bucket_words(problem, *bucket);
        let answer = answered(&witness.answer);
        row(text, "", &format!("{answer}; should be {expected}: {words}{beyond}"), width);
    }
    if let Some(reason) = decision.reason() {
        row(text, "reason", &reason_words(reason), width);
    }
    if let Some(formula) = decision.behaves_like.as_ref().filter(|_| decision.status() != DecisionStatus::Proved) {
        row(text, "accepts", &format!("exactly when this holds, proved: {formula}"), width);
    }
    if let Some(version) = decision.equal_to.as_ref().filter(|_| decision.status() != DecisionStatus::Proved) {
        row(text, "checks", &format!("{}: proved", line(version)), width);
    }
    for found in &decision.findings {
        row(text, "note", &line(&finding(found)), width);
    }
    contradicted(text, decision);
}

fn contradicted(text: &mut String, decision: &ConfirmedDecision) {
    if let Some(contradiction) = &decision.contradiction {
        let pair = serde_json::json!(contradiction);
        let _ = writeln!(text, "  {}      {}", bad("fault"), line(&pair.to_string()));
    }
}

/// What a proof says about names.
fn covered(problem: &Problem, claim: Claim) -> &'static str {
    match claim {
        _ if problem.atoms.is_empty() => "every pair within the scope",
        Claim::Equality => "any names: the predicate only compares them for equality",
        Claim::Order => "any names of one kind: the predicate also compares their order",
        Claim::Values => "the names of tests (0, 1, 2, … and a, b, c, …): the predicate uses their values",
    }
}

fn named(problem: &Problem, fails: &[String]) -> Bucket {
    let position = |name: &String| problem.subproperties.iter().position(|property| *property.name == **name);
    Bucket::of(fails.iter().filter_map(position))
}

fn called(problem: &Problem, witness: &ProofWitness) -> String {
    match suite::export::rendered(problem, &test_of(witness)) {
        Ok(pair) => suite::export::call(problem, &Program::new(problem), &pair, "python"),
        Err(_) => serde_json::json!({ "input": witness.input, "output": witness.output }).to_string(),
    }
}

fn answered(answer: &Answer) -> String {
    match answer {
        Answer::Accepted => "accepted".to_owned(),
        Answer::Rejected => "rejected".to_owned(),
        Answer::Raised(class) => format!("raised {}", line(class)),
        Answer::NotBoolean(Some(ty)) => format!("returned a value of type {}", line(ty)),
        Answer::NotBoolean(None) => "returned something other than `True` and `False`".to_owned(),
        Answer::NoAnswer => "no answer".to_owned(),
    }
}

fn reason_words(reason: &Reason) -> String {
    let at = reason.at.as_ref().map(|at| format!("{}: ", place(at)));
    format!("{}{}", at.unwrap_or_default(), line(&reason.message))
}

fn place(at: &SubmissionPlace) -> String {
    format!("{}:{}", line(&at.file), at.line)
}

/// A finding as a sentence.
pub fn finding(found: &ProofFinding) -> String {
    let in_line = |at: &Option<SubmissionPlace>| at.as_ref().map(|at| format!(" ({})", place(at))).unwrap_or_default();
    match found {
        ProofFinding::Raises { exception, at } => format!("it raises {exception} on some valid pair{}", in_line(at)),
        ProofFinding::NotBoolean => "it returns something other than `True` and `False` on some valid pair".to_owned(),
        ProofFinding::SetOrder => {
            "its answer depends on the order in which Python iterates over a set on some valid pair".to_owned()
        }
        ProofFinding::InputOrder { parameter } => {
            format!("its answer depends on the order of `{parameter}`, which has none")
        }
        ProofFinding::ChangesArgument { parameter, at } => {
            format!("it changes its argument `{parameter}`{}", in_line(at))
        }
        ProofFinding::Unreachable { at } => format!("no valid pair within the scope reaches {}", place(at)),
    }
}
