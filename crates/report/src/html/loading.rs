//! Names that submissions use and nothing defines, and notes about how submissions were loaded.

use analysis::loading::SharedUndefinedName;
use maud::{Markup, html};

use super::link;
use super::text::{count, line, lines};
use crate::loading::{by_language, note, provide, skeleton, undefined_name};
use crate::model::ClassReport;

/// Names and notes that are shown, and submissions that are named for each.
const SHOWN: usize = 100;
const NAMED: usize = 5;
/// Bytes that the skeleton of a file takes.
const SKELETON: usize = 100_000;

pub fn lists(report: &ClassReport) -> Markup {
    html! {
        @if !report.undefined.is_empty() {
            h3 { "Undefined names" }
            @for names in by_language(&report.undefined) { (undefined(report, &names)) }
        }
        @if !report.notes.is_empty() {
            h3 { "Notes on loading" }
            ul.facts {
                @for one in report.notes.iter().take(SHOWN) {
                    li { (line(&note(one))) (of(report, &one.submissions)) }
                }
            }
            (more(report.notes.len()))
        }
    }
}

/// Names of one language.
fn undefined(report: &ClassReport, names: &[&SharedUndefinedName]) -> Markup {
    let listed = &names[..names.len().min(SHOWN)];
    let these = if names.len() == 1 { "this name" } else { "these names" };
    let (shown, left) = lines(&skeleton(listed).join("\n"), SKELETON);
    html! {
        ul.facts { @for one in listed { li { (undefined_name(one)) (of(report, &one.submissions)) } } }
        (more(names.len()))
        p { "To define " (these) ", " (provide(names)) (if shown.is_empty() { "." } else { ":" }) }
        @if !shown.is_empty() {
            div.printed {
                pre tabindex="0" role="region" aria-label={ "Skeleton of a file in " (line(&names[0].language)) } {
                    (shown.join("\n"))
                }
                @if left > 0 { p.note { (count(left, "more line")) } }
            }
        }
    }
}

/// The first few submissions.
fn of(report: &ClassReport, submissions: &[usize]) -> Markup {
    html! {
        span.note {
            @for (place, submission) in submissions.iter().take(NAMED).enumerate() {
                @if place > 0 { ", " }
                (link(report, *submission))
            }
            @if submissions.len() > NAMED { " and " (submissions.len() - NAMED) " more" }
        }
    }
}

fn more(all: usize) -> Markup {
    html! { @if all > SHOWN { p.note { "and " (all - SHOWN) " more: see report.json" } } }
}
