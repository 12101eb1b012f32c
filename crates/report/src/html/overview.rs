//! The overview: how many submissions have mistakes, what they miss, what to review first.

use maud::{Markup, html};

use super::text::{count, line, thousands};
use analysis::class::CheckCounts;
use analysis::{ClassCount, Verdict};

use super::{behaves_like, both, link, loading, named, paged};
use crate::model::{ClassReport, SubmissionReport};
use crate::story::{CountedView, FEWEST, story};
use crate::words::{clause, percent};

pub fn section(report: &ClassReport) -> Markup {
    html! {
        section id="overview" aria-labelledby="overview-title" {
            h2 id="overview-title" { "Overview" }
            @if report.summary.deeply_flawed > 0 {
                // Pictures and numbers follow this choice by style alone.
                fieldset.views {
                    legend { "Count" }
                    label { input type="radio" name="view" id="view-all" checked autocomplete="off"; "all submissions" }
                    label {
                        input type="radio" name="view" id="view-without" autocomplete="off";
                        "without the " (report.summary.deeply_flawed) " deeply flawed"
                    }
                }
            }
            div.v-all { (verdicts(report, CountedView::All)) }
            div.v-without { (verdicts(report, CountedView::WithoutDeep)) }
            (progress(report))
            div.columns {
                div { (missed(report)) }
                div { (first(report)) }
            }
            (loading::lists(report))
        }
    }
}

fn verdicts(report: &ClassReport, view: CountedView) -> Markup {
    let summary = view.summary(report);
    let parts = Verdict::ALL.map(|verdict| (verdict.word(), verdict.words(), summary.with(verdict)));
    html! {
        p.headline {
            strong { (thousands(summary.faulty)) }
            " of " (count(summary.submissions, "submission")) (if summary.faulty == 1 { " has" } else { " have" }) " mistakes"
            @if summary.proved_correct > 0 {
                "; "
                strong { (thousands(summary.proved_correct)) }
                (if summary.proved_correct == 1 { " is" } else { " are" }) " proved correct"
            }
            @if summary.no_mistake_found > 0 || summary.proved_correct == 0 {
                "; in "
                strong { (thousands(summary.no_mistake_found)) }
                @if summary.proved_correct > 0 { (if summary.no_mistake_found == 1 { " other" } else { " others" }) }
                ", no mistakes were found by " (count(report.suite.tests, "test"))
            }
            "."
        }
        @for sentence in story(report, view) { p.story { (line(&sentence)) } }
        div.stack aria-hidden="true" {
            @for (class, _, number) in parts {
                @if number > 0 { div class={ "fill " (class) } style={ "flex-grow:" (number) } {} }
            }
        }
        ul.legend {
            @for (class, name, number) in parts {
                @if number > 0 {
                    li {
                        a href={ (paged::filter(report)) "#?verdict=" (class) } {
                            span class={ "dot fill " (class) } {} strong { (thousands(number)) } " " (name)
                            span.share { (percent(number, summary.submissions)) }
                        }
                    }
                }
            }
        }
    }
}

fn missed(report: &ClassReport) -> Markup {
    let mut required: Vec<_> = report.subproperties.iter().enumerate().filter(|(_, one)| one.required).collect();
    required.sort_by_key(|(_, one)| std::cmp::Reverse(one.errors.not_checked()));
    html! {
        h3 { "Not checked" }
        p.note {
            "Parts of the class that check a required subproperty "
            span."dot fill too_lax" {} "never or " span."dot fill in-part" {} "only in some cases."
        }
        ul.bars {
            @for (place, one) in required {
                li {
                    a href={ (paged::filter(report)) "#?missed=" (place) } { (line(&one.shown)) }
                    @if let Some(doc) = &one.doc { span.note { (line(&clause(doc))) } }
                    (bar(report, one.errors))
                }
            }
        }
        @if !report.groups.is_empty() {
            h3 { "By group" }
            ul.bars {
                @for group in &report.groups {
                    li {
                        span { (line(&group.name)) }
                        span.note {
                            (line(&group.members.iter().map(|member| &*report.subproperties[*member].shown).collect::<Vec<_>>().join(", ")))
                        }
                        (bar(report, group.errors))
                    }
                }
            }
        }
    }
}

