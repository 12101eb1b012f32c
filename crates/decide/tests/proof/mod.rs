//! Proof folders of a small problem, and ways to tamper with them.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use decide::proof::Written;
use decide::{Session, Settings, analyze, check_proofs, write_proofs};
use lang::load::{Mode, load};
use lang::scope::override_bounds;
use lang::source::Source;
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

/// Loops and equality only. Three subproperties, an implication of each kind, a precondition.
pub const COPY: &str = r#""""Copy a list, which is not empty."""

from custodiet import Atom, Input, Output, error_subproperty, precondition, scope, subproperty


class Item(Atom):
    """Anything."""


def is_valid(items: Input[list[Item]], copied: Output[list[Item]]) -> bool:
    """The output is the input."""
    return items == copied


scope(Item=3, items=2, copied=2)


@precondition
def not_empty(items):
    """There is something to copy."""
    for item in items:
        return True
    return False


@subproperty(hint="What if the order changes?")
def same(items, copied):
    """The output is the input."""
    return items == copied


@subproperty(hint="What if an item comes out of nowhere?")
def no_new(items, copied):
    """Every item of the output occurs in the input."""
    for out in copied:
        found = False
        for item in items:
            if item == out:
                found = True
        if not found:
            return False
    return True


@error_subproperty(instead_of=["same"], hint="What if they are shuffled?")
def some_output(copied):
    """Looks only at whether there is an output."""
    for item in copied:
        return True
    return False
"#;

/// A folder of its own for each test, gone at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("custodiet-proofs-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary folder");
        Self(path)
    }

    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Writes the proofs of a problem like [`COPY`]; `scope` replaces bounds if it is not empty.
pub fn prove(text: &str, scope: &str, symmetry: bool, dir: &Path) -> Result<Written, String> {
    prove_as("copy", text, scope, symmetry, dir)
}

pub fn prove_as(name: &str, text: &str, scope: &str, symmetry: bool, dir: &Path) -> Result<Written, String> {
    let loaded = load(Source::new(format!("{name}.py"), text), Mode::Problem);
    assert!(!loaded.has_errors(), "{:?}", loaded.diagnostics);
    let problem = &loaded.problem;
    let scope =
        if scope.is_empty() { problem.scope.clone() } else { override_bounds(problem, scope).expect("a scope") };
    let settings = Settings { symmetry, ..Settings::default() };
    let mut session = Session::new(problem, &scope, &settings).map_err(|failure| format!("{failure:?}"))?;
    let analysis = analyze(&mut session).map_err(|failure| failure.to_string())?;
    write_proofs(&session, &analysis, dir).map_err(|error| error.to_string())
}

/// The proofs of [`COPY`].
pub fn written() -> (Folder, PathBuf) {
    let folder = Folder::new();
    let dir = folder.join("proofs");
    prove(COPY, "", true, &dir).expect("a folder");
    (folder, dir)
}

/// What is wrong with a folder: kind, and message with help.
pub fn fault(dir: &Path) -> (&'static str, String) {
    let error = check_proofs(dir).expect_err("something is wrong");
    assert!(!error.help().is_empty());
    (error.kind(), format!("{error}\n{}", error.help()))
}

pub fn bytes_of(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(dir).expect("a folder").map(|entry| entry.expect("an entry"));
    entries
        .map(|entry| (entry.file_name().into_string().expect("a name"), fs::read(entry.path()).expect("a file")))
        .collect()
}

pub fn edit(dir: &Path, name: &str, change: impl FnOnce(String) -> String) {
    let path = dir.join(name);
    let text = fs::read_to_string(&path).expect("a text");
    let changed = change(text.clone());
    assert_ne!(text, changed, "{name} must change");
    fs::write(&path, changed).expect("written");
}

pub fn manifest(dir: &Path) -> Json {
    serde_json::from_str(&fs::read_to_string(dir.join("manifest.json")).expect("a text")).expect("JSON")
}

/// Changes the manifest, hashes all files anew, seals it: what an adversary would do.
pub fn forge(dir: &Path, change: impl FnOnce(&mut Json)) {
    let mut json = manifest(dir);
    change(&mut json);
    let names: Vec<String> = json["files"].as_object().expect("files").keys().cloned().collect();
    for name in names {
        if let Ok(bytes) = fs::read(dir.join(&name)) {
            json["files"][&name] = Json::from(sha256(&bytes));
        }
    }
    fs::write(dir.join("manifest.json"), format!("{json:#}\n")).expect("written");
    seal(dir);
}

pub fn seal(dir: &Path) {
    let digest = sha256(&fs::read(dir.join("manifest.json")).expect("a manifest"));
    fs::write(dir.join("manifest.sha256"), format!("{digest}  manifest.json\n")).expect("written");
}

pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
