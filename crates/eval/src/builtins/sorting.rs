//! `sorted`, `list.sort`, `min` and `max`.
//!
//! Up to 63 elements the comparisons are CPython's own, in its order, so that even elements without a total order
//! (sets under inclusion) come out alike. Longer lists are merged; there only total orders are promised.

use lang::ast::CompareOp;

use crate::calls::Arguments;
use crate::code::keyword;
use crate::compare::ordered;
use crate::fault::{Result, type_error, value_error};
use crate::machine::Machine;
use crate::truth::truth;
use crate::value::Value;

/// CPython sorts shorter lists by binary insertion alone.
const SHORT: usize = 64;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Extreme {
    Min,
    Max,
}

impl Machine<'_> {
    pub(crate) fn sorted(&mut self, mut arguments: Arguments) -> Result<Value> {
        let (key, reverse) = sort_options(&mut arguments)?;
        let mut items = self.collect(&arguments.positional[0])?;
        self.sort(&mut items, key.as_ref(), reverse)?;
        Ok(Value::list(items))
    }

    /// Sorts stably, smallest first, or largest first with equal elements kept in order. If a comparison fails, what was moved
    /// stays where it is, as in CPython.
    pub(crate) fn sort(&mut self, items: &mut Vec<Value>, key: Option<&Value>, reverse: bool) -> Result<()> {
        let mut keyed = Vec::with_capacity(items.len());
        let mut rest = std::mem::take(items).into_iter();
        let mut ended = Ok(());
        while ended.is_ok()
            && let Some(item) = rest.next()
        {
            let found = key.map_or_else(|| Ok(item.clone()), |function| self.call_one(function, item.clone()));
            let key = found.unwrap_or_else(|fault| {
                ended = Err(fault);
                Value::None
            });
            keyed.push((key, item));
        }
        if ended.is_ok() {
            ended = self.sort_by_keys(&mut keyed, reverse);
        }
        items.extend(keyed.into_iter().map(|(_, item)| item).chain(rest));
        ended
    }

    /// Sorts items that come with their keys.
    pub(crate) fn sort_by_keys(&mut self, keyed: &mut [(Value, Value)], reverse: bool) -> Result<()> {
        if keyed.iter().all(|(key, _)| matches!(key, Value::Int(_))) {
            let number = |entry: &(Value, Value)| entry.0.as_int().unwrap_or(0);
            if reverse {
                keyed.sort_by_key(|entry| std::cmp::Reverse(number(entry)));
            } else {
                keyed.sort_by_key(number);
            }
        } else {
            if reverse {
                keyed.reverse();
            }
            let ended = self.sort_keyed(keyed);
            if reverse {
                keyed.reverse();
            }
            ended?;
        }
        Ok(())
    }

    fn less(&mut self, left: &(Value, Value), right: &(Value, Value)) -> Result<bool> {
        self.ordered_values(CompareOp::Less, &left.0, &right.0)
    }

    fn ordered_values(&mut self, op: CompareOp, left: &Value, right: &Value) -> Result<bool> {
        let records = &self.program.orderable_records;
        self.asking(|_| ordered(op, left, right, records))
    }

    fn sort_keyed(&mut self, items: &mut [(Value, Value)]) -> Result<()> {
        if items.len() < SHORT {
            let run = self.count_run(items)?;
            return self.insert_rest(items, run);
        }
        self.step()?;
        let middle = items.len() / 2;
        self.sort_keyed(&mut items[..middle])?;
        self.sort_keyed(&mut items[middle..])?;
        let (left, right) = (items[..middle].to_vec(), items[middle..].to_vec());
        let (mut i, mut j) = (0, 0);
        for place in items {
            let from_right = j < right.len() && (i == left.len() || self.less(&right[j], &left[i])?);
            let source = if from_right { &right[j] } else { &left[i] };
            *place = source.clone();
            i += usize::from(!from_right);
            j += usize::from(from_right);
        }
        Ok(())
    }

    /// The length of the ascending run at the start; a strictly descending one is turned round first.
    fn count_run(&mut self, items: &mut [(Value, Value)]) -> Result<usize> {
        if items.len() < 2 {
            return Ok(items.len());
        }
        let descending = self.less(&items[1], &items[0])?;
        let mut run = 2;
        while run < items.len() && self.less(&items[run], &items[run - 1])? == descending {
            run += 1;
        }
        if descending {
            items[..run].reverse();
        }
        Ok(run)
    }

    fn insert_rest(&mut self, items: &mut [(Value, Value)], run: usize) -> Result<()> {
        for position in run..items.len() {
            let (mut low, mut high) = (0, position);
            while low < high {
                let middle = low + (high - low) / 2;
                if self.less(&items[position], &items[middle])? {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            items[low..=position].rotate_right(1);
        }
        Ok(())
    }

    /// `min` and `max`: the first extreme element wins.
    pub(crate) fn extreme(&mut self, extreme: Extreme, mut arguments: Arguments) -> Result<Value> {
        let (name, op) = match extreme {
            Extreme::Min => ("min", CompareOp::Less),
            Extreme::Max => ("max", CompareOp::Greater),
        };
        let key = arguments.keyword(keyword::KEY).filter(|key| !matches!(key, Value::None));
        let default = arguments.keyword(keyword::DEFAULT);
        let mut iter = if arguments.positional.len() == 1 {
            self.iter(&arguments.positional[0])?
        } else {
            if default.is_some() {
                return type_error(format!("Cannot specify a default for {name}() with multiple positional arguments"));
            }
            self.iter(&Value::list(arguments.positional.into_vec()))?
        };
        let mut best: Option<(Value, Value)> = None;
        while let Some(item) = self.next(&mut iter)? {
            self.step()?;
            let rank = match &key {
                None => item.clone(),
                Some(function) => self.call_one(function, item.clone())?,
            };
            let better = match &best {
                None => true,
                Some((best, _)) => self.ordered_values(op, &rank, best)?,
            };
            if better {
                best = Some((rank, item));
            }
        }
        match (best, default) {
            (Some((_, item)), _) => Ok(item),
            (None, Some(default)) => Ok(default),
            (None, None) => value_error(format!("{name}() arg is an empty sequence")),
        }
    }
}

/// Takes `key` and `reverse` out of a call's keywords.
pub(crate) fn sort_options(arguments: &mut Arguments) -> Result<(Option<Value>, bool)> {
    let key = arguments.keyword(keyword::KEY).filter(|key| !matches!(key, Value::None));
    let reverse = match arguments.keyword(keyword::REVERSE) {
        None => false,
        Some(value) if crate::numbers::is_number(&value) => truth(&value)?,
        Some(other) => {
            return type_error(format!("'{}' object cannot be interpreted as an integer", other.type_name()));
        }
    };
    Ok((key, reverse))
}
