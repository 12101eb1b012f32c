//! Proof folders: a written folder is valid, and one that was tampered with is not, even if all hashes are recomputed.

mod proof;

use std::fs;

use decide::check_proofs;
use proof::{COPY, bytes_of, edit, fault, forge, manifest, prove, prove_as, seal, sha256, written};
use serde_json::{Value as Json, json};
use solver::dimacs::Cnf;
use tempfile::tempdir;

#[test]
fn what_is_written_checks() {
    let (_folder, dir) = written();
    let report = check_proofs(&dir).expect("a proof");
    assert_eq!((&*report.problem, report.subproperties, report.symmetry), ("copy", 3, true));
    assert_eq!(report.scope_override, "Item=3,items=2,copied=2");
    assert_eq!(report.concretizable as u64 + report.excluded, 8);
    let stated: Vec<(Json, Json)> = manifest(&dir)["implications"]
        .as_array()
        .expect("implications")
        .iter()
        .map(|stated| (stated["if"].clone(), stated["then"].clone()))
        .collect();
    let expected = [
        (json!([]), json!(["no_new", "some_output"])),
        (json!(["same"]), json!(["no_new"])),
        (json!(["same"]), json!(["some_output"])),
    ];
    assert_eq!(stated, expected);
    assert_eq!(report.implications, 3);
}

#[test]
fn bundled_problems() {
    let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let folder = tempdir().expect("a temporary folder");
    for (name, scope, symmetry) in [
        ("dedupe", "", true),
        ("dedupe", "Item=3,items=3,kept=3", false),
        ("toposort", "", true),
        ("matcher", "Id=0..3,companies=2x2,candidates=2x2,hires=3", true),
        ("two_sum", "", true),
        ("change", "", true),
        ("bst", "Key=0..3,tree=3,result=4", true),
    ] {
        let text = fs::read_to_string(root.join("problems").join(format!("{name}.py"))).expect("a problem");
        let dir = folder.path().join(name);
        let written = prove_as(name, &text, scope, symmetry, &dir).unwrap_or_else(|error| panic!("{name}: {error}"));
        let report = check_proofs(&dir).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!((written.proofs, written.buckets), (report.implications, report.concretizable), "{name}");
        assert_eq!((&*report.problem, report.symmetry), (name, symmetry));
        let bytes: usize = bytes_of(&dir).values().map(Vec::len).sum();
        assert_eq!(written.bytes, bytes as u64, "{name}");
    }
}

#[test]
fn the_same_bytes_each_time() {
    let (_first, first) = written();
    let (_second, second) = written();
    assert!(bytes_of(&first) == bytes_of(&second));
}

#[test]
fn without_symmetry_there_is_no_symmetry_block() {
    let (_with, with) = written();
    let folder = tempdir().expect("a temporary folder");
    let without = folder.path().join("proofs");
    prove(COPY, "", false, &without).expect("a folder");
    let report = check_proofs(&without).expect("a proof");
    assert!(!report.symmetry);
    let text = |dir: &std::path::Path| fs::read_to_string(dir.join("001.cnf")).expect("clauses");
    assert!(text(&with).contains(": symmetry: ") && !text(&without).contains(": symmetry: "));
    assert!(text(&without).contains("c Symmetry is not used"));
    // Another pair of eyes must see the same buckets.
    assert_eq!(report.concretizable, check_proofs(&with).expect("a proof").concretizable);
    forge(&without, |json| json["symmetry"] = json!(true));
    assert_eq!(fault(&without).0, "formula");
}

#[test]
fn no_other_block_uses_what_the_symmetry_block_defines() {
    let (_with, with) = written();
    let folder = tempdir().expect("a temporary folder");
    let without = folder.path().join("proofs");
    prove(COPY, "", false, &without).expect("a folder");
    let read = |dir: &std::path::Path| Cnf::read(&*fs::read(dir.join("001.cnf")).expect("a file")).expect("clauses");
    let (with, without) = (read(&with), read(&without));
    let block = with.comments().iter().find_map(|line| line.split_once(": symmetry")).expect("a block").0;
    let (first, last) = block.split_once(" to ").expect("a range");
    let (first, last): (usize, usize) = (first.parse().expect("a number"), last.parse().expect("a number"));
    let rest: Vec<&[i32]> =
        (1..).zip(with.clauses()).filter(|(n, _)| *n < first || *n > last).map(|(_, c)| c).collect();
    assert_eq!(rest, without.clauses().collect::<Vec<_>>());
}

