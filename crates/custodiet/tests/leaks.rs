//! Hidden tests stay hidden: submissions that try to spell the arguments of tests into their feedback, by every channel there is.
//!
//! Each submission keeps every pair that it is called with and puts it where feedback might show it, after the word `LEAK`. Below
//! `--reveal pairs` no page may contain that word, a line, a file, a number or a name that the submission chose.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value as Json;

mod folder;

use folder::Folder;

const SUITE: &str = "docs/examples/toposort-suite.json";
const LEVELS: [&str; 4] = ["nothing", "names", "hints", "pairs"];

/// Decides as it should, and remembers what it saw.
const START: &str = "
import os, sys, zlib
SEEN = []
def secret():
    return 'LEAK' + ''.join(c if c.isalnum() else '_' for c in repr(SEEN))[:300]
def number():
    return zlib.crc32(repr(SEEN).encode())
def right(edges, order):
    SEEN.append((edges, order))
    vertices = {vertex for edge in edges for vertex in edge}
    if set(order) != vertices or len(order) != len(vertices):
        return False
    return all(order.index(first) < order.index(second) for first, second in edges)
";

/// What each does when an output is incorrect.
const CHANNELS: [(&str, &str); 12] = [
    ("class_name.py", "raise type(secret(), (Exception,), {})()"),
    ("class_names.py", "raise type(f'LEAK{len(SEEN) % 7}', (KeyError,), {})()"),
    ("built_in_name.py", "raise type('KeyError ' + secret(), (KeyError,), {})()"),
    ("type_name.py", "return type(secret(), (), {})()"),
    ("message.py", "raise ValueError(secret())"),
    ("printed.py", "print(secret()); print(secret(), file=sys.stderr); raise ValueError"),
    ("attribute.py", "return getattr(order, secret())"),
    ("undefined.py", "return eval(secret())"),
    ("key.py", "return {}[secret()]"),
    ("exit_code.py", "os._exit(40 + number() % 200)"),
    ("import.py", "__import__(secret())"),
    ("file_name.py", "exec(compile('raise ValueError', secret() + '.py', 'exec'))"),
];

/// The same in JavaScript.
const IN_JAVASCRIPT: [(&str, &str); 3] = [
    ("class_name.js", "throw new ({ [secret()]: class extends Error {} })[secret()]();"),
    ("type_name.js", "return new ({ [secret()]: class {} })[secret()]();"),
    ("message.js", "throw new TypeError(secret());"),
];

