//! Pairs: the values they hold, the buckets they are in, their size, their names, and what `eval` says of them.
//!
//! ```text
//! concrete ─┬─ domain             all values of a domain
//!           ├─ form ─ size, renaming, equality   which pair is smaller, which are the same but for names
//!           ├─ notation           JSON
//!           └─ convert ─ judge, replay ─ standing   what `eval` says of a pair: its bucket
//! subproperties ─ bucket ─ lattice, implications    sets of subproperties; buckets among buckets
//! ```
//!
//! Everything else stands on this crate: the compiler, the engines, suites, grading. It knows no circuit and no solver.

pub mod bounds;
pub mod bucket;
pub mod concrete;
pub mod convert;
pub mod domain;
pub mod equality;
pub mod form;
pub mod implications;
pub mod judge;
pub mod lattice;
pub mod names;
pub mod notation;
pub mod renaming;
pub mod replay;
pub mod size;
pub mod standing;
pub mod subproperties;

pub use bounds::{is_beyond, is_longer};
pub use bucket::Bucket;
pub use concrete::{Concrete, in_reading_order};
pub use convert::{concrete, named_pair};
pub use form::Forms;
pub use implications::Implication;
pub use judge::Judge;
pub use lattice::{focused_on, is_positive};
pub use names::read_bucket;
pub use notation::pair_json;
pub use replay::{Mismatch, PairAnswers, Replay};
pub use standing::Standing;
pub use subproperties::SubpropertySet;
