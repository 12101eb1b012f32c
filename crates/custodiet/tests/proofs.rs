//! `grade` proves submissions: verdicts, files, feedback, resuming, merging, and tests for everyone of what a proof found.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::Command;

use rusqlite::Connection;
use serde_json::{Value as Json, json};

mod folder;

use folder::Folder;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const SUITE: &str = "docs/examples/toposort-suite.json";

const RIGHT: &str = "def is_valid(edges, order):
    vertices = {v for edge in edges for v in edge}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    return all(order.index(a) < order.index(b) for a, b in edges)
";

/// Exit code, output, errors.
fn run(args: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_custodiet"));
    let output = command.args(args).current_dir(ROOT).env("NO_COLOR", "1").output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("an exit code"), text(output.stdout), text(output.stderr))
}

/// A right one, a copy of it, one that is wrong where no test looks, one that keeps state, one in JavaScript.
fn class(name: &str) -> Folder {
    let folder = Folder::new(name);
    fs::create_dir(folder.0.join("class")).expect("a folder");
    let rare = "    if len(edges) == 2 and edges[0][0] == edges[1][0] and len(order) == 4 and len(set(order)) == 1:\n        \
                return order[0] == edges[0][0]\n";
    let rare = RIGHT.replacen("    vertices", &format!("{rare}    vertices"), 1);
    let counts = format!("calls = []\n\n{}", RIGHT.replacen("    vertices", "    calls.append(1)\n    vertices", 1));
    let javascript = fs::read_to_string(format!("{ROOT}/submissions/toposort/right_counting.js")).expect("a sample");
    for (name, text) in [
        ("right.py", RIGHT),
        ("again.py", RIGHT),
        ("rare.py", &rare),
        ("counts.py", &counts),
        ("right.js", &javascript),
    ] {
        fs::write(folder.0.join("class").join(name), text).expect("written");
    }
    folder
}

fn grade(folder: &Folder, into: &str, more: &[&str]) -> (i32, String, String) {
    let (input, output) = (folder.path("class"), folder.path(into));
    run(&[&["grade", SUITE, &input, "--adapter", "adapters/javascript", "-o", &output][..], more].concat())
}

fn submission<'a>(results: &'a Json, name: &str) -> &'a Json {
    let all = results["submissions"].as_array().expect("submissions");
    all.iter().find(|one| one["name"] == name).unwrap_or_else(|| panic!("no {name}"))
}

fn verdicts(results: &Json) -> Vec<[&str; 3]> {
    let all = results["submissions"].as_array().expect("submissions").iter();
    let texts = |one: &'_ Json| -> [String; 3] {
        [&one["name"], &one["verdict"], &one["proof"]["status"]].map(|text| text.as_str().unwrap_or("-").to_owned())
    };
    all.map(|one| texts(one).map(|text| &*Box::leak(text.into_boxed_str()))).collect()
}

