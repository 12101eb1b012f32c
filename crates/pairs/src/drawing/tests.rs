//! What pictures look like.
#![allow(clippy::needless_pass_by_value, reason = "trees are made up where they are passed")]

use eval::{Pair, Program};
use lang::load::{Mode, load};
use lang::problem::Problem;
use lang::source::Source;
use serde_json::{Value as Json, json};

use super::{Drawing, LABEL, Look, Marks, Rect, Shape, differences, drawings};

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
class Hire:
    who: Item
    whom: Key

@dataclass(frozen=True)
class Road:
    one: Item
    other: Item
    cost: Key

class City(Atom):
    """Anything else."""

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
    drawings(&problem, &Program::new(&problem), &pair, &Marks::default())
}

#[track_caller]
fn check(ty: &str, value: Json, lines: &[&str], outline: &str) {
    let drawn = drawn(ty, &value);
    // The output is a number.
    let [drawing, _] = drawn.as_slice() else { panic!("{drawn:?}") };
    assert_eq!(drawing.name, "x");
    assert_eq!(drawing.lines(), lines);
    assert_eq!(drawing.outline(), outline);
    is_apart(drawing);
}

/// No two labels overlap, nothing is outside, and no line passes through a box at which it does not end.
#[track_caller]
fn is_apart(drawing: &Drawing) {
    let layout = drawing.layout().expect("not too wide");
    let rect = |at: usize| {
        let one = &layout.labels[at];
        let [left, top, width, height] = [one.left, one.top, one.width, one.height()].map(f64::from);
        Rect { left, top, right: left + width, bottom: top + height }
    };
    for (number, one) in layout.labels.iter().enumerate() {
        assert!(one.left + one.width < layout.width && one.top + one.height() < layout.height, "{one:?}");
        for other in 0..number {
            assert!(!rect(number).overlaps(rect(other)), "{one:?} {:?}", layout.labels[other]);
        }
        if one.look != Look::Note {
            for line in &layout.lines {
                let points: Vec<(f64, f64)> = line.points.iter().map(|(x, y)| (f64::from(*x), f64::from(*y))).collect();
                let ends = [points[0], points[points.len() - 1]];
                let touches =
                    ends.iter().any(|(x, y)| rect(number).grown(3.0).overlaps(Rect::around((*x, *y), (1.0, 1.0))));
                let crosses = points.windows(2).any(|part| rect(number).grown(-1.0).meets(part[0], part[1]));
                assert!(touches || !crosses, "{one:?} {line:?}");
            }
        }
    }
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
    assert_eq!(drawn("Key", &json!(1)), []);
    let chain = |length: usize| (0..length).fold(Json::Null, |rest, _| json!({ "item": "a", "rest": rest }));
    let [small, large] =
        [super::MOST_LABELS, super::MOST_LABELS + 1].map(|length| drawn("Link | None", &chain(length)));
    assert_eq!((small.len(), large.len()), (2, 0));
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
    let drawn = drawings(&problem, &Program::new(&problem), &pair, &Marks::default());
    let shown: Vec<(&str, Vec<String>)> = drawn.iter().map(|one| (&*one.name, one.lines())).collect();
    let text = |text: &str| vec![text.to_owned()];
    assert_eq!(shown, [("x", text("None")), ("y", text("1")), ("n", text("2"))]);
}

/// The layouts of many graphs, from a fixed seed: trees, dense ones, cycles, long names.
#[test]
fn labels_of_graphs_do_not_overlap() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut drawn_ones = 0;
    for round in 0..300 {
        let (nodes, edges) = (random.usize(1..10), random.usize(1..16));
        let name = |number: usize| if round % 3 == 0 { "x".repeat(number * 3 + 1) } else { number.to_string() };
        let mut pairs: Vec<Json> = Vec::new();
        for _ in 0..edges {
            let (from, to) = (random.usize(0..nodes), random.usize(0..nodes));
            // Every other one has no cycle.
            let (from, to) = if round % 2 == 0 { (from.min(to), from.max(to) + 1) } else { (from, to) };
            pairs.push(json!({ "one": name(from), "other": name(to), "cost": random.usize(0..99) }));
        }
        for drawing in drawn("list[Road]", &json!(pairs)) {
            if drawing.name == "x" && drawing.layout().is_some() {
                drawn_ones += 1;
                is_apart(&drawing);
            }
        }
    }
    assert!(drawn_ones > 200, "{drawn_ones}");
}

