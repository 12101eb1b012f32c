//! `verify`, `classify` and `export`.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value as Json, json};

const SUITE: &str = "docs/examples/toposort-suite.json";

/// Runs in the root of the repository.
fn run(args: &[&str]) -> (i32, String, String) {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut command = Command::new(env!("CARGO_BIN_EXE_custodiet"));
    let output = command.args(args).current_dir(root).env("NO_COLOR", "1").output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("an exit code"), text(output.stdout), text(output.stderr))
}

/// A temporary file.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("custodiet-suites-{}-{name}", std::process::id()));
        std::fs::write(&path, text).expect("written");
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn example() -> String {
    std::fs::read_to_string(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(SUITE)).expect("the example")
}

/// The example with the first negative test expected to be accepted.
fn tampered() -> String {
    example().replacen("\"expect\": false", "\"expect\": true", 1)
}

#[test]
fn a_tampered_suite_is_rejected() {
    let (code, text, _) = run(&["verify", SUITE, "--json"]);
    let json: Json = serde_json::from_str(&text).expect("JSON");
    assert_eq!((code, &json["verified"], &json["tests"]), (0, &json!(true), &json!(82)));
    let file = Temporary::new("tampered.json", &tampered());
    let (code, text, errors) = run(&["verify", file.path()]);
    assert_eq!((code, &*errors), (1, ""));
    assert!(
        text.starts_with("✗ not verified: toposort: 1 difference\n  buckets[1].tests[0].expect: must be false: "),
        "{text}"
    );
    let (code, text, _) = run(&["verify", file.path(), "--json"]);
    let json: Json = serde_json::from_str(&text).expect("JSON");
    assert_eq!((code, &json["verified"]), (1, &json!(false)));
    assert_eq!(json["differences"][0]["place"], "buckets[1].tests[0].expect");
    let (code, text, errors) = run(&["export", file.path(), "--to", "csv"]);
    assert_eq!((code, &*text), (1, ""));
    assert!(
        errors.starts_with("error: nothing exported, ") && errors.contains("\nhelp: `custodiet verify "),
        "{errors}"
    );
}

#[test]
fn other_files_are_incorrect_usage() {
    let half = example();
    let newer = example().replacen("\"format\": 1", "\"format\": 9", 1);
    for (text, says) in
        [(&half[..half.len() / 2], "not JSON"), ("", "the input is empty"), (&*newer, "a suite of format 9")]
    {
        let file = Temporary::new("bad.json", text);
        for command in [&["verify"][..], &["export", "--to", "pytest"]] {
            let (code, text, errors) = run(&[command, &[file.path()]].concat());
            assert_eq!((code, &*text), (2, ""));
            assert!(errors.contains(says) && errors.contains("\nhelp: "), "{errors}");
        }
    }
    let (code, _, errors) = run(&["verify", SUITE, "--problem", "nowhere.py"]);
    assert!(code == 2 && errors.starts_with("error: --problem: nowhere.py: "), "{errors}");
    let (code, text, _) = run(&["verify", SUITE, "--problem", "problems/dedupe.py"]);
    assert!(code == 1 && text.contains("problems/dedupe.py differs from the problem file inside"), "{text}");
}

#[test]
fn tests_are_classified_as_json() {
    let (code, text, errors) =
        run(&["classify", "problems/toposort.py", "docs/examples/toposort-staff.jsonl", "--json"]);
    assert_eq!((code, &*errors), (1, ""));
    let json: Json = serde_json::from_str(&text).expect("JSON");
    let test = |index: usize| &json["tests"][index];
    assert_eq!((&test(0)["index"], &test(0)["right"]), (&json!(0), &json!(true)));
    assert_eq!(test(3)["bucket"], json!({"fails": ["none_dropped", "same_num_vertices"]}));
    assert_eq!((&test(7)["bucket"], &test(7)["invalid"]), (&Json::Null, &json!("acyclic")));
    assert_eq!((&test(8)["expect"], &test(8)["right"]), (&json!(false), &json!(false)));
    assert_eq!(json["missing"].as_array().map(Vec::len), Some(32));
    assert_eq!(json["missing"][0], json!(["none_dropped", "uniqueness"]));
    assert_eq!(json["missing_focused"][0]["focused_on"], json!(["none_dropped", "uniqueness"]));
}

#[test]
fn tables_on_standard_input_are_recognized() {
    let table = Temporary::new("table", "edges,order,expect\n[],[],true\n");
    let (code, _, errors) = run(&["classify", "problems/toposort.py", table.path()]);
    assert!(
        code == 2 && errors.contains("help: the first line looks like column names; if this is CSV, add"),
        "{errors}"
    );
    let (code, text, _) = run(&["classify", "problems/toposort.py", table.path(), "--format", "csv"]);
    assert!(code == 0 && text.contains("✓ accept: nothing fails"), "{text}");
    let lines = Temporary::new("lines", "{\"input\": 1}\n");
    let (_, _, errors) = run(&["classify", "problems/toposort.py", lines.path()]);
    assert!(!errors.contains("CSV"), "{errors}");
}

