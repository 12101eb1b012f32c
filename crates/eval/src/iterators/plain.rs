//! Iterators that run no code of the program.

use lang::builtins::Exception;

use crate::fault::{Result, outside, raise, type_error};
use crate::iterators::Iter;
use crate::iterators::composed::IterPlace;
use crate::machine::Machine;
use crate::table::Table;
use crate::value::Value;

impl Machine<'_> {
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
            Iter::Set(set, position, size, removals) => {
                let table = set.borrow();
                check_set(&table, size, *removals)?;
                let item = table.at(*position).map(|(key, ())| key.clone());
                *position += 1;
                item
            }
            Iter::FrozenSet(set, position) => {
                let item = set.at(*position).map(|(key, ())| key.clone());
                *position += 1;
                item
            }
            Iter::Dict(state) => state.next_item()?,
            Iter::Shared(shared) => return self.next_shared(&shared.0),
            _ if iter.is_composed() => return self.next_composed(IterPlace::Own(iter)),
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
            Iter::Shuffled(set, items, size, removals) => {
                check_set(&set.borrow(), size, *removals)?;
                items.pop()
            }
            Iter::Deque(deque, position, changes) => {
                if deque.changes.get() != *changes {
                    *changes = u64::MAX;
                    return raise(Exception::RuntimeError, "deque mutated during iteration");
                }
                let item = deque.items.borrow().get(*position).cloned();
                *position += 1;
                item
            }
            Iter::ReversedDeque(deque, left, changes) => {
                if deque.changes.get() != *changes {
                    *changes = u64::MAX;
                    return raise(Exception::RuntimeError, "deque mutated during iteration");
                }
                let Some(position) = left.checked_sub(1) else { return Ok(None) };
                *left = position;

                deque.items.borrow().get(position).cloned()
            }
            Iter::ReversedDict(state) => state.next_item()?,
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
            Iter::Ready(items) => items.pop(),
            Iter::Str(text, position) => match text[*position..].chars().next() {
                Some(c) => {
                    *position += c.len_utf8();
                    Some(Value::character(c))
                }
                None => None,
            },
            Iter::EnumerateList(..) | Iter::PairwiseList(..) => {
                self.next_pair(iter)?.map(|(first, second)| Value::pair(first, second))
            }
            Iter::Own(_) | Iter::Indexed(..) => return self.next_own(iter),
            Iter::Combinations(state) => {
                self.charge(state.width())?;
                state.next()
            }
            Iter::Permutations(state) => {
                self.charge(state.width())?;
                state.next()
            }
            Iter::Product(state) => {
                self.charge(state.width())?;
                state.next()
            }
            _ => None,
        })
    }
}

/// CPython notices only another size. Whether it meets what was put in for something removed, or put back, depends on hashes.
fn check_set(table: &Table<()>, size: &mut usize, removals: u32) -> Result<()> {
    if table.len() != *size {
        *size = usize::MAX;
        return raise(Exception::RuntimeError, "Set changed size during iteration");
    }
    if table.removals() != removals {
        return outside(
            "elements of a set are removed and others added while it is iterated over; iterate over a copy",
        );
    }
    Ok(())
}
