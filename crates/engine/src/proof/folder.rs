//! A folder that appears whole or not at all.
//!
//! It is filled under another name beside the place where it will be, and renamed when it is complete. What is in the
//! way is replaced only if it is empty or a proof folder, with nothing else in it.
//!
//! Invariant: until [`Draft::finish`] the target is as it was, and if that fails it still is; no draft stays behind.
//! Guarded by `tests/proofs.rs`.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::manifest::{MANIFEST, Manifest, NotRead, is_ours};
use super::write::WriteError;

/// Drafts of one process for one target, at most.
const MOST_DRAFTS: u32 = 1000;

#[derive(Debug)]
pub(super) struct Draft {
    pub path: PathBuf,
    target: PathBuf,
}

impl Draft {
    pub fn begin(target: &Path) -> Result<Self, WriteError> {
        check_way(target)?;
        // A link stays; the folder that it leads to is replaced.
        let target =
            if target.exists() { fs::canonicalize(target).map_err(unwritable(target))? } else { target.to_owned() };
        if let Some(parent) = target.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            fs::create_dir_all(parent).map_err(unwritable(parent))?;
        }
        for number in 0..MOST_DRAFTS {
            let path = beside(&target, &format!("{number}.part"))?;
            match fs::create_dir(&path) {
                Ok(()) => return Ok(Self { path, target }),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(unwritable(&path)(error)),
            }
        }
        Err(in_the_way(&target, "there are too many unfinished drafts beside it"))
    }

    pub fn finish(self) -> Result<(), WriteError> {
        check_way(&self.target)?;
        if !self.target.exists() {
            return fs::rename(&self.path, &self.target).map_err(unwritable(&self.target));
        }
        let old = self.path.with_extension("old");
        fs::rename(&self.target, &old).map_err(unwritable(&self.target))?;
        if let Err(error) = fs::rename(&self.path, &self.target) {
            let _ = fs::rename(&old, &self.target);
            return Err(unwritable(&self.target)(error));
        }
        fs::remove_dir_all(&old).map_err(unwritable(&old))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // It was renamed, or cannot be helped.
        let _ = fs::remove_dir_all(&self.path);
    }
}

fn beside(target: &Path, ending: &str) -> Result<PathBuf, WriteError> {
    let Some(name) = target.file_name() else {
        return Err(in_the_way(target, "it has no name of its own"));
    };
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.{ending}", std::process::id()));
    Ok(target.with_file_name(hidden))
}

/// Refuses what must not be replaced.
fn check_way(target: &Path) -> Result<(), WriteError> {
    if target.file_name().is_none() {
        return Err(in_the_way(target, "it has no name of its own"));
    }
    let entries = match fs::read_dir(target) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) if error.kind() == ErrorKind::NotADirectory => return Err(in_the_way(target, "it is a file")),
        Err(error) => return Err(unwritable(target)(error)),
    };
    let mut names = Vec::new();
    for entry in entries {
        names.push(entry.map_err(unwritable(target))?.file_name().to_string_lossy().into_owned());
    }
    if names.is_empty() {
        return Ok(());
    }
    if let Some(other) = names.iter().filter(|name| !is_ours(name)).min() {
        return Err(in_the_way(target, &format!("it holds `{other}`, which is no part of a proof")));
    }
    match fs::read(target.join(MANIFEST)).map(|text| Manifest::read(&text)) {
        Ok(Ok(_) | Err(NotRead::Version(_))) => Ok(()),
        _ => Err(in_the_way(target, "it is not empty, and no proof folder")),
    }
}

fn in_the_way(target: &Path, why: &str) -> WriteError {
    WriteError::InTheWay { dir: target.to_owned(), why: why.to_owned() }
}

pub(super) fn unwritable(path: &Path) -> impl FnOnce(io::Error) -> WriteError {
    let path = path.to_owned();
    move |error| WriteError::Unwritable { path, error }
}
