//! Submissions that are alike, and buckets that may want a new error subproperty.

use maud::{Markup, html};

use super::text::{count, line, thousands};
use super::{behaves_like, heat, link};
use crate::model::{Candidate, Cluster, Report, Split};
use crate::order::is_deep;

/// Pairs shown of each side of a split.
const PAIRS: usize = 5;
/// Candidates in front.
const SHOWN: usize = 8;

pub fn section(report: &Report) -> Markup {
    let single = report.fingerprints.iter().filter(|cluster| cluster.members.len() == 1).count();
    html! {
        section id="clusters" aria-labelledby="clusters-title" {
            h2 id="clusters-title" { "Clusters" }
            @if report.fingerprints.is_empty() {
                p.lead { "No submission has a mistake that the tests found." }
            } @else {
                p.lead {
                    "Submissions that are wrong in exactly the same buckets, largest cluster first."
                    @if single > 0 { " " (count(single, "submission")) (if single == 1 { " stands" } else { " stand" }) " alone." }
                }
                (folded(of_many(&report.fingerprints, |place, cluster| one(report, place, cluster))))
                h3 id="behaviours" { "Same behaviour" }
                p.lead { "Submissions that behave like the same formula, in the buckets that the suite has." }
                (folded(of_many(&report.behaviours, |place, cluster| behaviour(report, place, cluster))))
            }
        }
    }
}

/// Clusters of several are in front.
fn of_many(clusters: &[Cluster], shown: impl Fn(usize, &Cluster) -> Markup) -> impl Iterator<Item = (bool, Markup)> {
    clusters.iter().enumerate().map(move |(place, cluster)| (cluster.members.len() > 1, shown(place, cluster)))
}

/// A list of which some are in front, and the others can be opened.
fn folded(all: impl Iterator<Item = (bool, Markup)>) -> Markup {
    let (front, rest): (Vec<_>, Vec<_>) = all.partition(|(front, _)| *front);
    html! {
        @if !front.is_empty() { div.list { @for (_, one) in &front { (one) } } }
        @if !rest.is_empty() {
            details.more {
                summary { (thousands(rest.len())) (if front.is_empty() { " single" } else { " more" }) }
                div.list { @for (_, one) in &rest { (one) } }
            }
        }
    }
}

fn one(report: &Report, place: usize, cluster: &Cluster) -> Markup {
    html! {
        details.cluster id={ "c-" (place + 1) } {
            summary {
                span.no { (place + 1) }
                span.grow { "behaves like " (behaves_like(&cluster.behaves_like)) }
                span.note { "wrong in " (count(cluster.fingerprint.len(), "bucket")) }
                span.wrong { strong { (thousands(cluster.members.len())) } }
            }
            div.body {
                p { "Wrong in buckets " (heat::links(report, &cluster.fingerprint)) "." }
                (example(report, cluster))
                (members(report, &cluster.members))
                p { a href={ "#?cluster=" (place) } { "Show these in the list" } }
            }
        }
    }
}

fn behaviour(report: &Report, place: usize, cluster: &Cluster) -> Markup {
    html! {
        details.cluster id={ "k-" (place + 1) } {
            summary {
                span.no { (place + 1) }
                span.grow {
                    (behaves_like(&cluster.behaves_like))
                    @if !cluster.behaves_like.exact { span.note { " (there may be a shorter one)" } }
                }
                span.wrong { strong { (thousands(cluster.members.len())) } }
            }
            div.body { (example(report, cluster)) (members(report, &cluster.members)) }
        }
    }
}

fn example(report: &Report, cluster: &Cluster) -> Markup {
    let Some(number) = cluster.test else { return html! {} };
    let test = &report.tests[number];
    let should = if test.expect { "should be accepted" } else { "should be rejected" };
    html! {
        div.pair {
            p { code { (line(&test.call)) } " " span.note { (should) ", " a href={ "#t-" (number + 1) } { "test " (number + 1) } } }
            @for place in &test.places { p.note { (line(place)) } }
        }
    }
}

fn members(report: &Report, members: &[usize]) -> Markup {
    html! {
        ul.members {
            @for member in members {
                li { (link(report, *member)) @if is_deep(&report.submissions[*member]) { span.note { " deeply flawed" } } }
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
                }
                (folded(report.candidates.iter().enumerate().map(|(place, candidate)| (place < SHOWN, candidate_of(report, candidate)))))
            }
        }
    }
}

fn candidate_of(report: &Report, candidate: &Candidate) -> Markup {
    let bucket = &report.buckets[candidate.bucket];
    let accepted: Vec<Split> =
        candidate.tests.iter().copied().filter(|split| split.accepted > split.rejected).collect();
    let rejected: Vec<Split> =
        candidate.tests.iter().rev().copied().filter(|split| split.rejected > split.accepted).collect();
    html! {
        details.candidate id={ "n-" (candidate.bucket + 1) } {
            summary {
                span.no { (candidate.bucket + 1) }
                span.grow { (line(&bucket.words)) }
                span.wrong {
                    strong { (thousands(candidate.submissions.len())) }
                    (if candidate.submissions.len() == 1 { " submission" } else { " submissions" })
                }
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
                        span.note { (split.accepted) " accept, " (split.rejected) " reject" }
                    }
                }
            }
            @if splits.len() > PAIRS { p.note { "and " (splits.len() - PAIRS) " more" } }
        }
    }
}
