//! The JSON of `custodiet explain`, and its behavior on unusual inputs.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

/// Explains the pair given on standard input; returns exit code, output and errors.
fn explain(file: &str, pair: &str, options: &[&str]) -> (i32, String, String) {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut child = Command::new(env!("CARGO_BIN_EXE_custodiet"))
        .args(["explain", file, "-"])
        .args(options)
        .current_dir(root)
        .env("COLUMNS", "100")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    // The program may exit before it has read everything.
    let _ = stdin.write_all(pair.as_bytes());
    drop(stdin);
    let Output { status, stdout, stderr } = child.wait_with_output().expect("an end");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code().expect("an exit code"), text(stdout), text(stderr))
}

fn as_json(file: &str, pair: &Value) -> (i32, Value) {
    let (code, text, errors) = explain(file, &pair.to_string(), &["--json"]);
    assert_eq!(errors, "");
    (code, serde_json::from_str(&text).expect("JSON"))
}

const TOPOSORT: &str = "problems/toposort.py";
const LEADER: &str = "crates/custodiet/tests/cmd/explain.in/leader.py";

fn toposort(edges: &Value, order: &Value) -> Value {
    json!({ "input": { "edges": edges }, "output": { "order": order } })
}

fn leader(items: &[&str], first: &[&str]) -> Value {
    json!({ "input": { "items": items }, "output": { "first": first } })
}

#[test]
fn a_wrong_pair_as_json() {
    let (code, found) = as_json(TOPOSORT, &toposort(&json!([["a", "b"]]), &json!(["a", "b", "b"])));
    assert_eq!(code, 1);
    let keys: Vec<&String> = found.as_object().expect("an object").keys().collect();
    assert_eq!(
        keys,
        [
            "valid_input",
            "fails",
            "holds",
            "where",
            "preconditions",
            "raises",
            "not_asked",
            "in_scope",
            "beyond_scope",
            "positive",
            "reference"
        ]
    );
    assert_eq!(found["valid_input"], true);
    assert_eq!(found["fails"], json!(["uniqueness", "same_num_vertices"]));
    assert_eq!(found["holds"], json!(["no_new", "none_dropped", "sortedness", "incoming_edge_count"]));
    assert_eq!(found["preconditions"], json!({ "holds": ["distinct_edges", "acyclic"], "fails": [] }));
    assert_eq!(found["raises"], json!({}));
    assert_eq!((&found["in_scope"], &found["beyond_scope"]), (&json!(true), &json!([])));
    assert_eq!((&found["positive"], &found["reference"]), (&json!(false), &json!(false)));
    let place = &found["where"]["uniqueness"];
    assert_eq!(place["bindings"], json!([{ "name": "vertex", "value": "b", "index": 2 }]));
    assert_eq!(place["expression"], "vertex in seen");
    assert!(place["line"].is_u64() && place["reason"].is_string());
    assert!(place["text"].as_str().expect("a text").starts_with("vertex = \"b\" (index 2 of order): "));
    let failing: Vec<&String> = found["where"].as_object().expect("an object").keys().collect();
    assert_eq!(failing, ["uniqueness", "same_num_vertices"]);
}

#[test]
fn a_correct_pair_as_json() {
    let (code, found) = as_json(TOPOSORT, &toposort(&json!([[1, 2]]), &json!([1, 2])));
    assert_eq!(code, 0);
    assert_eq!((&found["positive"], &found["reference"]), (&json!(true), &json!(true)));
    assert_eq!((&found["fails"], &found["where"]), (&json!([]), &json!({})));
}

#[test]
fn an_invalid_input_as_json() {
    let (code, found) = as_json(TOPOSORT, &toposort(&json!([["a", "a"]]), &json!(["a"])));
    assert_eq!(code, 1);
    assert_eq!((&found["valid_input"], &found["positive"]), (&json!(false), &json!(null)));
    assert_eq!(found["preconditions"], json!({ "holds": ["distinct_edges"], "fails": ["acyclic"] }));
    assert!(found["where"]["acyclic"].is_object());
}