#[test]
fn another_scope_than_the_files() {
    let folder = tempdir().expect("a temporary folder");
    let dir = folder.path().join("deep/proofs");
    prove(COPY, "items=1,Item=2", true, &dir).expect("a folder");
    assert_eq!(check_proofs(&dir).expect("a proof").scope_override, "Item=2,items=1,copied=2");
    assert_eq!(manifest(&dir)["scope"], json!({"Item": 2, "items": 1, "copied": 2}));
}

#[test]
fn a_problem_without_valid_inputs_has_one_implication() {
    let folder = tempdir().expect("a temporary folder");
    let dir = folder.path().join("proofs");
    let never = COPY.replace(
        "        return True\n    return False\n\n\n@subproperty(hint=\"What if the order",
        "        return False\n    return False\n\n\n@subproperty(hint=\"What if the order",
    );
    prove(&never, "", true, &dir).expect("a folder");
    let report = check_proofs(&dir).expect("a proof");
    assert_eq!((report.implications, report.concretizable, report.excluded), (1, 0, 8));
}

#[test]
fn comments_say_what_the_clauses_encode() {
    let (_folder, dir) = written();
    let text = fs::read_to_string(dir.join("002.cnf")).expect("clauses");
    for line in [
        "c problem: copy",
        "c scope: 3 items in all, ≤ 2 items, copied ≤ 2",
        "c scope as an option: Item=3,items=2,copied=2",
        "c implication: if `same` holds, then `no_new` holds",
        "c 1: `items[0]` is there",
        "c 2: `items[0]` is \"a\"",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    for part in [
        ": well-formedness: ",
        ": the precondition `not_empty` holds",
        ": what `same` says",
        ": symmetry: ",
        ": unit clauses, the implication is broken: `same` holds, `no_new` fails",
    ] {
        assert!(text.lines().any(|found| found.starts_with("c ") && found.contains(part)), "{part}\n{text}");
    }
    let comments: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("c ")).collect();
    let words: Vec<&str> = comments.iter().flat_map(|line| line.split_whitespace()).collect();
    assert!(words.join(" ").contains("few remain. Why no bucket is lost: number the atoms of a pair"), "{text}");
}

#[test]
fn a_changed_byte_is_detected_and_its_file_named() {
    let (_folder, dir) = written();
    for (name, bytes) in bytes_of(&dir) {
        for at in [0, bytes.len() / 3, bytes.len() / 2, bytes.len() - 2, bytes.len() - 1] {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            fs::write(dir.join(&name), changed).expect("written");
            let (kind, message) = fault(&dir);
            assert_eq!(kind, "changed", "{name} {at}: {message}");
            let blamed = if name == "manifest.sha256" { "manifest.json" } else { &name };
            assert!(message.contains(&format!("`{blamed}`")), "{name} {at}: {message}");
        }
        fs::write(dir.join(&name), bytes).expect("written");
    }
    check_proofs(&dir).expect("all is as it was");
}

#[test]
fn missing_and_foreign_files_are_detected() {
    let (_folder, dir) = written();
    for (name, bytes) in bytes_of(&dir) {
        fs::remove_file(dir.join(&name)).expect("removed");
        let (kind, message) = fault(&dir);
        assert!(["missing", "no_manifest"].contains(&kind) && message.contains(&name), "{message}");
        fs::write(dir.join(&name), bytes).expect("written");
    }
    fs::write(dir.join("004.cnf"), "p cnf 0 0\n").expect("written");
    assert_eq!(fault(&dir).0, "foreign");
    fs::remove_file(dir.join("004.cnf")).expect("removed");
    fs::create_dir(dir.join("more")).expect("a folder");
    assert_eq!(fault(&dir).0, "unreadable");
}

#[test]
fn a_truncated_or_foreign_proof_is_rejected() {
    let (_folder, dir) = written();
    edit(&dir, "002.lrat", |text| {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        lines[..lines.len() / 2].concat()
    });
    forge(&dir, |_| {});
    let (kind, message) = fault(&dir);
    assert!(kind == "proof" && message.starts_with("`002.lrat` is not a valid proof: line "), "{message}");
    fs::write(dir.join("002.lrat"), "").expect("written");
    forge(&dir, |_| {});
    assert_eq!(fault(&dir).0, "proof");
    fs::copy(dir.join("001.lrat"), dir.join("002.lrat")).expect("copied");
    forge(&dir, |_| {});
    assert_eq!(fault(&dir).0, "proof");
}

