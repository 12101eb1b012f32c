//! Scopes that are larger than those of the files are decided with little work, counted in conflicts of the solver.
//!
//! `benches/analyze.py` measures the time. Here only a cliff fails: the limits are several times what is needed.

mod problem;

use std::path::Path;

use decide::{Analysis, DecideSettings, Session, analyze};
use lang::load::load_file;
use lang::problem::Problem;
use lang::scope::Scope;
use problem::{bundled, scoped};
use solver::SolverLimits;

/// Decides a bundled problem at a scope. `conflicts` limits each question.
fn decided(name: &str, scope: &str, conflicts: u64) -> Analysis {
    let problem = bundled(name).problem;
    let scope = scoped(&problem, scope);
    decided_in(&problem, &scope, conflicts)
}

fn decided_in(problem: &Problem, scope: &Scope, conflicts: u64) -> Analysis {
    let limits = SolverLimits { conflicts: Some(conflicts), ..SolverLimits::default() };
    let settings = DecideSettings { limits, ..DecideSettings::default() };
    let mut session = Session::new(problem, scope, &settings).expect("a session");
    let analysis = analyze(&mut session).expect("an analysis");
    assert!(!analysis.open, "{}: some buckets are undecided", problem.name);
    analysis
}

#[test]
fn counting_does_not_explode() {
    let analysis = decided("sortacle", "people_in=7,people_out=7", 60_000);
    assert_eq!((analysis.concretizable.len(), analysis.implications.len()), (22, 11));
    assert_eq!(analysis.complete, Some(true));
}

#[test]
fn long_unordered_lists_do_not_explode() {
    let analysis = decided("toposort", "Vertex=12,edges=17,order=14", 10_000);
    assert_eq!((analysis.concretizable.len(), analysis.implications.len()), (37, 9));
    assert_eq!(analysis.complete, Some(true));
}

#[test]
fn short_unordered_lists_of_many_possible_elements_do_not_explode() {
    for scope in ["Vertex=10,edges=3,order=6", "Vertex=10,edges=10,order=12", "Vertex=12,edges=12,order=14"] {
        let analysis = decided("toposort", scope, 10_000);
        assert_eq!((analysis.concretizable.len(), analysis.implications.len()), (37, 9), "{scope}");
        assert_eq!(analysis.complete, Some(true), "{scope}");
    }
}

#[test]
fn loops_that_fill_containers_do_not_explode() {
    let analysis = decided("components", "roads=5", 200_000);
    assert_eq!((analysis.concretizable.len(), analysis.implications.len()), (78, 11));
}

#[test]
fn nested_lists_do_not_explode() {
    let analysis = decided("matcher", "Id=0..7,companies=5x5,candidates=5x5,hires=7", 20_000);
    assert_eq!((analysis.concretizable.len(), analysis.implications.len()), (44, 7));
}

#[test]
fn trees_do_not_explode() {
    let analysis = decided("search_tree", "Node=8", 20_000);
    assert_eq!(analysis.complete, Some(true));
}

/// Texts of up to ten letters out of four.
#[test]
fn long_strings_do_not_explode() {
    for (name, found) in [("reversed_text", (9, 4)), ("edited_text", (16, 3))] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../benches/problems/{name}.py"));
        let loaded = load_file(&path);
        assert!(!loaded.has_errors(), "{name} has errors: {:?}", loaded.diagnostics);
        let analysis = decided_in(&loaded.problem, &loaded.problem.scope, 100_000);
        assert_eq!((analysis.concretizable.len(), analysis.implications.len()), found, "{name}");
        assert_eq!(analysis.complete, Some(true), "{name}");
    }
}
