//! What an adapter says about loading a submission reaches people: names that nothing defines, and notes.
//!
//! `scripted` is an adapter whose submissions say what their worker replies.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value as Json, json};

mod folder;

use folder::Folder;

const SUITE: &str = "docs/examples/toposort-suite.json";
const NOTE: &str = "`oracle-support.arr` is missing; its types were taken from the problem file";

impl Folder {
    /// What a command prints.
    fn run(&self, args: &[&str]) -> String {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let mut command = Command::new(env!("CARGO_BIN_EXE_custodiet"));
        command.args(args).current_dir(root).env("NO_COLOR", "1").env("COLUMNS", "140");
        let output = command.output().expect("the program runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 1)) && errors.is_empty(), "{args:?}\n{errors}");
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// Grades submissions with these replies into `results`.
    fn grade(&self, replies: &[(&str, Json)]) -> String {
        fs::create_dir_all(self.0.join("class")).expect("a folder");
        for (name, reply) in replies {
            fs::write(self.0.join("class").join(name), reply.to_string()).expect("written");
        }
        self.grade_again()
    }

    fn grade_again(&self) -> String {
        let (class, results) = (self.path("class"), self.path("results"));
        self.run(&[
            "grade",
            "--no-prove",
            SUITE,
            &class,
            "-o",
            &results,
            "--adapter",
            "crates/custodiet/tests/scripted",
        ])
    }

    fn submission(&self, name: &str) -> String {
        self.run(&["report", &self.path("results"), "--submission", name])
    }
}

fn ready(file: &str, notes: &[&str]) -> (String, Json) {
    (file.to_owned(), json!({ "ready": { "file": file, "name": "is-valid", "notes": notes } }))
}

/// A submission that uses these names, from line 12 on.
fn lacks(file: &str, names: &[(&str, Option<&str>)]) -> (String, Json) {
    let undefined = names.iter().enumerate().map(|(at, (name, sketch))| match sketch {
        Some(sketch) => json!({ "name": name, "file": file, "line": 12 + at, "sketch": sketch }),
        None => json!({ "name": name, "file": file, "line": 12 + at }),
    });
    let undefined: Vec<Json> = undefined.collect();
    let failed =
        json!({ "why": "invalid", "message": "m", "file": file, "line": 1, "undefined": undefined, "notes": [NOTE] });
    (file.to_owned(), json!({ "failed": failed }))
}

fn borrowed(replies: &[(String, Json)]) -> Vec<(&str, Json)> {
    replies.iter().map(|(name, reply)| (&**name, reply.clone())).collect()
}

#[test]
fn one_name_comes_with_its_sketch() {
    let folder = Folder::new("one");
    let sketch = "fun all-true(arg1):\n  raise(\"not written yet\")\nend";
    let other = "fun all-true(arg1, arg2):\n  raise(\"not written yet\")\nend";
    let class = [
        lacks("a.scripted", &[("all-true", Some(other))]),
        lacks("b.scripted", &[("all-true", Some(sketch))]),
        lacks("c.scripted", &[("all-true", Some(sketch))]),
        ready("d.scripted", &[NOTE, "read from SUBMISSION/d.scripted"]),
    ];
    let said = folder.grade(&borrowed(&class));
    let block = format!(
        "\n! `all-true` is used by 3 submissions and defined nowhere: put it into a file and pass `--prelude FILE`\n\n      \
         fun all-true(arg1):\n        raise(\"not written yet\")\n      end\n\n! 4 submissions: {NOTE}\n! 1 submission: read \
         from d.scripted\n"
    );
    assert!(said.contains(&block), "{said}");
    // One reason, with a name instead of a place.
    let reason = "! 3 of 4 submissions could not run for the same reason, which may not be their fault: cannot be compiled: \
                  `all-true` is not defined\n";
    assert!(said.starts_with(reason), "{said}");
    assert!(!said.contains("do they need something they were given?"), "said once, with the names: {said}");
    let shown = folder.run(&["report", &folder.path("results")]);
    assert!(shown.contains(&block), "{shown}");
    assert_eq!(
        folder.submission("a.scripted"),
        format!(
            "a.scripted  could not run: cannot be compiled: `all-true` (a.scripted:12) is not defined\n  note  {NOTE}\n"
        )
    );
    let shown = folder.submission("d.scripted");
    let notes = format!("  note          {NOTE}\n  note          read from d.scripted\n");
    assert!(shown.contains(&notes), "{shown}");
    let report = folder.json("results/report.json");
    let undefined = json!([{
        "name": "all-true", "language": "pyret", "submissions": [0, 1, 2], "from_missing_file": false, "sketch": sketch,
    }]);
    assert_eq!(report["undefined"], undefined);
    assert_eq!(report["notes"][0], json!({ "note": NOTE, "submissions": [0, 1, 2, 3] }));
    assert_eq!(report["reasons"].as_array().map(Vec::len), Some(1), "{}", report["reasons"]);
    let one = json!([{ "name": "all-true", "file": "a.scripted", "line": 12, "sketch": other }]);
    for (file, said) in [("report.json", &report), ("results.json", &folder.json("results/results.json"))] {
        let [first, .., last] = said["submissions"].as_array().expect("a list").as_slice() else { panic!("{said}") };
        assert_eq!((&first["undefined"], &first["notes"]), (&one, &json!([NOTE])), "{file}");
        assert_eq!(last["notes"], json!([NOTE, "read from d.scripted"]), "{file}");
    }
    let page = folder.text("results/report.html");
    assert!(page.contains("<h3>Undefined names</h3>") && page.contains("<h3>Notes on loading</h3>"));
    assert!(page.contains(&sketch.replace('"', "&quot;")), "a skeleton");
    let table = folder.text("results/results.csv");
    assert!(table.contains(",could_not_run,cannot be compiled: `all-true` (b.scripted:12) is not defined,"), "{table}");
}

#[test]
fn several_names_have_one_skeleton() {
    let folder = Folder::new("several");
    let names = ["g", "f", "e", "d", "c", "b", "a"].map(|name| (name, Some("x =\n  1")));
    let class = [lacks("1.scripted", &names), lacks("2.scripted", &[("g", None), ("f", None)])];
    let said = folder.grade(&borrowed(&class));
    let block = "\n! `f` is used by 2 submissions and defined nowhere\n  `g` is used by 2 submissions and defined nowhere\n  \
                 `a` is used by 1 submission and defined nowhere\n  `b` is used by 1 submission and defined nowhere\n  \
                 `c` is used by 1 submission and defined nowhere\n  and 2 more: see report.html\n  \
                 put them into a file and pass `--prelude FILE`\n\n      x =\n        1\n\n      x =\n        1\n\n";
    assert!(said.contains(block), "{said}");
    // Both lack `f`, whatever else they lack.
    let reason = "could not run        2   2 cannot be compiled: `f` is not defined\n";
    assert!(said.contains(reason), "{said}");
    assert!(folder.text("results/report.html").contains("`e` is used by 1 submission and defined nowhere"));
    // What the reason leaves out follows.
    let shown = folder.submission("1.scripted");
    let rest = " and 2 more are not defined\n  undefined  `b` (1.scripted:17)\n             \
                `a` (1.scripted:18)\n";
    assert!(shown.contains(rest), "{shown}");
    assert!(folder.text("results/report.html").contains("Also not defined: `b` (1.scripted:17), `a` (1.scripted:18)"));
    let printed: Json =
        serde_json::from_str(&folder.run(&["report", &folder.path("results"), "--json"])).expect("JSON");
    assert_eq!(printed["undefined"][0]["submissions"], json!(["1.scripted", "2.scripted"]));
}

/// Nothing is run again, and nothing is lost.
#[test]
fn what_was_said_is_stored() {
    let folder = Folder::new("stored");
    let class = [lacks("a.scripted", &[("f", Some("f = 1"))]), ready("b.scripted", &["a note"])];
    folder.grade(&borrowed(&class));
    let files = ["report.json", "results.json", "report.html"].map(|name| format!("results/{name}"));
    let before = files.each_ref().map(|name| folder.text(name));
    let said = folder.grade_again();
    assert!(said.contains("2 graded before") && said.contains("! 1 submission: a note\n"), "{said}");
    assert_eq!(before, files.each_ref().map(|name| folder.text(name)));
    let results = folder.path("results");
    folder.run(&["regrade", &results, "--exclude", "uniqueness", "--reason", "not taught yet"]);
    folder.run(&["regrade", &results, "--restore", "uniqueness"]);
    assert_eq!(before, files.each_ref().map(|name| folder.text(name)));
}

/// Stands in everything that the hostile submission says.
const SECRET: &str = "Zaphod";

#[test]
fn what_is_said_stays_text_and_stays_with_instructors() {
    let folder = Folder::new("hostile");
    let evil = format!("{SECRET}\u{1b}[2J\u{9b}31m\u{202e}</pre><script>hacked()</script>\r\nerror: all is lost");
    let undefined = json!([
        { "name": evil, "file": "evil.scripted", "line": 3, "sketch": format!("{evil}\n\t{evil}") },
        { "name": format!("{evil}2"), "file": "/etc/passwd", "line": 4 },
    ]);
    let failed = json!({ "why": "invalid", "message": evil, "undefined": undefined, "notes": [evil] });
    let class = [
        ("evil.scripted".to_owned(), json!({ "failed": failed })),
        lacks("good.scripted", &[("helper", None)]),
        ready("ran.scripted", &[&evil]),
    ];
    let results = folder.path("results");
    let said = [
        folder.grade(&borrowed(&class)),
        folder.run(&["report", &results]),
        folder.submission("evil.scripted"),
        folder.submission("ran.scripted"),
    ];
    for said in &said {
        assert!(said.contains(SECRET), "{said}");
        assert!(
            !said.chars().any(|letter| (letter.is_control() && !"\n\t".contains(letter)) || letter == '\u{202e}'),
            "{said:?}"
        );
        assert!(!said.contains("\nerror:"), "{said}");
    }
    let page = folder.text("results/report.html");
    assert!(page.contains("Zaphod⟨U+001B⟩[2J⟨U+009B⟩31m⟨U+202E⟩&lt;/pre&gt;&lt;script&gt;hacked()"), "{page}");
    assert!(!page.contains("<script>hacked") && !page.contains('\u{1b}'));
    let undefined = &folder.json("results/report.json")["submissions"][0]["undefined"];
    assert_eq!(undefined[1], json!({ "name": format!("{evil}2") }), "a place outside the submission is dropped");
    folder.run(&["report", &results, "--share"]);
    let page = folder.text("results/report-share.html");
    assert!(page.contains("uses an undefined name"));
    assert!(![SECRET, "helper", "oracle-support", "Undefined names"].iter().any(|word| page.contains(word)));
    // Below `pairs`, only what a compiler says is quoted, and here the submission itself was running.
    folder.run(&["feedback", &results]);
    for name in ["evil", "good"] {
        let page = folder.text(&format!("results/feedback/{name}.scripted.md"));
        assert!(page.contains("it cannot be compiled; compile your file to see why"), "{page}");
        assert!(!page.contains(SECRET) && !page.contains("line 12"), "{page}");
    }
    folder.run(&["feedback", &results, "--reveal", "pairs"]);
    for extension in ["md", "html"] {
        let page = |name: &str| folder.text(&format!("results/feedback/{name}.scripted.{extension}"));
        let (evil, good, ran) = (page("evil"), page("good"), page("ran"));
        assert!(evil.contains(SECRET) && !evil.contains("<script") && !evil.contains('\u{1b}'), "{evil}");
        assert!(good.contains("(line 12 of good.scripted) is not defined"), "{good}");
        assert!(!good.contains(SECRET) && !good.contains("oracle-support") && !ran.contains(SECRET), "{good}\n{ran}");
    }
}
