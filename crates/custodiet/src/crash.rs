//! Turns a panic into a message that says what to report, and into an exit code.

use std::panic::{self, AssertUnwindSafe, PanicHookInfo};

use crate::exit;

/// Runs the program; a panic becomes exit code 3.
pub fn guard(program: impl FnOnce() -> u8) -> u8 {
    panic::set_hook(Box::new(report));
    panic::catch_unwind(AssertUnwindSafe(program)).unwrap_or(exit::INTERNAL)
}

fn report(panic: &PanicHookInfo) {
    let place = panic.location().map_or_else(String::new, ToString::to_string);
    let message = panic.payload_as_str().unwrap_or("unknown");
    remark!("internal error: {message}\n  at {place}\nhelp: {REPORT_IT}");
}

/// What to do about an internal error.
pub const REPORT_IT: &str = concat!(
    "this is a bug in custodiet ",
    env!("CARGO_PKG_VERSION"),
    ", not in your file; please report it with these lines, the command you ran and the file it read"
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_exit_code() {
        let default = panic::take_hook();
        let code = guard(|| panic!("no such thing"));
        panic::set_hook(default);
        assert_eq!(code, exit::INTERNAL);
        assert_eq!(guard(|| exit::NO), exit::NO);
        let _ = panic::take_hook();
    }
}
