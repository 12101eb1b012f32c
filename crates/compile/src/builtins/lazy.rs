//! `enumerate filter iter map reversed zip`
//!
//! The arguments are checked at the call, as in Python; items are made when they are requested.

use std::rc::Rc;

use circuit::{Lit, count};
use lang::builtins::{Exception, LazyBuiltin};

use crate::calls::Arguments;
use crate::construct::Construct;
use crate::iterate::{Body, view_slots};
use crate::machine::Machine;
use crate::objects::{Iter, Object, Seq, Slot, Source, ViewKind};
use crate::refusal::Result;
use crate::value::{Alt, ObjectId, Value};

impl<'p> Machine<'p> {
    fn lazy_iter(&mut self, builtin: LazyBuiltin, args: Vec<Value>) -> Result<Value> {
        if self.is_dead() {
            return Ok(Value::never());
        }
        self.watching_iter(Source::Builtin { builtin, args: args.into() })
    }

    pub(super) fn enumerate_builtin(&mut self, arguments: &Arguments) -> Result<Value> {
        let start = arguments.get(1).cloned().unwrap_or_else(|| Value::int(0));
        let mut args = vec![arguments.positional[0].clone(), start];
        self.check_start(&mut args)?;
        self.refuse_set_order(&args[0])?;
        self.check_iterable(&args[0])?;
        self.lazy_iter(LazyBuiltin::Enumerate, args)
    }

    pub(super) fn filter_builtin(&mut self, args: Vec<Value>) -> Result<Value> {
        self.check_iterable(&args[1])?;
        self.lazy_iter(LazyBuiltin::Filter, args)
    }

    pub(super) fn map_builtin(&mut self, args: Vec<Value>) -> Result<Value> {
        args[1..].iter().try_for_each(|arg| self.check_iterable(arg))?;
        self.lazy_iter(LazyBuiltin::Map, args)
    }

    pub(super) fn reversed_builtin(&mut self, args: Vec<Value>) -> Result<Value> {
        self.check_reversible(&args[0])?;
        self.lazy_iter(LazyBuiltin::Reversed, args)
    }

    pub(super) fn zip_builtin(&mut self, mut arguments: Arguments) -> Result<Value> {
        let strict = match arguments.keyword("strict") {
            Some(strict) => self.truth(&strict)?,
            None => Lit::FALSE,
        };
        let mut args = arguments.positional;
        for arg in &args {
            if args.len() > 1 {
                self.refuse_set_order(arg)?;
            }
            self.check_iterable(arg)?;
        }
        // The first argument says whether it is strict.
        args.insert(0, Value::truth(strict));
        self.lazy_iter(LazyBuiltin::Zip, args)
    }

    pub(super) fn iter_builtin(&mut self, arguments: &Arguments) -> Result<Value> {
        if arguments.get(1).is_some() {
            return self.refuse(Construct::IterOfFunction);
        }
        let iterable = &arguments.positional[0];
        self.refuse_set_order(iterable)?;
        if self.is_dead() {
            return Ok(Value::never());
        }
        self.by_alternative(iterable, &mut |this, alt| this.iter_over(alt))
    }

    fn check_start(&mut self, args: &mut [Value]) -> Result<()> {
        let mut cases = Vec::new();
        for (lit, alt) in args[1].clone().alts() {
            match alt {
                Alt::Int(_) | Alt::Bits(_) => cases.push((*lit, Value::of(alt.clone()))),
                Alt::Bool(truth) => cases.push((*lit, Value::int(i128::from(*truth)))),
                _ => self.raise(*lit, Exception::TypeError),
            }
        }
        args[1] = self.choose(&cases)?;
        Ok(())
    }

    fn check_reversible(&mut self, value: &Value) -> Result<()> {
        for (lit, alt) in value.alts() {
            let reversible = match alt {
                Alt::Object(id) => match &*self.object(*id)? {
                    Object::Instance(instance) => {
                        if self.find(instance.class, "__getitem__")?.is_some()
                            || self.find(instance.class, "__reversed__")?.is_some()
                        {
                            self.refuse_if(*lit, Construct::OwnIterator)?;
                        }
                        false
                    }
                    other => matches!(other, Object::List(_) | Object::Deque(..) | Object::Dict(_)),
                },
                Alt::Range(_) | Alt::View(..) | Alt::Str(_) | Alt::Text(_) => true,
                _ => self.is_tuple(alt),
            };
            if !reversible {
                self.raise(*lit, Exception::TypeError);
            }
        }
        Ok(())
    }

