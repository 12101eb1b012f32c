//! The report on a terminal: the class at a glance, or one submission.

use std::fmt::Write;
use std::path::Path;

use analysis::Verdict;
use analysis::attribute::CheckStatus;
use pairs::drawing::{Drawing, differences};
use report::model::{
    CandidateReport, ClassReport, ClusterReport, DiagnosisReport, FindingReport, FormulaReport, MistakeReport,
    SubmissionReport, WitnessReport,
};
use report::plain::line;

use super::figures::{not_checked, proofs, some, verdicts};
use super::loading;
use crate::commands::explain::layout::{hanging, labelled};
use crate::commands::trees;
use crate::input::for_shell;
use crate::style::{bad, doubtful, faint, good, strong};
use crate::words::count;

/// At most this many clusters and candidates are shown; the files have all.
const MOST: usize = 8;
const CANDIDATES: usize = 3;
/// Where the text of a mistake begins: behind `  smallest pair  `.
const INDENT: usize = 17;

/// The class.
pub fn class(report: &ClassReport, folder: &Path, page: &Path, width: usize) -> String {
    let mut text = String::new();
    let s = &report.summary;
    let _ = writeln!(
        text,
        "{} · {} · {}",
        strong(&report.problem.name),
        count(s.submissions, "submission"),
        count(report.suite.tests, "test")
    );
    text.push_str(&verdicts(report, width));
    if let Some(more) = marks(report) {
        text.push_str(&hanging("  of these: ", &more, width));
    }
    text.push_str(&proofs(report, width));
    text.push_str(&not_checked(report));
    text.push_str(&progress(report, width));
    text.push_str(&loading::shown(report, width));
    clusters(report, &mut text, width);
    candidates(report, &mut text, width);
    for exclusion in &report.excluded {
        let line = format!("{} is excluded: {}", line(&exclusion.what), line(&exclusion.reason));
        text.push_str(&hanging(&format!("\n{} ", doubtful("!")), &line, width));
    }
    let _ = writeln!(
        text,
        "\nreport: {} · also in {}: report.json, submissions.csv, buckets.csv, outcomes.parquet",
        page.display(),
        folder.display()
    );
    let folder = for_shell(folder);
    let next = format!(
        "next: custodiet report {folder} --submission NAME · feedback for students: custodiet feedback {folder} --reveal hints"
    );
    text.push_str(&faint(&next));
    text.push('\n');
    text
}

/// What changed since an earlier grading. Empty if none was given.
fn progress(report: &ClassReport, width: usize) -> String {
    let Some(progress) = &report.progress else { return String::new() };
    let mut text = format!("\n{}\n", strong("since the last grading"));
    let names = |members: &[usize]| {
        let names: Vec<&str> = members.iter().map(|index| &*report.submissions[*index].name).collect();
        some(&names)
    };
    for (what, members) in
        [("corrected", &progress.corrected), ("fixed something", &progress.improved), ("new mistakes", &progress.worse)]
    {
        let lead = format!("  {what:<16}{:>6}   ", members.len());
        match members.as_slice() {
            [] => {
                let _ = writeln!(text, "{}", lead.trim_end());
            }
            _ => text.push_str(&hanging(&lead, &faint(&names(members)), width)),
        }
    }
    let _ = writeln!(
        text,
        "  {:<16}{:>6}   {} only now, {} only then",
        "graded twice", progress.both, progress.new, progress.gone
    );
    for one in progress.subproperties.iter().filter(|one| one.fixed + one.introduced > 0) {
        let _ = writeln!(
            text,
            "  {:<20}  not checked {} → {}   fixed {}, new {}",
            one.name, one.before, one.now, one.fixed, one.introduced
        );
    }
    text
}

/// Counts that cut across the verdicts.
fn marks(report: &ClassReport) -> Option<String> {
    let s = &report.summary;
    let kinds = [
        ("deeply flawed", s.deeply_flawed),
        ("unrecognized mistakes", s.unrecognized),
        ("wrong in no focused bucket", s.unfocused),
        ("unstable and faulty", s.unstable_and_faulty),
        ("cut short", s.cut_short),
    ];
    let kinds = kinds.iter().filter(|(_, number)| *number > 0);
    let shown: Vec<String> = kinds.map(|(what, number)| format!("{what} {number}")).collect();
    (!shown.is_empty()).then(|| shown.join(" · "))
}

fn clusters(report: &ClassReport, text: &mut String, width: usize) {
    if report.behaviors.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n{}", strong("behave like"));
    for cluster in report.behaviors.iter().take(MOST) {
        let lead = format!("  {:>4}  ", cluster.members.len());
        let formula = format!("{}{}", cluster.behaves_like.text, remark(&cluster.behaves_like));
        text.push_str(&hanging(&lead, &formula, width));
        let shown = format!("{}{}", names(report, cluster), smallest(report, cluster));
        text.push_str(&hanging("        ", &faint(&shown), width));
    }
    rest(report.behaviors.len(), MOST, text);
}

