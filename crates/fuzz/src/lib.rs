//! Random well-typed programs of the problem language, and their results in CPython.
//!
//! ```text
//! seed ─ generate ─ Program ─┬─ cpython (run_cases.py) ─┐
//!                            └─ implementation (eval) ──┴─ differ ─ shrink
//! ```
//!
//! The generator knows Python and the limits of the language, but none of the crates that it tests.

// Productions share one signature, whether or not they can decline; text is built for clarity, not speed.
#![allow(clippy::unnecessary_wraps, clippy::format_push_string)]

pub mod code;
pub mod coverage;
pub mod cpython;
pub mod differ;
pub mod literal;
pub mod module;
pub mod program;
pub mod random;
pub mod shrink;
pub mod types;

mod any;
mod classes;
mod control;
mod dicts;
mod functions;
mod generator;
mod handling;
mod idioms;
mod iterators;
mod library;
mod mutation;
mod numbers;
mod records;
mod scalars;
mod sequences;
mod sets;
mod statements;
mod strings;
mod truth;

pub use program::{FuzzProgram, generate};

use generator::Production;
use types::Ty;

/// The names of all productions, to find those that were never used.
pub fn productions() -> Vec<&'static str> {
    let expressions = [
        any::RULES,
        truth::RULES,
        numbers::RULES,
        scalars::NONE,
        scalars::OPTIONAL,
        scalars::MIXED,
        scalars::RANGE,
        scalars::FUNC,
        sequences::TUPLES,
        sequences::TUPLES_OF,
        sequences::LISTS,
        sets::SETS,
        sets::FROZENSETS,
        dicts::DICTS,
        dicts::COUNTERS,
        dicts::DEFAULT_DICTS,
        dicts::KEYS,
        dicts::VALUES,
        dicts::ITEMS,
        strings::STRINGS,
        strings::INTS,
        strings::BOOLS,
        strings::LISTS,
        records::RULES,
        iterators::ITERABLES,
        iterators::ITERATORS,
        library::INTS,
        library::TRUTHS,
        library::LISTS,
    ];
    let statements = [statements::ASSIGNMENTS, mutation::RULES, control::RULES, handling::RULES];
    let mut names: Vec<&str> = expressions.iter().copied().flatten().map(|rule| rule.name).collect();
    names.extend(statements.iter().copied().flatten().map(|rule| rule.name));
    names.extend(idioms::names());
    names
}

/// Those that give a type and start from a string.
fn string_rules_of(ty: &Ty) -> &'static [Production] {
    match ty {
        Ty::Int => strings::INTS,
        Ty::Bool => strings::BOOLS,
        Ty::List(element) if **element == Ty::Str => strings::LISTS,
        _ => &[],
    }
}

/// The productions that give a type.
fn rules_of(ty: &Ty) -> &'static [Production] {
    match ty {
        Ty::None => scalars::NONE,
        Ty::Bool => truth::RULES,
        Ty::Int => numbers::RULES,
        Ty::Str => strings::STRINGS,
        Ty::Any => &[],
        Ty::Optional => scalars::OPTIONAL,
        Ty::Mixed => scalars::MIXED,
        Ty::Tuple(_) => sequences::TUPLES,
        Ty::TupleOf(_) => sequences::TUPLES_OF,
        Ty::List(_) => sequences::LISTS,
        Ty::Set(_) => sets::SETS,
        Ty::FrozenSet(_) => sets::FROZENSETS,
        Ty::Dict(..) => dicts::DICTS,
        Ty::Counter(_) => dicts::COUNTERS,
        Ty::DefaultDict(..) => dicts::DEFAULT_DICTS,
        Ty::Record(_) => records::RULES,
        Ty::Range => scalars::RANGE,
        Ty::Iter(_) => iterators::ITERATORS,
        Ty::Keys(_) => dicts::KEYS,
        Ty::Values(_) => dicts::VALUES,
        Ty::Items(..) => dicts::ITEMS,
        Ty::Func(..) => scalars::FUNC,
    }
}
