//! How far walks in the large scope get from the solver's pairs, bucket by bucket.
//! `cargo run --release -p custodiet-sample --example walking -- FILE [STEPS]`

use std::time::Instant;

use decide::{DecideSettings, Session, analyze};
use fastrand::Rng;
use sample::Walker;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let loaded = lang::load::load_file(args[0].as_ref());
    let problem = &loaded.problem;
    let steps: usize = args.get(1).map_or(2000, |text| text.parse().expect("a number of steps"));
    let mut session = Session::new(problem, &problem.scope, &DecideSettings::default()).expect("a circuit");
    let analysis = analyze(&mut session).expect("no mismatch");
    let mut walker = Walker::new(&session.replay, &problem.large_scope);
    let started = Instant::now();
    let mut random = Rng::with_seed(1);
    let largest = analysis.concretizable.iter().map(|(_, pair)| walker.size(pair)).max().unwrap_or(0);
    println!(
        "{}: {} buckets, the solver's largest first pair has {largest} elements",
        problem.name,
        analysis.concretizable.len()
    );
    for (bucket, pair) in &analysis.concretizable {
        let mut sizes = Vec::new();
        for target in [12, 24, 48, 80] {
            let end = walker.walk(pair, *bucket, target, steps, &mut random);
            assert!(walker.evaluator().is_in(&end, *bucket));
            sizes.push(walker.size(&end));
        }
        println!("{bucket:?}: {} -> {sizes:?}", walker.size(pair));
    }
    println!("{:.2?}", started.elapsed());
}
