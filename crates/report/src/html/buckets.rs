//! The bucket chart: subproperties by buckets, with a bar for how many submissions are wrong; then each bucket in words, with its
//! tests.

use maud::{Markup, html};

use super::columns::{Columns, GUTTER};
use super::text::{count, fitting, line};
use super::{both, test_id};
use crate::model::{BucketReport, ClassReport};
use crate::words::percent;

const BARS: usize = 120;
/// From one subproperty to the next.
const ROW: usize = 20;
/// Room above the bars for the number of the highest one and the names of the sections.
const TOP: usize = 40;

pub fn section(report: &ClassReport) -> Markup {
    html! {
        section id="buckets" aria-labelledby="buckets-title" {
            h2 id="buckets-title" { "Buckets" }
            p.lead {
                "Each column is a bucket: the pairs in which exactly the marked subproperties fail. "
                "The bar shows how many submissions are wrong in it. "
                span.scripted { "Point at a column to read it in words, or go from column to column with the arrow keys." }
            }
            @let (common, rare) = by_frequency(report);
            div.picture tabindex="0" role="region" aria-label="Bucket chart; the same in words below" {
                (picture(report, &Columns::of(report, common), "Subproperties by buckets"))
            }
            p.tip.scripted aria-live="polite" {}
            @if !rare.is_empty() {
                details.more {
                    summary { (count(rare.len(), "bucket")) " in which " (rarely(report)) " wrong" }
                    div.picture tabindex="0" role="region" aria-label="Chart of rare buckets; the same in words below" {
                        (picture(report, &Columns::of(report, rare), "Subproperties by rare buckets"))
                    }
                    p.tip.scripted aria-live="polite" {}
                }
            }
            details.more {
                summary { "All " (count(report.buckets.len(), "bucket")) " with their tests" }
                div.list {
                    @for (number, bucket) in report.buckets.iter().enumerate() { (one(report, number, bucket)) }
                }
            }
        }
    }
}

/// A bucket is rare if fewer than one submission in this many is wrong in it.
const RARE: usize = 50;
/// So few rare ones are not worth hiding.
const FEW: usize = 6;

/// The buckets that are shown at once, and the rare ones.
fn by_frequency(report: &ClassReport) -> (Vec<usize>, Vec<usize>) {
    let is_rare = |bucket: &usize| report.buckets[*bucket].wrong.all * RARE < report.summary.submissions.max(1);
    let (rare, common): (Vec<usize>, Vec<usize>) = (0..report.buckets.len()).partition(is_rare);
    if rare.len() < FEW || common.is_empty() {
        ((0..report.buckets.len()).collect(), Vec::new())
    } else {
        (common, rare)
    }
}

fn rarely(report: &ClassReport) -> &'static str {
    if report.summary.submissions < RARE { "no submission is" } else { "fewer than 2 % of the submissions are" }
}

fn picture(report: &ClassReport, columns: &Columns, name: &str) -> Markup {
    let rows = report.subproperties.len();
    let height = TOP + BARS + 14 + rows * ROW + 20;
    let most = report.buckets.iter().map(|bucket| bucket.wrong.all).max().unwrap_or(0).max(1);
    let row = |place: usize| TOP + BARS + 14 + place * ROW + ROW / 2;
    html! {
        svg.upset width=(columns.width) height=(height) viewBox={ "0 0 " (columns.width) " " (height) } role="group"
            aria-label=(name) {
            @for (name, x) in &columns.parts { text.part x=(x) y="12" { (name) } }
            text.label x=(GUTTER - 12) y=(TOP + BARS) { "submissions wrong" }
            @for (place, one) in report.subproperties.iter().enumerate() {
                @if place % 2 == 0 { rect.band x="0" y=(row(place) - ROW / 2) width=(columns.width) height=(ROW) {} }
                text class=(if one.required { "label" } else { "label error" }) x=(GUTTER - 12) y=(row(place) + 4) {
                    title { (line(one.doc.as_deref().unwrap_or(&one.shown))) }
                    (fitting(&one.shown, GUTTER - 12))
                }
            }
            @for (number, x) in &columns.places {
                (column(report, *number, (*x, columns.pitch), most, height, &row))
            }
        }
    }
}

