//! A class that is graded in parts and merged: the results are those of one machine, whatever the number of parts; parts that do
//! not fit together are refused, with the difference and the way out.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use serde_json::{Value as Json, json};

#[path = "shards/documented.rs"]
mod documented;
#[path = "shards/ending.rs"]
mod ending;
#[path = "shards/equal.rs"]
mod equal;
#[path = "shards/hostile.rs"]
mod hostile;
#[path = "shards/refusals.rs"]
mod refusals;

const SUITE: &str = "docs/examples/toposort-suite.json";
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

const RIGHT: &str = "def is_valid(edges, order):\n    vertices = {v for edge in edges for v in edge}\n    \
    if len(order) != len(vertices) or set(order) != vertices:\n        return False\n    \
    return all(order.index(a) < order.index(b) for a, b in edges)\n";
const LAX: &str = "def is_valid(edges, order):\n    return True\n";

/// A class with everything that results can say: verdicts, failures, duplicates, notes, submissions that cannot run.
fn write_class(folder: &Path) {
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("written");
    };
    for number in 0..5 {
        write(&format!("right_{number}.py"), &format!("# {number}\n{RIGHT}"));
    }
    write("copied.py", &format!("# 3\n{RIGHT}"));
    write("lax.py", LAX);
    write("strict.py", "def is_valid(edges, order):\n    return False\n");
    write("raises.py", "def is_valid(edges, order):\n    print('hello')\n    return edges[0][0] == order[0]\n");
    write("number.py", "def is_valid(edges, order):\n    return 1\n");
    write("broken.py", "def is_valid(edges, order)\n    return 1\n");
    write("blank.py", "  \n");
    write("nested/main.py", "from helper import check as is_valid\n");
    write("nested/helper.py", &RIGHT.replace("is_valid", "check"));
    write("nested/é ü.txt", "notes");
    std::os::unix::fs::symlink("main.py", folder.join("nested/link.py")).expect("a link");
    write("=cmd|'x'!A1.py", LAX);
}

/// The class and its results, graded once on one machine, and as three parts.
fn graded() -> &'static Path {
    static MADE: OnceLock<PathBuf> = OnceLock::new();
    MADE.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shards");
        let _ = fs::remove_dir_all(&folder);
        write_class(&folder.join("class"));
        let run = |args: &[&str]| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_custodiet"));
            let output = command.args(args).current_dir(ROOT).output().expect("the program runs");
            assert_eq!(output.status.code(), Some(1), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        };
        let path = |name: &str| folder.join(name).display().to_string();
        run(&["grade", "--no-prove", SUITE, &path("class"), "-o", &path("whole")]);
        for index in 1..=3 {
            let (shard, part) = (format!("{index}/3"), path(&format!("part{index}")));
            run(&["grade", "--no-prove", SUITE, &path("class"), "--shard", &shard, "-o", &part]);
        }
        folder
    })
}

/// A folder for one test. `part1` to `part3` are copies of the parts.
struct Lab(tempfile::TempDir);

#[derive(Debug)]
struct Ran {
    code: Option<i32>,
    text: String,
    errors: String,
}

impl Lab {
    fn new() -> Self {
        let lab = Self(tempfile::Builder::new().prefix("custodiet-shards-").tempdir().expect("a folder"));
        fs::create_dir(lab.path("tmp")).expect("a folder");
        lab
    }

    fn with_parts() -> Self {
        let lab = Self::new();
        for name in ["part1", "part2", "part3"] {
            lab.copy(name, name);
        }
        lab
    }

    /// A copy of results that were graded once for all tests.
    fn copy(&self, from: &str, to: &str) {
        fs::create_dir(self.path(to)).expect("a folder");
        for entry in fs::read_dir(graded().join(from)).expect("results").flatten() {
            fs::copy(entry.path(), self.path(to).join(entry.file_name())).expect("copied");
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_custodiet"));
        command.current_dir(ROOT).env("NO_COLOR", "1").env("TMPDIR", self.path("tmp")).stdin(Stdio::null());
        // `@name` is a path in this folder, `~name` one in the folder of all tests.
        command.args(args.iter().map(|arg| match (arg.strip_prefix('@'), arg.strip_prefix('~')) {
            (Some(name), _) => self.path(name).display().to_string(),
            (_, Some(name)) => graded().join(name).display().to_string(),
            _ => (*arg).to_owned(),
        }));
        command
    }

    fn run(&self, args: &[&str]) -> Ran {
        let output = self.command(args).output().expect("the program runs");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Ran { code: output.status.code(), text: text(output.stdout), errors: text(output.stderr) }
    }

    fn merge(&self, more: &[&str]) -> Ran {
        self.run(&[&["merge", "@part1", "@part2", "@part3", "-o", "@merged"], more].concat())
    }

    /// Refused with a message and a way out; nothing was written.
    fn refused(&self, args: &[&str], said: &[&str]) {
        let ran = self.run(args);
        assert_eq!((ran.code, &*ran.text), (Some(2), ""), "{ran:?}");
        for said in said {
            assert!(ran.errors.contains(said), "{said:?} is not in {}", ran.errors);
        }
        assert!(!self.path("merged").exists());
        let drafts = fs::read_dir(self.0.path()).expect("a folder").flatten();
        let drafts = drafts.filter(|entry| entry.file_name().to_string_lossy().contains("draft"));
        assert_eq!(drafts.count(), 0);
    }

    fn merge_refused(&self, said: &[&str]) {
        self.refused(&["merge", "@part1", "@part2", "@part3", "-o", "@merged"], said);
    }

    fn database(&self, part: &str) -> Connection {
        Connection::open(self.path(part).join("results.sqlite")).expect("a database")
    }

    fn json(&self, file: &str) -> Json {
        serde_json::from_slice(&fs::read(self.path(file)).expect("a file")).expect("JSON")
    }
}

/// Every file for people and programs.
const FILES: [&str; 8] = [
    "results.json",
    "results.csv",
    "report.html",
    "report.json",
    "submissions.csv",
    "buckets.csv",
    "outcomes.parquet",
    "suite.json",
];

/// Everything that is stored about submissions, and the list of them.
fn stored(folder: &Path) -> Vec<String> {
    let database = Connection::open(folder.join("results.sqlite")).expect("a database");
    let mut rows = Vec::new();
    for sql in [
        "select json_array(name, sha256, conditions, language, status, unstable, printed, tests, kinds, hex(answers), digest)
         from submission order by name",
        "select json_array(sha256, tests) from test_list order by sha256",
        "select json_array(submission, file, text) from source order by submission",
        "select json_array(key, value) from meta where key in ('roll', 'problem') order by key",
    ] {
        let mut statement = database.prepare(sql).expect("a statement");
        let found = statement.query_map([], |row| row.get::<_, String>(0)).expect("rows");
        rows.extend(found.map(|row| row.expect("a row")));
    }
    rows
}

/// Both folders hold the same results, byte for byte.
fn assert_same(one: &Path, other: &Path) {
    for file in FILES {
        let read = |folder: &Path| fs::read(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(read(one) == read(other), "{file} differs in {} and {}", one.display(), other.display());
    }
    assert_eq!(stored(one), stored(other));
}
