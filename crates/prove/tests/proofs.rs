//! Folders that prove submissions correct: what is written is accepted, and what was forged or cut short is not.

#[path = "../../decide/tests/problem/mod.rs"]
mod problem;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use decide::proof::hash;
use decision::{ConfirmedBucket, ConfirmedDecision, FORMAT, ProofVerdict, Reason, SolverVerdict, Undecided};
use lang::problem::Problem;
use lang::scope::Scope;
use lang::submission::{Handed, SubmissionFile, load_submission};
use prove::proof::{SubmissionProofReport, SubmissionProofs, check_submission_proofs};
use prove::{DecidedProblem, HandedSubmission, ProofLimits, decide_submission};
use serde_json::{Value as Json, json};
use solver::SolverLimits;

const RIGHT: &str = "
def is_valid(edges, order):
    names = {v for e in edges for v in e}
    return len(order) == len(names) and set(order) == names and all(order.index(a) < order.index(b) for a, b in edges)
";
const LAX: &str = "
def is_valid(edges, order):
    return {v for e in edges for v in e} == set(order)
";
/// Uses the values of names.
const VALUES: &str = "
def is_valid(edges, order):
    names = {str(v) for e in edges for v in e}
    return len(order) == len(names) and {str(v) for v in order} == names and all(order.index(a) < order.index(b) for a, b in edges)
";

fn with_problem<T>(test: impl FnOnce(&Problem, &Scope) -> T) -> T {
    let mut loaded = problem::bundled("toposort");
    loaded.problem.scope = problem::scoped(&loaded.problem, "Vertex=3,edges=2,order=3");
    let scope = loaded.problem.scope.clone();
    test(&loaded.problem, &scope)
}

fn handed(text: &str) -> HandedSubmission {
    HandedSubmission {
        files: vec![("check.py".to_owned(), text.to_owned())],
        support: Vec::new(),
        predicate: vec!["is_valid".to_owned()],
        tests: Vec::new(),
    }
}

/// What is decided, as if the submission had confirmed it.
fn decision(decided: &DecidedProblem<'_>, text: &str) -> ConfirmedDecision {
    let file = SubmissionFile { path: "check.py".to_owned(), text: text.to_owned() };
    let predicate = ["is_valid".to_owned()];
    let handed = Handed { problem: decided.problem, predicate: &predicate, files: &[file], support: &[] };
    let program = load_submission(handed).expect("a submission");
    let found = decide_submission(decided, &program, &ProofLimits::default(), &[]).decision;
    let open = Reason::new(Undecided::Solver, "not correct");
    let bucket = |bucket: &decision::DecidedBucket| ConfirmedBucket {
        fails: bucket.fails.clone(),
        verdict: match bucket.verdict {
            SolverVerdict::Correct => ProofVerdict::Correct,
            _ => ProofVerdict::Undecided(open.clone()),
        },
    };
    ConfirmedDecision {
        format: FORMAT,
        claim: found.claim,
        buckets: found.buckets.iter().map(bucket).collect(),
        ..ConfirmedDecision::undecided([], &open)
    }
}

/// A folder with proofs about these submissions.
fn written(problem: &Problem, scope: &Scope, texts: &[&str], dir: &Path) -> usize {
    let decided = DecidedProblem::new(problem, scope, SolverLimits::default()).expect("a decided problem");
    let mut folder = SubmissionProofs::begin(&decided, dir).expect("a folder");
    for (number, text) in texts.iter().enumerate() {
        let decision = decision(&decided, text);
        let name = format!("s{number}.py");
        assert!(folder.add(&name, &handed(text), &decision, &ProofLimits::default()).expect("a proof"));
    }
    assert!(!dir.exists(), "it appears when it is finished");
    folder.finish().expect("written").proofs
}

fn check(dir: &Path) -> Result<SubmissionProofReport, String> {
    check_submission_proofs(dir, &ProofLimits::default()).map_err(|fault| format!("{} {fault}", fault.kind()))
}

#[test]
fn what_is_written_is_accepted() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("proof");
    with_problem(|problem, scope| {
        // The values of names are decided for numbers and for strings.
        assert_eq!(written(problem, scope, &[RIGHT, LAX, VALUES], &dir), 4);
        let again = folder.path().join("again");
        written(problem, scope, &[RIGHT, LAX, VALUES], &again);
        assert_eq!(files(&dir), files(&again), "the same bytes");
        // An earlier folder is replaced.
        written_over(problem, scope, &dir);
    });
    let report = check(&dir).expect("accepted");
    let said: Vec<_> = report.submissions.iter().map(|one| (&*one.name, one.claim, one.correct.is_none())).collect();
    assert_eq!(said, [("s0.py", Some(decision::Claim::Equality), true)]);
    let report = check(&folder.path().join("again")).expect("accepted");
    let said: Vec<_> = report.submissions.iter().map(|one| (&*one.name, one.claim, one.correct.is_none())).collect();
    let expected = [decision::Claim::Equality, decision::Claim::Equality, decision::Claim::Values];
    let expected: Vec<_> =
        ["s0.py", "s1.py", "s2.py"].into_iter().zip(expected.map(Some)).zip([true, false, true]).collect();
    assert_eq!(said, expected.into_iter().map(|((name, claim), whole)| (name, claim, whole)).collect::<Vec<_>>());
}

