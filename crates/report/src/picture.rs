//! Pictures of pairs as inline SVG, with a text alternative.
//!
//! Takes drawings, whose places `pairs::drawing` computes; returns markup without scripts, links to elsewhere or colors of its own
//! ([`STYLE`] has them). The input stands above the output, the nearest pair beside the pair that it is compared with. A page that
//! shows many pairs draws each once ([`symbols`]) and refers to it; a page for one student contains what it shows.
//!
//! What stands out does so without its color, too: a thick line where a subproperty fails, a dashed one where two pairs differ.
//!
//! Guarded by `tests/pages.rs` and `tests/feedback.rs`.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use lang::problem::Side;
use maud::{Markup, PreEscaped, html};
use pairs::drawing::{Drawing, LineEnds, Look, Mark, PictureLayout, PlacedLine, differences};

use crate::html::text::line;
use crate::model::TestReport;

/// Boxes have the color of code. A page sets `--ink`, `--quiet`, `--raised`, `--edge`, `--ground`, `--wrong` and `--differs`.
pub const STYLE: &str = include_str!("picture.css");

/// The head of an arrow.
const HEAD: f64 = 6.0;
/// Comparisons that a page draws. Beyond them, pairs are drawn without marks for what differs.
const COMPARISONS: usize = 1_500;

/// The drawings of a pair, each in full.
pub fn pictures(drawings: &[Drawing]) -> Markup {
    shown(drawings.iter().map(|one| (one, None)))
}

/// The drawings of a test, as references to [`symbols`].
pub fn references(tests: &[TestReport], number: usize) -> Markup {
    let drawings = tests[number].drawings.iter().enumerate();
    shown(drawings.map(|(place, one)| (one, Some(id(number, None, place)))))
}

/// The drawings of a test, in which what differs from another one is marked.
pub fn compared(tests: &[TestReport], number: usize, with: usize) -> Markup {
    let marked = differences(&tests[number].drawings, &tests[with].drawings);
    shown(marked.iter().enumerate().map(|(place, one)| (one, Some(id(number, Some(with), place)))))
}