#[test]
fn pairs_of_one_type_are_a_graph() {
    let edges = json!([["a", "b"], ["b", "c"], ["a", "c"], ["a", "b"], ["c", "c"]]);
    let lines = ["\"a\" → \"b\" (×2), \"c\"", "\"b\" → \"c\"", "\"c\" → \"c\""];
    let outline = "\"a\" → \"b\" (×2), \"b\" → \"c\", \"a\" → \"c\", \"c\" → \"c\"";
    check("list[tuple[Item, Item]]", edges, &lines, outline);
    let roads = json!([{ "one": "a", "other": "b", "cost": 3 }, { "one": "b", "other": "a", "cost": 4 }]);
    let outline = "\"a\" → \"b\" (3), \"b\" → \"a\" (4)";
    check("list[Road]", roads, &["\"a\" → \"b\" (3)", "\"b\" → \"a\" (4)"], outline);
}

#[test]
fn a_file_chooses_pictures() {
    let text = |picture: &str| {
        format!(
            "{CLASSES}\nfrom custodiet import draw\ndef is_valid(x: Input[list[tuple[Item, Item]]], y: Output[Key]) -> bool: ...\n\n\
             draw(x=\"{picture}\")\n@subproperty\ndef same(y):\n    \"\"\"Is 0.\"\"\"\n    return y == 0\n"
        )
    };
    let lines = |picture: &str| {
        let problem = loaded(text(picture));
        let pair = json!({ "input": { "x": [["a", "b"], ["b", "a"]] }, "output": { "y": 1 } });
        let pair = Pair::read(&problem, &pair).expect("a pair");
        let drawn = drawings(&problem, &Program::new(&problem), &pair, &Marks::default());
        drawn.first().map(|drawing| {
            is_apart(drawing);
            drawing.lines().join("; ")
        })
    };
    assert_eq!(lines("graph").as_deref(), Some("\"a\" → \"b\"; \"b\" → \"a\""));
    assert_eq!(lines("undirected").as_deref(), Some("\"a\" – \"b\" (×2)"));
    assert_eq!(lines("matching").as_deref(), Some("\"a\" – \"b\"; \"b\" – \"a\""));
    assert_eq!(lines("table").as_deref(), Some("\"a\"  \"b\"; \"b\"  \"a\""));
    assert_eq!(lines("row").as_deref(), Some("(\"a\", \"b\")  (\"b\", \"a\")"));
    assert_eq!(lines("text"), None);
}

#[test]
fn two_types_are_two_columns() {
    let pairs = json!([["a", "x"], ["b", "y"], ["a", "y"]]);
    let lines = ["\"a\" – \"x\"", "\"b\" – \"y\"", "\"a\" – \"y\""];
    check("list[tuple[Item, City]]", pairs, &lines, "\"a\" – \"x\", \"b\" – \"y\", \"a\" – \"y\"");
}

#[test]
fn records_dicts_and_lists_of_lists_are_tables() {
    let hires = json!([{ "who": "a", "whom": 1 }, { "who": "bc", "whom": 20 }]);
    let lines = ["who   whom", "\"a\"   1", "\"bc\"  20"];
    check("list[Hire]", hires, &lines, "who, whom: (\"a\", 1), (\"bc\", 20)");
    check("list[list[Key]]", json!([[1, 20], [], [3]]), &["1  20", "(empty)", "3"], "(1, 20), (), (3)");
    let dict = json!({ "dict": [["a", 1], ["b", 2]] });
    check("dict[Item, Key]", dict, &["Item  Key", "\"a\"   1", "\"b\"   2"], "Item, Key: (\"a\", 1), (\"b\", 2)");
}

#[test]
fn lists_are_rows_that_go_on_below() {
    check("list[Key]", json!([1, 2]), &["1  2"], "1, 2");
    let long = drawn("list[Key]", &json!((0..40).collect::<Vec<_>>()));
    let layout = long[0].layout().expect("a layout");
    assert!(layout.width <= 600 && layout.height > 80, "{} {}", layout.width, layout.height);
    is_apart(&long[0]);
    assert_eq!(drawn("list[Key]", &json!((0..49).collect::<Vec<_>>())).iter().filter(|one| one.name == "x").count(), 0);
}

