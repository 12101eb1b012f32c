//! Fresh copies of the values of a pair, for functions that may change their arguments.

use std::collections::HashMap;
use std::rc::Rc;

use lang::builtins::Exception;

use crate::fault::{Result, outside, raise, type_error};
use crate::iterators::Iter;
use crate::methods::deque::Deque;
use crate::value::{Dict, Record, Value};

/// CPython's own limit lies a little lower.
const MAX_DEPTH: u32 = 300;

/// A copy that shares nothing mutable with the original. The values of a pair are trees, so that sharing inside one
/// need not be kept.
pub fn deep_copy(value: &Value) -> Value {
    match value {
        Value::List(items) => Value::list(items.borrow().iter().map(deep_copy).collect()),
        Value::Set(set) => Value::set(set.borrow().clone()),
        Value::Tuple(items) if items.iter().any(holds_mutable) => Value::tuple(items.iter().map(deep_copy)),
        Value::Record(record) if record.fields.iter().any(holds_mutable) => Value::Record(Rc::new(Record {
            class: record.class,
            is_tuple: record.is_tuple,
            is_node: record.is_node,
            is_member: record.is_member,
            fields: record.fields.iter().map(deep_copy).collect(),
        })),
        Value::Dict(dict) => {
            let mut table = dict.table.borrow().clone();
            table.retain(|_, value| {
                *value = deep_copy(value);
                true
            });
            Value::Dict(Dict::with_table(dict.kind.clone(), table))
        }
        other => other.clone(),
    }
}

/// `copy.copy(value)`
pub(crate) fn shallow(value: &Value) -> Result<Value> {
    Ok(match value {
        Value::List(items) => Value::list(items.borrow().clone()),
        Value::Deque(deque) => Value::Deque(Deque::new(deque.items.borrow().clone(), deque.most)),
        Value::Set(set) => Value::set(set.borrow().clone()),
        Value::Dict(dict) => Value::Dict(dict.copy(dict.kind.clone())),
        Value::Iter(_) | Value::View(_) => return outside("a copy of an iterator or of a view"),
        other => other.clone(),
    })
}

/// `copy.deepcopy(value)`: what is one object in the original is one in the copy.
pub(crate) fn deep(value: &Value) -> Result<Value> {
    Copier::default().copy(value)
}

#[derive(Default)]
struct Copier {
    /// By address, each with its original, which stays alive.
    known: HashMap<usize, (Value, Value)>,
    depth: u32,
}

impl Copier {
    fn copy(&mut self, value: &Value) -> Result<Value> {
        let address = match value {
            Value::List(items) => Rc::as_ptr(items).addr(),
            Value::Deque(deque) => Rc::as_ptr(deque).addr(),
            Value::Set(set) => Rc::as_ptr(set).addr(),
            Value::Dict(dict) => Rc::as_ptr(dict).addr(),
            Value::Tuple(items) => Rc::as_ptr(items).addr(),
            Value::Record(record) => Rc::as_ptr(record).addr(),
            Value::Iter(iter) => return self.copy_iter(&iter.borrow()),
            Value::View(view) => {
                let kind = Value::View(view.clone()).type_name();
                return type_error(format!("cannot pickle '{kind}' object"));
            }
            other => return Ok(other.clone()),
        };
        if let Some((_, copy)) = self.known.get(&address) {
            return Ok(copy.clone());
        }
        if self.depth > MAX_DEPTH {
            return raise(Exception::RecursionError, "maximum recursion depth exceeded");
        }
        self.depth += 1;
        let copy = self.copy_object(value, address);
        self.depth -= 1;
        copy
    }

    /// Iterators over sequences can be copied, generators cannot.
    fn copy_iter(&mut self, iter: &Iter) -> Result<Value> {
        Ok(Value::iter(match iter {
            Iter::List(items, position) => match self.copy(&Value::List(Rc::clone(items)))? {
                Value::List(copy) => Iter::List(copy, *position),
                _ => return outside("a copy of an iterator"),
            },
            Iter::Range { next, left, step } => Iter::Range { next: *next, left: *left, step: *step },
            Iter::Exhausted => Iter::Exhausted,
            Iter::Generator(_) => return type_error("cannot pickle 'generator' object"),
            _ => return outside("a copy of an iterator"),
        }))
    }

    fn note(&mut self, address: usize, value: &Value, copy: &Value) {
        self.known.insert(address, (value.clone(), copy.clone()));
    }

    fn copy_object(&mut self, value: &Value, address: usize) -> Result<Value> {
        Ok(match value {
            Value::List(items) => {
                let copy = Rc::new(std::cell::RefCell::new(Vec::new()));
                self.note(address, value, &Value::List(Rc::clone(&copy)));
                for item in &*items.borrow() {
                    let item = self.copy(item)?;
                    copy.borrow_mut().push(item);
                }
                Value::List(copy)
            }
            Value::Deque(deque) => {
                let copy = Deque::new(std::collections::VecDeque::new(), deque.most);
                self.note(address, value, &Value::Deque(Rc::clone(&copy)));
                for item in &*deque.items.borrow() {
                    let item = self.copy(item)?;
                    copy.push_back(item);
                }
                Value::Deque(copy)
            }
            Value::Dict(dict) => {
                let copy = Dict::with_table(dict.kind.clone(), crate::table::Table::default());
                self.note(address, value, &Value::Dict(Rc::clone(&copy)));
                for (key, item) in dict.table.borrow().iter() {
                    let (key, item) = (self.copy(key)?, self.copy(item)?);
                    copy.table.borrow_mut().insert(key, item)?;
                }
                Value::Dict(copy)
            }
            Value::Set(set) => {
                let copy = Value::set(set.borrow().clone());
                self.note(address, value, &copy);
                copy
            }
            Value::Tuple(items) if items.iter().any(holds_mutable) => {
                let copy: Vec<Value> = items.iter().map(|item| self.copy(item)).collect::<Result<_>>()?;
                // A tuple that contains itself was made on the way.
                if let Some((_, copy)) = self.known.get(&address) {
                    return Ok(copy.clone());
                }
                let copy = Value::tuple(copy);
                self.note(address, value, &copy);
                copy
            }
            Value::Record(record) if record.fields.iter().any(holds_mutable) => {
                let fields = record.fields.iter().map(|item| self.copy(item)).collect::<Result<_>>()?;
                let Record { class, is_tuple, is_node, is_member, .. } = **record;
                let copy = Record { class, is_tuple, is_node, is_member, fields };
                let copy = Value::Record(Rc::new(copy));
                self.note(address, value, &copy);
                copy
            }
            other => other.clone(),
        })
    }
}

fn holds_mutable(value: &Value) -> bool {
    match value {
        Value::List(_) | Value::Deque(_) | Value::Set(_) | Value::Dict(_) | Value::Iter(_) | Value::View(_) => true,
        Value::Tuple(items) => items.iter().any(holds_mutable),
        Value::Record(record) => record.fields.iter().any(holds_mutable),
        _ => false,
    }
}
