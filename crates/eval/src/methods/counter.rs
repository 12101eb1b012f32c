//! `collections.Counter`: construction, methods and the multiset operators.

use std::rc::Rc;

use lang::ast::{BinaryOp, CompareOp};
use lang::methods::CounterMethod;

use crate::calls::Arguments;
use crate::compare::ordered;
use crate::fault::{Result, type_error};
use crate::iterators::Iter;
use crate::iterators::dict::DictIter;
use crate::machine::Machine;
use crate::numbers::arithmetic;
use crate::table::Table;
use crate::value::{Dict, DictKind, Value, ViewKind};

impl Machine<'_> {
    pub(crate) fn make_counter(&mut self, arguments: Arguments) -> Result<Value> {
        let dict = Dict::new(DictKind::Counter);
        self.count_all(&dict, arguments, BinaryOp::Add)?;
        Ok(Value::Dict(dict))
    }

    /// Adds (or subtracts) the elements of an iterable, or the counts of a mapping, and of keywords.
    fn count_all(&mut self, counter: &Rc<Dict>, arguments: Arguments, op: BinaryOp) -> Result<()> {
        match arguments.positional.first() {
            None | Some(Value::None) => {}
            Some(Value::Dict(source)) => {
                self.charge(source.table.borrow().len())?;
                let counts = source.table.borrow().iter().map(|(key, count)| (key.clone(), count.clone())).collect();
                counter.inherit(source);
                self.count_mapping(counter, counts, op)?;
            }
            Some(iterable) => {
                let mut iter = self.iter(iterable)?;
                while let Some(key) = self.next(&mut iter)? {
                    self.step()?;
                    self.count(counter, key, &Value::Int(1), op)?;
                }
            }
        }
        let keywords = arguments.keywords.into_iter().map(|(name, count)| (Value::str(self.name_of(name)), count));
        self.count_mapping(counter, keywords.collect(), op)
    }

    fn count_mapping(&mut self, counter: &Rc<Dict>, counts: Vec<(Value, Value)>, op: BinaryOp) -> Result<()> {
        // An empty Counter takes the counts as they are, even where they are not numbers.
        let verbatim = op == BinaryOp::Add && counter.table.borrow().is_empty();
        for (key, count) in counts {
            if verbatim {
                counter.table.borrow_mut().insert(key, count)?;
            } else {
                self.count(counter, key, &count, op)?;
            }
        }
        Ok(())
    }

    fn count(&mut self, counter: &Rc<Dict>, key: Value, count: &Value, op: BinaryOp) -> Result<()> {
        let old = counter.table.borrow().get(&key)?.cloned().unwrap_or(Value::Int(0));
        // `update` adds the old count to the new one, `subtract` takes the new one from the old.
        let new = match op {
            BinaryOp::Add => self.binary(op, count, &old)?,
            _ => self.binary(op, &old, count)?,
        };
        counter.table.borrow_mut().insert(key, new)
    }

    pub(super) fn counter_method(
        &mut self,
        counter: &Rc<Dict>,
        method: CounterMethod,
        arguments: Arguments,
    ) -> Result<Value> {
        match method {
            CounterMethod::Update => {
                self.count_all(counter, arguments, BinaryOp::Add)?;
                Ok(Value::None)
            }
            CounterMethod::Subtract => {
                self.count_all(counter, arguments, BinaryOp::Subtract)?;
                Ok(Value::None)
            }
            CounterMethod::Total => {
                self.charge(counter.table.borrow().len())?;
                let counts: Vec<Value> = counter.table.borrow().values().cloned().collect();
                let mut total = Value::Int(0);
                for count in counts {
                    total = self.add_to_sum(&total, &count)?;
                }
                Ok(total)
            }
            CounterMethod::Elements => {
                Ok(Value::iter(Iter::Elements(DictIter::new(counter, ViewKind::Items), Value::None, 0)))
            }
            CounterMethod::MostCommon => self.most_common(counter, arguments.get(0)),
        }
    }

    fn most_common(&mut self, counter: &Rc<Dict>, limit: Option<&Value>) -> Result<Value> {
        let limit = match limit {
            None | Some(Value::None) => usize::MAX,
            Some(value) => match value.as_int() {
                Some(limit) => usize::try_from(limit).unwrap_or(0),
                None => return type_error("most_common() takes a number"),
            },
        };
        self.charge(2 * counter.table.borrow().len())?;
        let pair = |(key, count): (&Value, &Value)| (count.clone(), Value::pair(key.clone(), count.clone()));
        let mut pairs: Vec<(Value, Value)> = counter.table.borrow().iter().map(pair).collect();
        self.sort_by_keys(&mut pairs, true)?;
        Ok(Value::list(pairs.into_iter().map(|(_, pair)| pair).take(limit).collect()))
    }
}