/// The lines of what is drawn of `order` where these functions fail.
fn marked(body: &str, edges: &Json, order: &Json) -> (String, String) {
    let text = format!(
        "{CLASSES}\nfrom itertools import combinations, pairwise\n\n\
         def is_valid(edges: Input[list[tuple[Item, Item]]], order: Output[list[Item]]) -> bool: ...\n\n\
         @subproperty\ndef holds(edges, order):\n    \"\"\"Holds.\"\"\"\n{body}\n"
    );
    let problem = loaded(text);
    let pair =
        Pair::read(&problem, &json!({ "input": { "edges": edges }, "output": { "order": order } })).expect("a pair");
    let program = Program::new(&problem);
    let marks = Marks::of(&problem, &program, &pair, [0].into_iter());
    let drawn = drawings(&problem, &program, &pair, &marks);
    (drawn[0].lines().join("; "), drawn[1].lines().join("; "))
}

#[test]
fn failing_places_are_marked_exactly() {
    let (edges, order) = (json!([["a", "b"], ["b", "c"]]), json!(["a", "b", "a", "d"]));
    let below = |body: &str| marked(body, &edges, &order).1.split("; ").nth(1).unwrap_or_default().to_owned();
    let none_twice = "    seen = set()\n    for v in order:\n        if v in seen:\n            return False\n        seen.add(v)\n    return True";
    assert_eq!(below(none_twice), "          ^^^");
    assert_eq!(below("    return all(x != y for x, y in combinations(order, 2))"), "^^^       ^^^");
    assert_eq!(below("    return all(i < 1 or v != order[0] for i, v in enumerate(order))"), "^^^       ^^^");
    assert_eq!(below("    return all(order[i] != order[i - 2] for i in range(2, len(order)))"), "^^^       ^^^");
    assert_eq!(below("    return all(y != order[0] for x, y in zip(order, order[1:]))").len(), "     ^^^  ^^^".len());
    let dropped = marked("    return {v for e in edges for v in e} <= set(order)", &edges, &json!(["a", "b"]));
    assert_eq!(dropped.0, "\"a\" → \"b\"; \"b\" → \"c\"; \"c\"   ← here");
    let new = marked("    return set(order) <= {v for e in edges for v in e}", &edges, &order);
    assert_eq!(new.1, "\"a\"  \"b\"  \"a\"  \"d\";                ^^^");
    let edge = marked("    return all(a in order and b in order for a, b in edges)", &edges, &json!(["a", "b"]));
    assert_eq!(edge.0, "\"a\" → \"b\"; \"b\" → \"c\"   ← here");
}

#[test]
fn what_another_pair_does_not_have_is_marked() {
    let differs = |ty: &str, one: Json, other: Json| {
        let marked = differences(&drawn(ty, &one), &drawn(ty, &other));
        let layout = marked[0].layout().expect("a layout");
        let labels = layout.labels.iter().filter(|label| label.mark.differs).map(|label| label.text.clone());
        (labels.collect::<Vec<_>>().join(" "), layout.lines.iter().filter(|line| line.mark.differs).count())
    };
    assert_eq!(differs("list[Key]", json!([1, 2, 3]), json!([1, 3])), ("2".to_owned(), 0));
    assert_eq!(differs("list[Key]", json!([1, 3]), json!([1, 2, 3])), (String::new(), 0));
    assert_eq!(differs("list[list[Key]]", json!([[1, 2], [3, 4]]), json!([[1, 2], [3, 5]])), ("4".to_owned(), 0));
    let (one, other) = (json!([["a", "b"], ["b", "c"]]), json!([["a", "b"]]));
    assert_eq!(differs("list[tuple[Item, Item]]", one, other), ("\"c\"".to_owned(), 1));
    assert_eq!(differs("Node | None", node(4, leaf(2), leaf(6)), node(4, leaf(3), leaf(6))), ("2".to_owned(), 0));
    assert_eq!(differs("list[list[Key]]", json!([[1]]), json!([[1], [2]])), (String::new(), 0));
}

/// Names of any length are cut, and nothing in them is more than text.
#[test]
fn hostile_names_stay_short_and_printable() {
    let name = "\u{202e}\n</text>".repeat(40);
    for (ty, value) in [
        ("list[tuple[Item, Item]]", json!([[name, "b"], [name, name]])),
        ("list[tuple[Item, City]]", json!([[name, name]])),
        ("list[Item]", json!([name, name])),
        ("dict[Item, Key]", json!({ "dict": [[name, 1]] })),
        ("list[Hire]", json!([{ "who": name, "whom": 1 }])),
    ] {
        let drawn = drawn(ty, &value);
        let layout = drawn[0].layout().expect("a layout");
        is_apart(&drawn[0]);
        for label in &layout.labels {
            assert!(label.text.chars().count() <= LABEL && !label.text.contains(['\n', '\u{202e}']), "{}", label.text);
        }
        assert!(!matches!(drawn[0].shape, Shape::Tree(_)));
    }
}
