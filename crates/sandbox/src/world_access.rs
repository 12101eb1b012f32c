//! Whether every user of the machine can read or execute a file, by its mode and the modes of the folders above it. At the
//! reduced level submissions run as such users.
//!
//! Access control lists are not considered.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

const READ: u32 = 0o004;
const ENTER: u32 = 0o001;

/// Whether everyone can read a file, or enter or list a folder.
pub fn world_readable(path: &Path) -> bool {
    is_accessible(path, |mode, is_folder| mode & (if is_folder { READ | ENTER } else { READ }) != 0)
}

/// Whether everyone can execute a file.
pub fn world_executable(path: &Path) -> bool {
    is_accessible(path, |mode, is_folder| !is_folder && mode & ENTER != 0)
}

fn is_accessible(path: &Path, fits: impl Fn(u32, bool) -> bool) -> bool {
    let Ok(real) = fs::canonicalize(path) else { return false };
    let mode = |path: &Path| fs::metadata(path).ok().map(|found| (found.permissions().mode(), found.is_dir()));
    let fits = mode(&real).is_some_and(|(mode, is_folder)| fits(mode, is_folder));
    fits && real.ancestors().skip(1).all(|folder| mode(folder).is_some_and(|(mode, _)| mode & ENTER != 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_of_all_parent_folders_count() {
        let folder = std::env::temp_dir().join(format!("custodiet-world-access-{}", std::process::id()));
        let (inner, file) = (folder.join("inner"), folder.join("inner/file"));
        fs::create_dir_all(&inner).expect("a folder");
        fs::write(&file, "x").expect("a file");
        let set = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a mode");
        for (modes, expected) in [
            ([0o755, 0o755, 0o644], [true, false]),
            ([0o711, 0o711, 0o755], [true, true]),
            ([0o711, 0o711, 0o711], [false, true]),
            ([0o755, 0o700, 0o755], [false, false]),
            ([0o700, 0o755, 0o755], [false, false]),
            ([0o755, 0o755, 0o640], [false, false]),
        ] {
            for (path, mode) in [&folder, &inner, &file].into_iter().zip(modes) {
                set(path, mode);
            }
            assert_eq!([world_readable(&file), world_executable(&file)], expected, "{modes:?}");
        }
        set(&folder, 0o755);
        assert_eq!(
            [0o700, 0o701, 0o704].map(|mode| (set(&inner, mode), world_readable(&inner)).1),
            [false, true, true]
        );
        assert!(!world_readable(&folder.join("nothing")));
        fs::remove_dir_all(folder).expect("removed");
    }
}
