//! The files of a submission as text.

use std::path::Path;

use decision::{Reason, Undecided};
use submissions::Submission;

/// Files as they are handed to the prover: paths and texts.
pub type TextFiles = Vec<(String, String)>;

/// The Python files of a submission, copied to a folder that is empty.
pub fn files(submission: &Submission, folder: &Path) -> Result<TextFiles, Reason> {
    let not_copied = |error: submissions::SubmissionError| Reason::new(Undecided::Load, error.to_string());
    let paths = submission.copy_to(folder).map_err(not_copied)?;
    let mut files = Vec::new();
    for path in paths.iter().filter(|path| is_python(path)) {
        let shown = path.display().to_string();
        let bytes = std::fs::read(folder.join(path)).map_err(|error| unusable(&shown, &error))?;
        files.push((shown.clone(), text(&shown, bytes)?));
    }
    Ok(files)
}

/// The Python files that submissions may import. A file that cannot be read hides what Python would import, so it is an error.
pub fn support(folder: &Path) -> Result<TextFiles, Reason> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).into_iter().flatten().flatten() {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(path),
                Ok(kind) if kind.is_file() && is_python(&path) => {
                    let shown = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
                    let bytes = std::fs::read(&path).map_err(|error| unusable(&shown, &error))?;
                    files.push((shown.clone(), text(&shown, bytes)?));
                }
                _ => {}
            }
        }
    }
    files.sort();
    Ok(files)
}

fn unusable(file: &str, error: &std::io::Error) -> Reason {
    Reason::new(Undecided::Load, format!("{file}: {error}"))
}

fn is_python(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "py")
}

/// The text as Python reads it.
fn text(file: &str, bytes: Vec<u8>) -> Result<String, Reason> {
    lang::submission::text_of(bytes).map_err(|reason| Reason::new(Undecided::Load, format!("`{file}` {reason}")))
}