#[test]
fn a_class_is_proved_after_it_was_tested() {
    let folder = class("class");
    let (code, text, errors) = grade(&folder, "results", &[]);
    assert_eq!(code, 1, "{text}{errors}");
    let results = folder.json("results/results.json");
    assert_eq!(
        verdicts(&results),
        [
            ["again.py", "proved_correct", "proved"],
            ["counts.py", "no_mistake_found", "undecided"],
            ["rare.py", "too_lax", "refuted"],
            ["right.js", "no_mistake_found", "tests_only"],
            ["right.py", "proved_correct", "proved"],
        ],
        "{text}"
    );
    let rare = submission(&results, "rare.py");
    assert_eq!((&rare["wrong"], &rare["proof"]["only_by_proof"]), (&json!(0), &json!(true)));
    let [witness] = &rare["proof"]["witnesses"].as_array().expect("witnesses")[..] else { panic!("{rare}") };
    assert_eq!((&witness["expect"], &witness["answer"]), (&json!(false), &json!("accepted")));
    assert_eq!(rare["fingerprint"].as_array().map(Vec::len), Some(1));
    assert!(submission(&results, "counts.py")["proof"]["reason"]["message"].is_string());
    for said in ["proved correct ", "found by proof only 1", "proved 2 · refuted 1 · undecided 1 · tests only 1"] {
        assert!(text.contains(said), "{said}: {text}");
    }
    // What is stored is not proved again, and gives the same files.
    let before = folder.text("results/results.json");
    assert_eq!(grade(&folder, "results", &[]).0, 1);
    assert_eq!(folder.text("results/results.json"), before);
    let (_, shown, _) = run(&["report", &folder.path("results"), "--submission", "rare.py"]);
    assert!(shown.contains("found by proof, not by a test: ") && shown.contains("should be rejected"), "{shown}");
    // Its author learns what others learn, who were not asked about this pair.
    let (_, page, _) = run(&["feedback", &folder.path("results"), "--reveal", "pairs", "--submission", "rare.py"]);
    assert!(page.contains("found no mistakes.") && !page.contains("proof") && !page.contains("is_valid"), "{page}");
    let (_, page, _) = run(&["feedback", &folder.path("results"), "--reveal", "nothing", "--submission", "right.py"]);
    assert!(page.contains("proved that your predicate is correct for all small inputs"), "{page}");
}

#[test]
fn without_proofs_verdicts_are_by_tests_alone() {
    let folder = class("no-prove");
    assert_eq!(grade(&folder, "results", &["--no-prove"]).0, 0);
    let results = folder.json("results/results.json");
    assert!(verdicts(&results).iter().all(|one| one[1..] == ["no_mistake_found", "tests_only"]), "{results}");
    let (code, _, errors) = grade(&folder, "results", &["--no-prove", "--adopt-witnesses"]);
    assert!(code == 2 && errors.contains("cannot be used with"), "{errors}");
    // A part of a class has the suite of all parts.
    let (code, _, errors) = grade(&folder, "part", &["--adopt-witnesses", "--shard", "1/2"]);
    assert!(code == 2 && errors.contains("merge the parts") && errors.contains("--add"), "{errors}");
}

/// It would take too long again, so the decision is as final as one that ended at a limit.
#[test]
fn what_took_too_long_on_pairs_is_not_proved_again() {
    let folder = Folder::new("slow");
    fs::create_dir(folder.0.join("class")).expect("a folder");
    // The circuit knows the answer at once; CPython looks at every number.
    let slow = RIGHT.replacen("    vertices", "    found = 0.5 in range(3 * 10**8)\n    vertices", 1);
    fs::write(folder.0.join("class/slow.py"), slow).expect("written");
    let decided = || {
        let (code, text, errors) = grade(&folder, "results", &["--time", "0.1"]);
        assert_eq!(code, 1, "{text}{errors}");
        let results = folder.json("results/results.json");
        submission(&results, "slow.py")["proof"].clone()
    };
    let proof = decided();
    assert_eq!(proof["status"], "undecided", "{proof}");
    assert_eq!(proof["reason"]["kind"], "limits", "{proof}");
    let stored = || -> String {
        let database = Connection::open(folder.0.join("results/results.sqlite")).expect("a database");
        database.query_row("select hex(digest) from proof", [], |row| row.get(0)).expect("a proof")
    };
    let before = stored();
    assert_eq!((decided(), stored()), (proof, before));
}

