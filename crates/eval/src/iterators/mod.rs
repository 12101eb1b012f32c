//! Iteration: one enum for every iterator of the language.
//!
//! A loop drives an [`Iter`] on the native stack; only an iterator that a program can hold in a variable becomes a
//! shared [`Value::Iter`].

pub(crate) mod combinatorics;
pub(crate) mod generator;

use std::cell::RefCell;
use std::rc::Rc;

use lang::builtins::{Builtin, Exception};

use crate::code::{Node, Target};
use crate::fault::{Result, outside, raise, type_error, value_error};
use crate::machine::{Arguments, Machine};
use crate::statements::unpack_error;
use crate::table::Table;
use crate::truth::truth;
use crate::value::{Dict, Items, Value, ViewKind};
use combinatorics::{Combinations, Permutations, Product};
use generator::{Lazy, Resumable};

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
    /// What of the dict, where, and how large it was at the start.
    Dict(Rc<Dict>, ViewKind, usize, usize),
    ReversedList(Rc<RefCell<Vec<Value>>>, usize),
    ReversedDict(Rc<Dict>, ViewKind, usize, usize),
    /// Values that stand already, last first.
    Ready(Vec<Value>),
    Enumerate(Box<Iter>, Value),
    Zip(Vec<Iter>, bool),
    Map(Value, Vec<Iter>),
    Filter(Value, Box<Iter>),
    Chain(Vec<Value>, Option<Box<Iter>>),
    ChainFrom(Box<Iter>, Option<Box<Iter>>),
    Pairwise(Box<Iter>, Option<Value>),
    Accumulate {
        source: Box<Iter>,
        function: Option<Value>,
        total: Option<Value>,
        emit_initial: bool,
    },
    Combinations(Box<Combinations>),
    Permutations(Box<Permutations>),
    Product(Box<Product>),
    /// A function that yields.
    Generator(Box<Resumable>),
    /// A generator expression.
    Lazy(Box<Lazy>),
    /// `iter(function, sentinel)` is outside the language; this is an iterator somebody else holds too.
    Shared(Rc<RefCell<Iter>>),
    Exhausted,
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
    /// The iterator of a loop, without a shared object where the iterable is made on the spot.
    pub(crate) fn iterate(&mut self, node: &Node, frame: &mut [Value]) -> Result<Iter> {
        if let Node::CallBuiltin(builtin, args) = node
            && matches!(
                builtin,
                Builtin::Range
                    | Builtin::Enumerate
                    | Builtin::Zip
                    | Builtin::Map
                    | Builtin::Filter
                    | Builtin::Reversed
                    | Builtin::Combinations
                    | Builtin::Permutations
                    | Builtin::Product
                    | Builtin::Pairwise
                    | Builtin::Chain
                    | Builtin::Accumulate
            )
        {
            let arguments = self.arguments(args, frame)?;
            return self.make_iter(*builtin, arguments);
        }
        match crate::expressions::peek(&self.constants, node, frame) {
            Some(value) => self.iter(value),
            None => {
                let value = self.eval(node, frame)?;
                self.iter(&value)
            }
        }
    }

    pub(crate) fn make_iter(&mut self, builtin: Builtin, arguments: Arguments) -> Result<Iter> {
        if builtin == Builtin::Range {
            let range = crate::builtins::make_range(&arguments)?;
            return Ok(Iter::Range { next: range.start, left: range.len(), step: range.step });
        }
        self.lazy_builtin(builtin, arguments)
    }

    /// `iter(value)`
    pub(crate) fn iter(&self, value: &Value) -> Result<Iter> {
        Ok(match value {
            Value::List(items) => Iter::List(items.clone(), 0),
            Value::Tuple(items) => Iter::Tuple(items.clone(), 0),
            Value::Set(set) => Iter::Set(set.clone(), 0, set.borrow().len()),
            Value::FrozenSet(set) => Iter::FrozenSet(set.clone(), 0),
            Value::Dict(dict) => Iter::Dict(dict.clone(), ViewKind::Keys, 0, dict.table.borrow().len()),
            Value::View(view) => Iter::Dict(view.dict.clone(), view.kind, 0, view.dict.table.borrow().len()),
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
            Iter::Dict(dict, kind, position, size) => {
                let table = dict.table.borrow();
                if table.len() != *size {
                    *size = usize::MAX;
                    return raise(Exception::RuntimeError, "dictionary changed size during iteration");
                }
                let item = table.at(*position).map(|(key, value)| view_item(*kind, key, value));
                *position += 1;
                item
            }
            Iter::Shared(shared) => {
                let shared = shared.clone();
                let Ok(mut inner) = shared.try_borrow_mut() else {
                    return value_error("generator already executing");
                };
                return self.next(&mut inner);
            }
            Iter::Map(..) | Iter::Filter(..) | Iter::Accumulate { .. } => {
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
                table.at(*left).map(|(key, value)| view_item(*kind, key, value))
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
            Iter::Zip(iters, strict) => {
                let strict = *strict;
                self.next_zip(iters, strict)?.map(|items| Value::Tuple(Rc::new(items)))
            }
            Iter::Map(function, iters) => {
                let function = function.clone();
                match self.next_zip(iters, false)? {
                    None => None,
                    Some(mut items) if items.len() == 1 => match items.pop() {
                        Some(item) => Some(self.call_one(&function, item)?),
                        None => None,
                    },
                    Some(items) => {
                        let arguments = Arguments { positional: items.into_iter().collect(), ..Arguments::default() };
                        Some(self.call_value(&function, arguments)?)
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
            Iter::Accumulate { source, function, total, emit_initial } => {
                if std::mem::take(emit_initial) {
                    return Ok(total.clone());
                }
                let function = function.clone();
                let Some(item) = self.next(source)? else { return Ok(None) };
                let new = match (total.take(), &function) {
                    (None, _) => item,
                    (Some(sum), None) => self.binary(lang::ast::BinaryOp::Add, &sum, &item)?,
                    (Some(sum), Some(function)) => {
                        let positional = [sum, item].into_iter().collect();
                        self.call_value(function, Arguments { positional, ..Arguments::default() })?
                    }
                };
                *total = Some(new.clone());
                Some(new)
            }
            Iter::Combinations(state) => state.next(),
            Iter::Permutations(state) => state.next(),
            Iter::Product(state) => state.next(),
            Iter::Generator(state) => return self.resume(state),
            Iter::Lazy(state) => return self.next_lazy(state),
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

    /// The next value, straight into a target; `false` at the end.
    #[inline]
    pub(crate) fn next_into(&mut self, iter: &mut Iter, target: &Target, frame: &mut [Value]) -> Result<bool> {
        if let Target::Local(slot) = target {
            let next = match &mut *iter {
                Iter::List(items, position) => {
                    *position += 1;
                    items.borrow().get(*position - 1).cloned()
                }
                Iter::Tuple(items, position) => {
                    *position += 1;
                    items.get(*position - 1).cloned()
                }
                Iter::Range { next, left, step } if *left > 0 => {
                    let number = *next;
                    *left -= 1;
                    *next = next.wrapping_add(*step);
                    Some(Value::Int(number))
                }
                _ => self.next(iter)?,
            };
            return Ok(match next {
                Some(value) => {
                    frame[*slot as usize] = value;
                    true
                }
                None => false,
            });
        }
        self.next_into_other(iter, target, frame)
    }

    /// Saves the tuple of `for i, x in enumerate(xs)`.
    #[inline(never)]
    fn next_into_other(&mut self, iter: &mut Iter, target: &Target, frame: &mut [Value]) -> Result<bool> {
        if let Target::Unpack(targets) = target {
            match (&mut *iter, &**targets) {
                (Iter::Enumerate(inner, count), [first, second]) => {
                    let Some(item) = self.next(inner)? else { return Ok(false) };
                    let next = crate::numbers::add(count, &Value::Int(1))?;
                    let number = std::mem::replace(count, next);
                    self.assign(first, number, frame)?;
                    self.assign(second, item, frame)?;
                    return Ok(true);
                }
                (Iter::Zip(iters, false), _) if iters.len() == targets.len() => {
                    let Some(items) = self.next_zip(iters, false)? else { return Ok(false) };
                    for (target, item) in targets.iter().zip(items) {
                        self.assign(target, item, frame)?;
                    }
                    return Ok(true);
                }
                (Iter::Dict(dict, ViewKind::Items, position, size), [first, second]) => {
                    let table = dict.table.borrow();
                    if table.len() != *size {
                        *size = usize::MAX;
                        return raise(Exception::RuntimeError, "dictionary changed size during iteration");
                    }
                    let Some((key, value)) = table.at(*position).map(|(k, v)| (k.clone(), v.clone())) else {
                        return Ok(false);
                    };
                    *position += 1;
                    drop(table);
                    self.assign(first, key, frame)?;
                    self.assign(second, value, frame)?;
                    return Ok(true);
                }
                (Iter::List(items, position), _) => {
                    let item = match items.borrow().get(*position) {
                        // A list of tuples into plain variables: nothing can interfere, so nothing is copied twice.
                        Some(Value::Tuple(tuple))
                            if targets.iter().all(|target| matches!(target, Target::Local(_))) =>
                        {
                            if tuple.len() != targets.len() {
                                return unpack_error(targets.len(), tuple.len());
                            }
                            for (target, item) in targets.iter().zip(&**tuple) {
                                if let Target::Local(slot) = target {
                                    frame[*slot as usize] = item.clone();
                                }
                            }
                            None
                        }
                        Some(item) => Some(item.clone()),
                        None => return Ok(false),
                    };
                    *position += 1;
                    if let Some(item) = item {
                        self.assign(target, item, frame)?;
                    }
                    return Ok(true);
                }
                _ => {}
            }
        }
        match self.next(iter)? {
            Some(item) => {
                self.assign(target, item, frame)?;
                Ok(true)
            }
            None => Ok(false),
        }
    }

    /// All values of an iterable.
    pub(crate) fn collect(&mut self, value: &Value) -> Result<Vec<Value>> {
        match value {
            Value::List(items) => Ok(items.borrow().clone()),
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

fn view_item(kind: ViewKind, key: &Value, value: &Value) -> Value {
    match kind {
        ViewKind::Keys => key.clone(),
        ViewKind::Values => value.clone(),
        ViewKind::Items => Value::pair(key.clone(), value.clone()),
    }
}
