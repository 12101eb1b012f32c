//! The files of a submission that was copied with [`Submission::copy_to`](crate::Submission::copy_to), read again from the copy.
//!
//! A copy has the names and contents of the original, so its hash is the same. Nothing is interpreted a second time: an archive in
//! it stays a file, and names stay as they are. Guarded by `tests/packed.rs`.

use std::path::Path;

use crate::disk;
use crate::errors::SubmissionError;
use crate::files::{Container, FileList, Files};
use crate::names::natural;
use crate::options::GatherOptions;

/// The files in a copy of a submission. No link is followed.
pub fn packed(folder: &Path, options: &GatherOptions) -> Result<Files, SubmissionError> {
    let (mut files, _) = disk::walk(folder, &options.limits)?;
    files.sort_by(|one, other| natural(&one.path, &other.path));
    Files::new(FileList { container: Container::Disk, files }, options).map(|(files, _)| files)
}
