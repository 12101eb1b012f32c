//! Ranges: elements, indexes, lengths.

use std::rc::Rc;

use circuit::Lit;
use lang::builtins::Exception;

use crate::construct::{Construct, LargeValue};
use crate::machine::Machine;
use crate::objects::{Seq, Slot};
use crate::refusal::Result;
use crate::value::{Alt, Value};

/// Elements of a range that are listed at most.
const LONGEST_RANGE: usize = 100_000;

impl Machine<'_> {
    /// The elements of a range.
    pub fn range_items(&mut self, parts: &[Value; 3]) -> Result<Vec<Slot>> {
        if let Some(step) = parts[2].single().and_then(Alt::int) {
            return self.range_by(&parts[0], &parts[1], step);
        }
        // One range after the other, of which only one is there.
        let mut all = Vec::new();
        for (lit, alt) in parts[2].alts() {
            let Some(step) = alt.int() else { return self.refuse(Construct::RangeStep) };
            for slot in self.range_by(&parts[0], &parts[1], step)? {
                let present = self.circuit.and(*lit, slot.present);
                all.push(Slot { present, ..slot });
            }
        }
        all.retain(|slot| slot.present != Lit::FALSE);
        Ok(all)
    }

    fn range_by(&mut self, start: &Value, stop: &Value, step: i128) -> Result<Vec<Slot>> {
        let (Some((start_low, start_high)), Some((stop_low, stop_high))) = (self.bounds(start), self.bounds(stop))
        else {
            return Ok(Vec::new());
        };
        if start_low == start_high {
            let last = if step > 0 { stop_high } else { stop_low };
            return self.range_from(start_low, stop, last, step);
        }
        if step.abs() == 1 {
            let (first, last) = if step > 0 { (start_low, stop_high - 1) } else { (stop_low + 1, start_high) };
            return self.range_within(start, stop, first, last, step);
        }
        let mut all = Vec::new();
        for (lit, alt) in start.alts() {
            let Some(first) = alt.int() else {
                return self.refuse(Construct::RangeStart);
            };
            let last = if step > 0 { stop_high } else { stop_low };
            for slot in self.range_from(first, stop, last, step)? {
                let present = self.circuit.and(*lit, slot.present);
                all.push(Slot { present, ..slot });
            }
        }
        all.retain(|slot| slot.present != Lit::FALSE);
        Ok(all)
    }

    /// The start is known, so are the elements; which are there depends on where it stops, at `last` at the latest.
    fn range_from(&mut self, start: i128, stop: &Value, last: i128, step: i128) -> Result<Vec<Slot>> {
        let mut slots: Vec<Slot> = Vec::new();
        let mut element = start;
        while (step > 0 && element < last) || (step < 0 && element > last) {
            self.step()?;
            if slots.len() > LONGEST_RANGE {
                return self.refuse(LargeValue::Range);
            }
            let number = Value::int(element);
            let present = if step > 0 { self.less(&number, stop)? } else { self.less(stop, &number)? };
            if let Some(before) = slots.last() {
                // What stops behind this element stops behind the one before.
                self.lengths.insert((before.present, present));
            }
            slots.push(Slot { present, value: number });
            element += step;
        }
        slots.retain(|slot| slot.present != Lit::FALSE);
        Ok(slots)
    }

    /// Every number from the first to the last may be there.
    fn range_within(&mut self, start: &Value, stop: &Value, first: i128, last: i128, step: i128) -> Result<Vec<Slot>> {
        if usize::try_from(last - first).is_ok_and(|length| length > LONGEST_RANGE) {
            return self.refuse(LargeValue::Range);
        }
        let mut slots = Vec::new();
        for element in first..=last {
            self.step()?;
            let number = Value::int(element);
            let (too_early, in_time) = if step > 0 {
                (self.less(&number, start)?, self.less(&number, stop)?)
            } else {
                (self.less(start, &number)?, self.less(stop, &number)?)
            };
            let present = self.circuit.and(!too_early, in_time);
            slots.push(Slot { present, value: number });
        }
        if step < 0 {
            slots.reverse();
        }
        slots.retain(|slot| slot.present != Lit::FALSE);
        Ok(slots)
    }

    pub fn range_item(&mut self, parts: &Rc<[Value; 3]>, index: &Value) -> Result<Value> {
        if let (Some([start, stop, step]), Some(index)) = (constant_range(parts), index.single().and_then(Alt::int)) {
            let length = range_length(start, stop, step);
            let position = if index < 0 { index + length } else { index };
            if (0..length).contains(&position) {
                return Ok(Value::int(start + position * step));
            }
            return Ok(self.raise_always(Exception::IndexError));
        }
        let seq = Seq { slots: self.range_items(parts)? };
        self.pick_item(&seq, index)
    }

    /// The length of a range, if it is known.
    pub fn constant_length(&self, parts: &[Value; 3]) -> Option<i128> {
        constant_range(parts).map(|[start, stop, step]| range_length(start, stop, step))
    }
}

/// Start, stop and step, if they are known.
fn constant_range(parts: &[Value; 3]) -> Option<[i128; 3]> {
    let part = |index: usize| parts[index].single().and_then(Alt::int);
    Some([part(0)?, part(1)?, part(2)?])
}

/// How many elements a range has. Its step is not 0.
pub(crate) fn range_length(start: i128, stop: i128, step: i128) -> i128 {
    let distance = if step > 0 { stop - start } else { start - stop };
    let step = step.abs();
    if distance <= 0 || step == 0 { 0 } else { (distance + step - 1) / step }
}
