//! Loops over pairs: `for a, b in …` without the tuples.

use crate::fault::Result;
use crate::iterators::Iter;
use crate::machine::Machine;
use crate::value::{Value, ViewKind};

impl Machine<'_> {
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
}
