//! Exports run unchanged, and agree with the suite.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use lang::problem::Problem;
use pairs::Placement;
use pairs::names::python_names;
use suite::Suite;
use suite::classify::read::{TestFileFormat, read};
use suite::classify::{classify, missing};
use suite::export::{Export, PredicateLocation, csv, json_lines, pyret, pytest};

/// Problems that together have values of all types: lists, tuples, sets, frozensets, dicts, records, `None`, atoms.
const PROBLEMS: [(&str, &str); 6] = [
    ("toposort", "Vertex=3,edges=2,order=3"),
    ("sortacle", "Name=2,Person_age=0..2,people_in=2,people_out=2"),
    ("rle", "Letter=2,letters=2,Run_length=0..3,runs=2"),
    ("coloring", "Region=3,borders=1,colors=1..3,Color=0..3,painted=2"),
    ("change", "Coin=1..3,coins=2,amount=0..3,Count=0..3,given=2"),
    ("components", "City=3,roads=2,components=2x2"),
];

fn suite_of(name: &str, scope: &str) -> (Suite, Problem) {
    let suite = common::suite_of(&common::problem(name, scope), 2, &[]);
    let problem = suite::read::problem(&suite).expect("a problem");
    (suite, problem)
}

#[test]
fn lines_are_classified_as_they_are_in_the_suite() {
    for (name, scope) in PROBLEMS {
        let (suite, problem) = suite_of(name, scope);
        let export = Export::new(&suite, &problem).expect("an export");
        for (text, form) in [(json_lines(&export), TestFileFormat::JsonLines), (csv(&export), TestFileFormat::Csv)] {
            let tests = read(&problem, text.into(), form).unwrap_or_else(|fault| panic!("{name}: {fault}"));
            let tests = classify(&problem, &tests);
            assert!(tests.iter().all(|test| test.right == Some(true) && test.repeats.is_none()), "{name}");
            let said: Vec<Vec<String>> = tests
                .iter()
                .map(|test| match test.placement {
                    Placement::In(bucket) => python_names(&problem, bucket.failing()),
                    _ => panic!("{name}: in no bucket"),
                })
                .collect();
            let stored = suite.buckets.iter().flat_map(|bucket| bucket.tests.iter().map(|_| bucket.fails.clone()));
            assert_eq!(said, stored.collect::<Vec<_>>(), "{name}");
            let position = |name: &String| problem.subproperties.iter().position(|one| *one.name == **name);
            let listed = suite.buckets.iter().map(|one| pairs::Bucket::of(one.fails.iter().filter_map(position)));
            assert_eq!(missing(&tests, &listed.collect::<Vec<_>>()), [], "{name}");
        }
    }
}

