//! A suite of pairs that are trees.

use serde_json::{Map, json};
use suite::Suite;

use super::class::suite;

const TREES: &str = r#"
"""Mirror a tree."""
from __future__ import annotations
from dataclasses import dataclass
from typing import NewType
from custodiet import Input, Output, scope, subproperty

Word = NewType("Word", str)

@dataclass(frozen=True)
class Node:
    word: Word
    left: Node | None
    right: Node | None

def is_valid(tree: Input[Node | None], mirrored: Output[Node | None]) -> bool: ...

scope(Node=2, Word=("ab", 1))

def turned(node):
    return None if node is None else Node(node.word, turned(node.right), turned(node.left))

@subproperty
def turned_around(tree, mirrored):
    """Left and right are exchanged."""
    return mirrored == turned(tree)

@subproperty
def not_empty(mirrored):
    """There is a node."""
    return mirrored is not None
"#;

/// A suite whose trees hold these words, with two tests for each: one to be accepted, one in which a subproperty fails.
pub fn suite_of_trees(words: &[&str]) -> Suite {
    let mut suite = suite();
    suite.scope = json!({ "Node": 2, "Word": { "alphabet": "ab", "length": 1 } });
    suite.large_scope = suite.scope.clone();
    "trees".clone_into(&mut suite.problem.name);
    suite.problem.sha256 = suite::digest::sha256(TREES.as_bytes());
    TREES.clone_into(&mut suite.problem.source);
    suite.subproperties = ["turned_around", "not_empty"].map(str::to_owned).to_vec();
    let leaf = |word: &str| json!({ "word": word, "left": null, "right": null });
    let bucket = |fails: &[&str]| {
        let mut bucket = suite.buckets[0].clone();
        bucket.fails = fails.iter().map(|name| (*name).to_owned()).collect();
        bucket.focused_on = bucket.fails.clone();
        let tests = words.iter().enumerate().map(|(number, word)| {
            let tree = json!({ "word": word, "left": leaf("a"), "right": null });
            let mut test = suite.buckets[0].tests[0].clone();
            test.id = format!("{}{number}", fails.len());
            test.expect = fails.is_empty();
            let mirrored = json!({ "word": word, "left": null, "right": leaf("a") });
            test.input = Map::from_iter([("tree".to_owned(), tree.clone())]);
            let mirrored = if test.expect { mirrored } else { tree };
            test.output = Map::from_iter([("mirrored".to_owned(), mirrored)]);
            test.atoms.clear();
            test
        });
        bucket.tests = tests.collect();
        bucket
    };
    suite.buckets = vec![bucket(&[]), bucket(&["turned_around"])];
    suite.outside.clear();
    suite
}
