//! Built-ins that give iterators.

use lang::builtins::{Builtin, Exception};

use crate::calls::Arguments;
use crate::code::keyword;
use crate::fault::{Result, outside, raise, type_error, value_error};
use crate::iterators::combinatorics::{Combinations, Permutations, Product};
use crate::iterators::dict::ReversedDictIter;
use crate::iterators::{Accumulate, Iter, reject_set_order};
use crate::machine::Machine;
use crate::operators::MAX_ELEMENTS;
use crate::truth::truth;
use crate::value::{Value, ViewKind};

impl Machine<'_> {
    pub(crate) fn lazy_builtin(&mut self, builtin: Builtin, mut arguments: Arguments) -> Result<Iter> {
        let name = builtin.name();
        Ok(match builtin {
            Builtin::Enumerate => {
                if let Some(iterable) = arguments.keyword(keyword::ITERABLE) {
                    arguments.positional.insert(0, iterable);
                }
                let start = arguments.keyword(keyword::START);
                arguments.expect(name, 1, if start.is_some() { 1 } else { 2 })?;
                let start = start.or_else(|| arguments.get(1).cloned()).unwrap_or(Value::Int(0));
                if !crate::numbers::is_number(&start) {
                    return type_error("'start' must be an integer");
                }
                let start = start.as_int().map_or(start, Value::Int);
                reject_set_order(&arguments.positional[0], "enumerated")?;
                Iter::Enumerate(Box::new(self.iter(&arguments.positional[0])?), start)
            }
            Builtin::Zip => {
                let strict = match arguments.keyword(keyword::STRICT) {
                    Some(value) => truth(&value)?,
                    None => false,
                };
                arguments.expect(name, 0, usize::MAX)?;
                if arguments.positional.len() > 1 {
                    for value in &arguments.positional {
                        reject_set_order(value, "zipped")?;
                    }
                }
                Iter::Zip(self.iters(&arguments.positional)?, strict)
            }
            Builtin::Map => {
                arguments.expect(name, 2, usize::MAX)?;
                let function = arguments.positional.remove(0);
                Iter::Map(Box::new((function, self.iters(&arguments.positional)?)))
            }
            Builtin::Filter => {
                arguments.expect(name, 2, 2)?;
                let inner = self.iter(&arguments.positional[1])?;
                Iter::Filter(arguments.take(0), Box::new(inner))
            }
            Builtin::Reversed => {
                arguments.expect(name, 1, 1)?;
                reversed(&arguments.positional[0])?
            }
            Builtin::Pairwise => {
                arguments.expect(name, 1, 1)?;
                reject_set_order(&arguments.positional[0], "taken in pairs")?;
                Iter::Pairwise(Box::new(self.iter(&arguments.positional[0])?), None)
            }
            Builtin::Chain => {
                arguments.expect(name, 0, usize::MAX)?;
                arguments.positional.reverse();
                Iter::Chain(arguments.positional.into_vec(), None)
            }
            Builtin::ChainFromIterable => {
                arguments.expect(name, 1, 1)?;
                Iter::ChainFrom(Box::new(self.iter(&arguments.positional[0])?), None)
            }
            Builtin::Accumulate => self.accumulate(arguments)?,
            Builtin::Combinations | Builtin::Permutations => self.choices(builtin, arguments)?,
            Builtin::Product => self.product(arguments)?,
            _ => return type_error("not an iterator"),
        })
    }

    fn iters(&self, values: &[Value]) -> Result<Vec<Iter>> {
        values.iter().map(|value| self.iter(value)).collect()
    }

    fn accumulate(&mut self, mut arguments: Arguments) -> Result<Iter> {
        let total = arguments.keyword(keyword::INITIAL).filter(|value| !matches!(value, Value::None));
        let function = arguments.keyword(keyword::FUNC);
        arguments.expect("accumulate", 1, if function.is_some() { 1 } else { 2 })?;
        let function = function.or_else(|| arguments.get(1).cloned()).filter(|value| !matches!(value, Value::None));
        reject_set_order(&arguments.positional[0], "accumulated")?;
        let source = self.iter(&arguments.positional[0])?;
        let emit_initial = total.is_some();
        Ok(Iter::Accumulate(Box::new(Accumulate { source, function, total, emit_initial })))
    }

    fn choices(&mut self, builtin: Builtin, mut arguments: Arguments) -> Result<Iter> {
        let name = builtin.name();
        let size = arguments.keyword(keyword::R);
        let least = if builtin == Builtin::Combinations && size.is_none() { 2 } else { 1 };
        arguments.expect(name, least, if size.is_some() { 1 } else { 2 })?;
        let size = size.or_else(|| arguments.get(1).cloned());
        if builtin == Builtin::Combinations {
            reject_set_order(&arguments.positional[0], "chosen from")?;
        }
        let pool = self.collect(&arguments.positional[0])?;
        let size = match size {
            None => pool.len(),
            Some(Value::None) if builtin == Builtin::Permutations => pool.len(),
            Some(Value::Int(size)) => match usize::try_from(size) {
                Ok(size) => size,
                Err(_) => return value_error("r must be non-negative"),
            },
            Some(Value::Bool(size)) if builtin == Builtin::Combinations => usize::from(size),
            Some(Value::Bool(size)) => usize::from(size),
            Some(Value::Big(_)) => {
                return raise(Exception::OverflowError, "Python int too large to convert to C ssize_t");
            }
            Some(_) if builtin == Builtin::Permutations => return type_error("Expected int as r"),
            Some(other) => {
                return type_error(format!("'{}' object cannot be interpreted as an integer", other.type_name()));
            }
        };
        Ok(match builtin {
            Builtin::Combinations => Iter::Combinations(Box::new(Combinations::new(pool, size))),
            _ => Iter::Permutations(Box::new(Permutations::new(pool, size))),
        })
    }

    fn product(&mut self, mut arguments: Arguments) -> Result<Iter> {
        let repeat = match arguments.keyword(keyword::REPEAT) {
            None => 1,
            Some(Value::Big(_)) => return outside("a product repeated beyond 64 bits"),
            Some(value) => match value.as_int() {
                Some(count) => match usize::try_from(count) {
                    Ok(count) => count,
                    Err(_) => return value_error("repeat argument cannot be negative"),
                },
                None => {
                    return type_error(format!("'{}' object cannot be interpreted as an integer", value.type_name()));
                }
            },
        };
        arguments.expect("product", 0, usize::MAX)?;
        let mut pools = Vec::new();
        for value in &arguments.positional {
            // A product of sets holds the same tuples in whatever order: no more order shows than in a loop over a set.
            pools.push(self.collect(value)?);
        }
        if pools.len().saturating_mul(repeat) > MAX_ELEMENTS {
            return crate::fault::too_large("a product");
        }
        let once = pools.clone();
        pools.clear();
        for _ in 0..repeat {
            pools.extend(once.iter().cloned());
        }
        Ok(Iter::Product(Box::new(Product::new(pools))))
    }
}

fn reversed(value: &Value) -> Result<Iter> {
    Ok(match value {
        Value::List(items) => Iter::ReversedList(items.clone(), items.borrow().len()),
        Value::Range(range) => {
            let length = range.len();
            let last = range.at(length.saturating_sub(1));
            Iter::Range { next: last, left: length, step: range.step.wrapping_neg() }
        }
        Value::Dict(dict) => Iter::ReversedDict(ReversedDictIter::new(dict, ViewKind::Keys)),
        Value::View(view) => Iter::ReversedDict(ReversedDictIter::new(&view.dict, view.kind)),
        Value::Str(_) => return outside("a string is reversed; strings are compared as a whole"),
        _ => match value.as_tuple() {
            Some(items) => Iter::Ready(items.to_vec()),
            None => return type_error(format!("'{}' object is not reversible", value.type_name())),
        },
    })
}
