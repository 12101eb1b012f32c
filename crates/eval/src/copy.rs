//! Fresh copies of the values of a pair, for functions that may change their arguments.

use std::collections::HashMap;
use std::rc::Rc;

use crate::fault::{Result, outside, type_error};
use crate::iterators::Iter;
use crate::limits;
use crate::methods::deque::Deque;
use crate::value::{Dict, Record, Value};

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
///
/// Also gives how many elements were copied.
pub(crate) fn deep(value: &Value) -> Result<(Value, usize)> {
    let mut copier = Copier::default();
    let copy = copier.copy(value)?;
    Ok((copy, copier.elements))
}

#[derive(Default)]
struct Copier {
    /// By address, each with its original, which stays alive.
    known: HashMap<usize, (Value, Value)>,
    elements: usize,
}

const LEVELS_OF_A_TUPLE: u32 = 3;

/// How many of its own calls CPython nests for a level of such a value.
fn levels(value: &Value) -> u32 {
    match value {
        Value::Tuple(_) => LEVELS_OF_A_TUPLE,
        Value::Record(record) if record.is_tuple => LEVELS_OF_A_TUPLE,
        Value::Record(_) => 4,
        _ => 2,
    }
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
        // Objects that are known take eight times as much memory as a copied element.
        self.elements += 8 + usize::try_from(crate::builtins::len(value).unwrap_or(0)).unwrap_or(0);
        limits::spend(8)?;
        limits::within(levels(value), || self.copy_object(value, address))
    }

    /// Iterators over sequences can be copied, generators cannot.
    fn copy_iter(&mut self, iter: &Iter) -> Result<Value> {
        Ok(Value::iter(match iter {
            Iter::List(items, position) => match &self.copy(&Value::List(Rc::clone(items)))? {
                Value::List(copy) => Iter::List(Rc::clone(copy), *position),
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
            Value::Tuple(items) if any_mutable(items, limits::levels_left() / LEVELS_OF_A_TUPLE)? => {
                let copy: Vec<Value> = items.iter().map(|item| self.copy(item)).collect::<Result<_>>()?;
                // A tuple that contains itself was made on the way.
                if let Some((_, copy)) = self.known.get(&address) {
                    return Ok(copy.clone());
                }
                let copy = Value::tuple(copy);
                self.note(address, value, &copy);
                copy
            }
            Value::Record(record) if any_mutable(&record.fields, limits::levels_left() / LEVELS_OF_A_TUPLE)? => {
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

/// The same for values that a function of the file made. CPython copies all levels of an immutable value, too, and raises
/// where they are too many: such a value counts as mutable.
fn any_mutable(values: &[Value], levels: u32) -> Result<bool> {
    if levels == 0 {
        return Ok(true);
    }
    for value in values {
        limits::spend(4)?;
        let mutable = match value {
            Value::Tuple(items) => any_mutable(items, levels - 1)?,
            Value::Record(record) => any_mutable(&record.fields, levels - 1)?,
            other => holds_mutable(other),
        };
        if mutable {
            return Ok(true);
        }
    }
    Ok(false)
}

fn holds_mutable(value: &Value) -> bool {
    match value {
        Value::List(_) | Value::Deque(_) | Value::Set(_) | Value::Dict(_) | Value::Iter(_) | Value::View(_) => true,
        Value::Tuple(items) => items.iter().any(holds_mutable),
        Value::Record(record) => record.fields.iter().any(holds_mutable),
        _ => false,
    }
}
