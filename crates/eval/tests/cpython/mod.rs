//! Runs the machine's CPython. Every test that says "as CPython does" asks it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

pub fn crate_dir() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// A command that runs `python3` with the `custodiet` package on its path.
pub fn python() -> Command {
    let mut command = Command::new("python3");
    command.env("PYTHONPATH", crate_dir().join("../../python")).env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

/// The output of a script.
pub fn run(script: &Path, args: &[&OsStr]) -> String {
    let output = python().arg(script).args(args).output().expect("python3 runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{} fails:\n{errors}", script.display());
    String::from_utf8(output.stdout).expect("UTF-8")
}
