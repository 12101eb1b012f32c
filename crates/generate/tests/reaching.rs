//! Every bucket gets tests that are longer than the scope allows, and as many tests as were requested.
//!
//! `benches/reach.py` checks the same for all bundled problems at their own scopes.

use std::path::Path;

use generate::{BuildOptions, build};
use lang::load::load_file;
use lang::scope::override_bounds;
use serde_json::json;
use suite::format::TestKind;

/// Problems whose pairs do not grow by edits of single parts, and scopes at which generation is fast.
const HARD: &[(&str, &str)] = &[
    // Lists of lists that must all grow at once.
    ("latin_square", ""),
    ("matcher", "Id=0..4,companies=2x2,candidates=2x2,hires=4"),
    // Positions, and a sum.
    ("brackets", "brackets=4,Position=0..5,matches=3"),
    ("change", "Coin=1..5,coins=3,amount=0..7,Count=-1..7,given=3"),
    // Sorted lists.
    ("merge", "Number=0..3,left=2,right=2,merged=4"),
];

#[test]
fn every_bucket_has_longer_tests() {
    for (name, bounds) in HARD {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../problems/{name}.py"));
        let mut problem = load_file(&path).problem;
        if !bounds.is_empty() {
            problem.scope = override_bounds(&problem, bounds).expect("bounds");
        }
        let options = BuildOptions { jobs: 2, ..BuildOptions::default() };
        let suite = build(&problem, &options, None, &|_| {}).expect("no mismatch");
        for bucket in &suite.buckets {
            let longer = bucket.tests.iter().filter(|test| test.kind == TestKind::Large).any(|test| {
                let pair = json!({ "input": test.input, "output": test.output });
                let read = eval::Pair::read(&problem, &pair).expect("a pair");
                let beyond = eval::beyond_scope(&problem, &problem.scope, &read);
                beyond.iter().any(|sentence| sentence.contains(" elements, the scope allows"))
            });
            assert!(longer, "{name}: nothing long fails {:?}", bucket.fails);
            assert_eq!(bucket.short, None, "{name}: {:?}", bucket.fails);
        }
    }
}
