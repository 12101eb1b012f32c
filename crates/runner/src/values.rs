//! The arguments of a test as workers receive them: JSON values tagged with their Python type.

use eval::{AtomName, Pair, Value};
use lang::problem::{Problem, RecordKind};
use lang::types::{Literal, Type};
use serde_json::value::RawValue;
use serde_json::{Map, Number, Value as Json, json};
use suite::Test;
use suite::export::rendered;

use crate::prepared::PrepareError;
use crate::protocol::RecordType;

/// The arguments of a test, in the order of the signature, as JSON.
pub fn arguments(problem: &Problem, test: &Test) -> Result<Box<RawValue>, PrepareError> {
    let pair = rendered(problem, test).map_err(|error| PrepareError::Pair { test: test.id.clone(), error })?;
    let params = problem.predicate.as_ref().map_or(&[][..], |predicate| &predicate.params);
    let writer = Writer { problem, pair: &pair };
    let values: Vec<Json> =
        params.iter().zip(&pair.values).map(|(param, value)| writer.value(&param.ty, value)).collect();
    serde_json::value::to_raw_value(&values).map_err(|source| PrepareError::Json { test: test.id.clone(), source })
}

pub fn record_types(problem: &Problem) -> Vec<RecordType> {
    let record = |record: &lang::problem::RecordClass| RecordType {
        name: record.name.to_string(),
        fields: record.fields.iter().map(|field| field.name.to_string()).collect(),
        types: record.fields.iter().map(|field| type_json(problem, &field.ty)).collect(),
        kind: match record.kind {
            RecordKind::Dataclass { .. } => "dataclass",
            RecordKind::NamedTuple => "namedtuple",
            RecordKind::Enum => "enum",
        },
        order: record.kind == RecordKind::Dataclass { order: true },
        union: record.tagged,
    };
    problem.records.iter().filter(|record| record.kind != RecordKind::Enum).map(record).collect()
}

/// A type as adapters receive it: `"int"`, `{"list": {"record": "Person"}}`, `{"dict": ["atom", "int"]}`, `{"optional": "int"}`,
/// `{"union": [{"record": "Leaf"}, {"record": "Branch"}]}`.
pub fn type_json(problem: &Problem, ty: &Type) -> Json {
    let of = |ty: &Type| type_json(problem, ty);
    match ty {
        Type::None => json!("none"),
        Type::Bool => json!("bool"),
        Type::Number(id) if problem.is_word(*id) => json!("str"),
        Type::Int | Type::Number(_) => json!("int"),
        Type::Str => json!("str"),
        Type::Atom(_) => json!("atom"),
        Type::Literal(values) => match values.first() {
            Some(Literal::Bool(_)) => json!("bool"),
            Some(Literal::Int(_)) => json!("int"),
            Some(Literal::Str(_) | Literal::Member(..)) => json!("str"),
            _ => json!("any"),
        },
        Type::Tuple(items) => json!({ "tuple": items.iter().map(of).collect::<Vec<_>>() }),
        Type::List(item) | Type::Unordered(item) => json!({ "list": of(item) }),
        Type::Set(item) => json!({ "set": of(item) }),
        Type::FrozenSet(item) => json!({ "frozenset": of(item) }),
        Type::Dict(key, value) => json!({ "dict": [of(key), of(value)] }),
        // A submission receives the name of the member.
        Type::Record(id) if problem.records[usize::from(id.0)].kind == RecordKind::Enum => json!("str"),
        Type::Record(id) => json!({ "record": problem.records[usize::from(id.0)].name.to_string() }),
        Type::Union(members) => {
            let inner: Vec<Json> = members.iter().filter(|member| **member != Type::None).map(of).collect();
            let inner = match inner.as_slice() {
                [only] => only.clone(),
                several => json!({ "union": several }),
            };
            if members.contains(&Type::None) { json!({ "optional": inner }) } else { inner }
        }
        _ => json!("any"),
    }
}

struct Writer<'a> {
    problem: &'a Problem,
    pair: &'a Pair,
}

impl Writer<'_> {
    fn value(&self, ty: &Type, value: &Value) -> Json {
        if let Type::Union(members) = ty
            && members.contains(&Type::None)
        {
            let inner = members.iter().find(|member| **member != Type::None).unwrap_or(&Type::None);
            return match value {
                Value::None => Json::Null,
                value => json!({ "some": self.value(inner, value) }),
            };
        }
        match value {
            Value::Bool(truth) => Json::Bool(*truth),
            Value::Int(number) => Json::from(*number),
            Value::Big(number) => number.to_string().parse::<Number>().map_or(Json::Null, Json::Number),
            Value::Str(text) => Json::from(text.to_string()),
            Value::Atom(atom) => match self.pair.atom_name(*atom) {
                AtomName::Int(number) => Json::from(number),
                AtomName::Str(text) => Json::from(text),
            },
            Value::Tuple(items) => {
                let part = |index: usize| match ty {
                    Type::Tuple(parts) => parts.get(index).unwrap_or(&Type::Unknown),
                    _ => &Type::Unknown,
                };
                tagged("tuple", items.iter().enumerate().map(|(index, item)| self.value(part(index), item)).collect())
            }
            Value::List(items) => Json::Array(self.all(element(ty), &mut items.borrow().iter())),
            Value::Set(set) => tagged("set", self.all(element(ty), &mut set.borrow().keys())),
            Value::FrozenSet(set) => tagged("frozenset", self.all(element(ty), &mut set.keys())),
            Value::Dict(dict) => {
                let (key, inner) = match ty {
                    Type::Dict(key, inner) | Type::DefaultDict(key, inner) => (&**key, &**inner),
                    Type::Counter(key) => (&**key, &Type::Int),
                    _ => (&Type::Unknown, &Type::Unknown),
                };
                let table = dict.table.borrow();
                let entries = table.iter().map(|(k, v)| json!([self.value(key, k), self.value(inner, v)]));
                tagged("dict", entries.collect())
            }
            Value::Record(record) if record.is_member => match record.fields.first() {
                Some(Value::Str(name)) => Json::from(name.to_string()),
                _ => Json::Null,
            },
            Value::Record(record) => match self.problem.records.get(usize::from(record.class.0)) {
                Some(class) => {
                    let fields = class.fields.iter().zip(&record.fields);
                    let fields: Vec<Json> = fields.map(|(field, item)| self.value(&field.ty, item)).collect();
                    json!({ "record": &*class.name, "fields": fields })
                }
                None => Json::Null,
            },
            // A pair contains no other values.
            _ => Json::Null,
        }
    }

    fn all(&self, ty: &Type, items: &mut dyn Iterator<Item = &Value>) -> Vec<Json> {
        items.map(|item| self.value(ty, item)).collect()
    }
}

fn element(ty: &Type) -> &Type {
    match ty {
        Type::List(ty) | Type::Unordered(ty) | Type::Set(ty) | Type::FrozenSet(ty) => ty,
        _ => &Type::Unknown,
    }
}

fn tagged(tag: &str, items: Vec<Json>) -> Json {
    Json::Object(Map::from_iter([(tag.to_owned(), Json::Array(items))]))
}
