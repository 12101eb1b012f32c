//! At the reduced level, submissions can read every file that all users of the machine can read. Files with answers must not be
//! among them.

use std::path::{Path, PathBuf};

use ::report::plain::line;
use sandbox::world_access::world_readable;

use crate::error::{Error, Result};
use crate::style;

/// At most this many files of submissions are checked.
const MOST: usize = 10_000;

/// Refuses to grade if submissions could read one of these files or folders with answers.
pub fn refuse_open(answers: &[&Path]) -> Result<()> {
    let open: Vec<String> = answers.iter().filter(|path| world_readable(path)).map(|path| close(path)).collect();
    if open.is_empty() {
        return Ok(());
    }
    let message = format!(
        "in the reduced sandbox, submissions could read these files, which hold answers; restrict their permissions:\n  {}",
        open.join("\n  ")
    );
    Err(Error::usage(message).with_help("or move them into a folder that only you can open (chmod 700)"))
}

/// Warns if submissions could read each other.
pub fn warn_of_open(submissions: &[PathBuf]) {
    for given in submissions.iter().filter(|given| has_open(given)) {
        remark!(
            "{} in the reduced sandbox, submissions can read each other; to prevent that: {}",
            style::doubtful("warning:"),
            line(&close(given))
        );
    }
}

/// Whether all users can read it, or something in it.
fn has_open(given: &Path) -> bool {
    let mut todo = vec![given.to_owned()];
    for _ in 0..MOST {
        let Some(path) = todo.pop() else { return false };
        if !path.is_dir() {
            if world_readable(&path) {
                return true;
            }
        } else if world_readable(&path) {
            todo.extend(std::fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path()));
        }
    }
    true
}

fn close(path: &Path) -> String {
    let what = if path.is_dir() { "o-rwx" } else { "o-r" };
    format!("chmod {what} '{}'", path.display())
}