#[test]
fn an_export_is_classified_as_right() {
    for format in ["jsonl", "csv"] {
        let file = Temporary::new(&format!("export.{format}"), "");
        let (code, text, errors) = run(&["export", SUITE, "--to", format, "-o", file.path()]);
        assert_eq!((code, &*text, &*errors), (0, "", ""));
        let scope = ["--scope", "Vertex=3,edges=2,order=4"];
        let (code, text, errors) = run(&[&["classify", "problems/toposort.py", file.path()][..], &scope].concat());
        assert_eq!((code, &*errors), (0, ""));
        assert!(text.contains("All 29 concretizable buckets have a test."), "{text}");
        assert!(text.ends_with("\nevery expectation is right\n"), "{text}");
    }
}

#[test]
fn invalid_names_are_incorrect_usage() {
    for (option, name) in [
        ("--module", "a b"),
        ("--module", "x\"y"),
        ("--module", "1x"),
        ("--module", "class"),
        ("--module", "a..b"),
        ("--predicate", "f()"),
        ("--predicate", "a.b"),
        ("--predicate", ""),
    ] {
        let (code, _, errors) = run(&["export", SUITE, "--to", "pytest", option, name]);
        let said = format!("error: {option}: `{name}` is not a name that Python can import\nhelp: ");
        assert!(code == 2 && errors.starts_with(&said), "{errors}");
    }
    let (code, _, errors) = run(&["export", SUITE, "--to", "pyret", "--module", "a b"]);
    assert!(code == 2 && errors.starts_with("error: --module: `a b` is not a valid name "), "{errors}");
    let (code, text, _) = run(&["export", SUITE, "--to", "pytest", "--module", "package.student"]);
    assert!(code == 0 && text.contains("\"package.student\""), "{text}");
    let (code, _, errors) = run(&["export", SUITE, "--to", "csv", "-o", "nowhere/at/all.csv"]);
    assert!(
        code == 2 && errors.contains("there is no folder `nowhere/at`\nhelp: create it with `mkdir -p nowhere/at`"),
        "{errors}"
    );
}

#[test]
fn input_files_are_not_overwritten() {
    let suite = Temporary::new("over.json", &example());
    let (code, _, errors) = run(&["export", suite.path(), "--to", "jsonl", "-o", suite.path()]);
    assert!(code == 2 && errors.contains("is the suite"), "{errors}");
    assert_eq!(std::fs::read_to_string(suite.path()).expect("still there"), example());
    let tests = "{\"input\": {\"edges\": []}, \"output\": {\"order\": []}, \"expect\": true}\n";
    let tests = Temporary::new("over.jsonl", tests);
    let (code, _, errors) = run(&["classify", "problems/toposort.py", tests.path(), "--suite", tests.path()]);
    assert!(code == 2 && errors.contains("is the file with the tests"), "{errors}");
    let file = Temporary::new("over.py", "");
    std::fs::copy(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../problems/toposort.py")), file.path())
        .expect("copied");
    let (code, _, errors) = run(&["classify", file.path(), tests.path(), "--suite", file.path()]);
    assert!(code == 2 && errors.contains("is the problem file"), "{errors}");
}

const FAULTY: &str = "\"\"\"Keep the list.\"\"\"
from custodiet import Atom, Input, Output, scope, subproperty

class Item(Atom):
    \"\"\"x\"\"\"

def is_kept(xs: Input[list[Item]], ys: Output[list[Item]]) -> bool:
    return xs == ys

scope(Item=2, xs=2, ys=2)

@subproperty
def same_length(xs, ys):
    \"\"\"As long.\"\"\"
    return len(xs) == len(ys)
";

#[test]
fn mistakes_in_the_problem_file_are_reported() {
    let file = Temporary::new("faulty.py", FAULTY);
    let test = "{\"input\": {\"xs\": [\"a\"]}, \"output\": {\"ys\": [\"b\"]}, \"expect\": true}\n";
    let tests = Temporary::new("faulty.jsonl", test);
    let (code, text, _) = run(&["classify", file.path(), tests.path()]);
    assert!(code == 1 && text.contains("1 on which the problem file contradicts itself"), "{text}");
    // A function that raises on every pair.
    let raising = FAULTY
        .replace("return len(xs) == len(ys)", "return 1 // 0 == len(xs)")
        .replace("    return xs == ys\n", "    ...\n");
    let file = Temporary::new("raising.py", &raising);
    for engine in ["both", "solver", "random"] {
        let (code, _, errors) = run(&["suite", file.path(), "--engine", engine]);
        assert!(code == 1 && errors.contains("`same_length` raises ZeroDivisionError"), "{engine}: {errors}");
    }
}
