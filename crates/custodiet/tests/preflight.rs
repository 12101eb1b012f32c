//! What the instructor supplies is checked before anything is graded.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

mod folder;

use folder::Folder;

const ADAPTER: &str = r#"
name = "pyret"
extensions = ["arr"]
names = "kebab-case"

[tools.python3]

[run]
command = ["{python3}", "-I", "-S", "-B", "{adapter}/worker.py"]

[compile]
command = ["{python3}", "-I", "-S", "-B", "{adapter}/compile.py"]
memory = "data"
checks = true
"#;

const WORKER: &str = r#"
import json, sys
sys.stdin.readline()
print(json.dumps({"ready": {"file": "a.arr", "name": "is-valid"}}), flush=True)
for line in sys.stdin:
    print(json.dumps({"test": json.loads(line)["test"], "answer": True}), flush=True)
"#;

/// Fails if the prelude says so, and if a check does not look as documented.
const COMPILER: &str = r#"
import json, pathlib, sys
for line in sys.stdin:
    request = json.loads(line)
    load = request.get("check")
    failed = None
    if load is not None:
        text = pathlib.Path(load["support"], "prelude.arr").read_text()
        expected = {"files": [], "submission": "", "parameters": ["edges", "order"],
                    "signature": [{"list": {"tuple": ["atom", "atom"]}}, {"list": "atom"}]}
        found = {key: load[key] for key in expected}
        if found != expected:
            failed = {"why": "invalid", "message": str(found)}
        elif "bad" in text:
            failed = {"why": "syntax", "message": "`prelude.arr` has an error on line 1: bad"}
    print(json.dumps({"compiled": True} if failed is None else {"failed": failed}), flush=True)
"#;

fn grade(folder: &Folder, options: &[&str]) -> Output {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    fs::create_dir_all(folder.0.join("class")).expect("a folder");
    fs::write(folder.0.join("class/a.arr"), "fun is-valid(edges, order): true end").expect("written");
    Command::new(env!("CARGO_BIN_EXE_custodiet"))
        .args([
            "grade",
            "--no-prove",
            "docs/examples/toposort-suite.json",
            &folder.path("class"),
            "-o",
            &folder.path("results"),
        ])
        .args(options)
        .current_dir(root)
        .env("NO_COLOR", "1")
        .env("XDG_DATA_HOME", folder.path("data"))
        .env_remove("CUSTODIET_PYRET")
        .output()
        .expect("the program runs")
}

fn with_prelude(folder: &Folder, prelude: &str) -> Output {
    let adapter = folder.0.join("adapter");
    fs::create_dir_all(&adapter).expect("a folder");
    for (name, text) in [("adapter.toml", ADAPTER), ("worker.py", WORKER), ("compile.py", COMPILER)] {
        fs::write(adapter.join(name), text).expect("written");
    }
    fs::write(folder.0.join("p.arr"), prelude).expect("written");
    grade(folder, &["--adapter", &folder.path("adapter"), "--prelude", &folder.path("p.arr")])
}

#[test]
fn a_prelude_that_cannot_be_used_stops_the_run() {
    let folder = Folder::new("preflight-bad");
    let output = with_prelude(&folder, "bad");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        said,
        "error: what --support and --prelude supply cannot be used: `prelude.arr` has an error on line 1: bad\n\
         help: correct the file and run the same command again; nothing was graded\n"
    );
    assert_eq!(output.status.code(), Some(2));
    // Nothing stands in the way of the next run.
    let output = with_prelude(&folder, "fine");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("1 submission · ") && folder.text("results/report.html").contains("a.arr"), "{said}");
    assert_eq!(folder.json("results/results.json")["submissions"][0]["name"], "a.arr");
}

/// The results still belong to the run before.
#[test]
fn a_run_that_was_stopped_leaves_no_trace() {
    let folder = Folder::new("preflight-trace");
    assert_eq!(with_prelude(&folder, "fine").status.code(), Some(1));
    let (adapter, class) = (folder.path("adapter"), folder.path("class"));
    assert_eq!(grade(&folder, &["--adapter", &adapter, "--fresh"]).status.code(), Some(1));
    assert_eq!(with_prelude(&folder, "bad").status.code(), Some(2));
    let suite = folder.json("results/suite.json");
    let test = suite["buckets"][0]["tests"][0]["id"].as_str().expect("a test");
    let replayed = Command::new(env!("CARGO_BIN_EXE_custodiet"))
        .args(["replay", &folder.path("results"), "a.arr", test, "--submissions", &class, "--adapter", &adapter])
        .output()
        .expect("the program runs");
    assert_eq!(replayed.status.code(), Some(0), "{}", String::from_utf8_lossy(&replayed.stderr));
}

#[test]
fn a_language_that_is_not_installed_stops_the_run() {
    let folder = Folder::new("preflight-missing");
    let output = grade(&folder, &[]);
    let said = String::from_utf8_lossy(&output.stderr);
    let expected = "error: 1 submission cannot run: pyret is not installed; run `custodiet setup pyret`\n";
    assert_eq!((&*said, output.status.code()), (expected, Some(2)));
}
