//! The list of submissions, and for each its diagnosis, the pairs that show its mistakes, and its source.

use std::fmt::Write as _;

use maud::{Markup, PreEscaped, html};

use super::text::{count, cut, line, lines, short, thousands};
use super::{behaves_like, heat, test_link};
use analysis::attribute::CheckStatus;
use analysis::{ProofStatus, Verdict};

use crate::model::{
    ClassReport, ClusterReport, DiagnosisReport, FindingReport, LARGE, MistakeCategory, MistakeReport,
    SubmissionReport, WitnessReport,
};
use crate::picture;
use crate::plain;
use crate::share::called;

/// Characters that are shown of all sources together, and of one source.
const SOURCES: usize = 8_000_000;
const SOURCE: usize = 100_000;
/// Mistakes of all submissions together whose pairs are drawn.
const DRAWN: usize = 3_000;
const PRINTED: usize = 2_000;
/// Bytes that notes and undefined names take.
const NOTES: usize = 3_000;
/// Clusters that the filter offers.
const CHOICES: usize = 1_000;
/// Mistakes that the line of a submission names.
const NAMED: usize = 3;
/// Witnesses that are shown at once.
const WITNESSES: usize = 3;

pub fn section(report: &ClassReport, shared: bool) -> Markup {
    html! {
        section id="submissions" aria-labelledby="submissions-title" {
            h2 id="submissions-title" { "Submissions" }
            (toolbar(report, report.submissions.len(), false))
            (list(report, &report.submissions, shared))
            (none())
        }
    }
}

pub fn none() -> Markup {
    html! { p.none id="none" hidden { "No submission matches. " button type="button" id="reset" { "Show all" } } }
}

/// Submissions with everything about each.
pub fn list(report: &ClassReport, all: &[SubmissionReport], shared: bool) -> Markup {
    let (deep, others): (Vec<_>, Vec<_>) = all.iter().partition(|one| one.is_deeply_flawed());
    html! {
        div.list.subs { @for one in others { (submission(report, one, shared)) } }
        @if !deep.is_empty() {
            div id="deep" {
                h3 { "Deeply flawed" }
                p.lead {
                    "They accept a pair in which every required subproperty fails, or do not accept the only correct output for some input. "
                    "What they miss says little about single subproperties."
                }
                div.list.subs { @for one in deep { (submission(report, one, shared)) } }
            }
        }
    }
}

/// The filter of a list of submissions. Brief lines are ordered by similarity, and nothing in them opens.
pub fn toolbar(report: &ClassReport, listed: usize, is_brief: bool) -> Markup {
    let mut languages: Vec<&str> =
        report.submissions.iter().map(|one| &*one.language).filter(|name| !name.is_empty()).collect();
    languages.sort_unstable();
    languages.dedup();
    let choice = |name: &'static str, label: &'static str, options: Vec<(String, String)>| {
        html! {
            label { (label) select name=(name) autocomplete="off" {
                option value="" { "any" }
                @for (value, words) in options { option value=(value) { (words) } }
            } }
        }
    };
    let word = |words: &[(&str, &str)]| {
        words.iter().map(|(value, words)| ((*value).to_owned(), (*words).to_owned())).collect()
    };
    let mut verdicts: Vec<(String, String)> =
        Verdict::ALL.iter().map(|one| (one.word().to_owned(), one.words().to_owned())).collect();
    verdicts.insert(0, ("faulty".to_owned(), "faulty".to_owned()));
    let named = |required: bool, tail: &str| {
        let all = report.subproperties.iter().enumerate().filter(|(_, one)| one.required == required);
        all.map(|(place, one)| (format!("{place}{tail}"), short(&one.shown, 60))).collect::<Vec<_>>()
    };
    let lacks = [
        ("never or only in some cases", named(true, "")),
        ("never", named(true, "-all")),
        ("only in some cases", named(true, "-part")),
    ];
    let clusters = |all: &[ClusterReport]| {
        let several = all.iter().enumerate().take_while(|(_, one)| one.members.len() > 1).take(CHOICES);
        several.map(|(place, one)| (place.to_string(), format!("{} ({})", place + 1, one.members.len()))).collect()
    };
    let of_several = |all: &[ClusterReport]| all.first().is_some_and(|one| one.members.len() > 1);
    html! {
        form.scripted id="filter" role="search" {
            label.search { "Search " kbd { "/" } input type="search" name="q" autocomplete="off" spellcheck="false"; }
            (choice("verdict", "Verdict", verdicts))
            label { "Does not check" select name="missed" autocomplete="off" {
                option value="" { "any" }
                @for (how, options) in lacks {
                    optgroup label=(how) { @for (value, words) in options { option value=(value) { (words) } } }
                }
            } }
            @if report.subproperties.iter().any(|one| !one.required) { (choice("explained", "Known mistake", named(false, ""))) }
            (choice("mark", "Marked", word(&[("deep", "deeply flawed"), ("unrecognized", "unrecognized"), ("unfocused", "wrong in no focused bucket"),
                ("positive", "correct outputs"), ("unstable", "unstable"), ("cut", "cut short"), ("same", "submitted twice"),
                ("proof", "found by proof only"), ("undecided", "proof undecided")])))
            @if of_several(&report.fingerprints) { (choice("cluster", "Same fingerprint", clusters(&report.fingerprints))) }
            @if of_several(&report.behaviors) { (choice("behavior", "Same behavior", clusters(&report.behaviors))) }
            @if languages.len() > 1 {
                (choice("language", "Language", languages.iter().map(|name| (line(name), line(name))).collect()))
            }
            label { "Sort by" select name="sort" autocomplete="off" {
                @if is_brief { option value="" { "similarity" } } @else {
                    option value="" { "name" }
                    option value="number" { "similarity" }
                }
                option value="most" { "most wrong answers" }
                option value="least" { "fewest wrong answers" }
            } }
            div.actions {
                output id="shown" { (count(listed, "submission")) }
                button type="reset" { "Clear" }
                @if !is_brief {
                    button type="button" id="open" { "Open all" }
                    button type="button" id="close" { "Close all" }
                }
                button type="button" id="print" { "Print" }
            }
        }
    }
}

