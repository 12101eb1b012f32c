//! The columns of the bucket chart and of the heat map: one for each bucket, in the same order and at the same places.
//!
//! Positive buckets come first, then focused ones, then all others; in each section, those that most submissions get wrong first.

use crate::model::{BucketReport, ClassReport};

/// Room for names on the left of the first column.
pub const GUTTER: usize = 190;
/// The width of the page, which the columns fill if there are enough.
const WIDTH: usize = 1120;
const GAP: usize = 26;

#[derive(Debug)]
pub struct Columns {
    /// Bucket, and where its column begins.
    pub places: Vec<(usize, usize)>,
    /// The name of each section, and where it begins.
    pub parts: Vec<(&'static str, usize)>,
    pub width: usize,
    /// From one column to the next.
    pub pitch: usize,
}

impl Columns {
    pub fn new(report: &ClassReport) -> Self {
        Self::of(report, (0..report.buckets.len()).collect())
    }

    /// The columns of some buckets.
    pub fn of(report: &ClassReport, mut order: Vec<usize>) -> Self {
        order.sort_by_key(|number| {
            let bucket = &report.buckets[*number];
            (part(bucket), std::cmp::Reverse(bucket.wrong.all), *number)
        });
        let pitch = (WIDTH - GUTTER - 3 * GAP) / order.len().max(1);
        let pitch = pitch.clamp(16, 26);
        let (mut x, mut places, mut parts) = (GUTTER, Vec::new(), Vec::new());
        let mut last = None;
        for number in order {
            let now = part(&report.buckets[number]);
            if last != Some(now) {
                x += if last.is_some() { GAP } else { 0 };
                parts.push((["correct", "focused", "others"][now], x));
                last = Some(now);
            }
            places.push((number, x));
            x += pitch;
        }
        Self { places, parts, width: x + GAP, pitch }
    }
}

fn part(bucket: &BucketReport) -> usize {
    match bucket {
        BucketReport { positive: true, .. } => 0,
        BucketReport { focused_on, .. } if !focused_on.is_empty() => 1,
        _ => 2,
    }
}
