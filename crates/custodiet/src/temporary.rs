//! Temporary folders.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;

use tempfile::TempDir;

use crate::error::{Error, Result};

/// For this user only.
pub const PRIVATE: u32 = 0o700;
/// For other users as well: with the reduced sandbox, workers are other users.
pub const SHARED: u32 = 0o777;

/// A new folder, removed when it is dropped. The umask takes away from `mode`.
pub fn folder(prefix: &str, mode: u32) -> Result<TempDir> {
    let parent = grading::work::temporary().map_err(grading::StoreError::from)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix).permissions(Permissions::from_mode(mode)).tempdir_in(parent).map_err(Error::NoTemporary)
}
