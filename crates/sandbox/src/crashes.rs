//! What the kernel does when a confined program crashes.
//!
//! It may pipe a core dump to the machine's crash handler, which runs as root, outside the sandbox. At a limit of zero on core dumps it
//! still does; at a limit of one byte it does not.

use std::fs;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Sets the limit at which no handler starts; where the limit must not be raised, the one at which at least no file is written.
pub(crate) fn leave_no_image() -> rustix::io::Result<()> {
    let limit = |most: u64| setrlimit(Resource::Core, Rlimit { current: Some(most), maximum: Some(most) });
    limit(1).or_else(|_| limit(0))
}

/// The handler that starts although programs are confined, because the hard limit is zero and must not be raised.
pub fn crash_handler() -> Option<String> {
    let pattern = fs::read_to_string("/proc/sys/kernel/core_pattern").ok()?;
    starts_anyway(&pattern, can_be_one())
}

/// Tried, not derived from our privileges, which may not count inside a container.
fn can_be_one() -> bool {
    let now = getrlimit(Resource::Core);
    if now.maximum != Some(0) {
        return true;
    }
    let raised = setrlimit(Resource::Core, Rlimit { maximum: Some(1), ..now }).is_ok();
    // Lowering a limit always works.
    let _ = setrlimit(Resource::Core, now);
    raised
}

fn starts_anyway(pattern: &str, limit_can_be_one: bool) -> Option<String> {
    let program = pattern.trim().strip_prefix('|')?.split_whitespace().next()?;
    (!limit_can_be_one).then(|| program.to_owned())
}

#[cfg(test)]
mod tests {
    use super::starts_anyway;

    #[test]
    fn a_handler_starts_only_where_the_limit_stays_zero() {
        let handler = "|/usr/share/apport/apport -p%p -s%s\n";
        assert_eq!(starts_anyway(handler, false).as_deref(), Some("/usr/share/apport/apport"));
        for (pattern, can_be_one) in [(handler, true), ("core\n", false), ("", false), ("|", false)] {
            assert_eq!(starts_anyway(pattern, can_be_one), None, "{pattern}");
        }
    }
}
