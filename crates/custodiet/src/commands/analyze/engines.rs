//! `--engine`: what sampling without a solver finds, alone or beside the solver's analysis.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Instant;

use engine::Bucket;
use random::sample::{Failure, Sampling};
use serde_json::{Map, Value as Json, json};
use suite::cross::Cross;

use super::matrix::matrix;
use super::speech::Speech;
use super::text::duration;
use super::{Answer, Stop};
use crate::commands::explain::layout::hanging;
use crate::progress::Progress;
use crate::style::{doubtful, faint, good, strong};
use crate::words::count;
use crate::{exit, style};

/// Pairs drawn, unless the command line says otherwise.
pub const CANDIDATES: u64 = 1 << 20;

/// What people may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Engine {
    /// Decide every bucket
    Solver,
    /// Draw random pairs, without a solver
    Random,
    /// Both, and compare what they find
    Both,
}

/// `--engine random`: the buckets that sampling found. None is said to be contradictory.
pub fn alone(speech: Speech<'_>, candidates: u64, all: bool, as_json: bool) -> Answer {
    let started = Instant::now();
    let progress = Progress::new();
    progress.say("drawing pairs …");
    let settings = random::Settings { candidates, keep: 1, ..random::Settings::default() };
    let sampling =
        random::sample(speech.problem, &speech.problem.scope, settings).map_err(|failure| match failure {
            Failure::Mismatch(mismatch) => Stop::from(mismatch),
            Failure::TooMany { found } => Stop::Failure(engine::Failure::TooMany { found }),
        })?;
    drop(progress);
    let code = if sampling.raising == 0 { exit::FINE } else { exit::NO };
    if as_json {
        return Ok((format!("{:#}\n", alone_json(speech, &sampling)), code));
    }
    let width = style::width();
    let buckets: Vec<Bucket> = sampling.buckets.keys().copied().collect();
    let found = format!(
        "{} of {} buckets found after {} random candidates{}. Nothing is said of the others: the solver decides them.",
        buckets.len(),
        1_u64 << speech.count(),
        sampling.candidates,
        if sampling.uniform { ", all pairs with valid input being equally likely" } else { "" },
    );
    let header = format!("{} · scope: {}", strong(&speech.problem.name), speech.scope(&speech.problem.scope));
    let mut text = format!("{}\n{}", hanging("", &header, width), hanging("", &found, width));
    if !buckets.is_empty() {
        text.push('\n');
        text.push_str(&matrix(speech, &buckets, width, all));
    }
    if let Some(pair) = &sampling.raises {
        let share =
            format!("a subproperty raises on {} of the candidates, such as {}", sampling.raising, speech.call(pair));
        let _ = write!(text, "\n{}", hanging("✗ ", &share, width));
    }
    let _ = write!(text, "\n{}\n", faint(&duration(started.elapsed())));
    Ok((text, code))
}

fn alone_json(speech: Speech<'_>, sampling: &Sampling) -> Json {
    json!({
        "problem": speech.problem.name,
        "scope": speech.problem.scope.to_json(),
        "subproperties": speech.plain(0..speech.count()),
        "engine": "random",
        "candidates": sampling.candidates,
        "uniform": sampling.uniform,
        "found": sampling.buckets.iter().map(|(bucket, found)| json!({
            "fails": speech.plain(bucket.failing()),
            "count": found.count,
            "pair": found.pairs.first().map(|pair| speech.pair(pair)),
        })).collect::<Vec<_>>(),
        "raising": sampling.raising,
        "raises_on": sampling.raises.as_deref().map(|pair| speech.pair(pair)),
    })
}

/// `--engine both`: how the engines compare.
pub fn text(speech: Speech<'_>, cross: &Cross, width: usize) -> String {
    let mut text = format!("{} after {} random candidates\n", strong("Both engines"), cross.candidates);
    let agreed = format!("{} put into the same bucket by the other engine's circuit", were(cross.agreed));
    text.push_str(&hanging(&format!("{} ", good("✓")), &agreed, width));
    let met = format!("{} found by both", count(cross.sampled.len() - cross.unknown_to_solver.len(), "bucket"));
    text.push_str(&hanging(&format!("{} ", good("✓")), &met, width));
    for sparse in &cross.sparse {
        let how =
            if sparse.by_edits { "edits of other pairs reach it" } else { "edits of other pairs do not reach it" };
        let line = format!("{}: too sparse for sampling; {how}", speech.bucket(sparse.bucket));
        text.push_str(&hanging("· ", &line, width));
    }
    for (bucket, pair) in &cross.unknown_to_solver {
        let line =
            format!("{}: found by sampling, undecided by the solver: {}", speech.bucket(*bucket), speech.call(pair));
        text.push_str(&hanging(&format!("{} ", doubtful("?")), &line, width));
    }
    for refusal in &cross.refused {
        let line = format!("no circuit without a solver ({}), so pairs were evaluated one by one", refusal.reason);
        text.push_str(&hanging("· ", &line, width));
    }
    text
}

fn were(pairs: usize) -> String {
    format!("{} {}", count(pairs, "pair"), if pairs == 1 { "was" } else { "were" })
}

pub fn json(speech: Speech<'_>, cross: &Cross) -> Json {
    let names = |bucket: Bucket| speech.plain(bucket.failing());
    let sampled: &BTreeMap<Bucket, u64> = &cross.sampled;
    Json::Object(Map::from_iter([
        ("candidates".to_owned(), json!(cross.candidates)),
        ("uniform".to_owned(), json!(cross.uniform)),
        ("agreed".to_owned(), json!(cross.agreed)),
        (
            "sampled".to_owned(),
            sampled.iter().map(|(bucket, count)| json!({ "fails": names(*bucket), "count": count })).collect(),
        ),
        (
            "sparse".to_owned(),
            cross
                .sparse
                .iter()
                .map(|sparse| json!({ "fails": names(sparse.bucket), "by_edits": sparse.by_edits }))
                .collect(),
        ),
        (
            "unknown_to_solver".to_owned(),
            cross
                .unknown_to_solver
                .iter()
                .map(|(bucket, pair)| json!({ "fails": names(*bucket), "pair": speech.pair(pair) }))
                .collect(),
        ),
    ]))
}
