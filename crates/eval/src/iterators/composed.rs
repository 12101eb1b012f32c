//! Iterators made of other iterators and of functions.
//!
//! What they call may ask the same iterator for its next value before the call has come back: CPython goes on from the
//! state it finds. Only a generator that asks itself is an error.
//!
//! Invariant: the state of an iterator that something else holds, too is not borrowed while code of the program runs. So
//! the iterators inside a composed one are plain, or shared themselves; `Machine::iter` makes no others.

use std::cell::RefCell;
use std::rc::Rc;

use lang::ast::BinaryOp;
use lang::builtins::Exception;

use crate::calls::Arguments;
use crate::fault::{Result, value_error};
use crate::iterators::groups::Groups;
use crate::iterators::{Accumulate, Iter};
use crate::limits::{self, FREE_LEVELS};
use crate::machine::Machine;
use crate::value::{Items, Value};

/// Where an iterator is: owned by one loop, or shared.
#[derive(Debug)]
pub(super) enum IterPlace<'a> {
    Own(&'a mut Iter),
    Shared(&'a RefCell<Iter>),
}

/// What is to be done for the next value.
enum Task {
    Enumerate,
    Zip(usize, bool),
    Map(Value, usize),
    Filter(Value),
    Chain,
    Pairwise,
    Accumulate,
    Until(Value, Value),
    Groups(Rc<RefCell<Groups>>),
    Group(Rc<RefCell<Groups>>, Value, u64),
    Generator,
    Nothing,
}

impl IterPlace<'_> {
    /// Looks at the iterator for as long as no code of the program runs.
    pub(super) fn with<T>(&mut self, look: impl FnOnce(&mut Iter) -> T) -> T {
        match self {
            Self::Own(iter) => look(iter),
            Self::Shared(iter) => look(&mut iter.borrow_mut()),
        }
    }

    fn task(&mut self) -> Task {
        self.with(|iter| match iter {
            Iter::Enumerate(..) => Task::Enumerate,
            Iter::Zip(iters, strict) => Task::Zip(iters.len(), *strict),
            Iter::Map(map) => Task::Map(map.0.clone(), map.1.len()),
            Iter::Filter(function, _) => Task::Filter(function.clone()),
            Iter::Chain(..) | Iter::ChainFrom(..) => Task::Chain,
            Iter::Pairwise(..) => Task::Pairwise,
            Iter::Accumulate(_) => Task::Accumulate,
            Iter::Until(function, sentinel) => Task::Until(function.clone(), sentinel.clone()),
            Iter::GroupBy(groups) => Task::Groups(Rc::clone(groups)),
            Iter::Group(groups, target, number) => Task::Group(Rc::clone(groups), target.clone(), *number),
            Iter::Generator(_) => Task::Generator,
            _ => Task::Nothing,
        })
    }
}

impl Iter {
    /// Whether the next value may take code of the program, or what another iterator gives.
    pub(super) fn is_composed(&self) -> bool {
        matches!(
            self,
            Self::Enumerate(..)
                | Self::Zip(..)
                | Self::Map(_)
                | Self::Filter(..)
                | Self::Chain(..)
                | Self::ChainFrom(..)
                | Self::Pairwise(..)
                | Self::Accumulate(_)
                | Self::GroupBy(_)
                | Self::Group(..)
                | Self::Until(..)
                | Self::Generator(_)
        )
    }

    /// The iterators inside one, by number.
    fn part(&mut self, number: usize) -> Option<&mut Iter> {
        match self {
            Self::Enumerate(inner, _) | Self::Filter(_, inner) | Self::Pairwise(inner, _) => Some(inner),
            Self::ChainFrom(rest, _) if number == REST => Some(rest),
            Self::Chain(_, current) | Self::ChainFrom(_, current) => current.as_deref_mut(),
            Self::Zip(iters, _) => iters.get_mut(number),
            Self::Map(map) => map.1.get_mut(number),
            Self::Accumulate(accumulate) => Some(&mut accumulate.source),
            _ => None,
        }
    }
}

/// The parts of a chain: the current iterator, and where the next one comes from.
const CURRENT: usize = 0;
const REST: usize = 1;