fn written_over(problem: &Problem, scope: &Scope, dir: &Path) {
    let decided = DecidedProblem::new(problem, scope, SolverLimits::default()).expect("a decided problem");
    let mut folder = SubmissionProofs::begin(&decided, dir).expect("a proof folder may be replaced");
    let decision = decision(&decided, RIGHT);
    assert!(folder.add("s0.py", &handed(RIGHT), &decision, &ProofLimits::default()).expect("a proof"));
    folder.finish().expect("written");
}

type Files = BTreeMap<String, Vec<u8>>;

fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(dir).expect("a folder").flatten();
    let read = |entry: fs::DirEntry| {
        (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).expect("a file"))
    };
    entries.map(read).collect()
}

/// Writes the files with all hashes as they should be.
fn write_sealed(dir: &Path, files: &BTreeMap<String, Vec<u8>>) {
    let _ = fs::remove_dir_all(dir);
    fs::create_dir(dir).expect("a folder");
    for (name, bytes) in files {
        fs::write(dir.join(name), bytes).expect("written");
    }
    let mut manifest: Json = serde_json::from_slice(&files["manifest.json"]).expect("JSON");
    for (name, bytes) in files.iter().filter(|(name, _)| !name.starts_with("manifest")) {
        manifest["files"][name.as_str()] = json!(hash::of_bytes(bytes));
    }
    let text = format!("{manifest:#}\n");
    fs::write(dir.join("manifest.json"), &text).expect("written");
    let seal = format!("{}  manifest.json\n", hash::of_bytes(text.as_bytes()));
    fs::write(dir.join("manifest.sha256"), seal).expect("written");
}

#[test]
fn forged_folders_are_rejected() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("proof");
    with_problem(|problem, scope| written(problem, scope, &[RIGHT, LAX], &dir));
    let original = files(&dir);
    write_sealed(&dir, &original);
    check(&dir).expect("only the seal was written again");
    let text = |files: &Files, name: &str| String::from_utf8(files[name].clone()).expect("text");
    let manifest = |files: &mut Files, change: &dyn Fn(&mut Json)| {
        let mut json: Json = serde_json::from_slice(&files["manifest.json"]).expect("JSON");
        change(&mut json);
        files.insert("manifest.json".to_owned(), format!("{json:#}\n").into_bytes());
    };
    let rejected = |what: &str, kind: &str, change: &dyn Fn(&mut Files)| {
        let mut files = original.clone();
        change(&mut files);
        write_sealed(&dir, &files);
        let fault = check(&dir).expect_err(what);
        assert!(fault.starts_with(kind), "{what}: {fault}");
    };
    rejected("a proof cut short", "proof", &|files| {
        let proof = files.get_mut("submission-001-1.lrat").expect("a proof");
        let half = proof.len() / 2;
        proof.truncate(half);
    });
    rejected("no proof at all", "proof", &|files| drop(files.insert("submission-001-1.lrat".to_owned(), Vec::new())));
    rejected("the proof of another submission", "proof", &|files| {
        let other = files["submission-002-1.lrat"].clone();
        files.insert("submission-001-1.lrat".to_owned(), other);
    });
    rejected("a clause left out", "formula", &|files| {
        let cnf = text(files, "submission-001-1.cnf");
        let last = cnf.trim_end().rfind('\n').expect("lines");
        files.insert("submission-001-1.cnf".to_owned(), cnf.as_bytes()[..=last].to_vec());
    });
    rejected("an empty clause added", "formula", &|files| {
        let cnf = format!("{}0\n", text(files, "submission-001-1.cnf"));
        files.insert("submission-001-1.cnf".to_owned(), cnf.into_bytes());
    });
    rejected("a wrong predicate with the proof of a right one", "formula", &|files| {
        let wrong = files["submission-002.json"].clone();
        files.insert("submission-001.json".to_owned(), wrong);
    });
    rejected("a larger claim", "formula", &|files| {
        manifest(files, &|json| json["submissions"][1]["correct"] = Json::Null);
    });
    rejected("another bucket", "formula", &|files| {
        manifest(files, &|json| json["submissions"][1]["correct"] = json!([["uniqueness", "same_num_vertices"]]));
    });
    rejected("no bucket", "manifest", &|files| manifest(files, &|json| json["submissions"][1]["correct"] = json!([])));
    rejected("a bucket twice", "manifest", &|files| {
        manifest(files, &|json| json["submissions"][1]["correct"] = json!([["uniqueness"], ["uniqueness"]]));
    });
    rejected("a submission twice", "manifest", &|files| {
        manifest(files, &|json| {
            let first = json["submissions"][0].clone();
            json["submissions"].as_array_mut().expect("a list").push(first);
        });
    });
    rejected("no submission", "manifest", &|files| manifest(files, &|json| json["submissions"] = json!([])));
    rejected("no name for the predicate", "submission", &|files| {
        let text = text(files, "submission-001.json").replace("\"is_valid\"", "");
        files.insert("submission-001.json".to_owned(), text.into_bytes());
    });
    rejected("a name that nothing has", "submission", &|files| {
        let text = text(files, "submission-001.json").replace("\"is_valid\"", "\"valid\"");
        files.insert("submission-001.json".to_owned(), text.into_bytes());
    });
    rejected("an unknown subproperty", "manifest", &|files| {
        manifest(files, &|json| json["submissions"][1]["correct"] = json!([["nothing"]]));
    });
    rejected("a larger scope", "formula", &|files| {
        manifest(files, &|json| {
            json["scope_override"] = json!("Vertex=3,edges=2,order=4");
            json["scope"]["order"] = json!(4);
        });
    });
    rejected("another problem", "formula", &|files| {
        let text = text(files, "problem.py").replace("return set(order) <= vertices(edges)", "return True");
        files.insert("problem.py".to_owned(), text.into_bytes());
    });
    rejected("another name", "formula", &|files| {
        manifest(files, &|json| json["submissions"][0]["name"] = json!("x.py"));
    });
    rejected("a proof too many", "manifest", &|files| {
        manifest(files, &|json| json["submissions"][0]["proofs"] = json!([{}, {}]));
    });
    rejected("a later version", "version", &|files| manifest(files, &|json| json["version"] = json!(2)));
    rejected("a file too many", "manifest", &|files| drop(files.insert("submission-003.json".to_owned(), Vec::new())));
    // Another name beside the right one changes nothing that is proved, and is shown.
    let mut aliased = original.clone();
    let more = text(&aliased, "submission-001.json").replace("\"is_valid\"", "\"is_valid\", \"check\"");
    aliased.insert("submission-001.json".to_owned(), more.into_bytes());
    write_sealed(&dir, &aliased);
    assert_eq!(check(&dir).expect("proofs").submissions[0].predicate, ["is_valid", "check"]);
    write_sealed(&dir, &original);
    fs::write(dir.join("notes.txt"), "notes").expect("written");
    assert!(check(&dir).expect_err("a foreign file").starts_with("foreign"));
}