    /// An iterator is its own iterator.
    fn iter_over(&mut self, alt: &Alt) -> Result<Value> {
        let value = Value::of(alt.clone());
        if let Alt::Object(id) = alt
            && matches!(&*self.object(*id)?, Object::Iter(_))
        {
            return Ok(value);
        }
        self.check_iterable(&value)?;
        if self.is_dead() { Ok(Value::never()) } else { self.watching_iter(Source::Value(value)) }
    }

    /// An iterator that remembers the size of the sets and dicts it iterates over, as Python's do.
    fn watching_iter(&mut self, source: Source) -> Result<Value> {
        let mut watched = Vec::new();
        let (values, reversed) = match &source {
            Source::Value(value) => (vec![value.clone()], false),
            Source::Builtin { builtin, args } => (args.to_vec(), *builtin == LazyBuiltin::Reversed),
            _ => (Vec::new(), false),
        };
        for (_, alt) in values.iter().flat_map(Value::alts) {
            if let Alt::Object(id) | Alt::View(_, id) = alt {
                let object = self.object_in_any_order(*id)?;
                let sized = matches!(&*object, Object::Set(_) | Object::Dict(_) | Object::Deque(..));
                if sized || (reversed && matches!(&*object, Object::List(_))) {
                    watched.push((*id, object));
                }
            }
        }
        let iter = Iter { source, fresh: Lit::TRUE, rest: Seq::default(), watched };
        Ok(Value::object(self.allocate(Object::Iter(iter))))
    }

    /// Makes the items one by one; returns when it was stopped.
    pub fn lazy_until(&mut self, builtin: LazyBuiltin, args: &[Value], body: Body<'_, 'p>) -> Result<Lit> {
        // In another order, others of these give other items.
        let keeps_items = match builtin {
            LazyBuiltin::Chain
            | LazyBuiltin::ChainFromIterable
            | LazyBuiltin::Filter
            | LazyBuiltin::Permutations
            | LazyBuiltin::Product => true,
            LazyBuiltin::Map => args.len() == 2,
            LazyBuiltin::Accumulate
            | LazyBuiltin::Combinations
            | LazyBuiltin::Enumerate
            | LazyBuiltin::GroupBy
            | LazyBuiltin::Pairwise
            | LazyBuiltin::Reversed
            | LazyBuiltin::Zip => false,
        };
        self.blind &= keeps_items;
        match (builtin, args) {
            (LazyBuiltin::Enumerate, [iterable, start]) => self.enumerated(iterable, start, body),
            (LazyBuiltin::Filter, [function, iterable]) => self.filtered(function, iterable, body),
            (LazyBuiltin::Map, [function, iterable]) => self.for_each_until(iterable, &mut |this, item| {
                let item = this.mapped(function, vec![item])?;
                if this.is_dead() { Ok(Lit::FALSE) } else { body(this, item) }
            }),
            (LazyBuiltin::Map, [function, iterables @ ..]) => self.in_rows(iterables, false, &mut |this, items| {
                let item = this.mapped(function, items)?;
                if this.is_dead() { Ok(Lit::FALSE) } else { body(this, item) }
            }),
            (LazyBuiltin::Reversed, [value]) => {
                let mut stopped = Vec::new();
                for (lit, alt) in value.alts() {
                    if let Some(stop) = self.under(*lit, |this| this.reversed(alt, body))? {
                        stopped.push(self.circuit.and(*lit, stop));
                    }
                }
                Ok(self.circuit.any(stopped))
            }
            (LazyBuiltin::Zip, [strict, iterables @ ..]) => match strict.single() {
                Some(Alt::Bool(strict)) => {
                    self.in_rows(iterables, *strict, &mut |this, items| body(this, Value::tuple(items)))
                }
                _ => self.refuse(Construct::MaybeStrictZip),
            },
            (
                LazyBuiltin::Enumerate
                | LazyBuiltin::Filter
                | LazyBuiltin::Map
                | LazyBuiltin::Reversed
                | LazyBuiltin::Zip,
                _,
            ) => self.inconsistent("an iterator with other arguments"),
            (
                LazyBuiltin::Accumulate
                | LazyBuiltin::Chain
                | LazyBuiltin::ChainFromIterable
                | LazyBuiltin::Combinations
                | LazyBuiltin::GroupBy
                | LazyBuiltin::Pairwise
                | LazyBuiltin::Permutations
                | LazyBuiltin::Product,
                _,
            ) => {
                let mut stopped = Vec::new();
                self.itertools_items(builtin, args, &mut |this, item| {
                    let here = this.path;
                    let stop = body(this, item)?;
                    stopped.push(this.circuit.and(here, stop));
                    Ok(stop)
                })?;
                Ok(self.circuit.any(stopped))
            }
        }
    }

