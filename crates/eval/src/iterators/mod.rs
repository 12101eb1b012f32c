//! Iteration: one enum for every iterator of the language.
//!
//! A loop drives an [`Iter`] on the native stack; only an iterator that a program can hold in a variable becomes a
//! shared [`Value::Iter`].

pub(crate) mod combinatorics;
pub(crate) mod generator;

use std::cell::RefCell;
use std::rc::Rc;

use lang::builtins::{Builtin, Exception};

use crate::calls::Arguments;
use crate::fault::{Result, outside, raise, type_error, value_error};
use crate::machine::Machine;
use crate::table::Table;
use crate::truth::truth;
use crate::value::{Dict, Items, Value, ViewKind};
use combinatorics::{Combinations, Permutations, Product};
use generator::Resumable;

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
    Set(Rc<RefCell<Table<()>>>, usize, usize),
    FrozenSet(Rc<Table<()>>, usize),
    Dict(Box<DictIter>),
    ReversedList(Rc<RefCell<Vec<Value>>>, usize),
    ReversedDict(Rc<Dict>, ViewKind, usize, usize),
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
    Combinations(Box<Combinations>),
    Permutations(Box<Permutations>),
    Product(Box<Product>),
    /// A function that yields, or a generator expression.
    Generator(Box<Resumable>),
    /// `iter(function, sentinel)`
    Until(Value, Value),
    /// An iterator somebody else holds too.
    Shared(Rc<RefCell<Iter>>),
    Exhausted,
}

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

/// An iterator over a dict. It survives changes that keep the size, as CPython's does.
#[derive(Debug)]
pub struct DictIter {
    dict: Rc<Dict>,
    kind: ViewKind,
    position: usize,
    /// How large the dict was at the start.
    size: usize,
    /// How many elements are still to come: the first that is one too many is an error.
    left: usize,
    /// How many removals the position accounts for.
    seen_removals: usize,
}

impl DictIter {
    pub fn new(dict: &Rc<Dict>, kind: ViewKind) -> Box<Self> {
        let size = dict.table.borrow().len();
        let seen_removals = dict.removals.borrow().len();
        Box::new(Self { dict: dict.clone(), kind, position: 0, size, left: size, seen_removals })
    }

    pub fn next(&mut self) -> Result<Option<(Value, Value)>> {
        let table = self.dict.table.borrow();
        if table.len() != self.size {
            self.size = usize::MAX;
            return raise(Exception::RuntimeError, "dictionary changed size during iteration");
        }
        let removals = self.dict.removals.borrow();
        if removals.len() > self.seen_removals {
            let before = removals[self.seen_removals..]
                .iter()
                .fold(self.position, |position, removed| if *removed < position { position - 1 } else { position });
            self.position = before;
            self.seen_removals = removals.len();
        }
        let Some((key, value)) = table.at(self.position) else { return Ok(None) };
        if self.left == 0 {
            return raise(Exception::RuntimeError, "dictionary keys changed during iteration");
        }
        self.left -= 1;
        self.position += 1;
        Ok(Some((key.clone(), value.clone())))
    }
}

pub(crate) fn is_iterable(value: &Value) -> bool {
    match value {
        Value::Tuple(_)
        | Value::List(_)
        | Value::Set(_)
        | Value::FrozenSet(_)
        | Value::Dict(_)
        | Value::Range(_)
        | Value::View(_)
        | Value::Str(_)
        | Value::Iter(_) => true,
        Value::Record(record) => record.is_tuple,
        _ => false,
    }
}

/// A fault where the order of a set would show.
pub(crate) fn reject_set_order(value: &Value, how: &str) -> Result<()> {
    match value {
        Value::Set(set) if set.borrow().len() > 1 => set_order(how),
        Value::FrozenSet(set) if set.len() > 1 => set_order(how),
        _ => Ok(()),
    }
}

