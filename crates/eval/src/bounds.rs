//! Whether a pair lies inside a scope, and where it leaves it.
//!
//! Paths follow the JSON notation of pairs: `edges[2][0]` is the first end of the third edge, `people[0].age` a field,
//! `levels[1][0]` the key of a dict's second entry.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use lang::problem::Problem;
use lang::scope::{Domain, NodePool, Scope};
use lang::types::Literal;

use crate::code::Program;
use crate::pair::Pair;
use crate::repr::canon;
use crate::value::{Atom, Record, Value};

/// Longer integers are not written out in a sentence.
const MAX_DIGITS: usize = 40;

/// What puts the pair beyond the scope, one sentence each; empty if it lies inside.
///
/// Violations of the same kind in the same place of the type are reported once, with the number of the others.
pub fn beyond_scope(problem: &Problem, scope: &Scope, pair: &Pair) -> Vec<String> {
    let mut walk = Walk { problem, atoms: vec![BTreeSet::new(); problem.atoms.len()], found: Vec::new(), pool: None };
    let params = problem.predicate.iter().flat_map(|predicate| &predicate.params);
    for ((param, domain), value) in params.zip(&scope.params).zip(&pair.values) {
        walk.value(domain, value, &Path { exact: param.name.to_string(), general: param.name.to_string() });
    }
    walk.sentences(scope)
}

struct Walk<'a> {
    problem: &'a Problem,
    /// The distinct atoms met so far, by type.
    atoms: Vec<BTreeSet<u32>>,
    found: Vec<Beyond>,
    /// The nodes met so far in this parameter.
    pool: Option<Pool>,
}

/// Nodes by family.
struct Pool {
    bounds: Arc<NodePool>,
    counts: Vec<usize>,
    /// Those around the place where the walk is.
    depths: Vec<usize>,
    deepest: Vec<usize>,
}

/// A place where the pair leaves the scope.
struct Beyond {
    /// The place and the kind of fault, without positions: where it is the same, the violation is reported once.
    general: String,
    sentence: String,
    others: usize,
}

/// A place in a pair: `edges[2][0]`, and `edges[][]` for all of its kind.
struct Path {
    exact: String,
    general: String,
}

impl Path {
    fn item(&self, index: usize) -> Self {
        Self { exact: format!("{}[{index}]", self.exact), general: format!("{}[]", self.general) }
    }

    fn field(&self, name: &str) -> Self {
        Self { exact: format!("{}.{name}", self.exact), general: format!("{}.{name}", self.general) }
    }
}