/// The marks that the filter knows.
fn marks(one: &SubmissionReport) -> String {
    let Some(diagnosis) = &one.diagnosis else { return String::new() };
    let marks = [
        ("deep", !diagnosis.deeply_flawed.is_empty()),
        ("unrecognized", !diagnosis.unrecognized.is_empty()),
        ("unfocused", diagnosis.unfocused),
        ("positive", diagnosis.positive),
        ("unstable", !diagnosis.unstable.is_empty()),
        ("cut", diagnosis.not_run > 0),
        ("same", one.same_as.is_some()),
        ("proof", diagnosis.proof.only_by_proof),
        ("undecided", diagnosis.proof.status == ProofStatus::Undecided),
    ];
    marks.iter().filter(|(_, is)| *is).map(|(mark, _)| *mark).collect::<Vec<_>>().join(" ")
}

/// What the filter looks at, as attributes.
pub fn data(one: &SubmissionReport) -> PreEscaped<String> {
    let diagnosis = one.diagnosis.as_ref();
    // The filter looks for words such as `2` and `2-part`.
    let lacks = |diagnosis: &DiagnosisReport| {
        let lacking = diagnosis.subproperties.iter().filter_map(|one| match one.status {
            CheckStatus::Missed => Some(format!("{0} {0}-all", one.subproperty)),
            CheckStatus::InPart => Some(format!("{0} {0}-part", one.subproperty)),
            _ => None,
        });
        lacking.collect::<Vec<_>>().join(" ")
    };
    let place = |cluster: Option<usize>| cluster.map(|place| place.to_string()).unwrap_or_default();
    let explained = |diagnosis: &DiagnosisReport| spaced(diagnosis.instead.iter().chain(&diagnosis.stricter).copied());
    let wrong = diagnosis.map_or(-1, |one| i64::try_from(one.wrong).unwrap_or(i64::MAX));
    let mut text = String::new();
    for (name, value) in [
        ("verdict", one.verdict.word().to_owned()),
        ("mark", marks(one)),
        ("language", line(&one.language)),
        ("missed", diagnosis.map(lacks).unwrap_or_default()),
        ("explained", diagnosis.map(explained).unwrap_or_default()),
        ("cluster", place(one.cluster)),
        ("behavior", place(one.behavior)),
        ("wrong", wrong.to_string()),
    ] {
        let value = html! { (value) }.into_string();
        let _ = write!(text, " data-{name}=\"{value}\"");
    }
    PreEscaped(text)
}

fn submission(report: &ClassReport, one: &SubmissionReport, shared: bool) -> Markup {
    let diagnosis = one.diagnosis.as_ref();
    let class = one.verdict.word();
    html! {
        (PreEscaped(format!("<details class=\"sub\" id=\"s-{}\"{}>", one.number, data(one).0)))
            summary {
                span.name { bdi { (cut(&one.name, 120)) } }
                span.verdict { span class={ "dot fill " (class) } {} (one.verdict.words()) }
                span.gist { (gist(one)) }
                span.wrong {
                    @if let Some(one) = diagnosis.filter(|one| one.wrong > 0) { strong { (thousands(one.wrong)) } " wrong" }
                }
            }
            div.body {
                (who(one, shared))
                @if let Some(diagnosis) = diagnosis { (said(report, one, diagnosis)) }
                (source(report, one))
            }
        (PreEscaped("</details>"))
    }
}

