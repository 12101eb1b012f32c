//! `grade` and `replay` as people use them: outcomes of the samples, resuming, budgets, unusual files, other names.
#![cfg(target_os = "linux")]

use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value as Json, json};

#[path = "grade/avoiding.rs"]
mod avoiding;
#[path = "grade/ending.rs"]
mod ending;
#[path = "grade/forked.rs"]
mod forked;
#[path = "grade/reduced.rs"]
mod reduced;
#[path = "grade/refusals.rs"]
mod refusals;
#[path = "grade/untrusted.rs"]
mod untrusted;

const SUITE: &str = "docs/examples/toposort-suite.json";
const SAMPLES: &str = "submissions/toposort";

const NOBODY: u32 = 65_534;

/// A folder that is removed at the end. Temporary files of the program go there, too.
struct Folder(PathBuf, Option<Ordinary>);

/// The program is run by an unprivileged user. The folder holds a copy of it.
struct Ordinary {
    /// Where that user finds Python.
    path: PathBuf,
}

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("custodiet-grade-{}-{name}", std::process::id()));
        std::fs::create_dir_all(path.join("tmp")).expect("a folder");
        Self(path, None)
    }

    /// A folder in which the program is run by an unprivileged user; for tests that are run by root.
    fn of_nobody(name: &str) -> Self {
        use std::os::unix::fs::chown;
        let mut folder = Self::new(name);
        chown(&folder.0, Some(NOBODY), Some(NOBODY)).expect("a folder of their own");
        chown(folder.0.join("tmp"), Some(NOBODY), Some(NOBODY)).expect("a folder of their own");
        std::fs::copy(env!("CARGO_BIN_EXE_custodiet"), folder.0.join("custodiet")).expect("a copy");
        let path = std::env::var_os("PATH").unwrap_or_default();
        let check = "import sys; sys.exit(sys.version_info < (3, 11))";
        let usable = |folder: &PathBuf| {
            let mut python = Command::new(folder.join("python3"));
            python.args(["-I", "-c", check]).uid(NOBODY).gid(NOBODY).env_clear().current_dir("/");
            python.stderr(Stdio::null()).status().is_ok_and(|status| status.success())
        };
        let path = std::env::split_paths(&path).find(usable).expect("a Python 3.11 that everybody can use");
        folder.1 = Some(Ordinary { path });
        folder
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = match &self.1 {
            None => {
                let mut command = Command::new(env!("CARGO_BIN_EXE_custodiet"));
                command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
                command
            }
            Some(ordinary) => {
                let mut command = Command::new(self.0.join("custodiet"));
                command.uid(NOBODY).gid(NOBODY).env_clear().env("PATH", &ordinary.path).current_dir(&self.0);
                command
            }
        };
        command.args(args).env("NO_COLOR", "1").env("TMPDIR", self.0.join("tmp"));
        command
    }

    /// Exit code, output, errors.
    fn run(&self, args: &[&str]) -> (i32, String, String) {
        let output = self.command(args).output().expect("the program runs");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code().expect("an exit code"), text(output.stdout), text(output.stderr))
    }

    fn results(&self, dir: &str) -> Json {
        let text = std::fs::read_to_string(self.0.join(dir).join("results.json")).expect("results");
        serde_json::from_str(&text).expect("JSON")
    }

    /// How many working folders are left.
    fn left(&self) -> usize {
        std::fs::read_dir(self.0.join("tmp")).expect("a folder").count()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn submission<'a>(results: &'a Json, name: &str) -> &'a Json {
    let all = results["submissions"].as_array().expect("submissions");
    all.iter().find(|one| one["name"] == name).unwrap_or_else(|| panic!("no {name}"))
}

fn words(submission: &Json) -> Vec<&str> {
    let outcomes = submission["outcomes"].as_object().expect("outcomes");
    let mut words: Vec<&str> = outcomes.values().filter_map(Json::as_str).collect();
    words.sort_unstable();
    words.dedup();
    words
}

const RIGHT: &str = "def is_valid(edges, order):\n    vertices = {v for edge in edges for v in edge}\n    \
    if len(order) != len(vertices) or set(order) != vertices:\n        return False\n    \
    return all(order.index(a) < order.index(b) for a, b in edges)\n";

