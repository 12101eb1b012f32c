//! Both engines find the same buckets, and a wrong circuit is detected.

#[path = "../../decide/tests/problem/mod.rs"]
mod problem;

use decide::{DecideSettings, Session, analyze};
use generate::cross::{CrossCheckError, cross};
use problem::bundled;

#[test]
fn the_papers_problems_have_the_same_buckets() {
    for (name, buckets) in [("toposort", 37), ("sortacle", 22), ("matcher", 44)] {
        let loaded = bundled(name);
        let mut session =
            Session::new(&loaded.problem, &loaded.problem.scope, &DecideSettings::default()).expect("a session");
        let analysis = analyze(&mut session).expect("an analysis");
        let found = cross(&session, &analysis, 1 << 20, 1).expect("no mismatch");
        assert_eq!(found.sampled.len() + found.sparse.len(), buckets, "{name}");
        assert!(found.unknown_to_solver.is_empty() && found.refused.is_empty(), "{name}");
        assert!(found.uniform && found.candidates == 1 << 20, "{name}");
        // The pairs of the solver, and those kept of each bucket that was found.
        assert!(found.agreed > 2 * buckets, "{name}: {}", found.agreed);
        assert!(found.sparse.iter().all(|sparse| sparse.by_edits), "{name}: {:?}", found.sparse);
    }
}

#[test]
fn few_candidates_miss_sparse_buckets_and_say_so() {
    let loaded = bundled("toposort");
    let mut session =
        Session::new(&loaded.problem, &loaded.problem.scope, &DecideSettings::default()).expect("a session");
    let analysis = analyze(&mut session).expect("an analysis");
    let found = cross(&session, &analysis, 512, 1).expect("no mismatch");
    assert!(!found.sparse.is_empty());
    assert_eq!(found.sampled.len() + found.sparse.len(), 37);
}

#[test]
fn a_wrong_circuit_is_a_mismatch() {
    let loaded = bundled("toposort");
    let settings = DecideSettings::default();
    let mut session = Session::new(&loaded.problem, &loaded.problem.scope, &settings).expect("a session");
    let analysis = analyze(&mut session).expect("an analysis");
    session.compiled.subproperties[2].holds = !session.compiled.subproperties[2].holds;
    let Err(CrossCheckError::Mismatch(mismatch)) = cross(&session, &analysis, 1 << 12, 1) else { panic!("it passes") };
    assert!(mismatch.what.starts_with("the solver's circuit says"), "{}", mismatch.what);
}

#[test]
fn a_bucket_that_the_solver_does_not_know_is_a_mismatch_unless_it_gave_up() {
    let loaded = bundled("toposort");
    let mut session =
        Session::new(&loaded.problem, &loaded.problem.scope, &DecideSettings::default()).expect("a session");
    let mut analysis = analyze(&mut session).expect("an analysis");
    let (gone, _) = analysis.concretizable.remove(3);
    let Err(CrossCheckError::Mismatch(mismatch)) = cross(&session, &analysis, 1 << 20, 1) else { panic!("it passes") };
    assert!(mismatch.what.starts_with("the solver says that no pair is in this bucket"), "{}", mismatch.what);
    analysis.open = true;
    let found = cross(&session, &analysis, 1 << 20, 1).expect("no mismatch");
    assert_eq!(found.unknown_to_solver.iter().map(|(bucket, _)| *bucket).collect::<Vec<_>>(), [gone]);
}
