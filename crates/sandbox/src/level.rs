//! How well this machine can confine programs.

use std::fmt;

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SandboxLevel {
    /// Limits on memory, files and time only.
    None,
    /// Another user, filtered system calls, limits. World-readable files can be read.
    Reduced,
    /// In addition, only named files can be read, and only scratch folders can be written.
    Full,
}

impl fmt::Display for SandboxLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "none",
            Self::Reduced => "reduced",
            Self::Full => "full",
        })
    }
}

/// What the kernel and our own privileges allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Support {
    /// The version of Landlock's interface.
    pub landlock: Option<u32>,
    pub seccomp: bool,
    pub root: bool,
    pub linux: bool,
}

/// Why this machine cannot confine programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSandbox {
    #[error("the sandbox works on Linux only")]
    NotLinux,
    #[error("the kernel cannot filter system calls (seccomp)")]
    NoSeccomp,
    #[error("the kernel does not support Landlock, and without it only root can confine programs")]
    NoLandlock,
}

impl NoSandbox {
    /// What to do about it.
    pub fn help(self) -> &'static str {
        match self {
            Self::NotLinux => "run custodiet on Linux, in a virtual machine or a container",
            Self::NoSeccomp => "use a kernel with CONFIG_SECCOMP_FILTER, or a container that allows seccomp",
            Self::NoLandlock => {
                "use Linux 5.13 or later with Landlock enabled (`lsm=landlock,…` on the kernel command line), or run as root, for \
                 example in a container"
            }
        }
    }
}

impl Support {
    /// The best available level.
    pub fn level(self) -> Result<SandboxLevel, NoSandbox> {
        match self {
            Self { linux: false, .. } => Err(NoSandbox::NotLinux),
            Self { seccomp: false, .. } => Err(NoSandbox::NoSeccomp),
            Self { landlock: Some(_), .. } => Ok(SandboxLevel::Full),
            Self { landlock: None, root: true, .. } => Ok(SandboxLevel::Reduced),
            Self { landlock: None, root: false, .. } => Err(NoSandbox::NoLandlock),
        }
    }
}

/// What this machine supports.
#[cfg(target_os = "linux")]
pub fn support() -> Support {
    Support {
        landlock: crate::files::landlock_version(),
        seccomp: crate::calls::available(),
        root: rustix::process::geteuid().is_root(),
        linux: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_level_follows_from_what_is_supported() {
        let all = Support { landlock: Some(1), seccomp: true, root: false, linux: true };
        for (support, level) in [
            (all, Ok(SandboxLevel::Full)),
            (Support { landlock: None, root: true, ..all }, Ok(SandboxLevel::Reduced)),
            (Support { landlock: None, ..all }, Err(NoSandbox::NoLandlock)),
            (Support { seccomp: false, ..all }, Err(NoSandbox::NoSeccomp)),
            (Support { linux: false, ..all }, Err(NoSandbox::NotLinux)),
        ] {
            assert_eq!(support.level(), level);
        }
    }
}
