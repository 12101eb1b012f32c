//! Methods of lists, and `count` and `index` of tuples and ranges.

use std::cell::RefCell;
use std::rc::Rc;

use lang::builtins::Exception;
use lang::methods::{ListMethod, RangeMethod, TupleMethod};

use crate::builtins::sorting::sort_options;
use crate::calls::Arguments;
use crate::compare::{equal, same_or_equal};
use crate::fault::{Result, raise, type_error, value_error};
use crate::limits;
use crate::machine::Machine;
use crate::value::{Range, Value};

impl Machine<'_> {
    pub(super) fn list_method(
        &mut self,
        items: &Rc<RefCell<Vec<Value>>>,
        method: ListMethod,
        mut arguments: Arguments,
    ) -> Result<Value> {
        match method {
            ListMethod::Append => {
                items.borrow_mut().push(arguments.take(0));
            }
            ListMethod::Extend => {
                self.reject_set_order(&arguments.positional[0], "appended to a list")?;
                self.extend_list(items, &arguments.positional[0])?;
            }
            ListMethod::Insert => {
                if let Value::Big(_) = arguments.positional[0] {
                    return raise(Exception::OverflowError, "Python int too large to convert to C ssize_t");
                }
                let mut items = items.borrow_mut();
                let position = clamp(&arguments.positional[0], items.len())?;
                limits::spend((items.len() - position) / 4)?;
                items.insert(position, arguments.take(1));
            }
            ListMethod::Remove => {
                let mut items = items.borrow_mut();
                match find(&items, &arguments.positional[0], 0, usize::MAX)? {
                    Some(position) => {
                        limits::spend((items.len() - position) / 4)?;
                        items.remove(position);
                    }
                    None => return value_error("list.remove(x): x not in list"),
                }
            }
            ListMethod::Pop => {
                return pop(&mut items.borrow_mut(), arguments.get(0));
            }
            ListMethod::Sort => {
                let (key, reverse) = sort_options(&mut arguments)?;
                self.charge(items.borrow().len())?;
                // As in CPython the list looks empty to the key function.
                let mut taken = items.take();
                let ended = self.sort(&mut taken, key.as_ref(), reverse);
                let touched = !items.borrow().is_empty();
                *items.borrow_mut() = taken;
                ended?;
                if touched {
                    return value_error("list modified during sort");
                }
            }
            ListMethod::Reverse => {
                limits::spend(items.borrow().len())?;
                items.borrow_mut().reverse();
            }
            ListMethod::Copy => {
                self.charge(items.borrow().len())?;
                return Ok(Value::list(items.borrow().clone()));
            }
            ListMethod::Clear => {
                items.borrow_mut().clear();
            }
            ListMethod::Count => return count(&items.borrow(), &arguments.positional[0]),
            ListMethod::Index => return index_between(&items.borrow(), &arguments, "list"),
        }
        Ok(Value::None)
    }

    /// Appends all elements; an iterator may look at the list while it grows.
    pub(crate) fn extend_list(&mut self, items: &RefCell<Vec<Value>>, value: &Value) -> Result<()> {
        if let Value::Iter(_) = value {
            let mut iter = self.iter(value)?;
            while let Some(item) = self.next(&mut iter)? {
                self.step()?;
                items.borrow_mut().push(item);
            }
            return Ok(());
        }
        let added = self.collect(value)?;
        items.borrow_mut().extend(added);
        Ok(())
    }

    pub(super) fn range_method(
        &mut self,
        range: &Rc<Range>,
        method: RangeMethod,
        arguments: &Arguments,
    ) -> Result<Value> {
        let value = &arguments.positional[0];
        let found = self.contains(&Value::Range(range.clone()), value)?;
        match method {
            RangeMethod::Count => Ok(Value::Int(i64::from(found))),
            RangeMethod::Index => match value.as_int() {
                Some(number) if found => Ok(Value::Int((number - range.start) / range.step)),
                _ => value_error("value is not in range"),
            },
        }
    }
}

