//! A report on a terminal: the class at a glance, or one submission.

use std::fmt::Write;
use std::path::Path;

use analysis::attribute::Standing;
use analysis::statement::Verdict;
use report::model::{Candidate, Cluster, Finding, Formula, Mistake, Report, Statement, Submission};
use report::plain::line;

use crate::commands::explain::layout::{hanging, labelled};
use crate::style::{bad, doubtful, faint, good, strong};
use crate::words::count;

/// So many clusters and candidates are shown; the files have all.
const MOST: usize = 8;
const CANDIDATES: usize = 3;
/// Longest bar.
const BAR: usize = 30;
/// So many names are listed.
const NAMES: usize = 5;

/// The class.
pub fn class(report: &Report, folder: &Path, page: &Path, width: usize) -> String {
    let mut text = String::new();
    let s = &report.summary;
    let _ = writeln!(
        text,
        "{} · {} · {}",
        strong(&report.problem.name),
        count(s.submissions, "submission"),
        count(report.suite.tests, "test")
    );
    counts(report, &mut text, width);
    missed(report, &mut text);
    clusters(report, &mut text, width);
    candidates(report, &mut text, width);
    for exclusion in &report.excluded {
        let line = format!("{} is excluded: {}", exclusion.what, line(&exclusion.reason));
        text.push_str(&hanging(&format!("\n{} ", doubtful("!")), &line, width));
    }
    let _ = writeln!(
        text,
        "\nreport: {} · in {}: report.json, submissions.csv, buckets.csv, outcomes.parquet",
        page.display(),
        folder.display()
    );
    let folder = folder.display();
    let next = format!(
        "next: custodiet report {folder} --submission NAME · feedback for students: custodiet feedback {folder} --reveal hints"
    );
    text.push_str(&faint(&next));
    text.push('\n');
    text
}

fn counts(report: &Report, text: &mut String, width: usize) {
    let s = &report.summary;
    let mut row = |label: &str, number: usize, paint: fn(&str) -> String, more: &[(&str, usize)]| {
        let shown = format!("{number:>6}");
        let shown = if number == 0 { shown } else { paint(&shown) };
        let more: Vec<String> =
            more.iter().filter(|(_, number)| *number > 0).map(|(what, number)| format!("{what} {number}")).collect();
        let start = format!("  {label:<16}{shown}   ");
        if more.is_empty() {
            let _ = writeln!(text, "{}", start.trim_end());
        } else {
            text.push_str(&hanging(&start, &more.join(" · "), width));
        }
    };
    row("no mistake found", s.no_mistake_found, good, &[("unstable", s.unstable)]);
    let kinds =
        [("too lax", s.too_lax), ("too strict", s.too_strict), ("both", s.both), ("only fail on wrong pairs", s.fails)];
    row("faulty", s.faulty, bad, &kinds);
    let of_them = [
        ("deeply flawed", s.deeply_flawed),
        ("unknown shape", s.unknown_shape),
        ("caught by no focused bucket", s.unfocused),
        ("cut short", s.cut_short),
    ];
    if of_them.iter().any(|(_, number)| *number > 0) {
        row("of them", s.faulty, faint, &of_them);
    }
    row("could not run", s.could_not_run, doubtful, &[]);
}

fn missed(report: &Report, text: &mut String) {
    let mut rows: Vec<_> = report.subproperties.iter().filter(|one| one.required).collect();
    rows.retain(|one| one.errors.missed.all + one.errors.in_part.all > 0);
    rows.sort_by_key(|one| std::cmp::Reverse(one.errors.missed.all + one.errors.in_part.all));
    let Some(most) = rows.first().map(|one| one.errors.missed.all + one.errors.in_part.all) else { return };
    let width = rows.iter().map(|one| one.shown.chars().count()).max().unwrap_or(0).max(20);
    let title = format!("{:<width$}", "not checked", width = width + 2);
    let _ = writeln!(text, "\n{}  missed  in part", strong(&title));
    for one in rows {
        let (missed, in_part) = (one.errors.missed.all, one.errors.in_part.all);
        let length = |number: usize| (number * BAR).div_ceil(most.max(BAR));
        let bar = "█".repeat(length(missed)) + &"░".repeat(length(in_part));
        let _ = writeln!(text, "  {:<width$}  {missed:>6}  {in_part:>7}  {bar}", one.shown);
    }
    for group in &report.groups {
        let (missed, in_part) = (group.errors.missed.all, group.errors.in_part.all);
        if missed + in_part > 0 {
            let name = format!("{:<width$}", line(&group.name));
            let _ = writeln!(text, "  {}  {missed:>6}  {in_part:>7}", faint(&name));
        }
    }
}

