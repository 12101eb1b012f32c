//! Reads the suite that a command works on.

use std::path::Path;

use suite::Suite;
use suite::read::MAX_SIZE;

use crate::error::{Error, Result};
use crate::input;

pub fn read(path: &Path) -> Result<Suite> {
    let help = "give a file that `custodiet suite` wrote, or `-` for standard input";
    let bytes = input::read(path, MAX_SIZE, "the suite as JSON", help)?;
    suite::read::read(bytes)
        .map_err(|error| Error::usage(format!("{}{error}", input::shown(path))).with_help(error.help()))
}
