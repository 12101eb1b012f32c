//! Ctrl-C, and requests to end, while something unfinished is on the disk: it is removed first.
//!
//! What existed before stays: a proof folder is replaced only by a finished one. Guarded by `tests/interrupt.rs`.

use std::path::PathBuf;

use console::Term;

use crate::error::Error;

/// From now on, a signal that ends the program removes unfinished proof folders first.
pub fn remove_proof_drafts() {
    // If signals cannot be caught, they end the program as usual.
    let _ = ctrlc::set_handler(|| {
        decide::proof::abandon_drafts();
        exit("nothing was written");
    });
}

/// From now on, a signal that ends the program removes the folders, and unfinished proof folders, first. `next` says how to continue.
pub fn remove_on_exit(folders: Vec<PathBuf>, next: &'static str) {
    let _ = ctrlc::set_handler(move || {
        // Keeps others from creating anything in them until the process has ended.
        let _closed = grading::work::abandon(&folders);
        decide::proof::abandon_drafts();
        exit(next);
    });
}

fn exit(next: &'static str) {
    let term = Term::stderr();
    if term.features().is_attended() {
        let _ = term.clear_line();
    }
    std::process::exit(Error::Interrupted { next }.report().into());
}
