//! The JSON of `custodiet analyze`, and its behavior on unusual files and options.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn analyze(file: &str, options: &[&str], columns: usize) -> (i32, String, String) {
    let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_custodiet"))
        .args(["analyze", file])
        .args(options)
        .current_dir(root())
        .env("COLUMNS", columns.to_string())
        .output()
        .expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code().expect("an exit code"), text(stdout), text(stderr))
}

fn as_json(file: &str, options: &[&str]) -> (i32, Value) {
    let (code, text, errors) = analyze(file, &[options, &["--json"]].concat(), 100);
    assert_eq!(errors, "");
    (code, serde_json::from_str(&text).expect("JSON"))
}

const TOPOSORT: &str = "problems/toposort.py";
const LEADER: &str = "crates/custodiet/tests/cmd/analyze.in/leader.py";
const LETTERS: &str = "crates/custodiet/tests/cmd/analyze.in/first_letters.py";

#[test]
fn a_sound_problem_as_json() {
    let (code, found) = as_json(TOPOSORT, &[]);
    assert_eq!(code, 0);
    let keys: Vec<&String> = found.as_object().expect("an object").keys().collect();
    assert_eq!(
        keys[..12],
        [
            "problem",
            "scope",
            "subproperties",
            "concretizable",
            "positive",
            "contradictory",
            "implications",
            "basis",
            "independent",
            "complete",
            "raises",
            "seconds"
        ]
    );
    assert_eq!(found["problem"], "toposort");
    assert_eq!(found["scope"], json!({ "Vertex": 5, "edges": 5, "order": 6 }));
    let buckets = found["concretizable"].as_array().expect("an array");
    assert_eq!((buckets.len(), &found["contradictory"]), (37, &json!(27)));
    assert_eq!(buckets[..3], [json!([]), json!(["no_new", "none_dropped"]), json!(["no_new", "same_num_vertices"])]);
    assert_eq!(found["positive"], json!([[]]));
    assert_eq!(found["implications"].as_array().map(Vec::len), Some(9));
    assert_eq!(
        found["basis"][0],
        json!({ "if": ["none_dropped", "same_num_vertices"], "then": ["no_new"], "any_order": true })
    );
    assert_eq!(
        (&found["independent"], &found["complete"], &found["raises"]),
        (&json!(false), &json!(true), &json!([]))
    );
    let steps: Vec<&String> = found["seconds"].as_object().expect("an object").keys().collect();
    assert_eq!(steps, ["order", "compile", "buckets", "implications", "exceptions", "completeness"]);
    assert!(found["seconds"]["compile"].is_f64() && found["figures"]["gates"].is_u64());
    assert_eq!((&found["decided"], &found["difference"]), (&json!(true), &json!(null)));
    assert_eq!((&found["redundant"], &found["complete_caveats"]), (&json!([]), &json!([])));
    assert_eq!(found["never_alone"][0], json!({ "name": "no_new", "with": [["none_dropped"], ["same_num_vertices"]] }));
}

#[test]
fn the_solvers_agree_with_and_without_symmetry() {
    let without_times = |options: &[&str]| {
        let (code, mut found) = as_json(TOPOSORT, options);
        assert_eq!(code, 0);
        let object = found.as_object_mut().expect("an object");
        object.remove("seconds");
        object.remove("figures");
        found
    };
    let scope = ["--scope", "Vertex=4,edges=3,order=4"];
    let expected = without_times(&scope);
    assert_eq!(without_times(&[&scope[..], &["--solver", "batsat"]].concat()), expected);
    assert_eq!(without_times(&[&scope[..], &["--no-symmetry"]].concat()), expected);
}

#[test]
fn a_file_that_raises_and_is_incomplete_exits_with_1() {
    let (code, found) = as_json(LEADER, &[]);
    assert_eq!(code, 1);
    let pair = |items: &[&str], first: &[&str]| json!({ "input": { "items": items }, "output": { "first": first } });
    assert_eq!(
        found["raises"],
        json!([{ "function": "same", "exception": "IndexError", "pair": pair(&[], &["a"]), "line": 33 }])
    );
    assert_eq!(found["complete"], false);
    assert_eq!(found["difference"], json!({ "pair": pair(&["a"], &["a", "a"]), "reference": false, "fails": [] }));
    assert_eq!(found["not_implied"][0]["name"], "never_again");
    assert_eq!((&found["independent"], &found["contradictory"]), (&json!(true), &json!(0)));
}

