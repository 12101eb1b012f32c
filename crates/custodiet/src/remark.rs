//! Remarks, warnings and errors on standard error.
//!
//! `eprintln!` panics if nobody reads them or the disk is full. Nobody who stops reading remarks wants the work to stop.

use std::io::{self, Write};

/// Writes a line.
macro_rules! remark {
    ($($text:tt)*) => { $crate::remark::write(&format!("{}\n", format_args!($($text)*))) };
}

/// Writes a text without a line break.
macro_rules! remark_part {
    ($($text:tt)*) => { $crate::remark::write(&format!($($text)*)) };
}

pub fn write(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}