fn spaced(numbers: impl Iterator<Item = usize>) -> String {
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
}

/// What is wrong, in a few words.
fn gist(one: &SubmissionReport) -> Markup {
    let Some(diagnosis) = &one.diagnosis else {
        return html! { (short(one.reason.as_deref().unwrap_or_default(), 120)) };
    };
    let all = &diagnosis.mistakes;
    html! {
        @match &diagnosis.cut_short_words {
            Some(words) if all.is_empty() => { (words) }
            None if diagnosis.proof.only_by_proof => { "found by proof: no test shows it" }
            None if one.verdict == Verdict::ProvedCorrect => { "within the scope, and in " (count(diagnosis.run, "test")) }
            None if all.is_empty() => { "by " (count(diagnosis.run, "test")) }
            _ => {}
        }
        @for (place, mistake) in all.iter().take(NAMED).enumerate() { @if place > 0 { " · " } (short(&mistake.words, 60)) }
        @if all.len() > NAMED { " · " (all.len() - NAMED) " more" }
    }
}

fn who(one: &SubmissionReport, shared: bool) -> Markup {
    let people = one.submitters.iter().map(|person| {
        let parts = [&person.name, &person.sid, &person.email];
        parts.into_iter().flatten().map(|part| cut(part, 120)).collect::<Vec<_>>().join(", ")
    });
    let people: Vec<String> = people.filter(|words| !words.is_empty()).collect();
    let (undefined, other_names) = some(&one.further_undefined());
    let (notes, other_notes) = some(&one.notes);
    html! {
        p.note.who {
            @if !shared { (called(one.number)) " · " }
            (line(&one.language))
            @for person in &people { " · " bdi { (person) } }
            @if let Some(other) = &one.same_as { " · same files as " bdi { (cut(other, 120)) } }
        }
        @if let Some(reason) = &one.reason { p.reason { "Could not run: " (line(reason)) } }
        @if !undefined.is_empty() {
            p { "Also not defined: " (undefined.join(", ")) @if other_names > 0 { " and " (other_names) " more: see report.json" } }
        }
        @for note in notes { p.note { (note) } }
        @if other_notes > 0 { p.note { (count(other_notes, "more note")) ": see report.json" } }
    }
}

/// The first of some texts, each on one line, and how many are left.
fn some(texts: &[String]) -> (Vec<String>, usize) {
    let texts: Vec<String> = texts.iter().map(|text| plain::line(text)).collect();
    lines(&texts.join("\n"), NOTES)
}

