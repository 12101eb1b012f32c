//! What pictures look like.
#![allow(clippy::needless_pass_by_value, reason = "trees are made up where they are passed")]

use eval::{Pair, Program};
use lang::load::{Mode, load};
use lang::problem::Problem;
use lang::source::Source;
use serde_json::{Value as Json, json};

use super::{Drawing, LABEL, drawings};

const CLASSES: &str = r#"
from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NewType, Optional

from custodiet import Atom, Input, Output, subproperty

class Item(Atom, as_=(int, str)):
    """Anything."""

Word = NewType("Word", str)
Key = NewType("Key", int)

@dataclass(frozen=True)
class Node:
    key: Key
    left: Node | None
    right: Node | None

@dataclass(frozen=True)
class Link:
    item: Item
    rest: Optional[Link]

@dataclass(frozen=True)
class Rose:
    word: Word
    children: list[Rose]

@dataclass(frozen=True)
class Num:
    value: Literal[0, 1, 2]

@dataclass(frozen=True)
class Neg:
    of: Expr

@dataclass(frozen=True)
class Add:
    left: Expr
    right: Expr

Expr = Num | Neg | Add

@dataclass(frozen=True)
class Leaf:
    pass

@dataclass(frozen=True)
class Branch:
    key: Key
    red: bool
    left: Tree
    right: Tree

Tree = Leaf | Branch

@dataclass(frozen=True)
class Trie:
    ends: bool
    after: list[tuple[Word, Trie]]
    fail: Trie | None

"#;

fn problem(ty: &str) -> Problem {
    let text = format!(
        "{CLASSES}\ndef is_valid(x: Input[{ty}], y: Output[Key]) -> bool: ...\n\n\
         @subproperty\ndef same(y):\n    \"\"\"Is 0.\"\"\"\n    return y == 0\n"
    );
    loaded(text)
}

fn loaded(text: String) -> Problem {
    let loaded = load(Source::new("drawn.py", text), Mode::Language);
    assert!(!loaded.has_errors(), "{:?}", loaded.diagnostics);
    loaded.problem
}

fn drawn(ty: &str, value: &Json) -> Vec<Drawing> {
    let problem = problem(ty);
    let pair = Pair::read(&problem, &json!({ "input": { "x": value }, "output": { "y": 1 } })).expect("a pair");
    drawings(&problem, &Program::new(&problem), &pair)
}

#[track_caller]
fn check(ty: &str, value: Json, lines: &[&str], outline: &str) {
    let drawn = drawn(ty, &value);
    let [drawing] = drawn.as_slice() else { panic!("{drawn:?}") };
    assert_eq!(drawing.name, "x");
    assert_eq!(drawing.lines(), lines);
    assert_eq!(drawing.outline(), outline);
    is_apart(drawing);
}

/// No two labels overlap, nothing is outside, and lines lead from row to row.
#[track_caller]
fn is_apart(drawing: &Drawing) {
    let layout = drawing.layout().expect("not too wide");
    for (number, one) in layout.labels.iter().enumerate() {
        assert!(one.left + one.width < layout.width && one.top + super::PlacedLabel::HEIGHT < layout.height);
        for other in &layout.labels[..number] {
            let beside = one.left + one.width < other.left || other.left + other.width < one.left;
            assert!(one.top != other.top || beside, "{one:?} {other:?}");
        }
    }
    assert_eq!(layout.labels.len(), drawing.shape.count());
    assert_eq!(layout.edges.len() + layout.arrows.len(), layout.labels.len() - 1);
    assert!(layout.edges.iter().all(|[from, to]| from.1 < to.1));
    assert!(layout.arrows.iter().all(|[from, to]| from.1 == to.1 && from.0 < to.0));
}

fn node(key: i64, left: Json, right: Json) -> Json {
    json!({ "key": key, "left": left, "right": right })
}

fn leaf(key: i64) -> Json {
    node(key, Json::Null, Json::Null)
}

#[test]
fn of_two_children_one_may_be_missing() {
    let tree = node(4, node(2, Json::Null, leaf(3)), leaf(6));
    let lines = ["4", "├── 2", "│   ├── ·", "│   └── 3", "└── 6"];
    check("Node | None", tree, &lines, "4 (2 (none, 3), 6)");
    check("Node | None", leaf(5), &["5"], "5");
}

#[test]
fn a_linked_list_is_a_line() {
    let link = |item: &str, rest: Json| json!({ "item": item, "rest": rest });
    let list = link("a", link("b", link("a", Json::Null)));
    check("Link | None", list, &["\"a\" → \"b\" → \"a\""], "\"a\" → \"b\" → \"a\"");
    // Several lists, one of them empty.
    let lists = json!([link("a", link("b", Json::Null)), null, link("c", Json::Null)]);
    let lines = ["list", "├── \"a\" → \"b\"", "├── ·", "└── \"c\""];
    check("list[Link | None]", lists, &lines, "list (\"a\" → \"b\", none, \"c\")");
}