/// Changes the clauses of a file and its header with them.
fn edit_clauses(dir: &std::path::Path, name: &str, change: impl FnOnce(&mut Vec<Vec<i32>>)) {
    let cnf = Cnf::read(&*fs::read(dir.join(name)).expect("a file")).expect("clauses");
    let mut clauses: Vec<Vec<i32>> = cnf.clauses().map(<[i32]>::to_vec).collect();
    change(&mut clauses);
    let mut changed = Cnf::new();
    cnf.comments().iter().for_each(|comment| changed.comment(comment));
    clauses.iter().for_each(|clause| changed.add_clause(clause));
    let mut bytes = Vec::new();
    changed.write(&mut bytes).expect("written");
    fs::write(dir.join(name), bytes).expect("written");
}

/// Proves the changed clauses again, recomputes all hashes, and returns the fault that is found.
fn reprove(dir: &std::path::Path, name: &str) -> (&'static str, String) {
    let cnf = Cnf::read(&*fs::read(dir.join(name)).expect("a file")).expect("clauses");
    let proof = dir.join(name.replace(".cnf", ".lrat"));
    let result = solver::proof::prove(&cnf, &proof, &solver::SolverLimits::default()).expect("a solver");
    assert_eq!(result, solver::SolveResult::Unsat);
    forge(dir, |_| {});
    fault(dir)
}

#[test]
fn weakened_clauses_are_rejected() {
    // Without its last clause the formula can be satisfied.
    let (_folder, dir) = written();
    edit_clauses(&dir, "002.cnf", |clauses| drop(clauses.pop()));
    forge(&dir, |_| {});
    let (kind, message) = fault(&dir);
    assert!(kind == "formula" && message.contains("there must be"), "{message}");
    // Without its first clause it cannot, and has a proof of its own.
    let (_folder, dir) = written();
    edit_clauses(&dir, "002.cnf", |clauses| drop(clauses.remove(0)));
    let (kind, message) = reprove(&dir, "002.cnf");
    assert!(kind == "formula" && message.contains("`002.cnf`") && message.contains("clause 1 is"), "{message}");
}

#[test]
fn strengthened_clauses_are_rejected() {
    let (_folder, dir) = written();
    edit_clauses(&dir, "001.cnf", |clauses| clauses.push(vec![1, 2]));
    assert_eq!(reprove(&dir, "001.cnf").0, "formula");
    let (_folder, dir) = written();
    edit_clauses(&dir, "003.cnf", |clauses| clauses.insert(4, vec![-1]));
    assert_eq!(reprove(&dir, "003.cnf").0, "formula");
    let (_folder, dir) = written();
    edit_clauses(&dir, "001.cnf", |clauses| {
        clauses.iter_mut().find(|clause| clause.len() > 2).expect("a long one").pop();
    });
    assert_eq!(reprove(&dir, "001.cnf").0, "formula");
}

#[test]
fn misleading_comments_are_rejected() {
    let (_folder, dir) = written();
    edit(&dir, "001.cnf", |text| text.replacen("is \"a\"", "is \"b\"", 1));
    forge(&dir, |_| {});
    let (kind, message) = fault(&dir);
    assert!(kind == "formula" && message.contains("comment"), "{message}");
}

#[test]
fn a_dropped_bucket_is_rejected() {
    let (_folder, dir) = written();
    let count = manifest(&dir)["concretizable"].as_array().expect("buckets").len();
    for index in 0..count {
        let (_folder, dir) = written();
        forge(&dir, |json| drop(json["concretizable"].as_array_mut().expect("buckets").remove(index)));
        assert_eq!(fault(&dir).0, "missing_implication");
    }
}

#[test]
fn an_added_bucket_is_rejected() {
    let (_folder, dir) = written();
    forge(&dir, |json| {
        let pair = json["concretizable"][0]["pair"].clone();
        let buckets = json["concretizable"].as_array_mut().expect("buckets");
        // `same` holds and `no_new` fails: there is no such pair.
        assert_eq!(buckets[1]["fails"], json!(["same"]));
        buckets.insert(2, json!({"fails": ["no_new"], "pair": pair}));
    });
    let (kind, message) = fault(&dir);
    assert_eq!(kind, "surplus_implication", "{message}");
}