/// What a formula alone does not say.
fn remark(formula: &FormulaReport) -> String {
    formula.remark().map(|remark| format!(" ({remark})")).unwrap_or_default()
}

fn names(report: &ClassReport, cluster: &ClusterReport) -> String {
    some(&cluster.members.iter().map(|index| &*report.submissions[*index].name).collect::<Vec<_>>())
}

fn smallest(report: &ClassReport, cluster: &ClusterReport) -> String {
    cluster.test.map_or_else(String::new, |test| format!(" · {}", report.tests[test].call))
}

fn candidates(report: &ClassReport, text: &mut String, width: usize) {
    if report.candidates.is_empty() {
        return;
    }
    let _ = writeln!(
        text,
        "\n{}",
        strong("buckets answered inconsistently (is there an error subproperty that explains it?)")
    );
    for candidate in report.candidates.iter().take(CANDIDATES) {
        let lead = format!("  {:>4}  ", candidate.submissions.len());
        text.push_str(&hanging(&lead, &report.buckets[candidate.bucket].words, width));
        for (word, accepted) in [("accept", true), ("reject", false)] {
            if let Some((test, number)) = split(report, candidate, accepted) {
                let shown = format!("{number} {word} {}", report.tests[test].call);
                text.push_str(&hanging("        ", &faint(&shown), width));
            }
        }
    }
    rest(report.candidates.len(), CANDIDATES, text);
}

/// The test that most of them accept or reject, the shortest if there are several; and how many do.
fn split(report: &ClassReport, candidate: &CandidateReport, accepted: bool) -> Option<(usize, usize)> {
    let number = |at: usize| if accepted { candidate.tests[at].accepted } else { candidate.tests[at].rejected };
    let call = |at: usize| &report.tests[candidate.tests[at].test].call;
    let best = (0..candidate.tests.len()).min_by_key(|at| (std::cmp::Reverse(number(*at)), call(*at).len()))?;
    Some((candidate.tests[best].test, number(best)))
}

fn rest(all: usize, shown: usize, text: &mut String) {
    if all > shown {
        let _ = writeln!(text, "        {}", faint(&format!("and {} more", all - shown)));
    }
}

/// One submission.
pub fn submission(report: &ClassReport, submission: &SubmissionReport, width: usize) -> String {
    let name = line(&submission.name);
    let Some(diagnosis) = &submission.diagnosis else {
        let reason = line(submission.reason.as_deref().unwrap_or_default());
        let text = hanging(&format!("{}  {}: ", strong(&name), doubtful("could not run")), &reason, width);
        return text + &labelled(&loading_rows(submission), width);
    };
    let paint = match submission.verdict {
        verdict if verdict.is_fine() => good,
        Verdict::Unstable => doubtful,
        _ => bad,
    };
    let verdict = paint(&diagnosis.words);
    let mut text = format!("{}  {verdict}\n", strong(&name));
    let rows = [rows(report, submission.verdict, diagnosis), loading_rows(submission)].concat();
    text.push_str(&labelled(&rows, width));
    for mistake in &diagnosis.mistakes {
        text.push('\n');
        text.push_str(&shown(report, mistake, width));
    }
    let found = || diagnosis.proof.witnesses.iter().filter(|witness| witness.by_proof_only);
    for found in found().take(WITNESSES) {
        text.push('\n');
        text.push_str(&witness(report, found, width));
    }
    rest(found().count(), WITNESSES, &mut text);
    text
}

/// Pairs found by proof that are shown.
const WITNESSES: usize = 3;

/// A pair that shows a mistake that no test of its bucket shows.
fn witness(report: &ClassReport, witness: &WitnessReport, width: usize) -> String {
    let mut rows =
        vec![("pair", witness.call.clone()), ("", format!("{}; should be {}", line(&witness.given), witness.expected))];
    rows.extend(witness.places.iter().map(|place| ("", line(place))));
    let title = format!("found by proof, not by a test: {}", report.buckets[witness.bucket].words);
    format!("{}{}", hanging("", &strong(&title), width), labelled(&rows, width))
}

/// Names that it lacks beside those in the reason, and notes.
fn loading_rows(submission: &SubmissionReport) -> Vec<(&'static str, String)> {
    let undefined = submission.further_undefined();
    let undefined = undefined.iter().enumerate().map(|(at, name)| (if at == 0 { "undefined" } else { "" }, line(name)));
    let notes = submission.notes.iter().map(|note| ("note", line(note)));
    undefined.chain(notes).collect()
}

/// `2.4 %`
fn percentage(some: usize, all: usize) -> String {
    // To the nearest, but not to nothing.
    let all = all.max(1);
    let thousandths = ((some * 1000 + all / 2) / all).max(usize::from(some > 0));
    format!("{}.{} %", thousandths / 10, thousandths % 10)
}