#[test]
fn a_precondition_on_outputs_does_not_make_the_input_invalid() {
    let (code, found) = as_json(LEADER, &leader(&["a", "b"], &[]));
    assert_eq!(code, 1);
    assert_eq!((&found["valid_input"], &found["positive"]), (&json!(true), &json!(null)));
    assert_eq!(found["preconditions"]["fails"], json!(["answered"]));
}

#[test]
fn an_exception_is_named_with_its_line() {
    let (code, found) = as_json(LEADER, &leader(&[], &["a"]));
    assert_eq!(code, 1);
    assert_eq!(found["positive"], json!(null));
    assert_eq!(
        found["raises"],
        json!({ "same": { "exception": "IndexError", "message": "list index out of range", "line": 33 } })
    );
    assert_eq!(found["fails"], json!(["known", "never_again"]));
}

#[test]
fn a_contradicting_reference_exits_with_1() {
    let (code, found) = as_json(LEADER, &leader(&["a", "b"], &["a", "b"]));
    assert_eq!(code, 1);
    assert_eq!((&found["positive"], &found["reference"]), (&json!(true), &json!(false)));
}

#[test]
fn a_pair_outside_the_scope_is_explained_and_marked() {
    let (code, found) = as_json(LEADER, &leader(&["a", "b", "c", "d"], &["a"]));
    assert_eq!(code, 0);
    assert_eq!(found["in_scope"], false);
    assert_eq!(
        found["beyond_scope"],
        json!([
            "the pair has 4 different `Item` values, the scope allows 3",
            "`items` has 4 elements, the scope allows 3"
        ])
    );
}

#[test]
fn values_of_every_kind_round_trip() {
    let hires = json!({"set": [{"company": 0, "candidate": 1}, {"company": 1, "candidate": 1}]});
    let pair = json!({"input": {"companies": [[0]], "candidates": [[0]]}, "output": {"hires": hires}});
    let (code, found) = as_json("problems/matcher.py", &pair);
    assert_eq!(code, 1);
    let bindings = &found["where"]["no_new_company"]["bindings"];
    assert_eq!(bindings[0]["value"], json!({"company": 1, "candidate": 1}));
}

#[test]
fn invalid_pairs_are_incorrect_usage() {
    let deep = "[".repeat(100_000);
    let long = format!("\"{}\"", "x".repeat(17 << 20));
    let digits = format!("{{\"input\": {{\"edges\": []}}, \"output\": {{\"order\": [{}]}}}}", "9".repeat(20));
    for (pair, message) in [
        ("", "error: standard input: the input is empty\n"),
        ("{\"input\":\n  nul}", "error: standard input:2:6: not JSON: expected ident\n"),
        ("3", "error: standard input: a pair is an object: {\"input\": {…}, \"output\": {…}}\n"),
        (
            "{\"input\": {\"edges\": [[\"a\"]]}, \"output\": {\"order\": []}}",
            "error: standard input: input.edges[0]: expected 2 values, found 1\n",
        ),
        (&digits, "error: standard input: output.order[0]: expected an integer"),
        (&deep, "error: standard input:1:128: not JSON: recursion limit exceeded\n"),
        (&long, "error: standard input: larger than 16 MiB\n"),
    ] {
        for options in [&[][..], &["--json"]] {
            let (code, text, errors) = explain(TOPOSORT, pair, options);
            assert_eq!((code, &*text), (2, ""), "{errors}");
            assert!(errors.starts_with(message), "{errors}");
            assert!(errors.contains("\nhelp: a pair of `toposort` looks like this: {\"input\": "), "{errors}");
        }
    }
}