#[test]
fn implications_that_vanish_in_larger_scopes() {
    let (code, found) = as_json(LETTERS, &["--grow", "1"]);
    assert_eq!(code, 0);
    assert_eq!((&found["complete"], &found["always_true"]), (&json!(null), &json!(["at_most_two"])));
    assert_eq!((&found["decided"], &found["redundant"]), (&json!(true), &json!(["no_longer"])));
    let grown = &found["grow"]["scopes"][0];
    assert_eq!(grown["scope"], json!({ "Letter": 3, "word": 3, "kept": 3 }));
    let pair = json!({ "input": { "word": ["a", "a", "a"] }, "output": { "kept": ["a", "a", "a"] } });
    assert_eq!(
        grown["vanished"],
        json!([{ "if": [], "then": ["at_most_two"], "fails": ["at_most_two"], "pair": pair }])
    );
}

#[test]
fn why_a_bucket_is_contradictory() {
    for name in ["at_most_two", "AT-MOST-TWO", " at-most-two ,"] {
        let (code, found) = as_json(LETTERS, &["--why", name]);
        assert_eq!(code, 0);
        assert_eq!((&found["bucket"], &found["concretizable"]), (&json!(["at_most_two"]), &json!(false)));
        assert_eq!(
            found["reasons"],
            json!({
                "hold": [],
                "fail": ["at_most_two"],
                "do_not_raise": [],
                "preconditions": [],
                "bounds": ["kept"],
                "bounds_unknown": null,
                "minimal": true,
            })
        );
    }
    let (_, found) = as_json(LETTERS, &["--why", "allprop"]);
    assert_eq!((&found["bucket"], &found["concretizable"]), (&json!([]), &json!(true)));
    assert_eq!(found["pair"], json!({ "input": { "word": [] }, "output": { "kept": [] } }));
    let (_, found) = as_json(TOPOSORT, &["--why", "SAME-ELEMENTS"]);
    assert_eq!(found["bucket"], json!(["no_new", "none_dropped"]));
}

#[test]
fn two_functions_compared() {
    let (code, found) = as_json(LETTERS, &["--compare", "PREFIX", "no_longer"]);
    assert_eq!((code, &found["relation"]), (0, &json!("implies")));
    assert_eq!(found["functions"], json!(["prefix", "no_longer"]));
    assert_eq!((&found["only_first"], &found["raises"]), (&json!(null), &json!(null)));
    assert_eq!(found["only_second"], json!({ "input": { "word": ["a"] }, "output": { "kept": ["b"] } }));
    let (_, found) = as_json(LETTERS, &["--compare", "no_longer", "prefix"]);
    assert_eq!(found["relation"], "implied");
    let (_, found) = as_json(LETTERS, &["--compare", "prefix", "at_most_two"]);
    assert_eq!(found["relation"], "implies");
    let (code, found) = as_json(LEADER, &["--compare", "same", "known"]);
    assert_eq!((code, &found["relation"]), (1, &json!("overlap")));
    assert!(found["raises"].is_object());
}

#[test]
fn what_the_solver_cannot_decide_is_reported() {
    let hurry = ["--time-limit", "0.000000001"];
    let (code, found) = as_json(LEADER, &hurry);
    assert_eq!(code, 1);
    assert_eq!((&found["implications"], &found["redundant"]), (&json!(null), &json!(null)));
    assert_eq!((&found["decided"], &found["contradictory"]), (&json!(false), &json!(null)));
    assert_eq!((&found["independent"], &found["complete"]), (&json!(null), &json!(null)));
    assert_eq!(found["may_raise"], json!([{ "function": "same", "exception": "IndexError" }]));
    let (_, text, _) = analyze(LEADER, &hurry, 100);
    assert!(text.contains("undecided: whether `same` raises IndexError; the solver gave up"), "{text}");
    let (_, found) = as_json(LEADER, &[&hurry[..], &["--why", "same"]].concat());
    assert_eq!((&found["concretizable"], &found["reasons"]), (&json!(null), &json!(null)));
    let (_, found) = as_json(LEADER, &[&hurry[..], &["--compare", "same", "known"]].concat());
    assert_eq!(found["relation"], json!(null));
    assert_eq!(found["undecided"].as_array().map(Vec::len), Some(5));
}