fn column(
    report: &ClassReport,
    number: usize,
    (x, pitch): (usize, usize),
    most: usize,
    height: usize,
    row: &dyn Fn(usize) -> usize,
) -> Markup {
    let (bucket, rows) = (&report.buckets[number], report.subproperties.len());
    let middle = x + pitch / 2;
    let class = if bucket.positive { "too_strict" } else { "too_lax" };
    let bar = |view: &'static str, wrong: usize| {
        let tall = if wrong == 0 { 0 } else { (BARS * wrong / most).max(2) };
        html! {
            g class=(view) {
                rect class=(class) x=(x + 3) y=(TOP + BARS - tall) width=(pitch - 6) height=(tall) {}
                text.number x=(middle) y=(TOP + BARS - tall - 4) { (wrong) }
            }
        }
    };
    let wrong = bucket.wrong.all;
    let share = percent(wrong, report.summary.submissions);
    let label = format!("bucket {}: {}; {} wrong ({share})", number + 1, bucket.words, count(wrong, "submission"));
    html! {
        a href={ "#b-" (number + 1) } tabindex="-1" aria-label=(line(&label)) {
            title { (line(&label)) }
            rect.hit x=(x) y=(TOP - 16) width=(pitch) height=(height - TOP + 16) {}
        }
        (bar("v-all", bucket.wrong.all))
        (bar("v-without", bucket.wrong.without_deep))
        @for place in 0..rows {
            @if !bucket.fails.contains(&place) { circle.off cx=(middle) cy=(row(place)) r="2" {} }
        }
        @if let (Some(first), Some(last)) = (bucket.fails.first(), bucket.fails.last()) {
            line x1=(middle) y1=(row(*first)) x2=(middle) y2=(row(*last)) {}
        }
        @for place in &bucket.fails { circle.on cx=(middle) cy=(row(*place)) r="5.5" {} }
        text.number x=(middle) y=(height - 6) { (number + 1) }
    }
}

fn one(report: &ClassReport, number: usize, bucket: &BucketReport) -> Markup {
    let names = |positions: &[usize]| {
        positions.iter().map(|position| &*report.subproperties[*position].shown).collect::<Vec<_>>().join(", ")
    };
    let tests = report.tests.iter().enumerate().filter(|(_, test)| test.bucket == number);
    html! {
        details.bucket id={ "b-" (number + 1) } {
            summary {
                span.no { (number + 1) }
                span.grow { (line(&bucket.words)) }
                span.note { (count(bucket.tests, "test")) }
                span.wrong { strong { (both(bucket.wrong)) } " wrong" }
            }
            div.body {
                p.note {
                    @if bucket.positive { "The outputs are correct and should be accepted. " } @else { "The outputs are incorrect and should be rejected. " }
                    @if !bucket.focused_on.is_empty() { "Focused on " (line(&names(&bucket.focused_on))) ". " }
                    @if bucket.mixed.all > 0 { "Submissions that accept some of its pairs and reject others: " (both(bucket.mixed)) "." }
                }
                div.scroll tabindex="0" role="region" aria-label={ "Tests of bucket " (number + 1) } {
                    table {
                        thead {
                            tr {
                                @for name in ["Test", "Pair", "What fails"] { th scope="col" { (name) } }
                                th.num scope="col" { "Wrong" }
                            }
                        }
                        tbody {
                            @for (place, test) in tests {
                                tr id={ "t-" (place + 1) } {
                                    th scope="row" { (place + 1) " " (test_id(&test.id)) }
                                    td { code { (line(&test.call)) } @if test.excluded { " " span.note { "(excluded)" } } }
                                    td { @for place in &test.places { div { (line(place)) } } }
                                    td.num { (both(test.wrong)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
