//! A suite from the solver alone: enough for what reads suites.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::path::Path;

use engine::proof::hash;
use engine::tests_of_bucket::{Counts, tests_of};
use engine::{Bucket, Session, Settings, analyze};
use lang::problem::{AtomKind as Allowed, Problem};
use pairs::{Forms, pair_json};
use serde_json::{Map, Value as Json, json};
use suite::format::{
    AtomKind, Bucket as Entry, Contradictory, Engine, FORMAT, Implication, Kind, Mix, Options, Outside, ProblemFile,
    Suite, Test,
};
use suite::id::id;
use suite::judge::fails;
use suite::lattice::{focused_on, is_positive};

pub fn problem(name: &str, scope: &str) -> Problem {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../problems/{name}.py"));
    let mut problem = lang::load::load_file(&file).problem;
    if !scope.is_empty() {
        problem.scope = lang::scope::override_bounds(&problem, scope).expect("a scope");
    }
    problem
}

/// The small tests of every bucket and a diverse one; `outside` are pairs with the precondition that fails.
pub fn suite_of(problem: &Problem, small: usize, outside: &[(&str, Json)]) -> Suite {
    let mut session = Session::new(problem, &problem.scope, &Settings::default()).expect("a circuit");
    let analysis = analyze(&mut session).expect("an analysis");
    let concretizable: Vec<Bucket> = analysis.concretizable.iter().map(|(bucket, _)| *bucket).collect();
    let forms = Forms::of_scope(problem, &problem.scope);
    let mut turn = 0;
    let buckets = concretizable.iter().map(|bucket| {
        let found = tests_of(&mut session, *bucket, Counts { small, diverse: 1 }, 7).expect("tests");
        let small = found.small.iter().map(|pair| (pair, Kind::Small));
        let tests: Vec<Test> = small
            .chain(found.diverse.iter().map(|pair| (pair, Kind::Diverse)))
            .enumerate()
            .map(|(index, (pair, kind))| {
                turn += 1;
                let (input, output) = sides(&pair_json(problem, pair));
                Test {
                    id: id(problem, &forms, pair),
                    input,
                    output,
                    expect: is_positive(problem, *bucket),
                    engine: Engine::Solver,
                    kind: if index == 0 { Kind::Smallest } else { kind },
                    positive_kind: None,
                    atoms: problem
                        .atoms
                        .iter()
                        .map(|atom| (atom.name.to_string(), kind_of(&atom.kinds, turn)))
                        .collect(),
                    family: None,
                    shape: Vec::new(),
                }
            })
            .collect();
        let focused = focused_on(*bucket, &concretizable);
        Entry {
            fails: fails(problem, *bucket),
            focused_on: focused.into_iter().flat_map(|position| fails(problem, Bucket::of([position]))).collect(),
            only_large: false,
            short: (tests.len() < 3).then(|| "there are no others in the scope".to_owned()),
            tests,
        }
    });
    let buckets = buckets.collect();
    let implication = |one: &engine::Implication| Implication {
        hold: fails(problem, Bucket(one.hold)),
        then: fails(problem, Bucket(one.then)),
    };
    Suite {
        format: FORMAT,
        problem: ProblemFile {
            name: problem.name.clone(),
            source: problem.source.text.clone(),
            sha256: hash::of_bytes(problem.source.text.as_bytes()),
        },
        scope: problem.scope.to_json(),
        large_scope: problem.large_scope.to_json(),
        seed: 7,
        options: Options {
            engine: "solver".to_owned(),
            buckets: "all".to_owned(),
            tests: small + 1,
            mix: Mix { smallest: 1, small: small - 1, diverse: 1, large: 0 },
            outside: outside.len(),
        },
        subproperties: problem.subproperties.iter().map(|property| property.name.to_string()).collect(),
        buckets,
        outside: outside.iter().map(|(violates, pair)| outside_of(problem, &forms, violates, pair)).collect(),
        contradictory: Contradictory {
            count: Some((1 << problem.subproperties.len()) - concretizable.len() as u64),
            implications: analysis.implications.iter().map(implication).collect(),
        },
        stopped_early: false,
    }
}

fn outside_of(problem: &Problem, forms: &Forms, violates: &str, pair: &Json) -> Outside {
    let read = eval::Pair::read(problem, pair).expect("a pair");
    let (input, output) = sides(pair);
    Outside {
        id: id(problem, forms, &pairs::concrete(&read).expect("small integers")),
        violates: violates.to_owned(),
        input,
        output,
        atoms: problem.atoms.iter().map(|atom| (atom.name.to_string(), kind_of(&atom.kinds, 0))).collect(),
    }
}

fn kind_of(allowed: &[Allowed], turn: usize) -> AtomKind {
    match allowed[turn % allowed.len()] {
        Allowed::Int => AtomKind::Int,
        Allowed::Str => AtomKind::Str,
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