fn clusters(report: &Report, text: &mut String, width: usize) {
    if report.behaviours.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n{}", strong("behave like"));
    for cluster in report.behaviours.iter().take(MOST) {
        let lead = format!("  {:>4}  ", cluster.members.len());
        let formula = format!("{}{}", cluster.behaves_like.text, remark(&cluster.behaves_like));
        text.push_str(&hanging(&lead, &formula, width));
        let shown = format!("{}{}", names(report, cluster), smallest(report, cluster));
        text.push_str(&hanging("        ", &faint(&shown), width));
    }
    rest(report.behaviours.len(), MOST, text);
}

/// What a formula alone does not say, behind it.
fn remark(formula: &Formula) -> String {
    formula.remark().map(|remark| format!(" ({remark})")).unwrap_or_default()
}

fn names(report: &Report, cluster: &Cluster) -> String {
    let names: Vec<String> =
        cluster.members.iter().take(NAMES).map(|index| line(&report.submissions[*index].name)).collect();
    match cluster.members.len().saturating_sub(NAMES) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}

fn smallest(report: &Report, cluster: &Cluster) -> String {
    cluster.test.map_or_else(String::new, |test| format!(" · {}", report.tests[test].call))
}

fn candidates(report: &Report, text: &mut String, width: usize) {
    if report.candidates.is_empty() {
        return;
    }
    let _ = writeln!(
        text,
        "\n{}",
        strong("pairs of one bucket, answered differently: is there an error subproperty that tells them apart?")
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

/// The test that most of them accept, or reject; the shortest of several. And how many do.
fn split(report: &Report, candidate: &Candidate, accepted: bool) -> Option<(usize, usize)> {
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
pub fn submission(report: &Report, submission: &Submission, width: usize) -> String {
    let name = line(&submission.name);
    let Some(statement) = &submission.statement else {
        let reason = line(submission.reason.as_deref().unwrap_or_default());
        return hanging(&format!("{}  {}: ", strong(&name), doubtful("could not run")), &reason, width);
    };
    let verdict = if statement.verdict == Verdict::NoMistake { good(&statement.words) } else { bad(&statement.words) };
    let mut text = format!("{}  {verdict}\n", strong(&name));
    text.push_str(&labelled(&rows(report, statement), width));
    for mistake in &statement.mistakes {
        text.push('\n');
        text.push_str(&shown(report, mistake, width));
    }
    text
}

fn rows(report: &Report, statement: &Statement) -> Vec<(&'static str, String)> {
    let with = |standing: Standing| -> String {
        let of = statement.subproperties.iter().filter(|finding| finding.standing == standing);
        of.map(|finding| named(report, finding)).collect::<Vec<_>>().join(" · ")
    };
    let mut rows = vec![
        ("checks", with(Standing::Checked)),
        ("in part", with(Standing::InPart)),
        ("misses", with(Standing::Missed)),
        ("untested", with(Standing::Untested)),
    ];
    let behaviour = &statement.behaves_like;
    if statement.verdict != Verdict::NoMistake {
        let agrees = match behaviour.exceptions {
            0 => format!("agrees with all {}", count(behaviour.of, "test")),
            some => format!("agrees with {} of {}", behaviour.of - some, count(behaviour.of, "test")),
        };
        rows.push(("behaves like", format!("{}   ({agrees}){}", behaviour.formula.text, remark(&behaviour.formula))));
    }
    rows.push(("error", statement.explained.join("; ")));
    rows.push(("because", statement.unknown_shape.join("; ")));
    rows.push(("deeply flawed", statement.deeply_flawed.join("; ")));
    if statement.same_behaviour > 0 {
        rows.push(("same behaviour", format!("as {}", count(statement.same_behaviour, "other"))));
    }
    if statement.not_run > 0 {
        rows.push(("not run", count(statement.not_run, "test")));
    }
    for [test, first, then] in statement.unstable.iter().take(3) {
        rows.push(("unstable", format!("test {test}: {first}, then {then}")));
    }
    rows.retain(|(_, text)| !text.is_empty());
    rows
}

/// With the number of tests that show it: rejected if it is checked, else accepted or without an answer.
fn named(report: &Report, finding: &Finding) -> String {
    let shown = &report.subproperties[finding.subproperty].shown;
    match (finding.standing, finding.accepted + finding.failed) {
        (Standing::Checked, _) => format!("{shown} ({})", finding.rejected),
        (Standing::Untested, _) => shown.clone(),
        (_, number) => format!("{shown} ({number})"),
    }
}

fn shown(report: &Report, mistake: &Mistake, width: usize) -> String {
    let test = &report.tests[mistake.test];
    let mut rows = vec![
        ("smallest pair", mistake.call.clone()),
        ("", format!("{}; should be {}   (test {})", line(&mistake.given), mistake.expected, test.id)),
        ("", mistake.place.as_deref().map(line).unwrap_or_default()),
    ];
    if let Some(twin) = &mistake.twin {
        rows.push(("twin", format!("{}   {}, rightly", twin.call, line(&twin.given))));
    }
    rows.retain(|(_, text)| !text.is_empty());
    let title = format!("{} ({})", line(&mistake.words), count(mistake.count, "test"));
    format!("{}{}", hanging("", &strong(&title), width), labelled(&rows, width))
}
