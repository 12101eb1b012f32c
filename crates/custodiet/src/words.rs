//! Numbers with their nouns, and first sentences, as in reports.

pub use report::words::{count, first_sentence, plural};
