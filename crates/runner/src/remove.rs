//! Removes what a submission wrote, whatever it looks like.
//!
//! Folders can be nested more deeply than paths, open files or the stack allow, and can have modes that lock their owner out.
//! So each folder is made accessible, moved to the top, emptied and removed: there is no recursion, and every path is short.

use std::fs::{self, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// Removes a file or folder, if it exists. `aside` is a folder on the same disk that only we write to; it is removed, too.
/// If another process uses `path` at the same time, this may fail and can be tried again.
pub fn remove(path: &Path, aside: &Path) -> io::Result<()> {
    let there = match fs::symlink_metadata(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        Err(_) if !aside.exists() => return Ok(()),
        Err(_) => false,
        Ok(metadata) if !metadata.is_dir() => return fs::remove_file(path),
        Ok(_) => true,
    };
    create_folder(aside)?;
    // Others can create files in the system's temporary folder: what a link leads to, or what they put there, is not ours.
    let metadata = fs::symlink_metadata(aside)?;
    if !metadata.is_dir() || metadata.uid() != rustix::process::geteuid().as_raw() {
        return Err(ErrorKind::AlreadyExists.into());
    }
    // An interrupted run may have left some.
    let mut folders = fs::read_dir(aside)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
    let mut number = 0;
    if there {
        folders.push(move_to(path, aside, &mut number)?);
    }
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                folders.push(move_to(&entry.path(), aside, &mut number)?);
            } else {
                fs::remove_file(entry.path())?;
            }
        }
        fs::remove_dir(folder)?;
    }
    fs::remove_dir(aside)
}

/// Creates a folder, unless it exists. Never creates its parents: they are removed when a run is ending.
pub(crate) fn create_folder(folder: &Path) -> io::Result<()> {
    match fs::create_dir(folder) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        made => made,
    }
}

/// Makes a folder accessible and moves it into `aside`, under an unused number.
fn move_to(folder: &Path, aside: &Path, number: &mut u64) -> io::Result<PathBuf> {
    fs::set_permissions(folder, Permissions::from_mode(0o700))?;
    loop {
        let place = aside.join(number.to_string());
        *number += 1;
        if !place.exists() {
            fs::rename(folder, &place)?;
            return Ok(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_in_place_of_the_folder_aside_is_not_followed() {
        let top = std::env::temp_dir().join(format!("custodiet-aside-{}", std::process::id()));
        let (path, aside, precious) = (top.join("scratch"), top.join("removed"), top.join("home/precious"));
        fs::create_dir_all(&path).expect("a folder");
        fs::create_dir_all(&precious).expect("a folder");
        std::os::unix::fs::symlink(top.join("home"), &aside).expect("a link");
        assert!(remove(&path, &aside).is_err());
        assert!(precious.exists() && path.exists());
        fs::remove_dir_all(top).expect("removed");
    }

    #[test]
    fn deep_and_closed_folders_are_removed() {
        let top = std::env::temp_dir().join(format!("custodiet-remove-{}", std::process::id()));
        let (path, aside) = (top.join("scratch"), top.join("removed"));
        fs::create_dir_all(path.join("closed")).expect("a folder");
        std::os::unix::fs::symlink("/", path.join("link")).expect("a link");
        // Built from the inside out, since a path cannot be this long.
        let (inner, outer) = (top.join("inner"), top.join("outer"));
        fs::create_dir(&inner).expect("a folder");
        fs::write(inner.join("file"), "x").expect("a file");
        for _ in 0..1200 {
            fs::create_dir(&outer).expect("a folder");
            fs::rename(&inner, outer.join("d".repeat(200))).expect("moved");
            fs::rename(&outer, &inner).expect("moved");
        }
        fs::rename(&inner, path.join("deep")).expect("moved");
        fs::set_permissions(path.join("closed"), Permissions::from_mode(0o000)).expect("mode");
        remove(&path, &aside).expect("removed");
        assert!(!path.exists() && !aside.exists());
        remove(&path, &aside).expect("nothing to do");
        fs::remove_dir(top).expect("nothing is left");
    }
}
