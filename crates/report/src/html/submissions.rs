//! The list of submissions, to be searched, and each of them: what is said of it, the pairs that show it, its source.

use maud::{Markup, html};

use super::text::{count, cut, line, lines, short, thousands};
use super::{behaves_like, heat, test_link};
use crate::model::{Cluster, Finding, Mistake, MistakeKind, Report, Statement, Submission};
use crate::order::is_deep;
use crate::share::called;
use analysis::attribute::Standing;
use analysis::statement::Verdict;

/// Letters of all sources together, and of one, that are shown.
const SOURCES: usize = 9_000_000;
const SOURCE: usize = 100_000;
const PRINTED: usize = 2_000;
/// Mistakes named in the line of a submission.
const NAMED: usize = 3;

pub fn section(report: &Report, shared: bool) -> Markup {
    let all: Vec<usize> = (0..report.submissions.len()).collect();
    let (deep, others): (Vec<usize>, Vec<usize>) = all.iter().partition(|one| is_deep(&report.submissions[**one]));
    html! {
        section id="submissions" aria-labelledby="submissions-title" {
            h2 id="submissions-title" { "Submissions" }
            (toolbar(report))
            div.list.subs { @for one in others { (submission(report, one, shared)) } }
            @if !deep.is_empty() {
                div id="deep" {
                    h3 { "Deeply flawed" }
                    p.lead {
                        "They accept a pair in which every required subproperty fails, or do not accept the only right output. "
                        "What they miss says little about single subproperties."
                    }
                    div.list.subs { @for one in deep { (submission(report, one, shared)) } }
                }
            }
            p.none id="none" hidden { "No submission is like that. " button type="button" id="reset" { "Show all" } }
        }
    }
}

fn toolbar(report: &Report) -> Markup {
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
    let verdicts = [Verdict::NoMistake, Verdict::TooLax, Verdict::TooStrict, Verdict::Both, Verdict::Fails];
    let mut verdicts: Vec<(String, String)> =
        verdicts.iter().map(|one| (verdict(Some(*one)).to_owned(), one.words().to_owned())).collect();
    verdicts.insert(0, ("faulty".to_owned(), "with mistakes".to_owned()));
    verdicts.push((verdict(None).to_owned(), "could not run".to_owned()));
    let named = |required: bool, tail: &str| {
        let all = report.subproperties.iter().enumerate().filter(|(_, one)| one.required == required);
        all.map(|(place, one)| (format!("{place}{tail}"), short(&one.shown, 60))).collect::<Vec<_>>()
    };
    let lacks = [
        ("at all or in part", named(true, "")),
        ("at all", named(true, "-all")),
        ("only in part", named(true, "-part")),
    ];
    let clusters = |all: &[Cluster]| {
        let several = all.iter().enumerate().take_while(|(_, one)| one.members.len() > 1);
        several.map(|(place, one)| (place.to_string(), format!("{} ({})", place + 1, one.members.len()))).collect()
    };
    let of_several = |all: &[Cluster]| all.first().is_some_and(|one| one.members.len() > 1);
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
            @if report.subproperties.iter().any(|one| !one.required) { (choice("explained", "Known error", named(false, ""))) }
            (choice("mark", "Marked", word(&[("deep", "deeply flawed"), ("unknown", "unknown shape"), ("unfocused", "no focused bucket"),
                ("positive", "rejects right pairs"), ("unstable", "unstable"), ("cut", "cut short"), ("same", "handed in twice")])))
            @if of_several(&report.fingerprints) { (choice("cluster", "Same fingerprint", clusters(&report.fingerprints))) }
            @if of_several(&report.behaviours) { (choice("behaviour", "Same behaviour", clusters(&report.behaviours))) }
            @if languages.len() > 1 {
                (choice("language", "Language", languages.iter().map(|name| (line(name), line(name))).collect()))
            }
            label { "Sort by" select name="sort" autocomplete="off" {
                option value="" { "name" }
                option value="number" { "likeness" }
                option value="most" { "most wrong answers" }
                option value="least" { "fewest wrong answers" }
            } }
            div.actions {
                output id="shown" { (count(report.submissions.len(), "submission")) }
                button type="reset" { "Clear" }
                button type="button" id="open" { "Open all" }
                button type="button" id="close" { "Close all" }
                button type="button" id="print" { "Print" }
            }
        }
    }
}

/// The verdict as the page's style and script know it.
fn verdict(verdict: Option<Verdict>) -> &'static str {
    match verdict {
        None => "could_not_run",
        Some(Verdict::NoMistake) => "no_mistake",
        Some(Verdict::TooLax) => "too_lax",
        Some(Verdict::TooStrict) => "too_strict",
        Some(Verdict::Both) => "both",
        Some(Verdict::Fails) => "fails",
    }
}

