//! Shrunk pairs stay in their bucket, cannot be shrunk by a single edit, and are often the proven minimum.

#[path = "../../decide/tests/problem/mod.rs"]
mod problem;

use decide::Session;
use fastrand::Rng;
use pairs::{PairStructure, Replay};
use problem::{bundled, scoped};
use sample::edits::{Editor, Lean};
use sample::shrink::smaller;
use sample::{SampleSettings, sample, shrink};

/// The problem, its bounds, and the percentage of pairs that reach the minimum.
const REACHED: &[(&str, &str, usize)] = &[
    ("toposort", "", 70),
    ("sortacle", "", 50),
    ("dedupe", "", 85),
    ("merge", "", 40),
    ("matcher", "Id=0..4,companies=2x2,candidates=2x2,hires=3", 50),
];

#[test]
fn shrunk_pairs_are_small() {
    for (name, bounds, least) in REACHED {
        let loaded = bundled(name);
        let problem = &loaded.problem;
        let scope = scoped(problem, bounds);
        let settings = SampleSettings { candidates: 300_000, keep: 2, seed: 1 };
        let sampling = sample(problem, &scope, settings).expect("no mismatch");
        let mut session = Session::new(problem, &scope, &decide::DecideSettings::default()).expect("a circuit");
        let replay = Replay::new(problem);
        let mut evaluator = replay.evaluator();
        let structure = PairStructure::of_scope(problem, &scope);
        let (mut all, mut reached) = (0, 0);
        for (bucket, found) in &sampling.buckets {
            let Some((smallest, true)) = session.smallest(*bucket).expect("no mismatch") else { continue };
            for pair in &found.pairs {
                let small = shrink(&scope, &structure, &mut evaluator, pair, *bucket);
                replay.check_bucket(&small, *bucket).expect("still in the bucket");
                assert!(structure.compare(&small, pair).is_le(), "{name}: grown");
                assert!(structure.compare(&small, &smallest).is_ge(), "{name}: smaller than proven: {small:?}");
                let next = smaller(&scope, &structure, &small).into_iter().find(|next| evaluator.is_in(next, *bucket));
                assert!(next.is_none(), "{name}: {small:?} shrinks to {next:?}");
                all += 1;
                reached += usize::from(structure.compare(&small, &smallest).is_eq());
            }
        }
        assert!(reached * 100 >= least * all, "{name}: {reached} of {all}");
    }
}

#[test]
fn no_random_edit_of_one_part_makes_them_smaller() {
    let loaded = bundled("toposort");
    let problem = &loaded.problem;
    let sampling =
        sample(problem, &problem.scope, SampleSettings { candidates: 100_000, keep: 1, seed: 2 }).expect("no mismatch");
    let replay = Replay::new(problem);
    let mut evaluator = replay.evaluator();
    let structure = PairStructure::of_scope(problem, &problem.scope);
    let editor = Editor::new(&problem.scope);
    let mut random = Rng::with_seed(1);
    for (bucket, found) in &sampling.buckets {
        let small = shrink(&problem.scope, &structure, &mut evaluator, &found.pairs[0], *bucket);
        let listed = smaller(&problem.scope, &structure, &small);
        for _ in 0..300 {
            let Some(next) = editor.edit_one_place(&small, Lean::Shrink, &mut random) else { continue };
            if structure.compare(&next, &small).is_lt() {
                assert!(!evaluator.is_in(&next, *bucket), "{bucket:?}: {small:?} shrinks to {next:?}");
                assert!(listed.iter().any(|known| structure.compare(known, &next).is_eq()), "{next:?} is not listed");
            }
        }
    }
}
