//! Instructions that add to the list, set or dict that a display or comprehension builds.

use crate::code::{FieldPlace, Symbol};
use crate::fault::{Result, type_error};
use crate::machine::Machine;
use crate::value::Value;
use crate::vm::field_at;

#[inline(never)]
pub(super) fn append(list: &Value, value: &Value) {
    if let Value::List(items) = list {
        items.borrow_mut().push(value.clone());
    }
}

#[inline(never)]
pub(super) fn set_key(dict: &Value, key: &Value, value: &Value) -> Result<()> {
    let Value::Dict(dict) = dict else { return Ok(()) };
    dict.table.borrow_mut().insert(key.clone(), value.clone())
}

pub(super) fn dict_size(value: &Value) -> usize {
    if let Value::Dict(dict) = value { dict.table.borrow().len() } else { 0 }
}

#[inline(never)]
pub(super) fn merge(dict: &Value, value: &Value) -> Result<()> {
    let (Value::Dict(into), Value::Dict(from)) = (dict, value) else {
        return type_error(format!("'{}' object is not a mapping", value.type_name()));
    };
    into.inherit(from);
    for (key, value) in from.table.borrow().iter() {
        into.table.borrow_mut().insert(key.clone(), value.clone())?;
    }
    Ok(())
}

impl Machine<'_> {
    #[inline(never)]
    pub(super) fn extend(&mut self, list: &Value, value: &Value) -> Result<()> {
        self.reject_set_order(value, "spread into a list or tuple")?;
        let added = self.collect(value)?;
        if let Value::List(items) = list {
            items.borrow_mut().extend(added);
        }
        Ok(())
    }

    /// Adds all elements of an iterable to a set.
    #[inline(never)]
    pub(super) fn insert_all(&mut self, set: &Value, value: &Value) -> Result<()> {
        let Value::Set(set) = set else { return Ok(()) };
        if self.program.overloads {
            let items = self.collect(value)?;
            return items.iter().try_for_each(|item| self.insert(set, item));
        }
        match value {
            Value::Tuple(items) => {
                self.charge(items.len())?;
                set.borrow_mut().add_all(items)
            }
            Value::List(items) => {
                self.charge(items.borrow().len())?;
                set.borrow_mut().add_all(&items.borrow())
            }
            _ => self.each(value, |_, item| set.borrow_mut().add_ref(item)),
        }
    }

    /// Adds a field of each element of an iterable to a list or set.
    #[inline(never)]
    pub(super) fn collect_fields(&mut self, into: &Value, from: &Value, name: Symbol, place: FieldPlace) -> Result<()> {
        match into {
            Value::Set(set) => self.each(from, |machine, item| match field_at(item, place) {
                Some(field) => set.borrow_mut().add_ref(field),
                None => {
                    let field = machine.attribute(item, name)?;
                    set.borrow_mut().add(field)
                }
            }),
            Value::List(items) => self.each(from, |machine, item| {
                let field = match field_at(item, place) {
                    Some(field) => field.clone(),
                    None => machine.attribute(item, name)?,
                };
                items.borrow_mut().push(field);
                Ok(())
            }),
            _ => Ok(()),
        }
    }

    /// Does something with each element of an iterable that runs no code of the program.
    #[inline]
    fn each(&mut self, value: &Value, mut act: impl FnMut(&mut Self, &Value) -> Result<()>) -> Result<()> {
        match value {
            Value::List(items) => {
                self.charge(items.borrow().len())?;
                items.borrow().iter().try_for_each(|item| act(self, item))
            }
            Value::Set(set) if self.set_order.is_none() => {
                self.charge(set.borrow().len())?;
                set.borrow().keys().try_for_each(|item| act(self, item))
            }
            _ => {
                let mut iter = self.iter(value)?;
                while let Some(item) = self.next(&mut iter)? {
                    self.step()?;
                    act(self, &item)?;
                }
                Ok(())
            }
        }
    }
}
