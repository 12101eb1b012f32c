//! The heat map: submissions by buckets, with similar submissions side by side. Only wrong answers are drawn, as one path per color,
//! so that the page of a class of a thousand stays small.

use std::fmt::Write as _;

use maud::{Markup, html};

use super::columns::{Columns, GUTTER};
use super::text::{count, fitting, line, thousands};
use super::{bucket_link, link, paged};
use analysis::ProvedCell;

use crate::model::{ClassReport, DiagnosisReport};
use crate::share;

const TOP: usize = 16;
/// Rows of this height have room for a name.
const READABLE: usize = 12;

/// What is wrong in a cell, the worst first: its color, and in words.
const KINDS: [(&str, &str); 7] = [
    ("too_lax", "accepts all pairs, which are incorrect"),
    ("lax-some", "accepts some pairs, which are incorrect"),
    ("too_strict", "rejects all pairs, which are correct"),
    ("strict-some", "rejects some pairs, which are correct"),
    ("no_answer", "gives no answer for any pair"),
    ("mixed-some", "gives no answer for some pairs"),
    ("proved-wrong", "is proved wrong, but no test shows it"),
];

pub fn section(report: &ClassReport) -> Markup {
    let columns = Columns::new(report);
    let wrong: Vec<usize> = rows(report);
    let (deep, others): (Vec<usize>, Vec<usize>) =
        wrong.iter().partition(|one| report.submissions[**one].is_deeply_flawed());
    let mut drawn = [false; KINDS.len()];
    for diagnosis in wrong.iter().filter_map(|one| report.submissions[*one].diagnosis.as_ref()) {
        for (bucket, key) in report.buckets.iter().enumerate() {
            kind(diagnosis, bucket, key.positive).into_iter().for_each(|kind| drawn[kind] = true);
        }
    }
    html! {
        section id="fingerprints" aria-labelledby="fingerprints-title" {
            h2 id="fingerprints-title" { "Fingerprints" }
            @if wrong.is_empty() { p.lead { "No submission is wrong in any bucket." } } @else {
            @if report.is_large() {
                p.lead {
                    "Each row is a cluster of submissions that are wrong in the same buckets, shown by its first member; "
                    "each column is a bucket as above. Similar clusters are side by side."
                    @if wrong.len() < report.fingerprints.len() {
                        " The largest " (thousands(wrong.len())) " of " (count(report.fingerprints.len(), "cluster")) " are drawn."
                    }
                }
            } @else { p.lead {
                "Each row is a submission, each column a bucket as above; a mark shows that it is wrong there. "
                "Submissions that are wrong in the same buckets are side by side."
                (not_drawn(report.submissions.len() - wrong.len()))
            } }
            ul.legend {
                @for (_, (class, words)) in KINDS.iter().enumerate().filter(|(kind, _)| drawn[*kind]) {
                    li { span class={ "dot fill " (class) } {} (words) }
                }
            }
            @if !others.is_empty() {
                div.picture tabindex="0" role="region" aria-label="Heat map; the same as a table below" {
                    (picture(report, &columns, &others))
                }
            }
            @if !deep.is_empty() {
                div.v-all {
                    h3 { "Deeply flawed" }
                    div.picture tabindex="0" role="region" aria-label="Heat map of the deeply flawed" {
                        (picture(report, &columns, &deep))
                    }
                }
            }
            @if !report.is_large() {
                p.tip.scripted id="heat-tip" aria-hidden="true" { "Point at a row to see its name; click to open it." }
            }
            }
            (table(report, &wrong))
        }
    }
}

/// The rows: submissions that gave wrong answers; in a large class, one for each of the largest clusters.
fn rows(report: &ClassReport) -> Vec<usize> {
    let is_drawn = |one: &usize| match report.submissions[*one].cluster {
        Some(cluster) if report.is_large() => {
            cluster < paged::CLUSTERS && report.fingerprints[cluster].members.first() == Some(one)
        }
        cluster => cluster.is_some(),
    };
    report.order.iter().copied().filter(is_drawn).collect()
}

fn not_drawn(others: usize) -> String {
    match others {
        0 => String::new(),
        1 => " One other is not drawn: it gave no wrong answer, or could not run.".to_owned(),
        others => {
            format!(" The other {} are not drawn: they gave no wrong answer, or could not run.", thousands(others))
        }
    }
}

/// What the submission does wrong in the bucket, as a place in [`KINDS`].
fn kind(diagnosis: &DiagnosisReport, bucket: usize, positive: bool) -> Option<usize> {
    let [accepted, rejected, failed] = *diagnosis.counts.get(bucket)?;
    let (wrong, right) = if positive { (rejected, accepted) } else { (accepted, rejected) };
    match (wrong, failed) {
        (0, 0) if diagnosis.proof.cells.get(bucket) == Some(&ProvedCell::Wrong) => Some(KINDS.len() - 1),
        (0, 0) => None,
        (_, failed) if failed > wrong => Some(4 + usize::from(right > 0 || wrong > 0)),
        _ => Some(if positive { 2 } else { 0 } + usize::from(right > 0 || failed > 0)),
    }
}

