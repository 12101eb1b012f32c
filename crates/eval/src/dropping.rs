//! Dropping values of any depth without recursion.
//!
//! A value that is given up for good hands what it holds to a list, which the outermost one empties: `x = (x,)`, however often
//! repeated, needs as much of the native stack as a single tuple. What holds nothing but scalars is dropped where it is.
//!
//! Invariant: of all values, only classes hold each other beside this path, and each holds all that it derives from.
//! Guarded by `tests/deep.rs`.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::classes::Special;
use crate::iterators::{Iter, SharedIter};
use crate::table::Table;
use crate::value::{DictKind, Value};

/// What is still to be dropped.
#[derive(Debug)]
#[expect(dead_code, reason = "it is there to be dropped")]
enum Remains {
    Value(Value),
    Iter(Iter),
}

thread_local! {
    static WAITING: RefCell<Vec<Remains>> = const { RefCell::new(Vec::new()) };
    static AT_WORK: Cell<bool> = const { Cell::new(false) };
    /// Whether something may be on the list.
    static WAITS: Cell<bool> = const { Cell::new(false) };
}

impl Drop for Value {
    #[inline]
    fn drop(&mut self) {
        if self.references() == 1 {
            give_up(self);
        }
    }
}

impl Drop for SharedIter {
    fn drop(&mut self) {
        if let Some(iter) = Rc::get_mut(&mut self.0) {
            let iter = std::mem::replace(iter.get_mut(), Iter::Exhausted);
            if holds_values(&iter) {
                later(|waiting| waiting.push(Remains::Iter(iter)));
                work();
            }
        }
    }
}

/// Whether dropping an iterator can lead to another one or to a container.
fn holds_values(iter: &Iter) -> bool {
    !matches!(iter, Iter::Exhausted | Iter::Range { .. } | Iter::Str(..))
}

impl Value {
    /// How many refer to what may hold other values; 0 for what may not. The counts stand in one place, whatever the kind, so
    /// that the compiler makes a single look of this.
    #[inline]
    fn references(&self) -> usize {
        match self {
            Self::None
            | Self::Bool(_)
            | Self::Int(_)
            | Self::Atom(_)
            | Self::Float(_)
            | Self::Builtin(_)
            | Self::Class(_)
            | Self::Identity
            | Self::Unbound
            | Self::Big(_)
            | Self::Str(_)
            | Self::Range(_) => 0,
            Self::Tuple(it) => Rc::strong_count(it),
            Self::Record(it) => Rc::strong_count(it),
            Self::List(it) => Rc::strong_count(it),
            Self::Set(it) => Rc::strong_count(it),
            Self::FrozenSet(it) => Rc::strong_count(it),
            Self::Dict(it) => Rc::strong_count(it),
            Self::View(it) => Rc::strong_count(it),
            Self::Iter(it) => Rc::strong_count(it),
            Self::Deque(it) => Rc::strong_count(it),
            Self::Function(it) => Rc::strong_count(it),
            Self::Method(it) => Rc::strong_count(it),
            Self::Exception(it) => Rc::strong_count(it),
            Self::Cached(it) => Rc::strong_count(it),
            Self::Instance(it) => Rc::strong_count(it),
            Self::Type(it) => Rc::strong_count(it),
            Self::Special(it) => Rc::strong_count(it),
            Self::Cell(it) => Rc::strong_count(it),
        }
    }

    #[inline]
    fn may_hold_values(&self) -> bool {
        !self.is_scalar() && !matches!(self, Self::Big(_) | Self::Str(_) | Self::Range(_))
    }
}

/// Puts something on the list. When the thread ends, the list may be gone; then the value is dropped as it is.
fn later(put: impl FnOnce(&mut Vec<Remains>)) {
    let _ = WAITING.try_with(|waiting| {
        if let Ok(mut waiting) = waiting.try_borrow_mut() {
            put(&mut waiting);
            WAITS.set(true);
        }
    });
}

/// Scalars need no destructor, and so none is called.
#[inline]
fn forget_all<T>(scalars: impl Iterator<Item = T>) {
    scalars.for_each(std::mem::forget);
}

/// The keys of most sets are scalars.
impl<V> Drop for Table<V> {
    #[inline]
    fn drop(&mut self) {
        if size_of::<V>() == 0 && self.is_simple() {
            forget_all(self.take_entries());
        }
    }
}

/// Empties the list, unless that is being done.
#[inline(never)]
fn work() {
    if AT_WORK.replace(true) {
        return;
    }
    let next = || WAITING.try_with(|waiting| waiting.try_borrow_mut().ok()?.pop()).ok().flatten();
    while let Some(remains) = next() {
        drop(remains);
    }
    WAITS.set(false);
    AT_WORK.set(false);
}

/// Takes out what a value holds, if nothing else refers to the value.
#[inline(never)]
fn give_up(value: &mut Value) {
    let flat = match value {
        Value::Tuple(items) => !items.iter().any(Value::may_hold_values),
        Value::Record(record) => !record.fields.iter().any(Value::may_hold_values),
        Value::List(items) => match Rc::get_mut(items).map(RefCell::get_mut) {
            Some(items) if items.iter().all(Value::is_scalar) => {
                forget_all(items.drain(..));
                true
            }
            Some(items) => items.iter().all(is_flat),
            None => true,
        },
        Value::Set(set) => set.try_borrow().is_ok_and(|set| set.is_simple()),
        _ => !value.may_hold_values(),
    };
    if flat {
        return;
    }
    take_out(value);
    if WAITS.get() {
        work();
    }
}

