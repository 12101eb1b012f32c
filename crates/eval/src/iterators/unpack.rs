//! All values of an iterable at once: unpacked into variables, or collected.

use crate::fault::{Result, type_error, value_error};
use crate::iterators::{Iter, is_iterable};
use crate::machine::Machine;
use crate::table::Table;
use crate::value::Value;

impl Machine<'_> {
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
        self.reject_set_order(value, "unpacked")?;
        let mut iter = self.iter(value)?;
        let mut items = Vec::new();
        while wanted.is_none_or(|wanted| items.len() <= wanted) {
            match self.next(&mut iter)? {
                Some(item) => {
                    self.step()?;
                    items.push(item);
                }
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
            Value::Tuple(items) => {
                self.charge(items.len())?;
                Ok(items.to_vec())
            }
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

#[cold]
pub(crate) fn unpack_error<T>(wanted: usize, given: usize) -> Result<T> {
    if given > wanted {
        value_error(format!("too many values to unpack (expected {wanted})"))
    } else {
        value_error(format!("not enough values to unpack (expected {wanted}, got {given})"))
    }
}
