//! Random pairs of a problem, without a solver.
//!
//! ```text
//! scope ─ space ─ rows ─ inputs (valid ones) ─ sample   uniform pairs, sorted into buckets by simulation
//! a pair of a bucket ─ edits ─┬─ walk    other pairs of the bucket, also far beyond the circuit's scope
//!                             ├─ miss    one small edit away
//!                             └─ shrink  a small one
//! a bucket ─ construct        pairs at the next larger scope, where no walk leads there
//!          └─ seek             pairs of buckets that sampling did not meet
//! ```
//!
//! Invariant: no pair leaves this crate that `eval` did not put into the bucket it is said to be in. A bucket that was not
//! found is not said to be empty. The same seed gives the same pairs.

mod block;
pub mod construct;
mod copies;
pub mod edits;
mod indices;
pub mod inputs;
pub mod miss;
mod narrow;
mod one_by_one;
mod oracle;
pub mod rows;
pub mod sampler;
mod seek;
pub mod shrink;
mod sites;
pub mod space;
mod squares;
mod subject;
mod ternary;
mod together;
pub mod walk;

pub use construct::Constructor;
pub use inputs::Method;
pub use sampler::{Sampler, Sampling, Settings, sample};
pub use shrink::shrink;
pub use space::Space;
pub use walk::Walker;
