//! Reads what is given on the command line: a file, or `-` for standard input.

use std::fs::File;
use std::io::{self, IsTerminal};
use std::path::Path;

use suite::strict::limited;

use crate::error::{Error, Result};
use crate::style;

/// How messages name the source.
pub fn shown(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

/// A path in a command that people copy.
pub fn for_shell(path: impl AsRef<Path>) -> String {
    grading::setup::for_shell(&path.as_ref().to_string_lossy())
}

/// All bytes, up to one more than `max`. On a terminal, `what` is what people are asked to type.
pub fn read(path: &Path, max: u64, what: &str, help: &'static str) -> Result<Vec<u8>> {
    let bytes = if path == Path::new("-") {
        from_stdin(max, what)
    } else {
        File::open(path).and_then(|file| limited(file, max))
    };
    bytes.map_err(|source| Error::Unreadable { file: shown(path), source, help })
}

fn from_stdin(max: u64, what: &str) -> io::Result<Vec<u8>> {
    if io::stdin().is_terminal() {
        remark!("{}", style::faint(&format!("type {what}, then press Ctrl-D")));
    }
    limited(io::stdin().lock(), max)
}