impl Machine<'_> {
    /// The next value of an iterator that something else holds, too.
    pub(super) fn next_shared(&mut self, shared: &Rc<RefCell<Iter>>) -> Result<Option<Value>> {
        let mut iter = shared.borrow_mut();
        if !iter.is_composed() {
            return self.next(&mut iter);
        }
        drop(iter);
        self.next_composed(IterPlace::Shared(shared))
    }

    #[inline(never)]
    pub(super) fn next_composed(&mut self, mut place: IterPlace<'_>) -> Result<Option<Value>> {
        let place = &mut place;
        let task = place.task();
        // Resuming a generator is counted as a call.
        if !matches!(task, Task::Generator) {
            self.step()?;
        }
        self.chained += 1;
        let result = if self.chained > FREE_LEVELS {
            limits::deep(0, self.chained, || self.next_by_task(place, task))
        } else {
            self.next_by_task(place, task)
        };
        self.chained -= 1;
        match result {
            // Python ends an iteration by StopIteration, whatever raises it: the function of a `map` too.
            Err(fault) if fault.is(Exception::StopIteration) => Ok(None),
            result => result,
        }
    }

    fn next_by_task(&mut self, place: &mut IterPlace<'_>, task: Task) -> Result<Option<Value>> {
        match task {
            Task::Generator => self.resume(place),
            Task::Enumerate => self.next_numbered(place),
            Task::Zip(count, strict) => {
                Ok(self.next_row(place, count, strict)?.map(|items| Value::Tuple(Rc::new(items))))
            }
            Task::Map(function, count) => self.next_mapped(place, &function, count),
            Task::Filter(function) => self.next_kept(place, &function),
            Task::Chain => self.next_chained(place),
            Task::Pairwise => self.next_neighbors(place),
            Task::Accumulate => self.next_total(place),
            Task::Until(function, sentinel) => self.next_until(place, &function, &sentinel),
            Task::Groups(groups) => self.next_group(&groups),
            Task::Group(groups, target, number) => self.next_in_group(&groups, &target, number),
            Task::Nothing => Ok(None),
        }
    }

    fn next_part(&mut self, place: &mut IterPlace<'_>, number: usize) -> Result<Option<Value>> {
        match place {
            IterPlace::Own(iter) => match iter.part(number) {
                Some(part) => self.next(part),
                None => Ok(None),
            },
            IterPlace::Shared(cell) => {
                let mut iter = cell.borrow_mut();
                let part = match iter.part(number) {
                    Some(Iter::Shared(part)) => part.clone(),
                    Some(part) => return self.next(part),
                    None => return Ok(None),
                };
                drop(iter);
                self.next_shared(&part.0)
            }
        }
    }

    fn next_numbered(&mut self, place: &mut IterPlace<'_>) -> Result<Option<Value>> {
        let Some(item) = self.next_part(place, 0)? else { return Ok(None) };
        place.with(|iter| {
            let Iter::Enumerate(_, count) = iter else { return Ok(None) };
            let next = crate::numbers::add(count, &Value::Int(1))?;
            Ok(Some(Value::pair(std::mem::replace(count, next), item)))
        })
    }

    /// One value of each part.
    fn next_row(&mut self, place: &mut IterPlace<'_>, count: usize, strict: bool) -> Result<Option<Items>> {
        if count == 0 {
            return Ok(None);
        }
        self.charge(count / 4)?;
        let mut items = Items::new();
        for number in 0..count {
            match self.next_part(place, number)? {
                Some(item) => items.push(item),
                None if strict => {
                    if number > 0 {
                        return value_error("zip() arguments have different lengths");
                    }
                    for other in 1..count {
                        if self.next_part(place, other)?.is_some() {
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

    fn next_mapped(&mut self, place: &mut IterPlace<'_>, function: &Value, count: usize) -> Result<Option<Value>> {
        if count == 1 {
            let Some(item) = self.next_part(place, 0)? else { return Ok(None) };
            return self.call_one(function, item).map(Some);
        }
        let Some(items) = self.next_row(place, count, false)? else { return Ok(None) };
        let arguments = Arguments { positional: items.into_iter().collect(), keywords: Vec::new() };
        self.call_value(function, arguments).map(Some)
    }

    fn next_kept(&mut self, place: &mut IterPlace<'_>, function: &Value) -> Result<Option<Value>> {
        while let Some(item) = self.next_part(place, 0)? {
            self.step()?;
            let keep = match function {
                Value::None => self.truth_of(&item)?,
                function => {
                    let answer = self.call_one(function, item.clone())?;
                    self.truth_of(&answer)?
                }
            };
            if keep {
                return Ok(Some(item));
            }
        }
        Ok(None)
    }

    fn next_chained(&mut self, place: &mut IterPlace<'_>) -> Result<Option<Value>> {
        loop {
            self.step()?;
            if place.with(|iter| iter.part(CURRENT).is_some()) {
                if let Some(item) = self.next_part(place, CURRENT)? {
                    return Ok(Some(item));
                }
                place.with(|iter| {
                    if let Iter::Chain(_, current) | Iter::ChainFrom(_, current) = iter {
                        *current = None;
                    }
                });
            }
            let next = match place.with(|iter| if let Iter::Chain(rest, _) = iter { Some(rest.pop()) } else { None }) {
                Some(next) => next,
                None => self.next_part(place, REST)?,
            };
            let Some(next) = next else {
                place.with(|iter| *iter = Iter::Exhausted);
                return Ok(None);
            };
            let mut next = Some(Box::new(self.iter(&next)?));
            place.with(|iter| {
                if let Iter::Chain(_, current) | Iter::ChainFrom(_, current) = iter {
                    *current = next.take();
                }
            });
            // The chain has come to its end while it asked for more: this is the last it gives.
            if let Some(mut last) = next {
                return self.next(&mut last);
            }
        }
    }

    fn next_neighbors(&mut self, place: &mut IterPlace<'_>) -> Result<Option<Value>> {
        // Whatever ends its source ends it for good, an exception included.
        let part = |this: &mut Self, place: &mut IterPlace<'_>| {
            let item = this.next_part(place, 0);
            if item.is_err() {
                place.with(|iter| *iter = Iter::Exhausted);
            }
            item
        };
        let mut first = place.with(|iter| if let Iter::Pairwise(_, previous) = iter { previous.clone() } else { None });
        if first.is_none() {
            first = part(self, place)?;
            place.with(|iter| {
                if let Iter::Pairwise(_, previous) = iter {
                    previous.clone_from(&first);
                }
            });
        }
        let (Some(first), Some(second)) = (first, part(self, place)?) else {
            place.with(|iter| *iter = Iter::Exhausted);
            return Ok(None);
        };
        place.with(|iter| {
            if let Iter::Pairwise(_, previous) = iter {
                *previous = Some(second.clone());
            }
        });
        Ok(Some(Value::pair(first, second)))
    }

    fn next_total(&mut self, place: &mut IterPlace<'_>) -> Result<Option<Value>> {
        let state = |iter: &mut Iter| match iter {
            Iter::Accumulate(accumulate) => {
                let Accumulate { function, total, emit_initial, .. } = &mut **accumulate;
                Some((function.clone(), total.clone(), std::mem::take(emit_initial)))
            }
            _ => None,
        };
        if let Some((_, total, true)) = place.with(state) {
            return Ok(total);
        }
        let Some(item) = self.next_part(place, 0)? else { return Ok(None) };
        let new = match place.with(state) {
            Some((Some(function), Some(total), _)) => self.call_value(&function, Arguments::two(total, item))?,
            Some((None, Some(total), _)) => self.binary(BinaryOp::Add, &total, &item)?,
            _ => item,
        };
        place.with(|iter| {
            if let Iter::Accumulate(accumulate) = iter {
                accumulate.total = Some(new.clone());
            }
        });
        Ok(Some(new))
    }

    fn next_until(&mut self, place: &mut IterPlace<'_>, function: &Value, sentinel: &Value) -> Result<Option<Value>> {
        let called = self.call_value(function, Arguments::default());
        let ended = match &called {
            Ok(value) => self.equal_values(value, sentinel)?,
            Err(fault) => fault.is(Exception::StopIteration),
        };
        place.with(|iter| {
            if ended {
                *iter = Iter::Exhausted;
            }
            // It may have ended while the function ran.
            if let Iter::Exhausted = iter { Ok(None) } else { called.map(Some) }
        })
    }
}

#[cfg(test)]
mod tests {
    use lang::load::{Mode, load};
    use lang::source::Source;

    use crate::{Machine, Program, canon};

    /// CPython 3.11 does so since its first patches; before, it crashes.
    #[test]
    fn an_iterator_may_end_while_it_is_asked() {
        let source = "
from itertools import pairwise

def neighbours():
    it = pairwise(map(lambda x: (x, next(it, None)), [1, 2, 3, 4, 5]))
    return list(it)

def counted():
    n = [0]
    def f():
        n[0] += 1
        if n[0] == 1:
            next(it, None)
        return n[0]
    it = iter(f, 2)
    return list(it), n
";
        let loaded = load(Source::new("ends.py", source), Mode::Language);
        let program = Program::new(&loaded.problem);
        let mut machine = Machine::new(&program);
        let mut answer = |name: &str| {
            let value = machine.call(name, &[]).expect("it ends");
            canon(&program, &value, &|_| String::new())
        };
        assert_eq!(answer("neighbours"), "[]");
        assert_eq!(answer("counted"), "([], [2])");
    }
}
