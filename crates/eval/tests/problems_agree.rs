//! All functions of all bundled problems answer as under CPython, on at least 10,000 random pairs each.

mod cpython;

use std::fmt::Write;
use std::path::PathBuf;

use eval::{Fault, Machine, Pair, Program};
use lang::problem::Problem;
use serde_json::Value as Json;

const PAIRS: usize = 10_000;

fn problems() -> Vec<PathBuf> {
    let folder = cpython::crate_dir().join("../../problems");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the bundled problems")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "py"))
        .collect();
    paths.sort();
    assert!(paths.len() >= 11, "the gallery is complete");
    paths
}

#[test]
fn every_function_answers_as_cpython_does() {
    let mut faults = String::new();
    for path in problems() {
        let loaded = lang::load::load_file(&path);
        assert!(!loaded.has_errors(), "{}: {:?}", path.display(), loaded.diagnostics);
        check_problem(&loaded.problem, &mut faults);
    }
    assert!(faults.is_empty(), "{faults}");
}

fn check_problem(problem: &Problem, faults: &mut String) {
    let script = cpython::crate_dir().join("tests/cpython/problem_answers.py");
    let program = Program::new(problem);
    let mut machine = Machine::new(&program);
    let mut compared = 0;
    for seed in 0..2 {
        let count = (PAIRS / 2).to_string();
        let output = cpython::run(&script, &[problem.name.as_ref(), count.as_ref(), seed.to_string().as_ref()]);
        for line in output.lines() {
            let line: Json = serde_json::from_str(line).expect("JSON");
            let pair = Pair::read(problem, &line["pair"]).expect("a pair of the problem");
            assert_eq!(pair.write(problem), line["pair"], "the notation of pairs is read and written alike");
            compared += 1;
            compare(problem, &mut machine, &pair, &line, faults);
        }
    }
    assert!(compared >= PAIRS, "{}: only {compared} pairs", problem.name);
}

fn compare(problem: &Problem, machine: &mut Machine<'_>, pair: &Pair, line: &Json, faults: &mut String) {
    let properties = problem.preconditions.iter().chain(&problem.subproperties);
    let mut answers: Vec<(String, Json)> = Vec::new();
    for (position, property) in properties.enumerate() {
        answers.push((property.name.to_string(), answer(machine.holds(position, &pair.values))));
    }
    if let Some(predicate) = problem.predicate.as_ref().filter(|predicate| predicate.has_reference) {
        let value = machine.call_id(predicate.function, &pair.values).and_then(|value| eval::truth(&value));
        answers.push((predicate.name.to_string(), answer(value)));
    }
    for (name, ours) in answers {
        let theirs = &line["answers"][&name];
        if ours != *theirs {
            let _ = writeln!(faults, "{}.{name} on {}: {ours}, CPython {theirs}", problem.name, line["pair"]);
        }
    }
}

fn answer(result: eval::Result<bool>) -> Json {
    match result {
        Ok(truth) => Json::Bool(truth),
        Err(fault) => match *fault {
            Fault::Raised(raised) => Json::String(raised.exception.name().to_owned()),
            other => Json::String(format!("!! {other}")),
        },
    }
}
