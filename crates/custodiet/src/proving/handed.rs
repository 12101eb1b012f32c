//! The files of a submission as text.

use std::path::Path;

use decision::{Reason, Undecided};
use submissions::Submission;

/// Files as they are handed to the prover: paths and texts.
pub type TextFiles = Vec<(String, String)>;

/// The Python files of a submission, copied to a folder that is empty.
pub fn files(submission: &Submission, folder: &Path) -> Result<TextFiles, Reason> {
    let unusable = |error: &dyn std::fmt::Display| Reason::new(Undecided::Load, error.to_string());
    let paths = submission.copy_to(folder).map_err(|error| unusable(&error))?;
    let mut files = Vec::new();
    for path in paths.iter().filter(|path| is_python(path)) {
        let shown = path.display().to_string();
        let bytes = std::fs::read(folder.join(path)).map_err(|error| unusable(&format!("{shown}: {error}")))?;
        files.push((shown.clone(), text(&shown, bytes)?));
    }
    Ok(files)
}

/// The Python files that submissions may import.
pub fn support(folder: &Path) -> TextFiles {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).into_iter().flatten().flatten() {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(path),
                Ok(kind) if kind.is_file() && is_python(&path) => {
                    let shown = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
                    let bytes = std::fs::read(&path).unwrap_or_default();
                    files.extend(text(&shown, bytes).ok().map(|text| (shown, text)));
                }
                _ => {}
            }
        }
    }
    files.sort();
    files
}

fn is_python(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "py")
}

/// The text as Python reads it: a file that says that it is in another encoding is not followed.
fn text(file: &str, bytes: Vec<u8>) -> Result<String, Reason> {
    let other = || Reason::new(Undecided::Load, format!("`{file}` is not in UTF-8"));
    let text = String::from_utf8(bytes).map_err(|_| other())?;
    let declares = |line: &str| line.trim_start().starts_with('#') && line.contains("coding");
    let is_utf_8 = |line: &str| line.to_lowercase().replace('_', "-").contains("utf-8");
    let declared = text.lines().take(2).find(|line| declares(line));
    if declared.is_some_and(|line| !is_utf_8(line)) && !text.is_ascii() { Err(other()) } else { Ok(text) }
}
