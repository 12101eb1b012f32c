//! Writing to standard output. A reader that has gone away, as in `custodiet … | head`, is no fault.

use std::io::{self, ErrorKind, Write};

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
