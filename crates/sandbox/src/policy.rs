//! What a confined program may do, and which program to run.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::Layers;

/// What a program may do. Everything else is denied.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Policy {
    pub layers: Layers,
    /// Readable files and folders, in addition to the system's shared libraries. Paths that do not exist are ignored.
    pub read: Vec<PathBuf>,
    /// Files and folders whose programs may be executed, in addition to the program itself.
    pub execute: Vec<PathBuf>,
    /// Writable folders. If no layer protects files, this is all or nothing: if the list is empty, nothing can be written;
    /// otherwise the program can write wherever its user can.
    pub write: Vec<PathBuf>,
    /// Whether written files can be removed and renamed. If not, everything that takes disk space stays visible in the
    /// folders; a file that is removed while it is open or mapped does not.
    pub remove: bool,
    /// In bytes.
    pub memory: u64,
    pub memory_limit: MemoryLimit,
    /// The longest file that may be written, in bytes.
    pub file_size: u64,
    pub open_files: u64,
    /// Whether other processes may be started. Threads always may, within the memory limit.
    pub processes: bool,
    /// Whether the program is a [fork server](crate::ForkServer): it starts processes, and confines them further.
    pub forks: bool,
    /// The user and group to switch to; needs root.
    pub user: Option<u32>,
}

/// What the memory limit applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MemoryLimit {
    /// Everything mapped. Exact, but too strict for runtimes that reserve far more than they use.
    AddressSpace,
    /// Private writable memory. The caller has to watch shared memory.
    Data,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProgramSpec {
    /// The absolute path of the program and its arguments.
    pub command: Vec<String>,
    /// The whole environment: nothing is inherited.
    pub env: BTreeMap<String, String>,
    /// The working folder.
    pub folder: PathBuf,
}
