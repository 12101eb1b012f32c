//! The subproperties by the concretizable buckets: which fails where.

use std::fmt::Write;

use console::measure_text_width;
use decide::Bucket;
use lang::problem::PropertyKind;

use super::describe::Describer;
use crate::style::{bad, doubtful, faint, good, strong};
use crate::table::wrap;
use crate::words::count;

/// Lines shown without `--all`.
const MAX_LINES: usize = 40;

/// One column per bucket, in bands that fit the width; without `all`, as many bands as fit a screen.
pub fn matrix(describe: Describer<'_>, buckets: &[Bucket], width: usize, all: bool) -> String {
    let positive = "positive";
    let names: Vec<String> = (0..describe.count()).map(|position| describe.name(position)).collect();
    let widths = names.iter().map(|name| measure_text_width(name)).chain([positive.len()]);
    let widest = widths.max().unwrap_or_default();
    let columns = (width.saturating_sub(widest + 3) / 2).max(1);
    let bands = if all { usize::MAX } else { (MAX_LINES / (names.len() + 2)).max(1) };
    let mut text = String::new();
    for band in buckets.chunks(columns).take(bands) {
        for (position, name) in names.iter().enumerate() {
            let mark = |bucket: &Bucket| fails(describe.kind(position), bucket.fails(position));
            text.push_str(&row(&strong(name), widest, band.iter().map(mark)));
        }
        if band.iter().any(|bucket| describe.is_positive(*bucket)) {
            let mark = |bucket: &Bucket| if describe.is_positive(*bucket) { good("+") } else { " ".to_owned() };
            text.push_str(&row(&faint(positive), widest, band.iter().map(mark)));
        }
        text.push('\n');
    }
    let hidden = buckets.len().saturating_sub(columns.saturating_mul(bands));
    if hidden > 0 {
        let _ = write!(text, "  … and {}; --all shows them\n\n", count(hidden, "more bucket"));
    }
    let mut legend = "● fails in this bucket · + every required subproperty holds".to_owned();
    if (0..describe.count()).any(|position| describe.kind(position) == PropertyKind::Error) {
        legend.push_str(" · lower case: error subproperties");
    }
    for line in wrap(&legend, width - 2) {
        let _ = writeln!(text, "  {}", faint(&line));
    }
    text
}

fn fails(kind: PropertyKind, fails: bool) -> String {
    match (fails, kind) {
        (false, _) => faint("·"),
        (true, PropertyKind::Error) => doubtful("●"),
        (true, _) => bad("●"),
    }
}

fn row(name: &str, widest: usize, marks: impl Iterator<Item = String>) -> String {
    let space = " ".repeat(widest - measure_text_width(name));
    let marks: Vec<String> = marks.collect();
    format!("{}\n", format!("  {name}{space}  {}", marks.join(" ")).trim_end())
}
