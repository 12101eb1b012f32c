//! CPython itself, with the problem file that a suite holds, gives the same answers on every test of every bundled
//! problem.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use lang::load::load_file;
use lang::scope::override_bounds;
use suite::{Options, Suite, build};

/// Every bundled problem, at a scope where a suite takes little time; the large scope is the problem's own.
const PROBLEMS: &[(&str, &str)] = &[
    ("bfs_levels", "Vertex=2,edges=2,levels=2x2"),
    ("brackets", "brackets=2,Position=0..3,matches=2"),
    ("bst", "Key=0..2,tree=3,result=2"),
    ("change", "Coin=1..3,coins=2,amount=0..4,Count=-1..3,given=2"),
    ("coloring", "Region=2,borders=2,colors=1..3,Color=0..3,painted=2"),
    ("components", "City=2,roads=2,components=2x2"),
    ("dedupe", "Item=3,items=3,kept=3"),
    ("intervals", "Interval_start=0..2,Interval_end=1..3,requests=2,chosen=2"),
    ("latin_square", "Digit=0..2,clues=2x2,grid=2x2"),
    ("matcher", "Id=0..3,companies=2x2,candidates=2x2,hires=3"),
    ("merge", "Number=0..2,left=2,right=2,merged=4"),
    ("partition", "Number=-1..1,numbers=2,Split_before=2,Split_after=2"),
    ("rle", "Letter=2,letters=3,Run_length=-1..3,runs=2"),
    ("shortest_path", "Town=2,roads=2,Road_length=1..3,path=3"),
    ("sortacle", "Name=2,Person_age=0..2,people_in=2,people_out=3"),
    ("top_k", "Word=2,words=3,k=0..3,top=3"),
    ("toposort", "Vertex=3,edges=2,order=3"),
    ("two_sum", "Number=-1..2,numbers=2,target=-1..3,Index=-2..3"),
];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn suite_of(name: &str, bounds: &str) -> Suite {
    let mut loaded = load_file(&root().join(format!("problems/{name}.py")));
    assert!(!loaded.has_errors(), "{name}: {:?}", loaded.diagnostics);
    loaded.problem.scope = override_bounds(&loaded.problem, bounds).expect("bounds");
    let options = Options { tests: 2, outside: 2, ..Options::default() };
    build(&loaded.problem, &options, None, &|_| {}).expect("no mismatch")
}

/// What the script says of a suite.
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
    assert_eq!(files.filter(|path| path.extension().is_some_and(|kind| kind == "py")).count(), PROBLEMS.len());
}

#[test]
fn cpython_says_the_same_of_every_test() {
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
            scope.spawn(move || PROBLEMS.iter().skip(half).step_by(2).for_each(|(name, bounds)| check(name, bounds)));
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
