//! `custodiet suite` as a program: what it writes, and its exit codes.
//!
//! `GOLDEN=overwrite cargo test -p custodiet --test suite` rewrites the golden suite; review the diff.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value as Json, json};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn custodiet(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_custodiet"));
    command.current_dir(root()).env("NO_COLOR", "1").env("COLUMNS", "100").arg("suite").args(args);
    command.output().expect("it runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// The text without line breaks.
fn words(bytes: &[u8]) -> String {
    text(bytes).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A folder for each test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("suite-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

const TINY: &[&str] = &["problems/toposort.py", "--scope", "Vertex=3,edges=2,order=3", "--tests", "2", "--seed", "7"];

#[test]
fn a_small_suite_is_the_golden_one() {
    let focused = ["--buckets", "focused:no_new", "--outside", "1", "--jobs", "2"];
    let output = custodiet(&[TINY, &focused].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    // The problem file itself has its own tests.
    let written = text(&output.stdout);
    let lines =
        written.lines().filter(|line| !line.starts_with("    \"source\":") && !line.starts_with("    \"sha256\":"));
    let written = lines.collect::<Vec<_>>().join("\n") + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/toposort.txt");
    if std::env::var("GOLDEN").is_ok_and(|wish| wish == "overwrite") {
        std::fs::write(&path, &written).expect("a file");
    }
    let golden = std::fs::read_to_string(&path).expect("the golden suite");
    assert!(written == golden, "the suite is not the golden one:\n{written}");
}

#[test]
fn the_number_of_jobs_does_not_change_the_suite() {
    let once = custodiet(&[TINY, &["--jobs", "1"]].concat());
    assert_eq!(once.status.code(), Some(0));
    assert!(once.stdout == custodiet(&[TINY, &["--jobs", "1"]].concat()).stdout);
    assert!(once.stdout == custodiet(&[TINY, &["--jobs", "2"]].concat()).stdout);
}

#[test]
fn a_suite_is_written_whole_and_can_be_updated() {
    let folder = folder("update");
    let path = folder.join("toposort.json");
    let shown = path.to_str().expect("a path");
    let output = custodiet(&[TINY, &["-o", shown, "--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let summary: Json = serde_json::from_slice(&output.stdout).expect("JSON");
    let suite: Json = serde_json::from_str(&std::fs::read_to_string(&path).expect("the suite")).expect("JSON");
    let buckets = suite["buckets"].as_array().expect("buckets");
    assert_eq!(summary["buckets"], buckets.len());
    let tests: usize = buckets.iter().map(|bucket| bucket["tests"].as_array().expect("tests").len()).sum();
    assert_eq!(summary["tests"], tests);
    let again = folder.join("again.json");
    let output = custodiet(&[TINY, &["--update", shown, "-o", again.to_str().expect("a path")]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let again: Json = serde_json::from_str(&std::fs::read_to_string(again).expect("the suite")).expect("JSON");
    assert_eq!(again["buckets"], suite["buckets"], "nothing was lacking");
    let mut spoilt = suite.clone();
    spoilt["buckets"][0]["tests"][0]["input"]["edges"] = json!([["a", "a"]]);
    spoilt["buckets"][0]["tests"][0]["id"] = json!("spoilt");
    std::fs::write(&path, spoilt.to_string()).expect("a file");
    let output = custodiet(&[TINY, &["--update", shown, "-o", shown, "--json"]].concat());
    let summary: Json = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&summary["dropped"], &summary["tests"]), (&json!(1), &json!(tests)), "another one takes its place");
    assert_eq!(summary["edited"], 1);
    assert!(text(&output.stderr).contains("1 test dropped"), "{}", text(&output.stderr));
    // The meaning of a changed problem file is unknown.
    let mut spoilt = suite.clone();
    let source = spoilt["problem"]["source"].as_str().expect("the file").replace("<= vertices", "== vertices");
    spoilt["problem"]["source"] = json!(source);
    std::fs::write(&path, spoilt.to_string()).expect("a file");
    let output = custodiet(&[TINY, &["--update", shown, "-o", shown]].concat());
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("was changed after the suite was written"), "{}", text(&output.stderr));
    // An edited expectation is dropped.
    let mut spoilt = suite.clone();
    spoilt["buckets"][1]["tests"][0]["expect"] = json!(true);
    std::fs::write(&path, spoilt.to_string()).expect("a file");
    let output = custodiet(&[TINY, &["--update", shown, "-o", shown]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("buckets[1].tests[0].expect: must be false"), "{}", text(&output.stderr));
    // Only the requested buckets get more tests.
    std::fs::write(&path, suite.to_string()).expect("a file");
    let more = ["--update", shown, "-o", shown, "--buckets", "allprop", "--tests", "9"];
    assert_eq!(custodiet(&[&TINY[..3], &TINY[5..], &more].concat()).status.code(), Some(0));
    let updated: Json = serde_json::from_str(&std::fs::read_to_string(&path).expect("the suite")).expect("JSON");
    let number = |suite: &Json, bucket: usize| suite["buckets"][bucket]["tests"].as_array().map(Vec::len);
    assert!(number(&updated, 0) > number(&suite, 0));
    assert!((1..buckets.len()).all(|bucket| number(&updated, bucket) == number(&suite, bucket)));
    let left = std::fs::read_dir(&folder).expect("the folder").count();
    assert_eq!(left, 2, "nothing else stays behind");
}

#[test]
fn every_suite_passes_verification() {
    let folder = folder("verified");
    let written = folder.join("suite.json");
    let written = written.to_str().expect("a path");
    let verified = |args: &[&str]| {
        let output = custodiet(&[args, &["-o", written]].concat());
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
        let mut verify = Command::new(env!("CARGO_BIN_EXE_custodiet"));
        let output = verify.args(["verify", written]).output().expect("it runs");
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stdout));
    };
    verified(&[TINY, &["--outside", "3"]].concat());
    verified(&[TINY, &["--mix", "small:1,large:1"]].concat());
    verified(&[TINY, &["--engine", "random"]].concat());
    verified(&["problems/change.py", "--engine", "random", "--tests", "3", "--seed", "1"]);
    // With another error subproperty the old tests stay, some of them in other buckets.
    let old = folder.join("old.json");
    let old = old.to_str().expect("a path");
    let other = custodiet(&["problems/sortacle.py", "--update", written]);
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other.stderr).contains("a suite of `change`, not of `sortacle`"));
    assert_eq!(custodiet(&["problems/sortacle.py", "--tests", "4", "-o", old]).status.code(), Some(0));
    let source = std::fs::read_to_string(root().join("problems/sortacle.py")).expect("the problem");
    let more = "\n\n@error_subproperty(instead_of=[\"ordered\"])\ndef first_is_youngest(people_out):\n    \
                \"\"\"Looks at the first person only.\"\"\"\n    \
                return all(people_out[0].age <= person.age for person in people_out)\n";
    let changed = folder.join("sortacle.py");
    std::fs::write(&changed, source + more).expect("a file");
    let changed = changed.to_str().expect("a path");
    verified(&[changed, "--tests", "4", "--update", old]);
    let suite: Json = serde_json::from_str(&std::fs::read_to_string(written).expect("the suite")).expect("JSON");
    let smallest = |bucket: &Json| bucket["tests"][0]["kind"] == "smallest";
    assert!(suite["buckets"].as_array().expect("buckets").iter().all(smallest));
}

#[test]
fn failures_are_explained() {
    let folder = folder("wrong");
    let not_a_suite = folder.join("not.json");
    std::fs::write(&not_a_suite, "{}").expect("a file");
    let cases: &[(&[&str], i32, &str)] = &[
        (&["--buckets", "sortedness"], 1, "no pair of the scope is in such a bucket"),
        (&["--time-limit", "0.000001", "--buckets", "sortedness"], 1, "no pair was found within the time limit"),
        (&["--buckets", "no_old"], 2, "there is no subproperty `no_old`"),
        (&["--mix", "huge:1"], 2, "there is no kind `huge`"),
        (&["--tests", "0"], 2, "0 is not in 1..=1000"),
        (&["--tests", "-1"], 2, "-1 is not in 1..=1000"),
        (&["--outside", "-1"], 2, "-1 is not in 0..=1000"),
        (&["--mix", "small:1,small:2"], 2, "`small` is given twice; give each kind one share"),
        (&["--mix", "small:1,large:1", "--engine", "solver"], 2, "leave `large` out, or use `--engine both`"),
        (&["--buckets", "focused:"], 2, "no subproperty is named; the subproperties are `no_new`"),
        (&["--buckets", "focused:SAME"], 2, "the groups are `SAME-ELEMENTS`"),
        (&["--buckets", "no_new,,uniqueness"], 2, "a name is missing between two commas"),
        (&["-o", "/proc/x"], 2, "no file can be created in `/proc`\nhelp: choose another folder"),
        (&["--scope", "Vertices=3"], 2, "--scope"),
        (&["--json"], 2, "--output"),
        (&["-o", folder.to_str().expect("a path")], 2, "it is a folder"),
        (&["-o", "problems/../problems/toposort.py"], 2, "is the problem file\nhelp: choose another name"),
        (&["--update", "nowhere.json"], 2, "cannot read `nowhere.json`"),
        (&["--update", not_a_suite.to_str().expect("a path")], 2, "give a file that `custodiet suite` wrote"),
    ];
    for (args, code, said) in cases {
        let output = custodiet(&[&["problems/toposort.py"], *args].concat());
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(*code), "{args:?}: {errors}");
        assert!(errors.contains(said), "{args:?}: {errors}");
        assert!(output.stdout.is_empty(), "{args:?}");
    }
}

/// A problem with a large scope; only long outputs fail the second subproperty.
fn with_large_scope(scope: &str, precondition: &str) -> String {
    format!(
        r#""""Copy a list."""
from custodiet import Atom, Input, Output, precondition, scope, subproperty

class Item(Atom):
    """Anything."""

def is_valid(items: Input[list[Item]], out: Output[list[Item]]) -> bool:
    return items == out

scope({scope})
scope.large(Item=6, items=8, out=8)

@precondition
def long_enough(items):
    """There is something to copy."""
    return {precondition}

@subproperty(hint="What if?")
def same(items, out):
    """The output is the input."""
    return items == out

@subproperty(hint="What if?")
def not_too_long(out):
    """At most three."""
    return len(out) < 4 or not out
"#
    )
}

#[test]
fn buckets_only_in_the_large_scope_are_counted() {
    let folder = folder("only-large");
    let file = folder.join("copy.py");
    let source = with_large_scope("Item=3, items=2, out=2", "len(items) > 0")
        .replace("return items == out\n\nscope", "return items == out and len(out) < 4\n\nscope");
    std::fs::write(&file, source).expect("a file");
    let (file, written) = (file.to_str().expect("a path"), folder.join("copy.json"));
    let written = written.to_str().expect("a path");
    let output = custodiet(&[file, "--tests", "4", "-o", written]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let said = words(&output.stdout);
    assert!(said.contains("4 buckets: 1 positive, 3 negative"), "{said}");
    assert!(said.contains("2 of these only in the large scope: contradictory within the scope"), "{said}");
    let mut verify = Command::new(env!("CARGO_BIN_EXE_custodiet"));
    let said = words(&verify.args(["verify", written]).output().expect("it runs").stdout);
    let buckets = "4 with tests, 2 of them in the large scope only; 2 of 4 contradictory within the scope";
    assert!(said.contains(buckets), "{said}");
}

#[test]
fn a_scope_without_valid_pairs_is_reported() {
    let file = folder("empty-scope").join("copy.py");
    std::fs::write(&file, with_large_scope("Item=3, items=2, out=2", "len(items) > 3")).expect("a file");
    let output = custodiet(&[file.to_str().expect("a path")]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.contains("no valid pair exists within the scope") && said.contains("`--scope`"), "{said}");
}

#[test]
fn buckets_that_sampling_misses_are_never_contradictory() {
    let folder = folder("not-found");
    let written = folder.join("suite.json");
    let written = written.to_str().expect("a path");
    let output = custodiet(&[TINY, &["--engine", "random", "-o", written]].concat());
    let said = words(&output.stdout);
    assert!(said.contains(" of 64 buckets not found after ") && said.contains("may still be concretizable"), "{said}");
    assert!(!said.contains("contradictory"), "{said}");
    let suite: Json = serde_json::from_str(&std::fs::read_to_string(written).expect("the suite")).expect("JSON");
    let listed = suite["buckets"].as_array().expect("buckets").len();
    let not_found = &suite["contradictory"]["not_found"];
    assert_eq!(not_found["buckets"], json!(64 - listed));
    assert!(not_found["candidates"].as_u64().is_some_and(|number| number > 1_000_000), "{not_found}");
    let output = custodiet(&[TINY, &["--engine", "random", "-o", written, "--json"]].concat());
    let summary: Json = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(summary["not_found"], *not_found);
    let mut verify = Command::new(env!("CARGO_BIN_EXE_custodiet"));
    let said = words(&verify.args(["verify", written]).output().expect("it runs").stdout);
    assert!(said.contains(" of 64 not found after "), "{said}");
}

#[test]
fn mistakes_in_the_problem_file_are_reported() {
    let folder = folder("faults");
    let (file, written) = (folder.join("copy.py"), folder.join("copy.json"));
    let (file, written) = (file.to_str().expect("a path"), written.to_str().expect("a path"));
    let source = with_large_scope("Item=3, items=2, out=2", "True");
    // The second subproperty is weaker than the reference on long lists; large tests show it.
    std::fs::write(file, &source).expect("a file");
    let output = custodiet(&[file, "-o", written]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("together do not equal `is_valid`\n  is_valid("), "{said}");
    assert!(said.contains("returns True, but NOT-TOO-LONG fails") && said.contains("custodiet analyze"), "{said}");
    assert!(!Path::new(written).exists());
    let output = custodiet(&[file, "-o", written, "--json"]);
    let said: Json = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        (&said["difference"]["reference"], &said["difference"]["fails"]),
        (&json!(true), &json!(["not_too_long"]))
    );
    // A function that raises: a warning.
    std::fs::write(file, source.replace("len(out) < 4 or not out", "out[0] == out[0]")).expect("a file");
    let output = custodiet(&[file, "-o", written]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let said = words(&output.stdout);
    assert!(said.contains("warning: `not_too_long` raises IndexError on is_valid([], [])"), "{said}");
    assert!(said.contains("custodiet"), "{said}");
}

#[test]
fn too_few_outside_pairs_are_explained() {
    let tiny = ["problems/toposort.py", "--scope", "Vertex=2,edges=1,order=1", "--tests", "1"];
    let output = custodiet(&[&tiny[..], &["--outside", "9", "-o", "/dev/null"]].concat());
    let said = words(&output.stdout);
    assert!(said.contains("fewer outside pairs than requested:"), "{said}");
    assert!(said.contains(" of 9 · no more found among 20000 candidates"), "{said}");
    let output = custodiet(&["problems/dedupe.py", "--tests", "1", "--outside", "2", "-o", "/dev/null"]);
    let said = words(&output.stdout);
    assert!(said.contains("no outside pairs: the problem has no preconditions"), "{said}");
}

#[test]
fn a_suite_that_was_stopped_early_is_verified_as_such() {
    let folder = folder("early");
    let written = folder.join("suite.json");
    let written = written.to_str().expect("a path");
    // Listing the valid inputs takes longer than this.
    let output = custodiet(&["problems/coloring.py", "--time-limit", "0.2", "-o", written]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let said = words(&output.stdout);
    assert!(said.contains("stopped early by the time limit: "), "{said}");
    assert!(said.contains("run the same command again with `--update"), "{said}");
    let run = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_custodiet")).args(args).output().expect("it runs");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
        text(&output.stdout)
    };
    let said = run(&["verify", written, "--replay"]);
    assert!(said.contains("stopped early by the time limit: "), "{said}");
    let said: Json = serde_json::from_str(&run(&["verify", written, "--replay", "--json"])).expect("JSON");
    assert_eq!(said["stopped_early"], json!(true));
    assert!(said["tests"].as_u64().is_some_and(|tests| tests > 0), "{said}");
}

#[test]
fn without_a_large_scope_there_are_no_walks() {
    let file = folder("no-large").join("copy.py");
    let source = with_large_scope("Item=2, items=1, out=1", "True");
    std::fs::write(&file, source.replace("scope.large(Item=6, items=8, out=8)\n", "")).expect("a file");
    let file = file.to_str().expect("a path");
    for engine in ["both", "random"] {
        let output = custodiet(&[file, "--tests", "20", "--engine", engine, "-o", "/dev/null"]);
        let said = words(&output.stdout);
        assert!(said.contains("fewer tests than requested") && !said.contains("walks"), "{said}");
    }
}