impl Walk<'_> {
    fn value(&mut self, domain: &Domain, value: &Value, path: &Path) {
        match (domain, value) {
            (Domain::Atom(_), Value::Atom(atom)) => self.atom(*atom),
            (Domain::Int { low, high }, _) => self.integer(*low, *high, value, path),
            (Domain::Text { element, max }, Value::Str(text)) => self.text(element, *max, text, path),
            (Domain::Optional(inner), value) if !matches!(value, Value::None) => self.value(inner, value, path),
            (Domain::Tuple(domains), _) => self.parts(domains, &items(value), path),
            (Domain::List { element, max } | Domain::Set { element, max, .. }, _) => {
                self.container(element, *max, &items(value), path);
            }
            (Domain::Unordered { element, max }, _) => {
                let items = items(value);
                self.container(element, *max, &items, path);
                self.repeated(&items, path);
            }
            (Domain::Dict { key, value: domain, max }, _) => {
                let entries = entries(value);
                self.length(*max, entries.len(), path);
                for (index, (k, v)) in entries.iter().enumerate() {
                    let path = path.item(index);
                    self.value(key, k, &path.item(0));
                    self.value(domain, v, &path.item(1));
                }
            }
            (Domain::Record { record, fields }, _) => {
                let Some(class) = self.problem.records.get(usize::from(record.0)) else { return };
                for ((field, domain), value) in class.fields.iter().zip(fields).zip(&items(value)) {
                    self.value(domain, value, &path.field(&field.name));
                }
            }
            (Domain::Union(alternatives), Value::Record(record)) => {
                let is_it =
                    |domain: &&Domain| matches!(domain, Domain::Record { record: own, .. } if *own == record.class);
                if let Some(domain) = alternatives.iter().find(is_it) {
                    self.value(domain, value, path);
                }
            }
            (Domain::Nodes { pool, inner }, _) => self.nodes(pool, inner, value, path),
            (Domain::Node(_), Value::Record(record)) => self.node(record, path),
            // Booleans, `None` and literals are of their type or are not read at all.
            _ => {}
        }
    }

    /// A parameter that holds nodes.
    fn nodes(&mut self, pool: &Arc<NodePool>, inner: &Domain, value: &Value, path: &Path) {
        let families = pool.families.len();
        let outer = self.pool.replace(Pool {
            bounds: Arc::clone(pool),
            counts: vec![0; families],
            depths: vec![0; families],
            deepest: vec![0; families],
        });
        self.value(inner, value, path);
        let Some(found) = std::mem::replace(&mut self.pool, outer) else { return };
        for (index, family) in pool.families.iter().enumerate() {
            let (count, deepest) = (found.counts[index], found.deepest[index]);
            if count > family.most {
                let sentence =
                    format!("`{}` has {count} nodes of `{}`, the scope allows {}", path.exact, family.key, family.most);
                self.beyond(path, "nodes", sentence);
            }
            // A scope without a bound on the depth allows as many as there may be nodes.
            if deepest > family.depth && family.depth < family.most {
                let sentence = format!(
                    "`{}` has {deepest} nodes of `{}` inside each other, the scope allows {}",
                    path.exact, family.key, family.depth
                );
                self.beyond(path, "depth", sentence);
            }
        }
    }

    fn node(&mut self, record: &Record, path: &Path) {
        let Some(own) = &mut self.pool else { return };
        let pool = Arc::clone(&own.bounds);
        let Some(class) = pool.class_of(record.class).map(|class| &pool.classes[class]) else { return };
        let family = class.family;
        own.counts[family] += 1;
        own.depths[family] += 1;
        own.deepest[family] = own.deepest[family].max(own.depths[family]);
        let names = self.problem.records.get(usize::from(record.class.0)).map_or(&[][..], |class| &class.fields);
        for ((field, domain), value) in names.iter().zip(&class.fields).zip(&record.fields) {
            self.value(domain, value, &path.field(&field.name));
        }
        if let Some(own) = &mut self.pool {
            own.depths[family] -= 1;
        }
    }

    fn text(&mut self, element: &Domain, max: usize, text: &str, path: &Path) {
        self.length(max, crate::text::length(text), path);
        let Domain::Literal(letters) = element else { return };
        let known =
            |c: char| letters.iter().any(|letter| matches!(letter, Literal::Str(letter) if letter.chars().eq([c])));
        if let Some(c) = text.chars().find(|c| !known(*c)) {
            let quoted = lang::text::quoted(&c.to_string());
            let sentence = format!("`{}` contains {quoted}, which is not in the alphabet of the scope", path.exact);
            self.beyond(path, "alphabet", sentence);
        }
    }

    fn parts(&mut self, domains: &[Domain], items: &[Value], path: &Path) {
        for (index, (domain, item)) in domains.iter().zip(items).enumerate() {
            self.value(domain, item, &path.item(index));
        }
    }

    fn container(&mut self, element: &Domain, max: usize, items: &[Value], path: &Path) {
        self.length(max, items.len(), path);
        for (index, item) in items.iter().enumerate() {
            self.value(element, item, &path.item(index));
        }
    }

    fn atom(&mut self, atom: Atom) {
        if let Some(known) = self.atoms.get_mut(usize::from(atom.ty.0)) {
            known.insert(atom.id);
        }
    }

    fn integer(&mut self, low: i64, high: i64, value: &Value, path: &Path) {
        if value.as_int().is_some_and(|number| (low..=high).contains(&number)) {
            return;
        }
        let number = match canon(&Program::default(), value, &|atom| atom.id.to_string()) {
            digits if digits.len() > MAX_DIGITS => {
                format!("an integer of {} digits", digits.trim_start_matches('-').len())
            }
            digits => digits,
        };
        let allowed = if low == high { low.to_string() } else { format!("{low} to {high}") };
        let sentence = format!("`{}` is {number}, the scope allows {allowed}", path.exact);
        self.beyond(path, "range", sentence);
    }

    fn length(&mut self, max: usize, length: usize, path: &Path) {
        if length > max {
            let noun = if length == 1 { "element" } else { "elements" };
            let sentence = format!("`{}` has {length} {noun}, the scope allows {max}", path.exact);
            self.beyond(path, "length", sentence);
        }
    }

    /// An unordered list of the scope holds each element once.
    fn repeated(&mut self, items: &[Value], path: &Path) {
        let program = Program::default();
        let mut first: BTreeMap<String, usize> = BTreeMap::new();
        for (index, item) in items.iter().enumerate() {
            let form = canon(&program, item, &|atom| format!("atom {} of {}", atom.id, atom.ty.0));
            let earlier = *first.entry(form).or_insert(index);
            if earlier != index {
                let sentence = format!(
                    "`{0}[{index}]` repeats `{0}[{earlier}]`; in the scope an unordered list holds each element once",
                    path.exact
                );
                self.beyond(path, "repeats", sentence);
            }
        }
    }

    fn beyond(&mut self, path: &Path, kind: &str, sentence: String) {
        let general = format!("{kind} {}", path.general);
        match self.found.iter_mut().find(|known| known.general == general) {
            Some(known) => known.others += 1,
            None => self.found.push(Beyond { general, sentence, others: 0 }),
        }
    }

    fn sentences(self, scope: &Scope) -> Vec<String> {
        let counts = self.problem.atoms.iter().zip(&self.atoms).zip(&scope.atoms);
        let too_many = counts.filter(|((_, known), max)| known.len() > **max).map(|((atom, known), max)| {
            format!("the pair has {} different `{}` values, the scope allows {max}", known.len(), atom.name)
        });
        let others = self.found.iter().map(|beyond| match beyond.others {
            0 => beyond.sentence.clone(),
            others => format!("{} (and {others} more like it)", beyond.sentence),
        });
        too_many.chain(others).collect()
    }
}

