//! The folders in which submissions are run: private, and gone when the run is.
//!
//! They lie in the system's temporary folder, because where workers run as another user they must be able to get there.
//! If a run is killed, the next run into the same results removes what it left: the store remembers where it was.

use std::fs;
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};

use runner::adapter::{Adapter, built_in};
use runner::grade::Area;
use sandbox::Level;
use sha2::{Digest, Sha256};

use crate::store::{Store, StoreError};

const PREFIX: &str = "custodiet-work-";

/// Removed with all that is in it when dropped.
#[derive(Debug)]
pub struct Work {
    folder: PathBuf,
}

impl Work {
    /// Makes the folder, and removes that of an earlier run into the same results.
    pub fn new(store: &mut Store) -> Result<Self, StoreError> {
        if let Some(old) = store.get("work")?.map(PathBuf::from)
            && old.file_name().is_some_and(|name| name.to_string_lossy().starts_with(PREFIX))
        {
            let _ = fs::remove_dir_all(old);
        }
        let name = format!("{PREFIX}{}-{:08x}", std::process::id(), fastrand::u32(..));
        let folder = std::env::temp_dir().join(name);
        store.set("work", &folder.display().to_string())?;
        // Others may pass through, not look around.
        fs::DirBuilder::new()
            .recursive(true)
            .mode(0o711)
            .create(&folder)
            .map_err(|error| StoreError::Folder(folder.clone(), error))?;
        let folder = fs::canonicalize(&folder).map_err(|error| StoreError::Folder(folder, error))?;
        Ok(Self { folder })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn adapters(&self) -> Result<Vec<Adapter>, String> {
        built_in(&self.folder.join("adapters"))
    }

    /// A copy of the files that submissions may import, and their hash.
    pub fn support(&self, given: &Path, prelude: Option<&Path>) -> io::Result<(PathBuf, String)> {
        let folder = self.folder.join("support");
        fs::create_dir_all(&folder)?;
        let mut sha = Sha256::new();
        if !given.as_os_str().is_empty() {
            copy(given, &folder, Path::new(""), &mut sha)?;
        }
        if let Some(prelude) = prelude {
            let bytes = fs::read(prelude)?;
            sha.update(&bytes);
            fs::write(folder.join("prelude.arr"), bytes)?;
        }
        Ok((folder, runner::adapter::hex(&sha.finalize())))
    }

    /// The folders of one job.
    pub fn area(&self, job: usize) -> io::Result<Area> {
        let area = Area { folder: self.folder.join(format!("job-{job}")) };
        area.clear()?;
        Ok(area)
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Plain files and folders, with what they hold added to the hash in order.
fn copy(from: &Path, to: &Path, below: &Path, sha: &mut Sha256) -> io::Result<()> {
    let mut entries: Vec<_> = fs::read_dir(from.join(below))?.collect::<io::Result<_>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = below.join(entry.file_name());
        let kind = fs::metadata(entry.path())?;
        if kind.is_dir() {
            fs::create_dir_all(to.join(&path))?;
            copy(from, to, &path, sha)?;
        } else if kind.is_file() {
            let bytes = fs::read(entry.path())?;
            sha.update(path.as_os_str().as_encoded_bytes());
            sha.update(Sha256::digest(&bytes));
            fs::write(to.join(&path), bytes)?;
        }
    }
    Ok(())
}

/// Lets the worker's user read a submission, and nobody else.
pub fn give_tree(folder: &Path, level: Level, user: u32) -> io::Result<()> {
    if level != Level::Reduced {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            give_tree(&entry.path(), level, user)?;
        } else {
            chown(entry.path(), Some(0), Some(user))?;
            fs::set_permissions(entry.path(), fs::Permissions::from_mode(0o440))?;
        }
    }
    chown(folder, Some(0), Some(user))?;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o750))
}
