//! Slices. A slice keeps slots or drops them; it moves nothing.

use std::rc::Rc;

use circuit::{Lit, count};
use lang::builtins::Exception;

use crate::construct::Construct;
use crate::machine::Machine;
use crate::objects::{Object, Seq, Slot};
use crate::ranges::range_length;
use crate::refusal::Result;
use crate::subscripts::SliceBounds;
use crate::value::{Alt, Value};

/// As many combinations of bounds are tried at most for a slice of a range.
const MOST_COMBINATIONS: usize = 512;

/// The possible values of one bound, `None` where it is missing.
pub(crate) type SliceBound = Vec<(Lit, Option<i128>)>;

/// Where a slot stands in relation to a slice: at or behind its start (and met by the step), before its end.
pub(crate) struct Inside {
    pub started: Vec<Lit>,
    pub not_ended: Vec<Lit>,
}

impl Machine<'_> {
    pub fn slice(&mut self, base: &Value, bounds: &SliceBounds) -> Result<Value> {
        self.refuse_slice_of_instance(base)?;
        self.by_alternative(base, &mut |this, alt| match alt {
            Alt::Object(id) => match &*this.object(*id)? {
                Object::List(seq) => {
                    let seq = this.slice_of(seq, bounds)?;
                    Ok(this.new_list(seq))
                }
                _ => Ok(this.raise_always(Exception::TypeError)),
            },
            Alt::Range(parts) => this.slice_of_range(parts, bounds),
            Alt::Str(_) | Alt::Text(_) => {
                let row = this.slice_of(&crate::text::text_row(alt).unwrap_or_default(), bounds)?;
                this.text_value(row)
            }
            _ if this.is_tuple(alt) => {
                let items = Seq::of(crate::equality::tuple_items(alt).iter().cloned());
                let seq = this.slice_of(&items, bounds)?;
                this.tuple_of(&seq)
            }
            _ => Ok(this.raise_always(Exception::TypeError)),
        })
    }

    /// What a class does with a slice is not known: `slice` objects are no values here.
    pub fn refuse_slice_of_instance(&mut self, base: &Value) -> Result<()> {
        for (lit, alt) in base.alts() {
            let Some(class) = self.instance(alt)?.map(|instance| instance.class) else { continue };
            for method in ["__getitem__", "__setitem__", "__delitem__"] {
                if self.find(class, method)?.is_some() {
                    self.refuse_if(*lit, Construct::OwnIterator)?;
                }
            }
        }
        Ok(())
    }

    pub fn slice_of(&mut self, seq: &Seq, bounds: &SliceBounds) -> Result<Seq> {
        let steps = self.steps(bounds)?;
        let (lower, upper) = self.both_bounds(bounds, seq.slots.len())?;
        let mut result = Seq::default();
        for (when, step) in steps {
            let (seq, inside) = self.inside(seq, &lower, &upper, step)?;
            let mut slots: Vec<Slot> = Vec::new();
            for (index, slot) in seq.slots.into_iter().enumerate() {
                let met = self.circuit.and(inside.started[index], inside.not_ended[index]);
                let met = self.circuit.and(met, when);
                let present = self.circuit.and(slot.present, met);
                if present != Lit::FALSE {
                    slots.push(Slot { present, value: slot.value });
                }
            }
            if step < 0 {
                slots.reverse();
            }
            result.slots.append(&mut slots);
        }
        Ok(result)
    }

    /// The possible steps. Raises where it is not a number, or 0.
    pub fn steps(&mut self, bounds: &SliceBounds) -> Result<Vec<(Lit, i128)>> {
        let Some(step) = &bounds.step else { return Ok(vec![(Lit::TRUE, 1)]) };
        let mut steps: Vec<(Lit, i128)> = Vec::new();
        for (lit, alt) in step.alts() {
            match (alt, alt.int()) {
                (_, Some(0)) => self.raise(*lit, Exception::ValueError),
                (_, Some(number)) => steps.push((*lit, number)),
                (Alt::None, _) => steps.push((*lit, 1)),
                (Alt::Bits(_), _) => return self.refuse(Construct::SliceStep),
                _ => self.raise(*lit, Exception::TypeError),
            }
        }
        if let [(when, _)] = &mut *steps {
            *when = Lit::TRUE;
        }
        Ok(steps)
    }

    pub fn both_bounds(&mut self, bounds: &SliceBounds, size: usize) -> Result<(SliceBound, SliceBound)> {
        let lower = self.slice_bound(bounds.lower.as_ref(), size)?;
        Ok((lower, self.slice_bound(bounds.upper.as_ref(), size)?))
    }

    /// The possible values of a bound, `None` where it is missing.
    pub fn slice_numbers(&mut self, bound: &Value, size: usize) -> Result<SliceBound> {
        self.slice_bound(Some(bound), size)
    }

    fn slice_bound(&mut self, bound: Option<&Value>, size: usize) -> Result<SliceBound> {
        let Some(bound) = bound else { return Ok(vec![(Lit::TRUE, None)]) };
        let (missing, numbers): (Vec<_>, Vec<_>) =
            bound.alts().iter().cloned().partition(|(_, alt)| matches!(alt, Alt::None));
        let mut alts: SliceBound = missing.into_iter().map(|(lit, _)| (lit, None)).collect();
        let numbers = self.clamped(&Value::choice(numbers), size)?;
        alts.extend(numbers.into_iter().map(|(lit, number)| (lit, Some(number))));
        if let [(lit, _)] = &mut *alts {
            *lit = Lit::TRUE;
        }
        Ok(alts)
    }

    /// Which slots a slice with this step starts before and ends behind. Gives the sequence with its positions known,
    /// if they must be.
    pub fn inside(&mut self, seq: &Seq, lower: &SliceBound, upper: &SliceBound, step: i128) -> Result<(Seq, Inside)> {
        let open = lower.iter().chain(upper).all(|(_, bound)| bound.is_none());
        if open && step.abs() == 1 {
            let all = vec![Lit::TRUE; seq.slots.len()];
            return Ok((seq.clone(), Inside { started: all.clone(), not_ended: all }));
        }
        if step == 1 && !self.is_dense(seq) {
            return Ok((seq.clone(), self.inside_sparse(seq, lower, upper)));
        }
        let seq = self.dense(seq)?;
        let least = seq.slots.iter().take_while(|slot| slot.present == Lit::TRUE).count();
        let mut inside = Inside { started: Vec::new(), not_ended: Vec::new() };
        for index in 0..seq.slots.len() {
            self.step()?;
            let position = i128::try_from(index).unwrap_or(i128::MAX);
            let starts = |bound: Option<i128>, length: i128| {
                let start = place(bound, length, step).unwrap_or(if step > 0 { 0 } else { length - 1 });
                let distance = if step > 0 { position - start } else { start - position };
                distance >= 0 && distance % step == 0
            };
            let ends_behind = |bound: Option<i128>, length: i128| {
                place(bound, length, step).is_none_or(|stop| if step > 0 { position < stop } else { position > stop })
            };
            let from = least.max(index + 1);
            inside.started.push(self.by_length(&seq, from, lower, &starts));
            inside.not_ended.push(self.by_length(&seq, from, upper, &ends_behind));
        }
        Ok((seq, inside))
    }

    /// When a test of bound and length holds. The length is known to be `from` or more.
    fn by_length(
        &mut self,
        seq: &Seq,
        from: usize,
        bound: &SliceBound,
        test: &dyn Fn(Option<i128>, i128) -> bool,
    ) -> Lit {
        let size = seq.slots.len();
        let mut parts = Vec::new();
        for (lit, bound) in bound {
            let holds = |length: usize| test(*bound, i128::try_from(length).unwrap_or(i128::MAX));
            let mut length = from;
            while length <= size {
                if !holds(length) {
                    length += 1;
                    continue;
                }
                // A run of lengths is two literals.
                let least = if length == from { Lit::TRUE } else { seq.slots[length - 1].present };
                while length < size && holds(length + 1) {
                    length += 1;
                }
                let most = seq.slots.get(length).map_or(Lit::TRUE, |slot| !slot.present);
                let run = self.circuit.and(least, most);
                parts.push(self.circuit.and(*lit, run));
                length += 1;
            }
        }
        self.circuit.any(parts)
    }

    /// By counting what is before each slot, and what from it on.
    fn inside_sparse(&mut self, seq: &Seq, lower: &SliceBound, upper: &SliceBound) -> Inside {
        let presents: Vec<Lit> = seq.slots.iter().map(|slot| slot.present).collect();
        let before = self.counts_before(&presents);
        let reversed: Vec<Lit> = presents.iter().rev().copied().collect();
        let mut behind = self.counts_before(&reversed);
        behind.reverse();
        // At or behind the place that a bound means.
        let reached = |this: &mut Self, bound: &SliceBound, index: usize, missing: Lit| {
            let mut parts = Vec::new();
            for (lit, bound) in bound {
                let distance = bound.map_or(0, |bound| usize::try_from(bound.unsigned_abs()).unwrap_or(usize::MAX));
                let reached = match bound {
                    None => missing,
                    Some(0..) => count::at_least(&before[index], distance),
                    Some(_) => !count::at_least(&behind[index], distance),
                };
                parts.push(this.circuit.and(*lit, reached));
            }
            this.circuit.any(parts)
        };
        let started = (0..presents.len()).map(|index| reached(self, lower, index, Lit::TRUE)).collect();
        let not_ended = (0..presents.len()).map(|index| !reached(self, upper, index, Lit::FALSE)).collect();
        Inside { started, not_ended }
    }

    /// For each literal, how many before it are true.
    pub fn counts_before(&mut self, lits: &[Lit]) -> Vec<count::Unary> {
        let mut before: count::Unary = Vec::new();
        let mut counts = Vec::with_capacity(lits.len());
        for lit in lits {
            counts.push(before.clone());
            before = match *lit {
                Lit::FALSE => before,
                Lit::TRUE => [&[Lit::TRUE], &*before].concat(),
                lit => count::add(&mut self.circuit, &before, &[lit]),
            };
        }
        counts
    }

    /// When each slot stands between two positions, as in `xs.index(x, start, stop)`.
    pub fn between(&mut self, seq: &Seq, start: Option<&Value>, stop: Option<&Value>) -> Result<(Seq, Vec<Lit>)> {
        let (lower, upper) = (self.slice_bound(start, seq.slots.len())?, self.slice_bound(stop, seq.slots.len())?);
        let (seq, inside) = self.inside(seq, &lower, &upper, 1)?;
        let both = inside.started.iter().zip(&inside.not_ended);
        let both = both.map(|(started, not_ended)| self.circuit.and(*started, *not_ended)).collect();
        Ok((seq, both))
    }

    fn slice_of_range(&mut self, parts: &Rc<[Value; 3]>, bounds: &SliceBounds) -> Result<Value> {
        let steps = self.steps(bounds)?;
        let (lower, upper) = self.both_bounds(bounds, 1 << 40)?;
        let mut ranges = vec![(Lit::TRUE, [0; 3])];
        for (index, part) in parts.iter().enumerate() {
            let mut more = Vec::new();
            for (lit, range) in ranges {
                for (when, alt) in part.alts() {
                    let Some(number) = alt.int() else { return self.refuse(Construct::SliceOfRange) };
                    let mut range = range;
                    range[index] = number;
                    let when = self.circuit.and(lit, *when);
                    more.push((when, range));
                }
            }
            more.retain(|(lit, _)| *lit != Lit::FALSE);
            ranges = more;
        }
        if ranges.len() * steps.len() * lower.len() * upper.len() > MOST_COMBINATIONS {
            return self.refuse(Construct::SliceOfRange);
        }
        let mut cases = Vec::new();
        for (a, [start, stop, stride]) in &ranges {
            let length = range_length(*start, *stop, *stride);
            for (b, step) in &steps {
                for (c, lower) in &lower {
                    for (d, upper) in &upper {
                        let when = self.circuit.all([*a, *b, *c, *d]);
                        let (first, last) = if *step > 0 { (0, length) } else { (length - 1, -1) };
                        let from = place(*lower, length, *step).unwrap_or(first);
                        let to = place(*upper, length, *step).unwrap_or(last);
                        let range = [start + from * stride, start + to * stride, stride * step].map(Value::int);
                        cases.push((when, Value::of(Alt::Range(Rc::new(range)))));
                    }
                }
            }
        }
        self.choose(&cases)
    }
}

/// Where a bound points to in something of a length, by Python's rules.
fn place(bound: Option<i128>, length: i128, step: i128) -> Option<i128> {
    let (lowest, highest) = if step > 0 { (0, length) } else { (-1, length - 1) };
    bound.map(|bound| if bound < 0 { (bound + length).max(lowest) } else { bound.min(highest) })
}
