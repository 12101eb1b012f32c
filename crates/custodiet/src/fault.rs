//! The guard around the program: whatever goes wrong inside becomes a message that says what to report.

use std::panic::{self, AssertUnwindSafe, PanicHookInfo};

use crate::exit;

/// Runs the program; a panic becomes exit code 3.
pub fn guard(program: impl FnOnce() -> u8) -> u8 {
    panic::set_hook(Box::new(report));
    panic::catch_unwind(AssertUnwindSafe(program)).unwrap_or(exit::INTERNAL)
}

fn report(panic: &PanicHookInfo) {
    let place = panic.location().map_or_else(String::new, ToString::to_string);
    let what = panic.payload_as_str().unwrap_or("unknown");
    eprintln!(
        "internal fault: {what}\n  in {place}\n\nThis is a mistake in custodiet {}, not in your file. Please report these lines, the command you ran\nand the \
         file it read.",
        env!("CARGO_PKG_VERSION"),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_exit_code() {
        let usual = panic::take_hook();
        let code = guard(|| panic!("no such thing"));
        panic::set_hook(usual);
        assert_eq!(code, exit::INTERNAL);
        assert_eq!(guard(|| exit::NO), exit::NO);
        let _ = panic::take_hook();
    }
}
