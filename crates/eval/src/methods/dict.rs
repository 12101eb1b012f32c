//! Methods of dicts, defaultdicts and Counters.

use std::rc::Rc;

use lang::ast::BinaryOp;
use lang::builtins::Exception;
use lang::methods::{DictMethod, OrderedDictMethod, PlainDictMethod};

use crate::calls::Arguments;
use crate::fault::{Result, raise};
use crate::machine::Machine;
use crate::table::Table;
use crate::value::{Dict, DictKind, Value, View, ViewKind};

impl Machine<'_> {
    pub(super) fn dict_method(
        &mut self,
        dict: &Rc<Dict>,
        method: DictMethod,
        mut arguments: Arguments,
    ) -> Result<Value> {
        match method {
            DictMethod::Get => match dict.table.borrow().get(&arguments.positional[0])? {
                Some(value) => Ok(value.clone()),
                None => Ok(arguments.take(1)),
            },
            DictMethod::Keys => Ok(view(dict, ViewKind::Keys)),
            DictMethod::Values => Ok(view(dict, ViewKind::Values)),
            DictMethod::Items => Ok(view(dict, ViewKind::Items)),
            DictMethod::Pop => {
                // CPython does not even hash the key if the dict is empty.
                let empty = dict.table.borrow().is_empty();
                let removed = if empty { None } else { dict.remove(&arguments.positional[0])? };
                match (removed, arguments.positional.len()) {
                    (Some((_, value)), _) => Ok(value),
                    (None, 2) => Ok(arguments.take(1)),
                    _ => raise(Exception::KeyError, crate::repr::message_repr(&arguments.positional[0])),
                }
            }
            DictMethod::PopItem => match dict.remove_last() {
                Some((key, value)) => Ok(Value::pair(key, value)),
                None => raise(Exception::KeyError, "popitem(): dictionary is empty"),
            },
            DictMethod::SetDefault => {
                let mut table = dict.table.borrow_mut();
                if let Some(value) = table.get(&arguments.positional[0])? {
                    return Ok(value.clone());
                }
                let (key, value) = (arguments.take(0), arguments.take(1));
                table.insert(key, value.clone())?;
                Ok(value)
            }
            DictMethod::Copy => {
                self.charge(dict.table.borrow().len())?;
                Ok(Value::Dict(dict.copy(dict.kind.clone())))
            }
            DictMethod::Clear => {
                dict.clear();
                Ok(Value::None)
            }
        }
    }

    pub(super) fn plain_dict_method(
        &mut self,
        dict: &Rc<Dict>,
        method: PlainDictMethod,
        arguments: Arguments,
    ) -> Result<Value> {
        match method {
            PlainDictMethod::FromKeys => {
                // The class makes the new dict, so that a `defaultdict` forgets what makes its missing values.
                let kind = match dict.kind {
                    DictKind::Default(_) => DictKind::Default(Value::None),
                    DictKind::Plain | DictKind::Counter | DictKind::Ordered => DictKind::Plain,
                };
                self.dict_from_keys(kind, &arguments)
            }
            PlainDictMethod::Update => {
                self.fill(dict, arguments)?;
                Ok(Value::None)
            }
        }
    }

    pub(super) fn ordered_dict_method(
        &mut self,
        dict: &Rc<Dict>,
        method: OrderedDictMethod,
        arguments: Arguments,
    ) -> Result<Value> {
        match method {
            OrderedDictMethod::FromKeys => self.dict_from_keys(DictKind::Ordered, &arguments),
            OrderedDictMethod::MoveToEnd => {
                let last = arguments.get(1).map_or(Ok(true), |last| self.truth_of(last))?;
                self.charge(dict.table.borrow().len() / 4)?;
                move_to_end(dict, &arguments.positional[0], last)
            }
            OrderedDictMethod::Pop => {
                // Unlike a dict, it hashes the key even if it is empty.
                let key = &arguments.positional[0];
                match (dict.remove(key)?, arguments.get(1)) {
                    (Some((_, value)), _) => Ok(value),
                    (None, Some(default)) => Ok(default.clone()),
                    (None, None) => raise(Exception::KeyError, crate::repr::message_repr(key)),
                }
            }
            OrderedDictMethod::PopItem => {
                let last = arguments.get(0).map_or(Ok(true), |last| self.truth_of(last))?;
                let key = match dict.table.borrow().at(0) {
                    Some((first, _)) if !last => Some(first.clone()),
                    _ => None,
                };
                let removed = match key {
                    Some(key) => dict.remove(&key)?,
                    None => dict.remove_last(),
                };
                match removed {
                    Some((key, value)) => Ok(Value::pair(key, value)),
                    None => raise(Exception::KeyError, "dictionary is empty"),
                }
            }
            OrderedDictMethod::SetDefault => self.dict_method(dict, DictMethod::SetDefault, arguments),
        }
    }

    /// `dict op= value`; `false` if the operator does not change a dict of this kind in place.
    pub(crate) fn in_place_dict(&mut self, dict: &Rc<Dict>, op: BinaryOp, value: &Value) -> Result<bool> {
        match (&dict.kind, op, value) {
            (
                DictKind::Counter,
                BinaryOp::Add | BinaryOp::Subtract | BinaryOp::BitAnd | BinaryOp::BitOr,
                Value::Dict(other),
            ) => {
                self.charge(dict.table.borrow().len() + other.table.borrow().len())?;
                let other = other.table.borrow().clone();
                super::counter::in_place(op, dict, &other)?;
                Ok(true)
            }
            // Counter asks the other side for its `items` without looking what it is.
            (DictKind::Counter, BinaryOp::Add | BinaryOp::Subtract | BinaryOp::BitOr, other) => {
                crate::calls::no_attribute(other, "items")
            }
            (DictKind::Counter, BinaryOp::BitAnd, other) => {
                self.charge(dict.table.borrow().len())?;
                let keys: Vec<Value> = dict.table.borrow().keys().cloned().collect();
                let mut counts = Table::default();
                for key in keys {
                    let count = self.get_item(other, &key)?;
                    counts.insert(key, count)?;
                }
                super::counter::in_place(op, dict, &counts)?;
                Ok(true)
            }
            (DictKind::Counter, ..) => Ok(false),
            (_, BinaryOp::BitOr, _) => {
                self.fill(dict, Arguments::one(value.clone()))?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }
}

fn move_to_end(dict: &Rc<Dict>, key: &Value, last: bool) -> Result<Value> {
    let place = dict.table.borrow().place(key)?;
    let Some(place) = place else { return raise(Exception::KeyError, crate::repr::message_repr(key)) };
    let end = if last { dict.table.borrow().len() - 1 } else { 0 };
    if place == end {
        return Ok(Value::None);
    }
    let Some((key, value)) = dict.remove(key)? else { return Ok(Value::None) };
    let mut table = dict.table.borrow_mut();
    if last {
        table.insert(key, value)?;
    } else {
        let others = std::mem::take(&mut *table);
        table.insert(key, value)?;
        for (key, value) in others.iter() {
            table.insert(key.clone(), value.clone())?;
        }
    }
    Ok(Value::None)
}

fn view(dict: &Rc<Dict>, kind: ViewKind) -> Value {
    Value::View(Rc::new(View { kind, dict: dict.clone() }))
}