#[test]
fn an_added_or_dropped_implication_is_rejected() {
    let (_folder, dir) = written();
    forge(&dir, |json| {
        let mut longer = json["implications"][1].clone();
        longer["then"] = json!(["no_new", "some_output"]);
        longer["cnf"] = json!("004.cnf");
        longer["proof"] = json!("004.lrat");
        json["implications"].as_array_mut().expect("implications").push(longer);
        for (new, old) in [("004.cnf", "002.cnf"), ("004.lrat", "002.lrat")] {
            fs::copy(dir.join(old), dir.join(new)).expect("copied");
            json["files"][new] = json!("");
        }
    });
    assert_eq!(fault(&dir).0, "surplus_implication");
    let (_folder, dir) = written();
    forge(&dir, |json| {
        json["implications"].as_array_mut().expect("implications").pop();
        for name in ["003.cnf", "003.lrat"] {
            fs::remove_file(dir.join(name)).expect("removed");
            json["files"].as_object_mut().expect("files").remove(name);
        }
    });
    assert_eq!(fault(&dir).0, "missing_implication");
}

#[test]
fn pairs_are_replayed() {
    let change = |pair: Json| {
        let (_folder, dir) = written();
        forge(&dir, |json| json["concretizable"][0]["pair"] = pair);
        fault(&dir)
    };
    let (kind, message) = change(json!({"input": {"items": ["a"]}, "output": {"copied": ["b"]}}));
    assert!(kind == "pair" && message.contains("`same` fails for it"), "{message}");
    let (kind, message) = change(json!({"input": {"items": []}, "output": {"copied": []}}));
    assert!(kind == "pair" && message.contains("`not_empty` fails for it"), "{message}");
    let (kind, message) = change(json!({"input": {"items": ["a", "a", "a"]}, "output": {"copied": ["a", "a", "a"]}}));
    assert!(kind == "pair" && message.contains("beyond the scope"), "{message}");
    assert_eq!(change(json!({"input": {}})).0, "pair");
    assert_eq!(change(Json::Null).0, "pair");
}

#[test]
fn the_manifest_fits_the_problem() {
    let change = |change: &dyn Fn(&mut Json)| {
        let (_folder, dir) = written();
        forge(&dir, |json| change(json));
        fault(&dir).0
    };
    assert_eq!(change(&|json| json["scope"]["items"] = json!(1)), "misfit");
    assert_eq!(change(&|json| json["scope_override"] = json!("Item=3,items=2")), "misfit");
    assert_eq!(change(&|json| json["scope_override"] = json!("")), "misfit");
    assert_eq!(change(&|json| json["scope_override"] = json!("Item=3,items=2,copied=0")), "misfit");
    assert_eq!(change(&|json| json["problem"] = json!("other")), "formula");
    assert_eq!(change(&|json| json["problem"] = json!("a/b")), "misfit");
    assert_eq!(change(&|json| json["subproperties"][0] = json!("equal")), "misfit");
    assert_eq!(change(&|json| json["concretizable"][1]["fails"] = json!(["unknown"])), "manifest");
    assert_eq!(change(&|json| json["implications"][0]["cnf"] = json!("../copy/001.cnf")), "manifest");
    assert_eq!(change(&|json| json["version"] = json!(3)), "version");
    assert_eq!(change(&|json| json["version"] = json!("1")), "version");
    assert_eq!(change(&|json| json["format"] = json!("other")), "manifest");
    assert_eq!(change(&|json| json["more"] = json!(1)), "manifest");
    assert_eq!(change(&|json| drop(json.as_object_mut().expect("an object").remove("symmetry"))), "manifest");
}

#[test]
fn another_problem_is_rejected() {
    for (from, to, kind) in [
        (
            "return items == copied\n\n\n@subproperty(hint=\"What if an",
            "return True\n\n\n@subproperty(hint=\"What if an",
            "pair",
        ),
        ("if item == out:", "if True:", "pair"),
        ("def same(", "def same(:", "problem"),
        ("@precondition\n", "", "formula"),
    ] {
        let (_folder, dir) = written();
        edit(&dir, "problem.py", |text| text.replacen(from, to, 1));
        forge(&dir, |_| {});
        let (found, message) = fault(&dir);
        assert_eq!(found, kind, "{to}: {message}");
    }
}