fn picture(report: &ClassReport, columns: &Columns, rows: &[usize]) -> Markup {
    let least = if report.is_large() { READABLE } else { 2 };
    let tall = if rows.len() <= 60 { 16 } else { (1400 / rows.len()).clamp(least, READABLE) };
    let height = TOP + rows.len() * tall + 2;
    // The submissions of a large class are on other pages.
    let named = if report.is_large() { &[][..] } else { rows };
    let numbers: Vec<String> = named.iter().map(|row| report.submissions[*row].number.to_string()).collect();
    let places: Vec<String> = columns.places.iter().map(|(bucket, x)| format!("{}:{x}", bucket + 1)).collect();
    html! {
        svg.heat width=(columns.width) height=(height) viewBox={ "0 0 " (columns.width) " " (height) } role="group"
            aria-label="Submissions by buckets" data-rows=(numbers.join(" ")) data-columns=(places.join(" "))
            data-pitch=(columns.pitch) data-top=(TOP) data-tall=(tall) {
            @for (bucket, x) in &columns.places { text.number x=(x + columns.pitch / 2) y=(TOP - 5) { (bucket + 1) } }
            @for (_, x) in &columns.places { rect.band x=(x + 1) y=(TOP) width=(columns.pitch - 2) height=(rows.len() * tall) {} }
            @for (kind, (class, words)) in KINDS.iter().enumerate() {
                @let path = cells(report, columns, rows, kind, tall);
                @if !path.is_empty() { path class=(class) d=(path) { title { (words) } } }
            }
            (labels(report, rows, tall))
        }
    }
}

/// All cells of a kind, as one path.
fn cells(report: &ClassReport, columns: &Columns, rows: &[usize], wanted: usize, tall: usize) -> String {
    let gap = usize::from(tall >= 8);
    let mut path = String::new();
    for (bucket, x) in &columns.places {
        let positive = report.buckets[*bucket].positive;
        let is = |row: &usize| {
            let diagnosis = report.submissions[*row].diagnosis.as_ref();
            diagnosis.and_then(|diagnosis| kind(diagnosis, *bucket, positive)) == Some(wanted)
        };
        let mut place = 0;
        for run in rows.chunk_by(|one, other| is(one) == is(other)) {
            if run.first().is_some_and(is) {
                // Tall cells are drawn one by one, flat ones are joined.
                let pieces = if gap > 0 { run.len() } else { 1 };
                let each = run.len() * tall / pieces;
                for piece in 0..pieces {
                    let y = TOP + place * tall + piece * each;
                    let _ = write!(path, "M{} {y}h{}v{}h-{}z", x + 1, columns.pitch - 2, each - gap, columns.pitch - 2);
                }
            }
            place += run.len();
        }
    }
    path
}

/// Numbers or names if there is room, else clusters.
fn labels(report: &ClassReport, rows: &[usize], tall: usize) -> Markup {
    if tall >= READABLE && !report.is_large() {
        return html! {
            @for (place, row) in rows.iter().enumerate() {
                a href={ (paged::file_of(report, *row)) "#s-" (report.submissions[*row].number) } tabindex="-1" {
                    text.label x=(GUTTER - 12) y=(TOP + place * tall + tall / 2 + 4) {
                        title { (line(&called(report, *row))) }
                        (fitting(&called(report, *row), GUTTER - 12))
                    }
                }
            }
        };
    }
    let mut place = 0;
    // In a large class, one row stands for a cluster.
    let of = |cluster: usize, drawn: usize| {
        if report.is_large() { report.fingerprints[cluster].members.len() } else { drawn }
    };
    html! {
        @for cluster in rows.chunk_by(|one, other| report.submissions[*one].cluster == report.submissions[*other].cluster) {
            @let first = report.submissions[cluster[0]].cluster.unwrap_or(0);
            @let (from, high) = (TOP + place * tall, cluster.len() * tall);
            @if high >= READABLE {
                a href={ "#c-" (first + 1) } tabindex="-1" {
                    text.label x=(GUTTER - 18) y=(from + high / 2 + 4) { "cluster " (first + 1) " (" (thousands(of(first, cluster.len()))) ")" }
                    line.bracket x1=(GUTTER - 10) x2=(GUTTER - 10) y1=(from + 1) y2=(from + high - 1) {}
                }
            }
            @let () = place += cluster.len();
        }
    }
}

/// How a chart calls a submission.
fn called(report: &ClassReport, submission: usize) -> String {
    let one = &report.submissions[submission];
    if report.names { one.name.clone() } else { share::called(one.number) }
}

/// The same in words.
fn table(report: &ClassReport, rows: &[usize]) -> Markup {
    html! {
        @if !rows.is_empty() {
            details.plain {
                summary { "As a table" }
                div.scroll tabindex="0" role="region" aria-label="Submissions and the buckets in which they are wrong" {
                    table {
                        thead { tr { th scope="col" { "Submission" } th scope="col" { "Cluster" } th scope="col" { "Wrong in buckets" } } }
                        tbody {
                            @for row in rows {
                                @let one = &report.submissions[*row];
                                tr {
                                    th scope="row" { (link(report, *row)) }
                                    td.num { @if let Some(cluster) = one.cluster { a href={ "#c-" (cluster + 1) } { (cluster + 1) } } }
                                    td { (fingerprint(report, one.cluster)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Numbers only: the cluster has links.
fn fingerprint(report: &ClassReport, cluster: Option<usize>) -> Markup {
    let buckets = cluster.map(|cluster| &*report.fingerprints[cluster].fingerprint).unwrap_or_default();
    let all = buckets.len() == report.buckets.len();
    let numbers: Vec<String> = buckets.iter().map(|bucket| (bucket + 1).to_string()).collect();
    html! { @if all { "all" } @else { (numbers.join(", ")) } }
}

/// The buckets, as links.
pub fn links(report: &ClassReport, buckets: &[usize]) -> Markup {
    html! { @for (place, bucket) in buckets.iter().enumerate() { @if place > 0 { ", " } (bucket_link(report, *bucket)) } }
}
