//! The columns of the bucket picture and of the heat map: one for each bucket, in the same order and at the same places.
//!
//! Buckets of right pairs, then focused ones, then all others; in each part, those that most submissions get wrong first.

use crate::model::{Bucket, Report};

/// Left of the first column is room for names.
pub const GUTTER: usize = 190;
/// The width of the page, which the columns fill if they can.
const WIDTH: usize = 1120;
const GAP: usize = 26;

#[derive(Debug)]
pub struct Columns {
    /// Bucket, and where its column begins.
    pub places: Vec<(usize, usize)>,
    /// What the columns from here on are called.
    pub parts: Vec<(&'static str, usize)>,
    pub width: usize,
    /// From one column to the next.
    pub pitch: usize,
}

impl Columns {
    pub fn new(report: &Report) -> Self {
        let mut order: Vec<usize> = (0..report.buckets.len()).collect();
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
                parts.push((["right", "focused", "others"][now], x));
                last = Some(now);
            }
            places.push((number, x));
            x += pitch;
        }
        Self { places, parts, width: x + GAP, pitch }
    }
}

fn part(bucket: &Bucket) -> usize {
    match bucket {
        Bucket { positive: true, .. } => 0,
        Bucket { focused_on, .. } if !focused_on.is_empty() => 1,
        _ => 2,
    }
}