#[test]
fn all_allowed_kinds_of_atoms_are_shown() {
    let (suite, problem) = suite_of("toposort", "Vertex=3,edges=2,order=3");
    let text = json_lines(&Export::new(&suite, &problem).expect("an export"));
    assert!(text.contains(r#"{"edges":[[0,1]]}"#) && text.contains(r#"{"edges":[["a","b"]]}"#), "{text}");
}

/// A separate folder for each test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("custodiet-export-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Self(path)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).expect("written");
    }

    /// The exit code and the output.
    fn python(&self, args: &[&str], variables: &[(&str, &str)]) -> (i32, String) {
        let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python");
        let mut command = Command::new(std::env::var_os("CUSTODIET_PYTEST_PYTHON").unwrap_or("python3".into()));
        command.args(["-B"]).args(args).current_dir(&self.0).env("PYTHONPATH", package).envs(variables.iter().copied());
        let output = command.output().expect("python3");
        let text = [output.stdout, output.stderr].concat();
        (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&text).into_owned())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A stand-in for pytest, for machines without it.
const STAND_IN: &str = r#"
import sys
class mark:
    def parametrize(names, cases, ids):
        assert len(set(ids)) == len(ids) == len(cases)
        def wrap(function):
            return lambda: [function(**dict(zip(names, case))) for case in cases]
        return wrap
def fail(message, pytrace):
    raise SystemExit("Failed: " + message)
"#;

#[test]
fn correct_predicates_pass_and_lax_ones_fail() {
    for (name, scope) in PROBLEMS {
        let (suite, problem) = suite_of(name, scope);
        let export = Export::new(&suite, &problem).expect("an export");
        let folder = Folder::new(name);
        folder.write("test_it.py", &pytest(&export, &PredicateLocation::default()));
        // The subproperties together are a correct predicate, with the problem file's own classes.
        let required = problem.subproperties.iter().filter(|one| one.kind == lang::problem::PropertyKind::Required);
        let params = &problem.predicate.as_ref().expect("a predicate").params;
        let calls: Vec<String> = required
            .map(|one| {
                let names: Vec<&str> = one.params.iter().map(|param| &*params[*param].name).collect();
                format!("{}({})", one.name, names.join(", "))
            })
            .collect();
        let names: Vec<&str> = params.iter().map(|param| &*param.name).collect();
        let right = format!("def right({}):\n    return {}\n", names.join(", "), calls.join(" and "));
        folder.write("right.py", &format!("{}\n\n{right}", problem.source.text));
        let variables = [("CUSTODIET_MODULE", "right"), ("CUSTODIET_PREDICATE", "right")];
        let (code, text) = folder.python(&["test_it.py"], &variables);
        let all = export.cases.len();
        assert_eq!((code, text), (0, format!("{all} passed, 0 failed\n")), "{name}");
        // A predicate without the classes of the problem.
        folder.write("is_valid.py", "def is_valid(*pair):\n    return True\n");
        let (code, text) = folder.python(&["test_it.py"], &[]);
        let negative = export.cases.iter().filter(|case| !case.expect).count();
        assert!(negative > 0 && code == 1, "{name}: {text}");
        assert!(text.ends_with(&format!("{} passed, {negative} failed\n", all - negative)), "{name}: {text}");
        under_pytest(&folder, &variables, all);
    }
}

/// Under pytest if it is installed, and always under a stand-in.
fn under_pytest(folder: &Folder, right: &[(&str, &str)], all: usize) {
    if folder.python(&["-c", "import pytest"], &[]).0 == 0 {
        let (code, text) = folder.python(&["-m", "pytest", "-q", "-p", "no:cacheprovider", "test_it.py"], right);
        assert!(code == 0 && text.contains(&format!("{all} passed")), "{text}");
        let (code, text) = folder.python(&["-m", "pytest", "-q", "-p", "no:cacheprovider", "test_it.py"], &[]);
        assert!(code == 1 && text.contains("returned True, and exactly "), "{text}");
    }
    folder.write("pytest.py", STAND_IN);
    let function = "import test_it; test_it.test_is_valid()";
    let (code, text) = folder.python(&["-c", function], right);
    assert_eq!((code, &*text), (0, ""));
    let (code, text) = folder.python(&["-c", function], &[]);
    assert!(code == 1 && text.contains("AssertionError: is_valid("), "{text}");
    let (code, text) = folder.python(&["-c", "import test_it"], &[("CUSTODIET_MODULE", "nowhere")]);
    assert!(code == 1 && text.starts_with("Failed: there is no module `nowhere`: "), "{text}");
}

#[test]
fn faults_of_a_submission_are_reported() {
    let (suite, problem) = suite_of("toposort", "Vertex=2,edges=1,order=2");
    let export = Export::new(&suite, &problem).expect("an export");
    let folder = Folder::new("faults");
    folder.write(
        "test_it.py",
        &pytest(&export, &PredicateLocation { module: Some("mine".into()), predicate: Some("ok".into()) }),
    );
    let run = |variables: &[(&str, &str)]| folder.python(&["test_it.py"], variables);
    let (code, text) = run(&[]);
    assert!(code == 1 && text.starts_with("error: there is no module `mine`: put mine.py next to this file"), "{text}");
    folder.write("mine.py", "def ok(edges, order):\n    edges.append(1)\n    return edges == [1] and order == []\n");
    let (code, text) = run(&[("CUSTODIET_PREDICATE", "nothing")]);
    let said = format!("error: {}/mine.py: there is no function `nothing`: define it", folder.0.display());
    assert!(code == 1 && text.starts_with(&said), "{text}");
    // Without a traceback, with the file and the line.
    for (source, line, what) in [
        ("def ok(edges, order):\n    return (\n", 2, "SyntaxError: '(' was never closed"),
        ("def ok(edges, order):\n    return True\n\nok = missing\n", 4, "NameError: name 'missing' is not defined"),
        ("import no_such_module\n", 1, "ModuleNotFoundError: No module named 'no_such_module'"),
        ("import sys\nsys.exit(3)\n", 2, "SystemExit: 3"),
    ] {
        folder.write("wrong.py", source);
        let (code, text) = run(&[("CUSTODIET_MODULE", "wrong")]);
        let place = folder.0.join("wrong.py");
        let said = format!("error: `wrong` cannot be imported: {}:{line}: {what}\n", place.display());
        assert_eq!((code, text), (1, said));
    }
    // A test that changes its values does not affect others.
    let (_, text) = run(&[]);
    assert!(!text.contains("1, 1]"), "{text}");
    folder.write("mine.py", "def ok(edges, order):\n    return 1\n");
    let (_, text) = run(&[]);
    assert!(text.contains(") returned 1, which is not a Boolean") && text.contains("0 passed"), "{text}");
}

#[test]
fn pyret_has_a_block_for_each_test() {
    let (suite, problem) = suite_of("toposort", "Vertex=3,edges=2,order=3");
    let export = Export::new(&suite, &problem).expect("an export");
    let text = pyret(&export, &PredicateLocation::default());
    assert_eq!(text.matches("\ncheck \"").count(), export.cases.len());
    assert!(text.contains("\nimport file(\"is-valid.arr\") as S\n"), "{text}");
    let block = |part: &str| {
        let blocks = text.split("\n\n").find(|block| block.contains(part));
        blocks.unwrap_or_else(|| panic!("{part}: {text}")).to_owned()
    };
    let expected = r#"check "b8ee58109791: exactly UNIQUENESS, SORTEDNESS, same-num-vertices and incoming-edge-count fail":
  # UNIQUENESS fails: vertex = 1 (index 1 of order): vertex (1) is in seen ({1})
  # SORTEDNESS fails: earlier = 1, later = 0: (later, earlier) ((0, 1)) is in leads ({(0, 1)})
  # same-num-vertices fails: len(order) (3) differs from len(vertices(edges)) (2)
  # incoming-edge-count fails: i = 0, vertex = 1, source = 0, target = 1: target (1) equals vertex (1), and order[:i].count(source) (0) differs from edges.count((source, target)) (1)
  S.is-valid([list: {0; 1}], [list: 1, 1, 0]) is false
end"#;
    assert_eq!(block("\"b8ee58109791: "), expected);
    assert!(block("S.is-valid([list: ], [list: ]) is true").contains(": nothing fails\":"));
}

#[test]
fn pyret_has_all_values() {
    let cases = [
        ("sortacle", "[list: S.person(\""),
        ("rle", "S.run("),
        ("coloring", "[list: {"),
        ("change", "some([list: {"),
        ("change", ", none) is "),
        ("components", "[list-set: [list-set: "),
    ];
    for (name, part) in cases {
        let scope = PROBLEMS.iter().find(|(known, _)| *known == name).map_or("", |(_, scope)| scope);
        let (suite, problem) = suite_of(name, scope);
        let text = pyret(&Export::new(&suite, &problem).expect("an export"), &PredicateLocation::default());
        assert!(text.contains(part), "{name}: {part}: {text}");
        assert!(!text.contains("raise("), "{name}: {text}");
    }
}
