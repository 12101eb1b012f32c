//! Reads what is given on the command line: a file, or `-` for standard input.

use std::fs::File;
use std::io::{self, IsTerminal};
use std::path::Path;

use suite::strict::limited;

use crate::style;

/// How messages name the source.
pub fn shown(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

/// All bytes, up to one more than the most; or why there are none. `what` is what people are asked to type.
pub fn read(path: &Path, most: u64, what: &str) -> Result<Vec<u8>, String> {
    let bytes = if path == Path::new("-") {
        from_stdin(most, what)
    } else {
        File::open(path).and_then(|file| limited(file, most))
    };
    bytes.map_err(|error| {
        let why = match error.kind() {
            io::ErrorKind::NotFound => "there is no such file".to_owned(),
            io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
            io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
            _ => error.to_string().to_lowercase(),
        };
        format!("cannot read `{}`: {why}", shown(path))
    })
}

fn from_stdin(most: u64, what: &str) -> io::Result<Vec<u8>> {
    if io::stdin().is_terminal() {
        eprintln!("{}", style::faint(&format!("type {what}, then press Ctrl-D")));
    }
    limited(io::stdin().lock(), most)
}
