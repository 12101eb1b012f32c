//! Reading, writing and deleting `base[index]`, slices included.

use std::rc::Rc;

use lang::builtins::Exception;
use num_traits::Signed;
use smallvec::SmallVec;

use crate::dunder::Dunder;
use crate::fault::{Result, outside, raise, type_error, value_error};
use crate::machine::Machine;
use crate::table::Table;
use crate::value::{Dict, DictKind, Items, Range, Value};

/// A slice in the place of an index. Programs never see it.
pub(crate) fn slice_marker(parts: SmallVec<[Value; 3]>) -> Value {
    Value::Cell(Rc::new(std::cell::RefCell::new(Value::tuple(parts))))
}

/// Bounds and step of a slice in the place of an index.
fn with_parts<T>(slice: &Value, use_parts: impl FnOnce([&Value; 3]) -> Result<T>) -> Result<T> {
    if let Value::Cell(marker) = slice
        && let Some([lower, upper, step]) = marker.borrow().as_tuple()
    {
        return use_parts([lower, upper, step]);
    }
    type_error("not a slice")
}

/// An instance would get the slice as an object.
fn check_slice(base: &Value, index: &Value) -> Result<()> {
    match (base, index) {
        (Value::Instance(instance), Value::Cell(_)) => {
            let methods = [Dunder::GetItem, Dunder::SetItem, Dunder::DelItem];
            if methods.iter().any(|method| instance.class.find(method.symbol()).is_some()) {
                return outside("a slice of an object with `__getitem__`");
            }
            type_error("the object is not subscriptable")
        }
        _ => Ok(()),
    }
}

impl Machine<'_> {
    #[inline(never)]
    pub(crate) fn get_item(&mut self, base: &Value, index: &Value) -> Result<Value> {
        check_slice(base, index)?;
        if matches!(index, Value::Cell(_)) {
            let value = with_parts(index, |parts| get_slice(base, parts))?;
            return self.charged_slice(base, value);
        }
        match base {
            Value::Dict(dict) => self.get_key(dict, index),
            Value::Instance(_) => self.special_item(base, Dunder::GetItem, std::slice::from_ref(index)),
            Value::Class(_) if let Some(by_name) = self.members_by_name(base) => self.get_item(&by_name, index),
            _ => get_sequence(base, index),
        }
    }

    /// A slice of what it was cut from. A string may have to be looked through, and a range is not copied.
    pub(crate) fn charged_slice(&mut self, base: &Value, slice: Value) -> Result<Value> {
        match base {
            Value::Str(text) => crate::limits::spend_text(text.len())?,
            Value::Range(_) => return Ok(slice),
            _ => {}
        }
        self.charged(slice)
    }

    fn get_key(&mut self, dict: &Rc<Dict>, key: &Value) -> Result<Value> {
        if let Some(value) = self.asking(|_| Ok(dict.table.borrow().get(key)?.cloned()))? {
            return Ok(value);
        }
        match &dict.kind {
            DictKind::Counter => Ok(Value::Int(0)),
            DictKind::Default(Value::None) | DictKind::Plain | DictKind::Ordered => missing_key(key),
            DictKind::Default(factory) => {
                let value = self.call_value(factory, crate::calls::Arguments::default())?;
                self.asking(|_| dict.table.borrow_mut().insert(key.clone(), value.clone()))?;
                Ok(value)
            }
        }
    }

    #[inline(never)]
    pub(crate) fn set_item(&mut self, base: &Value, index: &Value, value: Value) -> Result<()> {
        check_slice(base, index)?;
        match base {
            Value::List(items) => {
                if matches!(index, Value::Cell(_)) {
                    // CPython looks at the slice before it looks at the value.
                    with_parts(index, |parts| Cut::new(parts, 0))?;
                    let values = self.slice_source(&value)?;
                    return set_slice(&mut items.borrow_mut(), index, values);
                }
                let length = items.borrow().len();
                let position = position(index, length, "list")?;
                match position {
                    Some(position) => items.borrow_mut()[position] = value,
                    None => return raise(Exception::IndexError, "list assignment index out of range"),
                }
                Ok(())
            }
            Value::Deque(deque) => match position(index, deque.len(), "deque")? {
                Some(position) => {
                    deque.items.borrow_mut()[position] = value;
                    Ok(())
                }
                None => raise(Exception::IndexError, "deque index out of range"),
            },
            Value::Dict(_) if matches!(index, Value::Cell(_)) => type_error("unhashable type: 'slice'"),
            Value::Dict(dict) => self.asking(|_| dict.table.borrow_mut().insert(index.clone(), value.clone())),
            Value::Instance(_) => {
                let args = [index.clone(), value];
                self.special_item(base, Dunder::SetItem, &args).map(drop)
            }
            other => type_error(format!("'{}' object does not support item assignment", other.type_name())),
        }
    }

    fn slice_source(&mut self, value: &Value) -> Result<Vec<Value>> {
        if !crate::iterators::is_iterable(value) {
            return type_error("can only assign an iterable");
        }
        self.reject_set_order(value, "assigned to a slice")?;
        self.collect(value)
    }

    #[inline(never)]
    pub(crate) fn delete_item(&mut self, base: &Value, index: &Value) -> Result<()> {
        check_slice(base, index)?;
        match base {
            Value::List(items) => {
                let mut items = items.borrow_mut();
                if matches!(index, Value::Cell(_)) {
                    return delete_slice(&mut items, index);
                }
                match position(index, items.len(), "list")? {
                    Some(position) => {
                        crate::limits::spend((items.len() - position) / 4)?;
                        items.remove(position);
                        Ok(())
                    }
                    None => raise(Exception::IndexError, "list assignment index out of range"),
                }
            }
            Value::Deque(deque) => match position(index, deque.len(), "deque")? {
                Some(position) => {
                    crate::limits::spend(deque.len() / 4)?;
                    deque.remove_at(position);
                    Ok(())
                }
                None => raise(Exception::IndexError, "deque index out of range"),
            },
            Value::Dict(_) if matches!(index, Value::Cell(_)) => type_error("unhashable type: 'slice'"),
            Value::Instance(_) => self.special_item(base, Dunder::DelItem, std::slice::from_ref(index)).map(drop),
            Value::Dict(dict) => match self.asking(|_| dict.remove(index))? {
                Some(_) => Ok(()),
                // A Counter forgives.
                None if dict.is_counter() => Ok(()),
                None => missing_key(index),
            },
            other => type_error(format!("'{}' object doesn't support item deletion", other.type_name())),
        }
    }
}

