//! Writing to standard output. A reader that has gone away, as in `custodiet … | head`, is no fault.

use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::exit;

/// Writes the text and gives the exit code: `code`, unless the text could not be written.
pub fn print(text: &str, code: u8) -> u8 {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Ok(()) => code,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => code,
        Err(error) => {
            eprintln!("error: cannot write the output: {error}");
            exit::INTERNAL
        }
    }
}

/// Writes a file, whole or not at all.
pub fn write_file(path: &Path, text: &str) -> io::Result<()> {
    let mut draft = path.as_os_str().to_owned();
    draft.push(format!(".{}.part", std::process::id()));
    let draft = PathBuf::from(draft);
    let written = std::fs::write(&draft, text).and_then(|()| std::fs::rename(&draft, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&draft);
    }
    written
}
