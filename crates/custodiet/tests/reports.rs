//! `report`, `feedback`, `regrade` and `compare` as people use them: what they write and what they refuse.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value as Json, json};

mod folder;

use folder::Folder;

const SUITE: &str = "docs/examples/toposort-suite.json";

impl Folder {
    /// Exit code, output, errors.
    fn run(&self, args: &[&str]) -> (i32, String, String) {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let mut command = Command::new(env!("CARGO_BIN_EXE_custodiet"));
        let output = command.args(args).current_dir(root).env("NO_COLOR", "1").output().expect("the program runs");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code().expect("an exit code"), text(output.stdout), text(output.stderr))
    }

    fn fine(&self, args: &[&str]) -> String {
        let (code, out, errors) = self.run(args);
        assert_eq!(code, 0, "{args:?}\n{out}\n{errors}");
        out
    }

    /// Copies predicates with known mistakes into `class/`, and writes others that are given as text.
    fn class(&self, names: &[&str], more: &[(&str, &str)]) {
        let from = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/predicates/toposort"));
        fs::create_dir_all(self.0.join("class")).expect("a folder");
        for name in names {
            let name = format!("{name}.py");
            fs::copy(from.join(&name), self.0.join("class").join(&name)).expect("copied");
        }
        for (name, text) in more {
            fs::write(self.0.join("class").join(name), text).expect("written");
        }
    }

    fn grade(&self, suite: &str, into: &str) {
        let (code, out, errors) =
            self.run(&["grade", "--no-prove", suite, &self.path("class"), "-o", &self.path(into)]);
        assert_eq!(code, 1, "{out}\n{errors}");
    }
}

const NAMES: [&str; 4] = ["right_positions", "accepts_duplicates", "compares_lengths", "key_error_if_new"];

#[test]
fn a_report_says_what_each_fails_to_check() {
    let folder = Folder::new("report");
    folder.class(&NAMES, &[("broken.py", "def is_valid(edges, order) return True\n")]);
    folder.grade(SUITE, "results");
    let results = folder.path("results");
    let shown = folder.fine(&["report", &results]);
    for part in
        ["5 submissions", "faulty               3", "could not run        1", "SORTEDNESS and same-num-vertices"]
    {
        assert!(shown.contains(part), "{part}\n{shown}");
    }
    let report = folder.json("results/report.json");
    assert_eq!(report["summary"]["no_mistake_found"], 1);
    let one = folder.fine(&["report", &results, "--submission", "compares_lengths.py"]);
    for part in [
        "too lax",
        "misses        NO-NEW (5) · NONE-DROPPED (11) · UNIQUENESS (7)",
        "compares only how many vertices",
        "nearest pair",
    ] {
        assert!(one.contains(part), "{part}\n{one}");
    }
    let rows: Vec<String> = folder.text("results/submissions.csv").lines().map(str::to_owned).collect();
    assert_eq!(rows.len(), 6);
    assert!(rows[0].ends_with("no_new,none_dropped,uniqueness,sortedness,SAME-ELEMENTS"), "{}", rows[0]);
    let row = rows.iter().find(|row| row.starts_with("accepts_duplicates.py")).expect("a row");
    assert!(row.ends_with("checked,checked,missed,checked,checked"), "{row}");
    let row = rows.iter().find(|row| row.starts_with("broken.py")).expect("a row");
    assert!(row.contains("could_not_run") && row.contains("syntax error"), "{row}");
    assert_eq!(row.matches(',').count(), rows[0].matches(',').count());
    let buckets = report["buckets"].as_array().expect("a list").len();
    assert_eq!(folder.text("results/buckets.csv").lines().count(), buckets + 1);
    let parquet = fs::read(folder.0.join("results/outcomes.parquet")).expect("a file");
    assert!(parquet.starts_with(b"PAR1") && parquet.ends_with(b"PAR1"));
    // Nothing in it differs from run to run.
    let before = folder.text("results/report.json");
    folder.fine(&["report", &results]);
    assert_eq!(before, folder.text("results/report.json"));
}

