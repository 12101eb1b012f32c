//! Whether programs can run as other users.

use std::fs;

use rustix::thread::{CapabilitySet, capabilities};

use crate::level::WORKER_USERS;

/// Whether we may switch to all users that workers can have, and give them files.
pub fn can_switch() -> bool {
    let needed = CapabilitySet::SETUID | CapabilitySet::SETGID | CapabilitySet::CHOWN;
    let may = capabilities(None).is_ok_and(|sets| sets.effective.contains(needed));
    may && ["uid_map", "gid_map"].iter().all(|map| {
        fs::read_to_string(format!("/proc/self/{map}"))
            .is_ok_and(|map| contains(&map, WORKER_USERS.start, WORKER_USERS.end))
    })
}

/// Whether all these ids exist in a user namespace, by its map.
fn contains(map: &str, start: u32, end: u32) -> bool {
    map.lines().any(|line| {
        let numbers: Vec<u64> = line.split_whitespace().filter_map(|field| field.parse().ok()).collect();
        matches!(numbers[..], [first, _, count] if first <= start.into() && u64::from(end) <= first + count)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_must_exist_in_the_namespace() {
        assert!(contains("         0          0 4294967295\n", 1_500_000_000, 1_600_000_000));
        assert!(!contains("         0     100000      65536\n", 1_500_000_000, 1_600_000_000));
        assert!(contains("0 1000 1\n1 100000 2000000000\n", 1_500_000_000, 1_600_000_000));
        assert!(!contains("", 0, 1));
    }
}
