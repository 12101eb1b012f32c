//! The bucket chart: subproperties by buckets, with a bar for how many submissions are wrong; then each bucket in words, with its
//! tests.

use maud::{Markup, html};

use super::columns::{Columns, GUTTER};
use super::text::{count, fitting, line};
use super::{both, test_id};
use crate::model::{BucketReport, ClassReport};

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
                "The bar shows how many submissions are wrong in it."
            }
            div.picture tabindex="0" role="region" aria-label="Bucket chart; the same in words below" { (picture(report)) }
            details.more {
                summary { "All " (count(report.buckets.len(), "bucket")) " with their tests" }
                div.list {
                    @for (number, bucket) in report.buckets.iter().enumerate() { (one(report, number, bucket)) }
                }
            }
        }
    }
}

fn picture(report: &ClassReport) -> Markup {
    let columns = Columns::new(report);
    let rows = report.subproperties.len();
    let height = TOP + BARS + 14 + rows * ROW + 20;
    let most = report.buckets.iter().map(|bucket| bucket.wrong.all).max().unwrap_or(0).max(1);
    let row = |place: usize| TOP + BARS + 14 + place * ROW + ROW / 2;
    html! {
        svg.upset width=(columns.width) height=(height) viewBox={ "0 0 " (columns.width) " " (height) } role="group"
            aria-label="Subproperties by buckets" {
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
                (column(&report.buckets[*number], *number, (*x, columns.pitch), most, height, &row, rows))
            }
        }
    }
}

fn column(
    bucket: &BucketReport,
    number: usize,
    (x, pitch): (usize, usize),
    most: usize,
    height: usize,
    row: &dyn Fn(usize) -> usize,
    rows: usize,
) -> Markup {
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
    let label = format!("bucket {}: {}; {} wrong", number + 1, bucket.words, count(bucket.wrong.all, "submission"));
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
