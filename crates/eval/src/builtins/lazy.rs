//! Built-ins that return iterators.

use std::cell::RefCell;
use std::rc::Rc;

use lang::builtins::{Exception, LazyBuiltin};

use crate::calls::Arguments;
use crate::classes::ClassObject;
use crate::code::{Symbol, keyword};
use crate::dunder::Dunder;
use crate::fault::{Result, outside, raise, type_error, value_error};
use crate::iterators::combinatorics::{Combinations, Permutations, Product};
use crate::iterators::dict::ReversedDictIter;
use crate::iterators::groups::Groups;
use crate::iterators::{Accumulate, Iter};
use crate::machine::Machine;
use crate::operators::MAX_ELEMENTS;
use crate::value::{Value, ViewKind};

impl Machine<'_> {
    /// The iterator that a call makes; [`Machine::fit`] has put its arguments in place.
    pub(crate) fn lazy_builtin(&mut self, builtin: LazyBuiltin, mut arguments: Arguments) -> Result<Iter> {
        Ok(match builtin {
            LazyBuiltin::Enumerate => {
                let start = arguments.get(1).cloned().unwrap_or(Value::Int(0));
                if !crate::numbers::is_number(&start) {
                    return type_error("'start' must be an integer");
                }
                let start = start.as_int().map_or(start, Value::Int);
                self.reject_set_order(&arguments.positional[0], "enumerated")?;
                Iter::Enumerate(Box::new(self.iter(&arguments.positional[0])?), start)
            }
            LazyBuiltin::Zip => {
                let strict = match arguments.keyword(keyword::STRICT) {
                    Some(value) => self.truth_of(&value)?,
                    None => false,
                };
                if arguments.positional.len() > 1 {
                    for value in &arguments.positional {
                        self.reject_set_order(value, "zipped")?;
                    }
                }
                Iter::Zip(self.iters(&arguments.positional)?, strict)
            }
            LazyBuiltin::Map => {
                let function = arguments.positional.remove(0);
                Iter::Map(Box::new((function, self.iters(&arguments.positional)?)))
            }
            LazyBuiltin::Filter => {
                let inner = self.iter(&arguments.positional[1])?;
                Iter::Filter(arguments.take(0), Box::new(inner))
            }
            LazyBuiltin::Reversed => {
                let value = &arguments.positional[0];
                if let Value::Instance(instance) = value
                    && self.is_reversible(&instance.class)
                {
                    return outside("`reversed` of an object with `__getitem__` or `__reversed__`");
                }
                // What cannot change is copied.
                if matches!(value, Value::Str(_)) || value.as_tuple().is_some() {
                    self.charge(usize::try_from(crate::builtins::len(value)?).unwrap_or(usize::MAX))?;
                }
                reversed(self.members(value).as_ref().unwrap_or(value))?
            }
            LazyBuiltin::Pairwise => {
                self.reject_set_order(&arguments.positional[0], "taken in pairs")?;
                Iter::Pairwise(Box::new(self.iter(&arguments.positional[0])?), None)
            }
            LazyBuiltin::GroupBy => {
                self.reject_set_order(&arguments.positional[0], "grouped")?;
                let source = self.iter(&arguments.positional[0])?;
                let key = arguments.get(1).cloned().unwrap_or(Value::None);
                Iter::GroupBy(Rc::new(RefCell::new(Groups::new(source, key))))
            }
            LazyBuiltin::Chain => {
                arguments.positional.reverse();
                Iter::Chain(arguments.positional.into_vec(), None)
            }
            LazyBuiltin::ChainFromIterable => Iter::ChainFrom(Box::new(self.iter(&arguments.positional[0])?), None),
            LazyBuiltin::Accumulate => self.accumulate(arguments)?,
            LazyBuiltin::Combinations => self.combinations(&arguments)?,
            LazyBuiltin::Permutations => self.permutations(&arguments)?,
            LazyBuiltin::Product => self.product(arguments)?,
        })
    }

    fn iters(&mut self, values: &[Value]) -> Result<Vec<Iter>> {
        values.iter().map(|value| self.iter(value)).collect()
    }

    fn accumulate(&mut self, mut arguments: Arguments) -> Result<Iter> {
        let total = arguments.keyword(keyword::INITIAL).filter(|value| !matches!(value, Value::None));
        let function = arguments.get(1).cloned().filter(|value| !matches!(value, Value::None));
        self.reject_set_order(&arguments.positional[0], "accumulated")?;
        let source = self.iter(&arguments.positional[0])?;
        let emit_initial = total.is_some();
        Ok(Iter::Accumulate(Box::new(Accumulate { source, function, total, emit_initial })))
    }

    fn combinations(&mut self, arguments: &Arguments) -> Result<Iter> {
        self.reject_set_order(&arguments.positional[0], "chosen from")?;
        let pool = self.collect(&arguments.positional[0])?;
        let size = &arguments.positional[1];
        let Some(size) = choice_size(size)? else {
            return type_error(format!("'{}' object cannot be interpreted as an integer", size.type_name()));
        };
        Ok(Iter::Combinations(Box::new(Combinations::new(pool, size))))
    }

    fn permutations(&mut self, arguments: &Arguments) -> Result<Iter> {
        let pool = self.collect(&arguments.positional[0])?;
        let size = match arguments.get(1) {
            None | Some(Value::None) => pool.len(),
            Some(size) => match choice_size(size)? {
                Some(size) => size,
                None => return type_error("Expected int as r"),
            },
        };
        Ok(Iter::Permutations(Box::new(Permutations::new(pool, size))))
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
        let mut pools = Vec::new();
        let mut elements = 0_usize;
        for value in &arguments.positional {
            // A product of sets holds the same tuples in whatever order: no more order shows than in a loop over a set.
            let pool = self.collect(value)?;
            elements = elements.saturating_add(pool.len() + 2);
            pools.push(pool);
        }
        if pools.len().saturating_mul(repeat) > MAX_ELEMENTS {
            return crate::fault::too_large("a product");
        }
        self.charge(elements.saturating_mul(repeat))?;
        let once = pools.clone();
        pools.clear();
        for _ in 0..repeat {
            pools.extend(once.iter().cloned());
        }
        Ok(Iter::Product(Box::new(Product::new(pools))))
    }
}

