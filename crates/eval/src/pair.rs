//! Pairs: one input with one output, read from JSON by the types of the predicate's signature, and written back.
//!
//! The notation is documented in `docs/pairs.md`.
//!
//! Invariant: what is read has the declared types; whether it lies inside a scope is asked separately.

mod scalars;

use std::fmt;
use std::rc::Rc;

use lang::problem::{AtomKind, PairParam, Problem, RecordKind, Side};
use lang::types::Type;
use serde_json::{Map, Number, Value as Json};

use self::scalars::{bad_number, integer, literal};
use crate::code::Program;
use crate::fault::{Fault, Raised};
use crate::pair_error::{PairError, PairErrorKind};
use crate::table::Table;
use crate::value::{Atom, Dict, DictKind, Record, Value};

/// The key under which a record of a union names its class. No field can have this name in Python.
pub const CLASS: &str = "class";

#[derive(Debug, Clone)]
pub struct Pair {
    /// The values of the predicate's parameters, in the order of its signature.
    pub values: Vec<Value>,
    names: Vec<String>,
    /// How each atom is written, by atom type and number.
    pub atoms: Vec<Vec<AtomName>>,
}

/// How an atom is written.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum AtomName {
    Int(i64),
    Str(String),
}

impl fmt::Display for AtomName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(number) => write!(f, "{number}"),
            Self::Str(text) => f.write_str(&crate::repr::quoted(text)),
        }
    }
}

impl Pair {
    /// Reads `{"input": {…}, "output": {…}}`.
    pub fn read(problem: &Problem, json: &Json) -> Result<Self, PairError> {
        let Some(predicate) = &problem.predicate else {
            return Err(PairErrorKind::NoPredicate.at(""));
        };
        let Json::Object(sides) = json else {
            return Err(PairErrorKind::NotAnObject.at(""));
        };
        if let Some(unknown) = sides.keys().find(|key| !["input", "output"].contains(&key.as_str())) {
            return Err(PairErrorKind::UnknownSide { key: unknown.clone() }.at(""));
        }
        let mut reader = Reader { problem, atoms: vec![Vec::new(); problem.atoms.len()] };
        let mut values = Vec::new();
        for param in &predicate.params {
            values.push(reader.param(sides, param)?);
        }
        for side in [Side::Input, Side::Output] {
            reject_unknown(sides, side, &predicate.params)?;
        }
        let names = predicate.params.iter().map(|param| param.name.to_string()).collect();
        Ok(Self { values, names, atoms: reader.atoms })
    }

    /// A pair of these values, in the order of the signature. `atoms` names atoms by type and number.
    pub fn new(problem: &Problem, values: Vec<Value>, atoms: Vec<Vec<AtomName>>) -> Self {
        let params = problem.predicate.iter().flat_map(|predicate| &predicate.params);
        Self { values, names: params.map(|param| param.name.to_string()).collect(), atoms }
    }

    /// The pair as JSON.
    pub fn write(&self, problem: &Problem) -> Json {
        let mut sides = [Map::new(), Map::new()];
        if let Some(predicate) = &problem.predicate {
            for (param, value) in predicate.params.iter().zip(&self.values) {
                let side = usize::from(param.side == Side::Output);
                sides[side].insert(param.name.to_string(), self.write_value(problem, value));
            }
        }
        let [input, output] = sides;
        let mut pair = Map::new();
        pair.insert("input".to_owned(), Json::Object(input));
        pair.insert("output".to_owned(), Json::Object(output));
        Json::Object(pair)
    }