#[test]
fn samples_have_the_documented_outcomes() {
    let folder = Folder::new("samples");
    let dir = folder.path("results");
    let (code, text, _) = folder.run(&["grade", "--no-prove", SUITE, SAMPLES, "-o", &dir, "--time", "0.3"]);
    assert_eq!(code, 1, "{text}");
    let results = folder.results("results");
    assert_eq!(
        (&results["format"], &results["problem"], &results["sandbox"]),
        (&json!(1), &json!("toposort"), &json!("full"))
    );
    let of = |name: &str| submission(&results, name);
    for name in ["right_positions.py", "right_counting.py"] {
        assert_eq!(
            (&of(name)["wrong"], &of(name)["fingerprint"], words(of(name))),
            (&json!(0), &json!([]), vec!["accepted", "rejected"])
        );
    }
    let lax = of("accepts_duplicates.py");
    assert!(
        lax["fingerprint"].as_array().expect("buckets").contains(&json!(["uniqueness", "same_num_vertices"])),
        "{lax}"
    );
    assert_eq!(words(of("crashes_on_missing.py")), ["accepted", "raised", "rejected"]);
    let details = of("crashes_on_missing.py")["details"].as_object().expect("details");
    assert!(
        details.values().all(|detail| detail.as_str().is_some_and(|text| text.ends_with("(crashes_on_missing.py:7)"))),
        "{details:?}"
    );
    assert_eq!(words(of("returns_a_number.py")), ["not_a_boolean"]);
    assert_eq!(of("unstable.py")["unstable"], true);
    let endless = of("loops_forever.py");
    assert!(words(endless).contains(&"timed_out") && words(endless).contains(&"not_run"), "{:?}", words(endless));
    // Every bucket was tested at least once all the same.
    let tried = endless["outcomes"].as_object().expect("outcomes").values().filter(|word| **word != "not_run").count();
    assert!(tried >= 29, "{tried}");
    let failed = of("syntax_error.py");
    assert_eq!(
        (&failed["status"], &failed["reason"]),
        (&json!("could_not_run"), &json!("syntax error: expected ':' (syntax_error.py:2)"))
    );
    assert_eq!(
        of("other_name.py")["reason"],
        "no function `is_valid`; did they mean `valid_order`? pass `--alias valid_order` to accept it"
    );
    assert!(text.starts_with("12 submissions · 82 tests · seed 0 · sandbox full"), "{text}");
    assert_eq!(folder.left(), 0);
    let table = std::fs::read_to_string(folder.0.join("results/results.csv")).expect("a table");
    assert!(table.starts_with(
        "name,sid,language,status,reason,verdict,tests,wrong,not_run,cut_short,unstable,\
         proof,proof_reason,proved_wrong,only_by_proof,no_new,none_dropped,uniqueness,\
         sortedness,"
    ));
    assert_eq!(table.lines().count(), 13);
}

#[test]
fn runs_continue_where_they_stopped() {
    let folder = Folder::new("resume");
    for number in 0..6 {
        folder.write(&format!("in/s{number}.py"), &format!("# {number}\n{RIGHT}"));
    }
    let (all, dir) = (folder.path("all"), folder.path("results"));
    assert_eq!(folder.run(&["grade", "--no-prove", SUITE, &folder.path("in"), "-o", &all]).0, 0);
    let first = folder.path("in/s1.py");
    assert_eq!(folder.run(&["grade", "--no-prove", SUITE, &first, "-o", &dir]).0, 0);
    let (code, text, _) = folder.run(&["grade", "--no-prove", SUITE, &folder.path("in"), "-o", &dir]);
    assert!(code == 0 && text.contains("1 graded before"), "{text}");
    for file in ["results.json", "results.csv"] {
        let read = |dir: &str| std::fs::read(folder.0.join(dir).join(file)).expect("results");
        assert!(read("all") == read("results"), "{file} differs");
    }
    // A changed submission, another alias, another limit: run again.
    folder.write("in/s1.py", "def is_valid(edges, order):\n    return True\n");
    let (code, text, _) = folder.run(&["grade", "--no-prove", SUITE, &folder.path("in"), "-o", &dir]);
    assert!(code == 1 && text.contains("5 graded before"), "{text}");
    let (_, text, _) = folder.run(&["grade", "--no-prove", SUITE, &folder.path("in"), "-o", &dir, "--memory", "600"]);
    assert!(!text.contains("graded before"), "{text}");
    let (_, text, _) =
        folder.run(&["grade", "--no-prove", SUITE, &folder.path("in"), "-o", &dir, "--memory", "600", "--fresh"]);
    assert!(!text.contains("graded before"), "{text}");
}

