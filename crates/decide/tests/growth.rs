//! Scopes that are larger than those of the files are decided with little work, counted in conflicts of the solver.
//!
//! `benches/analyze.py` measures the time. Here only a cliff fails: the limits are several times what is needed.

use decide::{Analysis, DecideSettings, Session, analyze};
use solver::SolverLimits;

/// Decides a bundled problem at a scope. `conflicts` limits each question.
fn decided(name: &str, scope: &str, conflicts: u64) -> Analysis {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../problems").join(name);
    let loaded = lang::load::load_file(&path);
    let scope = lang::scope::override_bounds(&loaded.problem, scope).expect("a scope");
    let limits = SolverLimits { conflicts: Some(conflicts), ..SolverLimits::default() };
    let settings = DecideSettings { limits, ..DecideSettings::default() };
    let mut session = Session::new(&loaded.problem, &scope, &settings).expect("a session");
    let analysis = analyze(&mut session).expect("an analysis");
    assert!(!analysis.open, "{name}: some buckets are undecided");
    analysis
}

#[test]
fn counting_does_not_explode() {
    let analysis = decided("sortacle.py", "people_in=7,people_out=7", 60_000);
    assert_eq!((analysis.concretizable.len(), analysis.implications.len()), (22, 11));
    assert_eq!(analysis.complete, Some(true));
}

#[test]
fn long_unordered_lists_do_not_explode() {
    let analysis = decided("toposort.py", "Vertex=12,edges=17,order=14", 10_000);
    assert_eq!((analysis.concretizable.len(), analysis.implications.len()), (37, 9));
    assert_eq!(analysis.complete, Some(true));
}

#[test]
fn short_unordered_lists_of_many_possible_elements_do_not_explode() {
    for scope in ["Vertex=10,edges=3,order=6", "Vertex=10,edges=10,order=12", "Vertex=12,edges=12,order=14"] {
        let analysis = decided("toposort.py", scope, 10_000);
        assert_eq!((analysis.concretizable.len(), analysis.implications.len()), (37, 9), "{scope}");
        assert_eq!(analysis.complete, Some(true), "{scope}");
    }
}

#[test]
fn loops_that_fill_containers_do_not_explode() {
    let analysis = decided("components.py", "roads=5", 200_000);
    assert_eq!((analysis.concretizable.len(), analysis.implications.len()), (78, 11));
}

#[test]
fn nested_lists_do_not_explode() {
    let analysis = decided("matcher.py", "Id=0..7,companies=5x5,candidates=5x5,hires=7", 20_000);
    assert_eq!((analysis.concretizable.len(), analysis.implications.len()), (44, 7));
}
