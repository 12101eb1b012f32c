//! How often shrinking reaches the solver's proven minimum.
//! `cargo run --release -p custodiet-sample --example shrinking -- FILE…`

use std::time::Instant;

use decide::{DecideSettings, Session, analyze};
use sample::{Sampler, shrink};

fn main() {
    for file in std::env::args().skip(1) {
        let loaded = lang::load::load_file(file.as_ref());
        let problem = &loaded.problem;
        let mut sampler = Sampler::new(problem, &problem.scope, 5, 1).expect("a sampler");
        sampler.run(1_000_000);
        let sampling = sampler.sampling().expect("no mismatch");
        let mut session = Session::new(problem, &problem.scope, &DecideSettings::default()).expect("a circuit");
        let analysis = analyze(&mut session).expect("no mismatch");
        let structure = pairs::PairStructure::of_scope(problem, &problem.scope);
        let (mut all, mut equal, mut same_size, mut time) = (0, 0, 0, std::time::Duration::ZERO);
        for (bucket, found) in &sampling.buckets {
            let Some((smallest, true)) = session.smallest(*bucket).expect("no mismatch") else { continue };
            for pair in &found.pairs {
                let started = Instant::now();
                let small = shrink(&problem.scope, &structure, &mut session.replay.evaluator(), pair, *bucket);
                time += started.elapsed();
                all += 1;
                same_size += usize::from(structure.measure(&small)[0] == structure.measure(&smallest)[0]);
                let reached = structure.compare(&small, &smallest);
                assert!(reached.is_ge(), "smaller than the smallest: {small:?} {smallest:?}");
                equal += usize::from(reached.is_eq());
            }
        }
        println!(
            "{}: {} of {} buckets sampled; {all} pairs shrunk in {time:.2?}: {equal} to the minimum, {same_size} to its number of elements",
            problem.name,
            sampling.buckets.len(),
            analysis.concretizable.len()
        );
    }
}