#[test]
fn folders_that_are_not_proofs() {
    let folder = tempdir().expect("a temporary folder");
    assert_eq!(fault(&folder.path().join("none")).0, "no_folder");
    assert_eq!(fault(folder.path()).0, "no_manifest");
    fs::write(folder.path().join("file"), "").expect("written");
    assert_eq!(fault(&folder.path().join("file")).0, "no_folder");
    fs::remove_file(folder.path().join("file")).expect("removed");
    for text in ["", "{}", "[]", "{\"format\": \"custodiet proof\"}", "\u{0}", &"[".repeat(100_000)] {
        fs::write(folder.path().join("manifest.json"), text).expect("written");
        seal(folder.path());
        assert_eq!(fault(folder.path()).0, "manifest");
    }
}

#[test]
fn only_earlier_proofs_are_replaced() {
    let (folder, dir) = written();
    let before = bytes_of(&dir);
    // An earlier proof, even a damaged one, or of another scope.
    prove(COPY, "items=1", true, &dir).expect("replaced");
    assert!(bytes_of(&dir) != before);
    fs::write(dir.join("001.cnf"), "").expect("written");
    prove(COPY, "", true, &dir).expect("replaced");
    assert!(bytes_of(&dir) == before);
    fs::write(dir.join("notes.txt"), "mine").expect("written");
    let refused = prove(COPY, "", true, &dir).expect_err("in the way");
    assert!(refused.contains("it contains `notes.txt`, which does not belong to a proof"), "{refused}");
    assert_eq!(fs::read_to_string(dir.join("notes.txt")).expect("still there"), "mine");

    let other = folder.path().join("other");
    fs::create_dir(&other).expect("a folder");
    prove(COPY, "", true, &other).expect("an empty folder may be replaced");
    fs::remove_file(other.join("manifest.json")).expect("removed");
    let refused = prove(COPY, "", true, &other).expect_err("in the way");
    assert!(refused.contains("it is not empty and not a proof folder"), "{refused}");
    let file = folder.path().join("file");
    fs::write(&file, "mine").expect("written");
    assert!(prove(COPY, "", true, &file).expect_err("in the way").contains("it is a file"));
    assert!(prove(COPY, "", true, std::path::Path::new("/")).expect_err("no name").contains("no name"));
    // Nothing unfinished stays behind.
    let mut names: Vec<_> =
        fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("one").file_name()).collect();
    names.sort();
    assert_eq!(names, ["file", "other", "proofs"]);
}

/// Random changes with recomputed hashes: whatever the folder holds, checking it ends with an answer.
#[test]
fn no_bytes_make_it_panic() {
    let (_folder, dir) = written();
    let original = bytes_of(&dir);
    let mut rng = fastrand::Rng::with_seed(7);
    let mut random = |below: usize| rng.usize(..below.max(1));
    let mut accepted = 0;
    for round in 0..400 {
        let names: Vec<&String> = original.keys().collect();
        let name = names[round % names.len()];
        let mut bytes = original[name].clone();
        for _ in 0..=random(3) {
            let at = random(bytes.len());
            match random(5) {
                0 => bytes.truncate(at),
                1 => bytes.insert(at, u8::try_from(random(256)).expect("a byte")),
                2 => drop(bytes.drain(at..bytes.len().min(at + 20))),
                3 => bytes.extend(original[names[random(names.len())]].iter().skip(at).take(50)),
                _ => {
                    bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte = b"0123456789-d \n\"[]{},:ax"[random(23)]);
                }
            }
        }
        fs::write(dir.join(name), &bytes).expect("written");
        let changed = bytes != original[name];
        if changed {
            check_proofs(&dir).expect_err("its hash is another");
        }
        let mut json = manifest_of(&original);
        json["files"][name.as_str()] = Json::from(sha256(&bytes));
        if !name.starts_with("manifest") {
            fs::write(dir.join("manifest.json"), format!("{json:#}\n")).expect("written");
        }
        if name != "manifest.sha256" {
            seal(&dir);
        }
        accepted += usize::from(check_proofs(&dir).is_ok());
        for (name, bytes) in &original {
            fs::write(dir.join(name), bytes).expect("written");
        }
    }
    assert!(accepted < 200, "{accepted}");
}