#[test]
fn feedback_reveals_what_the_level_allows() {
    let folder = Folder::new("feedback");
    let hostile = "def is_valid(edges, order):\n    raise ValueError('<script>alert(1)</script>\\u202e`*_')\n";
    folder.class(&NAMES, &[("<img src=x>.py", hostile)]);
    folder.grade(SUITE, "results");
    let results = folder.path("results");
    let page = |name: &str| folder.text(&format!("results/feedback/{name}"));
    folder.fine(&["feedback", &results, "--reveal", "nothing"]);
    let text = page("accepts_duplicates.py.md");
    assert!(text.contains("fails a few of our tests") && !text.contains("repeats nothing"), "{text}");
    folder.fine(&["feedback", &results, "--reveal", "names"]);
    let text = page("accepts_duplicates.py.md");
    assert!(
        text.contains("1. Your predicate does not check this: the output repeats nothing.") && !text.contains("Hint"),
        "{text}"
    );
    assert!(text.contains("Already checked: every vertex of the output occurs in some edge"), "{text}");
    folder.fine(&["feedback", &results]);
    let text = page("accepts_duplicates.py.md");
    assert!(text.contains("Hint: What if a vertex is listed twice?") && !text.contains("is_valid("), "{text}");
    folder.fine(&["feedback", &results, "--reveal", "pairs"]);
    let text = page("accepts_duplicates.py.md");
    assert!(text.contains("is_valid(") && text.contains("your predicate rejects it, as it should:"), "{text}");
    // Where to look, without quoting the problem file.
    assert!(text.contains("index 1 of order") && !text.contains("seen"), "{text}");
    assert!(page("right_positions.py.md").contains("We ran 82 tests and found no mistakes."));
    // What disappears with another step is no step of its own, and a hint is not repeated.
    let text = page("compares_lengths.py.md");
    assert!(text.contains("\n2. ") && !text.contains("\n3. "), "{text}");
    assert_eq!(text.matches("Can a list have the right length").count(), 1, "{text}");
    let html = page("_img src_x_.py.html");
    assert!(!html.contains("<script") && !html.contains("<img") && html.contains("&lt;img src=x&gt;"), "{html}");
    assert!(!html.contains('\u{202e}') && !page("_img src_x_.py.md").contains("<script"), "{html}");
}

#[test]
fn a_regrade_runs_nothing_and_says_what_changes() {
    let folder = Folder::new("regrade");
    folder.class(&NAMES, &[]);
    folder.grade(SUITE, "results");
    let results = folder.path("results");
    folder.fine(&["report", &results]);
    let files = ["results.json", "results.csv", "report.json", "submissions.csv", "buckets.csv"];
    let all = || files.map(|name| folder.text(&format!("results/{name}")));
    let before = all();
    // Submissions need not be there any more.
    fs::rename(folder.0.join("class"), folder.0.join("elsewhere")).expect("moved");
    let shown = folder.fine(&["regrade", &results, "--exclude", "UNIQUENESS", "--reason", "not taught yet"]);
    assert!(shown.contains("changes for") && shown.contains("accepts_duplicates.py"), "{shown}");
    assert!(shown.contains("too lax → no mistake found"), "{shown}");
    let graded = folder.json("results/results.json");
    assert_eq!(graded["excluded"], json!([{ "what": "uniqueness", "reason": "not taught yet" }]));
    let report = folder.json("results/report.json");
    assert_eq!(report["summary"]["no_mistake_found"], 2);
    assert!(folder.fine(&["report", &results]).contains("uniqueness is excluded: not taught yet"));
    // A reference need not pass what does not count.
    let elsewhere = folder.path("elsewhere");
    let lax = format!("{elsewhere}/accepts_duplicates.py");
    let again = ["grade", "--no-prove", SUITE, &elsewhere, "-o", &results, "--reference", &lax];
    let (_, said, errors) = folder.run(&again);
    assert!(errors.is_empty() && said.contains("uniqueness is excluded"), "{said}\n{errors}");
    folder.fine(&["regrade", &results, "--restore", "uniqueness"]);
    assert_eq!(before, all());
    let (code, _, errors) = folder.run(&again);
    assert!(code == 1 && errors.contains("the reference"), "{errors}");
    // One test alone.
    let test = report["tests"][3]["id"].as_str().expect("an id").to_owned();
    let shown = folder.fine(&["regrade", &results, "--exclude", &test, "--reason", "odd", "--json"]);
    let shown: Json = serde_json::from_str(&shown).expect("JSON");
    assert_eq!((&shown["tests_before"], &shown["tests"]), (&json!(82), &json!(81)));
    for (args, part) in [
        (&["--exclude", "uniqeness", "--reason", "x"][..], "did you mean"),
        (&["--exclude", "uniqueness"][..], "--reason"),
        (&["--restore", "sortedness"][..], "not excluded"),
        (&[][..], "nothing to change"),
    ] {
        let (code, _, errors) = folder.run(&[&["regrade", &results], args].concat());
        assert!(code == 2 && errors.contains(part), "{args:?}: {errors}");
    }
}