/// If the suite grows, only its new tests are run.
#[test]
fn only_new_tests_are_run() {
    let folder = Folder::new("new-tests");
    let (small, large) = (folder.path("small.json"), folder.path("large.json"));
    let suite = |more: &[&str]| {
        let args = [&["suite", "problems/toposort.py", "--engine", "solver"], more].concat();
        assert_eq!(folder.run(&args).0, 0);
    };
    suite(&["--tests", "1", "-o", &small]);
    suite(&["--tests", "2", "--update", &small, "-o", &large]);
    // What it prints shows which tests were run.
    folder.write(
        "in/a.py",
        &format!(
            "import sys\n{}",
            RIGHT.replace("\n    vertices", "\n    print('run', file=sys.stderr)\n    vertices")
        ),
    );
    let dir = folder.path("results");
    let (code, text, errors) = folder.run(&["grade", "--no-prove", &small, &folder.path("in"), "-o", &dir]);
    assert_eq!(code, 0, "{text}{errors}");
    let tests = |results: &Json| submission(results, "a.py")["tests"].as_u64().expect("a number");
    let printed = |results: &Json| {
        let printed = submission(results, "a.py")["printed"].as_str().expect("printed");
        printed.matches("run").count() as u64
    };
    let first = folder.results("results");
    // All tests once, and a sample of sixty, or all of them, twice.
    assert_eq!(printed(&first), tests(&first) + 2 * tests(&first).min(60));
    assert_eq!(folder.run(&["grade", "--no-prove", &large, &folder.path("in"), "-o", &dir]).0, 0);
    let second = folder.results("results");
    assert!(tests(&second) > tests(&first));
    assert_eq!(printed(&second), tests(&second) - tests(&first) + 2 * tests(&second).min(60));
}

/// Keeps the processor busy for some seconds.
const BURN: &str = "import time\ndef burn(seconds):\n    start = time.process_time()\n    \
    while time.process_time() - start < seconds: pass\n";

/// Each test stays below its limit, so none times out; together they take too long.
#[test]
fn all_tests_together_have_a_budget() {
    let folder = Folder::new("budget");
    let predicate = |body: &str| format!("{BURN}def is_valid(edges, order):\n    {body}\n    return True\n");
    folder.write("in/computes.py", &predicate("burn(0.1)"));
    folder.write("in/waits.py", &predicate("time.sleep(0.2)"));
    folder.write("in/loads.py", &format!("{BURN}burn(0.3)\nimport os\ndef is_valid(edges, order):\n    os._exit(1)\n"));
    folder.write("in/quick.py", RIGHT);
    let (input, dir) = (folder.path("in"), folder.path("results"));
    let (code, text, errors) =
        folder.run(&["grade", "--no-prove", SUITE, &input, "-o", &dir, "--time", "0.17", "--budget", "1"]);
    assert_eq!(code, 1, "{text}{errors}");
    let said = "cut short: tests were not run, which counts as wrong, because the time for all tests together, loading \
                included, was used up (--budget allows more): computes.py, loads.py, waits.py";
    assert!(text.split_whitespace().collect::<Vec<_>>().join(" ").contains(said), "{text}");
    let results = folder.results("results");
    // 1 s for all tests and 1 s for one further test of each bucket; or 4 s of waiting each.
    for (name, word, least, most) in
        [("computes.py", "accepted", 12, 24), ("waits.py", "accepted", 24, 44), ("loads.py", "crashed", 4, 10)]
    {
        let one = submission(&results, name);
        assert_eq!((words(one), &one["cut_short"]), (vec![word, "not_run"], &json!("budget")), "{name}");
        let run = one["outcomes"].as_object().expect("outcomes").values().filter(|outcome| **outcome == word).count();
        assert!((least..most).contains(&run), "{name}: {run}");
    }
    assert_eq!(words(submission(&results, "quick.py")), ["accepted", "rejected"]);
}