#[cold]
fn set_order(how: &str) -> Result<()> {
    outside(format!("a set is {how}: the result depends on the order of a set, which Python leaves open"))
}

impl Machine<'_> {
    pub(crate) fn make_iter(&mut self, builtin: Builtin, arguments: Arguments) -> Result<Iter> {
        if builtin == Builtin::Range {
            let range = crate::builtins::make_range(&arguments)?;
            return Ok(Iter::Range { next: range.start, left: range.len(), step: range.step });
        }
        self.lazy_builtin(builtin, arguments)
    }

    /// `iter(value)`
    #[inline(never)]
    #[expect(clippy::iter_not_returning_iterator, reason = "named for Python's `iter`")]
    pub(crate) fn iter(&self, value: &Value) -> Result<Iter> {
        Ok(match value {
            Value::List(items) => Iter::List(items.clone(), 0),
            Value::Tuple(items) => Iter::Tuple(items.clone(), 0),
            Value::Set(set) => Iter::Set(set.clone(), 0, set.borrow().len()),
            Value::FrozenSet(set) => Iter::FrozenSet(set.clone(), 0),
            Value::Dict(dict) => Iter::Dict(DictIter::new(dict, ViewKind::Keys)),
            Value::View(view) => Iter::Dict(DictIter::new(&view.dict, view.kind)),
            Value::Range(range) => Iter::Range { next: range.start, left: range.len(), step: range.step },
            Value::Iter(iter) => Iter::Shared(iter.clone()),
            Value::Record(record) if record.is_tuple => Iter::Fields(record.clone(), 0),
            Value::Str(_) => return outside("a string is iterated over; strings are compared as a whole"),
            other => return type_error(format!("'{}' object is not iterable", other.type_name())),
        })
    }

    pub(crate) fn next(&mut self, iter: &mut Iter) -> Result<Option<Value>> {
        Ok(match iter {
            Iter::List(items, position) => {
                let item = items.borrow().get(*position).cloned();
                match item {
                    Some(_) => *position += 1,
                    // A list iterator that has ended stays ended, even if the list grows.
                    None => *iter = Iter::Exhausted,
                }
                item
            }
            Iter::Tuple(items, position) => {
                let item = items.get(*position).cloned();
                *position += 1;
                item
            }
            Iter::Fields(record, position) => {
                let item = record.fields.get(*position).cloned();
                *position += 1;
                item
            }
            Iter::Range { next, left, step } => {
                if *left == 0 {
                    return Ok(None);
                }
                let item = *next;
                *left -= 1;
                *next = next.wrapping_add(*step);
                Some(Value::Int(item))
            }
            Iter::Set(set, position, size) => {
                let table = set.borrow();
                if table.len() != *size {
                    *size = usize::MAX;
                    return raise(Exception::RuntimeError, "Set changed size during iteration");
                }
                let item = table.at(*position).map(|(key, ())| key.clone());
                *position += 1;
                item
            }
            Iter::FrozenSet(set, position) => {
                let item = set.at(*position).map(|(key, ())| key.clone());
                *position += 1;
                item
            }
            Iter::Dict(state) => state.next()?.map(|(key, value)| view_item(state.kind, key, value)),
            Iter::Shared(shared) => {
                let shared = shared.clone();
                let Ok(mut inner) = shared.try_borrow_mut() else {
                    return value_error("generator already executing");
                };
                return self.next(&mut inner);
            }
            Iter::Map(_) | Iter::Filter(..) | Iter::Accumulate(_) | Iter::Until(..) => {
                // Python ends an iteration by StopIteration, whoever raises it: the function of a `map` too.
                return match self.next_rare(iter) {
                    Err(fault) if fault.is(Exception::StopIteration) => Ok(None),
                    result => result,
                };
            }
            _ => return self.next_rare(iter),
        })
    }

    #[inline(never)]
    fn next_rare(&mut self, iter: &mut Iter) -> Result<Option<Value>> {
        Ok(match iter {
            Iter::ReversedList(items, left) => {
                if *left == 0 {
                    return Ok(None);
                }
                *left -= 1;
                let item = items.borrow().get(*left).cloned();
                if item.is_none() {
                    *left = 0;
                }
                item
            }
            Iter::ReversedDict(dict, kind, left, size) => {
                let table = dict.table.borrow();
                if table.len() != *size {
                    return raise(Exception::RuntimeError, "dictionary changed size during iteration");
                }
                if *left == 0 {
                    return Ok(None);
                }
                *left -= 1;
                table.at(*left).map(|(key, value)| view_item(*kind, key.clone(), value.clone()))
            }
            Iter::Elements(counts, element, left) => {
                while *left <= 0 {
                    let Some((key, count)) = counts.next()? else { return Ok(None) };
                    *element = key;
                    *left = match &count {
                        Value::Big(_) => {
                            return raise(Exception::OverflowError, "Python int too large to convert to C ssize_t");
                        }
                        count => match count.as_int() {
                            Some(count) => count,
                            None => return type_error("a count cannot be interpreted as an integer"),
                        },
                    };
                }
                *left -= 1;
                Some(element.clone())
            }
            Iter::Until(function, sentinel) => {
                let (function, sentinel) = (function.clone(), sentinel.clone());
                let value = self.call_value(&function, Arguments::default())?;
                if crate::compare::equal(&value, &sentinel)? {
                    *iter = Iter::Exhausted;
                    return Ok(None);
                }
                Some(value)
            }
            Iter::Ready(items) => items.pop(),
            Iter::Enumerate(inner, count) => match self.next(inner)? {
                None => None,
                Some(item) => {
                    let next = crate::numbers::add(count, &Value::Int(1))?;
                    let number = std::mem::replace(count, next);
                    Some(Value::pair(number, item))
                }
            },
            Iter::EnumerateList(..) | Iter::PairwiseList(..) => {
                self.next_pair(iter)?.map(|(first, second)| Value::pair(first, second))
            }
            Iter::Zip(iters, strict) => {
                let strict = *strict;
                self.next_zip(iters, strict)?.map(|items| Value::Tuple(Rc::new(items)))
            }
            Iter::Map(map) => {
                let (function, iters) = &mut **map;
                match self.next_zip(iters, false)? {
                    None => None,
                    Some(mut items) if items.len() == 1 => match items.pop() {
                        Some(item) => Some(self.call_one(function, item)?),
                        None => None,
                    },
                    Some(items) => {
                        let arguments = Arguments { positional: items.into_iter().collect(), keywords: Vec::new() };
                        Some(self.call_value(function, arguments)?)
                    }
                }
            }
            Iter::Filter(function, inner) => {
                let function = function.clone();
                while let Some(item) = self.next(inner)? {
                    let keep = match &function {
                        Value::None => truth(&item)?,
                        function => truth(&self.call_one(function, item.clone())?)?,
                    };
                    if keep {
                        return Ok(Some(item));
                    }
                }
                None
            }
            Iter::Pairwise(inner, previous) => {
                if previous.is_none() {
                    *previous = self.next(inner)?;
                }
                match (previous.take(), self.next(inner)?) {
                    (Some(first), Some(second)) => {
                        *previous = Some(second.clone());
                        Some(Value::pair(first, second))
                    }
                    _ => {
                        *iter = Iter::Exhausted;
                        None
                    }
                }
            }
            Iter::Chain(rest, current) => loop {
                if let Some(inner) = current {
                    match self.next(inner)? {
                        Some(item) => break Some(item),
                        None => *current = None,
                    }
                }
                match rest.pop() {
                    Some(value) => *current = Some(Box::new(self.iter(&value)?)),
                    None => break None,
                }
            },
            Iter::ChainFrom(rest, current) => loop {
                if let Some(inner) = current {
                    match self.next(inner)? {
                        Some(item) => break Some(item),
                        None => *current = None,
                    }
                }
                match self.next(rest)? {
                    Some(value) => *current = Some(Box::new(self.iter(&value)?)),
                    None => break None,
                }
            },
            Iter::Accumulate(accumulate) => {
                let Accumulate { source, function, total, emit_initial } = &mut **accumulate;
                if std::mem::take(emit_initial) {
                    return Ok(total.clone());
                }
                let Some(item) = self.next(source)? else { return Ok(None) };
                let new = match (total.take(), function) {
                    (None, _) => item,
                    (Some(sum), None) => self.binary(lang::ast::BinaryOp::Add, &sum, &item)?,
                    (Some(sum), Some(function)) => self.call_value(function, Arguments::two(sum, item))?,
                };
                *total = Some(new.clone());
                Some(new)
            }
            Iter::Combinations(state) => state.next(),
            Iter::Permutations(state) => state.next(),
            Iter::Product(state) => state.next(),
            Iter::Generator(state) => return self.resume(state),
            _ => None,
        })
    }

    fn next_zip(&mut self, iters: &mut [Iter], strict: bool) -> Result<Option<Items>> {
        if iters.is_empty() {
            return Ok(None);
        }
        let mut items = Items::new();
        for position in 0..iters.len() {
            match self.next(&mut iters[position])? {
                Some(item) => items.push(item),
                None if strict => {
                    if position > 0 {
                        return value_error("zip() arguments have different lengths");
                    }
                    for other in &mut iters[1..] {
                        if self.next(other)?.is_some() {
                            return value_error("zip() arguments have different lengths");
                        }
                    }
                    return Ok(None);
                }
                None => return Ok(None),
            }
        }
        Ok(Some(items))
    }

    /// The next value, unpacked into two. Saves the tuple of `for i, x in enumerate(xs)`.
    #[inline]
    pub(crate) fn next_pair(&mut self, iter: &mut Iter) -> Result<Option<(Value, Value)>> {
        match iter {
            Iter::List(items, position) => {
                let items = items.borrow();
                let Some(item) = items.get(*position) else { return Ok(None) };
                if let Value::Tuple(tuple) = item
                    && let [first, second] = &***tuple
                {
                    *position += 1;
                    return Ok(Some((first.clone(), second.clone())));
                }
            }
            Iter::EnumerateList(items, position) => {
                let Some(item) = items.borrow().get(*position).cloned() else { return Ok(None) };
                let number = i64::try_from(*position).unwrap_or(i64::MAX);
                *position += 1;
                return Ok(Some((Value::Int(number), item)));
            }
            Iter::PairwiseList(items, position, previous) => {
                let items = items.borrow();
                let first = match previous.take() {
                    Some(first) => first,
                    None => {
                        *position += 1;
                        let Some(first) = items.first() else { return Ok(None) };
                        first.clone()
                    }
                };
                let Some(second) = items.get(*position) else { return Ok(None) };
                *position += 1;
                *previous = Some(second.clone());
                return Ok(Some((first, second.clone())));
            }
            _ => {}
        }
        self.next_pair_rare(iter)
    }

    #[inline(never)]
    fn next_pair_rare(&mut self, iter: &mut Iter) -> Result<Option<(Value, Value)>> {
        match iter {
            Iter::Enumerate(inner, count) => {
                let Some(item) = self.next(inner)? else { return Ok(None) };
                let next = crate::numbers::add(count, &Value::Int(1))?;
                return Ok(Some((std::mem::replace(count, next), item)));
            }
            Iter::Zip(iters, false) if iters.len() == 2 => {
                let Some(first) = self.next(&mut iters[0])? else { return Ok(None) };
                let Some(second) = self.next(&mut iters[1])? else { return Ok(None) };
                return Ok(Some((first, second)));
            }
            Iter::Dict(state) if state.kind == ViewKind::Items => return state.next(),
            Iter::Combinations(state) if state.is_of_pairs() => return Ok(state.next_pair()),
            _ => {}
        }
        let Some(item) = self.next(iter)? else { return Ok(None) };
        let mut pair = [Value::Unbound, Value::Unbound];
        self.unpack(&item, &mut pair)?;
        Ok(Some(pair.into()))
    }

    /// The values of an iterable into as many places.
    #[inline(never)]
    pub(crate) fn unpack(&mut self, value: &Value, places: &mut [Value]) -> Result<()> {
        if let Some(items) = value.as_tuple() {
            if items.len() != places.len() {
                return unpack_error(places.len(), items.len());
            }
            places.clone_from_slice(items);
            return Ok(());
        }
        let items = self.unpacked(value, Some(places.len()))?;
        if items.len() != places.len() {
            return unpack_error(places.len(), items.len());
        }
        for (place, item) in places.iter_mut().zip(items) {
            *place = item;
        }
        Ok(())
    }

    /// `before, *rest, after = value`: the rest goes, as a list, to the place at `star`.
    #[inline(never)]
    pub(crate) fn unpack_star(&mut self, value: &Value, places: &mut [Value], star: usize) -> Result<()> {
        let items = self.unpacked(value, None)?;
        let fixed = places.len() - 1;
        let Some(rest) = items.len().checked_sub(fixed) else {
            return value_error(format!(
                "not enough values to unpack (expected at least {fixed}, got {})",
                items.len()
            ));
        };
        let mut items = items.into_iter();
        for (position, place) in places.iter_mut().enumerate() {
            *place = if position == star {
                Value::list(items.by_ref().take(rest).collect())
            } else {
                items.next().unwrap_or(Value::None)
            };
        }
        Ok(())
    }

    /// The values an iterable is unpacked into; at most one more than wanted is taken.
    fn unpacked(&mut self, value: &Value, wanted: Option<usize>) -> Result<Vec<Value>> {
        if !is_iterable(value) {
            return type_error(format!("cannot unpack non-iterable {} object", value.type_name()));
        }
        reject_set_order(value, "unpacked")?;
        let mut iter = self.iter(value)?;
        let mut items = Vec::new();
        while wanted.is_none_or(|wanted| items.len() <= wanted) {
            match self.next(&mut iter)? {
                Some(item) => items.push(item),
                None => break,
            }
        }
        Ok(items)
    }

    /// All values of an iterable.
    pub(crate) fn collect(&mut self, value: &Value) -> Result<Vec<Value>> {
        match value {
            Value::List(items) => {
                self.charge(items.borrow().len())?;
                Ok(items.borrow().clone())
            }
            Value::Tuple(items) => Ok(items.to_vec()),
            _ => {
                let mut iter = self.iter(value)?;
                self.collect_iter(&mut iter)
            }
        }
    }

    pub(crate) fn collect_iter(&mut self, iter: &mut Iter) -> Result<Vec<Value>> {
        let mut items = Vec::new();
        while let Some(item) = self.next(iter)? {
            self.step()?;
            items.push(item);
        }
        Ok(items)
    }

    pub(crate) fn table_from_iter(&mut self, iter: &mut Iter) -> Result<Table<()>> {
        let mut table = Table::default();
        while let Some(item) = self.next(iter)? {
            self.step()?;
            table.add(item)?;
        }
        Ok(table)
    }
}

fn view_item(kind: ViewKind, key: Value, value: Value) -> Value {
    match kind {
        ViewKind::Keys => key,
        ViewKind::Values => value,
        ViewKind::Items => Value::pair(key, value),
    }
}

#[cold]
pub(crate) fn unpack_error<T>(wanted: usize, given: usize) -> Result<T> {
    if given > wanted {
        value_error(format!("too many values to unpack (expected {wanted})"))
    } else {
        value_error(format!("not enough values to unpack (expected {wanted}, got {given})"))
    }
}
