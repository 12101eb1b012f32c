//! Runs untrusted programs so that they can harm nothing.
//!
//! Takes a [`Policy`] and a [`ProgramSpec`]; gives a [`Confined`] process with pipes. The caller's own executable is started
//! again as a launcher: it confines itself step by step and then becomes the program, so [`confine_if_asked`] must be the first
//! call in `main`. This way no code runs between `fork` and `exec`, and only a single thread has to give up its permissions.
//!
//! ```text
//! spawn ─ launcher ─ session, death with the parent ─ user ─ files (Landlock) ─ limits ─ calls (seccomp) ─ exec
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
mod files;
#[cfg(target_os = "linux")]
mod launch;
#[cfg(target_os = "linux")]
mod usage;

#[cfg(not(target_os = "linux"))]
mod unsupported;

pub use group::{GroupKind, GroupLimits, GroupUsage, NoControlGroups};
pub use level::{NoSandbox, SandboxLevel, Support};
pub use policy::{MemoryLimit, Policy, ProgramSpec};

#[cfg(target_os = "linux")]
pub use {
    confine::confine_if_asked,
    group::{ControlGroup, ControlGroups},
    launch::{Confined, ProcessExit, spawn},
    level::support,
    usage::{ResourceUsage, folder_size, usage},
};

#[cfg(not(target_os = "linux"))]
pub use unsupported::{
    Confined, ControlGroup, ControlGroups, ProcessExit, ResourceUsage, confine_if_asked, folder_size, spawn, support,
    usage,
};

/// The launcher could not confine itself, so the program was not started.
///
/// The launcher is another process and sends its error as text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the sandbox could not start the program: {reason}; `custodiet doctor` shows what this machine supports")]
pub struct LaunchError {
    pub reason: String,
}