    /// A value in the notation of pairs.
    pub fn write_value(&self, problem: &Problem, value: &Value) -> Json {
        let each =
            |items: &mut dyn Iterator<Item = &Value>| items.map(|item| self.write_value(problem, item)).collect();
        let tagged = |tag: &str, items: Vec<Json>| Json::Object(Map::from_iter([(tag.to_owned(), Json::Array(items))]));
        match value {
            Value::None => Json::Null,
            Value::Bool(truth) => Json::Bool(*truth),
            Value::Int(number) => Json::Number((*number).into()),
            Value::Big(number) => number.to_string().parse::<Number>().map_or(Json::Null, Json::Number),
            Value::Str(text) => Json::String(text.to_string()),
            Value::Atom(atom) => match self.atom_name(*atom) {
                AtomName::Int(number) => Json::Number(number.into()),
                AtomName::Str(text) => Json::String(text),
            },
            Value::Tuple(items) => Json::Array(each(&mut items.iter())),
            Value::List(items) => Json::Array(each(&mut items.borrow().iter())),
            Value::Set(set) => tagged("set", each(&mut set.borrow().keys())),
            Value::FrozenSet(set) => tagged("set", each(&mut set.keys())),
            Value::Dict(dict) => {
                let table = dict.table.borrow();
                let entries = table.iter().map(|(key, value)| {
                    Json::Array(vec![self.write_value(problem, key), self.write_value(problem, value)])
                });
                tagged("dict", entries.collect())
            }
            Value::Record(record) if record.is_member => match record.fields.first() {
                Some(Value::Str(name)) => Json::String(name.to_string()),
                _ => Json::Null,
            },
            Value::Record(record) => match problem.records.get(usize::from(record.class.0)) {
                Some(class) => {
                    let tag = class.tagged.then(|| (CLASS.to_owned(), Json::from(&*class.name)));
                    let fields = class.fields.iter().zip(&record.fields);
                    let fields = fields.map(|(f, v)| (f.name.to_string(), self.write_value(problem, v)));
                    Json::Object(tag.into_iter().chain(fields).collect())
                }
                None => Json::Null,
            },
            // Not values of pairs; `where` may show them.
            other => Json::String(self.show(&Program::default(), other)),
        }
    }

    pub fn atom_name(&self, atom: Atom) -> AtomName {
        let known = self.atoms.get(usize::from(atom.ty.0)).and_then(|names| names.get(atom.id as usize));
        known.cloned().unwrap_or_else(|| AtomName::Str(format!("atom {}", atom.id)))
    }

    /// A value as Python source.
    pub fn show(&self, program: &Program, value: &Value) -> String {
        crate::repr::repr(program, value, &|atom| self.atom_name(atom).to_string())
    }

    /// The same, as submissions receive it.
    pub fn show_as_given(&self, program: &Program, value: &Value) -> String {
        crate::repr::repr_as_given(program, value, &|atom| self.atom_name(atom).to_string())
    }

    /// Why an evaluation has no value, with the names of atoms.
    pub fn fault_text(&self, fault: &Fault) -> String {
        fault.text(&|atom| self.atom_name(atom).to_string())
    }

    /// The same fault with the names of atoms in its message.
    pub fn name_atoms(&self, fault: Fault) -> Fault {
        match fault {
            Fault::Raised(raised) => {
                let message = raised.message(&|atom| self.atom_name(atom).to_string());
                Fault::Raised(Raised { message, ..raised })
            }
            other => other,
        }
    }

    /// The value of a parameter.
    pub fn param(&self, name: &str) -> Option<&Value> {
        self.names.iter().position(|param| param == name).map(|index| &self.values[index])
    }
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::Input => "input",
        Side::Output => "output",
    }
}

fn reject_unknown(sides: &Map<String, Json>, side: Side, params: &[PairParam]) -> Result<(), PairError> {
    let Some(Json::Object(values)) = sides.get(side_name(side)) else { return Ok(()) };
    let known: Vec<&str> = params.iter().filter(|param| param.side == side).map(|param| &*param.name).collect();
    match values.keys().find(|name| !known.contains(&name.as_str())) {
        None => Ok(()),
        Some(name) => {
            let known = known.into_iter().map(str::to_owned).collect();
            let side = side_name(side);
            Err(PairErrorKind::UnknownParameter { side, known }.at(&format!("{side}.{name}")))
        }
    }
}

