//! Problems for tests.

#![allow(dead_code)]

use std::path::Path;

use compile::Concrete;
use lang::load::{Loaded, Mode, load, load_file};
use lang::problem::Problem;
use lang::scope::{Scope, override_bounds};
use lang::source::Source;

/// A bundled problem.
pub fn bundled(name: &str) -> Loaded {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../problems/{name}.py"));
    let loaded = load_file(&path);
    assert!(!loaded.has_errors(), "{name} has errors: {:?}", loaded.diagnostics);
    loaded
}

/// A problem given as text.
pub fn given(text: &str) -> Loaded {
    let loaded = load(Source::new("given.py", text), Mode::Problem);
    let errors: Vec<_> = loaded.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    loaded
}

/// The problem's scope with some bounds replaced.
pub fn scoped(problem: &Problem, bounds: &str) -> Scope {
    if bounds.is_empty() { problem.scope.clone() } else { override_bounds(problem, bounds).expect("a scope") }
}

/// All pairs of a small scope.
pub fn all_pairs(scope: &Scope) -> Vec<Vec<Concrete>> {
    let mut pairs = vec![Vec::new()];
    for domain in &scope.params {
        let values = compile::concrete::values(domain, &scope.atoms, 200_000).expect("few values");
        pairs = pairs
            .iter()
            .flat_map(|pair: &Vec<Concrete>| {
                values.iter().map(|value| pair.iter().cloned().chain([value.clone()]).collect())
            })
            .collect();
    }
    pairs
}
