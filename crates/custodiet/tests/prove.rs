//! `custodiet prove`: what it says, and that nothing a submission contains makes it say something wrong, hang or escape.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value as Json;

#[allow(dead_code)]
mod folder;

use folder::Folder;

/// Small, so that the problem is ready soon.
const SCOPE: &str = "Vertex=4,edges=2,order=3";

const RIGHT: &str = "
def is_valid(edges, order):
    names = {v for e in edges for v in e}
    return len(order) == len(names) and set(order) == names and all(order.index(a) < order.index(b) for a, b in edges)
";

impl Folder {
    fn submit(&self, files: &[(&str, &str)]) -> String {
        for (name, text) in files {
            let path = self.0.join("class").join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("written");
        }
        self.path("class")
    }

    fn prove(&self, files: &[(&str, &str)], more: &[&str]) -> (i32, Json) {
        let class = self.submit(files);
        let (code, text) = prove(&[&["problems/toposort.py", &class, "--json", "--scope", SCOPE], more].concat());
        (code, serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}")))
    }
}

fn prove(args: &[&str]) -> (i32, String) {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut command = Command::new(env!("CARGO_BIN_EXE_custodiet"));
    command.arg("prove").args(args).current_dir(root).env("NO_COLOR", "1").env("COLUMNS", "140");
    let output = command.output().expect("the program runs");
    // Progress and warnings are elsewhere.
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The report on a submission.
fn of<'a>(report: &'a Json, name: &str) -> &'a Json {
    let submissions = report["submissions"].as_array().expect("submissions");
    submissions.iter().find(|submission| submission["name"] == name).unwrap_or_else(|| panic!("{name}: {report}"))
}

#[test]
fn a_named_file_that_cannot_be_proved_is_undecided() {
    let folder = Folder::new("prove-named");
    let named = RIGHT.replace("is_valid", "valid_order");
    folder.submit(&[("a.py", RIGHT), ("b.js", "exports.isValid = () => true\n"), ("c.py", &named), ("notes.md", "x")]);
    let file = |name: &str| folder.path(&format!("class/{name}"));
    let asked = |files: &[&str]| prove(&[&["problems/toposort.py", "--scope", SCOPE], files].concat());
    let (code, text) = asked(&[&file("a.py"), &file("b.js"), &file("c.py")]);
    assert_eq!(code, 4, "{text}");
    assert!(text.contains("proved correct      1") && text.contains("undecided           2"), "{text}");
    assert!(text.contains("not provable: it is not written in Python (`b.js`)"), "{text}");
    let suggested = "no file defines the predicate; did they mean `valid_order`? pass `--alias valid_order`";
    assert!(text.contains(suggested), "{text}");
    // Alone, it is still about this file.
    assert_eq!(asked(&[&file("b.js")]).0, 4);
    assert_eq!(asked(&[&file("a.py"), &file("c.py"), "--alias", "valid_order"]).0, 0);
    // In a folder, it is skipped, and that is said.
    let (code, report) = folder.prove(&[], &["--alias", "valid_order"]);
    let skipped = report["warnings"][0].as_str().expect("a warning");
    assert!(code == 0 && skipped.contains("2 files are not submissions") && skipped.contains("`b.js`"), "{report}");
}