/// What was found for one becomes a test for all.
#[test]
fn adopted_witnesses_are_tests_for_everyone() {
    let folder = class("adopt");
    let (code, text, errors) = grade(&folder, "results", &["--adopt-witnesses"]);
    assert_eq!(code, 1, "{text}{errors}");
    assert!(text.contains("1 test was added to suite.json"), "{text}");
    let results = folder.json("results/results.json");
    let rare = submission(&results, "rare.py");
    assert_eq!((&rare["wrong"], &rare["proof"]["only_by_proof"]), (&json!(1), &json!(false)));
    let tests = |name: &str| submission(&results, name)["outcomes"].as_object().map(serde_json::Map::len);
    assert!(tests("right.js") == tests("rare.py") && submission(&results, "right.js")["wrong"] == 0);
    assert_eq!(submission(&results, "right.py")["verdict"], "proved_correct");
    assert_eq!(run(&["verify", &folder.path("results/suite.json")]).0, 0);
    // The same command again, and from the beginning: the same files.
    let (suite, all) = (folder.text("results/suite.json"), folder.text("results/results.json"));
    for into in ["results", "other"] {
        assert_eq!(grade(&folder, into, &["--adopt-witnesses"]).0, 1);
        assert_eq!(folder.text(&format!("{into}/suite.json")), suite);
        assert_eq!(folder.text(&format!("{into}/results.json")), all);
    }
    // Proofs of earlier runs still hold, and nobody takes them for new ones.
    let (_, _, errors) = grade(&folder, "results", &["--no-prove"]);
    assert!(errors.contains("what an earlier run proved") && errors.contains("nothing was proved now"), "{errors}");
    // The suite that was passed does not have the test.
    assert!(errors.contains("1 test that an earlier run adopted does not count any more"), "{errors}");
    // By hand, from the results of a run that did not adopt them.
    assert_eq!(grade(&folder, "plain", &[]).0, 1);
    let (from, to) = (folder.path("plain/results.json"), folder.path("more.json"));
    let args = [
        "suite",
        "problems/toposort.py",
        "--scope",
        "Vertex=3,edges=2,order=4",
        "--buckets",
        "no_new,same_num_vertices",
        "--add",
        &from,
        "-o",
        &to,
    ];
    let (code, text, errors) = run(&args);
    assert!(code == 0 && text.contains("added 1 test with --add"), "{text}{errors}");
    assert_eq!(run(&["verify", &to]).0, 0);
}

#[test]
fn parts_of_a_class_carry_their_proofs() {
    let folder = class("parts");
    grade(&folder, "whole", &[]);
    let parts: Vec<String> = (1..=2).map(|part| format!("part{part}")).collect();
    for (number, part) in parts.iter().enumerate() {
        let (code, text, errors) = grade(&folder, part, &["--shard", &format!("{}/2", number + 1)]);
        assert!(code < 2, "{text}{errors}");
    }
    let paths: Vec<String> = parts.iter().map(|part| folder.path(part)).collect();
    let merged = folder.path("merged");
    let (code, text, errors) = run(&["merge", &paths[0], &paths[1], "-o", &merged]);
    assert_eq!(code, 1, "{text}{errors}");
    for file in ["results.json", "results.csv", "submissions.csv", "report.json"] {
        assert_eq!(folder.text(&format!("merged/{file}")), folder.text(&format!("whole/{file}")), "{file}");
    }
    // A part that was not proved does not fit.
    grade(&folder, "part1", &["--shard", "1/2", "--no-prove"]);
    let (code, _, errors) = run(&["merge", &paths[0], &paths[1], "-o", &folder.path("other")]);
    assert!(code == 2 && errors.contains("--no-prove"), "{errors}");
}

/// A results folder is untrusted: a proof that was edited is noticed, and proved again.
#[test]
fn an_edited_proof_is_noticed() {
    let folder = class("edited");
    grade(&folder, "results", &[]);
    let before = folder.text("results/results.json");
    let database = Connection::open(folder.0.join("results/results.sqlite")).expect("a database");
    let change = "update proof set decision = (select decision from proof where submission = 'right.py')";
    database.execute(change, []).expect("changed");
    drop(database);
    let (code, _, errors) = run(&["report", &folder.path("results")]);
    assert!(code == 2 && errors.contains("were changed after grading"), "{errors}");
    assert_eq!(grade(&folder, "results", &[]).0, 1);
    assert_eq!(folder.text("results/results.json"), before);
}