/// An element of a list, tuple, record, string or range.
fn get_sequence(base: &Value, index: &Value) -> Result<Value> {
    match base {
        Value::List(items) => {
            let items = items.borrow();
            match position(index, items.len(), "list")? {
                Some(position) => Ok(items[position].clone()),
                None => raise(Exception::IndexError, "list index out of range"),
            }
        }
        Value::Deque(deque) => {
            let items = deque.items.borrow();
            match position(index, items.len(), "deque")? {
                Some(position) => Ok(items[position].clone()),
                None => raise(Exception::IndexError, "deque index out of range"),
            }
        }
        Value::Str(text) if text.len() > 256 => {
            crate::limits::spend_text(text.len())?;
            get_char(text, index)
        }
        Value::Str(text) => get_char(text, index),
        Value::Range(range) => {
            let length = usize::try_from(range.len()).unwrap_or(usize::MAX);
            match position(index, length, "range")?.and_then(|position| i64::try_from(position).ok()) {
                Some(position) => Ok(Value::Int(range.at(position))),
                None => raise(Exception::IndexError, "range object index out of range"),
            }
        }
        _ => match base.as_tuple() {
            Some(items) => match position(index, items.len(), "tuple")? {
                Some(position) => Ok(items[position].clone()),
                None => raise(Exception::IndexError, "tuple index out of range"),
            },
            None => type_error(format!("'{}' object is not subscriptable", base.type_name())),
        },
    }
}

fn get_char(text: &str, index: &Value) -> Result<Value> {
    match position(index, crate::text::length(text), "string")? {
        Some(position) => Ok(crate::text::char_at(text, position).map_or(Value::None, Value::character)),
        None => raise(Exception::IndexError, "string index out of range"),
    }
}

#[cold]
fn missing_key<T>(key: &Value) -> Result<T> {
    raise(Exception::KeyError, crate::repr::message_repr(key))
}

/// Where an index points to, negative ones counted from the end; `None` beyond the ends.
fn position(index: &Value, length: usize, what: &str) -> Result<Option<usize>> {
    match index {
        Value::Int(_) | Value::Bool(_) => {
            let index = index.as_int().unwrap_or(0);
            let from_start = if index < 0 { index.checked_add_unsigned(length as u64) } else { Some(index) };
            Ok(from_start.and_then(|index| usize::try_from(index).ok()).filter(|position| *position < length))
        }
        Value::Big(_) => raise(Exception::IndexError, "cannot fit 'int' into an index-sized integer"),
        Value::Atom(_) => outside("an atom is used as an index; atoms only have equality"),
        other => type_error(format!("{what} indices must be integers or slices, not {}", other.type_name())),
    }
}