#[test]
fn names_support_and_records_are_found() {
    let folder = Folder::new("support");
    folder.write(
        "starter/person.py",
        "from dataclasses import dataclass\n\n@dataclass(frozen=True)\nclass Person:\n    name: str\n    age: int\n",
    );
    let sorted = "def is_valid(people_in, people_out):\n    key = lambda p: (p.age, p.name)\n    \
        return sorted(people_in, key=lambda p: (p.age, str(p.name))) == sorted(people_out, key=lambda p: (p.age, str(p.name))) \
        and all(a.age <= b.age for a, b in zip(people_out, people_out[1:]))\n";
    let typed = format!("{sorted}\ndef is_person(p):\n    return type(p) is Person and p == Person(p.name, p.age)\n");
    let checked = typed.replace("    key =", "    assert all(map(is_person, people_in))\n    key =");
    folder.write("in/imported.py", &format!("from person import Person\n{checked}"));
    folder.write("in/generated.py", &format!("from sortacle import Person\n{checked}"));
    folder.write(
        "in/own.py",
        &format!(
            "from dataclasses import dataclass\n@dataclass\nclass Person:\n    age: int\n    name: str\n{}",
            checked.replace("Person(p.name, p.age)", "Person(p.age, p.name)")
        ),
    );
    folder.write(
        "in/tuple.py",
        &format!("from collections import namedtuple\nPerson = namedtuple('Person', 'name age')\n{checked}"),
    );
    folder.write("in/renamed.py", &sorted.replace("is_valid", "check_sort"));
    folder.write("in/two/first.py", sorted);
    folder.write(
        "in/two/test_first.py",
        "from first import is_valid\nimport pytest\n\ndef is_valid(a, b):\n    return 1\n",
    );
    folder.write("in/broken/first.py", sorted);
    folder.write("in/broken/second.py", sorted);
    let suite = folder.path("suite.json");
    assert_eq!(folder.run(&["suite", "problems/sortacle.py", "--tests", "2", "--engine", "solver", "-o", &suite]).0, 0);
    let dir = folder.path("results");
    let starter = folder.path("starter");
    let (code, text, errors) = folder.run(&[
        "grade",
        "--no-prove",
        &suite,
        &folder.path("in"),
        "-o",
        &dir,
        "--support",
        &starter,
        "--alias",
        "check_sort",
    ]);
    let results = folder.results("results");
    for name in ["imported.py", "generated.py", "own.py", "tuple.py", "renamed.py", "two"] {
        let one = submission(&results, name);
        assert_eq!((&one["status"], &one["wrong"]), (&json!("graded"), &json!(0)), "{name}: {one} {text}{errors}");
    }
    assert_eq!(submission(&results, "broken")["reason"], "several files define `is_valid`: first.py, second.py");
    assert_eq!(code, 1);
}

#[test]
fn a_language_can_say_how_much_memory_it_needs() {
    let folder = Folder::new("least");
    let python = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../adapters/python"));
    let read = |name: &str| std::fs::read_to_string(python.join(name)).expect("a file of the adapter");
    folder.write("adapter/worker.py", &read("worker.py"));
    folder.write("adapter/adapter.toml", &read("adapter.toml").replace("[run]\n", "[run]\nleast_mib = 128\n"));
    let (one, dir, adapter) = (folder.write("one.py", RIGHT), folder.path("results"), folder.path("adapter"));
    let args = ["grade", "--no-prove", SUITE, &one, "-o", &dir, "--adapter", &adapter, "--memory"];
    assert_eq!(folder.run(&[&args[..], &["127"]].concat()).0, 1);
    let results = folder.results("results");
    assert_eq!(
        submission(&results, "one.py")["reason"],
        "python needs at least 128 MiB of memory; pass --memory 128 or more"
    );
    assert_eq!(folder.run(&[&args[..], &["128"]].concat()).0, 0);
}

