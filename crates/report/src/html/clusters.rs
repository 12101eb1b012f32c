//! Submissions that are alike, and buckets that may call for a new error subproperty.

use maud::{Markup, html};

use super::text::{count, line, thousands};
use analysis::ClassCount;

use super::{behaves_like, both, heat, link, named, paged, test_link};
use crate::model::{CandidateReport, ClassReport, ClusterReport, SplitReport};
use crate::picture;

/// Pairs shown of each side of a split.
const PAIRS: usize = 5;
/// Candidates that are shown at once.
const SHOWN: usize = 8;

pub fn section(report: &ClassReport) -> Markup {
    let single = report.like_no_other;
    html! {
        section id="clusters" aria-labelledby="clusters-title" {
            h2 id="clusters-title" { "Clusters" }
            @if report.fingerprints.is_empty() {
                p.lead { "No mistakes were found in any submission." }
            } @else {
                p.lead {
                    "Submissions that are wrong in exactly the same buckets, largest cluster first."
                    @if single != ClassCount::default() { " Submissions that are like no other: " (both(single)) "." }
                }
                (folded(of_many(report, &report.fingerprints, one)))
                (not_shown(report, report.fingerprints.len()))
                h3 id="behaviors" { "Same behavior" }
                p.lead { "Submissions that behave like the same formula in the buckets of the suite." }
                (folded(of_many(report, &report.behaviors, behavior)))
                (not_shown(report, report.behaviors.len()))
            }
        }
    }
}

/// The page of a large class shows the largest clusters.
fn not_shown(report: &ClassReport, clusters: usize) -> Markup {
    let rest = clusters.saturating_sub(paged::CLUSTERS);
    html! { @if report.is_large() && rest > 0 { p.note { (count(rest, "smaller cluster")) ": see report.json" } } }
}

/// An entry of a list: whether it is shown at once, its size, and its markup.
type Entry = (bool, ClassCount, Markup);

/// Clusters of several submissions are shown at once.
fn of_many<'a>(
    report: &'a ClassReport,
    clusters: &'a [ClusterReport],
    shown: fn(&ClassReport, usize, &ClusterReport, ClassCount) -> Markup,
) -> impl Iterator<Item = Entry> + 'a {
    let shown_here = if report.is_large() { paged::CLUSTERS } else { clusters.len() };
    clusters.iter().take(shown_here).enumerate().map(move |(place, cluster)| {
        let size = cluster.size;
        (size.all > 1, size, shown(report, place, cluster, size))
    })
}

/// A list some of whose entries are shown at once, and the others on demand.
fn folded(all: impl Iterator<Item = Entry>) -> Markup {
    let (front, rest): (Vec<_>, Vec<_>) = all.partition(|(front, ..)| *front);
    html! {
        @if !front.is_empty() { div.list { @for (.., one) in &front { (one) } } }
        @if !rest.is_empty() {
            details.more {
                summary { (both(ClassCount::of_sizes(rest.iter().map(|(_, size, _)| *size), |size| size > 0))) (if front.is_empty() { " single" } else { " more" }) }
                div.list { @for (.., one) in &rest { (one) } }
            }
        }
    }
}

/// A cluster of the deeply flawed alone is hidden in the view without them.
fn one(report: &ClassReport, place: usize, cluster: &ClusterReport, size: ClassCount) -> Markup {
    html! {
        details.cluster.v-all[size.without_deep == 0] id={ "c-" (place + 1) } {
            summary {
                span.no { (place + 1) }
                @if cluster.one_behavior { span.grow { "behaves like " (behaves_like(&cluster.behaves_like)) } }
                @else { span.grow { "different behaviors inside these buckets" } }
                span.note { "wrong in " (count(cluster.fingerprint.len(), "bucket")) }
                span.wrong { strong { (both(size)) } }
            }
            div.body {
                p { "Wrong in buckets " (heat::links(report, &cluster.fingerprint)) "." }
                (example(report, cluster))
                (members(report, &cluster.members))
                @if report.is_large() { p { (paged::lists_of(report, place, true)) } }
                @else if size.all > 1 { p.scripted { a href={ "#?cluster=" (place) } { "Show these in the list" } } }
            }
        }
    }
}

