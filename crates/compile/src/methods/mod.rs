//! Methods of lists, tuples, ranges, sets, dicts and records.

mod counter;
mod dict;
mod list;
mod record;
mod set;

use lang::builtins::Exception;

use crate::calls::Arguments;
use crate::machine::Machine;
use crate::objects::{DictKind, Object, ViewKind};
use crate::refusal::Result;
use crate::value::{Alt, Value};

const LIST: &[&str] =
    &["append", "clear", "copy", "count", "extend", "index", "insert", "pop", "remove", "reverse", "sort"];
const READ_SET: &[&str] =
    &["copy", "difference", "intersection", "isdisjoint", "issubset", "issuperset", "symmetric_difference", "union"];
const CHANGE_SET: &[&str] = &[
    "add",
    "clear",
    "difference_update",
    "discard",
    "intersection_update",
    "pop",
    "remove",
    "symmetric_difference_update",
    "update",
];
const DICT: &[&str] = &["clear", "copy", "get", "items", "keys", "pop", "popitem", "setdefault", "update", "values"];
const COUNTER: &[&str] = &["elements", "most_common", "subtract", "total"];

impl Machine<'_> {
    /// Whether a value has a method of that name.
    pub fn has_method(&mut self, alt: &Alt, name: &str) -> Result<bool> {
        Ok(match alt {
            Alt::Tuple(_) | Alt::Range(_) => ["count", "index"].contains(&name),
            Alt::Record(class, _) => self.is_named_tuple(*class) && ["count", "index", "_replace"].contains(&name),
            Alt::FrozenSet(_) => READ_SET.contains(&name),
            Alt::View(kind, _) => *kind != ViewKind::Values && name == "isdisjoint",
            Alt::Object(id) => match &*self.object(*id)? {
                Object::List(_) => LIST.contains(&name),
                Object::Set(_) => READ_SET.contains(&name) || CHANGE_SET.contains(&name),
                Object::Dict(dict) => {
                    DICT.contains(&name) || (matches!(dict.kind, DictKind::Counter) && COUNTER.contains(&name))
                }
                Object::Iter(_) | Object::Cell(_) => false,
            },
            _ => false,
        })
    }

    /// Calls a method, or a field that holds a function. Where there is none, that raises.
    pub fn call_method(&mut self, receiver: &Value, name: &str, arguments: &Arguments) -> Result<Value> {
        self.step()?;
        if let Some(alt) = receiver.single() {
            return self.call_method_of(alt, name, arguments);
        }
        let mut cases = Vec::new();
        let mark = self.held.len();
        for (lit, alt) in receiver.alts() {
            if let Some(value) = self.under(*lit, |this| this.call_method_of(alt, name, arguments))? {
                self.hold(&value);
                cases.push((*lit, value));
            }
        }
        self.release(mark);
        self.choose(&cases)
    }

    fn call_method_of(&mut self, alt: &Alt, name: &str, arguments: &Arguments) -> Result<Value> {
        if let Alt::Record(class, fields) = alt {
            let declared = &self.problem.records[usize::from(class.0)].fields;
            if let Some(position) = declared.iter().position(|field| *field.name == *name) {
                return self.call_value(&fields[position].clone(), arguments);
            }
        }
        if !self.has_method(alt, name)? {
            return Ok(self.raise_always(Exception::AttributeError));
        }
        match alt {
            Alt::Record(..) if name == "_replace" => Ok(self.replace_method(alt, arguments)),
            Alt::Tuple(_) | Alt::Range(_) | Alt::Record(..) => self.sequence_method(alt, name, arguments),
            Alt::FrozenSet(_) | Alt::View(..) => self.set_method(alt, name, arguments),
            Alt::Object(id) => match &*self.object(*id)? {
                Object::List(_) => self.list_method(*id, name, arguments),
                Object::Set(_) => self.set_method(alt, name, arguments),
                Object::Dict(_) => self.dict_method(*id, name, arguments),
                Object::Iter(_) | Object::Cell(_) => Ok(self.raise_always(Exception::AttributeError)),
            },
            _ => Ok(self.raise_always(Exception::AttributeError)),
        }
    }
}