    pub(super) fn mapped(&mut self, function: &Value, items: Vec<Value>) -> Result<Value> {
        let (mark, held) = (self.raised.len(), self.held.len());
        items.iter().for_each(|item| self.hold(item));
        let value = self.call_value(function, &Arguments::of(items))?;
        self.release(held);
        self.refuse_stop_iteration(mark)?;
        Ok(value)
    }

    /// Python takes it for the end of the iterator, whatever raises it.
    fn refuse_stop_iteration(&mut self, mark: usize) -> Result<()> {
        if self.raised[mark..].iter().any(|raise| raise.exception == Exception::StopIteration) {
            return self.refuse(Construct::StopIteration);
        }
        Ok(())
    }

    fn filtered(&mut self, function: &Value, iterable: &Value, body: Body<'_, 'p>) -> Result<Lit> {
        let by_itself = matches!(function.single(), Some(Alt::None));
        if !by_itself && function.alts().iter().any(|(_, alt)| matches!(alt, Alt::None)) {
            return self.refuse(Construct::MaybeNoFilter);
        }
        self.for_each_until(iterable, &mut |this, item| {
            let verdict = if by_itself { item.clone() } else { this.mapped(function, vec![item.clone()])? };
            if this.is_dead() {
                return Ok(Lit::FALSE);
            }
            let keep = this.truth(&verdict)?;
            let stop = this.under(keep, |this| body(this, item))?;
            Ok(stop.map_or(Lit::FALSE, |stop| this.circuit.and(keep, stop)))
        })
    }

    fn enumerated(&mut self, iterable: &Value, start: &Value, body: Body<'_, 'p>) -> Result<Lit> {
        let constant = self.has_constant_positions(iterable)?;
        if !constant && let Some(Alt::Object(id)) = iterable.single() {
            let object = self.object(*id)?;
            if let Object::List(seq) = &*object {
                return self.enumerated_dense(*id, seq, start, body);
            }
        }
        let mut number = 0;
        let mut before: count::Unary = Vec::new();
        self.for_each_until(iterable, &mut |this, item| {
            let position = if constant {
                if !this.has_constant_positions(iterable)? {
                    return this.refuse(Construct::ListChangesInEnumerate);
                }
                Value::int(number)
            } else {
                let position = this.number_of(&before);
                before = count::add(&mut this.circuit, &before, &[this.path]);
                position
            };
            number += 1;
            let position = this.shifted(&position, start)?;
            body(this, Value::tuple(vec![position, item]))
        })
    }

    /// A list with gaps: constant positions are worth more than elements that stand still.
    fn enumerated_dense(&mut self, id: ObjectId, seq: &Seq, start: &Value, body: Body<'_, 'p>) -> Result<Lit> {
        let mut number = 0;
        let (before, dense) = (self.object(id)?, self.dense(seq)?);
        self.slots_until(&dense.slots, &mut |this, item| {
            let position = this.shifted(&Value::int(number), start)?;
            number += 1;
            let stop = body(this, Value::tuple(vec![position, item]))?;
            let changed = !Rc::ptr_eq(&before, &this.object(id)?);
            if changed && this.circuit.and(this.path, !stop) != Lit::FALSE {
                return this.refuse(Construct::ListChangesInLoop);
            }
            Ok(stop)
        })
    }