/// A slice cut to a length: where it starts, how far it steps, how many elements it has.
pub(crate) struct Cut {
    pub start: i64,
    step: i64,
    pub count: usize,
    pub stop: i64,
}

impl Cut {
    pub fn new([lower, upper, step]: [&Value; 3], length: usize) -> Result<Self> {
        let length = i64::try_from(length).unwrap_or(i64::MAX);
        let step = bound(step)?.unwrap_or(1);
        if step == 0 {
            return value_error("slice step cannot be zero");
        }
        let (lowest, highest) = if step > 0 { (0, length) } else { (-1, length - 1) };
        let place = |part: &Value, default: i64| -> Result<i64> {
            Ok(match bound(part)? {
                None => default,
                Some(index) if index < 0 => index.saturating_add(length).max(lowest),
                Some(index) => index.min(highest),
            })
        };
        let start = place(lower, if step > 0 { lowest } else { highest })?;
        let stop = place(upper, if step > 0 { highest } else { lowest })?;
        let range = Range { start, stop, step };
        Ok(Self { start, step, count: usize::try_from(range.len()).unwrap_or(0), stop })
    }

    fn positions(&self) -> impl Iterator<Item = usize> {
        let (mut next, step) = (self.start, self.step);
        (0..self.count).map(move |_| {
            let here = next;
            next = next.wrapping_add(step);
            usize::try_from(here).unwrap_or(0)
        })
    }
}

/// One part of a slice; integers beyond 64 bits act like the ends of the world.
fn bound(part: &Value) -> Result<Option<i64>> {
    match part {
        Value::None => Ok(None),
        Value::Big(number) => Ok(Some(if number.is_negative() { i64::MIN + 1 } else { i64::MAX })),
        other => match other.as_int() {
            Some(index) => Ok(Some(index)),
            None => type_error("slice indices must be integers or None or have an __index__ method"),
        },
    }
}

/// `base[lower:upper:step]`
#[inline(never)]
pub(crate) fn get_slice(base: &Value, slice: [&Value; 3]) -> Result<Value> {
    match base {
        Value::List(items) => {
            let items = items.borrow();
            let cut = Cut::new(slice, items.len())?;
            if cut.step == 1 {
                let start = usize::try_from(cut.start).unwrap_or(0);
                return Ok(Value::list(items[start..start + cut.count].to_vec()));
            }
            Ok(Value::list(cut.positions().map(|position| items[position].clone()).collect()))
        }
        // The step of a slice of a range is seen, so that it must not be cut down to 64 bits.
        Value::Range(_) if matches!(slice[2], Value::Big(_)) => outside("a range beyond 64 bits"),
        Value::Range(range) => {
            let cut = Cut::new(slice, usize::try_from(range.len()).unwrap_or(usize::MAX))?;
            let Some(step) = range.step.checked_mul(cut.step) else { return outside("a range beyond 64 bits") };
            let start = range.at(cut.start);
            Ok(Value::Range(Rc::new(Range { start, stop: range.at(cut.stop), step })))
        }
        Value::Str(text) => {
            let cut = Cut::new(slice, crate::text::length(text))?;
            if cut.step == 1 {
                let start = usize::try_from(cut.start).unwrap_or(0);
                let (from, to) = (crate::text::byte_at(text, start), crate::text::byte_at(text, start + cut.count));
                return Ok(Value::str(&text[from..to]));
            }
            let chars: Vec<char> = text.chars().collect();
            Ok(Value::str(&cut.positions().map(|position| chars[position]).collect::<String>()))
        }
        Value::Dict(_) => type_error("unhashable type: 'slice'"),
        _ => match base.as_tuple() {
            Some(items) => {
                let cut = Cut::new(slice, items.len())?;
                let items: Items = cut.positions().map(|position| items[position].clone()).collect();
                Ok(Value::Tuple(Rc::new(items)))
            }
            None => type_error(format!("'{}' object is not subscriptable", base.type_name())),
        },
    }
}

