//! Proposes error subproperties: Python functions that explain wrong answers which no subproperty of a problem explains.
//!
//! ```text
//! problem ─┬─ versions (mutants) ────────────┐
//!          └─ terms ─ predicates (shapes) ───┴─ candidate ─ pool ─┐
//! pairs with the answers of submissions ─ evidence ───────────────┴─ fit ─ proposal ─ relations (solver)
//! ```
//!
//! A submission is *unexplained* if it accepts some pairs of a bucket and not others: no formula over the subproperties says
//! what it does. A candidate explains it *exactly* if it accepts where the candidate and some subproperties hold and nowhere
//! else, as far as pairs show; *partly* if the candidate holds wherever it accepts, and fails for some pairs that nothing else
//! explains.
//!
//! Invariants: a proposal is text of this crate and of the problem file, never of a submission. No proposal raises on a pair of
//! the evidence. The same problem and the same answers give the same proposals: work is counted, never timed.

mod candidate;
mod evidence;
mod fit;
mod kind;
mod pool;
mod predicates;
mod proposal;
mod propose;
mod relations;
mod shapes;
mod terms;

pub use candidate::{Candidate, CandidateOrigin};
pub use evidence::{Evidence, EvidencePair, ObservedSubmission};
pub use fit::{Explained, Explanations, ProposalFit, explain};
pub use pool::CandidatePool;
pub use proposal::{Proposal, ProposalError, with_proposal};
pub use propose::{Proposals, Proposed, named_shapes, propose};
pub use relations::{Closest, Relations, relations};