struct Reader<'a> {
    problem: &'a Problem,
    atoms: Vec<Vec<AtomName>>,
}

impl Reader<'_> {
    fn param(&mut self, sides: &Map<String, Json>, param: &PairParam) -> Result<Value, PairError> {
        let side = side_name(param.side);
        let path = format!("{side}.{}", param.name);
        match sides.get(side) {
            Some(Json::Object(values)) => match values.get(&*param.name) {
                Some(json) => self.value(&param.ty, json, &path),
                None => Err(PairErrorKind::MissingParameter { annotation: param.annotation.clone() }.at(&path)),
            },
            Some(_) => Err(PairErrorKind::SideNotAnObject.at(side)),
            None => Err(PairErrorKind::MissingSide.at(side)),
        }
    }

    fn value(&mut self, ty: &Type, json: &Json, path: &str) -> Result<Value, PairError> {
        match (ty, json) {
            (Type::None, Json::Null) => Ok(Value::None),
            (Type::Bool, Json::Bool(truth)) => Ok(Value::Bool(*truth)),
            (Type::Number(id), Json::String(text)) if self.problem.is_word(*id) => Ok(Value::str(text)),
            (Type::Number(id), _) if self.problem.is_word(*id) => Err(self.mismatch(ty, json, path)),
            (Type::Int | Type::Number(_), Json::Number(number)) => integer(number, path),
            (Type::Literal(allowed), _) => literal(allowed, json, path),
            (Type::Str, Json::String(text)) => Ok(Value::str(text)),
            (Type::Atom(id), _) => self.atom(*id, json, path),
            (Type::Tuple(types), Json::Array(items)) => {
                if types.len() != items.len() {
                    let (expected, found) = (types.len(), items.len());
                    return Err(PairErrorKind::WrongLength { expected, found }.at(path));
                }
                let items = types.iter().zip(items).enumerate();
                let values: Result<Vec<Value>, PairError> =
                    items.map(|(index, (ty, item))| self.value(ty, item, &format!("{path}[{index}]"))).collect();
                Ok(Value::tuple(values?))
            }
            (Type::TupleOf(ty), Json::Array(items)) => Ok(Value::tuple(self.elements(ty, items, path)?)),
            (Type::List(ty) | Type::Unordered(ty), Json::Array(items)) => {
                Ok(Value::list(self.elements(ty, items, path)?))
            }
            (Type::Set(ty), _) => Ok(Value::set(self.set(ty, json, path)?)),
            (Type::FrozenSet(ty), _) => Ok(Value::frozenset(self.set(ty, json, path)?)),
            (Type::Dict(key, value), _) => self.dict(key, value, json, path),
            (Type::Record(id), _) if self.problem.records[usize::from(id.0)].kind == RecordKind::Enum => {
                self.member(*id, json, path)
            }
            (Type::Record(id), Json::Object(fields)) => self.record(*id, fields, path),
            (Type::Union(members), Json::Object(fields)) if records_of(members).count() > 1 => {
                self.one_of(members, fields, path)
            }
            (Type::Union(members), _) => {
                let fits = |ty: &&Type| (**ty == Type::None) == json.is_null();
                match members.iter().find(fits) {
                    Some(member) => self.value(member, json, path).map_err(|error| {
                        // Only where the value itself is of another kind, not something inside it.
                        let itself = error.path == path && matches!(error.kind, PairErrorKind::WrongKind { .. });
                        if itself { self.mismatch(ty, json, path) } else { error }
                    }),
                    None => Err(self.mismatch(ty, json, path)),
                }
            }
            _ => Err(self.mismatch(ty, json, path)),
        }
    }

    /// A member of an enumeration, by its name.
    fn member(&mut self, id: lang::problem::RecordId, json: &Json, path: &str) -> Result<Value, PairError> {
        let choices = &self.problem.records[usize::from(id.0)].choices;
        let named = |name: &String| choices.iter().position(|member| *member.name == **name);
        let found = json.as_str().map(str::to_owned).as_ref().and_then(named);
        let member = found.and_then(|index| Value::member(self.problem, id, index));
        member.ok_or_else(|| self.mismatch(&Type::Record(id), json, path))
    }

    /// A record whose class its object names.
    fn one_of(&mut self, members: &[Type], fields: &Map<String, Json>, path: &str) -> Result<Value, PairError> {
        let name = |id: lang::problem::RecordId| self.problem.records[usize::from(id.0)].name.clone();
        let known: Vec<String> = records_of(members).map(|id| name(id).to_string()).collect();
        let tag = match fields.get(CLASS) {
            Some(Json::String(tag)) => tag,
            found => {
                let found = found.map(kind_of);
                return Err(PairErrorKind::NoClass { known, found }.at(path));
            }
        };
        match records_of(members).find(|id| *name(*id) == **tag) {
            Some(id) => self.record(id, fields, path),
            None => Err(PairErrorKind::UnknownClass { class: tag.clone(), known }.at(path)),
        }
    }

    fn elements(&mut self, ty: &Type, items: &[Json], path: &str) -> Result<Vec<Value>, PairError> {
        items.iter().enumerate().map(|(index, item)| self.value(ty, item, &format!("{path}[{index}]"))).collect()
    }

    fn atom(&mut self, id: lang::problem::AtomId, json: &Json, path: &str) -> Result<Value, PairError> {
        let kinds = &self.problem.atoms[usize::from(id.0)].kinds;
        let name = match json {
            Json::String(text) if kinds.contains(&AtomKind::Str) => AtomName::Str(text.clone()),
            Json::Number(number) if kinds.contains(&AtomKind::Int) => match number.as_i64() {
                Some(number) => AtomName::Int(number),
                None => return Err(bad_number(number, "an integer of at most 64 bits", path)),
            },
            _ => return Err(self.mismatch(&Type::Atom(id), json, path)),
        };
        let names = &mut self.atoms[usize::from(id.0)];
        let position = names.iter().position(|known| *known == name).unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        });
        Ok(Value::atom(id, u32::try_from(position).unwrap_or(u32::MAX)))
    }

    fn set(&mut self, ty: &Type, json: &Json, path: &str) -> Result<Table<()>, PairError> {
        let items = match json {
            Json::Object(tagged) if tagged.len() == 1 => tagged.get("set").and_then(Json::as_array),
            _ => None,
        };
        let Some(items) = items else {
            return Err(self.mismatch(&Type::Set(Box::new(ty.clone())), json, path));
        };
        let mut table = Table::default();
        for (index, item) in items.iter().enumerate() {
            let path = format!("{path}[{index}]");
            let value = self.value(ty, item, &path)?;
            let known = table.contains(&value).map_err(|fault| PairErrorKind::Unhashable(*fault).at(&path))?;
            if known {
                return Err(PairErrorKind::DuplicateElement.at(&path));
            }
            table.add(value).map_err(|fault| PairErrorKind::Unhashable(*fault).at(&path))?;
        }
        Ok(table)
    }

    fn dict(&mut self, key_type: &Type, value_type: &Type, json: &Json, path: &str) -> Result<Value, PairError> {
        let entries = match json {
            Json::Object(tagged) if tagged.len() == 1 => tagged.get("dict").and_then(Json::as_array),
            _ => None,
        };
        let Some(entries) = entries else {
            let ty = Type::Dict(Box::new(key_type.clone()), Box::new(value_type.clone()));
            return Err(self.mismatch(&ty, json, path));
        };
        let mut table = Table::default();
        for (index, entry) in entries.iter().enumerate() {
            let path = format!("{path}[{index}]");
            let Some([key, value]) = entry.as_array().map(Vec::as_slice) else {
                return Err(PairErrorKind::NotAnEntry.at(&path));
            };
            let key = self.value(key_type, key, &path)?;
            let value = self.value(value_type, value, &path)?;
            if table.contains(&key).map_err(|fault| PairErrorKind::Unhashable(*fault).at(&path))? {
                return Err(PairErrorKind::DuplicateKey.at(&path));
            }
            table.insert(key, value).map_err(|fault| PairErrorKind::Unhashable(*fault).at(&path))?;
        }
        Ok(Value::Dict(Dict::with_table(DictKind::Plain, table)))
    }

    fn record(
        &mut self,
        id: lang::problem::RecordId,
        given: &Map<String, Json>,
        path: &str,
    ) -> Result<Value, PairError> {
        let problem = self.problem;
        let class = &problem.records[usize::from(id.0)];
        let own = |key: &str| class.fields.iter().any(|field| *field.name == *key);
        let tag = |key: &str| class.tagged && key == CLASS && given[key] == *class.name;
        if let Some(unknown) = given.keys().find(|key| !own(key) && !tag(key)) {
            return Err(PairErrorKind::UnknownField { record: class.name.to_string() }.at(&format!("{path}.{unknown}")));
        }
        let mut fields = crate::value::Items::new();
        for field in &class.fields {
            let path = format!("{path}.{}", field.name);
            match given.get(&*field.name) {
                Some(json) => fields.push(self.value(&field.ty, json, &path)?),
                None => return Err(PairErrorKind::MissingField.at(&path)),
            }
        }
        let is_tuple = class.kind == RecordKind::NamedTuple;
        let is_node = class.family.is_some();
        Ok(Value::Record(Rc::new(Record { class: id, is_tuple, is_node, is_member: false, fields })))
    }

    fn mismatch(&self, ty: &Type, json: &Json, path: &str) -> PairError {
        PairErrorKind::WrongKind { expected: self.expected(ty), found: kind_of(json) }.at(path)
    }

    fn expected(&self, ty: &Type) -> String {
        match ty {
            Type::Bool => "true or false".to_owned(),
            Type::Number(id) if self.problem.is_word(*id) => "a string".to_owned(),
            Type::Int | Type::Number(_) => "an integer".to_owned(),
            Type::Str => "a string".to_owned(),
            Type::None => "null".to_owned(),
            Type::Tuple(types) => format!("an array of {}", types.len()),
            Type::List(_) | Type::Unordered(_) | Type::TupleOf(_) => "an array".to_owned(),
            Type::Record(id) => {
                let class = &self.problem.records[usize::from(id.0)];
                if class.kind == RecordKind::Enum {
                    let names: Vec<String> =
                        class.choices.iter().map(|member| crate::repr::quoted(&member.name)).collect();
                    return format!("`{}`, one of {}", class.name, names.join(", "));
                }
                let fields: Vec<&str> = class.fields.iter().map(|field| &*field.name).collect();
                format!("`{}`, an object with {}", class.name, fields.join(", "))
            }
            Type::Atom(id) => {
                let atom = &self.problem.atoms[usize::from(id.0)];
                let kinds = atom.kinds.iter().map(|kind| match kind {
                    AtomKind::Int => "an integer",
                    AtomKind::Str => "a string",
                });
                format!("`{}`, {}", atom.name, kinds.collect::<Vec<_>>().join(" or "))
            }
            Type::Set(_) | Type::FrozenSet(_) => "a set, written {\"set\": […]}".to_owned(),
            Type::Dict(..) => "a dict, written {\"dict\": [[key, value], …]}".to_owned(),
            Type::Union(members) => {
                let mut members: Vec<&Type> = members.iter().collect();
                members.sort_by_key(|member| **member == Type::None);
                members.into_iter().map(|member| self.expected(member)).collect::<Vec<_>>().join(" or ")
            }
            _ => "another kind of value".to_owned(),
        }
    }
}

