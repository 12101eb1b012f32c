//! Pairs: their values, buckets, size, names, and evaluation.
//!
//! ```text
//! concrete ─┬─ domain             all values of a domain
//!           ├─ structure ─ size, renaming, equality   which pair is smaller, which differ only in names
//!           ├─ notation           JSON
//!           └─ convert ─ evaluator, replay ─ placement   the bucket of a pair, by evaluation
//! subproperties ─ bucket ─ lattice, implications    sets of subproperties; relations between buckets
//! ```
//!
//! The compiler, the engines, suites and grading all build on this crate. It does not know circuits or solvers.

pub mod bounds;
pub mod bucket;
pub mod concrete;
pub mod convert;
pub mod domain;
pub mod drawing;
pub mod equality;
pub mod evaluator;
pub mod implications;
pub mod lattice;
pub mod names;
pub mod nodes;
pub mod notation;
pub mod placement;
pub mod renaming;
pub mod rendering;
pub mod replay;
pub mod size;
pub mod structure;
pub mod subproperties;

pub use bounds::{is_beyond, is_longer};
pub use bucket::Bucket;
pub use concrete::{Concrete, in_reading_order};
pub use convert::{concrete, named_pair};
pub use evaluator::PairEvaluator;
pub use implications::Implication;
pub use lattice::{focused_on, is_positive};
pub use names::{NameError, read_bucket};
pub use notation::pair_json;
pub use placement::Placement;
pub use rendering::rendered;
pub use replay::{Mismatch, PairAnswers, Replay};
pub use structure::PairStructure;
pub use subproperties::SubpropertySet;
