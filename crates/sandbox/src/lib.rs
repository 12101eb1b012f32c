//! Runs a program by a stranger so that it can hurt nobody.
//!
//! Takes a [`Policy`] and a [`Program`]; gives a [`Confined`] process with pipes. The caller's own executable is started
//! again as a launcher: it confines itself, step by step, and then becomes the program ([`confine_if_asked`] must be the
//! first thing in `main`). So no code runs between `fork` and `exec`, and there is a single thread whose rights are given up.
//!
//! ```text
//! spawn ─ launcher ─ session, death with the parent ─ user ─ files (Landlock) ─ limits ─ calls (seccomp) ─ exec
//! ```
//!
//! Invariant: if any step fails, the program is not started, and [`Confined`] reports the reason.
//! Guarded by `tests/confines.rs`.

pub mod everyone;
mod level;
mod policy;

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
mod elsewhere;

pub use level::{Level, Support};
pub use policy::{Memory, Policy, Program};

#[cfg(target_os = "linux")]
pub use {
    confine::confine_if_asked,
    launch::{Confined, End, spawn},
    level::support,
    usage::{Usage, folder_size, usage},
};

#[cfg(not(target_os = "linux"))]
pub use elsewhere::{Confined, End, Usage, confine_if_asked, folder_size, spawn, support, usage};
