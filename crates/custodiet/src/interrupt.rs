//! Ctrl-C, and requests to end, while something unfinished is on the disk: it is removed first.
//!
//! What was there before stays: a proof folder is replaced only by a finished one. Guarded by `tests/interrupt.rs`.

use std::path::PathBuf;

use console::Term;

use crate::exit;

/// From now on a signal that ends the program removes unfinished proof folders first. The exit code is 130.
pub fn clean_up() {
    // If signals cannot be caught, they end the program as ever.
    let _ = ctrlc::set_handler(|| {
        decide::proof::abandon_drafts();
        let term = Term::stderr();
        if term.features().is_attended() {
            let _ = term.clear_line();
        }
        std::process::exit(exit::INTERRUPTED.into());
    });
}

/// From now on a signal that ends the program removes the folders first, and says how to go on (`help`). The exit code is 130.
pub fn remove_on_exit(folders: Vec<PathBuf>, help: &'static str) {
    let _ = ctrlc::set_handler(move || {
        let term = Term::stderr();
        if term.features().is_attended() {
            let _ = term.clear_line();
        }
        eprintln!("interrupted; {help}");
        // Nothing is made in them from here to the end.
        let _closed = grading::work::abandon(&folders);
        std::process::exit(exit::INTERRUPTED.into());
    });
}
