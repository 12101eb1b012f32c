//! The same attacks as an ordinary user: this program once more, by a user who is nobody.

use std::fs::{self, Permissions};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::JoinHandle;

const NOBODY: u32 = 65_534;
/// Where the fixtures are, for the child.
const FIXTURES: &str = "CUSTODIET_ATTACKS";

pub fn is_child() -> bool {
    std::env::var_os(FIXTURES).is_some()
}

/// Files with a language's extension; the others describe and judge them.
pub fn fixtures() -> Vec<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/attacks");
    let folder = std::env::var_os(FIXTURES).map_or(here, PathBuf::from);
    let entries = fs::read_dir(folder).expect("the fixtures");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension != "rs" && extension != "md"));
    files.sort();
    files
}

pub struct Child {
    pub python: PathBuf,
    output: JoinHandle<(Vec<u8>, bool)>,
}

impl Child {
    pub fn start(base: &Path, fixtures: &[PathBuf]) -> Self {
        let python = python();
        let place = base.join("user");
        let (program, files, temporary) = (place.join("attacks"), place.join("fixtures"), place.join("tmp"));
        for folder in [&place, &files, &temporary] {
            fs::create_dir_all(folder).expect("a folder");
            fs::set_permissions(folder, Permissions::from_mode(0o755)).expect("a mode");
        }
        std::os::unix::fs::chown(&temporary, Some(NOBODY), Some(NOBODY)).expect("a folder of their own");
        fs::copy(std::env::current_exe().expect("a program"), &program).expect("a copy");
        fs::set_permissions(&program, Permissions::from_mode(0o755)).expect("a mode");
        for file in fixtures {
            let copy = files.join(file.file_name().expect("a name"));
            fs::copy(file, &copy).expect("a copy");
            fs::set_permissions(copy, Permissions::from_mode(0o644)).expect("a mode");
        }
        let folder = python.parent().expect("a folder").display().to_string();
        let mut child = Command::new(program)
            .args(std::env::args_os().skip(1))
            .uid(NOBODY)
            .gid(NOBODY)
            .env_clear()
            .env("PATH", format!("{folder}:/usr/bin:/bin"))
            .env("TMPDIR", &temporary)
            .env(FIXTURES, &files)
            .current_dir(&temporary)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("this program starts as another user");
        let output = std::thread::spawn(move || {
            let mut text = Vec::new();
            let _ = child.stdout.take().expect("a stream").read_to_end(&mut text);
            (text, child.wait().is_ok_and(|status| status.success()))
        });
        Self { python, output }
    }

    /// Shows what it said; whether all went well.
    pub fn finish(self) -> bool {
        let (text, passed) = self.output.join().expect("its output");
        println!("as an ordinary user:\n{}", String::from_utf8_lossy(&text));
        passed
    }
}

/// The first Python that everybody can use.
fn python() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/local/bin", "/usr/bin"].map(PathBuf::from));
    let usable = |python: &PathBuf| {
        let check = "import sys; sys.exit(sys.version_info < (3, 11))";
        let mut command = Command::new(python);
        command.args(["-I", "-c", check]).uid(NOBODY).gid(NOBODY).env_clear().current_dir("/");
        command.stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    };
    folders
        .map(|folder| folder.join("python3"))
        .find(usable)
        .expect("a python3, 3.11 or later, that every user can start: install it in /usr/bin or /usr/local/bin")
}
