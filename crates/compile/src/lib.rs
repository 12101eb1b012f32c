//! Problem files to Boolean circuits: symbolic execution of the language over the bits of one pair.
//!
//! ```text
//! lang::Problem + Scope ─ layout (input bits) ─ machine (values, state, path) ─ circuit: holds, raises
//! ```
//!
//! Invariant: inside the scope a circuit agrees with CPython, exceptions included. What has no circuit is a
//! [`Refusal`] with the place and the reason. Shares no code with `eval`; `tests/agrees_with_eval.rs` compares them.

mod arguments;
mod arrangement;
mod atoms;
mod attributes;
mod bags;
mod blind_loops;
mod builtins;
mod calls;
mod classes;
mod compiler;
mod construct;
mod copies;
mod decorators;
mod dicts;
mod effects;
mod enums;
mod equalities;
mod equality;
mod expressions;
mod floats;
mod generators;
mod hashing;
mod increments;
mod iterate;
mod iterators;
pub mod layout;
mod machine;
mod matching;
mod merge;
mod methods;
mod multisets;
mod nodes;
mod numbers;
mod objects;
mod operators;
mod order;
mod pace;
mod places;
pub mod probe;
mod ranges;
mod reflection;
mod refusal;
mod sequences;
mod slices;
mod sorting;
mod special;
mod splices;
mod start;
mod state;
mod statements;
mod subscripts;
pub mod symmetry;
mod targets;
mod text;
mod tries;
mod unknown;
mod value;

pub use arrangement::Exchange;
pub use atoms::AtomMode;
pub use compiler::{
    CompileOptions, Compiled, CompiledAnswer, CompiledFunction, CompiledSubmission, Compiler, InAnyOrder, OtherOrder,
    PossibleException, UnknownAnswer,
};
pub use construct::{Construct, LargeValue};
pub use effects::{ChangedThing, PossibleChange, ReachedStatement};
pub use layout::{Block, Constraint, Layout, ListOrder};
pub use machine::{Oracle, PairCall};
pub use pace::{CompileProgress, CompileWatch};
pub use refusal::{Refusal, RefusalKind};
