//! `custodiet check` and `custodiet new` as people run them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// A temporary directory for each test.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("custodiet-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary directory");
        Self(path)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, text).expect("a temporary file");
        path
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn custodiet(args: &[&str], directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_custodiet"));
    command.args(args).current_dir(directory).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env("COLUMNS", "100");
    command
}

fn run(args: &[&str], directory: &Path) -> (i32, String, String) {
    let Output { status, stdout, stderr } = custodiet(args, directory).output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code().expect("an exit code"), text(stdout), text(stderr))
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

const FAULTY: &str = "\
from custodiet import Input, Output, subproperty
def is_valid(a: Input[bool], b: Output[bool]) -> bool: ...
@subproperty
def same(a, b):
    return b\"a\" == b
";

#[test]
fn check_shows_the_decomposition() {
    let (code, text, errors) = run(&["check", "problems/toposort.py"], root());
    assert_eq!((code, &*errors), (0, ""));
    for line in [
        "toposort · Order the vertices of an acyclic graph so that every edge points forward.",
        "  scope        5 vertices in all, ≤ 5 edges, order ≤ 6",
        "  UNIQUENESS           required      (order)         The output repeats nothing.",
        "  SAME-ELEMENTS  group  NO-NEW and NONE-DROPPED",
        "no errors · 6 subproperties read",
        "next: custodiet analyze problems/toposort.py",
    ] {
        assert!(text.lines().any(|shown| shown == line), "no line {line:?} in\n{text}");
    }
}

#[test]
fn check_fits_the_width() {
    for width in [60, 80, 140] {
        let output = custodiet(&["check", "problems/toposort.py"], root()).env("COLUMNS", width.to_string()).output();
        let text = String::from_utf8(output.expect("the program runs").stdout).expect("UTF-8");
        assert!(text.lines().all(|line| line.chars().count() <= width), "{text}");
    }
}

#[test]
fn check_exits_with_1_on_errors() {
    let directory = Directory::new("faulty");
    directory.write("faulty.py", FAULTY);
    let (code, text, _) = run(&["check", "faulty.py"], &directory.0);
    assert_eq!(code, 1);
    assert!(text.contains("\nerror[C010]: a bytes literal is outside the language\n --> faulty.py:5:12\n"), "{text}");
    assert!(text.contains("\n1 error, 1 warning · 1 subproperty read\n"), "{text}");
}

