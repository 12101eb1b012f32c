//! Assignment: to names, subscripts and patterns.

use circuit::{Lit, count};
use lang::ast::{BinaryOp, Expr, ExprKind};
use lang::builtins::Exception;
use lang::resolve::Resolution;

use crate::construct::Construct;
use crate::machine::Machine;
use crate::objects::{Object, Seq};
use crate::refusal::Result;
use crate::value::{Alt, Value};

impl<'p> Machine<'p> {
    pub fn assign(&mut self, target: &'p Expr, value: Value) -> Result<()> {
        match &target.kind {
            ExprKind::Name(_) => match self.problem.resolutions.get(target.id) {
                Some(Resolution::Var(var)) => self.write_variable(var, value),
                Some(Resolution::Global(id)) => {
                    self.write_global(id.index(), value);
                    Ok(())
                }
                _ => self.refuse(Construct::AssignToName),
            },
            ExprKind::Tuple(items) | ExprKind::List(items) => self.unpack(items, &value),
            ExprKind::Subscript(base, index) => {
                let mark = self.held.len();
                self.hold(&value);
                let result = match &index.kind {
                    ExprKind::Slice(slice) => {
                        let base = self.evaluate(base)?;
                        self.hold(&base);
                        let bounds = self.slice_bounds(slice)?;
                        self.set_slice(&base, &bounds, &value)
                    }
                    _ => {
                        let (base, index) = self.two(base, index)?;
                        self.set_subscript(&base, &index, &value)
                    }
                };
                self.release(mark);
                result
            }
            ExprKind::Attribute(base, name) => {
                let mark = self.held.len();
                self.hold(&value);
                let base = self.evaluate(base)?;
                self.hold(&base);
                let result = self.set_attribute(&base, &name.name, &value);
                self.release(mark);
                result
            }
            _ => self.refuse(Construct::AssignTarget),
        }
    }

    pub fn delete(&mut self, target: &'p Expr) -> Result<()> {
        if let ExprKind::Attribute(base, name) = &target.kind {
            let base = self.evaluate(base)?;
            return self.delete_attribute(&base, &name.name);
        }
        if let ExprKind::Name(_) = &target.kind {
            self.evaluate(target)?;
            return self.assign(target, Value::of(Alt::Unbound));
        }
        let ExprKind::Subscript(base, index) = &target.kind else {
            return self.refuse(Construct::DeleteTarget);
        };
        if let ExprKind::Slice(slice) = &index.kind {
            let base = self.evaluate(base)?;
            let mark = self.held.len();
            self.hold(&base);
            let bounds = self.slice_bounds(slice)?;
            self.release(mark);
            return self.delete_slice(&base, &bounds);
        }
        let (base, index) = self.two(base, index)?;
        self.delete_subscript(&base, &index)
    }

    pub fn augment(&mut self, target: &'p Expr, op: BinaryOp, operand: &'p Expr) -> Result<()> {
        let mark = self.held.len();
        match &target.kind {
            ExprKind::Name(_) => {
                let old = self.evaluate(target)?;
                self.hold(&old);
                let operand = self.evaluate(operand)?;
                self.hold(&operand);
                let value = self.in_place(op, &old, &operand)?;
                self.release(mark);
                self.assign(target, value)
            }
            ExprKind::Subscript(base, index) => {
                let base = self.evaluate(base)?;
                self.hold(&base);
                if let ExprKind::Slice(slice) = &index.kind {
                    let bounds = self.slice_bounds(slice)?;
                    let old = self.slice(&base, &bounds)?;
                    self.hold(&old);
                    let operand = self.evaluate(operand)?;
                    let value = self.in_place(op, &old, &operand)?;
                    self.release(mark);
                    return self.set_slice(&base, &bounds, &value);
                }
                let index = self.evaluate(index)?;
                self.hold(&index);
                let old = self.subscript(&base, &index)?;
                self.hold(&old);
                let operand = self.evaluate(operand)?;
                self.hold(&operand);
                let value = self.in_place(op, &old, &operand)?;
                self.release(mark);
                self.set_subscript(&base, &index, &value)
            }
            ExprKind::Attribute(base, name) => {
                let base = self.evaluate(base)?;
                self.hold(&base);
                let old = self.attribute(&base, &name.name)?;
                self.hold(&old);
                let operand = self.evaluate(operand)?;
                self.hold(&operand);
                let value = self.in_place(op, &old, &operand)?;
                self.hold(&value);
                if !self.is_dead() {
                    self.set_attribute(&base, &name.name, &value)?;
                }
                self.release(mark);
                Ok(())
            }
            _ => self.refuse(Construct::AugmentedTarget),
        }
    }