impl Machine<'_> {
    /// Whether Python could find an order in which to reverse an instance of the class.
    fn is_reversible(&self, class: &ClassObject) -> bool {
        let own = self.program.names.iter().position(|name| &**name == "__reversed__");
        let own = own.and_then(|name| u32::try_from(name).ok()).and_then(|name| class.find(Symbol(name)));
        own.is_some() || class.find(Dunder::GetItem.symbol()).is_some()
    }
}

fn reversed(value: &Value) -> Result<Iter> {
    Ok(match value {
        Value::List(items) => Iter::ReversedList(items.clone(), items.borrow().len()),
        Value::Deque(deque) => Iter::ReversedDeque(deque.clone(), deque.len(), deque.changes.get()),
        Value::Range(range) => {
            let length = range.len();
            let last = range.at(length.saturating_sub(1));
            Iter::Range { next: last, left: length, step: range.step.wrapping_neg() }
        }
        Value::Dict(dict) => Iter::ReversedDict(ReversedDictIter::new(dict, ViewKind::Keys)),
        Value::View(view) => Iter::ReversedDict(ReversedDictIter::new(&view.dict, view.kind)),
        Value::Str(text) => Iter::Ready(text.chars().map(Value::character).collect()),
        _ => match value.as_tuple() {
            Some(items) => Iter::Ready(items.to_vec()),
            None => return type_error(format!("'{}' object is not reversible", value.type_name())),
        },
    })
}

/// How many elements to choose; `None` if that is not an integer.
fn choice_size(size: &Value) -> Result<Option<usize>> {
    match size {
        Value::Big(_) => raise(Exception::OverflowError, "Python int too large to convert to C ssize_t"),
        size => match size.as_int().map(usize::try_from) {
            Some(Ok(size)) => Ok(Some(size)),
            Some(Err(_)) => value_error("r must be non-negative"),
            None => Ok(None),
        },
    }
}
