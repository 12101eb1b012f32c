//! Candidates per second, generated and classified, and what was found in each bucket.
//! `cargo run --release -p custodiet-sample --example throughput -- FILE [CANDIDATES [SCOPE]]`

use std::time::Instant;

use sample::{Sampler, Walker};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let loaded = lang::load::load_file(args[0].as_ref());
    let problem = &loaded.problem;
    let candidates: u64 = args.get(1).map_or(20_000_000, |text| text.parse().expect("a number of candidates"));
    let scope = match args.get(2) {
        Some(text) => lang::scope::override_bounds(problem, text).expect("a scope"),
        None => problem.scope.clone(),
    };
    let started = Instant::now();
    let mut sampler = Sampler::new(problem, &scope, 32, 1).expect("a problem that can be sampled");
    let ready = started.elapsed();
    let started = Instant::now();
    sampler.run(candidates);
    let drawn = started.elapsed();
    let sampling = sampler.sampling().expect("no mismatch");
    println!("{}: ready in {ready:.1?}, {:?}, uniform: {}", problem.name, sampling.method, sampling.uniform);
    for refusal in &sampling.refused {
        println!("no circuit: line {}: {refusal}", problem.source.line(refusal.at.start));
    }
    #[expect(clippy::cast_precision_loss, reason = "a rate")]
    let rate = sampling.candidates as f64 / drawn.as_secs_f64() / 1e6;
    println!("{} candidates in {drawn:.2?}: {rate:.2} million a second", sampling.candidates);
    println!("excluded {}, raising {}, {} buckets", sampling.excluded, sampling.raising, sampling.buckets.len());
    for (bucket, found) in &sampling.buckets {
        println!("{:>12} {bucket:?}", found.count);
    }
    let first = |found: &sample::sampler::SampledBucket| found.pairs[0].clone();
    let mut known = sampling.buckets.iter().map(|(bucket, found)| (*bucket, first(found))).collect();
    let replay = pairs::Replay::new(problem);
    let started = Instant::now();
    let steps = 200_000;
    Walker::new(&replay, &scope).explore(&mut known, steps, &mut fastrand::Rng::with_seed(1));
    let (more, all) = (known.len() - sampling.buckets.len(), known.len());
    println!("{more} more by exploring, {all} in all, in {steps} edits, {:.2?}", started.elapsed());
}