    /// A listed number plus another one.
    fn shifted(&mut self, position: &Value, start: &Value) -> Result<Value> {
        if matches!(start.single(), Some(Alt::Int(0))) {
            return Ok(position.clone());
        }
        let mut cases = Vec::new();
        for (l, a) in position.alts() {
            for (r, b) in start.alts() {
                let (Some(a), Some(b)) = (a.int(), b.int()) else {
                    return self.binary(lang::ast::BinaryOp::Add, position, start);
                };
                cases.push((self.circuit.and(*l, *r), Value::int(a + b)));
            }
        }
        self.choose(&cases)
    }

    /// Whether the n-th item that may come, if it comes, is the n-th.
    fn has_constant_positions(&mut self, iterable: &Value) -> Result<bool> {
        let Some(alt) = iterable.single() else { return Ok(false) };
        if self.is_tuple(alt) {
            return Ok(true);
        }
        let mut slots = match alt {
            Alt::Range(parts) => self.range_items(parts)?,
            Alt::View(kind, id) => view_slots(&self.dict(*id)?, *kind),
            Alt::Object(id) => match &*self.object(*id)? {
                Object::List(seq) | Object::Deque(seq, _) => seq.slots.clone(),
                Object::Dict(dict) => view_slots(dict, ViewKind::Keys),
                Object::Iter(iter) if iter.fresh == Lit::FALSE => iter.rest.slots.clone(),
                Object::Iter(iter) if iter.fresh == Lit::TRUE => {
                    return match &iter.source {
                        Source::Value(value) => self.has_constant_positions(value),
                        Source::Builtin { builtin: LazyBuiltin::Enumerate, args } => {
                            self.has_constant_positions(&args[0])
                        }
                        Source::Builtin { builtin: LazyBuiltin::Map, args } if args.len() == 2 => {
                            self.has_constant_positions(&args[1])
                        }
                        Source::Builtin { builtin: LazyBuiltin::Zip, .. } => Ok(true),
                        _ => Ok(false),
                    };
                }
                _ => return Ok(false),
            },
            _ => return Ok(false),
        };
        slots.retain(|slot| slot.present != Lit::FALSE);
        Ok(self.is_dense(&Seq { slots }))
    }

    /// Each element of a list of known length is read when its turn comes.
    fn reversed_list(&mut self, id: ObjectId, length: usize, body: Body<'_, 'p>) -> Result<Lit> {
        let mut running = Lit::TRUE;
        for index in (0..length).rev() {
            let now = self.object(id)?;
            let Object::List(seq) = &*now else { return self.inconsistent("not a list") };
            if !seq.is_fixed() {
                return self.refuse(Construct::ListChangesInReverse);
            }
            let Some(slot) = seq.slots.get(index) else { break };
            let stop = self.slots_until(&[Slot { present: running, value: slot.value.clone() }], body)?;
            running = self.circuit.and(running, !stop);
            if running == Lit::FALSE || self.is_dead() {
                break;
            }
        }
        Ok(!running)
    }

    fn reversed(&mut self, alt: &Alt, body: Body<'_, 'p>) -> Result<Lit> {
        let mut watched = None;
        let mut slots = match alt {
            Alt::Range(parts) => self.range_items(parts)?,
            Alt::Str(_) | Alt::Text(_) => crate::text::text_row(alt).unwrap_or_default().slots,
            Alt::Object(id) | Alt::View(_, id) => {
                let object = self.object(*id)?;
                watched = Some((*id, object.clone()));
                match (&*object, alt) {
                    (Object::List(seq), _) if seq.is_fixed() => {
                        return self.reversed_list(*id, seq.slots.len(), body);
                    }
                    (Object::List(seq) | Object::Deque(seq, _), _) => seq.slots.clone(),
                    (Object::Dict(dict), Alt::View(kind, _)) => view_slots(dict, *kind),
                    (Object::Dict(dict), _) => view_slots(dict, ViewKind::Keys),
                    _ => return self.refuse(Construct::ReversedOther),
                }
            }
            _ => Seq::of(crate::equality::tuple_items(alt).iter().cloned()).slots,
        };
        slots.reverse();
        self.slots_until(&slots, &mut |this, item| {
            let stop = body(this, item)?;
            if let Some((id, object)) = &watched {
                let now = this.object(*id)?;
                if !Rc::ptr_eq(&now, object) && this.circuit.and(this.path, !stop) != Lit::FALSE {
                    return this.refuse(Construct::DictChangesInReverse);
                }
            }
            Ok(stop)
        })
    }
}