/// Which pairs a predicate accepts.
fn accepted(theorem: &str) -> String {
    if ["always", "never"].contains(&theorem) { theorem.to_owned() } else { format!("exactly when {}", line(theorem)) }
}

fn rows(report: &ClassReport, verdict: Verdict, diagnosis: &DiagnosisReport) -> Vec<(&'static str, String)> {
    let with = |status: CheckStatus| -> String {
        let of = diagnosis.subproperties.iter().filter(|finding| finding.status == status);
        of.map(|finding| named(report, finding)).collect::<Vec<_>>().join(" · ")
    };
    let mut rows = vec![
        ("checks", with(CheckStatus::Checked)),
        ("in part", with(CheckStatus::InPart)),
        ("misses", with(CheckStatus::Missed)),
        ("untested", with(CheckStatus::Untested)),
    ];
    let behavior = &diagnosis.behaves_like;
    if let Some(theorem) = &diagnosis.proof.behaves_like {
        rows.push(("accepts", format!("{}: proved within the scope", accepted(theorem))));
    } else if verdict.is_faulty() {
        let agrees = match behavior.exceptions {
            0 => format!("agrees with all {}", count(behavior.of, "test")),
            exceptions => format!(
                "agrees with {} of {}; {} are exceptions",
                behavior.agreeing(),
                count(behavior.of, "test"),
                percentage(exceptions, behavior.of)
            ),
        };
        // If nothing disagrees, "in most tests" would say less than is known.
        let remark =
            if behavior.exceptions == 0 && behavior.formula.right { String::new() } else { remark(&behavior.formula) };
        rows.push(("behaves like", format!("{}   ({agrees}){remark}", behavior.formula.text)));
    }
    if let Some(words) = diagnosis.correct.words() {
        rows.push(("correct outputs", line(&words)));
    }
    if let Some(words) = &diagnosis.proof.equal_to {
        rows.push(("checks only", format!("{}: proved within the scope", line(words))));
    }
    if report.summary.proofs.asked() > 0 {
        let reason = diagnosis.proof.reason_in_words().map(|reason| format!(": {}", line(&reason)));
        rows.push(("proof", format!("{}{}", line(&diagnosis.proof.words), reason.unwrap_or_default())));
        rows.extend(diagnosis.proof.findings.iter().map(|finding| ("", line(finding))));
    }
    rows.push(("mistake", diagnosis.explained.join("; ")));
    rows.push(("because", diagnosis.unrecognized.join("; ")));
    rows.push(("deeply flawed", diagnosis.deeply_flawed.join("; ")));
    if diagnosis.same_behavior > 0 {
        rows.push(("same behavior", format!("as {}", count(diagnosis.same_behavior, "other"))));
    }
    if let Some(words) = &diagnosis.cut_short_words {
        rows.push(("cut short", format!("{words}; they count as wrong")));
    }
    for [test, first, then] in diagnosis.unstable.iter().take(3) {
        rows.push(("unstable", format!("test {test}: {}, then {}", line(first), line(then))));
    }
    rows.retain(|(_, text)| !text.is_empty());
    rows
}

/// With the number of tests that show it: rejected if it is checked, else accepted or without an answer.
fn named(report: &ClassReport, finding: &FindingReport) -> String {
    let shown = &report.subproperties[finding.subproperty].shown;
    match (finding.status, finding.accepted + finding.failed) {
        (CheckStatus::Checked, _) if finding.proved => format!("{shown} (proved)"),
        (CheckStatus::Checked, _) => format!("{shown} ({})", finding.rejected),
        (CheckStatus::Untested, _) => shown.clone(),
        // No test shows it, only a proof.
        (_, 0) => format!("{shown} (found by proof)"),
        (_, number) => format!("{shown} ({number})"),
    }
}

fn shown(report: &ClassReport, mistake: &MistakeReport, width: usize) -> String {
    let test = &report.tests[mistake.test];
    let call = |drawings: &[Drawing], call: String| -> Vec<(&str, String)> {
        let trees = trees::lines(drawings, width.saturating_sub(INDENT));
        trees.into_iter().chain([call]).map(|text| ("", text)).collect()
    };
    let mut rows = call(&test.drawings, mistake.call.clone());
    rows[0].0 = "smallest pair";
    rows.extend([
        ("", format!("{}; should be {}   (test {})", line(&mistake.given), mistake.expected, test.id)),
        ("", mistake.place.as_deref().map(line).unwrap_or_default()),
    ]);
    if let Some(twin) = &mistake.twin {
        let first = rows.len();
        let drawings = differences(&report.tests[twin.test].drawings, &test.drawings);
        rows.extend(call(&drawings, format!("{}   {}, as expected", twin.call, line(&twin.given))));
        rows[first].0 = "nearest pair";
    }
    rows.retain(|(_, text)| !text.is_empty());
    let title = format!("{} ({})", line(&mistake.words), count(mistake.count, "test"));
    format!("{}{}", hanging("", &strong(&title), width), labelled(&rows, width))
}
