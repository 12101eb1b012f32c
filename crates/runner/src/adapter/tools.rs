//! The programs that adapters need, as they are installed on this machine.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sandbox::world_access::world_executable;
use sandbox::{Layers, SandboxLevel};
use sha2::{Digest, Sha256};

use super::file::ToolSection;

/// What an adapter needs, by real paths: its programs, and `data`, the folder of its setup.
#[derive(Clone, Debug)]
pub struct Tools {
    pub paths: BTreeMap<String, PathBuf>,
    /// Whether only we can use some of them: then programs cannot run as other users.
    pub private: bool,
}

/// Why a program cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ToolError {
    #[error("not found; {}", install.as_deref().unwrap_or("install it"))]
    NotFound { install: Option<String> },
    #[error("submissions run as other users, who cannot run `{}`; install it for all users, for example in /usr/bin", path.display())]
    NotExecutable { path: PathBuf },
}

/// A program, and whether only we can execute it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundTool {
    pub path: PathBuf,
    pub private: bool,
}

/// Finds a program that can be executed in the sandbox. One that every user can execute is preferred where that matters; at the
/// reduced level it is required.
pub fn find(name: &str, section: &ToolSection, layers: Layers) -> Result<FoundTool, ToolError> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let all = std::env::split_paths(&path).map(|folder| folder.join(name)).filter(|path| is_program(path));
    let mut closed = None;
    for found in all.filter_map(|path| real(name, path)) {
        if !layers.sees_real_files_as_other_user() || world_executable(&found) {
            return Ok(FoundTool { path: found, private: false });
        }
        closed.get_or_insert(found);
    }
    Err(match closed {
        Some(path) if layers.level == SandboxLevel::Full => return Ok(FoundTool { path, private: true }),
        Some(path) => ToolError::NotExecutable { path },
        None => ToolError::NotFound { install: section.install.clone() },
    })
}

/// The first line that a program prints about its version.
pub fn version(path: &Path, section: &ToolSection) -> Option<String> {
    if section.version.is_empty() {
        return None;
    }
    let output = Command::new(path).args(&section.version).stdin(Stdio::null()).output().ok()?;
    let printed = [output.stdout, output.stderr].concat();
    Some(String::from_utf8_lossy(&printed).lines().next()?.trim().to_owned())
}

/// What changes when another version of a program is installed at the same path: what it says about its version, or, if the adapter
/// does not say how to ask, a hash of the file.
pub fn identity(path: &Path, section: Option<&ToolSection>) -> String {
    let hash = || fs::read(path).map(|bytes| hex::encode(Sha256::digest(bytes))).unwrap_or_default();
    section.and_then(|section| version(path, section)).unwrap_or_else(hash)
}

/// Where a program really is. Python is asked, because a version manager's shim starts more slowly than the interpreter.
fn real(name: &str, found: PathBuf) -> Option<PathBuf> {
    if name.starts_with("python") {
        let code = "import sys; print(sys.executable)";
        let output = Command::new(&found).args(["-I", "-S", "-c", code]).stdin(Stdio::null()).output().ok()?;
        let real = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
        return fs::canonicalize(real).ok().or(Some(found));
    }
    fs::canonicalize(found).ok()
}

fn is_program(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}