/// What [`references`] and [`compared`] in `content` refer to. Quotes in text are escaped, so only our own references match.
pub fn symbols(tests: &[TestReport], content: &str) -> Markup {
    const START: &str = "<use href=\"#d-";
    let number =
        |text: Option<&str>| text?.parse::<usize>().ok()?.checked_sub(1).filter(|number| *number < tests.len());
    let reference = |text: &str| {
        let mut parts = text.split(['-', '"']);
        let test = number(parts.next())?;
        Some((test, parts.next().filter(|part| part.starts_with('v')).and_then(|part| number(part.strip_prefix('v')))))
    };
    let mut used: BTreeSet<(usize, Option<usize>)> = content.split(START).skip(1).filter_map(reference).collect();
    let all: Vec<(usize, Option<usize>)> = used.iter().copied().filter(|(_, with)| with.is_some()).collect();
    // The rest refers to drawings without a comparison.
    let plain: BTreeSet<_> = all.iter().skip(COMPARISONS).copied().collect();
    used.extend(plain.iter().map(|(test, _)| (*test, None)));
    html! {
        @if !used.is_empty() {
            svg.symbols width="0" height="0" aria-hidden="true" {
                defs {
                    @for (test, with) in &used {
                        @let drawings = &tests[*test].drawings;
                        @let marked = with.map(|with| differences(drawings, &tests[with].drawings));
                        @for (place, one) in marked.as_ref().unwrap_or(drawings).iter().enumerate() {
                            @if let Some(layout) = one.layout() {
                                g id=(id(*test, *with, place)) {
                                    @if plain.contains(&(*test, *with)) { use href={ "#" (id(*test, None, place)) } {} }
                                    @else { (drawn(&layout)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// `d-7-0`: the first drawing of test 7; `d-7-v3-0`: compared with test 3.
fn id(test: usize, with: Option<usize>, place: usize) -> String {
    match with {
        None => format!("d-{}-{place}", test + 1),
        Some(with) => format!("d-{}-v{}-{place}", test + 1, with + 1),
    }
}

type Shown<'a> = (&'a Drawing, PictureLayout, Option<String>);

/// The input above the output.
fn shown<'a>(drawings: impl Iterator<Item = (&'a Drawing, Option<String>)>) -> Markup {
    let drawings: Vec<Shown<'_>> = drawings.filter_map(|(one, id)| Some((one, one.layout()?, id))).collect();
    html! {
        @if !drawings.is_empty() {
            div.drawn {
                @for side in [Side::Input, Side::Output] {
                    @let own: Vec<&Shown<'_>> = drawings.iter().filter(|(one, ..)| one.side == side).collect();
                    @if !own.is_empty() { div.side { @for shown in own { (figure(shown)) } } }
                }
                (key(&drawings))
            }
        }
    }
}

/// What the marks say.
fn key(drawings: &[Shown<'_>]) -> Markup {
    let has = |is: fn(Mark) -> bool| drawings.iter().any(|(one, ..)| is(one.mark()));
    html! {
        @if has(|mark| mark.fails) { p.key { "Thick lines mark where it fails." } }
        @if has(|mark| mark.differs) { p.key { "Dashed lines mark what the other pair does not have." } }
    }
}

fn figure((one, layout, id): &Shown<'_>) -> Markup {
    html! {
        figure {
            figcaption { (line(&one.name)) }
            svg role="img" width=(layout.width) height=(layout.height) viewBox={ "0 0 " (layout.width) " " (layout.height) } {
                title { (line(&one.name)) ": " (line(&one.outline())) }
                @match id {
                    Some(id) => use href={ "#" (id) } {},
                    None => (drawn(layout)),
                }
            }
        }
    }
}

/// Lines first, so that boxes cover their ends.
fn drawn(layout: &PictureLayout) -> Markup {
    html! {
        @for (mark, class) in MARKS {
            @let lines: String = layout.lines.iter().filter(|one| one.mark == mark).map(path).collect();
            @if !lines.is_empty() { path class={ "edges" (class) } d=(PreEscaped(lines)) {} }
        }
        @for (mark, class) in MARKS {
            @let boxes = boxes(layout, mark);
            @if !boxes.is_empty() { path class={ "boxes" (class) } d=(PreEscaped(boxes)) {} }
        }
        @for one in &layout.labels {
            @if one.look == Look::Note { text.small x=(one.middle()) y=(one.top + 11) { (line(&one.text)) } }
            @else { text x=(one.middle()) y=(one.top + 16) { (line(&one.text)) } }
        }
    }
}

/// The boxes with this mark, as one path.
fn boxes(layout: &PictureLayout, mark: Mark) -> String {
    let mut path = String::new();
    for one in layout.labels.iter().filter(|one| one.look == Look::Boxed && one.mark == mark) {
        let _ = write!(path, "M{} {}h{}v{}h-{}z", one.left, one.top, one.width, one.height(), one.width);
    }
    path
}

/// Marks and their classes, those that must not be covered last.
const MARKS: [(Mark, &str); 4] = [
    (Mark { fails: false, differs: false }, ""),
    (Mark { fails: false, differs: true }, " differs"),
    (Mark { fails: true, differs: false }, " fails"),
    (Mark { fails: true, differs: true }, " fails differs"),
];

fn path(one: &PlacedLine) -> String {
    let mut path = String::new();
    for (number, (x, y)) in one.points.iter().enumerate() {
        let _ = write!(path, "{}{x} {y}", if number == 0 { 'M' } else { 'L' });
    }
    if let (LineEnds::Arrow, [.., from, to]) = (one.ends, one.points.as_slice()) {
        let point = |(x, y): &(u32, u32)| (f64::from(*x), f64::from(*y));
        let ((x, y), (to_x, to_y)) = (point(from), point(to));
        let (dx, dy) = (to_x - x, to_y - y);
        let length = dx.hypot(dy).max(1.0);
        let (dx, dy) = (dx / length * HEAD, dy / length * HEAD);
        // Both sides of the head, half as wide as it is long.
        let (one, other) = ((-dx - dy * 0.6, -dy + dx * 0.6), (-dx + dy * 0.6, -dy - dx * 0.6));
        let _ = write!(
            path,
            "M{:.1} {:.1}L{to_x} {to_y}L{:.1} {:.1}",
            to_x + one.0,
            to_y + one.1,
            to_x + other.0,
            to_y + other.1
        );
    }
    path
}