#[test]
fn a_function_that_takes_long_to_compile_is_named() {
    let (code, text, errors) = analyze("problems/coloring.py", &["--time-limit", "0.000000001"], 100);
    assert_eq!(code, 1, "{errors}");
    assert!(text.contains("time ran out while `enough_colors` was being compiled"), "{text}");
    assert!(text.contains("reduce the scope with `--scope`, as `custodiet check` suggests"), "{text}");
    assert!(text.matches("error[C050]").count() == 1 && !text.contains("concretizable"), "{text}");
}

#[test]
fn invalid_options_are_rejected() {
    for (options, message) in [
        (&["--scope", "Itm=2"][..], "error: --scope: there is no `Itm` to bound; did you mean `Item`?\n"),
        (&["--why", "sme"], "error: --why: there is no subproperty `sme`; did you mean `same`?\n"),
        (
            &["--compare", "same", "sorted"],
            "error: --compare: the file has no function `sorted`\nhelp: the functions are `is_valid`, ",
        ),
        (&["--why", "same,,sorted"], "error: --why: a name is missing between two commas; write one comma"),
        (
            &["--engine", "random", "--proof", "dir"],
            "error: --proof has no effect with `--engine random`, which does not use the solver\nhelp: leave it out",
        ),
        (&["--engine", "random", "--grow"], "error: --grow has no effect with `--engine random`"),
        (&["--engine", "random", "--solver", "cadical"], "error: --solver has no effect with `--engine random`"),
        (&["--engine", "random", "--no-symmetry"], "error: --no-symmetry has no effect with `--engine random`"),
        (
            &["--candidates", "9"],
            "error: --candidates has no effect with `--engine solver`, which draws no pairs\nhelp: leave it out, or use `--engine random`",
        ),
        (&["--candidates", "-1"], "error: invalid value '-1' for '--candidates <N>'"),
        (&["--solver", "z3"], "error: invalid value 'z3' for '--solver <SOLVER>'"),
        (&["--compare", "same", "SAME"], "error: --compare: SAME is given twice\nhelp: give two different functions\n"),
        (
            &["--compare", "is_valid", "is_valid"],
            "error: --compare: `is_valid` is given twice\nhelp: give two different functions\n",
        ),
        (
            &["--why", ""],
            "error: --why: no subproperty is named; write `allprop` for the bucket in which every subproperty holds\n",
        ),
        (&["--why", " , "], "error: --why: no subproperty is named"),
        (
            &["--why", "same,allprop"],
            "error: --why: `allprop` means that nothing fails; use it alone, or leave it out\n",
        ),
        (
            &["--scope", "items=18446744073709551616"],
            "error: --scope: `items=18446744073709551616`: a count is at most ",
        ),
        (
            &["--time-limit", "-1"],
            "error: invalid value '-1' for '--time-limit <SECONDS>': pass a number of seconds above 0, up to 86400\n",
        ),
        (
            &["--time-limit", "0"],
            "error: invalid value '0' for '--time-limit <SECONDS>': pass a number of seconds above 0, up to 86400",
        ),
        (
            &["--time-limit", "1e99"],
            "error: invalid value '1e99' for '--time-limit <SECONDS>': pass a number of seconds above 0, up to 86400",
        ),
        (&["--grow", "-1"], "error: invalid value '-1' for '--grow [<N>]': -1 is not in 1..=9"),
        (&["--grow", "0"], "error: invalid value '0' for '--grow [<N>]'"),
        (&["--why", "same", "--grow"], "error: the argument '--why <NAMES>' cannot be used with '--grow [<N>]'"),
    ] {
        let (code, text, errors) = analyze(LEADER, options, 100);
        assert_eq!((code, &*text), (2, ""), "{errors}");
        assert!(errors.starts_with(message), "{errors}");
    }
}

