//! What a teacher takes in at a glance: how many, what is missed, what to read first.

use maud::{Markup, html};

use super::clusters::occupied;
use super::text::{count, line, thousands};
use super::{behaves_like, both, counted, link, named};
use crate::model::{Count, Errors, Report, Summary};
use crate::order::is_deep;
use crate::words::clause;

pub fn section(report: &Report) -> Markup {
    html! {
        section id="overview" aria-labelledby="overview-title" {
            h2 id="overview-title" { "Overview" }
            @if report.summary.deeply_flawed > 0 {
                // Pictures and numbers follow this choice by style alone.
                fieldset.views {
                    legend { "Count" }
                    label { input type="radio" name="view" id="view-all" checked autocomplete="off"; "everybody" }
                    label {
                        input type="radio" name="view" id="view-without" autocomplete="off";
                        "without the " (report.summary.deeply_flawed) " deeply flawed"
                    }
                }
            }
            div.v-all { (verdicts(report, &report.summary)) }
            div.v-without { (verdicts(report, &report.summary_without_deep)) }
            div.columns {
                div { (missed(report)) }
                div { (first(report)) }
            }
        }
    }
}

/// The verdicts, their colours and names, and how many there are of each.
fn parts(summary: &Summary) -> [(&'static str, &'static str, usize); 6] {
    [
        ("no_mistake", "no mistake found", summary.no_mistake_found),
        ("too_lax", "too lax", summary.too_lax),
        ("too_strict", "too strict", summary.too_strict),
        ("both", "too lax and too strict", summary.both),
        ("fails", "fails on wrong pairs", summary.fails),
        ("could_not_run", "could not run", summary.could_not_run),
    ]
}

fn verdicts(report: &Report, summary: &Summary) -> Markup {
    let parts = parts(summary);
    html! {
        p.headline {
            strong { (thousands(summary.faulty)) }
            " of " (count(summary.submissions, "submission")) (if summary.faulty == 1 { " has" } else { " have" }) " mistakes; in "
            strong { (thousands(summary.no_mistake_found)) }
            " no mistake was found by " (count(report.suite.tests, "test")) "."
        }
        div.stack aria-hidden="true" {
            @for (class, _, number) in parts {
                @if number > 0 { div class={ "fill " (class) } style={ "flex-grow:" (number) } {} }
            }
        }
        ul.legend {
            @for (class, name, number) in parts {
                @if number > 0 {
                    li {
                        a href={ "#?verdict=" (class) } {
                            span class={ "dot fill " (class) } {} strong { (thousands(number)) } " " (name)
                        }
                    }
                }
            }
        }
    }
}

fn missed(report: &Report) -> Markup {
    let errors = report.subproperties.iter().map(|one| one.errors).chain(report.groups.iter().map(|one| one.errors));
    let most = errors.map(|one| one.missed.all + one.in_part.all).max().unwrap_or(0);
    html! {
        h3 { "What is missed" }
        p.note {
            "Submissions that do not check a required subproperty, "
            span."dot fill too_lax" {} "at all or " span."dot fill in-part" {} "only in part."
        }
        ul.bars {
            @for (place, one) in report.subproperties.iter().enumerate().filter(|(_, one)| one.required) {
                li {
                    a href={ "#?missed=" (place) } { (line(&one.shown)) }
                    @if let Some(doc) = &one.doc { span.note { (line(&clause(doc))) } }
                    (bar(one.errors, most))
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
                        (bar(group.errors, most))
                    }
                }
            }
        }
    }
}

fn bar(errors: Errors, most: usize) -> Markup {
    let width = |number: usize| format!("width:{}%", 100 * number / most.max(1));
    let of = |class: &'static str, missed: usize, in_part: usize| {
        html! {
            div class={ "bar " (class) } {
                div.track aria-hidden="true" {
                    div."fill too_lax" style=(width(missed)) {}
                    div."fill in-part" style=(width(in_part)) {}
                }
                span { strong { (thousands(missed)) } " missed" @if in_part > 0 { " · " strong { (thousands(in_part)) } " in part" } }
            }
        }
    };
    html! {
        (of("v-all", errors.missed.all, errors.in_part.all))
        (of("v-without", errors.missed.without_deep, errors.in_part.without_deep))
    }
}