const JAVASCRIPT: &str = "
const seen = [];
const secret = () => 'LEAK' + JSON.stringify(seen).replace(/[^a-z0-9]/g, '_').slice(0, 300);
function isValid(edges, order) {
  seen.push([edges, order]);
  const vertices = new Set(edges.flat());
  const same = order.length === vertices.size && new Set([...order, ...vertices]).size === vertices.size;
  const unique = new Set(order).size === order.length;
  if (same && unique && edges.every(([a, b]) => order.indexOf(a) < order.indexOf(b))) return true;
";

fn run(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_custodiet"))
        .args(args)
        .current_dir(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")))
        .env("NO_COLOR", "1")
        .output()
        .expect("the program runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{args:?}\n{errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Grades a class and returns the results.
fn graded(folder: &Folder, class: &[(&str, String)]) -> Json {
    fs::create_dir_all(folder.0.join("class")).expect("a folder");
    for (name, text) in class {
        let path = folder.0.join("class").join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("written");
    }
    let (class, results) = (folder.path("class"), folder.path("results"));
    run(&["grade", "--no-prove", SUITE, &class, "-o", &results, "--time", "0.3", "--adapter", "adapters/javascript"]);
    folder.json("results/results.json")
}

/// Both pages of a submission at a level.
fn pages(folder: &Folder, level: &str, name: &str) -> [String; 2] {
    run(&["feedback", &folder.path("results"), "--reveal", level]);
    ["md", "html"].map(|kind| folder.text(&format!("results/feedback/{name}.{kind}")))
}

/// The page without its title, which is the name that the student gave the file.
fn body(folder: &Folder, level: &str, name: &str) -> String {
    pages(folder, level, name)[0].lines().skip(1).collect::<Vec<_>>().join("\n")
}

#[test]
fn no_text_of_a_submission_crosses() {
    let folder = Folder::new("channels");
    let class = CHANNELS.map(|(name, does)| {
        let predicate = "def is_valid(edges, order):\n    if right(edges, order): return True\n";
        (name, format!("{START}{predicate}    {does}\n"))
    });
    let in_javascript = IN_JAVASCRIPT.map(|(name, does)| (name, format!("{JAVASCRIPT}  {does}\n}}\n")));
    let results = graded(&folder, &[&class[..], &in_javascript].concat());
    // Each channel works: the instructor's results have the word, or the exit codes differ.
    for one in results["submissions"].as_array().expect("submissions") {
        let (name, all) = (one["name"].as_str().expect("a name"), one.to_string());
        let has_it = all.contains("LEAK") || all.matches("exited with code").count() > 3 || name == "file_name.py";
        assert!(has_it && one["verdict"] != "could_not_run", "{name}: {all}");
    }
    for level in LEVELS {
        run(&["feedback", &folder.path("results"), "--reveal", level]);
        let mut shown = false;
        for (name, _) in CHANNELS.iter().chain(&IN_JAVASCRIPT) {
            for kind in ["md", "html"] {
                let page = folder.text(&format!("results/feedback/{name}.{kind}"));
                shown |= page.contains("LEAK");
                let chosen = ["LEAK", "exited with code", "(class", "line ", "No module"];
                let found = chosen.iter().find(|text| page.contains(**text));
                assert!(level == "pairs" || found.is_none(), "{level}, {name}: {found:?} in\n{page}");
            }
        }
        assert_eq!(shown, level == "pairs", "only pairs quote a submission: {level}");
    }
    // What is said instead.
    let said = |name: &str| body(&folder, "names", name);
    assert!(said("class_name.py").contains("your predicate raised an exception that is not built in."));
    assert!(said("type_name.py").contains("your predicate returned a value of a type that is not built in."));
    assert!(said("attribute.py").contains("your predicate raised AttributeError."));
    assert!(said("class_name.js").contains("your predicate raised an exception that is not built in."));
    assert!(said("type_name.js").contains("your predicate returned a value of a type that is not built in."));
    assert!(said("message.js").contains("your predicate raised TypeError."));
    assert!(said("exit_code.py").contains("your predicate crashed."));
    // Seven classes of its own are one problem, as one is.
    assert_eq!(said("class_names.py"), said("class_name.py"));
}

/// While it is loaded, a submission can see what others left behind: process ids that grow, the time. So why it could not be loaded
/// is told in words of ours. What can be read off the text of a file is told with its place.
#[test]
fn no_text_of_a_submission_that_cannot_be_loaded_crosses() {
    let folder = Folder::new("loading");
    let forged = |reply: &str| {
        let write = format!("    try: os.write(fd, b'{reply}\\n')\n    except OSError: pass\n");
        format!("import os\nfor fd in range(3, 12):\n{write}os._exit(0)\n")
    };
    // A file without the predicate is not loaded.
    let predicate = "def is_valid(edges, order):\n    return True\n";
    let class = [
        ("message.py", "import os\nraise RuntimeError('LEAK %d' % os.getpid())\n".to_owned()),
        ("class.py", "raise type('LEAK', (Exception,), {})()\n".to_owned()),
        ("import.py", "__import__('LEAK')\n".to_owned()),
        ("line.py", "\n\n\nraise KeyError\n".to_owned()),
        ("names.py", "def LEAK(edges, order):\n    return True\n".to_owned()),
        ("syntax.py", "raise SyntaxError('LEAK', ('LEAK.py', 7391, 1, 'LEAK'))\n".to_owned()),
        (
            "forged.py",
            forged(
                r#"{"failed":{"why":"invalid","message":"LEAK","undefined":[{"name":"LEAK"}],"before_running":true}}"#,
            ),
        ),
        ("honest.py", "x = 1\ndef is_valid(edges, order)\n    return True\n".to_owned()),
    ];
    let class = class.map(|(name, text)| {
        let ends = if ["names.py", "honest.py"].contains(&name) { "" } else { predicate };
        (name, format!("{text}{ends}"))
    });
    let results = graded(&folder, &class);
    for one in results["submissions"].as_array().expect("submissions") {
        assert_eq!(one["verdict"], "could_not_run", "{one}");
    }
    assert!(results.to_string().matches("LEAK").count() >= 4, "the channels work: {results}");
    for level in LEVELS {
        run(&["feedback", &folder.path("results"), "--reveal", level]);
        for (name, _) in &class {
            for kind in ["md", "html"] {
                let page = folder.text(&format!("results/feedback/{name}.{kind}"));
                let chosen = ["LEAK", "7391", "line 4", "line.py:4"].iter().find(|text| page.contains(**text));
                assert!(level == "pairs" || chosen.is_none(), "{level}, {name}: {chosen:?} in\n{page}");
            }
        }
    }
    let said = |level: &str, name: &str| body(&folder, level, name);
    assert!(said("nothing", "message.py").contains("could not be run: it raised RuntimeError when it was loaded"));
    assert!(said("nothing", "honest.py").contains("could not be run: syntax error in line 2: "));
    assert!(said("pairs", "message.py").contains("LEAK"));
}

/// Two submissions that differ only in what they reveal about tests get the same page: the line, the file, the number of
/// exceptions and of classes, what is printed, the exit code, and after how many tests they are cut short.
#[test]
fn pages_do_not_depend_on_what_a_submission_chooses() {
    let folder = Folder::new("pairwise");
    let rungs: Vec<String> = (0..64).map(|line| format!("    if bits == {line}: raise ValueError\n")).collect();
    let ladder = rungs.concat();
    let raising = |bits: &str| {
        let wrong = "    if right(edges, order): return True\n";
        format!("{START}def is_valid(edges, order):\n{wrong}    bits = {bits}\n{ladder}    raise ValueError\n")
    };
    let other = "def fail():\n    raise ValueError\n";
    let in_files = |which: &str| {
        let wrong = "    if right(edges, order): return True\n";
        format!("import one, two\n{START}def is_valid(edges, order):\n{wrong}    {which}\n")
    };
    let slow = |tests: usize| {
        format!(
            "{START}def is_valid(edges, order):\n    answer = right(edges, order)\n    \
             while len(SEEN) > {tests}: pass\n    return answer\n"
        )
    };
    let class = [
        ("line-a.py", raising("0")),
        ("line-b.py", raising("number() % 64")),
        ("file-a/main.py", in_files("one.fail()")),
        ("file-a/one.py", other.to_owned()),
        ("file-a/two.py", other.to_owned()),
        ("file-b/main.py", in_files("[one, two][number() % 2].fail()")),
        ("file-b/one.py", other.to_owned()),
        ("file-b/two.py", other.to_owned()),
        ("slow-a.py", slow(3)),
        ("slow-b.py", slow(5)),
    ];
    let results = graded(&folder, &class);
    let of = |name: &str| {
        let mut all = results["submissions"].as_array().expect("submissions").iter();
        all.find(|one| one["name"] == name).unwrap_or_else(|| panic!("{name}: {results}"))
    };
    assert_ne!(of("line-a.py")["details"], of("line-b.py")["details"], "the channel works");
    assert_ne!(of("file-a")["details"], of("file-b")["details"], "the channel works");
    assert_ne!(of("slow-a.py")["not_run"], of("slow-b.py")["not_run"], "the channel works");
    for level in &LEVELS[..3] {
        for (one, other) in [("line-a.py", "line-b.py"), ("file-a", "file-b")] {
            assert_eq!(body(&folder, level, one), body(&folder, level, other), "{level}");
        }
    }
    // Nothing is said about how many tests were run.
    for level in &LEVELS[..3] {
        let page = body(&folder, level, "slow-a.py");
        assert!(page.contains("Some tests were not run, because others took too long. They count as wrong."), "{page}");
        let run = 82 - of("slow-a.py")["not_run"].as_u64().expect("a number");
        assert!(!page.contains(&format!("{run} ")) && !page.contains(&format!("{} ", 82 - run)), "{level}: {page}");
    }
}

/// At `nothing`, submissions that fail more and other tests get the same page until the share is another one.
#[test]
fn nothing_reveals_a_share_and_no_number() {
    let folder = Folder::new("share");
    let rejects = |more: usize| {
        format!(
            "{START}def is_valid(edges, order):\n    answer = right(edges, order)\n    \
             return not answer if len(repr((edges, order))) % 10 < {more} else answer\n"
        )
    };
    let class: Vec<(String, String)> = (1..=10).map(|more| (format!("{more}.py"), rejects(more))).collect();
    let class: Vec<(&str, String)> = class.iter().map(|(name, text)| (&**name, text.clone())).collect();
    let results = graded(&folder, &class);
    let mut pages = Vec::new();
    for one in results["submissions"].as_array().expect("submissions") {
        if one["wrong"] == 0 {
            continue;
        }
        let page = body(&folder, "nothing", one["name"].as_str().expect("a name"));
        assert!(!page.contains(|letter: char| letter.is_ascii_digit()), "{page}");
        pages.push((one["wrong"].as_u64().expect("a number"), page.trim().to_owned()));
    }
    pages.sort();
    let numbers: Vec<u64> = pages.iter().map(|(wrong, _)| *wrong).collect();
    pages.dedup_by(|one, other| one.1 == other.1);
    let shown: Vec<&str> = pages.iter().map(|(_, page)| &**page).collect();
    let all = ["a few", "about half", "most"].map(|share| format!("Your predicate fails {share} of our tests."));
    assert_eq!(shown, all, "{numbers:?}");
}