/// Files as editors and systems write them, and programs that exit.
#[test]
fn unusual_files_are_read_or_explained() {
    let folder = Folder::new("odd");
    folder.write("in/lines.py", &RIGHT.replace('\n', "\r\n"));
    folder.write("in/mark.py", &format!("\u{feff}{RIGHT}"));
    folder.write("in/a b'\"é.py", RIGHT);
    folder.write("in/exits.py", "def is_valid(edges, order):\n    exit()\n");
    folder.write("in/exits_when_loaded.py", &format!("{RIGHT}quit(1)\n"));
    folder.write("in/needs.py", &format!("import nothing_of_this_name\n{RIGHT}"));
    let wide: Vec<u8> = std::iter::once(0xfeff).chain(RIGHT.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    std::fs::write(folder.0.join("in/wide.py"), wide).expect("written");
    folder.run(&["grade", "--no-prove", SUITE, &folder.path("in"), "-o", &folder.path("results")]);
    let results = folder.results("results");
    for name in ["lines.py", "mark.py", "a b'\"é.py"] {
        let one = submission(&results, name);
        assert_eq!((&one["status"], &one["wrong"]), (&json!("graded"), &json!(0)), "{one}");
    }
    let exits = submission(&results, "exits.py")["details"].as_object().expect("details");
    assert!(exits.values().all(|detail| *detail == "SystemExit (exits.py:2)"), "{exits:?}");
    for (name, reason) in [
        ("exits_when_loaded.py", "raised SystemExit when loaded: 1 (exits_when_loaded.py:6)"),
        ("needs.py", "import error: No module named 'nothing_of_this_name' (needs.py:1)"),
        ("wide.py", "syntax error: the file is UTF-16, and Python reads UTF-8 (wide.py)"),
    ] {
        assert_eq!(submission(&results, name)["reason"], reason);
    }
}

/// Reasons that a tenth of the class shares come first.
#[test]
fn shared_failures_come_first() {
    let folder = Folder::new("shared");
    for number in 0..3 {
        folder.write(&format!("in/s{number}.py"), &format!("# {number}\nfrom starter import helper\n{RIGHT}"));
    }
    folder.write("in/fine.py", RIGHT);
    let (code, text, _) =
        folder.run(&["grade", "--no-prove", SUITE, &folder.path("in"), "-o", &folder.path("results")]);
    assert_eq!(code, 1);
    let said = "! 3 of 4 submissions could not run for the same reason, which may not be their fault: import error: No module named 'starter'";
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.starts_with(said), "{text}");
}

#[test]
fn one_outcome_can_be_replayed() {
    let folder = Folder::new("replay");
    folder.write("in/a.py", "def is_valid(edges, order):\n    print('edges', edges)\n    return edges[99]\n");
    let (dir, input) = (folder.path("results"), folder.path("in"));
    assert_eq!(folder.run(&["grade", "--no-prove", SUITE, &folder.path("in"), "-o", &dir]).0, 1);
    let results = folder.results("results");
    let id =
        submission(&results, "a.py")["outcomes"].as_object().expect("outcomes").keys().next().expect("a test").clone();
    let (code, text, _) = folder.run(&["replay", &dir, "a.py", &id, "--json", "--submissions", &input]);
    let json: Json = serde_json::from_str(&text).expect("JSON");
    assert_eq!((code, &json["outcome"], &json["before"]), (1, &json!("raised"), &json!("raised")));
    assert!(json["printed"].as_str().is_some_and(|printed| printed.starts_with("edges [")), "{text}");
    assert!(
        json["detail"].as_str().is_some_and(|detail| detail == "IndexError: list index out of range (a.py:3)"),
        "{text}"
    );
    let (code, text, _) = folder.run(&["replay", &dir, "a.py", &id, "--submissions", &input]);
    assert!(code == 1 && text.contains("raised IndexError: list index out of range (a.py:3); should be "), "{text}");
    assert!(!text.contains("before"), "{text}");
    // Another class of exception is another outcome.
    folder.write("in/a.py", "def is_valid(edges, order):\n    return {}[99]\n");
    let (_, text, _) = folder.run(&["replay", &dir, "a.py", &id, "--submissions", &input]);
    let before = "before     raised IndexError: list index out of range (a.py:3) when it was graded";
    assert!(text.contains("raised KeyError: 99 (a.py:2)") && text.contains(before), "{text}");
    assert_eq!(folder.run(&["replay", &dir, "b.py", &id, "--submissions", &input]).0, 2);
    // Other files than those that were graded say nothing about stability.
    folder.write("in/a.py", RIGHT);
    let (_, text, _) = folder.run(&["replay", &dir, "a.py", &id, "--submissions", &input]);
    assert!(text.contains("these are not the files that were graded") && !text.contains("unstable"), "{text}");
    assert_eq!(folder.run(&["replay", &dir, "a.py", "nothing", "--submissions", &input]).0, 2);
    assert_eq!(folder.left(), 0);
}