fn set_slice(items: &mut Vec<Value>, slice: &Value, values: Vec<Value>) -> Result<()> {
    let cut = with_parts(slice, |parts| Cut::new(parts, items.len()))?;
    crate::limits::spend(items.len() / 4)?;
    if cut.step == 1 {
        let start = usize::try_from(cut.start).unwrap_or(0);
        let stop = usize::try_from(cut.stop).unwrap_or(0).max(start);
        items.splice(start..stop, values);
        return Ok(());
    }
    if values.len() != cut.count {
        return value_error(format!(
            "attempt to assign sequence of size {} to extended slice of size {}",
            values.len(),
            cut.count
        ));
    }
    for (position, value) in cut.positions().zip(values) {
        items[position] = value;
    }
    Ok(())
}

fn delete_slice(items: &mut Vec<Value>, slice: &Value) -> Result<()> {
    let cut = with_parts(slice, |parts| Cut::new(parts, items.len()))?;
    crate::limits::spend(items.len() / 4)?;
    let mut doomed: Vec<usize> = cut.positions().collect();
    doomed.sort_unstable();
    let mut doomed = doomed.into_iter().peekable();
    let mut position = 0;
    items.retain(|_| {
        let goes = doomed.next_if_eq(&position).is_some();
        position += 1;
        !goes
    });
    Ok(())
}

impl Machine<'_> {
    /// `value in container`
    #[inline(never)]
    pub(crate) fn contains(&mut self, container: &Value, value: &Value) -> Result<bool> {
        match container {
            Value::Instance(_) => self.special_contains(container, value),
            Value::Iter(_) => self.search(value, container),
            _ if self.program.overloads => self.asking(|this| this.contains_plain(container, value)),
            _ => self.contains_plain(container, value),
        }
    }

    fn contains_plain(&mut self, container: &Value, value: &Value) -> Result<bool> {
        match container {
            Value::List(items) => any_equal(&items.borrow(), value),
            Value::Tuple(items) => any_equal(items, value),
            Value::Deque(deque) => any_equal(&deque.to_vec(), value),
            Value::Set(set) => in_set(&set.borrow(), value),
            Value::FrozenSet(set) => in_set(set, value),
            Value::Dict(dict) => dict.table.borrow().contains(value),
            Value::Range(range) => Ok(match value.as_int() {
                Some(number) => in_range(range, number),
                None => match value {
                    Value::Atom(_) => return outside("an atom is compared with a number"),
                    Value::Float(number) => match crate::floats::integer_of(*number) {
                        Some(Value::Int(number)) => in_range(range, number),
                        _ => false,
                    },
                    _ => false,
                },
            }),
            Value::View(view) if view.kind == crate::value::ViewKind::Values => {
                for (position, item) in view.dict.table.borrow().values().enumerate() {
                    crate::limits::tick(position)?;
                    if crate::compare::same_or_equal(item, value)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Value::View(_) => crate::compare::set_like_contains(container, value),
            Value::Record(record) if record.is_tuple => any_equal(&record.fields, value),
            Value::Str(text) => {
                self.charge(text.len())?;
                crate::text::contains(text, value)
            }
            // Before Python 3.12, only members of enumerations may be looked for.
            Value::Class(class) if self.program.records[usize::from(class.0)].is_member => match value {
                Value::Record(member) if member.is_member => Ok(member.class == *class),
                other => {
                    type_error(format!("unsupported operand type(s) for 'in': '{}' and 'EnumType'", other.type_name()))
                }
            },
            other => type_error(format!("argument of type '{}' is not iterable", other.type_name())),
        }
    }

    /// `value in iterator`: consumes it up to and with the first equal element.
    fn search(&mut self, value: &Value, iterator: &Value) -> Result<bool> {
        let mut iter = self.iter(iterator)?;
        while let Some(item) = self.next(&mut iter)? {
            self.step()?;
            if self.asking(|_| crate::compare::same_or_equal(&item, value))? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn any_equal(items: &[Value], value: &Value) -> Result<bool> {
    for (position, item) in items.iter().enumerate() {
        crate::limits::tick(position)?;
        if crate::compare::same_or_equal(item, value)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A set is looked up in a set of frozensets as if it were frozen.
fn in_set(set: &Table<()>, value: &Value) -> Result<bool> {
    match value {
        Value::Set(inner) => {
            crate::limits::spend(inner.borrow().len())?;
            set.contains(&Value::frozenset(inner.borrow().clone()))
        }
        _ => set.contains(value),
    }
}

fn in_range(range: &Range, number: i64) -> bool {
    let (number, start, stop, step) =
        (i128::from(number), i128::from(range.start), i128::from(range.stop), i128::from(range.step));
    let inside = if step > 0 { start <= number && number < stop } else { stop < number && number <= start };
    inside && (number - start) % step == 0
}