/// The elements of a container, the parts of a tuple, the fields of a record.
fn items(value: &Value) -> Vec<Value> {
    match value {
        Value::List(items) => items.borrow().clone(),
        Value::Set(set) => set.borrow().keys().cloned().collect(),
        Value::FrozenSet(set) => set.keys().cloned().collect(),
        Value::Tuple(items) => items.to_vec(),
        Value::Record(record) => record.fields.to_vec(),
        _ => Vec::new(),
    }
}

fn entries(value: &Value) -> Vec<(Value, Value)> {
    match value {
        Value::Dict(dict) => dict.table.borrow().iter().map(|(key, value)| (key.clone(), value.clone())).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use lang::load::{Mode, load};
    use lang::source::Source;
    use serde_json::json;

    use super::*;

    const VOCABULARY: &str = "\
from dataclasses import dataclass
from typing import NewType
from custodiet import Atom, Input, Output, Unordered, scope, subproperty
class Vertex(Atom, as_=(int, str)):
    'A name.'
class Color(Atom):
    'Another name.'
Id = NewType('Id', int)
@dataclass(frozen=True)
class Person:
    name: Vertex
    age: int
    friends: list[Id]
";

    /// What is said of a pair of the problem `def is_valid({params})` in the scope.
    fn check(params: &str, scope: &str, input: &serde_json::Value, output: &serde_json::Value) -> Vec<String> {
        let text = format!(
            "{VOCABULARY}def is_valid({params}) -> bool: ...\nscope({scope})\n@subproperty\ndef some(b):\n    'Some.'\n    return True\n"
        );
        let loaded = load(Source::new("p.py", text), Mode::Problem);
        assert!(!loaded.has_errors(), "{:#?}", loaded.diagnostics);
        let json = json!({ "input": input, "output": output });
        let pair = Pair::read(&loaded.problem, &json).expect("a pair of this problem");
        beyond_scope(&loaded.problem, &loaded.problem.scope, &pair)
    }

    #[test]
    fn atoms_are_counted_over_the_whole_pair() {
        let (params, scope) = ("a: Input[list[Vertex]], b: Output[list[Vertex]]", "Vertex=3, a=5, b=5");
        assert_eq!(check(params, scope, &json!({"a": ["x", "y", "x"]}), &json!({"b": ["z", "y"]})), [""; 0]);
        assert_eq!(
            check(params, scope, &json!({"a": ["x", "y"]}), &json!({"b": ["z", "u", "x"]})),
            ["the pair has 4 different `Vertex` values, the scope allows 3"]
        );
        // Atoms of different types are counted apart, even if they are written alike; 1 and "1" differ.
        let (params, scope) = ("a: Input[list[Vertex]], b: Output[Color]", "Vertex=2, Color=1, a=3");
        assert_eq!(check(params, scope, &json!({"a": ["x", "y"]}), &json!({"b": "z"})), [""; 0]);
        assert_eq!(
            check(params, scope, &json!({"a": ["1", 1, 2]}), &json!({"b": "1"})),
            ["the pair has 3 different `Vertex` values, the scope allows 2"]
        );
    }

    #[test]
    fn lengths_are_bounded_level_by_level() {
        let (params, scope) = ("a: Input[list[list[bool]]], b: Output[set[bool]]", "a=(2, 1), b=1");
        assert_eq!(check(params, scope, &json!({"a": [[true], []]}), &json!({"b": {"set": [true]}})), [""; 0]);
        assert_eq!(
            check(
                params,
                scope,
                &json!({"a": [[], [true, true], [true, false, true]]}),
                &json!({"b": {"set": [true, false]}})
            ),
            [
                "`a` has 3 elements, the scope allows 2",
                "`a[1]` has 2 elements, the scope allows 1 (and 1 more like it)",
                "`b` has 2 elements, the scope allows 1",
            ]
        );
    }

    #[test]
    fn integers_stay_in_their_range() {
        let (params, scope) = ("a: Input[Id], b: Output[int | None]", "Id=range(5), b=range(-2, 1)");
        assert_eq!(check(params, scope, &json!({"a": 0}), &json!({"b": -2})), [""; 0]);
        assert_eq!(check(params, scope, &json!({"a": 4}), &json!({"b": null})), [""; 0]);
        assert_eq!(
            check(params, scope, &json!({"a": 5}), &json!({"b": -3})),
            ["`a` is 5, the scope allows 0 to 4", "`b` is -3, the scope allows -2 to 0"]
        );
        let huge: serde_json::Value = serde_json::from_str("100000000000000000000").expect("a number");
        assert_eq!(
            check(params, "Id=range(2, 3), b=range(1)", &json!({"a": huge}), &json!({"b": 0})),
            ["`a` is 100000000000000000000, the scope allows 2"]
        );
        let endless: serde_json::Value = serde_json::from_str(&format!("-{}", "9".repeat(50))).expect("a number");
        assert_eq!(
            check(params, "Id=range(2, 3), b=range(1)", &json!({"a": endless}), &json!({"b": 0})),
            ["`a` is an integer of 50 digits, the scope allows 2"]
        );
    }

    #[test]
    fn unordered_lists_repeat_nothing() {
        let (params, scope) = ("a: Input[Unordered[list[frozenset[Id]]]], b: Output[bool]", "Id=range(3), a=(4, 2)");
        assert_eq!(check(params, scope, &json!({"a": [{"set": [0, 1]}, {"set": [0]}]}), &json!({"b": true})), [""; 0]);
        assert_eq!(
            check(params, scope, &json!({"a": [{"set": [0, 1]}, {"set": []}, {"set": [1, 0]}]}), &json!({"b": true})),
            ["`a[2]` repeats `a[0]`; in the scope an unordered list holds each element once"]
        );
        let (params, scope) = ("a: Input[list[Id]], b: Output[bool]", "Id=range(3), a=4");
        assert_eq!(check(params, scope, &json!({"a": [1, 1, 1]}), &json!({"b": true})), [""; 0]);
    }

    #[test]
    fn fields_keys_and_values_are_found() {
        let scope = "Vertex=9, Id=range(3), Person_age=range(4), Person_friends=1, a=2, b=2";
        let params = "a: Input[list[Person]], b: Output[dict[Id, tuple[Id, bool]]]";
        let person = |age: i64, friends: &[i64]| json!({"name": "x", "age": age, "friends": friends});
        assert_eq!(
            check(
                params,
                scope,
                &json!({"a": [person(3, &[2]), person(4, &[0, 3])]}),
                &json!({"b": {"dict": [[0, [7, true]], [3, [0, true]]]}})
            ),
            [
                "`a[1].age` is 4, the scope allows 0 to 3",
                "`a[1].friends` has 2 elements, the scope allows 1",
                "`a[1].friends[1]` is 3, the scope allows 0 to 2",
                "`b[0][1][0]` is 7, the scope allows 0 to 2",
                "`b[1][0]` is 3, the scope allows 0 to 2",
            ]
        );
    }
}