fn positive(count: &Value) -> Result<bool> {
    ordered(CompareOp::Greater, count, &Value::Int(0), &[])
}

fn count_of(table: &Table<Value>, key: &Value) -> Result<Value> {
    Ok(table.get(key)?.cloned().unwrap_or(Value::Int(0)))
}

/// `left op right` on multisets; only positive counts are kept.
pub(crate) fn operation(op: BinaryOp, left: &Table<Value>, right: &Table<Value>) -> Result<Value> {
    let mut result = Table::default();
    for (key, count) in left.iter() {
        let other = count_of(right, key)?;
        keep(&mut result, key, combine(op, count, &other)?)?;
    }
    if op != BinaryOp::BitAnd {
        for (key, count) in right.iter() {
            if !left.contains(key)? {
                keep(&mut result, key, combine(op, &Value::Int(0), count)?)?;
            }
        }
    }
    Ok(Value::dict(DictKind::Counter, result))
}

/// `counter op= other`: key by key, as CPython does it, then what is not positive goes.
pub(crate) fn in_place(op: BinaryOp, counter: &Dict, other: &Table<Value>) -> Result<()> {
    let keys: Vec<Value> = match op {
        BinaryOp::BitAnd => counter.table.borrow().keys().cloned().collect(),
        _ => other.keys().cloned().collect(),
    };
    for key in keys {
        let count = combine(op, &count_of(&counter.table.borrow(), &key)?, &count_of(other, &key)?)?;
        counter.table.borrow_mut().insert(key, count)?;
    }
    let mut doomed = Vec::new();
    for (key, count) in counter.table.borrow().iter() {
        if !positive(count)? {
            doomed.push(key.clone());
        }
    }
    for key in doomed {
        counter.remove(&key)?;
    }
    Ok(())
}

fn combine(op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
    match op {
        BinaryOp::Add | BinaryOp::Subtract => arithmetic(op, left, right),
        BinaryOp::BitOr => Ok(if ordered(CompareOp::Less, left, right, &[])? { right.clone() } else { left.clone() }),
        BinaryOp::BitAnd => Ok(if ordered(CompareOp::Less, left, right, &[])? { left.clone() } else { right.clone() }),
        _ => type_error(format!("unsupported operand type(s) for {}: 'Counter' and 'Counter'", op.symbol())),
    }
}

fn keep(table: &mut Table<Value>, key: &Value, count: Value) -> Result<()> {
    if positive(&count)? {
        table.insert(key.clone(), count)?;
    }
    Ok(())
}

/// `+counter` and `-counter`: positive counts, after a change of sign for `-`.
pub(crate) fn signed(table: &Table<Value>, negate: bool) -> Result<Value> {
    let mut result = Table::default();
    for (key, count) in table.iter() {
        let count = if negate { arithmetic(BinaryOp::Subtract, &Value::Int(0), count)? } else { count.clone() };
        keep(&mut result, key, count)?;
    }
    Ok(Value::dict(DictKind::Counter, result))
}