#[test]
fn lines_fit_the_terminal() {
    let folder = Folder::new("prove-narrow");
    let class =
        folder.submit(&[("a.py", &RIGHT.replace(" and set(order) == names", "")), ("b.py", "import os\nx = os.x\n")]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_custodiet"));
    command.args(["prove", "problems/toposort.py", "--scope", SCOPE, &class]).env("COLUMNS", "60").env("NO_COLOR", "1");
    command.current_dir(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")));
    let text = String::from_utf8_lossy(&command.output().expect("the program runs").stdout).into_owned();
    let longest = text.lines().map(|line| line.chars().count()).max();
    assert!(longest.is_some_and(|longest| longest <= 60), "{text}");
}

/// As `custodiet new` and the documentation recommend.
#[test]
fn the_types_of_the_problem_are_a_module() {
    let folder = Folder::new("prove-types");
    let text = "from collections import Counter\nfrom sortacle import Person\n\n\
        def is_valid(people_in, people_out):\n    ages = [p.age for p in people_out]\n    \
        return Counter(people_in) == Counter(people_out) and ages == sorted(ages) and Person('x', 1) == Person('x', 1)\n";
    let class = folder.submit(&[("a.py", text)]);
    let (code, said) = prove(&["problems/sortacle.py", &class, "--scope", "Name=2,people_in=2,people_out=2"]);
    assert_eq!(code, 0, "{said}");
}

#[test]
fn a_correct_predicate_is_proved() {
    let folder = Folder::new("prove-correct");
    let again = RIGHT.replace('\n', "\r\n");
    let (code, report) = folder.prove(&[("right.py", RIGHT), ("again.py", &again)], &[]);
    assert_eq!(code, 0, "{report:#}");
    for name in ["right.py", "again.py"] {
        let shown = of(&report, name);
        assert_eq!(
            (shown["status"].as_str(), shown["claim"].as_str()),
            (Some("proved"), Some("equality")),
            "{shown:#}"
        );
        assert!(shown["buckets"].as_array().expect("buckets").iter().all(|bucket| bucket["verdict"] == "correct"));
        assert!(shown["reason"].is_null());
    }
}

#[test]
fn a_faulty_one_is_refuted_with_the_smallest_witness() {
    let folder = Folder::new("prove-faulty");
    let lax = "def is_valid(edges, order):\n    return {v for e in edges for v in e} == set(order)\n";
    let crash = format!(
        "{RIGHT}\ncheck = is_valid\ndef is_valid(edges, order):\n    order[0]\n    return check(edges, order)\n"
    );
    let (code, report) = folder.prove(&[("lax.py", lax), ("crash.py", &crash), ("right.py", RIGHT)], &[]);
    assert_eq!(code, 1, "{report:#}");
    let bucket = |name: &str, fails: &[&str]| {
        let buckets = of(&report, name)["buckets"].as_array().expect("buckets");
        buckets.iter().find(|bucket| bucket["fails"] == serde_json::json!(fails)).cloned().expect("a bucket")
    };
    let twice = bucket("lax.py", &["uniqueness", "same_num_vertices"]);
    assert_eq!(twice["verdict"], "wrong", "{twice:#}");
    assert_eq!(twice["answer"], "accepted");
    assert_eq!(twice["smallest"], true);
    assert_eq!(twice["witness"]["input"]["edges"].as_array().map(Vec::len), Some(1));
    assert_eq!(twice["witness"]["output"]["order"].as_array().map(Vec::len), Some(3));
    let theorem = of(&report, "lax.py")["behaves_like"].as_str().expect("a formula");
    assert_eq!(theorem, "NO-NEW and NONE-DROPPED");
    assert!(of(&report, "crash.py")["behaves_like"].is_null());
    let empty = bucket("crash.py", &[]);
    assert_eq!(
        (empty["answer"].as_str(), empty["exception"].as_str()),
        (Some("raised"), Some("IndexError")),
        "{empty:#}"
    );
    let findings = of(&report, "crash.py")["findings"].to_string();
    assert!(findings.contains("raises IndexError"), "{findings}");
}

#[test]
fn what_cannot_be_decided_says_why() {
    let folder = Folder::new("prove-undecided");
    let random = format!(
        "{RIGHT}\nimport random\ncheck = is_valid\ndef is_valid(edges, order):\n    return check(edges, order) and random.random() < 2\n"
    );
    let counts = format!(
        "{RIGHT}\ncheck = is_valid\ncalls = []\ndef is_valid(edges, order):\n    calls.append(1)\n    return check(edges, order)\n"
    );
    let files = [
        ("chance.py", random.as_str()),
        ("counts.py", &counts),
        ("broken.py", "def is_valid(edges, order)\n    return True\n"),
        ("other.arr", "fun is-valid(edges, order): true end\n"),
        ("right.py", RIGHT),
    ];
    let (code, report) = folder.prove(&files, &[]);
    assert_eq!(code, 4, "{report:#}");
    for (name, line, part) in [
        ("chance.py", Some(9), "`random`"),
        ("counts.py", Some(9), "later calls"),
        ("broken.py", Some(1), "syntax error"),
        ("other.arr", None, "written in pyret"),
    ] {
        let shown = of(&report, name);
        assert_eq!(shown["status"], "undecided", "{shown:#}");
        let message = shown["reason"]["message"].as_str().expect("a reason");
        assert!(message.contains(part), "{name}: {message}");
        if let Some(line) = line {
            assert_eq!(shown["reason"]["line"], line, "{name}: {shown:#}");
        }
    }
}

#[test]
fn hostile_submissions_harm_nothing() {
    let folder = Folder::new("prove-hostile");
    let deep = format!("def is_valid(edges, order):\n    return {}True{}\n", "(".repeat(3_000), ")".repeat(3_000));
    let wide = format!("def is_valid(edges, order):\n    return [{}]\n", "0,".repeat(200_000));
    let explodes = "
def is_valid(edges, order):
    from itertools import permutations, product
    rows = list(product(permutations(edges + edges + edges), permutations(order + order + order)))
    return len(rows) > 0
";
    let grows = "
def is_valid(edges, order):
    rows = [0]
    while len(rows) < 10 ** 9:
        rows = rows + rows
    return True
";
    let exits = "import os\ndef is_valid(edges, order):\n    os._exit(0)\n";
    let prints =
        format!("{RIGHT}\nprint('{{\"submission\": 1}}' * 1000)\nimport sys\nsys.stdout.write('x' * 100000)\n");
    let writes = format!(
        "{RIGHT}\ncheck = is_valid\ndef is_valid(edges, order):\n    open('/tmp/custodiet-prove-was-here', 'w')\n    return True\n"
    );
    let files = [
        ("deep.py", deep.as_str()),
        ("wide.py", &wide),
        ("explodes.py", explodes),
        ("grows.py", grows),
        ("exits.py", exits),
        ("prints.py", &prints),
        ("writes.py", &writes),
        ("right.py", RIGHT),
    ];
    let (code, report) = folder.prove(&files, &["--prove-time", "20", "--time", "0.5"]);
    assert!(matches!(code, 1 | 4), "{code} {report:#}");
    for name in ["deep.py", "explodes.py", "grows.py", "exits.py", "writes.py"] {
        assert_ne!(of(&report, name)["status"], "proved", "{name}");
    }
    assert_eq!(of(&report, "right.py")["status"], "proved");
    assert!(!Path::new("/tmp/custodiet-prove-was-here").exists());
}

#[test]
fn a_suite_adds_its_tests_and_a_failed_one_beyond_the_scope_refutes() {
    let folder = Folder::new("prove-suite");
    let small = format!(
        "{RIGHT}\ncheck = is_valid\ndef is_valid(edges, order):\n    return check(edges, order) if len(order) < 7 else False\n"
    );
    let class = folder.submit(&[("small.py", &small)]);
    let (code, text) = prove(&["docs/examples/toposort-suite.json", &class, "--json", "--scope", SCOPE]);
    let report: Json = serde_json::from_str(&text).expect("JSON");
    let shown = of(&report, "small.py");
    let wrong: Vec<&Json> =
        shown["buckets"].as_array().expect("buckets").iter().filter(|bucket| bucket["verdict"] == "wrong").collect();
    assert!(wrong.iter().all(|bucket| bucket["smallest"] == false), "{shown:#}");
    assert_eq!(
        (code, shown["status"].as_str()),
        if wrong.is_empty() { (0, Some("proved")) } else { (1, Some("refuted")) }
    );
}

#[test]
fn the_text_says_what_was_proved() {
    let folder = Folder::new("prove-text");
    let lax = "def is_valid(edges, order):\n    return {v for e in edges for v in e} == set(order)\n";
    let class = folder.submit(&[("lax.py", lax), ("right.py", RIGHT)]);
    let (code, text) = prove(&["problems/toposort.py", &class, "--scope", SCOPE]);
    assert_eq!(code, 1, "{text}");
    for part in [
        "2 submissions",
        "proved correct      1",
        "refuted             1",
        "is_valid(",
        "should be rejected",
        "any names",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn it_says_what_a_predicate_is_a_version_of() {
    let folder = Folder::new("prove-version");
    let last = "
def is_valid(edges, order):
    place = {v: i for i, v in enumerate(order)}
    return place.keys() == {v for e in edges for v in e} and all(place[a] < place[b] for a, b in edges)
";
    let class = folder.submit(&[("last.py", last)]);
    let (_, report) = folder.prove(&[("last.py", last)], &[]);
    let said = "NO-NEW, NONE-DROPPED, and SORTEDNESS counting only the last occurrence of each element of `order`";
    assert_eq!(of(&report, "last.py")["equal_to"], said);
    assert!(of(&report, "last.py")["behaves_like"].is_null());
    let (_, text) = prove(&["problems/toposort.py", &class, "--scope", SCOPE]);
    assert!(text.contains(&format!("checks     {said}: proved")), "{text}");
}

#[test]
fn solutions_are_compared_with_the_decomposition() {
    let folder = Folder::new("prove-reference");
    let lax = "def is_valid(edges, order):\n    return {v for e in edges for v in e} == set(order)\n";
    let class = folder.submit(&[("right.py", RIGHT), ("lax.py", lax)]);
    let [right, lax] = ["right.py", "lax.py"].map(|name| format!("{class}/{name}"));
    let with = |args: &[&str]| prove(&[&["problems/toposort.py", "--scope", SCOPE], args].concat());
    let (code, text) = with(&["--reference", &right]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("✓ the reference right.py accepts exactly the pairs"), "{text}");
    assert!(text.starts_with("1 reference · "), "{text}");
    let (code, text) = with(&["--reference", &right, "--reference", &lax, "--json"]);
    let report: Json = serde_json::from_str(&text).expect("JSON");
    let said: Vec<&str> =
        report["references"].as_array().expect("two").iter().filter_map(|one| one["status"].as_str()).collect();
    assert_eq!((code, said, &report["submissions"]), (1, vec!["proved", "refuted"], &serde_json::json!([])));
    let (code, text) = with(&["--reference", &lax, &right]);
    assert_eq!(code, 1, "{text}");
    for part in ["✗ the reference lax.py differs", "is_valid(", "proved correct      1", "1 submission, 1 reference"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(with(&["--reference", &class]).0, 2);
    assert_eq!(with(&["--reference", "nowhere.py"]).0, 2);
    assert_eq!(with(&[]).0, 2);
}

#[test]
fn proofs_are_written_and_checked() {
    let folder = Folder::new("prove-proof");
    let lax = "def is_valid(edges, order):\n    return {v for e in edges for v in e} == set(order)\n";
    let nothing = "import random\ndef is_valid(edges, order):\n    return random.random() < 2\n";
    let dir = folder.path("proof");
    let files = [("lax.py", lax), ("right.py", RIGHT), ("nothing.py", nothing)];
    let (code, report) = folder.prove(&files, &["--proof", &dir]);
    assert_eq!((code, &report["proof"]["submissions"], &report["proof"]["proofs"]), (1, &2.into(), &2.into()));
    let check = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_custodiet"));
        let output = command.args(["check-proof", &dir]).args(more).env("NO_COLOR", "1").output().expect("it runs");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (code, text) = check(&[]);
    assert_eq!(code, Some(0), "{text}");
    for part in ["✓ proved: toposort", "right.py: every pair within the scope", "lax.py: every pair of"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let (code, text) = check(&["--json"]);
    let checked: Json = serde_json::from_str(&text).expect("JSON");
    assert_eq!((code, &checked["proven"], &checked["submissions"][1]["correct"]), (Some(0), &true.into(), &Json::Null));
    fs::write(format!("{dir}/submission-002-1.lrat"), "1 d 0\n").expect("written");
    let (code, text) = check(&[]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("`submission-002-1.lrat` was changed"), "{text}");
    // A folder of something else is not replaced, and that is said before anything is proved.
    fs::write(format!("{dir}/notes.txt"), "mine").expect("written");
    let class = folder.path("class");
    assert_eq!(prove(&["problems/toposort.py", &class, "--scope", SCOPE, "--proof", &dir]).0, 2);
    // Nothing is written if nothing is correct.
    let none = folder.path("none");
    let other = folder.path("other");
    fs::create_dir(&other).expect("a folder");
    fs::write(format!("{other}/nothing.py"), nothing).expect("written");
    let (code, text) = prove(&["problems/toposort.py", &other, "--scope", SCOPE, "--proof", &none]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("no proofs were written") && !Path::new(&none).exists(), "{text}");
}

#[test]
fn wrong_use_is_reported() {
    let folder = Folder::new("prove-use");
    let class = folder.submit(&[("right.py", RIGHT)]);
    for args in [
        &["problems/toposort.py"][..],
        &["problems/nothing.py", &class],
        &["problems/toposort.py", "nowhere/"],
        &["problems/toposort.py", &class, "--scope", "Nothing=3"],
    ] {
        assert_eq!(prove(args).0, 2, "{args:?}");
    }
}