fn said(report: &ClassReport, one: &SubmissionReport, diagnosis: &DiagnosisReport) -> Markup {
    let standing = |wanted: CheckStatus| -> Vec<&FindingReport> {
        diagnosis.subproperties.iter().filter(|finding| finding.status == wanted).collect()
    };
    let row = |name: &'static str, findings: &[&FindingReport]| {
        html! {
            @if !findings.is_empty() {
                div {
                    dt { (name) }
                    dd { @for (place, finding) in findings.iter().enumerate() {
                        @if place > 0 { " · " }
                        @let property = &report.subproperties[finding.subproperty];
                        span title=[property.doc.as_deref().map(line)] { (line(&property.shown)) }
                        @if finding.proved { span.note { " (proved)" } }
                    } }
                }
            }
        }
    };
    let behaves = &diagnosis.behaves_like;
    let drawn = DRAWN / report.submissions.len().clamp(1, LARGE);
    html! {
        dl.said {
            div { dt { "verdict" } dd { strong { (line(&diagnosis.words)) } } }
            (row("checks", &standing(CheckStatus::Checked)))
            (row("misses", &standing(CheckStatus::Missed)))
            (row("checks in some cases", &standing(CheckStatus::InPart)))
            (row("not tested", &standing(CheckStatus::Untested)))
            @if let Some(theorem) = &diagnosis.proof.behaves_like {
                @let exactly = if ["always", "never"].contains(&&**theorem) { "" } else { "exactly when " };
                div { dt { "accepts" } dd { (exactly) (line(theorem)) " " span.note { "proved within the scope" } } }
            } @else if one.verdict.is_faulty() {
                div {
                    dt { "behaves like" }
                    dd {
                        (behaves_like(&behaves.formula)) " "
                        span.note {
                            @if behaves.exceptions == 0 { "agrees with all " (count(behaves.of, "test")) }
                            @else { "agrees with " (thousands(behaves.agreeing())) " of " (count(behaves.of, "test")) }
                        }
                    }
                }
            }
            @if let Some(words) = diagnosis.correct.words() {
                div { dt { "correct outputs" } dd { (line(&words)) } }
            }
            @if let Some(words) = &diagnosis.proof.equal_to {
                div { dt { "checks only" } dd { (line(words)) " " span.note { "proved within the scope" } } }
            }
            (proof(report, diagnosis))
            @if !diagnosis.explained.is_empty() || !diagnosis.unrecognized.is_empty() {
                @let all = diagnosis.explained.iter().chain(&diagnosis.unrecognized);
                div { dt { "mistake" } dd { ul { @for words in all { li { (line(words)) } } } } }
            }
            @if !diagnosis.deeply_flawed.is_empty() {
                div { dt { "deeply flawed" } dd { ul { @for words in &diagnosis.deeply_flawed { li { (line(words)) } } } } }
            }
            (alike(one, diagnosis))
            @if let Some(words) = &diagnosis.cut_short_words {
                div { dt { "cut short" } dd { (words) "; they count as wrong" } }
            }
            @for [test, first, then] in &diagnosis.unstable {
                div {
                    dt { "unstable" }
                    dd {
                        "test " code { (line(test)) } ": "
                        @if first.is_empty() { "different answers" } @else { (line(first)) ", then " (line(then)) }
                    }
                }
            }
        }
        @for (place, mistake) in diagnosis.mistakes.iter().enumerate() { (pair(report, mistake, place < drawn)) }
        (witnesses(report, diagnosis))
        (failing(report, diagnosis))
    }
}

/// What is proved, or why it is not. Nothing if nobody in the class was proved.
fn proof(report: &ClassReport, diagnosis: &DiagnosisReport) -> Markup {
    let proof = &diagnosis.proof;
    html! {
        @if report.summary.proofs.asked() > 0 {
            div {
                dt { "proof" }
                dd {
                    (line(&proof.words))
                    @if let Some(reason) = proof.reason_in_words() { ": " (line(&reason)) }
                    @if !proof.findings.is_empty() { ul { @for words in &proof.findings { li { (line(words)) } } } }
                }
            }
        }
    }
}

/// Pairs that a proof found: first those of buckets in which no test shows a mistake.
fn witnesses(report: &ClassReport, diagnosis: &DiagnosisReport) -> Markup {
    let all = &diagnosis.proof.witnesses;
    let new = || all.iter().filter(|one| one.by_proof_only);
    html! {
        @for one in new().take(WITNESSES) {
            div class={ "pair " (if one.expected == "accepted" { "too_strict" } else { "too_lax" }) } {
                h3 { "Found by proof: " (line(&report.buckets[one.bucket].words)) " " span.note { "no test shows it" } }
                (witness(one))
            }
        }
        @if new().count() > WITNESSES || all.len() > new().count() {
            details.plain {
                summary { "All " (count(all.len(), "pair")) " found by proof" }
                ul.failing {
                    @for one in all {
                        li { (heat::links(report, &[one.bucket])) " " (line(&report.buckets[one.bucket].words)) ": " (witness(one)) }
                    }
                }
            }
        }
    }
}

fn witness(one: &WitnessReport) -> Markup {
    html! {
        p { code { (line(&one.call)) } }
        p {
            strong { (line(&one.given)) } "; should be " (one.expected)
            @if one.smallest { " " span.note { "the smallest pair of the bucket that it answers wrongly" } }
        }
        @for place in &one.places { p { (line(place)) } }
    }
}

/// Submissions that do the same.
fn alike(one: &SubmissionReport, diagnosis: &DiagnosisReport) -> Markup {
    let others =
        |number: usize| if number == 1 { "one other".to_owned() } else { format!("{} others", thousands(number)) };
    let same = diagnosis.same_fingerprint;
    html! {
        @if diagnosis.same_behavior > 0 || same > 0 {
            div {
                dt { "alike" }
                dd {
                    @if let (Some(behavior), number @ 1..) = (one.behavior, diagnosis.same_behavior) {
                        a href={ "#k-" (behavior + 1) } { "same behavior as " (others(number)) }
                    }
                    @if diagnosis.same_behavior > 0 && same > 0 { " · " }
                    @if let (Some(cluster), 1..) = (one.cluster, same) {
                        a href={ "#c-" (cluster + 1) } { "same fingerprint as " (others(same)) }
                    }
                }
            }
        }
    }
}

