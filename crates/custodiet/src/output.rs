//! Writing to standard output and to files. A reader that has gone away, as in `custodiet … | head`, is no fault; what
//! cannot be written says why, and the way out.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::exit;

/// Writes the text and gives the exit code: `code`, unless the text could not be written.
pub fn print(text: &str, code: u8) -> u8 {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Ok(()) => code,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => code,
        Err(error) => {
            eprintln!("error: cannot write to standard output: {error}; write to a file with -o, or make room");
            exit::INTERNAL
        }
    }
}

/// Says before the work is done whether a file can be written there, or why not. Leaves nothing behind.
pub fn check_target(path: &Path) -> Result<(), String> {
    let tried = if path.is_dir() {
        Err(ErrorKind::IsADirectory.into())
    } else if is_special(path) {
        Ok(())
    } else {
        let draft = draft(&behind_links(path));
        fs::write(&draft, b"").and_then(|()| fs::remove_file(&draft))
    };
    tried.map_err(|error| why_not(path, &error))
}

/// Writes a file, whole or not at all; or says why not. Devices and pipes are written to, links are followed.
pub fn write_file(path: &Path, text: &str) -> Result<(), String> {
    if is_special(path) {
        return fs::write(path, text).map_err(|error| why_not(path, &error));
    }
    let target = behind_links(path);
    let draft = draft(&target);
    let written = fs::write(&draft, text).and_then(|()| fs::rename(&draft, &target));
    written.map_err(|error| {
        let _ = fs::remove_file(&draft);
        why_not(path, &error)
    })
}

/// Whether both are one file, by whatever names.
pub fn is_same(one: &Path, other: &Path) -> bool {
    fs::canonicalize(one).is_ok_and(|one| fs::canonicalize(other).is_ok_and(|other| one == other))
}

/// Something that must not be replaced by a file.
fn is_special(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

fn behind_links(path: &Path) -> PathBuf {
    if path.is_symlink() { fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()) } else { path.to_owned() }
}

fn draft(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}

/// Why a file cannot be written, and what to do.
pub fn why_not(path: &Path, error: &io::Error) -> String {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let why = match error.kind() {
        _ if path.is_dir() => "it is a folder; give the name of a file in it".to_owned(),
        ErrorKind::NotFound if folder.is_dir() => {
            format!("no file can be created in `{}`; choose another folder", folder.display())
        }
        ErrorKind::NotFound => format!("there is no folder `{0}`; create it with `mkdir -p {0}`", folder.display()),
        ErrorKind::NotADirectory => format!("`{}` is a file, not a folder; choose another place", folder.display()),
        ErrorKind::PermissionDenied => "permission denied; choose a folder you may write to".to_owned(),
        ErrorKind::ReadOnlyFilesystem => "the disk is read-only; choose a folder you may write to".to_owned(),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            "the disk is full; make room, or choose a folder on another disk".to_owned()
        }
        ErrorKind::InvalidFilename => "the name is too long or not allowed; choose another one".to_owned(),
        _ => format!("{error}; choose another place").to_lowercase(),
    };
    format!("cannot write `{}`: {why}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_written_says_why_and_the_way_out() {
        let said = |kind: ErrorKind| why_not(Path::new("a/b.json"), &kind.into());
        let there_is_none = "cannot write `a/b.json`: there is no folder `a`; create it with `mkdir -p a`";
        assert_eq!(said(ErrorKind::NotFound), there_is_none);
        assert!(said(ErrorKind::StorageFull).contains("the disk is full; make room"));
        assert!(said(ErrorKind::PermissionDenied).contains("permission denied; choose a folder"));
        assert!(said(ErrorKind::ReadOnlyFilesystem).contains("read-only; choose"));
        assert!(said(ErrorKind::NotADirectory).contains("`a` is a file, not a folder; choose"));
        assert!(said(ErrorKind::Other).contains("; choose another place"));
        let folder = std::env::temp_dir();
        let said = check_target(&folder).expect_err("a folder");
        assert_eq!(said, format!("cannot write `{}`: it is a folder; give the name of a file in it", folder.display()));
        let nowhere = folder.join("no/such/folder/suite.json");
        assert!(check_target(&nowhere).expect_err("no folder").contains("create it with `mkdir -p "));
        assert!(write_file(&nowhere, "").expect_err("no folder").contains("there is no folder"));
        // The folder is there, and the system says that the file is not.
        let said = check_target(Path::new("/proc/suite.json")).expect_err("not a place for files");
        assert_eq!(said, "cannot write `/proc/suite.json`: no file can be created in `/proc`; choose another folder");
    }

    #[test]
    fn links_are_followed_and_devices_stay() {
        let folder = std::env::temp_dir().join(format!("custodiet-links-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let (real, link) = (folder.join("real"), folder.join("link"));
        fs::write(&real, "old").expect("written");
        std::os::unix::fs::symlink(&real, &link).expect("a link");
        check_target(&link).expect("it can be written");
        write_file(&link, "new").expect("written");
        assert_eq!(fs::read_to_string(&real).expect("a file"), "new");
        assert!(link.is_symlink() && is_same(&link, &real) && !is_same(&link, &folder));
        let device = folder.join("device");
        std::os::unix::fs::symlink("/dev/null", &device).expect("a link");
        check_target(&device).expect("it can be written");
        write_file(&device, "gone").expect("written");
        assert!(is_special(&device) && device.is_symlink());
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn a_file_is_whole_and_nothing_else_stays_behind() {
        let folder = std::env::temp_dir().join(format!("custodiet-output-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join("a.json");
        check_target(&file).expect("it can be written");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
        write_file(&file, "{}").expect("written");
        write_file(&file, "[]").expect("written again");
        assert_eq!(fs::read_to_string(&file).expect("a file"), "[]");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
        fs::remove_dir_all(&folder).expect("removed");
    }
}