    /// The items of an iterable; of an iterator, at most `most` are taken.
    fn up_to(&mut self, iterable: &Value, most: usize) -> Result<Seq> {
        let mut endless = false;
        for (_, alt) in iterable.alts() {
            endless |= matches!(alt, Alt::Object(id) if matches!(&*self.object(*id)?, Object::Iter(_)));
        }
        if !endless {
            return Ok(Seq { slots: self.items(iterable)? });
        }
        let (mut items, mut taken, place) = (Seq::default(), Vec::new(), self.keep());
        self.region(|this| {
            this.for_each(iterable, &mut |this, item| {
                this.keep_value(place, &item);
                items.push(this.path, item);
                taken = count::add_up_to(&mut this.circuit, &taken, &[this.path], most);
                Ok(count::at_least(&taken, most))
            })?;
            Ok(((), None))
        })?;
        self.end_keep(place);
        Ok(items)
    }

    /// `a, b = value`, also with a star.
    fn unpack(&mut self, targets: &'p [Expr], value: &Value) -> Result<()> {
        // A tuple of the right length, the most frequent case, needs no detour.
        if let [(_, Alt::Tuple(items))] = value.alts()
            && items.len() == targets.len()
            && !targets.iter().any(|target| matches!(target.kind, ExprKind::Starred(_)))
        {
            let items = items.clone();
            return targets.iter().zip(items.iter()).try_for_each(|(target, item)| self.assign(target, item.clone()));
        }
        let star = targets.iter().position(|target| matches!(target.kind, ExprKind::Starred(_)));
        self.refuse_set_order(value)?;
        let items = match star {
            Some(_) => Seq { slots: self.items(value)? },
            None => self.up_to(value, targets.len() + 1)?,
        };
        let items = self.dense(&items)?;
        let length = items.slots.len();
        let has = |index: usize| items.slots.get(index).map_or(Lit::FALSE, |slot| slot.present);
        let Some(star) = star else {
            let least = if targets.is_empty() { Lit::TRUE } else { has(targets.len() - 1) };
            let fits = self.circuit.and(least, !has(targets.len()));
            self.raise(!fits, Exception::ValueError);
            for (target, slot) in targets.iter().zip(&items.slots) {
                if self.is_dead() {
                    break;
                }
                self.assign(target, slot.value.clone())?;
            }
            return Ok(());
        };
        let needed = targets.len() - 1;
        let fits = if needed == 0 { Lit::TRUE } else { has(needed - 1) };
        self.raise(!fits, Exception::ValueError);
        if self.is_dead() {
            return Ok(());
        }
        let behind = needed - star;
        for (target, slot) in targets[..star].iter().zip(&items.slots) {
            self.assign(target, slot.value.clone())?;
        }
        // The middle keeps the order of the slots: those behind the first `star` and before the last `behind`.
        let mut middle = Seq::default();
        for index in star..length {
            let enough_after = if behind == 0 { has(index) } else { has(index + behind) };
            middle.push(enough_after, items.slots[index].value.clone());
        }
        let middle = self.new_list(middle);
        self.hold(&middle);
        let ExprKind::Starred(inner) = &targets[star].kind else { return Ok(()) };
        self.assign(inner, middle)?;
        self.held.pop();
        for (offset, target) in targets[star + 1..].iter().enumerate() {
            // Counted from the end: the item at length - behind + offset.
            let mut cases = Vec::new();
            for total in needed..=length {
                let exactly = if total == 0 { Lit::TRUE } else { has(total - 1) };
                let exactly = self.circuit.and(exactly, !has(total));
                if exactly != Lit::FALSE {
                    cases.push((exactly, items.slots[total - behind + offset].value.clone()));
                }
            }
            let value = self.choose(&cases)?;
            self.assign(target, value)?;
        }
        Ok(())
    }
}