fn manifest_of(files: &std::collections::BTreeMap<String, Vec<u8>>) -> Json {
    serde_json::from_slice(&files["manifest.json"]).expect("JSON")
}

/// A loop that adds up: that the order of the list does not matter is for the solver to find out.
const SUM: &str = r#"
"""Add up."""

from typing import NewType

from custodiet import Input, Output, Unordered, scope, subproperty

Num = NewType("Num", int)


def is_valid(items: Input[Unordered[list[Num]]], total: Output[Num]) -> bool: ...


scope(Num=range(4), items=3)


@subproperty
def adds_up(items, total):
    """The output is the sum."""
    found = 0
    for item in items:
        found = found + item
    return found == total


@subproperty
def large_enough(items, total):
    """No item is larger than the output."""
    return all(item <= total for item in items)
"#;

#[test]
fn orders_are_proven_as_well() {
    let folder = tempdir().expect("a temporary folder");
    let dir = folder.path().join("proofs");
    let written = prove_as("sum", SUM, "", true, &dir).expect("a folder");
    let report = check_proofs(&dir).expect("a proof");
    // Two exchanges of neighbors in a list of three; the order cannot show in `all`.
    assert_eq!((written.order_proofs, report.order_proofs, report.in_one_order), (2, 2, 0));
    assert!(report.order_undecided.is_empty());
    let orders = manifest(&dir)["orders"].clone();
    assert_eq!(orders[0]["order"], "if `items[0]` and `items[1]` are exchanged");
    assert!(orders.as_array().expect("orders").iter().all(|order| order["function"] == "adds_up"));
    let text = fs::read_to_string(dir.join("order-001.cnf")).expect("clauses");
    assert!(text.contains("c order: `adds_up` gives the same answer if `items[0]` and `items[1]` are exchanged"));
}

/// What is said to be undecided is not proven, and says so.
#[test]
fn an_undecided_order_is_no_proof() {
    let folder = tempdir().expect("a temporary folder");
    let dir = folder.path().join("proofs");
    prove_as("sum", SUM, "", true, &dir).expect("a folder");
    for name in ["order-001.cnf", "order-001.lrat", "order-002.cnf", "order-002.lrat"] {
        fs::remove_file(dir.join(name)).expect("removed");
    }
    let without = |json: &mut Json| {
        json["orders"] = json!([]);
        let files = json["files"].as_object_mut().expect("files");
        files.retain(|name, _| !name.starts_with("order"));
    };
    forge(&dir, without);
    let (kind, message) = fault(&dir);
    assert!(kind == "missing_order" && message.contains("`adds_up`"), "{message}");
    forge(&dir, |json| json["order_undecided"] = json!(["adds_up"]));
    let report = check_proofs(&dir).expect("a proof of less");
    assert_eq!(report.order_undecided, ["adds_up"]);
    // Both implications name `adds_up`.
    assert!(report.in_one_order > 0 && report.in_one_order <= report.implications);
    forge(&dir, |json| json["order_undecided"] = json!(["adds_up", "adds_up"]));
    assert_eq!(fault(&dir).0, "manifest");
    forge(&dir, |json| json["order_undecided"] = json!(["no_such_function"]));
    assert_eq!(fault(&dir).0, "manifest");
}

#[test]
fn a_forged_order_is_found() {
    let folder = tempdir().expect("a temporary folder");
    let dir = folder.path().join("proofs");
    prove_as("sum", SUM, "", true, &dir).expect("a folder");
    forge(&dir, |json| json["orders"][0]["order"] = json!("in any order at all"));
    assert_eq!(fault(&dir).0, "manifest");
    prove_as("sum", SUM, "", true, &dir).expect("a folder");
    // The proof of another exchange proves nothing about this one.
    let (cnf, proof) = (fs::read(dir.join("order-002.cnf")), fs::read(dir.join("order-002.lrat")));
    fs::write(dir.join("order-001.cnf"), cnf.expect("clauses")).expect("written");
    fs::write(dir.join("order-001.lrat"), proof.expect("a proof")).expect("written");
    forge(&dir, |_| {});
    let (kind, message) = fault(&dir);
    assert!(kind == "formula" && message.contains("order-001.cnf"), "{message}");
}