/// One mistake: the smallest pair that shows it, where it fails, and the nearest pair that is answered as expected.
fn pair(report: &ClassReport, mistake: &MistakeReport, drawn: bool) -> Markup {
    let hint = mistake.subproperty.and_then(|position| report.subproperties[position].hint.as_deref());
    let class = match mistake.kind {
        MistakeCategory::Misses | MistakeCategory::InPart => "too_lax",
        MistakeCategory::Strict => "too_strict",
        MistakeCategory::Fails => "no_answer",
    };
    html! {
        div class={ "pair " (class) } {
            h3 { (line(&mistake.words)) " " span.note { "shown by " (count(mistake.count, "test")) } }
            div.beside {
                div {
                    @if drawn { (picture::references(&report.tests, mistake.test)) }
                    p { code { (line(&mistake.call)) } }
                    p {
                        strong { (line(&mistake.given)) } "; should be " (mistake.expected) " "
                        span.note { (test_link(report, mistake.test)) }
                    }
                    @if let Some(place) = &mistake.place { p { (line(place)) } }
                    @if let Some(hint) = hint { p.hint { "Hint: " (line(hint)) } }
                }
                @if let Some(twin) = &mistake.twin {
                    div.twin {
                        p.note { "nearest pair answered as expected: " }
                        @if drawn { (picture::compared(&report.tests, twin.test, mistake.test)) }
                        p.note { code { (line(&twin.call)) } " " (line(&twin.given)) }
                    }
                }
            }
        }
    }
}

/// All pairs that it answers wrongly, by bucket.
fn failing(report: &ClassReport, diagnosis: &DiagnosisReport) -> Markup {
    html! {
        @if !diagnosis.wrong_tests.is_empty() {
            details.plain {
                summary { "All " (count(diagnosis.wrong_tests.len(), "failing pair")) }
                ul.failing {
                    @for bucket in &diagnosis.fingerprint { (of_bucket(report, diagnosis, *bucket)) }
                }
                @for failure in &diagnosis.failures {
                    p {
                        (line(&failure.kind)) ": " (count(failure.tests, "test"))
                        @if !failure.message.is_empty() { span.note { " first: " (line(&failure.message)) } }
                    }
                }
            }
        }
    }
}

fn of_bucket(report: &ClassReport, diagnosis: &DiagnosisReport, bucket: usize) -> Markup {
    let wrong: Vec<usize> =
        diagnosis.wrong_tests.iter().copied().filter(|test| report.tests[*test].bucket == bucket).collect();
    let [accepted, rejected, failed] = diagnosis.counts.get(bucket).copied().unwrap_or_default();
    let answers = [("accepted", accepted), ("rejected", rejected), ("no answer", failed)];
    let answers: Vec<String> =
        answers.iter().filter(|(_, number)| *number > 0).map(|(word, number)| format!("{number} {word}")).collect();
    html! {
        li {
            (heat::links(report, &[bucket])) " " (line(&report.buckets[bucket].words)) ": " (answers.join(", "))
            @if wrong.len() < report.buckets[bucket].tests {
                span.note {
                    " tests "
                    @for (place, test) in wrong.iter().enumerate() {
                        @if place > 0 { ", " }
                        a href={ "#t-" (test + 1) } { (test + 1) }
                    }
                }
            }
        }
    }
}

fn source(report: &ClassReport, one: &SubmissionReport) -> Markup {
    let most = (SOURCES / report.submissions.len().clamp(1, LARGE)).min(SOURCE);
    let failures = one.diagnosis.as_ref().map(|diagnosis| &*diagnosis.failures).unwrap_or_default();
    let raises = |place: usize| failures.iter().any(|failure| failure.line == u64::try_from(place + 1).ok());
    html! {
        @if let Some(source) = &one.source {
            @let (shown, left) = lines(&source.text, most);
            div.source {
                h3 { (line(&source.file)) }
                pre tabindex="0" role="region" aria-label={ "Source of " (called(one.number)) } {
                    code { @for (place, text) in shown.iter().enumerate() { span.raised[raises(place)] { (text) } "\n" } }
                }
                @if left > 0 { p.note { (count(left, "more line")) } }
            }
        }
        @if !one.printed.is_empty() {
            @let (shown, left) = lines(&one.printed, PRINTED);
            div.printed {
                h3 { "Printed output" }
                pre tabindex="0" role="region" aria-label={ "Printed by " (called(one.number)) } { (shown.join("\n")) }
                @if left > 0 { p.note { (count(left, "more line")) } }
            }
        }
    }
}
