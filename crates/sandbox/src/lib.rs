//! Runs untrusted programs so that they can harm nothing.
//!
//! Takes a [`Policy`] and a [`ProgramSpec`]; gives a [`Confined`] process with pipes. The caller's own executable is started
//! again as a launcher: it confines itself step by step and then becomes the program, so [`confine_if_asked`] must be the first
//! call in `main`. This way no code runs between `fork` and `exec`, and only a single thread has to give up its permissions.
//!
//! ```text
//! spawn ─ launcher ─ session ─ namespaces, private root ─ user ─ Landlock ─ limits ─ seccomp ─ exec ─ control group
//! fork server (of an adapter, or `serve_forks`) ─ forks ─ seccomp ─ goes on
//! ```
//!
//! Invariant: if any step fails, the program is not started, and [`Confined::failure`] reports the reason.
//! Guarded by `tests/confines.rs`.

mod group;
mod level;
mod policy;
pub mod world_access;

#[cfg(target_os = "linux")]
mod calls;
#[cfg(target_os = "linux")]
mod confine;
#[cfg(target_os = "linux")]
mod confined;
#[cfg(target_os = "linux")]
mod crashes;
#[cfg(target_os = "linux")]
mod files;
#[cfg(target_os = "linux")]
mod fork_server;
#[cfg(target_os = "linux")]
mod launch;
#[cfg(target_os = "linux")]
mod namespaces;
#[cfg(target_os = "linux")]
mod private_root;
#[cfg(target_os = "linux")]
mod serve;
#[cfg(target_os = "linux")]
mod usage;
#[cfg(target_os = "linux")]
mod users;

#[cfg(not(target_os = "linux"))]
mod unsupported;

pub use group::{GroupKind, GroupLimits, GroupUsage, NoControlGroups};
pub use level::{Layers, NamespaceAccess, NoSandbox, SandboxLevel, Support, WORKER_USERS};
pub use policy::{MemoryLimit, Policy, ProgramSpec};

#[cfg(target_os = "linux")]
pub use {
    confine::confine_if_asked,
    confined::{Confined, ProcessExit},
    crashes::crash_handler,
    fork_server::ForkServer,
    group::{ControlGroup, ControlGroups},
    launch::{SpawnError, spawn},
    level::{support, support_of},
    serve::serve_forks,
    usage::{ResourceUsage, folder_size, raise_descriptor_limit, session_usage, usage},
};

#[cfg(not(target_os = "linux"))]
pub use unsupported::{
    Confined, ControlGroup, ControlGroups, ForkServer, ProcessExit, ResourceUsage, SpawnError, confine_if_asked,
    crash_handler, folder_size, raise_descriptor_limit, serve_forks, session_usage, spawn, support, usage,
};

/// The launcher could not confine itself, so the program was not started.
///
/// The launcher is another process and sends its error as text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the sandbox could not start the program: {reason}; `custodiet doctor` shows what this machine supports")]
pub struct LaunchError {
    pub reason: String,
}