#[test]
fn atoms_are_named_as_in_the_call() {
    let list = json!({ "item": 7, "rest": { "item": 1, "rest": null } });
    check("Link | None", list, &["7 → 1"], "7 → 1");
}

#[test]
fn children_in_a_list_are_all_there_are() {
    let rose = |word: &str, children: Json| json!({ "word": word, "children": children });
    let tree = rose("a", json!([rose("", json!([])), rose("ab", json!([rose("b", json!([]))]))]));
    check("Rose", tree, &["\"a\"", "├── \"\"", "└── \"ab\"", "    └── \"b\""], "\"a\" (\"\", \"ab\" (\"b\"))");
}

#[test]
fn a_class_of_a_union_is_named() {
    let num = |value: i64| json!({ "class": "Num", "value": value });
    let neg = |of: Json| json!({ "class": "Neg", "of": of });
    let add = |left: Json, right: Json| json!({ "class": "Add", "left": left, "right": right });
    let sum = add(num(1), neg(neg(num(2))));
    check("Expr", sum, &["Add", "├── Num 1", "└── Neg → Neg → Num 2"], "Add (Num 1, Neg → Neg → Num 2)");
    let lines = ["Neg", "└── Add", "    ├── Num 0", "    └── Num 1"];
    check("Expr", neg(add(num(0), num(1))), &lines, "Neg (Add (Num 0, Num 1))");
    let leaf = json!({ "class": "Leaf" });
    let tree = json!({ "class": "Branch", "key": 3, "red": true, "left": leaf, "right": leaf });
    check("Tree", tree, &["Branch key=3 red=True", "├── Leaf", "└── Leaf"], "Branch key=3 red=True (Leaf, Leaf)");
}

#[test]
fn names_tell_the_fields_of_lists_apart() {
    let leaf = json!({ "ends": true, "after": [], "fail": null });
    let trie = json!({ "ends": false, "after": [["a", leaf], ["ab", leaf]], "fail": leaf });
    let lines = ["False", "├── after: \"a\": True", "├── after: \"ab\": True", "└── fail: True"];
    check("Trie", trie, &lines, "False (after: \"a\": True, after: \"ab\": True, fail: True)");
}

#[test]
fn strings_are_escaped_and_cut() {
    let word = "\u{202e}\n</text>".repeat(9);
    let drawn = drawn("Rose", &json!({ "word": word, "children": [] }));
    let lines = drawn[0].lines();
    assert_eq!(lines, ["\"\\u202e\\n</text>\\u202e\\…"]);
    assert_eq!(lines[0].chars().count(), LABEL);
    is_apart(&drawn[0]);
}

#[test]
fn what_has_no_nodes_or_too_many_is_not_drawn() {
    assert_eq!(drawn("Node | None", &Json::Null), []);
    assert_eq!(drawn("list[Key]", &json!([1, 2])), []);
    let chain = |length: usize| (0..length).fold(Json::Null, |rest, _| json!({ "item": "a", "rest": rest }));
    let [small, large] =
        [super::MOST_LABELS, super::MOST_LABELS + 1].map(|length| drawn("Link | None", &chain(length)));
    assert_eq!((small.len(), large.len()), (1, 0));
    // Too wide for a page; a terminal may be wide enough.
    assert_eq!(small[0].layout(), None);
    assert_eq!(small[0].lines().len(), 1);
}

/// `None` is a tree, too, beside one that has nodes.
#[test]
fn an_empty_tree_is_drawn_beside_another_one() {
    let problem = {
        let text = format!(
            "{CLASSES}\ndef is_valid(x: Input[Node | None], y: Output[Node | None], n: Output[Key]) -> bool: ...\n\n\
             @subproperty\ndef same(n):\n    \"\"\"Is 0.\"\"\"\n    return n == 0\n"
        );
        loaded(text)
    };
    let pair = json!({ "input": { "x": null }, "output": { "y": leaf(1), "n": 2 } });
    let pair = Pair::read(&problem, &pair).expect("a pair");
    let drawn = drawings(&problem, &Program::new(&problem), &pair);
    let shown: Vec<(&str, Vec<String>)> = drawn.iter().map(|one| (&*one.name, one.lines())).collect();
    assert_eq!(shown, [("x", vec!["None".to_owned()]), ("y", vec!["1".to_owned()])]);
}
