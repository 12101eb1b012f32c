//! What a file name reveals: whether the file is ignored, is an archive, or comes from a learning management system.

/// The file next to the submissions of a Gradescope export.
pub const METADATA: &str = "submission_metadata.yml";

/// Whether a file is a leftover of a system or tool. Such files are never part of a submission.
pub fn is_ignored(name: &str) -> bool {
    name.starts_with('.')
        || matches!(
            name.to_ascii_lowercase().as_str(),
            "__macosx" | "__pycache__" | "node_modules" | "desktop.ini" | "thumbs.db"
        )
}

/// Whether a file is a supported archive.
pub fn is_archive(name: &str) -> bool {
    has_suffix(name, &[".zip", ".tar.gz", ".tgz", ".tar"])
}

/// Whether a file is an unsupported archive. It counts as a submission nevertheless, so that it is reported.
pub fn is_unsupported_archive(name: &str) -> bool {
    has_suffix(name, &[".rar", ".7z", ".gz", ".bz2", ".tbz2", ".xz", ".txz", ".zst", ".z", ".cab", ".arj", ".lzh"])
        && !is_archive(name)
}

fn has_suffix(name: &str, suffixes: &[&str]) -> bool {
    let name = name.to_ascii_lowercase();
    suffixes.iter().any(|suffix| name.len() > suffix.len() && name.ends_with(suffix))
}

/// Splits a name like `lastfirst_12345_67890_name.py`, as Canvas gives to files: the person, perhaps `LATE`, the number of the
/// person, the number of the file, the original name. Returns the person (`lastfirst_12345`) and the file (`name.py`).
pub fn canvas(name: &str) -> Option<(&str, &str)> {
    let parts: Vec<&str> = name.split('_').collect();
    let number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let first = (1..parts.len().saturating_sub(2)).find(|at| {
        let [one, other, rest] = [parts[*at], parts[*at + 1], parts[*at + 2]];
        number(one) && number(other) && !rest.is_empty()
    })?;
    let length = |parts: &[&str]| parts.iter().map(|part| part.len() + 1).sum::<usize>();
    Some((&name[..length(&parts[..=first]) - 1], &name[length(&parts[..first + 2])..]))
}

/// Whether a file describes the submissions next to it.
pub fn is_documentation(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).to_ascii_lowercase();
    ["readme", "license", "licence", "changelog"].contains(&&*stem)
}

/// Whether these are the top-level folders and files of a single project rather than of a class: only folders that are usual
/// in projects, or a project file and at most one unusual folder.
pub fn is_project(folders: &[&str], files: &[&str]) -> bool {
    let usual = |name: &&&str| {
        let usual =
            ["src", "lib", "test", "tests", "doc", "docs", "data", "examples", "bin", "build", "dist", "scripts"];
        usual.contains(&&*name.to_ascii_lowercase())
    };
    let described = files.iter().any(|name| ["pyproject.toml", "setup.cfg", "package.json"].contains(name));
    let unusual = folders.len() - folders.iter().filter(usual).count();
    if described { !folders.is_empty() && unusual <= 1 } else { folders.len() >= 2 && unusual == 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives() {
        for name in ["a.zip", "a.ZIP", "a.tar.gz", "a.tgz", "a.tar", "é.zip"] {
            assert!(is_archive(name) && !is_unsupported_archive(name), "{name}");
        }
        for name in ["a.rar", "a.7z", "a.py.gz", "a.tar.xz"] {
            assert!(!is_archive(name) && is_unsupported_archive(name), "{name}");
        }
        for name in ["zip", ".zip", "a.py", "azip"] {
            assert!(!is_archive(name) && !is_unsupported_archive(name), "{name}");
        }
    }

    #[test]
    fn names_by_canvas() {
        for name in ["doejane_12345_67890_sort.py", "doejane_LATE_12345_67890_my_sort-1.py", "o'x_1_2_a.zip"] {
            assert!(canvas(name).is_some(), "{name}");
        }
        for name in ["sort.py", "1_2_a.py", "hw_1_sort.py", "a_1_b_2_c.py", "a_1_2"] {
            assert!(canvas(name).is_none(), "{name}");
        }
        let late = canvas("doejane_LATE_12345_67890_my_sort.py");
        assert_eq!(late, Some(("doejane_LATE_12345", "my_sort.py")));
        assert_eq!(canvas("doe_jane_1_2_3_4.py"), Some(("doe_jane_1", "3_4.py")));
    }

    #[test]
    fn projects() {
        for (folders, files) in [
            (&["src", "test"][..], &[][..]),
            (&["Tests", "lib", "docs"], &["notes.txt"]),
            (&["sorting"], &["pyproject.toml"]),
            (&["sorting", "tests"], &["package.json"]),
        ] {
            assert!(is_project(folders, files), "{folders:?} {files:?}");
        }
        for (folders, files) in [
            (&["src"][..], &[][..]),
            (&["ada", "bob"], &["pyproject.toml"]),
            (&["ada", "src"], &["notes.txt"]),
            (&[], &["pyproject.toml"]),
        ] {
            assert!(!is_project(folders, files), "{folders:?} {files:?}");
        }
    }
}
