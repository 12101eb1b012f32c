//! Random pairs of a problem, without a solver.
//!
//! ```text
//! scope ─ space ─ rows ─ inputs (valid ones) ─ sampler  uniform pairs, sorted into buckets by simulation
//! a pair of a bucket ─ edits ─┬─ walk       other pairs of the bucket, also far beyond the circuit's scope
//!                             ├─ near_miss  pairs a few small edits away
//!                             └─ shrink     a small pair of the bucket
//! a bucket ─┬─ construct      pairs at the next larger scope, if no walk leads there
//!           └─ seek           pairs of buckets that sampling missed
//! ```
//!
//! Invariants: `eval` put every pair that leaves this crate into its bucket. A bucket that was not found is never called
//! empty. The same seed gives the same pairs.

mod block;
pub mod construct;
pub mod edits;
pub mod inputs;
mod link_edits;
mod matrix_edits;
mod narrow;
pub mod near_miss;
mod one_by_one;
mod oracle;
mod positions;
mod related_edits;
mod repeat_edits;
pub mod rows;
pub mod sampler;
mod seek;
pub mod shrink;
mod simulated_problem;
mod sites;
pub mod space;
mod ternary;
mod tree_edits;
mod trees;
pub mod walk;

pub use construct::PairConstructor;
pub use inputs::InputMethod;
pub use sampler::{SampleSettings, Sampler, Sampling, sample};
pub use shrink::shrink;
pub use space::Space;
pub use walk::Walker;