#[test]
fn proofs_are_written_and_checked() {
    let dir = std::env::temp_dir().join(format!("custodiet-analyze-proof-{}", std::process::id()));
    let path = dir.to_str().expect("UTF-8");
    let (code, found) = as_json(LETTERS, &["--proof", path]);
    assert_eq!((code, &found["proof"]["proofs"], &found["proof"]["buckets"]), (0, &json!(3), &json!(5)));
    let checked = Command::new(env!("CARGO_BIN_EXE_custodiet")).args(["check-proof", path]).output();
    assert!(checked.expect("the program runs").status.success());
    std::fs::remove_dir_all(&dir).expect("a folder");
    // An undecided analysis is shown, but has no proofs.
    let (code, text, errors) = analyze(LETTERS, &["--proof", path, "--time-limit", "0.000000001"], 100);
    assert_eq!((code, dir.exists()), (1, false));
    assert!(
        text.contains("The 16 buckets are undecided")
            && errors.starts_with("error: --proof: some buckets are undecided")
    );
    // A folder that cannot be written is reported before the analysis, and no folder is created.
    let below = "Cargo.toml/a/b";
    for (dir, message) in [("docs", "error: --proof: `docs` is in the way"), (below, "error: --proof: ")] {
        let (code, text, errors) = analyze(LETTERS, &["--proof", dir], 100);
        assert_eq!((code, &*text), (2, ""));
        assert!(errors.starts_with(message), "{errors}");
    }
    let nested = format!("{path}/a/b");
    let (code, ..) = analyze(LETTERS, &["--proof", &nested, "--time-limit", "0.000000001"], 100);
    assert_eq!((code, dir.exists()), (1, false), "folders on the way are gone too");
}

/// The text says "where nothing raises", and so does the JSON.
#[test]
fn completeness_has_the_same_caveat_in_text_and_json() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("first.py");
    let source = r#""""Return the first element."""
from typing import NewType

from custodiet import Input, Output, scope, subproperty

Number = NewType("Number", int)

def is_valid(numbers: Input[list[Number]], first: Output[Number]) -> bool:
    return numbers[0] == first

scope(Number=range(2), numbers=2)

@subproperty
def is_first(numbers, first):
    """It is the first element."""
    return numbers[0] == first
"#;
    std::fs::write(&file, source).expect("a file");
    let file = file.to_str().expect("UTF-8");
    let (code, text, _) = analyze(file, &[], 100);
    assert_eq!(code, 1);
    assert!(text.contains("the required subproperties together equal `is_valid`, where nothing raises"), "{text}");
    let (_, found) = as_json(file, &[]);
    assert_eq!((&found["complete"], &found["complete_caveats"]), (&json!(true), &json!(["raises"])));
}

/// `first` raises whenever the output is empty; only that keeps pairs out of the bucket.
const RAISING: &str = "crates/custodiet/tests/cmd/analyze.in/raising.py";

#[test]
fn not_raising_can_be_the_reason() {
    let (_, found) = as_json(RAISING, &["--why", "some,first"]);
    assert_eq!(found["concretizable"], false);
    let reasons = &found["reasons"];
    assert_eq!((&reasons["fail"], &reasons["do_not_raise"]), (&json!(["some"]), &json!(["first"])));
    assert_eq!((&reasons["hold"], &reasons["bounds"]), (&json!([]), &json!([])));
    let (_, text, _) = analyze(RAISING, &["--why", "some,first"], 100);
    assert!(text.contains("does not raise  FIRST\n"), "{text}");
    assert!(text.contains("\nso: wherever the other conditions hold, FIRST raises\n"), "{text}");
    let (_, checked, _) = proof_of(RAISING);
    let line = "left out     pairs on which `first` raises, if any; `custodiet analyze` shows them";
    assert!(checked.contains(line), "{checked}");
}

/// The output of `check-proof` on the proofs of a problem.
fn proof_of(file: &str) -> (i32, String, String) {
    let dir = std::env::temp_dir().join(format!("custodiet-analyze-proof-of-{}", std::process::id()));
    let path = dir.to_str().expect("UTF-8");
    analyze(file, &["--proof", path], 100);
    let checked = Command::new(env!("CARGO_BIN_EXE_custodiet")).args(["check-proof", path]).output();
    let Output { status, stdout, stderr } = checked.expect("the program runs");
    std::fs::remove_dir_all(&dir).expect("a folder");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code().expect("an exit code"), text(stdout), text(stderr))
}

#[test]
fn redundant_subproperties_that_cannot_all_be_removed() {
    let (_, found) = as_json(RAISING, &[]);
    assert_eq!((&found["redundant"], &found["spare"]), (&json!(["short", "again"]), &json!(["short"])));
    let (_, text, _) = analyze(RAISING, &[], 100);
    assert!(text.contains("! not all of these can be removed at once: without SHORT, AGAIN is needed\n"), "{text}");
}

