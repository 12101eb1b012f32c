//! One Pyret file with a `check` block for each test.
//!
//! Records are made by the constructors of the student's file, which must provide them, since Pyret compares data by its
//! definition. Lists are `[list: …]`, sets `[list-set: …]`, tuples `{a; b}`, and a dict is a list of such tuples in its order,
//! because keys need not be strings. `None` is `none`, and an optional value is `some(…)`.

use std::fmt::Write;

use eval::{AtomName, Pair};
use lang::problem::{Problem, RecordKind};
use lang::types::Type;
use pairs::Concrete;
use serde_json::Value as Json;

use super::{Export, PredicateLocation, pairs_in_words};

pub fn pyret(export: &Export<'_>, target: &PredicateLocation) -> String {
    let predicate = target.predicate.clone().unwrap_or_else(|| dashed(export.predicate()));
    let module = target.module.clone().unwrap_or_else(|| predicate.clone());
    let file = format!("{}.arr", module.strip_suffix(".arr").unwrap_or(&module));
    let mut text = format!(
        "# Tests of a predicate for {}: {}, each with the answer of a correct predicate.\n# Written by custodiet {}.\n",
        export.problem.name,
        pairs_in_words(export.cases.len()),
        env!("CARGO_PKG_VERSION"),
    );
    let needs = export.problem.records.iter().filter(|record| record.kind != RecordKind::Enum);
    let needs: Vec<String> = needs.map(|record| constructor(&record.name)).collect();
    let needs: Vec<String> = std::iter::once(predicate.clone()).chain(needs).map(|name| format!("`{name}`")).collect();
    let _ = writeln!(text, "# `{file}` must provide {}: begin it with `provide *`.\n", needs.join(", "));
    let _ = writeln!(text, "import file({}) as S", Json::from(file));
    let params = export.problem.predicate.as_ref().map_or(&[][..], |predicate| &predicate.params);
    for case in &export.cases {
        let values = pairs::concrete(export.problem, &case.pair).unwrap_or_default();
        let writer = Writer { problem: export.problem, pair: &case.pair, module: "S." };
        let values: Vec<String> =
            params.iter().zip(&values).map(|(param, value)| writer.value(&param.ty, value)).collect();
        let _ = writeln!(text, "\ncheck \"{}: {}\":", case.id, case.words);
        for comment in &case.comments {
            let _ = writeln!(text, "  # {comment}");
        }
        let _ = writeln!(text, "  S.{predicate}({}) is {}\nend", values.join(", "), case.expect);
    }
    text
}

/// Names in Pyret have dashes.
fn dashed(name: &str) -> String {
    name.replace('_', "-")
}

/// `BigThing` as a constructor: `big-thing`
fn constructor(name: &str) -> String {
    let mut text = String::new();
    for (index, c) in name.char_indices() {
        if c.is_uppercase() && index > 0 {
            text.push('-');
        }
        text.extend(c.to_lowercase());
    }
    dashed(&text)
}

/// `is-valid([list: {"a"; "b"}], [list: "a"])`
pub fn pyret_call(problem: &Problem, pair: &Pair) -> String {
    let Some(predicate) = &problem.predicate else { return String::new() };
    let values = pairs::concrete(problem, pair).unwrap_or_default();
    let writer = Writer { problem, pair, module: "" };
    let values = predicate.params.iter().zip(&values).map(|(param, value)| writer.value(&param.ty, value));
    format!("{}({})", dashed(&predicate.name), values.collect::<Vec<_>>().join(", "))
}

/// The alternative of a union, other than `None`, that a value belongs to.
fn one_of(members: &[Type], value: &Concrete) -> Type {
    match value {
        Concrete::Record(class, _) | Concrete::Node(class, _) => Type::Record(*class),
        _ => members.iter().find(|member| **member != Type::None).unwrap_or(&Type::None).clone(),
    }
}

struct Writer<'a> {
    problem: &'a Problem,
    pair: &'a Pair,
    /// The prefix of the constructors of records.
    module: &'a str,
}

impl Writer<'_> {
    fn value(&self, ty: &Type, value: &Concrete) -> String {
        if let Type::Union(members) = ty
            && members.contains(&Type::None)
        {
            return match value {
                Concrete::None => "none".to_owned(),
                value => format!("some({})", self.value(&one_of(members, value), value)),
            };
        }
        match (ty, value) {
            (_, Concrete::None) => "none".to_owned(),
            (_, Concrete::Bool(truth)) => truth.to_string(),
            (_, Concrete::Int(number)) => number.to_string(),
            (_, Concrete::Str(_) | Concrete::Text(_)) => Json::from(value.as_text().unwrap_or_default()).to_string(),
            (_, Concrete::Member(_, _, name)) => Json::from(&**name).to_string(),
            (_, Concrete::Atom(ty, id)) => match self.pair.atom_name(eval::Atom { ty: *ty, id: *id }) {
                AtomName::Int(number) => number.to_string(),
                AtomName::Str(text) => Json::from(text).to_string(),
            },
            (Type::Tuple(types), Concrete::Tuple(items)) => {
                let items: Vec<String> = types.iter().zip(items).map(|(ty, item)| self.value(ty, item)).collect();
                format!("{{{}}}", items.join("; "))
            }
            (Type::Union(members), value) => self.value(&one_of(members, value), value),
            (Type::Record(id), Concrete::Record(_, items) | Concrete::Node(_, items)) => {
                let record = &self.problem.records[usize::from(id.0)];
                let fields = record.fields.iter().zip(items).map(|(field, item)| self.value(&field.ty, item));
                format!("{}{}({})", self.module, constructor(&record.name), fields.collect::<Vec<_>>().join(", "))
            }
            (Type::List(ty) | Type::Unordered(ty), Concrete::List(items)) => {
                format!("[list: {}]", self.all(ty, items))
            }
            (Type::Set(ty) | Type::FrozenSet(ty), Concrete::Set { elements, .. }) => {
                format!("[list-set: {}]", self.all(ty, elements))
            }
            (Type::Dict(key, inner), Concrete::Dict(entries)) => {
                let entry =
                    |(k, v): &(Concrete, Concrete)| format!("{{{}; {}}}", self.value(key, k), self.value(inner, v));
                format!("[list: {}]", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
            }
            // A value always has the type of its parameter.
            (_, other) => format!("raise({})", Json::from(format!("not a value of its type: {other:?}"))),
        }
    }

    fn all(&self, ty: &Type, items: &[Concrete]) -> String {
        items.iter().map(|item| self.value(ty, item)).collect::<Vec<_>>().join(", ")
    }
}
