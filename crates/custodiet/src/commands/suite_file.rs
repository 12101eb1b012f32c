//! Reads the suite that a command works on.

use std::path::Path;

use suite::Suite;
use suite::read::MAX_SIZE;

use crate::{exit, input, style};

/// The suite. If there is none, says why and gives the exit code.
pub fn read(path: &Path) -> Result<Suite, u8> {
    let fail = |message: String, help: &str| {
        eprintln!("{} {message}\nhelp: {help}", style::bad("error:"));
        exit::USAGE
    };
    let bytes = input::read(path, MAX_SIZE, "the suite as JSON")
        .map_err(|error| fail(error, "give a file that `custodiet suite` wrote, or `-` for standard input"))?;
    suite::read::read(bytes).map_err(|error| fail(format!("{}{error}", input::shown(path)), error.help()))
}
