//! `--engine`: what sampling without a solver finds, alone or beside the solver's analysis.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Instant;

use circuit::Deadline;
use decide::Bucket;
use generate::cross::Cross;
use pairs::Concrete;
use sample::Sampler;
use sample::sampler::Sampling;
use serde_json::{Map, Value as Json, json};

use super::describe::Describer;
use super::matrix::matrix;
use super::text::duration;
use crate::commands::explain::layout::hanging;
use crate::error::Result;
use crate::progress::Progress;
use crate::style::{doubtful, faint, good, strong};
use crate::words::count;
use crate::{exit, output, style};

/// How many pairs are drawn by default.
pub const CANDIDATES: u64 = 1 << 20;

/// How to look for buckets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum EngineChoice {
    /// Decide every bucket
    Solver,
    /// Draw random pairs, without a solver
    Random,
    /// Do both, and compare what they find
    Both,
}

/// `--engine random`: the buckets that sampling found. It never claims that a bucket is contradictory.
pub fn alone(describe: Describer<'_>, candidates: u64, deadline: Deadline, all: bool, as_json: bool) -> Result<u8> {
    let started = Instant::now();
    let progress = Progress::until(deadline);
    progress.say("drawing pairs …");
    let random = draw(describe, candidates, deadline, &progress)?;
    drop(progress);
    let RandomSearch { sampling, found, .. } = &random;
    let code = if sampling.raising == 0 { exit::FINE } else { exit::NO };
    if as_json {
        return output::show(&format!("{:#}\n", alone_json(describe, &random)), code);
    }
    let width = style::width();
    let buckets: Vec<Bucket> = found.keys().copied().collect();
    let summary = random.summary(describe);
    let header = format!("{} · scope: {}", strong(&describe.problem.name), describe.scope(&describe.problem.scope));
    let mut text = format!("{}\n{}", hanging("", &header, width), hanging("", &summary, width));
    if !buckets.is_empty() {
        text.push('\n');
        text.push_str(&matrix(describe, &buckets, width, all));
    }
    if let Some(pair) = &sampling.raises {
        let share = format!(
            "a subproperty raises on {} of the candidates, for example {}",
            sampling.raising,
            describe.call(pair)
        );
        let _ = write!(text, "\n{}", hanging("✗ ", &share, width));
    }
    let _ = write!(text, "\n{}\n", faint(&duration(started.elapsed())));
    output::show(&text, code)
}

/// What the random engine found without a solver.
struct RandomSearch {
    sampling: Sampling,
    /// A pair of each bucket that was found, by sampling or otherwise.
    found: BTreeMap<Bucket, Vec<Concrete>>,
    /// Pairs examined besides those drawn.
    examined: u64,
}

fn draw(describe: Describer<'_>, candidates: u64, deadline: Deadline, progress: &Progress) -> Result<RandomSearch> {
    let seed = sample::SampleSettings::default().seed;
    let mut sampler = Sampler::within(describe.problem, &describe.problem.scope, 1, seed, deadline)?;
    sampler.run(candidates);
    let sampling = sampler.sampling()?;
    progress.say("looking for sparse buckets …");
    let pairs = sampling.buckets.iter().filter_map(|(bucket, found)| Some((*bucket, found.pairs.first()?.clone())));
    let mut found: BTreeMap<Bucket, Vec<Concrete>> = pairs.collect();
    let examined = sampler.seek(&mut found, &mut fastrand::Rng::with_seed(seed));
    Ok(RandomSearch { sampling, found, examined })
}

impl RandomSearch {
    fn not_found(&self, describe: Describer<'_>) -> u64 {
        (1_u64 << describe.count()) - self.found.len() as u64
    }

    fn candidates(&self) -> u64 {
        self.sampling.candidates + self.examined
    }

    fn summary(&self, describe: Describer<'_>) -> String {
        let Self { sampling, found, .. } = self;
        let mut text = format!("{} of {} buckets found", found.len(), 1_u64 << describe.count());
        if let missing @ 1.. = self.not_found(describe) {
            let after = self.candidates();
            let _ = write!(text, "; {missing} not found after {after} candidates, but they may still be concretizable");
        }
        let likely = if sampling.uniform { ", every pair with a valid input being equally likely" } else { "" };
        let _ = write!(text, ". {} pairs were drawn{likely}", sampling.candidates);
        if let sparse @ 1.. = found.len() - sampling.buckets.len() {
            let buckets = count(sparse, "bucket");
            let were = if sparse == 1 { "was" } else { "were" };
            let _ = write!(text, "; {buckets} {were} found only by editing these pairs or by building pairs up");
        }
        text.push('.');
        text
    }
}

fn alone_json(describe: Describer<'_>, random: &RandomSearch) -> Json {
    let RandomSearch { sampling, found, .. } = random;
    let drawn = |bucket: &Bucket| sampling.buckets.get(bucket).map_or(0, |found| found.count);
    json!({
        "problem": describe.problem.name,
        "scope": describe.problem.scope.to_json(),
        "subproperties": describe.plain(0..describe.count()),
        "engine": "random",
        "candidates": sampling.candidates,
        "uniform": sampling.uniform,
        "found": found.iter().map(|(bucket, pair)| json!({
            "fails": describe.plain(bucket.failing()),
            "count": drawn(bucket),
            "pair": describe.pair(pair),
        })).collect::<Vec<_>>(),
        "not_found": { "buckets": random.not_found(describe), "candidates": random.candidates() },
        "raising": sampling.raising,
        "raises_on": sampling.raises.as_deref().map(|pair| describe.pair(pair)),
    })
}

/// `--engine both`: how the engines compare.
pub fn text(describe: Describer<'_>, cross: &Cross, width: usize) -> String {
    let mut text = format!("{} after {} random candidates\n", strong("Both engines"), cross.candidates);
    let agreed = format!("{} put into the same bucket by the other engine's circuit", were(cross.agreed));
    text.push_str(&hanging(&format!("{} ", good("✓")), &agreed, width));
    let met = format!("{} found by both", count(cross.sampled.len() - cross.unknown_to_solver.len(), "bucket"));
    text.push_str(&hanging(&format!("{} ", good("✓")), &met, width));
    for sparse in &cross.sparse {
        let edits = if sparse.by_edits {
            "but editing other pairs reaches it"
        } else {
            "and editing other pairs does not reach it"
        };
        let line = format!("{}: too sparse for sampling, {edits}", describe.bucket(sparse.bucket));
        text.push_str(&hanging("· ", &line, width));
    }
    for (bucket, pair) in &cross.unknown_to_solver {
        let line = format!(
            "{}: found by sampling, undecided by the solver: {}",
            describe.bucket(*bucket),
            describe.call(pair)
        );
        text.push_str(&hanging(&format!("{} ", doubtful("?")), &line, width));
    }
    for refusal in &cross.refused {
        let line = format!("the random engine has no circuit ({refusal}), so it evaluated pairs one by one");
        text.push_str(&hanging("· ", &line, width));
    }
    text
}

fn were(pairs: usize) -> String {
    format!("{} {}", count(pairs, "pair"), if pairs == 1 { "was" } else { "were" })
}

pub fn json(describe: Describer<'_>, cross: &Cross) -> Json {
    let names = |bucket: Bucket| describe.plain(bucket.failing());
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
                .map(|(bucket, pair)| json!({ "fails": names(*bucket), "pair": describe.pair(pair) }))
                .collect(),
        ),
    ]))
}
