//! The same attacks as an ordinary user: runs this program again as the user `nobody`.

use std::collections::BTreeMap;
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

/// The adapter that is not built in, in a folder that this user can read.
pub fn adapter() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../adapters/javascript");
    std::env::var_os(FIXTURES).map_or(here, |fixtures| Path::new(&fixtures).with_file_name("javascript"))
}

/// Adapters whose compilers attack.
pub fn compilers() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/attacks/compilers");
    std::env::var_os(FIXTURES).map_or(here, |fixtures| Path::new(&fixtures).with_file_name("compilers"))
}

/// Copies files into a folder, readable by everyone.
pub fn copy(files: &[PathBuf], folder: &Path) {
    fs::create_dir_all(folder).expect("a folder");
    fs::set_permissions(folder, Permissions::from_mode(0o755)).expect("a mode");
    for file in files {
        let copy = folder.join(file.file_name().expect("a name"));
        fs::copy(file, &copy).expect("a copy");
        fs::set_permissions(copy, Permissions::from_mode(0o644)).expect("a mode");
    }
}

/// The files of a folder, without subfolders.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder that can be read");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.is_file());
    files.sort();
    files
}

/// The attacks: all files but the Rust sources and the README.
pub fn fixtures() -> Vec<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/attacks");
    let folder = std::env::var_os(FIXTURES).map_or(here, PathBuf::from);
    let mut files = files(&folder);
    files.retain(|file| file.extension().is_some_and(|extension| extension != "rs" && extension != "md"));
    files
}

pub struct Child {
    /// The interpreters, by name.
    pub programs: BTreeMap<&'static str, PathBuf>,
    output: JoinHandle<(Vec<u8>, bool)>,
}

impl Child {
    pub fn start(base: &Path, fixtures: &[PathBuf]) -> Self {
        let programs = programs();
        let place = base.join("user");
        let (program, copies, temporary) = (place.join("attacks"), place.join("fixtures"), place.join("tmp"));
        for folder in [&place, &temporary] {
            fs::create_dir_all(folder).expect("a folder");
            fs::set_permissions(folder, Permissions::from_mode(0o755)).expect("a mode");
        }
        std::os::unix::fs::chown(&temporary, Some(NOBODY), Some(NOBODY)).expect("a folder of their own");
        fs::copy(std::env::current_exe().expect("a program"), &program).expect("a copy");
        fs::set_permissions(&program, Permissions::from_mode(0o755)).expect("a mode");
        copy(fixtures, &copies);
        copy(&files(&adapter()), &place.join("javascript"));
        copy(&files(&compilers().join("greedy")), &place.join("compilers/greedy"));
        let mut folders: Vec<&Path> = programs.values().filter_map(|program| program.parent()).collect();
        folders.extend(["/usr/bin", "/bin"].map(Path::new));
        let mut child = Command::new(program)
            .args(std::env::args_os().skip(1))
            .uid(NOBODY)
            .gid(NOBODY)
            .env_clear()
            .env("PATH", std::env::join_paths(folders).expect("folders"))
            .env("TMPDIR", &temporary)
            .env(FIXTURES, &copies)
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
        Self { programs, output }
    }

    /// Prints its output. Returns whether it passed.
    pub fn finish(self) -> bool {
        let (text, passed) = self.output.join().expect("its output");
        println!("as an ordinary user:\n{}", String::from_utf8_lossy(&text));
        passed
    }
}

/// The first of each that everyone can use. If one is missing, its fixtures fail.
fn programs() -> BTreeMap<&'static str, PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> =
        std::env::split_paths(&path).chain(["/usr/local/bin", "/usr/bin"].map(PathBuf::from)).collect();
    let usable = |program: &PathBuf, check: &[&str]| {
        let mut command = Command::new(program);
        command.args(check).uid(NOBODY).gid(NOBODY).env_clear().current_dir("/");
        command.stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    };
    let python: &[&str] = &["-I", "-c", "import sys; sys.exit(sys.version_info < (3, 11))"];
    let node: &[&str] = &["-e", "process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)"];
    let find = |(name, check): (&'static str, &[&str])| {
        let mut here = folders.iter().map(|folder| folder.join(name));
        Some((name, here.find(|program| usable(program, check))?))
    };
    [("python3", python), ("node", node)].into_iter().filter_map(find).collect()
}
