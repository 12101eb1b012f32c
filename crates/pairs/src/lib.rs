//! What all engines know of pairs: buckets, notation, size order, renaming, and evaluation.
//!
//! ```text
//! compile::Concrete ─┬─ form, size, renaming   which pair is smaller, which are the same but for names
//!                    └─ notation, replay       JSON, and what `eval` says of the pair: its bucket
//! ```
//!
//! Knows no solver and no circuit.

pub mod bucket;
pub mod equality;
pub mod form;
pub mod implications;
pub mod judge;
pub mod names;
pub mod notation;
pub mod renaming;
pub mod replay;
pub mod size;
pub mod subproperties;

pub use bucket::Bucket;
pub use form::Forms;
pub use implications::Implication;
pub use judge::{Judge, Judged};
pub use names::read_bucket;
pub use notation::{concrete, pair_json, read_pair};
pub use renaming::{canonical, in_reading_order};
pub use replay::{Mismatch, Replay, Verdict};
pub use subproperties::SubpropertySet;