/// What the filter asks for.
fn marks(report: &Report, one: &Submission) -> String {
    let Some(statement) = &one.statement else { return String::new() };
    let positive = statement.fingerprint.iter().any(|bucket| report.buckets[*bucket].positive);
    let marks = [
        ("deep", !statement.deeply_flawed.is_empty()),
        ("unknown", !statement.unknown_shape.is_empty()),
        ("unfocused", statement.unfocused),
        ("positive", positive),
        ("unstable", !statement.unstable.is_empty()),
        ("cut", statement.not_run > 0),
        ("same", one.same_as.is_some()),
    ];
    marks.iter().filter(|(_, is)| *is).map(|(mark, _)| *mark).collect::<Vec<_>>().join(" ")
}

fn submission(report: &Report, index: usize, shared: bool) -> Markup {
    let one = &report.submissions[index];
    let statement = one.statement.as_ref();
    let class = verdict(statement.map(|statement| statement.verdict));
    // `2 2-part`: what the filter asks for.
    let lacks = |statement: &Statement| {
        let lacking = statement.subproperties.iter().filter_map(|one| match one.standing {
            Standing::Missed => Some(format!("{0} {0}-all", one.subproperty)),
            Standing::InPart => Some(format!("{0} {0}-part", one.subproperty)),
            _ => None,
        });
        lacking.collect::<Vec<_>>().join(" ")
    };
    let place = |cluster: Option<usize>| cluster.map(|place| place.to_string()).unwrap_or_default();
    let explained = |statement: &Statement| spaced(statement.instead.iter().chain(&statement.stricter).copied());
    html! {
        details.sub id={ "s-" (one.number) } data-verdict=(class) data-mark=(marks(report, one)) data-language=(line(&one.language))
            data-missed=(statement.map(lacks).unwrap_or_default()) data-explained=(statement.map(explained).unwrap_or_default())
            data-cluster=(place(one.cluster)) data-behaviour=(place(one.behaviour))
            data-wrong=(statement.map_or(-1, |one| i64::try_from(one.wrong).unwrap_or(i64::MAX))) {
            summary {
                span.name { bdi { (cut(&one.name, 120)) } }
                span.verdict { span class={ "dot fill " (class) } {} (statement.map_or("could not run", |one| one.verdict.words())) }
                span.gist { (gist(one)) }
                span.wrong {
                    @if let Some(one) = statement.filter(|one| one.wrong > 0) { strong { (thousands(one.wrong)) } " wrong" }
                }
            }
            div.body {
                (who(one, shared))
                @if let Some(statement) = statement { (said(report, one, statement)) }
                (source(report, one))
            }
        }
    }
}

fn spaced(numbers: impl Iterator<Item = usize>) -> String {
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
}

/// In a few words, what is wrong.
fn gist(one: &Submission) -> Markup {
    let Some(statement) = &one.statement else {
        return html! { (short(one.reason.as_deref().unwrap_or_default(), 120)) };
    };
    let all = &statement.mistakes;
    html! {
        @if all.is_empty() { "by " (count(statement.run, "test")) }
        @for (place, mistake) in all.iter().take(NAMED).enumerate() { @if place > 0 { " · " } (short(&mistake.words, 60)) }
        @if all.len() > NAMED { " · " (all.len() - NAMED) " more" }
    }
}

fn who(one: &Submission, shared: bool) -> Markup {
    let people = one.submitters.iter().map(|person| {
        let parts = [&person.name, &person.sid, &person.email];
        parts.into_iter().flatten().map(|part| cut(part, 120)).collect::<Vec<_>>().join(", ")
    });
    let people: Vec<String> = people.filter(|words| !words.is_empty()).collect();
    html! {
        p.note.who {
            @if !shared { (called(one.number)) " · " }
            (line(&one.language))
            @for person in &people { " · " bdi { (person) } }
            @if let Some(other) = &one.same_as { " · the same files as " bdi { (cut(other, 120)) } }
        }
        @if let Some(reason) = &one.reason { p.reason { "It could not run: " (line(reason)) } }
        @for note in &one.notes { p.note { (line(note)) } }
    }
}

