//! How well this machine can confine programs, and in which layers.
//!
//! Files are protected by Landlock, by a private root in a mount namespace, or by both. Either is enough for the full level.

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

/// How namespaces are created: user, process, mount, network and inter-process communication.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NamespaceAccess {
    /// With the privileges of root.
    Root,
    /// In a user namespace, without privileges.
    User,
}

/// What confines programs. Each layer adds to the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layers {
    /// What all layers together promise.
    pub level: SandboxLevel,
    pub landlock: bool,
    pub namespaces: Option<NamespaceAccess>,
    /// Whether programs run as users of their own; needs root.
    pub other_user: bool,
}

impl Layers {
    /// Limits only.
    pub const NONE: Self = Self { level: SandboxLevel::None, landlock: false, namespaces: None, other_user: false };

    /// Whether other users of the machine can be denied files only by their modes: then everything that the program needs has to
    /// be accessible for everyone.
    pub fn sees_real_files_as_other_user(self) -> bool {
        self.other_user && self.namespaces.is_none()
    }
}

/// Ids of users as which programs run, if we are root. No real user has one of them.
pub const WORKER_USERS: std::ops::Range<u32> = 1_500_000_000..1_768_435_456;

/// What the kernel and our own privileges allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "one for each thing that a machine may lack")]
pub struct Support {
    /// The version of Landlock's interface.
    pub landlock: Option<u32>,
    pub seccomp: bool,
    pub namespaces: Option<NamespaceAccess>,
    pub root: bool,
    /// Whether programs can run as [other users](WORKER_USERS). Root in some containers cannot do that.
    pub other_users: bool,
    pub linux: bool,
}

/// Why this machine cannot confine programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSandbox {
    #[error("the sandbox works on Linux only")]
    NotLinux,
    #[error("the kernel cannot filter system calls (seccomp)")]
    NoSeccomp,
    #[error(
        "the kernel supports neither Landlock nor user namespaces, and without them only root can confine programs"
    )]
    NoFileProtection,
}

impl NoSandbox {
    /// What to do about it.
    pub fn help(self) -> &'static str {
        match self {
            Self::NotLinux => "run custodiet on Linux, in a virtual machine or a container",
            Self::NoSeccomp => "use a kernel with CONFIG_SECCOMP_FILTER, or a container that allows seccomp",
            Self::NoFileProtection => {
                "use Linux 5.13 or later with Landlock enabled (`lsm=landlock,…` on the kernel command line), allow user \
                 namespaces (`sysctl user.max_user_namespaces=10000`), or run as root, for example in a container"
            }
        }
    }
}

impl Support {
    /// The best available level.
    pub fn level(self) -> Result<SandboxLevel, NoSandbox> {
        self.layers().map(|layers| layers.level)
    }

    /// All available layers.
    pub fn layers(self) -> Result<Layers, NoSandbox> {
        if !self.linux {
            return Err(NoSandbox::NotLinux);
        }
        if !self.seccomp {
            return Err(NoSandbox::NoSeccomp);
        }
        let protects_files = self.landlock.is_some() || self.namespaces.is_some();
        if !protects_files && !self.other_users {
            return Err(NoSandbox::NoFileProtection);
        }
        Ok(Layers {
            level: if protects_files { SandboxLevel::Full } else { SandboxLevel::Reduced },
            landlock: self.landlock.is_some(),
            namespaces: self.namespaces,
            other_user: self.other_users,
        })
    }
}

/// What this machine supports. `launcher` is an executable that calls `confine_if_asked` first, by default our own.
#[cfg(target_os = "linux")]
pub fn support_of(launcher: Option<&std::path::Path>) -> Support {
    Support {
        landlock: crate::files::landlock_version(),
        seccomp: crate::calls::available(),
        namespaces: crate::launch::probe_namespaces(launcher),
        root: rustix::process::geteuid().is_root(),
        other_users: crate::users::can_switch(),
        linux: true,
    }
}

/// What this machine supports. The caller's executable must call `confine_if_asked` first.
#[cfg(target_os = "linux")]
pub fn support() -> Support {
    static HERE: std::sync::OnceLock<Support> = std::sync::OnceLock::new();
    *HERE.get_or_init(|| support_of(None))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_level_follows_from_what_is_supported() {
        let all = Support {
            landlock: Some(1),
            seccomp: true,
            namespaces: Some(NamespaceAccess::User),
            root: false,
            other_users: false,
            linux: true,
        };
        let neither = Support { landlock: None, namespaces: None, ..all };
        for (support, level) in [
            (all, Ok(SandboxLevel::Full)),
            (Support { landlock: None, ..all }, Ok(SandboxLevel::Full)),
            (Support { namespaces: None, ..all }, Ok(SandboxLevel::Full)),
            (Support { root: true, other_users: true, ..neither }, Ok(SandboxLevel::Reduced)),
            (Support { root: true, ..neither }, Err(NoSandbox::NoFileProtection)),
            (neither, Err(NoSandbox::NoFileProtection)),
            (Support { seccomp: false, ..all }, Err(NoSandbox::NoSeccomp)),
            (Support { linux: false, ..all }, Err(NoSandbox::NotLinux)),
        ] {
            assert_eq!(support.level(), level);
        }
    }

    #[test]
    fn only_root_runs_programs_as_other_users() {
        let all =
            Support { landlock: Some(1), seccomp: true, namespaces: None, root: true, other_users: true, linux: true };
        assert!(all.layers().is_ok_and(Layers::sees_real_files_as_other_user));
        assert!(Support { other_users: false, ..all }.layers().is_ok_and(|layers| !layers.other_user));
        let with_namespaces = Support { namespaces: Some(NamespaceAccess::Root), ..all };
        assert!(
            with_namespaces.layers().is_ok_and(|layers| layers.other_user && !layers.sees_real_files_as_other_user())
        );
    }
}
