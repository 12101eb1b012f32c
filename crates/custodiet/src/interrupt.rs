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
        engine::proof::abandon_drafts();
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
        // What runs inside ends with this process. It may write until then, so that removing it can take a second try.
        for folder in &folders {
            let _ = std::fs::remove_dir_all(folder).or_else(|_| std::fs::remove_dir_all(folder));
        }
        std::process::exit(exit::INTERRUPTED.into());
    });
}