fn said(report: &Report, one: &Submission, statement: &Statement) -> Markup {
    let standing = |wanted: Standing| -> Vec<&Finding> {
        statement.subproperties.iter().filter(|finding| finding.standing == wanted).collect()
    };
    let row = |name: &'static str, findings: &[&Finding]| {
        html! {
            @if !findings.is_empty() {
                div {
                    dt { (name) }
                    dd { @for (place, finding) in findings.iter().enumerate() {
                        @if place > 0 { " · " }
                        @let property = &report.subproperties[finding.subproperty];
                        span title=[property.doc.as_deref().map(line)] { (line(&property.shown)) }
                    } }
                }
            }
        }
    };
    let behaves = &statement.behaves_like;
    html! {
        dl.said {
            div { dt { "verdict" } dd { strong { (line(&statement.words)) } } }
            (row("checks", &standing(Standing::Checked)))
            (row("misses", &standing(Standing::Missed)))
            (row("checks in part", &standing(Standing::InPart)))
            (row("not tested", &standing(Standing::Untested)))
            @if statement.verdict != Verdict::NoMistake {
                div {
                    dt { "behaves like" }
                    dd {
                        (behaves_like(&behaves.formula)) " "
                        span.note {
                            @if behaves.exceptions == 0 { "agrees with all " (count(behaves.of, "test")) }
                            @else { "agrees with " (thousands(behaves.of - behaves.exceptions)) " of " (count(behaves.of, "test")) }
                        }
                    }
                }
            }
            @if !statement.explained.is_empty() || !statement.unknown_shape.is_empty() {
                @let all = statement.explained.iter().chain(&statement.unknown_shape);
                div { dt { "that is" } dd { ul { @for words in all { li { (line(words)) } } } } }
            }
            @if !statement.deeply_flawed.is_empty() {
                div { dt { "deeply flawed" } dd { ul { @for words in &statement.deeply_flawed { li { (line(words)) } } } } }
            }
            (alike(report, one, statement))
            @if statement.not_run > 0 { div { dt { "not run" } dd { (count(statement.not_run, "test")) } } }
            @for [test, first, then] in &statement.unstable {
                div { dt { "unstable" } dd { "test " code { (line(test)) } ": " (line(first)) ", then " (line(then)) } }
            }
        }
        @for mistake in &statement.mistakes { (pair(report, mistake)) }
        (failing(report, statement))
    }
}

/// Who does the same.
fn alike(report: &Report, one: &Submission, statement: &Statement) -> Markup {
    let others =
        |number: usize| if number == 1 { "one other".to_owned() } else { format!("{} others", thousands(number)) };
    let same = one.cluster.map_or(0, |cluster| report.fingerprints[cluster].members.len() - 1);
    html! {
        @if statement.same_behaviour > 0 || same > 0 {
            div {
                dt { "alike" }
                dd {
                    @if let (Some(behaviour), number @ 1..) = (one.behaviour, statement.same_behaviour) {
                        a href={ "#k-" (behaviour + 1) } { "same behaviour as " (others(number)) }
                    }
                    @if statement.same_behaviour > 0 && same > 0 { " · " }
                    @if let (Some(cluster), 1..) = (one.cluster, same) {
                        a href={ "#c-" (cluster + 1) } { "same fingerprint as " (others(same)) }
                    }
                }
            }
        }
    }
}

/// One mistake: the smallest pair that shows it, why, and a near one that is answered rightly.
fn pair(report: &Report, mistake: &Mistake) -> Markup {
    let hint = mistake.subproperty.and_then(|position| report.subproperties[position].hint.as_deref());
    let class = match mistake.kind {
        MistakeKind::Misses | MistakeKind::InPart => "too_lax",
        MistakeKind::Strict => "too_strict",
        MistakeKind::Fails => "fails",
    };
    html! {
        div class={ "pair " (class) } {
            h3 { (line(&mistake.words)) " " span.note { "shown by " (count(mistake.count, "test")) } }
            p { code { (line(&mistake.call)) } }
            p {
                strong { (line(&mistake.given)) } "; should be " (mistake.expected) " "
                span.note { (test_link(report, mistake.test)) }
            }
            @if let Some(place) = &mistake.place { p { (line(place)) } }
            @if let Some(hint) = hint { p.hint { "Hint: " (line(hint)) } }
            @if let Some(twin) = &mistake.twin { p.note { "twin " code { (line(&twin.call)) } " " (line(&twin.given)) ", rightly" } }
        }
    }
}

/// All pairs that it gets wrong, by bucket.
fn failing(report: &Report, statement: &Statement) -> Markup {
    html! {
        @if !statement.wrong_tests.is_empty() {
            details.plain {
                summary { "All " (count(statement.wrong, "failing pair")) }
                ul.failing {
                    @for bucket in &statement.fingerprint { (of_bucket(report, statement, *bucket)) }
                }
                @for failure in &statement.failures {
                    p {
                        (line(&failure.kind)) ": " (count(failure.tests, "test"))
                        @if !failure.message.is_empty() { span.note { " first: " (line(&failure.message)) } }
                    }
                }
            }
        }
    }
}

fn of_bucket(report: &Report, statement: &Statement, bucket: usize) -> Markup {
    let wrong: Vec<usize> =
        statement.wrong_tests.iter().copied().filter(|test| report.tests[*test].bucket == bucket).collect();
    let [accepted, rejected, failed] = statement.counts.get(bucket).copied().unwrap_or_default();
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

fn source(report: &Report, one: &Submission) -> Markup {
    let most = (SOURCES / report.submissions.len().max(1)).min(SOURCE);
    let failures = one.statement.as_ref().map(|statement| &*statement.failures).unwrap_or_default();
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
                h3 { "It printed" }
                pre tabindex="0" role="region" aria-label={ "Printed by " (called(one.number)) } { (shown.join("\n")) }
                @if left > 0 { p.note { (count(left, "more line")) } }
            }
        }
    }
}