#[test]
fn suites_are_compared_by_the_errors_that_they_find() {
    let folder = Folder::new("compare");
    folder.class(
        &["right_positions", "accepts_duplicates", "compares_lengths", "order_only", "no_checks", "forgets_to_return"],
        &[],
    );
    folder.grade(SUITE, "all");
    // A hand-made suite with a hole: no test where UNIQUENESS fails while nothing is missing.
    let tests = [
        r#"{"input": {"edges": [["shirt", "tie"]]}, "output": {"order": ["shirt", "tie"]}, "expect": true}"#,
        r#"{"input": {"edges": [["shirt", "tie"]]}, "output": {"order": ["tie", "shirt"]}, "expect": false}"#,
        r#"{"input": {"edges": [["b", "a"]]}, "output": {"order": ["b"]}, "expect": false}"#,
        r#"{"input": {"edges": [["b", "a"]]}, "output": {"order": ["b", "a"]}, "expect": false}"#,
        r#"{"input": {"edges": [["x", "y"]]}, "output": {"order": ["x"]}, "expect": false}"#,
    ];
    fs::write(folder.0.join("staff.jsonl"), tests.join("\n")).expect("written");
    let staff = folder.path("staff.json");
    let classify = ["classify", "problems/toposort.py", &folder.path("staff.jsonl"), "--suite", &staff];
    let (code, _, errors) = folder.run(&classify);
    assert_eq!(code, 1, "one expectation is wrong");
    assert!(errors.contains("3 of 5 tests written"), "{errors}");
    folder.fine(&["verify", &staff]);
    folder.grade(&staff, "staff");
    let (all, staff) = (folder.path("all"), folder.path("staff"));
    let named = [format!("staff={staff}"), format!("all={all}"), format!("focused={all}:focused")];
    let [staff_named, all_named, focused] = named.each_ref().map(String::as_str);
    let csv = folder.path("table.csv");
    let html = folder.path("table.html");
    let shown = folder.fine(&["compare", staff_named, all_named, focused, "--csv", &csv, "--html", &html]);
    assert!(shown.contains("all submissions: 6"), "{shown}");
    let json: Json = serde_json::from_str(&folder.fine(&["compare", staff_named, all_named, "--json"])).expect("JSON");
    let row = |table: &str, group: &str| -> Json {
        let rows = json[table]["rows"].as_array().expect("rows").clone();
        rows.into_iter().find(|row| row["group"] == group).expect("a row")
    };
    assert_eq!(row("all", "total")["found"], json!([3, 5]));
    let difference = &row("all", "total")["differences"][0];
    assert_eq!((&difference["only_first"], &difference["only_second"]), (&json!(0), &json!(2)));
    assert_eq!(difference["names_second"], json!(["accepts_duplicates.py", "compares_lengths.py"]));
    assert_eq!(row("all", "UNIQUENESS")["found"][0], Json::Null, "the staff have no such test");
    assert_eq!(json["without_deep"]["submissions"], 5, "forgets_to_return accepts no right pair");
    // The differences add up.
    for table in ["all", "without_deep"] {
        for row in json[table]["rows"].as_array().expect("rows") {
            let found = |at: usize| row["found"][at].as_i64().unwrap_or(0);
            let only = |key: &str| row["differences"][0][key].as_i64().expect("a number");
            assert_eq!(found(0) - only("only_first"), found(1) - only("only_second"), "{row}");
        }
    }
    assert!(folder.text("table.csv").starts_with("submissions,found in,staff,all,focused,"));
    assert!(folder.text("table.html").contains("<h2>all submissions: 6</h2>"));
    for (args, part) in [
        (vec!["compare", &*all], "nothing to compare with"),
        (vec!["compare", &*all, "nowhere"], "does not hold results"),
        (vec!["compare", all_named, "x=nowhere:odd"], "no part"),
    ] {
        let (code, _, errors) = folder.run(&args);
        assert!(code == 2 && errors.contains(part), "{args:?}: {errors}");
    }
}

#[test]
fn folders_without_results_are_refused() {
    let folder = Folder::new("refused");
    let empty = folder.path("");
    for command in ["report", "feedback"] {
        let (code, _, errors) = folder.run(&[command, &empty]);
        assert!(code == 2 && errors.contains("does not hold results") && errors.contains("help:"), "{errors}");
    }
    folder.class(&["right_positions"], &[]);
    folder.run(&["grade", "--no-prove", SUITE, &folder.path("class"), "-o", &folder.path("results")]);
    let (code, _, errors) = folder.run(&["report", &folder.path("results"), "--submission", "right_position.py"]);
    assert!(code == 2 && errors.contains("did you mean `right_positions.py`"), "{errors}");
}

