//! Problems for tests.

#![allow(dead_code)]

// What the compiler's tests use too.
#[path = "../../../compile/tests/given/mod.rs"]
mod given;

use std::path::Path;

use lang::load::{Loaded, load_file};
use lang::problem::Problem;
use lang::scope::{Scope, override_bounds};

#[allow(unused_imports)]
pub use given::{all_pairs, given};

/// A bundled problem.
pub fn bundled(name: &str) -> Loaded {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../problems/{name}.py"));
    let loaded = load_file(&path);
    assert!(!loaded.has_errors(), "{name} has errors: {:?}", loaded.diagnostics);
    loaded
}

/// The problem's scope with some bounds replaced.
pub fn scoped(problem: &Problem, bounds: &str) -> Scope {
    if bounds.is_empty() { problem.scope.clone() } else { override_bounds(problem, bounds).expect("a scope") }
}