/// What to read first.
fn first(report: &Report) -> Markup {
    let (summary, without) = (&report.summary, &report.summary_without_deep);
    let marks: [(&str, &str, Count, &str); 7] = [
        (
            "deep",
            "deeply flawed",
            same(summary.deeply_flawed),
            "set apart below: they say little about single subproperties",
        ),
        (
            "unknown",
            "of unknown shape",
            of(summary.unknown_shape, without.unknown_shape),
            "no subproperty explains what they do: read these",
        ),
        (
            "unfocused",
            "caught by no focused bucket",
            of(summary.unfocused, without.unfocused),
            "a focused suite alone would miss them",
        ),
        ("positive", "reject right pairs", of(summary.positive, without.positive), "or give no answer to some"),
        ("unstable", "unstable", of(summary.unstable, without.unstable), "answer differently when asked twice"),
        ("cut", "cut short", of(summary.cut_short, without.cut_short), "not all tests were run"),
        (
            "same",
            "handed in twice",
            same(report.submissions.iter().filter(|one| one.same_as.is_some()).count()),
            "the same files as another one",
        ),
    ];
    let explained = report.subproperties.iter().enumerate().filter(|(_, one)| one.explains.all > 0);
    let mut explained: Vec<_> = explained.collect();
    explained.sort_by_key(|(_, one)| std::cmp::Reverse(one.explains.all));
    html! {
        @if !explained.is_empty() {
            h3 { "Known errors" }
            ul.facts {
                @for (place, one) in explained {
                    li {
                        a href={ "#?explained=" (place) } { strong { (both(one.explains)) } " " (line(&one.shown)) }
                        @if let Some(doc) = &one.doc { span.note { (line(&clause(doc))) } }
                    }
                }
            }
        }
        (most_common(report, "v-all", |_| true))
        (most_common(report, "v-without", |member| !is_deep(&report.submissions[member])))
        h3 { "Worth a look" }
        @if summary.faulty == 0 && marks.iter().all(|(_, _, number, _)| number.all == 0) { p.note { "Nothing stands out." } }
        ul.facts {
            @for (mark, name, number, why) in marks {
                @if number.all > 0 {
                    li { a href={ "#?mark=" (mark) } { strong { (both(number)) } " " (name) } span.note { (why) } }
                }
            }
            @if summary.distinct_fingerprints > 0 {
                li {
                    @let number = of(summary.distinct_fingerprints, without.distinct_fingerprints);
                    a href="#clusters" { strong { (both(number)) } " different fingerprints" }
                    span.note { "sets of buckets in which a submission is wrong" }
                }
            }
            @if !report.candidates.is_empty() {
                li {
                    @let number = occupied(report.candidates.iter().map(|candidate| counted(report, &candidate.submissions)));
                    a href="#candidates" { strong { (both(number)) } (named(number, " bucket")) " to split" }
                    span.note { "may want a new error subproperty" }
                }
            }
        }
    }
}

/// The largest cluster of those that count in a view, if it is one of several.
fn most_common(report: &Report, view: &str, counts: impl Fn(usize) -> bool) -> Markup {
    let members = |place: usize| report.fingerprints[place].members.iter().copied().filter(|member| counts(*member));
    // The first of the largest.
    let largest = (0..report.fingerprints.len()).rev().max_by_key(|place| members(*place).count());
    html! {
        @if let Some((place, example)) = largest.and_then(|place| Some((place, members(place).next()?))) {
            @let number = members(place).count();
            @if number > 1 {
                div class=(view) {
                    h3 { "Most common" }
                    ul.facts {
                        li {
                            a href={ "#c-" (place + 1) } { strong { (thousands(number)) } " with the same fingerprint" }
                            span.note {
                                @if report.fingerprints[place].one_behaviour {
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

fn same(number: usize) -> Count {
    Count { all: number, without_deep: number }
}

fn of(all: usize, without_deep: usize) -> Count {
    Count { all, without_deep }
}
