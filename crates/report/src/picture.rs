//! Trees and linked lists of pairs as inline SVG, with a text alternative.
//!
//! Takes drawings, whose places `pairs::drawing` computes; returns markup without scripts, links to elsewhere or colors of its own
//! ([`STYLE`] has them). A page that shows many pairs draws each once ([`symbols`]) and refers to it; a page for one student
//! contains what it shows.
//!
//! Guarded by `tests/pages.rs` and `tests/feedback.rs`.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use maud::{Markup, PreEscaped, html};
use pairs::drawing::{Drawing, PlacedLabel, TreeLayout};

use crate::html::text::line;
use crate::model::TestReport;

/// Boxes have the color of code. A page sets `--ink`, `--quiet`, `--raised` and `--edge`.
pub const STYLE: &str = include_str!("picture.css");

/// The head of an arrow.
const HEAD: u32 = 5;

/// The drawings of a pair, each in full.
pub fn pictures(drawings: &[Drawing]) -> Markup {
    shown(drawings.iter().map(|one| (one, None)))
}

/// The drawings of a test, as references to [`symbols`].
pub fn references(test: &TestReport, number: usize) -> Markup {
    shown(test.drawings.iter().enumerate().map(|(place, one)| (one, Some(id(number, place)))))
}

/// What [`references`] in `content` refer to. Quotes in text are escaped, so only our own references match.
pub fn symbols(tests: &[TestReport], content: &str) -> Markup {
    const START: &str = "<use href=\"#d-";
    let number = |text: &str| text.split('-').next().and_then(|number| number.parse::<usize>().ok());
    let used: BTreeSet<usize> = content.split(START).skip(1).filter_map(number).collect();
    let used: Vec<(usize, &TestReport)> = used
        .iter()
        .filter_map(|number| number.checked_sub(1))
        .filter_map(|number| Some((number, tests.get(number)?)))
        .collect();
    html! {
        @if !used.is_empty() {
            svg.symbols width="0" height="0" aria-hidden="true" {
                defs {
                    @for (number, test) in used {
                        @for (place, one) in test.drawings.iter().enumerate() {
                            @if let Some(layout) = one.layout() { g id=(id(number, place)) { (drawn(&layout)) } }
                        }
                    }
                }
            }
        }
    }
}

/// `d-7-0`: the first drawing of test 7.
fn id(test: usize, place: usize) -> String {
    format!("d-{}-{place}", test + 1)
}

fn shown<'a>(drawings: impl Iterator<Item = (&'a Drawing, Option<String>)>) -> Markup {
    let drawings: Vec<_> = drawings.filter_map(|(one, id)| Some((one, one.layout()?, id))).collect();
    html! {
        @if !drawings.is_empty() {
            div.trees {
                @for (one, layout, id) in &drawings {
                    figure.tree {
                        figcaption { (line(&one.name)) }
                        svg role="img" aria-label={ (line(&one.name)) ": " (line(&one.outline())) }
                            width=(layout.width) height=(layout.height) viewBox={ "0 0 " (layout.width) " " (layout.height) } {
                            @match id {
                                Some(id) => use href={ "#" (id) } {},
                                None => (drawn(layout)),
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Edges first, so that boxes cover their ends.
fn drawn(layout: &TreeLayout) -> Markup {
    let mut lines = String::new();
    for [(x, y), (to_x, to_y)] in &layout.edges {
        let _ = write!(lines, "M{x} {y}L{to_x} {to_y}");
    }
    for [(x, y), (to_x, _)] in &layout.arrows {
        let tip = to_x - 1;
        let _ = write!(lines, "M{x} {y}H{tip}m-{HEAD} -{HEAD}l{HEAD} {HEAD}l-{HEAD} {HEAD}");
    }
    let mut boxes = String::new();
    for one in layout.labels.iter().filter(|one| !one.is_missing) {
        let (width, height) = (one.width, PlacedLabel::HEIGHT);
        let _ = write!(boxes, "M{} {}h{width}v{height}h-{width}z", one.left, one.top);
    }
    html! {
        @if !lines.is_empty() { path.edges d=(PreEscaped(lines)) {} }
        @if !boxes.is_empty() { path.boxes d=(PreEscaped(boxes)) {} }
        @for one in &layout.labels { text x=(one.middle()) y=(one.top + 16) { (line(&one.text)) } }
    }
}
