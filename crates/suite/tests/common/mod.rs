//! Suites from the solver alone, for tests of code that reads suites.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::path::Path;

use generate::{BuildOptions, Engines, build};
use lang::problem::Problem;
use pairs::PairStructure;
use serde_json::{Map, Value as Json, json};
use suite::Suite;
use suite::format::{Mix, OutsideTest};
use suite::id::id;

pub fn problem(name: &str, scope: &str) -> Problem {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../problems/{name}.py"));
    let mut problem = lang::load::load_file(&file).problem;
    if !scope.is_empty() {
        problem.scope = lang::scope::override_bounds(&problem, scope).expect("a scope");
    }
    problem
}

/// Some small tests of every bucket and a diverse one; `outside` are pairs with the precondition that fails.
pub fn suite_of(problem: &Problem, small: usize, outside: &[(&str, Json)]) -> Suite {
    let mix = Mix { smallest: 1, small: small - 1, diverse: 1, large: 0 };
    let options = BuildOptions { engines: Engines::Solver, tests: small + 1, mix, seed: 7, ..BuildOptions::default() };
    let mut suite = build(problem, &options, None, &|_| {}).expect("a suite");
    let structure = PairStructure::of_scope(problem, &problem.scope);
    suite.options.outside = outside.len();
    suite.outside = outside.iter().map(|(violates, pair)| outside_of(problem, &structure, violates, pair)).collect();
    suite
}

fn outside_of(problem: &Problem, structure: &PairStructure, violates: &str, pair: &Json) -> OutsideTest {
    let read = eval::Pair::read(problem, pair).expect("a pair");
    let (input, output) = sides(pair);
    OutsideTest {
        id: id(problem, structure, &pairs::concrete(problem, &read).expect("small integers")),
        violates: violates.to_owned(),
        input,
        output,
        atoms: problem.atoms.iter().map(|atom| (atom.name.to_string(), atom.kinds[0])).collect(),
    }
}

fn sides(pair: &Json) -> (Map<String, Json>, Map<String, Json>) {
    let side = |name: &str| pair[name].as_object().cloned().expect("an object");
    (side("input"), side("output"))
}

/// Three tests for every bucket of `toposort` at a small scope.
pub fn toposort() -> Suite {
    let outside = [
        ("acyclic", json!({"input": {"edges": [[0, 1], [1, 0]]}, "output": {"order": [0, 1]}})),
        ("acyclic", json!({"input": {"edges": [[0, 0]]}, "output": {"order": []}})),
    ];
    suite_of(&problem("toposort", "Vertex=3,edges=2,order=4"), 2, &outside)
}
