//! CPython, running the problem file inside a suite, gives the same answers on every test of every bundled problem.

#[path = "../../decide/tests/problem/mod.rs"]
mod problem;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use generate::{BuildOptions, build};
use problem::{TINY, bundled, scoped};
use suite::Suite;

/// Tiny scopes, at which generation is fast; the large scope is the problem's own. Matching needs two on each side.
fn bounds(name: &str, tiny: &'static str) -> &'static str {
    if name == "matcher" { "Id=0..3,companies=2x2,candidates=2x2,hires=3" } else { tiny }
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn suite_of(name: &str, bounds: &str) -> Suite {
    let mut problem = bundled(name).problem;
    problem.scope = scoped(&problem, bounds);
    let options = BuildOptions { tests: 2, outside: 2, ..BuildOptions::default() };
    build(&problem, &options, None, &|_| {}).expect("no mismatch")
}

/// The output of the script for a suite.
fn replayed(suite: &Suite) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cpython/check_suite.py");
    let mut python = Command::new("python3")
        .arg(script)
        .env("PYTHONPATH", root().join("python"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 runs");
    let mut stdin = python.stdin.take().expect("a pipe");
    stdin.write_all(suite.to_text().as_bytes()).expect("it reads");
    drop(stdin);
    let output = python.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}: the script fails", suite.problem.name);
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn every_bundled_problem_is_listed() {
    let files = std::fs::read_dir(root().join("problems")).expect("problems");
    let files = files.map(|entry| entry.expect("an entry").path());
    assert_eq!(files.filter(|path| path.extension().is_some_and(|kind| kind == "py")).count(), TINY.len());
}

#[test]
fn cpython_agrees_on_every_test() {
    let check = |name: &str, bounds: &str| {
        let suite = suite_of(name, bounds);
        let tests: usize = suite.buckets.iter().map(|bucket| bucket.tests.len()).sum();
        let said = replayed(&suite);
        let asked = tests * suite.subproperties.len();
        let lines: Vec<&str> = said.lines().collect();
        assert!(lines.len() == 1, "{name}: {said}");
        assert!(lines[0].parse::<usize>().expect("a number") >= asked, "{name}: {said}");
    };
    std::thread::scope(|scope| {
        for half in 0..2 {
            scope.spawn(move || {
                TINY.iter().skip(half).step_by(2).for_each(|(name, tiny)| check(name, bounds(name, tiny)));
            });
        }
    });
}

#[test]
fn a_wrong_test_is_found() {
    let mut suite = suite_of("dedupe", "Item=3,items=3,kept=3");
    let moved = suite.buckets[3].tests.remove(0);
    suite.buckets[0].tests.push(moved);
    assert!(replayed(&suite).lines().count() > 1);
}