/// What people and programs see of a small class. `GOLDEN=overwrite cargo test -p custodiet --test reports` updates it; review the
/// difference.
#[test]
fn what_is_written_is_the_golden_report() {
    let folder = Folder::new("golden");
    folder.class(&["right_positions", "accepts_duplicates", "compares_lengths", "key_error_if_new", "order_only"], &[]);
    folder.grade(SUITE, "results");
    let results = folder.path("results");
    let hidden = |text: String| text.replace(&results, "results").replace(&folder.path("class"), "class");
    let shown = |args: &[&str]| hidden(folder.fine(&[args, &[]].concat()));
    let focused = format!("focused={results}:focused");
    let all = format!("all={results}");
    let parts = [
        ("report.txt", shown(&["report", &results])),
        ("submission.txt", shown(&["report", &results, "--submission", "compares_lengths.py"])),
        ("submission.json", shown(&["report", &results, "--submission", "accepts_duplicates.py", "--json"])),
        ("summary.json", shown(&["report", &results, "--json"])),
        ("compare.txt", shown(&["compare", &all, &focused])),
        ("compare.json", shown(&["compare", &all, &focused, "--json"])),
        ("feedback.md", shown(&["feedback", &results, "--submission", "compares_lengths.py", "--reveal", "pairs"])),
        ("submissions.csv", folder.text("results/submissions.csv")),
        ("buckets.csv", folder.text("results/buckets.csv")),
    ];
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/reports");
    for (name, text) in parts {
        let path = golden.join(name);
        if std::env::var("GOLDEN").is_ok_and(|wish| wish == "overwrite") {
            fs::create_dir_all(&golden).expect("a folder");
            fs::write(&path, &text).expect("written");
        }
        let known = fs::read_to_string(&path).unwrap_or_default();
        assert!(text == known, "{name} is not the golden one:\n{text}");
    }
}

/// From an unrecognized mistake to one with a name: a predicate that is wrong on some pairs of a bucket shows up as a candidate; an
/// error subproperty that distinguishes these pairs explains it.
#[test]
fn a_candidate_becomes_an_error_subproperty() {
    let folder = Folder::new("candidate");
    folder.class(&["counts_incoming_edges", "right_positions"], &[]);
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let whole = fs::read_to_string(root.join("problems/toposort.py")).expect("the problem");
    let start = whole.find("\n\n@error_subproperty(\n    instead_of=[\"sortedness\"]").expect("the last subproperty");
    fs::write(folder.0.join("toposort.py"), &whole[..start]).expect("written");
    let (file, suite) = (folder.path("toposort.py"), folder.path("suite.json"));
    folder.fine(&["suite", &file, "--seed", "3", "-o", &suite]);
    folder.grade(&suite, "before");
    let statement = |dir: &str| folder.json(&format!("{dir}/report.json"))["submissions"][0]["diagnosis"].clone();
    let before = statement("before");
    assert!(!before["unrecognized"].as_array().expect("a list").is_empty(), "{before:#}");
    let candidates = folder.json("before/report.json")["candidates"].clone();
    assert!(!candidates.as_array().expect("a list").is_empty());
    let split = &candidates[0]["tests"];
    assert_eq!((&split[0]["accepted"], &split[0]["rejected"]), (&json!(1), &json!(0)));
    // Now the mistake has a name. The old tests stay.
    fs::write(folder.0.join("toposort.py"), &whole).expect("written");
    let updated = folder.path("updated.json");
    folder.fine(&["suite", &file, "--seed", "3", "--update", &suite, "-o", &updated]);
    folder.grade(&updated, "after");
    let after = statement("after");
    let names = folder.json("after/report.json")["subproperties"].clone();
    let instead = after["instead"].as_array().expect("a list").iter();
    let instead: Vec<&Json> =
        instead.map(|at| &names[usize::try_from(at.as_u64().expect("a place")).expect("small")]["name"]).collect();
    assert_eq!(instead, ["incoming_edge_count"]);
    assert_eq!(after["unrecognized"], json!([]), "{after:#}");
}

