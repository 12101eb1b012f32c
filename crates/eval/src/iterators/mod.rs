//! Iteration: one enum for every iterator of the language.
//!
//! A loop drives an [`Iter`] on the native stack; only an iterator that a program can hold in a variable becomes a
//! shared [`Value::Iter`].

pub(crate) mod combinatorics;
mod composed;
pub(crate) mod dict;
pub(crate) mod generator;
pub(crate) mod groups;
mod pairs;
mod plain;
mod unpack;

use std::cell::RefCell;
use std::rc::Rc;

use lang::builtins::Builtin;

use crate::calls::Arguments;
use crate::dunder::Dunder;
use crate::fault::{Result, outside, type_error};
use crate::machine::Machine;
use crate::methods::deque::Deque;
use crate::table::Table;
use crate::value::{Items, Value, ViewKind};
use combinatorics::{Combinations, Permutations, Product};
use dict::{DictIter, ReversedDictIter};
use generator::Resumable;
use groups::Groups;
pub(crate) use unpack::unpack_error;

#[derive(Debug)]
pub enum Iter {
    List(Rc<RefCell<Vec<Value>>>, usize),
    Tuple(Rc<Items>, usize),
    Fields(Rc<crate::value::Record>, usize),
    Range {
        next: i64,
        left: i64,
        step: i64,
    },
    /// A set, the position, the size it had, and how often something had been removed.
    Set(Rc<RefCell<Table<()>>>, usize, usize, u32),
    FrozenSet(Rc<Table<()>>, usize),
    /// A string, and the byte at which the next character starts.
    Str(Rc<Box<str>>, usize),
    /// A set in another order than that of its table: what is left, last first, and the same.
    Shuffled(Rc<RefCell<Table<()>>>, Vec<Value>, usize, u32),
    Dict(Box<DictIter>),
    ReversedList(Rc<RefCell<Vec<Value>>>, usize),
    /// The position, and how often the deque had been changed.
    Deque(Rc<Deque>, usize, u64),
    ReversedDeque(Rc<Deque>, usize, u64),
    ReversedDict(Box<ReversedDictIter>),
    /// `Counter.elements()`: the counts, and the element with how often it is still to come.
    Elements(Box<DictIter>, Value, i64),
    /// Values that stand already, last first.
    Ready(Vec<Value>),
    Enumerate(Box<Iter>, Value),
    /// The loops `for i, x in enumerate(xs)` and `for x, y in pairwise(xs)` over a list.
    EnumerateList(Rc<RefCell<Vec<Value>>>, usize),
    PairwiseList(Rc<RefCell<Vec<Value>>>, usize, Option<Value>),
    Zip(Vec<Iter>, bool),
    Map(Box<(Value, Vec<Iter>)>),
    Filter(Value, Box<Iter>),
    Chain(Vec<Value>, Option<Box<Iter>>),
    ChainFrom(Box<Iter>, Option<Box<Iter>>),
    Pairwise(Box<Iter>, Option<Value>),
    Accumulate(Box<Accumulate>),
    GroupBy(Rc<RefCell<Groups>>),
    /// The items of one group: its key, and its number.
    Group(Rc<RefCell<Groups>>, Value, u64),
    Combinations(Box<Combinations>),
    Permutations(Box<Permutations>),
    Product(Box<Product>),
    /// A function that yields, or a generator expression.
    Generator(Box<Resumable>),
    /// `iter(function, sentinel)`
    Until(Value, Value),
    /// An instance with `__next__`.
    Own(Value),
    /// An instance with `__getitem__`, and the next index.
    Indexed(Value, i64),
    /// An iterator somebody else holds too.
    Shared(SharedIter),
    Exhausted,
}

/// An iterator that several hold. `dropping` says what happens when the last one lets go.
#[derive(Clone, Debug)]
pub struct SharedIter(pub Rc<RefCell<Iter>>);

#[derive(Debug)]
pub struct Accumulate {
    pub source: Iter,
    pub function: Option<Value>,
    pub total: Option<Value>,
    pub emit_initial: bool,
}

impl Iter {
    /// Overwrites an iterator, without a destructor where there is nothing to release.
    #[inline]
    pub(crate) fn put(&mut self, iter: Iter) {
        self.clear();
        std::mem::forget(std::mem::replace(self, iter));
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        if !matches!(self, Iter::Exhausted | Iter::Range { .. }) {
            release(self);
        }
    }
}

