//! Iterators over dicts, and what happens to them when the dict changes.
//!
//! CPython keeps the entries of a dict in a table, in which removed ones leave gaps until it is full and rebuilt. An
//! iterator is a place in this table. While the table has room, it is known what a changed dict means for the iterator;
//! when it is rebuilt depends on the whole life of the dict. There the answer is a fault.

use std::rc::Rc;

use lang::builtins::Exception;

use crate::fault::{Result, outside, raise};
use crate::table::Table;
use crate::value::{Dict, DictKind, Value, ViewKind};

/// Every table of CPython has room for at least this many entries, gaps included.
const ROOM: usize = 5;

/// The place of a removal that leaves no gap before any iterator.
const NO_GAP: u8 = u8::MAX;

/// What was removed from a dict since it was made.
#[derive(Clone, Debug, Default)]
pub struct Removals {
    count: usize,
    /// The places of the first ones, at the time.
    places: [u8; ROOM],
    /// The sorts of their keys.
    sorts: u8,
}

impl Removals {
    /// Notes a removal that leaves a gap; `None`: the last entry was taken off, which leaves none.
    pub(crate) fn add(&mut self, key: &Value, place: Option<usize>) {
        if let Some(free) = self.places.get_mut(self.count) {
            *free = place.and_then(|place| u8::try_from(place).ok()).unwrap_or(NO_GAP);
        }
        self.count += 1;
        self.sorts |= sort(key);
    }

    /// Notes that everything is gone, gaps included.
    pub(crate) fn add_all(&mut self) {
        self.count += ROOM + 1;
    }

    /// Notes that the table of an emptied dict may be replaced by that of another one.
    pub(crate) fn forget_gaps(&mut self) {
        if self.count > 0 {
            self.add_all();
        }
    }

    /// Notes what was removed from the dict that this one is a copy of: its gaps may have been copied.
    pub(crate) fn inherit(&mut self, from: &Removals) {
        self.places[self.count.min(ROOM)..].fill(NO_GAP);
        self.count += from.count;
        self.sorts |= from.sorts;
    }

    /// Whether CPython may have rebuilt the table. It also does so when the first key is added that is not a string.
    fn may_have_moved(&self, table: &Table<Value>) -> bool {
        let sorts = || table.keys().fold(self.sorts, |sorts, key| sorts | sort(key));
        self.count + table.len() > ROOM || !sorts().is_power_of_two()
    }
}

fn sort(key: &Value) -> u8 {
    match key {
        Value::Str(_) => 1,
        // Which of the two it is when CPython runs depends on the pair.
        Value::Atom(_) => 2,
        _ => 4,
    }
}

fn keys_changed<T>() -> Result<T> {
    outside("keys of a dict are removed and added while it is iterated over; iterate over `list(…)` of it")
}

/// An iterator over a dict.
#[derive(Debug)]
pub struct DictIter {
    dict: Rc<Dict>,
    pub(super) kind: ViewKind,
    position: usize,
    /// How large the dict was at the start.
    size: usize,
    /// How many elements are still to come: the first that is one too many is an error.
    left: usize,
    /// How many removals the position accounts for.
    seen: usize,
}

impl DictIter {
    pub fn new(dict: &Rc<Dict>, kind: ViewKind) -> Box<Self> {
        let size = dict.table.borrow().len();
        let seen = dict.removals.borrow().count;
        Box::new(Self { dict: dict.clone(), kind, position: 0, size, left: size, seen })
    }

    pub fn next(&mut self) -> Result<Option<(Value, Value)>> {
        let table = self.dict.table.borrow();
        let changed = table.len() != self.size || self.dict.removals.borrow().count > self.seen;
        if ordered_ends(&self.dict, changed, &mut self.left)? {
            return Ok(None);
        }
        if table.len() != self.size {
            self.size = usize::MAX;
            return changed_size();
        }
        let removals = self.dict.removals.borrow();
        if removals.count > self.seen {
            if removals.may_have_moved(&table) {
                return keys_changed();
            }
            for removed in &removals.places[self.seen..removals.count] {
                self.position -= usize::from(usize::from(*removed) < self.position);
            }
            self.seen = removals.count;
        }
        let Some((key, value)) = table.at(self.position) else { return Ok(None) };
        if self.left == 0 {
            return raise(Exception::RuntimeError, "dictionary keys changed during iteration");
        }
        self.left -= 1;
        self.position += 1;
        Ok(Some((key.clone(), value.clone())))
    }

    pub(super) fn next_item(&mut self) -> Result<Option<Value>> {
        Ok(self.next()?.map(|(key, value)| view_item(self.kind, key, value)))
    }
}

/// `reversed(dict)`
#[derive(Debug)]
pub struct ReversedDictIter {
    dict: Rc<Dict>,
    kind: ViewKind,
    left: usize,
    size: usize,
    seen: usize,
}

impl ReversedDictIter {
    pub fn new(dict: &Rc<Dict>, kind: ViewKind) -> Box<Self> {
        let size = dict.table.borrow().len();
        let seen = dict.removals.borrow().count;
        Box::new(Self { dict: dict.clone(), kind, left: size, size, seen })
    }

    pub(super) fn next_item(&mut self) -> Result<Option<Value>> {
        let table = self.dict.table.borrow();
        let changed = table.len() != self.size || self.dict.removals.borrow().count > self.seen;
        if ordered_ends(&self.dict, changed, &mut self.left)? {
            return Ok(None);
        }
        if table.len() != self.size {
            self.size = usize::MAX;
            return changed_size();
        }
        if self.dict.removals.borrow().count > self.seen {
            return keys_changed();
        }
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        Ok(table.at(self.left).map(|(key, value)| view_item(self.kind, key.clone(), value.clone())))
    }
}

#[cold]
fn changed_size<T>() -> Result<T> {
    raise(Exception::RuntimeError, "dictionary changed size during iteration")
}

#[cold]
fn changed_order<T>() -> Result<T> {
    raise(Exception::RuntimeError, "OrderedDict mutated during iteration")
}

/// Whether an iterator over an `OrderedDict` has come to its end. At the end, a change is not looked for anymore.
fn ordered_ends(dict: &Dict, changed: bool, left: &mut usize) -> Result<bool> {
    if !matches!(dict.kind, DictKind::Ordered) {
        return Ok(false);
    }
    if *left > 0 && changed {
        *left = 0;
        return changed_order();
    }
    Ok(*left == 0)
}

fn view_item(kind: ViewKind, key: Value, value: Value) -> Value {
    match kind {
        ViewKind::Keys => key,
        ViewKind::Values => value,
        ViewKind::Items => Value::pair(key, value),
    }
}