#[test]
fn changed_and_missing_files_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("proof");
    with_problem(|problem, scope| written(problem, scope, &[RIGHT], &dir));
    for (name, bytes) in files(&dir) {
        let path = dir.join(&name);
        fs::write(&path, [&bytes[..], b" "].concat()).expect("written");
        let fault = check(&dir).expect_err("a changed byte");
        assert!(fault.starts_with("changed"), "{name}: {fault}");
        fs::remove_file(&path).expect("removed");
        let fault = check(&dir).expect_err("a missing file");
        assert!(fault.starts_with("missing"), "{name}: {fault}");
        fs::create_dir(&path).expect("a folder in its place");
        assert!(check(&dir).expect_err("no file").starts_with("unreadable"), "{name}");
        fs::remove_dir(&path).expect("removed");
        fs::write(&path, bytes).expect("written");
    }
    check(&dir).expect("as it was");
}

/// Values of names that are used cannot pass for any names.
#[test]
fn a_claim_about_any_names_is_proved_for_any_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("proof");
    with_problem(|problem, scope| written(problem, scope, &[VALUES], &dir));
    let mut files = files(&dir);
    let mut json: Json = serde_json::from_slice(&files["manifest.json"]).expect("JSON");
    json["submissions"][0]["claim"] = json!("equality");
    json["submissions"][0]["proofs"] = json!([{}]);
    for name in ["submission-001-2.cnf", "submission-001-2.lrat"] {
        json["files"].as_object_mut().expect("an object").remove(name);
        files.remove(name);
    }
    files.insert("manifest.json".to_owned(), format!("{json:#}\n").into_bytes());
    write_sealed(&dir, &files);
    let fault = check(&dir).expect_err("it uses their values");
    assert!(fault.starts_with("formula"), "{fault}");
}

/// Whatever a folder holds, checking it ends with an answer.
#[test]
fn no_bytes_make_it_panic() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("proof");
    with_problem(|problem, scope| written(problem, scope, &[LAX], &dir));
    let original = files(&dir);
    let names: Vec<&String> = original.keys().filter(|name| *name != "manifest.sha256").collect();
    let mut random = fastrand::Rng::with_seed(11);
    for round in 0..60 {
        let mut files = original.clone();
        let bytes = files.get_mut(names[round % names.len()]).expect("a file");
        for _ in 0..random.usize(1..4) {
            let at = random.usize(..bytes.len());
            match random.usize(..3) {
                0 => bytes.truncate(at.max(1)),
                1 => bytes.insert(at, random.u8(..)),
                _ => bytes[at] = b"0123456789-d \n\"[]{},:ax"[random.usize(..23)],
            }
        }
        if serde_json::from_slice::<Json>(&files["manifest.json"]).is_ok_and(|json| json["files"].is_object()) {
            write_sealed(&dir, &files);
        } else {
            files.iter().for_each(|(name, bytes)| fs::write(dir.join(name), bytes).expect("written"));
        }
        let _ = check(&dir);
    }
}