fn behavior(report: &ClassReport, place: usize, cluster: &ClusterReport, size: ClassCount) -> Markup {
    html! {
        details.cluster.v-all[size.without_deep == 0] id={ "k-" (place + 1) } {
            summary {
                span.no { (place + 1) }
                span.grow { (behaves_like(&cluster.behaves_like)) }
                span.wrong { strong { (both(size)) } }
            }
            div.body {
                (example(report, cluster))
                (members(report, &cluster.members))
                @if report.is_large() { p { (paged::lists_of(report, place, false)) } }
                @else if size.all > 1 { p.scripted { a href={ "#?behavior=" (place) } { "Show these in the list" } } }
            }
        }
    }
}

fn example(report: &ClassReport, cluster: &ClusterReport) -> Markup {
    let Some(number) = cluster.test else { return html! {} };
    let test = &report.tests[number];
    let should = if test.expect { "should be accepted" } else { "should be rejected" };
    html! {
        div.pair {
            (picture::references(&report.tests, number))
            p { code { (line(&test.call)) } " " span.note { (should) ", " (test_link(report, number)) } }
            @for place in &test.places { p.note { (line(place)) } }
        }
    }
}

fn members(report: &ClassReport, members: &[usize]) -> Markup {
    let most = if report.is_large() { paged::MEMBERS } else { members.len() };
    html! {
        ul.members {
            @for member in members.iter().take(most) {
                @let deep = report.submissions[*member].is_deeply_flawed();
                li.v-all[deep] { (link(report, *member)) @if deep { span.note { " deeply flawed" } } }
            }
            @if members.len() > most { li { span.note { "and " (thousands(members.len() - most)) " more" } } }
        }
    }
}

pub fn candidates(report: &ClassReport) -> Markup {
    html! {
        section id="candidates" aria-labelledby="candidates-title" {
            h2 id="candidates-title" { "Candidates for a new error subproperty" }
            @if report.candidates.is_empty() {
                p.lead { "No submission accepts some pairs of a bucket and rejects others: the subproperties distinguish all mistakes." }
            } @else {
                p.lead {
                    "These submissions accept some pairs of a bucket and reject others, so they distinguish something "
                    "that no subproperty names. "
                    "What do the accepted pairs have in common? "
                    "Buckets in which most submissions distinguish the pairs in the same way come first: one error subproperty can explain all of these. "
                    "The deeply flawed and the unstable are left out."
                }
                (folded(report.candidates.iter().enumerate().map(|(place, candidate)| {
                    let size = candidate.size;
                    (place < SHOWN, size, candidate_of(report, candidate, size))
                })))
            }
        }
    }
}

fn candidate_of(report: &ClassReport, candidate: &CandidateReport, size: ClassCount) -> Markup {
    let bucket = &report.buckets[candidate.bucket];
    let accepted: Vec<SplitReport> =
        candidate.tests.iter().copied().filter(|split| split.accepted > split.rejected).collect();
    let rejected: Vec<SplitReport> =
        candidate.tests.iter().rev().copied().filter(|split| split.rejected > split.accepted).collect();
    html! {
        details.candidate.v-all[size.without_deep == 0] id={ "n-" (candidate.bucket + 1) } {
            summary {
                span.no { (candidate.bucket + 1) }
                span.grow { (line(&bucket.words)) }
                @if candidate.explained > 1 { span.note { (thousands(candidate.explained)) " alike" } }
                span.wrong { strong { (both(size)) } (named(size, " submission")) }
            }
            div.body {
                div.columns {
                    (side(report, "Mostly accepted", &accepted))
                    (side(report, "Mostly rejected", &rejected))
                }
                p { "All pairs of " a href={ "#b-" (candidate.bucket + 1) } { "bucket " (candidate.bucket + 1) } ", by:" }
                (members(report, &candidate.submissions))
            }
        }
    }
}

fn side(report: &ClassReport, name: &str, splits: &[SplitReport]) -> Markup {
    html! {
        div {
            h3 { (name) }
            @if splits.is_empty() { p.note { "none" } }
            ul.pairs {
                @for split in splits.iter().take(PAIRS) {
                    li {
                        (picture::references(&report.tests, split.test))
                        code { (line(&report.tests[split.test].call)) }
                        span.note { (split.accepted) " accept, " (split.rejected) " reject, " (test_link(report, split.test)) }
                    }
                }
            }
            @if splits.len() > PAIRS { p.note { "and " (splits.len() - PAIRS) " more" } }
        }
    }
}
