//! The report as one self-contained page, which can be read and printed without scripts.
//!
//! Takes the model; returns HTML. All text passes through `text`, which makes every character visible, and through the templates,
//! which escape it. The only script is `page.js`; the page names it by its hash, so that no other script can run.
//!
//! Guarded by `tests/pages.rs` and, in a browser, by `crates/report/browser`.

mod buckets;
mod clusters;
mod columns;
mod heat;
mod loading;
mod overview;
pub mod paged;
mod submissions;
pub(crate) mod text;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use analysis::ClassCount;

use crate::model::{ClassReport, FormulaReport};
use crate::picture;
use text::line;

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// The page for the instructor; of a report without names, the page for the class.
pub fn html(report: &ClassReport) -> String {
    page(report, report.shared)
}

fn page(report: &ClassReport, shared: bool) -> String {
    let title = format!("{}: mistakes in {}", line(&report.problem.name), of_submissions(report));
    let content = html! {
        a.skip href="#submissions" { "Skip to the submissions" }
        (top(report, shared))
        main {
            (overview::section(report))
            (buckets::section(report))
            (heat::section(report))
            (clusters::section(report))
            (clusters::candidates(report))
            @if report.is_large() { (paged::section(report)) } @else { (submissions::section(report, shared)) }
        }
        (foot(report))
        (help())
    };
    document(report, &title, content)
}

/// A self-contained page with our style and our script.
fn document(report: &ClassReport, title: &str, content: Markup) -> String {
    let content = content.into_string();
    let symbols = picture::symbols(&report.tests, &content);
    let content = PreEscaped(content);
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy());
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                title { (title) }
                style { (PreEscaped(STYLE)) (PreEscaped(picture::STYLE)) }
            }
            body {
                (content)
                (symbols)
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
    .into_string()
}

fn of_submissions(report: &ClassReport) -> String {
    text::count(report.summary.submissions, "submission")
}

fn top(report: &ClassReport, shared: bool) -> Markup {
    let links = [
        ("overview", "Overview"),
        ("buckets", "Buckets"),
        ("fingerprints", "Fingerprints"),
        ("clusters", "Clusters"),
        ("candidates", "Candidates"),
        ("submissions", "Submissions"),
    ];
    html! {
        header.top {
            div.title {
                h1 { (line(&report.problem.name)) @if shared { " " span.shared { "anonymous, to show in class" } } }
                @if let Some(doc) = &report.problem.doc {
                    p { (line(doc.split("\n\n").next().unwrap_or_default())) }
                }
            }
            nav aria-label="Sections of the report" {
                @for (id, name) in links { a href={ "#" (id) } { (name) } }
            }
            div.tools.scripted {
                button type="button" id="theme" { "Dark" }
                button type="button" id="keys" aria-haspopup="dialog" { "Shortcuts " kbd { "?" } }
            }
        }
    }
}

fn foot(report: &ClassReport) -> Markup {
    html! {
        footer {
            p {
                "Graded with " (text::count(report.suite.tests, "test")) " of the suite "
                code { (line(report.suite.sha256.get(..12).unwrap_or_default())) }
                " (seed " (report.suite.seed) "), sandbox " (line(&report.sandbox)) "."
            }
            @if !report.excluded.is_empty() {
                p { "Excluded from grading:" }
                ul {
                    @for one in &report.excluded {
                        li { code { (line(&one.what)) } @if !one.reason.is_empty() { ": " (line(&one.reason)) } }
                    }
                }
            }
            p {
                "Tests can show mistakes; they cannot show that there are none."
                @if let Some(scope) = &report.scope {
                    " A proof covers every pair within its scope, and no other: " code { (line(scope)) } "."
                }
            }
        }
    }
}

fn help() -> Markup {
    let keys = [
        ("/", "search"),
        ("j", "next submission"),
        ("k", "previous submission"),
        ("Enter", "open or close the submission"),
        ("Esc", "close the submission, the search or this dialog"),
        ("?", "show these shortcuts"),
    ];
    html! {
        dialog id="help" aria-labelledby="help-title" {
            h2 id="help-title" { "Keyboard shortcuts" }
            dl.keys { @for (key, what) in keys { div { dt { kbd { (key) } } dd { (what) } } } }
            form method="dialog" { button { "Close" } }
        }
    }
}

/// Nothing is loaded from anywhere, and only our script runs.
fn policy() -> String {
    let hash = base64(&Sha256::digest(SCRIPT.as_bytes()));
    format!(
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'"
    )
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for part in bytes.chunks(3) {
        let at = |place: usize| u32::from(part.get(place).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize];
            text.push(if place <= part.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

/// A number in both views: all submissions, and without the deeply flawed.
fn both(count: ClassCount) -> Markup {
    if count.all == count.without_deep {
        return html! { (text::thousands(count.all)) };
    }
    html! {
        span.v-all { (text::thousands(count.all)) }
        span.v-without { (text::thousands(count.without_deep)) }
    }
}

/// The noun after such a number, in both views.
fn named(count: ClassCount, what: &str) -> Markup {
    let ending = |number: usize| if number == 1 { "" } else { "s" };
    let (all, without) = (ending(count.all), ending(count.without_deep));
    html! { (what) @if all == without { (all) } @else { span.v-all { (all) } span.v-without { (without) } } }
}

/// A formula in words, with what the formula alone does not say.
fn behaves_like(formula: &FormulaReport) -> Markup {
    let words = match formula.constant {
        Some(false) => "a predicate that accepts nothing".to_owned(),
        Some(true) => "a predicate that accepts everything".to_owned(),
        None => line(&formula.text),
    };
    html! { (words) @if let Some(remark) = formula.remark() { span.note { " (" (remark) ")" } } }
}

/// A link to a test, and its id, which `custodiet regrade --exclude` takes.
fn test_link(report: &ClassReport, test: usize) -> Markup {
    html! { a href={ "#t-" (test + 1) } { "test " (test + 1) } " " (test_id(&report.tests[test].id)) }
}

fn test_id(id: &str) -> Markup {
    html! { code.id title="id, for custodiet regrade --exclude" { (line(id)) } }
}

/// A link to a submission.
fn link(report: &ClassReport, submission: usize) -> Markup {
    let one = &report.submissions[submission];
    html! { a href={ (paged::file_of(report, submission)) "#s-" (one.number) } { bdi { (text::short(&one.name, 80)) } } }
}

/// A link to a bucket, by its number.
fn bucket_link(report: &ClassReport, bucket: usize) -> Markup {
    html! { a href={ "#b-" (bucket + 1) } title=(line(&report.buckets[bucket].words)) { (bucket + 1) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A subproperty may be called `never` or `always`.
    #[test]
    fn constants_are_not_recognized_by_their_text() {
        let shown = |text: &str, constant| {
            behaves_like(&FormulaReport { text: text.to_owned(), constant, exact: true, right: false }).into_string()
        };
        assert_eq!(shown("never", None), "never");
        assert_eq!(shown("never", Some(false)), "a predicate that accepts nothing");
        assert_eq!(shown("always", Some(true)), "a predicate that accepts everything");
    }

    #[test]
    fn base64_is_standard() {
        assert_eq!(
            ["", "f", "fo", "foo", "foob"].map(|text| base64(text.as_bytes())),
            ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]
        );
    }

    #[test]
    fn script_and_style_cannot_end_early_and_load_nothing() {
        for part in [STYLE, picture::STYLE, SCRIPT] {
            assert!(!part.contains("</") && !part.contains("<!--") && !part.contains("://") && !part.contains("url("));
        }
    }
}
