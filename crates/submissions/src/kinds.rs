//! What names say: what is ignored, what is an archive, what a class's download looks like.

/// The file that lies beside the submissions of an export.
pub const METADATA: &str = "submission_metadata.yml";

/// What systems and tools leave behind. Never part of a submission.
pub fn is_ignored(name: &str) -> bool {
    name.starts_with('.')
        || matches!(
            name.to_ascii_lowercase().as_str(),
            "__macosx" | "__pycache__" | "node_modules" | "desktop.ini" | "thumbs.db"
        )
}

/// Archives that are read.
pub fn is_archive(name: &str) -> bool {
    has_suffix(name, &[".zip", ".tar.gz", ".tgz", ".tar"])
}

/// Archives that are not read. They are submissions all the same, so that nobody's is lost.
pub fn is_other_archive(name: &str) -> bool {
    has_suffix(name, &[".rar", ".7z", ".gz", ".bz2", ".tbz2", ".xz", ".txz", ".zst", ".z", ".cab", ".arj", ".lzh"])
        && !is_archive(name)
}

fn has_suffix(name: &str, suffixes: &[&str]) -> bool {
    let name = name.to_ascii_lowercase();
    suffixes.iter().any(|suffix| name.len() > suffix.len() && name.ends_with(suffix))
}

/// `lastfirst_12345_67890_name.py`, as Canvas names files: someone, perhaps `LATE`, two numbers, what they called it.
pub fn is_canvas(name: &str) -> bool {
    let parts: Vec<&str> = name.split('_').collect();
    let number = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    parts.windows(3).skip(1).any(|window| number(&window[0]) && number(&window[1]) && !window[2].is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives() {
        for name in ["a.zip", "a.ZIP", "a.tar.gz", "a.tgz", "a.tar", "é.zip"] {
            assert!(is_archive(name) && !is_other_archive(name), "{name}");
        }
        for name in ["a.rar", "a.7z", "a.py.gz", "a.tar.xz"] {
            assert!(!is_archive(name) && is_other_archive(name), "{name}");
        }
        for name in ["zip", ".zip", "a.py", "azip"] {
            assert!(!is_archive(name) && !is_other_archive(name), "{name}");
        }
    }

    #[test]
    fn canvas() {
        for name in ["doejane_12345_67890_sort.py", "doejane_LATE_12345_67890_my_sort-1.py", "o'x_1_2_a.zip"] {
            assert!(is_canvas(name), "{name}");
        }
        for name in ["sort.py", "1_2_a.py", "hw_1_sort.py", "a_1_b_2_c.py", "a_1_2"] {
            assert!(!is_canvas(name), "{name}");
        }
    }
}
