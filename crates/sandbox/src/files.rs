//! Which files can be read, started and written to: Landlock.
//!
//! What Landlock does not know (modes, owners, times, attributes, and truncation in its first two versions) is refused by
//! [`calls`](crate::calls).

use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, RulesetStatus, Scope,
};

use crate::policy::Policy;

/// What programs need to start: shared libraries, the loader's cache, time zones, what Node asks for.
const SYSTEM: &[&str] = &[
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

/// The loaders of shared libraries, which start programs.
const LOADERS: &[&str] = &[
    "/lib64/ld-linux-x86-64.so.2",
    "/lib/ld-linux-aarch64.so.1",
    "/lib/ld-musl-x86_64.so.1",
    "/lib/ld-musl-aarch64.so.1",
];

const READ_DEVICES: &[&str] = &["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// The version of the interface, if Landlock is there.
#[expect(unsafe_code, reason = "no crate asks the kernel for the version without restricting the process")]
pub fn landlock_version() -> Option<u32> {
    const VERSION_FLAG: libc::c_uint = 1;
    // SAFETY: with this flag the kernel reads nothing and gives a number.
    let version = unsafe {
        libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<libc::c_void>(), 0_usize, VERSION_FLAG)
    };
    u32::try_from(version).ok().filter(|version| *version > 0)
}

/// From now on this process can use only what the policy names.
pub fn restrict(policy: &Policy, program: &Path) -> Result<(), String> {
    let failed = |what: &str, error: &dyn std::fmt::Display| format!("landlock: {what}: {error}");
    // Of the first version all is demanded; what later versions add is taken where it is there.
    let handled = AccessFs::from_all(ABI::V6);
    let ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(ABI::V1))
        .and_then(|ruleset| ruleset.set_compatibility(CompatLevel::BestEffort).handle_access(handled))
        .and_then(|ruleset| ruleset.scope(Scope::from_all(ABI::V6)))
        .and_then(Ruleset::create)
        .map_err(|error| failed("no ruleset", &error))?;
    let read: BitFlags<AccessFs> = AccessFs::ReadFile | AccessFs::ReadDir;
    let execute = read | AccessFs::Execute;
    let mut write =
        read | AccessFs::WriteFile | AccessFs::MakeReg | AccessFs::MakeDir | AccessFs::MakeSym | AccessFs::Truncate;
    if policy.remove {
        write |= AccessFs::RemoveFile | AccessFs::RemoveDir | AccessFs::Refer;
    }
    let system = || SYSTEM.iter().map(PathBuf::from);
    let devices = READ_DEVICES.iter().map(PathBuf::from);
    let mut rules: Vec<(PathBuf, BitFlags<AccessFs>)> = Vec::new();
    rules.extend(system().chain(policy.read.iter().cloned()).chain(devices).map(|path| (path, read)));
    rules.push((PathBuf::from("/dev/null"), read | AccessFs::WriteFile));
    rules.push((program.to_owned(), execute));
    rules.extend(LOADERS.iter().map(|path| (PathBuf::from(path), execute)));
    rules.extend(policy.execute.iter().map(|path| (path.clone(), execute)));
    rules.extend(policy.write.iter().map(|path| (path.clone(), write)));
    let ruleset = rules
        .into_iter()
        .try_fold(ruleset, |ruleset, (path, access)| allow(ruleset, &path, access))
        .map_err(|error| failed("no rule", &error))?;
    let status = ruleset.restrict_self().map_err(|error| failed("not enforced", &error))?;
    if status.ruleset == RulesetStatus::NotEnforced {
        return Err(failed("not enforced", &"the kernel does not support it"));
    }
    Ok(())
}

fn allow(ruleset: RulesetCreated, path: &Path, access: BitFlags<AccessFs>) -> Result<RulesetCreated, String> {
    let Ok(metadata) = path.metadata() else { return Ok(ruleset) };
    let access = if metadata.is_dir() { access } else { access & AccessFs::from_file(ABI::V6) };
    let path = PathFd::new(path).map_err(|error| error.to_string())?;
    ruleset.add_rule(PathBeneath::new(path, access)).map_err(|error| error.to_string())
}
