//! Which files can be read, executed and written: Landlock.
//!
//! What Landlock does not cover (modes, owners, times, attributes, and truncation in its first two versions) is denied by
//! [`calls`](crate::calls).

use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, RulesetStatus, Scope,
};

use crate::confine::ConfineError;
use crate::policy::Policy;

/// What programs need to start: shared libraries, the loader's cache, time zones, Node's configuration.
pub const SYSTEM: &[&str] = &[
    "/lib",
    "/lib32",
    "/lib64",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/local/lib",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/ssl/openssl.cnf",
    "/usr/share/zoneinfo",
    "/nix/store",
];

/// Dynamic loaders, which the kernel executes to start a program.
const LOADERS: &[&str] = &[
    "/lib64/ld-linux-x86-64.so.2",
    "/lib/ld-linux-aarch64.so.1",
    "/lib/ld-musl-x86_64.so.1",
    "/lib/ld-musl-aarch64.so.1",
];

const READ_DEVICES: &[&str] = &["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// The version of the interface, if the kernel supports Landlock.
#[expect(unsafe_code, reason = "no crate asks the kernel for the version without restricting the process")]
pub fn landlock_version() -> Option<u32> {
    const VERSION_FLAG: libc::c_uint = 1;
    // SAFETY: with this flag the kernel reads no memory and only returns a number.
    let version = unsafe {
        libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<libc::c_void>(), 0_usize, VERSION_FLAG)
    };
    u32::try_from(version).ok().filter(|version| *version > 0)
}

/// What may be done with a file, or with everything in a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileAccess {
    Read,
    Execute,
    ReadDevice,
    WriteDevice,
    Write,
}

/// The files and folders that a program may use. Both Landlock and the private root are made from this list.
pub fn rules(policy: &Policy, program: &Path) -> Vec<(PathBuf, FileAccess)> {
    let given = |paths: &[&str], access| paths.iter().map(|path| (PathBuf::from(path), access)).collect::<Vec<_>>();
    let mut rules = given(SYSTEM, FileAccess::Read);
    rules.extend(policy.read.iter().map(|path| (path.clone(), FileAccess::Read)));
    rules.extend(given(READ_DEVICES, FileAccess::ReadDevice));
    rules.push((PathBuf::from("/dev/null"), FileAccess::WriteDevice));
    rules.push((program.to_owned(), FileAccess::Execute));
    rules.extend(given(LOADERS, FileAccess::Execute));
    rules.extend(policy.execute.iter().map(|path| (path.clone(), FileAccess::Execute)));
    rules.extend(policy.write.iter().map(|path| (path.clone(), FileAccess::Write)));
    rules
}

/// Restricts this process to the files that the policy names.
pub fn restrict(policy: &Policy, program: &Path) -> Result<(), ConfineError> {
    // The first version is required; what later versions add is used where the kernel has it.
    let handled = AccessFs::from_all(ABI::V6);
    let ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(ABI::V1))
        .and_then(|ruleset| ruleset.set_compatibility(CompatLevel::BestEffort).handle_access(handled))
        .and_then(|ruleset| ruleset.scope(Scope::from_all(ABI::V6)))
        .and_then(Ruleset::create)?;
    let ruleset = rules(policy, program)
        .into_iter()
        .try_fold(ruleset, |ruleset, (path, access)| allow(ruleset, &path, access.of_landlock(policy.remove)))?;
    match ruleset.restrict_self()?.ruleset {
        RulesetStatus::NotEnforced => Err(ConfineError::NotEnforced),
        RulesetStatus::PartiallyEnforced | RulesetStatus::FullyEnforced => Ok(()),
    }
}

impl FileAccess {
    fn of_landlock(self, remove: bool) -> BitFlags<AccessFs> {
        let read: BitFlags<AccessFs> = AccessFs::ReadFile | AccessFs::ReadDir;
        match self {
            Self::Read | Self::ReadDevice => read,
            Self::Execute => read | AccessFs::Execute,
            Self::WriteDevice => read | AccessFs::WriteFile,
            Self::Write => {
                let make = AccessFs::MakeReg | AccessFs::MakeDir | AccessFs::MakeSym | AccessFs::Truncate;
                let removal = AccessFs::RemoveFile | AccessFs::RemoveDir | AccessFs::Refer;
                let write = read | AccessFs::WriteFile | make;
                if remove { write | removal } else { write }
            }
        }
    }
}

fn allow(ruleset: RulesetCreated, path: &Path, access: BitFlags<AccessFs>) -> Result<RulesetCreated, ConfineError> {
    let Ok(metadata) = path.metadata() else { return Ok(ruleset) };
    let access = if metadata.is_dir() { access } else { access & AccessFs::from_file(ABI::V6) };
    Ok(ruleset.add_rule(PathBeneath::new(PathFd::new(path)?, access))?)
}
