//! Proof folders of a small problem, and ways to tamper with them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use decide::proof::WrittenProof;
use decide::{DecideSettings, Session, analyze, check_proofs, write_proofs};
use lang::load::{Mode, load};
use lang::scope::override_bounds;
use lang::source::Source;
use serde_json::Value as Json;
use sha2::{Digest, Sha256};
use tempfile::{TempDir, tempdir};

/// A problem with loops and equality only: three subproperties, an implication of each kind, a precondition.
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

/// Writes the proofs of a problem like [`COPY`]; `scope` replaces bounds if it is not empty.
pub fn prove(text: &str, scope: &str, symmetry: bool, dir: &Path) -> Result<WrittenProof, String> {
    prove_as("copy", text, scope, symmetry, dir)
}

pub fn prove_as(name: &str, text: &str, scope: &str, symmetry: bool, dir: &Path) -> Result<WrittenProof, String> {
    let loaded = load(Source::new(format!("{name}.py"), text), Mode::Problem);
    assert!(!loaded.has_errors(), "{:?}", loaded.diagnostics);
    let problem = &loaded.problem;
    let scope =
        if scope.is_empty() { problem.scope.clone() } else { override_bounds(problem, scope).expect("a scope") };
    let settings = DecideSettings { symmetry, ..DecideSettings::default() };
    let mut session = Session::new(problem, &scope, &settings).map_err(|failure| format!("{failure:?}"))?;
    let analysis = analyze(&mut session).map_err(|failure| failure.to_string())?;
    write_proofs(&session, &analysis, dir).map_err(|error| error.to_string())
}

/// The proofs of [`COPY`].
pub fn written() -> (TempDir, PathBuf) {
    let folder = tempdir().expect("a temporary folder");
    let dir = folder.path().join("proofs");
    prove(COPY, "", true, &dir).expect("a folder");
    (folder, dir)
}

/// The fault of a folder: its kind, and its message with the help.
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

/// Changes the manifest, hashes all files again and seals it, as an adversary would.
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
    hex::encode(Sha256::digest(bytes))
}