#[test]
fn problem_files_are_not_read_from_standard_input() {
    let (code, _, text) = analyze("-", &[], 100);
    assert_eq!(code, 2);
    assert!(text.starts_with("error[C001]: cannot read `-`: a problem file is not read from standard input"), "{text}");
}

#[test]
fn nothing_is_wider_than_the_terminal() {
    for width in [60, 80, 140] {
        for options in
            [&[][..], &["--all"], &["--grow", "1"], &["--why", "no_new"], &["--compare", "no_new", "is_valid"]]
        {
            let (_, text, _) = analyze(TOPOSORT, &[options, &["--scope", "Vertex=3,edges=3,order=4"]].concat(), width);
            // Commands to be copied may be longer.
            let shown = text.lines().filter(|line| !line.starts_with("next: "));
            assert!(shown.into_iter().all(|line| line.chars().count() <= width), "{text}");
        }
    }
}

/// The example in `docs/diagnostics.md` of what cannot be analyzed.
#[test]
fn the_documented_refusals() {
    let page = std::fs::read_to_string(root().join("docs/diagnostics.md")).expect("the page");
    let mut codes = Vec::new();
    for part in page.split("```python analyze\n").skip(1) {
        let (example, rest) = part.split_once("```\n```text\n").expect("its message");
        let (message, _) = rest.split_once("```").expect("an end");
        let file = Scratch::new(example);
        let path = file.0.to_str().expect("UTF-8");
        let (code, text, errors) = analyze(path, &[], 100);
        assert_eq!((code, &*errors), (1, ""));
        assert!(text.starts_with(message), "{text}");
        let (code, found) = as_json(path, &[]);
        assert_eq!(code, 1);
        codes.push(found["diagnostics"][0]["code"].clone());
    }
    assert_eq!(codes, [json!("C050"), json!("C051")]);
}

#[test]
fn an_endless_loop_is_marked_where_it_begins() {
    let (code, found) = as_json("crates/custodiet/tests/cmd/analyze.in/endless.py", &[]);
    let refusal = &found["diagnostics"][0];
    assert_eq!((code, &refusal["code"], &refusal["line"]), (1, &json!("C050"), &json!(16)));
    let (_, text, _) = analyze("crates/custodiet/tests/cmd/analyze.in/endless.py", &[], 100);
    assert!(text.contains("error[C050]: `right` does not end"), "{text}");
    assert!(text.contains("it is still running after 20 million steps for is_valid("), "{text}");
    assert!(text.contains("exclude such pairs with a precondition"), "{text}");
}

#[test]
fn the_random_engine_takes_a_time_limit() {
    let (code, found) = as_json(TOPOSORT, &["--engine", "random", "--time-limit", "0.000000001"]);
    assert_eq!((code, &found["candidates"]), (0, &json!(0)));
}

/// A temporary file.
struct Scratch(PathBuf);

impl Scratch {
    fn new(text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("custodiet_analyze_{}.py", std::process::id()));
        std::fs::write(&path, text).expect("a temporary file");
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Preconditions are compared on pairs that satisfy those before them.
#[test]
fn preconditions_are_compared_in_the_order_of_the_file() {
    let (code, found) = as_json("problems/toposort.py", &["--compare", "distinct_edges", "acyclic"]);
    assert_eq!((code, &found["relation"]), (0, &json!("implied")));
    assert!(found["only_first"].is_object());
}

#[test]
fn the_next_command_keeps_the_scope() {
    let (_, text, _) = analyze("problems/toposort.py", &["--scope", "Vertex=3,edges=2,order=3"], 200);
    assert!(
        text.contains("custodiet suite problems/toposort.py --scope Vertex=3,edges=2,order=3 -o toposort.json"),
        "{text}"
    );
}

#[test]
fn random_pairs_never_prove_a_contradiction() {
    let (code, found) = as_json(TOPOSORT, &["--engine", "random"]);
    assert_eq!((code, &found["not_found"]["buckets"]), (0, &json!(64 - 37)));
    assert!(found["not_found"]["candidates"].as_u64() > found["candidates"].as_u64(), "{}", found["not_found"]);
    let (_, text, _) = analyze(TOPOSORT, &["--engine", "random", "--candidates", "1000"], 300);
    assert!(text.contains(" of 64 buckets found; ") && text.contains(" not found after "), "{text}");
    assert!(text.contains("candidates, but they may still be concretizable. 1000 pairs were drawn"), "{text}");
    assert!(!text.contains("contradictory"), "{text}");
}
