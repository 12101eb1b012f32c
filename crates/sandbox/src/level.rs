//! How well this machine can confine programs.

use std::fmt;

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Limits on memory, files and time, and nothing else.
    None,
    /// Another user, refused system calls, limits. Files that everyone may read can be read.
    Reduced,
    /// Only named files can be read, and only scratch folders written to.
    Full,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "none",
            Self::Reduced => "reduced",
            Self::Full => "full",
        })
    }
}

/// What the kernel offers, and who we are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Support {
    /// The version of Landlock's interface.
    pub landlock: Option<u32>,
    pub seccomp: bool,
    pub root: bool,
    pub linux: bool,
}

impl Support {
    /// The best level there is; or why there is none, and the way out.
    pub fn level(self) -> Result<Level, (String, String)> {
        match self {
            Self { linux: false, .. } => Err((
                "there is a sandbox on Linux only".to_owned(),
                "run custodiet on Linux, in a virtual machine or a container".to_owned(),
            )),
            Self { seccomp: false, .. } => Err((
                "the kernel does not filter system calls (seccomp)".to_owned(),
                "use a kernel with CONFIG_SECCOMP_FILTER, or a container that allows seccomp".to_owned(),
            )),
            Self { landlock: Some(_), .. } => Ok(Level::Full),
            Self { landlock: None, root: true, .. } => Ok(Level::Reduced),
            Self { landlock: None, root: false, .. } => Err((
                "the kernel has no Landlock, and without it only root can confine programs".to_owned(),
                "use Linux 5.13 or later with Landlock enabled (`lsm=landlock,…` on the kernel's command line), or run as root, in a container \
                 for example"
                    .to_owned(),
            )),
        }
    }
}

/// What there is on this machine.
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
    fn levels_follow_from_what_is_there() {
        let all = Support { landlock: Some(1), seccomp: true, root: false, linux: true };
        assert_eq!(all.level(), Ok(Level::Full));
        assert_eq!(Support { landlock: None, root: true, ..all }.level(), Ok(Level::Reduced));
        for none in
            [Support { landlock: None, ..all }, Support { seccomp: false, ..all }, Support { linux: false, ..all }]
        {
            assert!(none.level().is_err());
        }
    }
}
