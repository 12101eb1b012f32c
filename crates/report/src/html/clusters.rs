//! Submissions that are alike, and buckets that may want a new error subproperty.

use maud::{Markup, html};

use super::text::{count, line};
use super::{behaves_like, both, counted, heat, link, named, test_link};
use crate::model::{Candidate, Cluster, Count, Report, Split};
use crate::order::is_deep;

/// Pairs shown of each side of a split.
const PAIRS: usize = 5;
/// Candidates in front.
const SHOWN: usize = 8;

pub fn section(report: &Report) -> Markup {
    let sizes = || report.fingerprints.iter().map(|cluster| counted(report, &cluster.members));
    let single = Count {
        all: sizes().filter(|size| size.all == 1).count(),
        without_deep: sizes().filter(|size| size.without_deep == 1).count(),
    };
    html! {
        section id="clusters" aria-labelledby="clusters-title" {
            h2 id="clusters-title" { "Clusters" }
            @if report.fingerprints.is_empty() {
                p.lead { "No submission has a mistake that the tests found." }
            } @else {
                p.lead {
                    "Submissions that are wrong in exactly the same buckets, largest cluster first."
                    @if single != Count::default() { " Submissions that stand alone: " (both(single)) "." }
                }
                (folded(of_many(report, &report.fingerprints, one)))
                h3 id="behaviours" { "Same behaviour" }
                p.lead { "Submissions that behave like the same formula, in the buckets that the suite has." }
                (folded(of_many(report, &report.behaviours, behaviour)))
            }
        }
    }
}

/// Something in a list: in front or not, of how many submissions, and how it is shown.
type Entry = (bool, Count, Markup);

/// Clusters of several are in front.
fn of_many<'a>(
    report: &'a Report,
    clusters: &'a [Cluster],
    shown: fn(&Report, usize, &Cluster, Count) -> Markup,
) -> impl Iterator<Item = Entry> + 'a {
    clusters.iter().enumerate().map(move |(place, cluster)| {
        let size = counted(report, &cluster.members);
        (size.all > 1, size, shown(report, place, cluster, size))
    })
}

/// A list of which some are in front, and the others can be opened.
fn folded(all: impl Iterator<Item = Entry>) -> Markup {
    let (front, rest): (Vec<_>, Vec<_>) = all.partition(|(front, ..)| *front);
    html! {
        @if !front.is_empty() { div.list { @for (.., one) in &front { (one) } } }
        @if !rest.is_empty() {
            details.more {
                summary { (both(occupied(rest.iter().map(|(_, size, _)| *size)))) (if front.is_empty() { " single" } else { " more" }) }
                div.list { @for (.., one) in &rest { (one) } }
            }
        }
    }
}

/// How many are of anybody, in both views.
pub fn occupied(sizes: impl Iterator<Item = Count>) -> Count {
    sizes.fold(Count::default(), |sum, size| Count {
        all: sum.all + usize::from(size.all > 0),
        without_deep: sum.without_deep + usize::from(size.without_deep > 0),
    })
}

/// What is of the deeply flawed alone is not in the view without them.
fn one(report: &Report, place: usize, cluster: &Cluster, size: Count) -> Markup {
    html! {
        details.cluster.v-all[size.without_deep == 0] id={ "c-" (place + 1) } {
            summary {
                span.no { (place + 1) }
                @if cluster.one_behaviour { span.grow { "behaves like " (behaves_like(&cluster.behaves_like)) } }
                @else { span.grow { "behave differently inside these buckets" } }
                span.note { "wrong in " (count(cluster.fingerprint.len(), "bucket")) }
                span.wrong { strong { (both(size)) } }
            }
            div.body {
                p { "Wrong in buckets " (heat::links(report, &cluster.fingerprint)) "." }
                (example(report, cluster))
                (members(report, &cluster.members))
                @if size.all > 1 { p.scripted { a href={ "#?cluster=" (place) } { "Show these in the list" } } }
            }
        }
    }
}

fn behaviour(report: &Report, place: usize, cluster: &Cluster, size: Count) -> Markup {
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
                @if size.all > 1 { p.scripted { a href={ "#?behaviour=" (place) } { "Show these in the list" } } }
            }
        }
    }
}

fn example(report: &Report, cluster: &Cluster) -> Markup {
    let Some(number) = cluster.test else { return html! {} };
    let test = &report.tests[number];
    let should = if test.expect { "should be accepted" } else { "should be rejected" };
    html! {
        div.pair {
            p { code { (line(&test.call)) } " " span.note { (should) ", " (test_link(report, number)) } }
            @for place in &test.places { p.note { (line(place)) } }
        }
    }
}

fn members(report: &Report, members: &[usize]) -> Markup {
    html! {
        ul.members {
            @for member in members {
                @let deep = is_deep(&report.submissions[*member]);
                li.v-all[deep] { (link(report, *member)) @if deep { span.note { " deeply flawed" } } }
            }
        }
    }
}

pub fn candidates(report: &Report) -> Markup {
    html! {
        section id="candidates" aria-labelledby="candidates-title" {
            h2 id="candidates-title" { "Candidates for a new error subproperty" }
            @if report.candidates.is_empty() {
                p.lead { "No submission accepts some pairs of a bucket and rejects others: the subproperties tell all errors apart." }
            } @else {
                p.lead {
                    "These submissions accept some pairs of a bucket and reject others, so they see a difference "
                    "that no subproperty names. "
                    "What do the accepted pairs have in common?"
                    span.v-without { " How many accept and reject a pair is counted with the deeply flawed." }
                }
                (folded(report.candidates.iter().enumerate().map(|(place, candidate)| {
                    let size = counted(report, &candidate.submissions);
                    (place < SHOWN, size, candidate_of(report, candidate, size))
                })))
            }
        }
    }
}

fn candidate_of(report: &Report, candidate: &Candidate, size: Count) -> Markup {
    let bucket = &report.buckets[candidate.bucket];
    let accepted: Vec<Split> =
        candidate.tests.iter().copied().filter(|split| split.accepted > split.rejected).collect();
    let rejected: Vec<Split> =
        candidate.tests.iter().rev().copied().filter(|split| split.rejected > split.accepted).collect();
    html! {
        details.candidate.v-all[size.without_deep == 0] id={ "n-" (candidate.bucket + 1) } {
            summary {
                span.no { (candidate.bucket + 1) }
                span.grow { (line(&bucket.words)) }
                span.wrong { strong { (both(size)) } (named(size, " submission")) }
            }
            div.body {
                div.columns {
                    (side(report, "Mostly accepted", &accepted))
                    (side(report, "Mostly rejected", &rejected))
                }
                p { "All pairs of " a href={ "#b-" (candidate.bucket + 1) } { "bucket " (candidate.bucket + 1) } ". By:" }
                (members(report, &candidate.submissions))
            }
        }
    }
}

fn side(report: &Report, name: &str, splits: &[Split]) -> Markup {
    html! {
        div {
            h3 { (name) }
            @if splits.is_empty() { p.note { "none" } }
            ul.pairs {
                @for split in splits.iter().take(PAIRS) {
                    li {
                        code { (line(&report.tests[split.test].call)) }
                        span.note { (split.accepted) " accept, " (split.rejected) " reject, " (test_link(report, split.test)) }
                    }
                }
            }
            @if splits.len() > PAIRS { p.note { "and " (splits.len() - PAIRS) " more" } }
        }
    }
}
