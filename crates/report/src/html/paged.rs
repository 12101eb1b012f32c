//! The pages of a large class: the page of the class stays small, and submissions are on pages of their own beside it.
//!
//! ```text
//! report.html                              figures, buckets, clusters, candidates
//! report-pages/submissions-0001.html, …    everything about 500 submissions each, in the order of their names
//! report-pages/list-0001.html, …           a line for each of 2,000 submissions, similar ones side by side, to be filtered
//! ```
//!
//! Every submission is on one page of each kind. Pages work without a server and without scripts. Guarded by
//! `tests/large_class.rs` and, in a browser, by `crates/report/browser`.

use maud::{Markup, PreEscaped, html};

use super::text::{count, cut, line, short, thousands};
use super::{document, foot, help, submissions};
use crate::model::{ClassReport, SubmissionReport};

/// Submissions on a page, and lines on a list.
pub const PAGE: usize = 500;
pub const LIST: usize = 2_000;
/// Pages that are named on the page of the class.
const NAMED: usize = 4_000;

/// The name of a page with submissions, by its number from 0.
pub fn page_name(page: usize) -> String {
    format!("submissions-{:04}.html", page + 1)
}

pub fn list_name(list: usize) -> String {
    format!("list-{:04}.html", list + 1)
}

/// Whether a file in the folder of the pages is ours.
pub fn is_page_name(name: &str) -> bool {
    let number = name.strip_prefix("submissions-").or_else(|| name.strip_prefix("list-"));
    let digits = number.and_then(|rest| rest.strip_suffix(".html"));
    digits.is_some_and(|digits| digits.len() >= 4 && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The file with a submission, as seen from the page of the class; empty if that is the page itself.
pub(super) fn file_of(report: &ClassReport, submission: usize) -> String {
    if report.is_large() { format!("{}/{}", report.pages, page_name(submission / PAGE)) } else { String::new() }
}

/// The list with a submission of this number, as seen from the page of the class.
pub(super) fn list_of(report: &ClassReport, number: usize) -> String {
    format!("{}/{}", report.pages, list_name((number.max(1) - 1) / LIST))
}

/// Where filters lead from the page of the class.
pub(super) fn filter(report: &ClassReport) -> String {
    if report.is_large() { list_of(report, 1) } else { String::new() }
}

/// What the page of the class has in place of the submissions.
pub(super) fn section(report: &ClassReport) -> Markup {
    let (all, folder) = (&report.submissions, &report.pages);
    html! {
        section id="submissions" aria-labelledby="submissions-title" {
            h2 id="submissions-title" { "Submissions" }
            p.lead {
                "This class is too large for one page. Everything about each submission is on the pages below, in the order of "
                "their names; the lists have a line for each and can be filtered. Both are in the folder " code { (line(folder)) } "."
            }
            p.lead {
                "To see a single one, run " code { "custodiet report DIR --submission NAME" } "; for your own questions, "
                code { "submissions.csv" } " has a row for each submission and " code { "outcomes.parquet" } " one for each outcome."
            }
            h3 { "By name" }
            form.scripted.find id="find" role="search" {
                label { "Name " kbd { "/" } input type="search" name="name" autocomplete="off" spellcheck="false"; }
                button { "Go" }
            }
            ul.pages {
                @for (page, some) in all.chunks(PAGE).enumerate().take(NAMED) {
                    @let (first, last) = (&some[0].name, &some[some.len() - 1].name);
                    li {
                        a href={ (folder) "/" (page_name(page)) } data-last=(cut(last, 200)) {
                            bdi { (short(first, 40)) } " to " bdi { (short(last, 40)) }
                        }
                    }
                }
            }
            h3 { "By similarity" }
            ul.pages {
                @for (list, some) in report.order.chunks(LIST).enumerate().take(NAMED) {
                    li {
                        a href={ (folder) "/" (list_name(list)) } {
                            (thousands(list * LIST + 1)) " to " (thousands(list * LIST + some.len()))
                        }
                        span.note { (clusters_of(report, some)) }
                    }
                }
            }
        }
    }
}

/// `clusters 3 and 7`, `no mistake found`
fn clusters_of(report: &ClassReport, some: &[usize]) -> String {
    let mut found: Vec<usize> = some.iter().filter_map(|one| report.submissions[*one].cluster).collect();
    found.dedup();
    match &*found {
        [] => "no wrong answers".to_owned(),
        [one] => format!("cluster {}", one + 1),
        [first, .., last] => format!("clusters {} to {}", first + 1, last + 1),
    }
}

/// A page with submissions that follow each other. `page` is its number from 0, `class` the file of the page of the class.
pub fn page(report: &ClassReport, page: usize, some: &[SubmissionReport], class: &str, shared: bool) -> String {
    let pages = report.submissions.len().div_ceil(PAGE);
    let name = |one: Option<&SubmissionReport>| one.map(|one| short(&one.name, 60)).unwrap_or_default();
    let title = format!("{}: {} to {}", line(&report.problem.name), name(some.first()), name(some.last()));
    let list = submissions::list(report, some, shared).into_string();
    let content = html! {
        (top(&title, class, page, pages, page_name))
        main {
            section id="submissions" aria-labelledby="submissions-title" {
                h2 id="submissions-title" { "Submissions" }
                (submissions::toolbar(report, some.len(), false))
                (PreEscaped(outward(&list, class)))
                (submissions::none())
            }
        }
        (foot(report))
        (help())
    };
    document(report, &title, content)
}

/// A list of brief lines, by its number from 0.
pub fn list(report: &ClassReport, list: usize, class: &str) -> String {
    let pages = report.order.len().div_ceil(LIST);
    let some: &[usize] = report.order.chunks(LIST).nth(list).unwrap_or_default();
    let from = list * LIST;
    let title = format!(
        "{}: submissions {} to {} of {}",
        line(&report.problem.name),
        thousands(from + 1),
        thousands(from + some.len()),
        thousands(report.order.len())
    );
    let content = html! {
        (top(&title, class, list, pages, list_name))
        main {
            section id="submissions" aria-labelledby="submissions-title" {
                h2 id="submissions-title" { "Submissions by similarity" }
                (submissions::toolbar(report, some.len(), true))
                div.list.subs { @for one in some { (entry(report, *one, class)) } }
                (submissions::none())
            }
        }
        (foot(report))
        (help())
    };
    document(report, &title, content)
}

/// A line of a list.
fn entry(report: &ClassReport, submission: usize, class: &str) -> Markup {
    let one = &report.submissions[submission];
    let wrong = one.diagnosis.as_ref().map_or(0, |one| one.wrong);
    html! {
        (PreEscaped(format!("<div class=\"sub entry\" id=\"s-{}\"{}>", one.number, submissions::data(one).0)))
            a.name href={ (page_name(submission / PAGE)) "#s-" (one.number) } { bdi { (cut(&one.name, 120)) } }
            span.verdict { span class={ "dot fill " (one.verdict.word()) } {} (one.verdict.words()) }
            span.gist {
                @if let Some(reason) = &one.reason { (short(reason, 120)) }
                @if let Some(cluster) = one.cluster { a href={ (class) "#c-" (cluster + 1) } { "cluster " (cluster + 1) } }
            }
            span.wrong { @if wrong > 0 { strong { (thousands(wrong)) } " wrong" } }
        (PreEscaped("</div>"))
    }
}

/// The head of a page: where it belongs, and the pages before and after it.
fn top(title: &str, class: &str, page: usize, pages: usize, name: fn(usize) -> String) -> Markup {
    html! {
        a.skip href="#submissions" { "Skip to the submissions" }
        header.top {
            div.title { h1 { (line(title)) } p { "Page " (page + 1) " of " (count(pages, "page")) } }
            nav aria-label="Pages of the report" {
                a href={ (class) "#submissions" } { "Class" }
                @if page > 0 { a.step rel="prev" href=(name(page - 1)) { "Previous page" } }
                @if page + 1 < pages { a.step rel="next" href=(name(page + 1)) { "Next page" } }
            }
            div.tools.scripted {
                button type="button" id="theme" { "Dark" }
                button type="button" id="keys" aria-haspopup="dialog" { "Shortcuts " kbd { "?" } }
            }
        }
    }
}

/// Buckets, tests and clusters are on the page of the class. Quotes in text are escaped, so only our own links match.
fn outward(markup: &str, class: &str) -> String {
    let mut all = markup.to_owned();
    for kind in ["b", "t", "c", "k"] {
        all = all.replace(&format!("href=\"#{kind}-"), &format!("href=\"{class}#{kind}-"));
    }
    all
}

/// Clusters that the page of a large class shows, and members that it names.
pub(super) const CLUSTERS: usize = 250;
pub(super) const MEMBERS: usize = 20;

/// Links to the lists with the members of a cluster, which follow each other there.
pub(super) fn lists_of(report: &ClassReport, cluster: usize, is_fingerprint: bool) -> Markup {
    let kind = if is_fingerprint { "cluster" } else { "behavior" };
    let members = if is_fingerprint { &report.fingerprints } else { &report.behaviors };
    let numbers = members[cluster].members.iter().map(|one| report.submissions[*one].number);
    let first = numbers.min().unwrap_or(1);
    html! { a href={ (list_of(report, first)) "#?" (kind) "=" (cluster) } { "Show these in the list" } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_pages_are_ours() {
        assert!([page_name(0), page_name(99_999), list_name(7)].iter().all(|name| is_page_name(name)));
        for name in
            ["", "submissions-.html", "submissions-1.html", "list-00a1.html", "list-0001.html.bak", "a/list-0001.html"]
        {
            assert!(!is_page_name(name), "{name}");
        }
    }

    #[test]
    fn links_lead_to_the_page_of_the_class() {
        let text = html! { a href={ "#t-" (1) } { "href=\"#t-1\"" } a href="#s-1" { "s" } }.into_string();
        let shown = outward(&text, "../report.html");
        assert_eq!(shown, "<a href=\"../report.html#t-1\">href=&quot;#t-1&quot;</a><a href=\"#s-1\">s</a>");
    }
}
