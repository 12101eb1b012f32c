//! Results folders that someone else prepared. Whatever they hold, commands run nothing that they name, write and remove nothing
//! outside them, show nothing that a terminal obeys, and end soon with one clear message.
#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use serde_json::{Value as Json, json};

#[path = "untrusted_results/database.rs"]
mod database;
#[path = "untrusted_results/forged.rs"]
mod forged;
#[path = "untrusted_results/links.rs"]
mod links;
#[path = "untrusted_results/names.rs"]
mod names;
#[path = "untrusted_results/running.rs"]
mod running;
#[path = "untrusted_results/text.rs"]
mod text;

const SUITE: &str = "docs/examples/toposort-suite.json";
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

const RIGHT: &str = "def is_valid(edges, order):\n    vertices = {v for edge in edges for v in edge}\n    \
    if len(order) != len(vertices) or set(order) != vertices:\n        return False\n    \
    return all(order.index(a) < order.index(b) for a, b in edges)\n";
const LAX: &str = "def is_valid(edges, order):\n    return True\n";

/// Longer is a hang.
const PATIENCE: Duration = Duration::from_secs(100);

/// A folder of someone who was given results. `results` is a copy that the test prepares.
struct Victim {
    folder: tempfile::TempDir,
}

/// What a command did.
#[derive(Debug)]
struct Ran {
    code: Option<i32>,
    text: String,
    errors: String,
}

/// Honest results of two submissions, made once.
fn honest() -> &'static Path {
    static MADE: OnceLock<PathBuf> = OnceLock::new();
    MADE.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("untrusted-results");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("in")).expect("a folder");
        fs::write(folder.join("in/lax.py"), LAX).expect("written");
        fs::write(folder.join("in/right.py"), RIGHT).expect("written");
        let (input, results) = (folder.join("in"), folder.join("results"));
        let mut grade = Command::new(env!("CARGO_BIN_EXE_custodiet"));
        grade.args(["grade", "--no-prove", SUITE]).arg(&input).arg("-o").arg(&results).current_dir(ROOT);
        let output = grade.output().expect("the program runs");
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
        folder
    })
}

impl Victim {
    fn new() -> Self {
        let folder = tempfile::Builder::new().prefix("custodiet-victim-").tempdir().expect("a folder");
        let one = Self { folder };
        fs::create_dir(one.path("tmp")).expect("a folder");
        fs::write(one.path("precious.txt"), "precious").expect("written");
        one.copy("results");
        one
    }

    /// Another copy of the honest results.
    fn copy(&self, name: &str) {
        fs::create_dir(self.path(name)).expect("a folder");
        for entry in fs::read_dir(honest().join("results")).expect("results").flatten() {
            fs::copy(entry.path(), self.path(name).join(entry.file_name())).expect("copied");
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn shown(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    fn write(&self, name: &str, text: &str) -> String {
        fs::create_dir_all(self.path(name).parent().expect("a parent")).expect("a folder");
        fs::write(self.path(name), text).expect("written");
        self.shown(name)
    }

    /// Puts a link to `target` into the results, in place of what is there.
    fn link(&self, name: &str, target: impl AsRef<Path>) {
        let place = self.path("results").join(name);
        let _ = fs::remove_file(&place);
        std::os::unix::fs::symlink(target, place).expect("a link");
    }

    fn database(&self) -> Connection {
        Connection::open(self.path("results/results.sqlite")).expect("a database")
    }

    fn sql(&self, statements: &str) {
        self.database().execute_batch(statements).expect("changed");
    }

    fn value(&self, key: &str) -> Json {
        let text: String = self
            .database()
            .query_row("select value from meta where key = ?", [key], |row| row.get(0))
            .expect("a value");
        serde_json::from_str(&text).expect("JSON")
    }

    fn set(&self, key: &str, value: &Json) {
        let row = [key, &value.to_string()];
        self.database().execute("insert or replace into meta values (?, ?)", row).expect("changed");
    }

    /// Changes what the results say about how they were made.
    fn set_up(&self, name: &str, value: Json) {
        let mut setup = self.value("setup");
        setup[name] = value;
        self.set("setup", &setup);
    }

    /// Runs a command in the folder of the results. `R` stands for their path.
    fn run(&self, args: &[&str]) -> Ran {
        let results = self.shown("results");
        let filled = |arg: &&str| match arg.strip_suffix('R') {
            Some(start) if start.is_empty() || start.ends_with('=') => format!("{start}{results}"),
            _ => (*arg).to_owned(),
        };
        let args: Vec<String> = args.iter().map(filled).collect();
        let (out, err) = (self.path("stdout"), self.path("stderr"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_custodiet"));
        command.args(&args).current_dir(ROOT).env("NO_COLOR", "1").env("TMPDIR", self.path("tmp"));
        command.stdin(Stdio::null()).stdout(File::create(&out).expect("a file"));
        let mut child = command.stderr(File::create(&err).expect("a file")).spawn().expect("the program runs");
        let since = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().expect("a process") {
                break status;
            }
            if since.elapsed() > PATIENCE {
                child.kill().expect("killed");
                child.wait().expect("ended");
                panic!("{args:?} hangs");
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        let text = |path| String::from_utf8(fs::read(path).expect("a file")).expect("UTF-8");
        let ran = Ran { code: status.code(), text: text(out), errors: text(err) };
        assert!(matches!(ran.code, Some(0..=2)), "{args:?}: {ran:?}");
        ran
    }

    /// Commands that read results, and those that also write to the database.
    fn run_all(&self, check: impl Fn(&str, &Ran)) {
        let test = first_test();
        let input = honest().join("in").display().to_string();
        for args in [
            &["report", "R"][..],
            &["report", "R", "--share"],
            &["report", "R", "--submission", "lax.py"],
            &["compare", "R", "all=R"],
            &["feedback", "R"],
            &["regrade", "R", "--exclude", "uniqueness", "--reason", "r"],
            &["replay", "R", "lax.py", &test, "--submissions", &input],
        ] {
            check(args[0], &self.run(args));
        }
    }

    /// Every command refuses with one message that contains `said`, and touches nothing.
    fn refused(&self, said: &str) {
        self.run_all(|name, ran| {
            assert_eq!((ran.code, &*ran.text), (Some(2), ""), "{name}: {ran:?}");
            assert_eq!(ran.errors.matches("error:").count(), 1, "{name}: {ran:?}");
            assert!(ran.errors.contains(said), "{name}: {ran:?}");
        });
        self.untouched();
    }

    /// What is outside the results is as it was.
    fn untouched(&self) {
        assert_eq!(fs::read_to_string(self.path("precious.txt")).expect("still there"), "precious");
        let left = fs::read_dir(self.path("tmp")).expect("a folder").count();
        assert_eq!(left, 0, "working folders are left");
    }
}

/// The id of a test.
fn first_test() -> String {
    let text = fs::read_to_string(honest().join("results/results.json")).expect("results");
    let results: Json = serde_json::from_str(&text).expect("JSON");
    let outcomes = results["submissions"][0]["outcomes"].as_object().expect("outcomes");
    outcomes.keys().next().expect("a test").clone()
}

/// Honest results work with every command; so refusals of prepared ones mean something.
#[test]
fn honest_results_are_accepted() {
    let victim = Victim::new();
    victim.run_all(|name, ran| assert_eq!(ran.code, Some(0), "{name}: {ran:?}"));
    // The folder itself may be a link: the user gave it.
    std::os::unix::fs::symlink(victim.path("results"), victim.path("link")).expect("a link");
    let ran = victim.run(&["report", &victim.shown("link")]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    victim.untouched();
}
