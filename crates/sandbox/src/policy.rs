//! What a confined program may do, and the program.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::Level;

/// What a program may do. Everything else is refused.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Policy {
    pub level: Level,
    /// Files and folders that may be read, beside the system's shared libraries. What is not there is passed over.
    pub read: Vec<PathBuf>,
    /// Files and folders whose programs may be started, beside the program itself.
    pub execute: Vec<PathBuf>,
    /// Folders that may be written to. At [`Level::Reduced`]: if there is none, nothing can be written; otherwise whatever
    /// the user may write to can be.
    pub write: Vec<PathBuf>,
    /// Whether what was written can be removed and renamed. If not, all that takes space on the disk can be seen in the
    /// folders; a file that was removed while it is open or mapped cannot. At [`Level::Full`] only.
    pub remove: bool,
    /// In bytes.
    pub memory: u64,
    pub memory_is: Memory,
    /// The longest file that may be written, in bytes.
    pub file_size: u64,
    pub open_files: u64,
    /// Whether other processes may be started. Threads may, within the memory.
    pub processes: bool,
    /// At [`Level::Reduced`]: the user and group to become.
    pub user: u32,
}

/// What the limit on memory bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Memory {
    /// All that is mapped. Exact, and too strict for runtimes that reserve much and use little.
    AddressSpace,
    /// What is private and can be written to. What is shared is for the caller to watch.
    Data,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Program {
    /// The program, absolute, and its arguments.
    pub command: Vec<String>,
    /// All there is of an environment.
    pub env: BTreeMap<String, String>,
    pub folder: PathBuf,
}
