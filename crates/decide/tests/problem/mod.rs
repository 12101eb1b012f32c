//! Problems for tests, of other crates too.

#![allow(dead_code)]

// What the compiler's tests use too.
#[path = "../../../compile/tests/given/mod.rs"]
mod given;

use std::path::Path;

use lang::load::{Loaded, load_file};
use lang::problem::Problem;
use lang::scope::{Scope, override_bounds};

#[allow(unused_imports)]
pub use given::{all_pairs, given, problem_text};

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

/// A problem and a scope with few pairs.
pub const TINY: &[(&str, &str)] = &[
    ("bfs_levels", "Vertex=2,edges=2,levels=2x2"),
    ("brackets", "brackets=2,Position=0..3,matches=2"),
    ("bst", "Key=0..2,tree=3,result=2"),
    ("change", "Coin=1..3,coins=2,amount=0..4,Count=-1..3,given=2"),
    ("coloring", "Region=2,borders=2,colors=1..3,Color=0..3,painted=2"),
    ("components", "City=2,roads=2,components=2x2"),
    ("dedupe", "Item=3,items=3,kept=3"),
    ("heap", "Key=0..2,heap=3,left=3"),
    ("intervals", "Interval_start=0..2,Interval_end=1..3,requests=2,chosen=2"),
    ("latin_square", "Digit=0..2,clues=2x2,grid=2x2"),
    ("linked_list", "Address=2,Value=0..2,before=2,after=2"),
    ("matcher", "Id=0..3,companies=2x2,candidates=2x1,hires=2"),
    ("merge", "Number=0..2,left=2,right=2,merged=4"),
    ("partition", "Number=-1..1,numbers=2,Split_before=2,Split_after=2"),
    ("reverse_list", "Item=2,Node=2"),
    ("rle", "Letter=2,letters=3,Run_length=-1..3,runs=2"),
    ("search_tree", "Node=2,Key=0..2"),
    ("shortest_path", "Town=2,roads=2,Road_length=1..3,path=3"),
    ("simplify", "Expr=3"),
    ("sortacle", "Name=2,Person_age=0..2,people_in=2,people_out=3"),
    ("spanning_tree", "City=3,roads=2,Road_cost=0..1,chosen=2"),
    ("top_k", "Word=2,words=3,k=0..3,top=3"),
    ("toposort", "Vertex=3,edges=2,order=3"),
    ("two_sum", "Number=-1..2,numbers=2,target=-1..3,Index=-2..3"),
    ("word_wrap", "text=a :3,width=1..3,Line=a :2,lines=2"),
];