#[inline(never)]
fn release(iter: &mut Iter) {
    match std::mem::replace(iter, Iter::Exhausted) {
        Iter::List(items, _) => drop(items),
        Iter::Tuple(items, _) => drop(items),
        other => drop(other),
    }
}

pub(crate) fn is_iterable(value: &Value) -> bool {
    match value {
        Value::Tuple(_)
        | Value::List(_)
        | Value::Deque(_)
        | Value::Set(_)
        | Value::FrozenSet(_)
        | Value::Dict(_)
        | Value::Range(_)
        | Value::View(_)
        | Value::Str(_)
        | Value::Iter(_)
        // The class of an enumeration is iterable, and of another record `iter` says that it is not.
        | Value::Class(_) => true,
        Value::Instance(instance) => {
            [Dunder::Iter, Dunder::GetItem].iter().any(|it| instance.class.find(it.symbol()).is_some())
        }
        Value::Record(record) => record.is_tuple,
        _ => false,
    }
}

#[cold]
fn set_order(how: &str) -> Result<()> {
    outside(format!("a set is {how}: the result depends on the order of a set, which Python does not define"))
}

impl Machine<'_> {
    /// A fault where the order of a set would show, except in a submission, which may depend on it.
    pub(crate) fn reject_set_order(&self, value: &Value, how: &str) -> Result<()> {
        match value {
            _ if self.program.is_submission => Ok(()),
            Value::Set(set) if set.borrow().len() > 1 => set_order(how),
            Value::FrozenSet(set) if set.len() > 1 => set_order(how),
            _ => Ok(()),
        }
    }

    /// The iterator over what a call of a built-in returns.
    pub(crate) fn make_iter(&mut self, builtin: Builtin, mut arguments: Arguments) -> Result<Iter> {
        match builtin.lazy() {
            Some(lazy) => {
                self.fit(builtin.name(), builtin.signature(), &mut arguments)?;
                self.lazy_builtin(lazy, arguments)
            }
            None if builtin == Builtin::Range => {
                self.fit(builtin.name(), builtin.signature(), &mut arguments)?;
                let range = crate::builtins::make_range(&arguments)?;
                Ok(Iter::Range { next: range.start, left: range.len(), step: range.step })
            }
            None => {
                let value = self.call_builtin(builtin, arguments)?;
                self.iter(&value)
            }
        }
    }

    /// `iter(value)`
    #[inline(never)]
    #[expect(clippy::iter_not_returning_iterator, reason = "named for Python's `iter`")]
    pub(crate) fn iter(&mut self, value: &Value) -> Result<Iter> {
        Ok(match value {
            Value::List(items) => Iter::List(items.clone(), 0),
            Value::Tuple(items) => Iter::Tuple(items.clone(), 0),
            Value::Set(set) => match self.set_order {
                None => Iter::Set(set.clone(), 0, set.borrow().len(), set.borrow().removals()),
                Some(order) => {
                    let items = order.shuffled(&set.borrow());
                    let size = items.len();
                    Iter::Shuffled(set.clone(), items, size, set.borrow().removals())
                }
            },
            Value::FrozenSet(set) => match self.set_order {
                None => Iter::FrozenSet(set.clone(), 0),
                Some(order) => Iter::Ready(order.shuffled(set)),
            },
            Value::Dict(dict) => Iter::Dict(DictIter::new(dict, ViewKind::Keys)),
            Value::View(view) => Iter::Dict(DictIter::new(&view.dict, view.kind)),
            Value::Range(range) => Iter::Range { next: range.start, left: range.len(), step: range.step },
            Value::Deque(deque) => Iter::Deque(deque.clone(), 0, deque.changes.get()),
            Value::Iter(iter) => Iter::Shared(SharedIter(iter.clone())),
            Value::Record(record) if record.is_tuple => Iter::Fields(record.clone(), 0),
            Value::Instance(_) => return self.special_iter(value),
            Value::Str(text) => Iter::Str(text.clone(), 0),
            Value::Class(_) if let Some(members) = self.members(value) => return self.iter(&members),
            other => return type_error(format!("'{}' object is not iterable", other.type_name())),
        })
    }
}