fn take_out(value: &mut Value) {
    match value {
        Value::Tuple(items) => {
            if let Some(items) = Rc::get_mut(items) {
                give_up_all(items);
            }
        }
        Value::Record(record) => {
            if let Some(record) = Rc::get_mut(record) {
                give_up_all(&mut record.fields);
            }
        }
        Value::List(items) => {
            if let Some(items) = Rc::get_mut(items) {
                give_up_all(items.get_mut());
            }
        }
        Value::Set(set) => {
            if let Some(set) = Rc::get_mut(set) {
                give_up_table(set.get_mut(), |()| {});
            }
        }
        Value::FrozenSet(set) => {
            if let Some(set) = Rc::get_mut(set) {
                give_up_table(set, |()| {});
            }
        }
        _ => take_out_rare(value),
    }
}

fn take_out_rare(value: &mut Value) {
    match value {
        Value::Dict(dict) => {
            if let Some(dict) = Rc::get_mut(dict) {
                give_up_dict(dict);
            }
        }
        Value::View(view) => {
            if let Some(dict) = Rc::get_mut(view).and_then(|view| Rc::get_mut(&mut view.dict)) {
                give_up_dict(dict);
            }
        }
        Value::Deque(deque) => {
            if let Some(deque) = Rc::get_mut(deque) {
                deque.items.get_mut().iter_mut().for_each(give_up_one);
            }
        }
        Value::Iter(iter) => {
            if let Some(iter) = Rc::get_mut(iter) {
                let iter = std::mem::replace(iter.get_mut(), Iter::Exhausted);
                if holds_values(&iter) {
                    later(|waiting| waiting.push(Remains::Iter(iter)));
                }
            }
        }
        Value::Function(closure) => {
            if let Some(closure) = Rc::get_mut(closure) {
                give_up_all(&mut closure.defaults);
                give_up_all(&mut closure.cells);
            }
        }
        Value::Cell(cell) => {
            if let Some(cell) = Rc::get_mut(cell) {
                give_up_one(cell.get_mut());
            }
        }
        Value::Method(method) => {
            if let Some(method) = Rc::get_mut(method) {
                give_up_one(&mut method.0);
            }
        }
        Value::Exception(exception) => {
            if let Some(exception) = Rc::get_mut(exception) {
                exception.args.iter_mut().flatten().for_each(give_up_one);
            }
        }
        Value::Cached(cached) => {
            if let Some(cached) = Rc::get_mut(cached) {
                let (function, results) = cached.parts_mut();
                give_up_one(function);
                give_up_table(results, give_up_one);
            }
        }
        // The machine refers to instances, too, without keeping them.
        Value::Instance(instance) if Rc::strong_count(instance) == 1 => {
            if let Ok(mut attributes) = instance.attributes.try_borrow_mut() {
                attributes.values_mut().for_each(give_up_one);
            }
        }
        Value::Type(class) => {
            if let Some(class) = Rc::get_mut(class) {
                class.attributes.get_mut().values_mut().for_each(give_up_one);
            }
        }
        Value::Special(special) => {
            if let Some(special) = Rc::get_mut(special) {
                give_up_special(special);
            }
        }
        _ => {}
    }
}

fn give_up_special(special: &mut Special) {
    match special {
        Special::Bound(a, b) => [a, b].into_iter().for_each(give_up_one),
        Special::Property(parts) => parts.iter_mut().for_each(give_up_one),
        Special::Static(value)
        | Special::OfClass(value)
        | Special::Abstract(value)
        | Special::Super(_, value)
        | Special::Id(value)
        | Special::Refine(value, _)
        | Special::InitException(value)
        | Special::AsDict(value) => give_up_one(value),
        Special::Hash(_) | Special::Make(_) | Special::Traceback | Special::TypeOf(_) => {}
    }
}

fn give_up_dict(dict: &mut crate::value::Dict) {
    if let DictKind::Default(factory) = &mut dict.kind {
        give_up_one(factory);
    }
    give_up_table(dict.table.get_mut(), give_up_one);
}

fn give_up_table<V>(table: &mut Table<V>, mut give_up: impl FnMut(&mut V)) {
    if size_of::<V>() == 0 && table.is_simple() {
        return;
    }
    for (key, value) in table.entries_mut() {
        if !is_flat(key) {
            give_up_one(key);
        }
        give_up(value);
    }
}

fn give_up_all(values: &mut [Value]) {
    for value in values {
        if !is_flat(value) {
            give_up_one(value);
        }
    }
}

#[inline]
fn give_up_one(value: &mut Value) {
    if value.may_hold_values() {
        let value = std::mem::replace(value, Value::Unbound);
        later(|waiting| waiting.push(Remains::Value(value)));
    }
}

/// Whether dropping a value leads to no other container, as far as one look says.
#[inline]
fn is_flat(value: &Value) -> bool {
    match value {
        Value::Tuple(items) => !items.iter().any(Value::may_hold_values),
        Value::Record(record) => !record.fields.iter().any(Value::may_hold_values),
        _ => !value.may_hold_values(),
    }
}