/// As long as its part of the class.
fn bar(report: &ClassReport, errors: CheckCounts) -> Markup {
    let of = |class: &'static str, view: CountedView| {
        let (missed, in_part) = (view.of(errors.missed), view.of(errors.in_part));
        let class_size = view.summary(report).submissions;
        let width = |number: usize| format!("width:{}%", 100 * number / class_size.max(1));
        html! {
            div class={ "bar " (class) } {
                div.track aria-hidden="true" {
                    div."fill too_lax" style=(width(missed)) {}
                    div."fill in-part" style=(width(in_part)) {}
                }
                span {
                    strong { (thousands(missed)) } " missed"
                    @if in_part > 0 { " · " strong { (thousands(in_part)) } " in part" }
                    @if missed + in_part > 0 { " " span.share { (percent(missed + in_part, class_size)) } }
                }
            }
        }
    };
    html! {
        (of("v-all", CountedView::All))
        (of("v-without", CountedView::WithoutDeep))
    }
}

/// Who fixed what since an earlier grading.
fn progress(report: &ClassReport) -> Markup {
    let Some(progress) = &report.progress else { return html! {} };
    // Figures about a few students are for staff, and so are those from which they would follow.
    let is_hidden = |number: usize| report.shared && (1..FEWEST).contains(&number);
    let shown = |some: &[usize]| -> Vec<String> {
        let hidden = some.iter().any(|number| is_hidden(*number));
        some.iter().map(|number| if hidden { "–".to_owned() } else { thousands(*number) }).collect()
    };
    let graded = shown(&[progress.both, progress.new, progress.gone]);
    let lists = [
        ("Corrected: no mistakes now", &progress.corrected),
        ("Fixed something", &progress.improved),
        ("New mistakes", &progress.worse),
    ];
    html! {
        div id="progress" {
            h3 { "Since the last grading" }
            p.note {
                "Submissions graded both times: " (graded[0]) ". Only now: " (graded[1]) ". Only then: " (graded[2]) "."
                @if report.shared { " Figures about fewer than " (FEWEST) " are not shown." }
            }
            div.scroll tabindex="0" role="region" aria-label="Progress by subproperty" {
                table.progress {
                    thead { tr {
                        th scope="col" { "Not checked" }
                        @for name in ["Then", "Now", "Fixed", "New"] { th.num scope="col" { (name) } }
                    } }
                    tbody {
                        @for one in &progress.subproperties {
                            tr {
                                th scope="row" { (line(&one.name)) }
                                @for figure in shown(&[one.before, one.now, one.fixed, one.introduced]) { td.num { (figure) } }
                            }
                        }
                    }
                }
            }
            @for (name, members) in lists {
                @if !members.is_empty() && !report.shared {
                    details.plain {
                        summary { (name) ": " (thousands(members.len())) }
                        ul.members { @for member in members { li { (link(report, *member)) } } }
                    }
                }
            }
        }
    }
}

/// How many submissions were decided, and why others were not.
fn proofs(report: &ClassReport) -> Markup {
    let proofs = report.summary.proofs;
    let rows = [
        (proofs.proved, "correct on every pair within the scope"),
        (proofs.refuted, "wrong; each pair that shows it was run"),
        (proofs.undecided, "undecided"),
        (proofs.tests_only, "judged by tests only"),
    ];
    html! {
        @if proofs.asked() > 0 {
            h3 { "Proofs" }
            ul.facts {
                @for (number, words) in rows.into_iter().filter(|(number, _)| *number > 0) {
                    li { strong { (thousands(number)) } " " (words) }
                }
                @for one in report.undecided.iter().take(UNDECIDED) {
                    li { span.note { "undecided: " (thousands(one.submissions.len())) ", " (line(&one.message)) } }
                }
                @if report.undecided.len() > UNDECIDED {
                    li { span.note { (count(report.undecided.len() - UNDECIDED, "more reason")) ": see report.json" } }
                }
            }
        }
    }
}

/// Reasons that are shown.
const UNDECIDED: usize = 8;