#[test]
fn a_page_is_written_for_staff_and_another_for_the_class() {
    let folder = Folder::new("pages");
    folder.class(&["right_positions", "accepts_duplicates"], &[]);
    folder.grade(SUITE, "results");
    let results = folder.path("results");
    fs::remove_file(folder.0.join("results/report.html")).expect("grade wrote it");
    let said = folder.fine(&["report", &results, "--share"]);
    assert!(said.contains(&folder.path("results/report-share.html")), "{said}");
    let page = folder.text("results/report-share.html");
    assert!(page.contains("submission 2") && page.contains("misses UNIQUENESS"));
    assert!(!page.contains("accepts_duplicates") && !page.contains("def is_valid"));
    assert!(!folder.0.join("results/report.html").exists());
    let said = folder.fine(&["report", &results]);
    assert!(said.contains(&folder.path("results/report.html")), "{said}");
    let page = folder.text("results/report.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("accepts_duplicates.py"));
    assert!(page.contains("misses UNIQUENESS") && page.contains("no mistake found by 82 tests"));
    // The same results give the same bytes.
    folder.fine(&["report", &results, "-o", &folder.path("again.html")]);
    assert!(page == folder.text("again.html"));
    let (code, said, why) = folder.run(&["report", &results, "-o", &folder.path("no/such/page.html")]);
    assert_eq!((code, &*said), (2, ""));
    assert!(why.contains("there is no folder") && why.contains("mkdir -p"), "{why}");
}

#[test]
fn pages_for_students_follow_a_new_run() {
    let folder = Folder::new("pages-again");
    folder.class(&["right_positions", "accepts_duplicates"], &[]);
    folder.grade(SUITE, "results");
    folder.fine(&["feedback", &folder.path("results"), "--reveal", "names"]);
    let page = |name: &str| fs::read_to_string(folder.0.join("results/feedback").join(name));
    assert!(page("right_positions.py.md").expect("a page").contains("found no mistakes"));
    fs::rename(folder.0.join("class/accepts_duplicates.py"), folder.0.join("class/right_positions.py")).expect("moved");
    folder.grade(SUITE, "results");
    let now = page("right_positions.py.md").expect("a page");
    assert!(!now.contains("found no mistakes"), "{now}");
    assert!(page("accepts_duplicates.py.md").is_err(), "the page of a submission that is gone");
}

#[test]
fn a_folder_in_the_way_stops_a_regrade_before_it_decides() {
    let folder = Folder::new("in-the-way");
    folder.class(&["right_positions", "accepts_duplicates"], &[]);
    folder.grade(SUITE, "results");
    let results = folder.path("results");
    let regrade = ["regrade", &results, "--exclude", "UNIQUENESS", "--reason", "not taught yet"];
    let in_the_way = folder.0.join("results/report.json");
    fs::remove_file(&in_the_way).expect("removed");
    fs::create_dir(&in_the_way).expect("a folder");
    let (code, _, errors) = folder.run(&regrade);
    assert!(code == 2 && errors.contains("it is a folder") && errors.contains("move it away"), "{errors}");
    fs::remove_dir(&in_the_way).expect("removed");
    assert!(folder.fine(&regrade).contains("too lax → no mistake found"));
}

#[test]
fn what_could_not_run_has_no_figures() {
    let folder = Folder::new("no-figures");
    folder.class(&["right_positions"], &[("broken.py", "def is_valid(edges, order) return True\n")]);
    folder.grade(SUITE, "results");
    let table = folder.text("results/results.csv");
    let row = |name: &str| table.lines().find(|line| line.starts_with(name)).expect("a row").to_owned();
    assert!(row("broken.py").contains(",could_not_run,0,,,"), "{table}");
    assert!(row("right_positions.py").contains(",no_mistake_found,82,0,0,"), "{table}");
}

#[test]
fn a_wrong_option_leaves_no_folder() {
    let folder = Folder::new("no-folder");
    folder.class(&["right_positions"], &[]);
    for option in [["--language", "cobol"], ["--adapter", "class"], ["--support", "nowhere"]] {
        let args = ["grade", "--no-prove", SUITE, &folder.path("class"), "-o", &folder.path("results")];
        let (code, _, errors) = folder.run(&[&args[..], &option].concat());
        assert!(code == 2 && !folder.0.join("results").exists(), "{option:?}: {errors}");
    }
}

#[test]
fn a_suite_that_was_changed_in_the_results_is_wrong_use() {
    let folder = Folder::new("changed-suite");
    folder.class(&["right_positions"], &[]);
    let dir = folder.path("results");
    assert_eq!(folder.run(&["grade", "--no-prove", SUITE, &folder.path("class"), "-o", &dir]).0, 0);
    let suite = folder.text("results/suite.json").replacen("\"expect\": false", "\"expect\": true", 1);
    fs::write(folder.0.join("results/suite.json"), suite).expect("written");
    for command in ["report", "feedback"] {
        let (code, _, errors) = folder.run(&[command, &dir]);
        assert!(code == 2 && errors.contains("run the same `custodiet grade` command again"), "{command}: {errors}");
    }
}
