//! `--engine`: what sampling without a solver finds, alone or beside the solver's analysis.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Instant;

use decide::Bucket;
use generate::cross::Cross;
use pairs::Concrete;
use sample::Sampler;
use sample::sampler::{SampleError, Sampling};
use serde_json::{Map, Value as Json, json};

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
    let random = draw(speech, candidates, &progress)?;
    drop(progress);
    let Random { sampling, found, .. } = &random;
    let code = if sampling.raising == 0 { exit::FINE } else { exit::NO };
    if as_json {
        return Ok((format!("{:#}\n", alone_json(speech, &random)), code));
    }
    let width = style::width();
    let buckets: Vec<Bucket> = found.keys().copied().collect();
    let said = random.said(speech);
    let header = format!("{} · scope: {}", strong(&speech.problem.name), speech.scope(&speech.problem.scope));
    let mut text = format!("{}\n{}", hanging("", &header, width), hanging("", &said, width));
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

/// What the random engine found without a solver.
struct Random {
    sampling: Sampling,
    /// A pair of each bucket, drawn or not.
    found: BTreeMap<Bucket, Vec<Concrete>>,
    /// Pairs looked at, besides those drawn.
    sought: u64,
}

fn draw(speech: Speech<'_>, candidates: u64, progress: &Progress) -> Result<Random, Stop> {
    let stop = |failure| match failure {
        SampleError::Mismatch(mismatch) => Stop::from(mismatch),
        SampleError::TooMany { found } => Stop::Failure(decide::Failure::TooMany { found }),
    };
    let seed = sample::SampleSettings::default().seed;
    let mut sampler = Sampler::new(speech.problem, &speech.problem.scope, 1, seed).map_err(stop)?;
    sampler.run(candidates);
    let sampling = sampler.sampling().map_err(stop)?;
    progress.say("looking for sparse buckets …");
    let pairs = sampling.buckets.iter().filter_map(|(bucket, found)| Some((*bucket, found.pairs.first()?.clone())));
    let mut found: BTreeMap<Bucket, Vec<Concrete>> = pairs.collect();
    let sought = sampler.seek(&mut found, &mut fastrand::Rng::with_seed(seed), &|| false);
    Ok(Random { sampling, found, sought })
}

impl Random {
    fn not_found(&self, speech: Speech<'_>) -> u64 {
        (1_u64 << speech.count()) - self.found.len() as u64
    }

    fn candidates(&self) -> u64 {
        self.sampling.candidates + self.sought
    }

    fn said(&self, speech: Speech<'_>) -> String {
        let Self { sampling, found, .. } = self;
        let mut said = format!("{} of {} buckets found", found.len(), 1_u64 << speech.count());
        if let missing @ 1.. = self.not_found(speech) {
            let after = self.candidates();
            let _ = write!(said, ", {missing} not found after {after} candidates; they may have pairs all the same");
        }
        let likely = if sampling.uniform { ", all with valid input being equally likely" } else { "" };
        let _ = write!(said, ". {} pairs were drawn{likely}", sampling.candidates);
        if let sparse @ 1.. = found.len() - sampling.buckets.len() {
            let _ = write!(said, "; {sparse} of the buckets were met by edits of these, or by building pairs up");
        }
        said.push('.');
        said
    }
}

fn alone_json(speech: Speech<'_>, random: &Random) -> Json {
    let Random { sampling, found, .. } = random;
    let drawn = |bucket: &Bucket| sampling.buckets.get(bucket).map_or(0, |found| found.count);
    json!({
        "problem": speech.problem.name,
        "scope": speech.problem.scope.to_json(),
        "subproperties": speech.plain(0..speech.count()),
        "engine": "random",
        "candidates": sampling.candidates,
        "uniform": sampling.uniform,
        "found": found.iter().map(|(bucket, pair)| json!({
            "fails": speech.plain(bucket.failing()),
            "count": drawn(bucket),
            "pair": speech.pair(pair),
        })).collect::<Vec<_>>(),
        "not_found": { "buckets": random.not_found(speech), "candidates": random.candidates() },
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