/// What to review first.
fn first(report: &ClassReport) -> Markup {
    let (summary, without) = (&report.summary, &report.summary_without_deep);
    let marks: [(&str, &str, ClassCount, &str); 8] = [
        (
            "deep",
            "deeply flawed",
            same(summary.deeply_flawed),
            "listed separately below: they say little about single subproperties",
        ),
        (
            "unrecognized",
            "with unrecognized mistakes",
            of(summary.unrecognized, without.unrecognized),
            "no subproperty explains them: review these by hand",
        ),
        (
            "unfocused",
            "wrong in no focused bucket",
            of(summary.unfocused, without.unfocused),
            "a focused suite alone would miss them",
        ),
        (
            "positive",
            "do not accept some correct output",
            of(summary.positive, without.positive),
            "they reject it or give no answer",
        ),
        (
            "unstable",
            "unstable, faulty or not",
            of(summary.all_unstable(), without.all_unstable()),
            "different answers when the same test was run again",
        ),
        ("cut", "cut short", of(summary.cut_short, without.cut_short), "tests that were not run count as wrong"),
        (
            "proof",
            "found by proof only",
            of(summary.found_by_proof_only, without.found_by_proof_only),
            "no test shows the mistake: others were not asked for the same",
        ),
        ("same", "submitted twice", report.submitted_twice, "the same files as another submission"),
    ];
    let explained = report.subproperties.iter().enumerate().filter(|(_, one)| one.explains.all > 0);
    let mut explained: Vec<_> = explained.collect();
    explained.sort_by_key(|(_, one)| std::cmp::Reverse(one.explains.all));
    html! {
        @if !explained.is_empty() {
            h3 { "Known mistakes" }
            ul.facts {
                @for (place, one) in explained {
                    li {
                        a href={ (paged::filter(report)) "#?explained=" (place) } { strong { (both(one.explains)) } " " (line(&one.shown)) }
                        @if let Some(doc) = &one.doc { span.note { (line(&clause(doc))) } }
                    }
                }
            }
        }
        (proofs(report))
        (most_common(report, "v-all", |size| size.all, |_| true))
        (most_common(report, "v-without", |size| size.without_deep, |one| !one.is_deeply_flawed()))
        h3 { "Review first" }
        @if summary.faulty == 0 && marks.iter().all(|(_, _, number, _)| number.all == 0) { p.note { "Nothing stands out." } }
        ul.facts {
            @for (mark, name, number, why) in marks {
                @if number.all > 0 {
                    li { a href={ (paged::filter(report)) "#?mark=" (mark) } { strong { (both(number)) } " " (name) } span.note { (why) } }
                }
            }
            @if summary.distinct_fingerprints > 0 {
                li {
                    @let number = of(summary.distinct_fingerprints, without.distinct_fingerprints);
                    a href="#clusters" { strong { (both(number)) } " different fingerprints" }
                    span.note { "sets of buckets in which submissions are wrong" }
                }
            }
            @if !report.candidates.is_empty() {
                li {
                    @let number = report.mixed_buckets;
                    a href="#candidates" { strong { (both(number)) } (named(number, " bucket")) " answered inconsistently" }
                    span.note { "may call for a new error subproperty" }
                }
            }
        }
    }
}

/// The largest cluster in a view, if it has several members. The view says how many there are, and who is among them.
fn most_common(
    report: &ClassReport,
    view: &str,
    size: fn(ClassCount) -> usize,
    is_shown: fn(&SubmissionReport) -> bool,
) -> Markup {
    let number = |place: usize| size(report.fingerprints[place].size);
    let first = |place: usize| {
        report.fingerprints[place].members.iter().copied().find(|member| is_shown(&report.submissions[*member]))
    };
    // The first of the largest ones.
    let largest = (0..report.fingerprints.len()).rev().max_by_key(|place| number(*place));
    html! {
        @if let Some((place, example)) = largest.and_then(|place| Some((place, first(place)?))) {
            @let number = number(place);
            @if number > 1 {
                div class=(view) {
                    h3 { "Most common" }
                    ul.facts {
                        li {
                            a href={ "#c-" (place + 1) } { strong { (thousands(number)) } " with the same fingerprint" }
                            span.note {
                                @if report.fingerprints[place].one_behavior {
                                    "behave like " (behaves_like(&report.fingerprints[place].behaves_like)) "; "
                                }
                                "for example " (link(report, example))
                            }
                        }
                    }
                }
            }
        }
    }
}

fn same(number: usize) -> ClassCount {
    ClassCount { all: number, without_deep: number }
}

fn of(all: usize, without_deep: usize) -> ClassCount {
    ClassCount { all, without_deep }
}