/// The records among the alternatives of a union.
fn records_of(members: &[Type]) -> impl Iterator<Item = lang::problem::RecordId> {
    members.iter().filter_map(|member| match member {
        Type::Record(id) => Some(*id),
        _ => None,
    })
}

fn kind_of(json: &Json) -> &'static str {
    match json {
        Json::Null => "null",
        Json::Bool(_) => "a Boolean",
        Json::Number(_) => "a number",
        Json::String(_) => "a string",
        Json::Array(_) => "an array",
        Json::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use lang::load::{Mode, load};
    use lang::problem::Problem;
    use lang::source::Source;

    use super::Pair;
    use crate::{Machine, Program};

    fn problem() -> Problem {
        let source = r#""""A problem."""
from dataclasses import dataclass
from typing import NewType
from custodiet import Atom, Input, Output, scope, subproperty

class Name(Atom, as_=(int, str)):
    """A name."""

Number = NewType("Number", int)

@dataclass(frozen=True)
class Point:
    name: Name
    number: Number | None

def is_valid(points: Input[list[Point]], ids: Input[set[Number]], best: Output[Name | None]) -> bool: ...

scope(Name=3, Number=range(9), points=3, ids=3)

@subproperty(hint="What if?")
def found(points, best):
    """It is there."""
    return {point.name: True for point in points}[best]
"#;
        let loaded = load(Source::new("problem.py", source), Mode::Problem);
        assert!(!loaded.has_errors(), "{:?}", loaded.diagnostics);
        loaded.problem
    }

    fn read(problem: &Problem, points: &str, ids: &str, best: &str) -> Result<Pair, String> {
        let text = format!(r#"{{"input": {{"points": {points}, "ids": {ids}}}, "output": {{"best": {best}}}}}"#);
        Pair::read(problem, &serde_json::from_str(&text).expect("JSON")).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_written_is_read_again() {
        let problem = problem();
        let points = r#"[{"name": "a", "number": 12345678901234567890123}, {"name": 1, "number": null}]"#;
        let pair = read(&problem, points, r#"{"set": [1, 2]}"#, "null").expect("a pair");
        let json = pair.write(&problem);
        assert_eq!(json["input"]["points"], serde_json::from_str::<serde_json::Value>(points).expect("JSON"));
        assert_eq!(Pair::read(&problem, &json).expect("a pair").write(&problem), json);
    }

    #[test]
    fn errors_say_where_and_what() {
        let problem = problem();
        let point = |number: &str| format!(r#"[{{"name": 1, "number": {number}}}]"#);
        let long = "7".repeat(4301);
        let set = r#"{"set": []}"#;
        let name = "`Name`, an integer or a string or null";
        let cases = [
            ("[]", set, "true", format!("output.best: expected {name}, found a Boolean")),
            ("[]", set, "1.5", "output.best: expected an integer of at most 64 bits, found 1.5".into()),
            ("7", set, "1", "input.points: expected an array, found a number".into()),
            ("[]", "[1]", "1", r#"input.ids: expected a set, written {"set": […]}, found an array"#.into()),
            ("[]", r#"{"set": [1, 1]}"#, "1", "input.ids[1]: occurs twice in the set".into()),
            ("[{}]", set, "1", "input.points[0].name: missing".into()),
            (&point("[]"), set, "1", "input.points[0].number: expected an integer or null, found an array".into()),
            (&point("0.5"), set, "1", "input.points[0].number: expected an integer, found 0.5".into()),
            (
                &point(&long),
                set,
                "1",
                "input.points[0].number: an integer of 4301 digits; Python reads at most 4300".into(),
            ),
        ];
        for (points, ids, best, expected) in cases {
            assert_eq!(read(&problem, points, ids, best).expect_err("not a pair"), expected);
        }
        assert!(read(&problem, &point(&long[1..]), set, "1").is_ok());
    }

    #[test]
    fn exceptions_name_the_atoms_of_the_pair() {
        let problem = problem();
        let pair = read(&problem, r#"[{"name": "a", "number": 1}]"#, r#"{"set": []}"#, r#""b""#).expect("a pair");
        let program = Program::new(&problem);
        let fault = Machine::new(&program).holds(0, &pair.values).expect_err("raises");
        assert_eq!(pair.fault_text(&fault), "KeyError: \"b\"");
        assert_eq!(fault.to_string(), "KeyError: atom 1");
    }
}
