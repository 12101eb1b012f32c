//! `sum`: counted where all items are 0 or 1, added in pairs where they are numbers, else one by one.

use circuit::Lit;
use lang::ast::BinaryOp;
use lang::builtins::Exception;

use crate::machine::Machine;
use crate::objects::{Object, Seq, Slot};
use crate::refusal::Result;
use crate::value::{Alt, Value};

impl Machine<'_> {
    pub(in crate::builtins) fn sum(&mut self, iterable: &Value, start: Option<&Value>) -> Result<Value> {
        let start = start.cloned().unwrap_or_else(|| Value::int(0));
        for (lit, alt) in start.alts() {
            if alt.is_text() {
                self.raise(*lit, Exception::TypeError);
            }
        }
        let start = Value::choice(start.alts().iter().filter(|(_, alt)| !alt.is_text()).cloned().collect());
        if self.is_dead() {
            return Ok(Value::never());
        }
        let is_number = |alt: &Alt| alt.is_number();
        if start.alts().iter().all(|(_, alt)| is_number(alt)) {
            self.work_out_to_add(iterable)?;
            let total = self.blindly_if(|this| {
                if !this.holds_only(iterable, &|_, alt| is_number(alt))? {
                    return Ok(None);
                }
                let items = this.items(iterable)?;
                this.sum_of_numbers(&items, &start).map(Some)
            })?;
            if let Some(total) = total {
                return Ok(total);
            }
        }
        let is_list = |this: &Self, alt: &Alt| match alt {
            Alt::Object(id) => this.object(*id).is_ok_and(|object| matches!(&*object, Object::List(_))),
            _ => false,
        };
        if start.alts().iter().all(|(_, alt)| is_list(self, alt)) && self.holds_only(iterable, &is_list)? {
            return self.sum_of_lists(iterable, &start);
        }
        self.sum_one_by_one(iterable, start)
    }

    /// Whether all items of an iterable are of a kind, or the exceptions that computing them raises.
    pub(super) fn holds_only(&mut self, iterable: &Value, kind: &dyn Fn(&Self, &Alt) -> bool) -> Result<bool> {
        for (lit, alt) in iterable.alts() {
            let slots = match alt {
                Alt::Object(id) if matches!(&*self.object(*id)?, Object::Iter(_)) => {
                    if self.under(*lit, |this| this.work_out(*id))?.is_none() {
                        continue;
                    }
                    self.iter(*id)?.rest.slots
                }
                Alt::Str(_) | Alt::Text(_) => crate::text::text_row(alt).unwrap_or_default().slots,
                _ if self.is_iterable(alt) => self.items(&Value::of(alt.clone()))?,
                _ => return Ok(false),
            };
            let of_kind = |alt: &Alt| matches!(alt, Alt::Raise(..)) || kind(self, alt);
            if !slots.iter().all(|slot| slot.value.alts().iter().all(|(_, alt)| of_kind(alt))) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn sum_of_numbers(&mut self, items: &[Slot], start: &Value) -> Result<Value> {
        if items.is_empty() {
            return Ok(start.clone());
        }
        let mut ones = Vec::new();
        let mut numbers = Vec::new();
        for slot in items {
            self.step()?;
            if slot.value.alts().iter().all(|(_, alt)| matches!(alt.int(), Some(0 | 1))) {
                let one = slot.value.alts().iter().filter(|(_, alt)| alt.int() == Some(1)).map(|(lit, _)| *lit);
                let one = self.circuit.any(one.collect::<Vec<Lit>>());
                ones.push(self.circuit.and(slot.present, one));
            } else {
                numbers.push(self.ite(slot.present, &slot.value, &Value::int(0))?);
            }
        }
        if !ones.is_empty() {
            numbers.push(self.count(&ones));
        }
        // In pairs, so that partial sums have few possible values for long.
        while numbers.len() > 1 {
            let mut sums = Vec::with_capacity(numbers.len() / 2 + 1);
            for pair in numbers.chunks(2) {
                sums.push(match pair {
                    [a, b] => self.arithmetic(BinaryOp::Add, a, b)?,
                    [single] => single.clone(),
                    _ => continue,
                });
            }
            numbers = sums;
        }
        let Some(total) = numbers.pop() else { return Ok(start.clone()) };
        let total = self.arithmetic(BinaryOp::Add, start, &total)?;
        // Without any item the start stays what it is, `True` for instance.
        if start.alts().iter().any(|(_, alt)| matches!(alt, Alt::Bool(_))) {
            let any = self.circuit.any(items.iter().map(|slot| slot.present));
            return self.ite(any, &total, start);
        }
        Ok(total)
    }

    fn sum_of_lists(&mut self, iterable: &Value, start: &Value) -> Result<Value> {
        let items = self.items(iterable)?;
        // Without any item the start itself is the result.
        let any = self.circuit.any(items.iter().map(|slot| slot.present));
        let mut total = Seq::default();
        for slot in std::iter::once(Slot { present: Lit::TRUE, value: start.clone() }).chain(items) {
            for (lit, alt) in slot.value.alts() {
                let Alt::Object(id) = alt else { continue };
                let Object::List(list) = &*self.object(*id)? else { continue };
                let guard = self.circuit.and(slot.present, *lit);
                for inner in &list.slots {
                    self.step()?;
                    let present = self.circuit.and(guard, inner.present);
                    total.push(present, inner.value.clone());
                }
            }
        }
        let total = self.new_list(total);
        self.ite(any, &total, start)
    }

    fn sum_one_by_one(&mut self, iterable: &Value, start: Value) -> Result<Value> {
        let mark = self.held.len();
        self.hold(&start);
        let mut total = start;
        self.region(|this| {
            this.for_each(iterable, &mut |this, item| {
                let path = this.path;
                let next = this.binary(BinaryOp::Add, &total, &item)?;
                total = this.ite(path, &next, &total)?;
                this.hold(&total);
                Ok(Lit::FALSE)
            })?;
            Ok(((), None))
        })?;
        self.release(mark);
        Ok(total)
    }
}