pub(super) fn tuple_method(items: &[Value], method: TupleMethod, arguments: &Arguments) -> Result<Value> {
    match method {
        TupleMethod::Count => count(items, &arguments.positional[0]),
        TupleMethod::Index => index_between(items, arguments, "tuple"),
    }
}

/// `items.index(value, start, stop)`
fn index_between(items: &[Value], arguments: &Arguments, what: &str) -> Result<Value> {
    let bound = |position: usize, default: usize| match arguments.get(position) {
        Some(value) => clamp(value, items.len()),
        None => Ok(default),
    };
    let (start, stop) = (bound(1, 0)?, bound(2, items.len())?);
    match find(items, &arguments.positional[0], start, stop)? {
        Some(position) => Ok(Value::Int(i64::try_from(position).unwrap_or(i64::MAX))),
        None => value_error(format!("{what}.index(x): x not in {what}")),
    }
}

/// `items.count(value)`
pub(super) fn count(items: &[Value], value: &Value) -> Result<Value> {
    let mut count = 0;
    if items.len() > limits::FREE_ELEMENTS {
        limits::spend(items.len())?;
    }
    if let Some([first, second]) = value.as_tuple() {
        for item in items {
            let same = match item.as_tuple() {
                Some([a, b]) => equal(a, first)? && equal(b, second)?,
                _ => same_or_equal(item, value)?,
            };
            count += i64::from(same);
        }
    } else {
        for item in items {
            count += i64::from(same_or_equal(item, value)?);
        }
    }
    Ok(Value::Int(count))
}

/// `items.index(value)` of a list
pub(super) fn index(items: &[Value], value: &Value) -> Result<Value> {
    match find(items, value, 0, usize::MAX)? {
        Some(position) => Ok(Value::Int(i64::try_from(position).unwrap_or(i64::MAX))),
        None => value_error("list.index(x): x not in list"),
    }
}

pub(super) fn find(items: &[Value], value: &Value, start: usize, stop: usize) -> Result<Option<usize>> {
    for (position, item) in items.iter().enumerate().take(stop).skip(start) {
        limits::tick(position)?;
        if same_or_equal(item, value)? {
            return Ok(Some(position));
        }
    }
    Ok(None)
}

/// An index cut to the ends, negative ones counted from the last.
pub(super) fn clamp(index: &Value, length: usize) -> Result<usize> {
    let length_signed = i64::try_from(length).unwrap_or(i64::MAX);
    match index {
        Value::Big(number) => Ok(if number.sign() == num_bigint::Sign::Minus { 0 } else { length }),
        other => match other.as_int() {
            Some(index) if index < 0 => Ok(usize::try_from(index.saturating_add(length_signed)).unwrap_or(0)),
            Some(index) => Ok(usize::try_from(index).unwrap_or(length).min(length)),
            None => type_error(format!("'{}' object cannot be interpreted as an integer", other.type_name())),
        },
    }
}

fn pop(items: &mut Vec<Value>, index: Option<&Value>) -> Result<Value> {
    let Some(index) = index else {
        return match items.pop() {
            Some(item) => Ok(item),
            None => raise(Exception::IndexError, "pop from empty list"),
        };
    };
    let position = match index {
        Value::Big(_) => return raise(Exception::OverflowError, "Python int too large to convert to C ssize_t"),
        other => match other.as_int() {
            Some(index) if index < 0 => index.checked_add_unsigned(items.len() as u64),
            Some(index) => Some(index),
            None => return type_error(format!("'{}' object cannot be interpreted as an integer", other.type_name())),
        },
    };
    match position.and_then(|position| usize::try_from(position).ok()).filter(|position| *position < items.len()) {
        Some(position) => {
            limits::spend((items.len() - position) / 4)?;
            Ok(items.remove(position))
        }
        None => raise(Exception::IndexError, "pop index out of range"),
    }
}