#[test]
fn check_gives_json_in_the_documented_form() {
    let directory = Directory::new("json");
    directory.write("faulty.py", FAULTY);
    let (code, text, _) = run(&["check", "--json", "faulty.py"], &directory.0);
    assert_eq!(code, 1);
    let json: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["diagnostics"][0]["code"], "C041");
    assert_eq!(json["diagnostics"][1]["line"], 5);
    let (code, text, _) = run(&["check", "problems/toposort.py", "--json"], root());
    assert_eq!(code, 0);
    let json: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["problem"], "toposort");
    assert_eq!(json["predicate"], "is_valid");
    assert_eq!(json["inputs"].to_string(), r#"[{"name":"edges","type":"Unordered[list[Edge]]"}]"#);
    assert_eq!(json["outputs"].to_string(), r#"[{"name":"order","type":"list[Vertex]"}]"#);
    assert_eq!(json["subproperties"][0]["name"], "no_new");
    assert_eq!(json["subproperties"][0]["kind"], "required");
    assert_eq!(json["subproperties"][4]["kind"], "error");
    assert_eq!(json["subproperties"][4]["instead_of"][0], "no_new");
    assert_eq!(json["preconditions"][1]["name"], "acyclic");
    assert_eq!(json["scope"].to_string(), r#"{"Vertex":5,"edges":5,"order":6}"#);
    assert_eq!(json["diagnostics"].to_string(), "[]");
}

#[test]
fn colors_only_on_request() {
    let escape = |args: &[&str], no_color: &str| {
        let output = custodiet(args, root()).env("NO_COLOR", no_color).output().expect("the program runs");
        output.stdout.contains(&0x1b)
    };
    let file = "problems/toposort.py";
    assert!(!escape(&["check", file], ""));
    assert!(escape(&["check", file, "--color", "always"], ""));
    assert!(escape(&["check", file, "--color", "always"], "1"));
    assert!(!escape(&["--color", "never", "check", file], ""));
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = custodiet(&["check", "problems/toposort.py"], root())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

#[test]
fn unreadable_files_are_named() {
    for args in [&["check"][..], &["analyze"], &["suite"], &["explain", "-"], &["classify", "-"]] {
        let args = [&args[..1], &["no/such.py"], &args[1..]].concat();
        let (code, text, errors) = run(&args, root());
        assert_eq!((code, &*text), (2, ""), "{args:?}");
        assert!(errors.starts_with("error[C001]: cannot read `no/such.py`: no such file\n"), "{errors}");
    }
}

#[test]
fn new_writes_a_problem_that_checks_and_runs() {
    let directory = Directory::new("new");
    let (code, text, _) = run(&["new", "merge"], &directory.0);
    assert_eq!((code, &*text), (0, "wrote merge.py\nnext: custodiet check merge.py\n"));
    let (code, text, _) = run(&["check", "merge.py"], &directory.0);
    assert_eq!(code, 0);
    assert!(text.contains("\nno errors · 4 subproperties read\n"), "{text}");
    let script = "import merge; assert merge.is_valid([1, 2, 1], 1, [2]); assert not merge.order_kept([1, 2], [2, 1])";
    let python = Command::new("python3")
        .args(["-B", "-c", script])
        .current_dir(&directory.0)
        .env("PYTHONPATH", root().join("python"))
        .output()
        .expect("python3");
    assert!(python.status.success(), "{}", String::from_utf8_lossy(&python.stderr));
    let left: Vec<_> = std::fs::read_dir(&directory.0)
        .expect("a directory")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    assert_eq!(left, ["merge.py"]);
}

#[test]
fn new_rejects_invalid_names_and_existing_files() {
    let directory = Directory::new("refuse");
    let kept = directory.write("merge.py", "mine");
    for (name, message) in [
        ("merge", "error: `merge.py` already exists\nhelp: choose another name or move it away\n"),
        ("a-b", "error: `a-b` is not a Python identifier\nhelp: use letters, digits and `_`, for example `a_b`\n"),
        (
            "class",
            "error: `class` is a Python keyword and cannot be imported\nhelp: use another name, for example `class_problem`\n",
        ),
        ("merge.py", "error: give the name without `.py`\nhelp: run `custodiet new merge`\n"),
        ("x/y", "error: cannot write `x/y.py`: there is no folder `x`\nhelp: create it with `mkdir -p x`\n"),
    ] {
        let (code, text, errors) = run(&["new", name], &directory.0);
        assert_eq!((code, &*text, &*errors), (2, "", message));
    }
    assert_eq!(std::fs::read_to_string(kept).expect("still there"), "mine");
}

#[test]
fn every_command_has_an_example() {
    let (_, help, _) = run(&["--help"], root());
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // Further lines of a description are indented.
    let commands = commands.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let commands: Vec<&str> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() >= 19, "{help}");
    // `adapter` has a command of its own.
    for command in commands.into_iter().filter(|command| !["adapter", "help"].contains(command)) {
        let (code, text, _) = run(&[command, "--help"], root());
        assert_eq!(code, 0);
        let examples = text.split_once("\nExample").map_or("", |(_, examples)| examples);
        assert!(examples.contains(&format!("\n  custodiet {command}")), "{text}");
    }
    let (code, _, errors) = run(&["check"], root());
    assert_eq!(code, 2);
    assert!(errors.contains("Usage:"));
}

/// The example in `docs/diagnostics.md` of a function that takes long to compile.
#[test]
fn check_warns_of_a_function_that_takes_long_to_compile() {
    let page = std::fs::read_to_string(root().join("docs/diagnostics.md")).expect("the page");
    let (_, part) = page.split_once("```python check\n").expect("an example");
    let (example, rest) = part.split_once("```\n```text\n").expect("its message");
    let (message, _) = rest.split_once("```").expect("an end");
    let (before, after) = message.split_once('…').expect("a number of steps");
    let directory = Directory::new("takes-long");
    directory.write("tour.py", &format!("\"\"\"Tours.\"\"\"\n\n{example}"));
    let (code, text, errors) = run(&["check", "tour.py"], &directory.0);
    assert_eq!((code, &*errors), (0, ""));
    assert!(text.starts_with(before) && text.contains(after), "{text}");
    assert!(text.contains("= help: try `") || text.contains("= help: use fewer nested loops"), "{text}");
}