#[test]
fn a_long_pair_does_not_hide_the_answer() {
    let order: Vec<u32> = (0..1_000).collect();
    let (code, text, _) = explain(TOPOSORT, &toposort(&json!([[0, 1]]), &json!(order)).to_string(), &[]);
    assert_eq!(code, 1);
    assert!(text.starts_with("✗ wrong: NO-NEW fails · outside the scope\n"), "{text}");
    assert!(text.lines().count() < 60 && text.len() < 6_000, "{text}");
}

#[test]
fn nothing_is_wider_than_the_terminal() {
    for width in [60, 80, 120] {
        let args = ["explain", TOPOSORT, "docs/examples/tie-twice.json"];
        for args in [&args[..], &["demo"]] {
            let output = Command::new(env!("CARGO_BIN_EXE_custodiet"))
                .args(args)
                .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
                .env("COLUMNS", width.to_string())
                .output()
                .expect("the program runs");
            let text = String::from_utf8(output.stdout).expect("UTF-8");
            // Commands to copy are not wrapped.
            let shown = text.split("Try next").next().expect("some text");
            assert!(shown.lines().all(|line| line.chars().count() <= width), "{text}");
        }
    }
}

#[test]
fn bounds_can_be_given() {
    let pair = toposort(&json!([["a", "b"]]), &json!(["a", "b", "a"])).to_string();
    let (code, text, _) = explain(TOPOSORT, &pair, &["--scope", "Vertex=2,order=2", "--json"]);
    assert_eq!(code, 1);
    let report: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(report["in_scope"], false);
    let (code, text, errors) = explain(TOPOSORT, &pair, &["--scope", "Vertx=2"]);
    assert_eq!((code, text.as_str()), (2, ""));
    assert_eq!(errors, "error: --scope: there is no `Vertx` to bound; did you mean `Vertex`?\n");
}

/// A precondition counts only if those before it in the file hold.
#[test]
fn what_does_not_count_may_raise() {
    let file = "crates/custodiet/tests/cmd/explain.in/in_order.py";
    let pair = |items: &[&str], first: &[&str]| leader(items, first);
    let (code, found) = as_json(file, &pair(&[], &[]));
    assert_eq!((code, &found["valid_input"], &found["raises"]), (1, &json!(false), &json!({})));
    assert_eq!(found["preconditions"], json!({ "holds": [], "fails": ["some", "short_output"] }));
    assert_eq!((&found["not_asked"], &found["reference"]), (&json!(["starts_twice", "same"]), &json!(null)));
    assert_eq!((&found["fails"], &found["holds"]), (&json!([]), &json!(["short"])));
    let (_, text, _) = explain(file, &pair(&[], &[]).to_string(), &[]);
    assert!(text.starts_with("– not a valid input: SOME and SHORT-OUTPUT fail\n"), "{text}");
    assert!(text.contains("  skipped  STARTS-TWICE · SAME\n"), "{text}");
    // The first precondition holds, so the second one counts; what comes after it does not.
    let (_, found) = as_json(file, &pair(&["a"], &[]));
    assert_eq!(
        found["raises"].as_object().map(|found| found.keys().collect::<Vec<_>>()),
        Some(vec![&"starts_twice".to_owned()])
    );
    assert_eq!(found["not_asked"], json!(["same"]));
}

#[test]
fn a_repeated_key_is_named() {
    for (pair, message) in [
        (
            r#"{"input": {"edges": []}, "output": {"order": [],\n "order": ["a"]}}"#,
            "standard input:2:11: the key `order` is given twice\n",
        ),
        (
            r#"{"input": {"edges": [["a", {"x": 1, "x": 2}]]}, "output": {}}"#,
            "standard input:1:42: the key `x` is given twice\n",
        ),
        (
            r#"{"input": {"edges": []}, "output": {"order": []}, "inp\u0075t": {}}"#,
            "standard input:1:65: the key `input` is given twice\n",
        ),
    ] {
        let (code, _, errors) = explain(TOPOSORT, &pair.replace("\\n", "\n"), &[]);
        assert_eq!(code, 2);
        assert!(errors.starts_with(&format!("error: {message}")), "{errors}");
    }
}
