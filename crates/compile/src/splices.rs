//! Slices that are assigned or deleted.

use circuit::Lit;
use lang::builtins::Exception;

use crate::construct::Construct;
use crate::machine::Machine;
use crate::objects::{Object, Seq, Slot};
use crate::refusal::Result;
use crate::slices::SliceBound;
use crate::subscripts::SliceBounds;
use crate::value::{Alt, ObjectId, Value};

impl Machine<'_> {
    pub fn set_slice(&mut self, base: &Value, bounds: &SliceBounds, value: &Value) -> Result<()> {
        self.refuse_slice_of_instance(base)?;
        self.by_alternative(base, &mut |this, alt| {
            let Some((id, seq)) = this.list_of(alt)? else { return Ok(this.raise_always(Exception::TypeError)) };
            let steps = this.steps(bounds)?;
            let (lower, upper) = this.both_bounds(bounds, seq.slots.len())?;
            this.check_iterable(value)?;
            if this.is_dead() {
                return Ok(Value::never());
            }
            this.refuse_set_order(value)?;
            let values = this.items(value)?;
            if this.is_dead() {
                return Ok(Value::never());
            }
            let seq = match &*steps {
                [(_, 1)] => this.spliced(&seq, &lower, &upper, values)?,
                [(_, step)] => this.spread_over(&seq, &lower, &upper, *step, &values)?,
                _ => return this.refuse(Construct::AssignSliceStep),
            };
            this.put(id, Object::List(seq));
            Ok(Value::none())
        })
        .map(drop)
    }

    /// What is before the start, the new items, and what is at or behind the end (and the start).
    fn spliced(&mut self, seq: &Seq, lower: &SliceBound, upper: &SliceBound, values: Vec<Slot>) -> Result<Seq> {
        let (seq, inside) = self.inside(seq, lower, upper, 1)?;
        let mut result = Seq::default();
        for (slot, started) in seq.slots.iter().zip(&inside.started) {
            let before = self.circuit.and(slot.present, !*started);
            result.push(before, slot.value.clone());
        }
        result.slots.extend(values);
        for (index, slot) in seq.slots.iter().enumerate() {
            let behind = self.circuit.and(inside.started[index], !inside.not_ended[index]);
            let behind = self.circuit.and(slot.present, behind);
            result.push(behind, slot.value.clone());
        }
        Ok(result)
    }

    /// `xs[::2] = values`: one for one.
    fn spread_over(
        &mut self,
        seq: &Seq,
        lower: &SliceBound,
        upper: &SliceBound,
        step: i128,
        values: &[Slot],
    ) -> Result<Seq> {
        let fixed = values.iter().all(|slot| slot.present == Lit::TRUE);
        if !seq.is_fixed() || !fixed || lower.len() > 1 || upper.len() > 1 {
            return self.refuse(Construct::AssignSteppedSlice);
        }
        let (mut seq, inside) = self.inside(seq, lower, upper, step)?;
        let met = |index: &usize| inside.started[*index] == Lit::TRUE && inside.not_ended[*index] == Lit::TRUE;
        let mut met: Vec<usize> = (0..seq.slots.len()).filter(met).collect();
        if step < 0 {
            met.reverse();
        }
        if met.len() != values.len() {
            self.raise(Lit::TRUE, Exception::ValueError);
            return Ok(seq);
        }
        for (index, slot) in met.into_iter().zip(values) {
            seq.slots[index] = slot.clone();
        }
        Ok(seq)
    }

    pub fn delete_slice(&mut self, base: &Value, bounds: &SliceBounds) -> Result<()> {
        self.refuse_slice_of_instance(base)?;
        self.by_alternative(base, &mut |this, alt| {
            let Some((id, seq)) = this.list_of(alt)? else { return Ok(this.raise_always(Exception::TypeError)) };
            let steps = this.steps(bounds)?;
            let (lower, upper) = this.both_bounds(bounds, seq.slots.len())?;
            if this.is_dead() {
                return Ok(Value::never());
            }
            let mut seq = if steps.len() > 1 { this.dense(&seq)? } else { seq };
            let mut hits = vec![Lit::FALSE; seq.slots.len()];
            for (when, step) in steps {
                let (placed, inside) = this.inside(&seq, &lower, &upper, step)?;
                seq = placed;
                hits.resize(seq.slots.len(), Lit::FALSE);
                for (index, hit) in hits.iter_mut().enumerate() {
                    let met = this.circuit.all([when, inside.started[index], inside.not_ended[index]]);
                    *hit = this.circuit.or(*hit, met);
                }
            }
            this.put_without(id, seq, &hits);
            Ok(Value::none())
        })
        .map(drop)
    }

    /// The list that an alternative is.
    fn list_of(&self, alt: &Alt) -> Result<Option<(ObjectId, Seq)>> {
        let Alt::Object(id) = alt else { return Ok(None) };
        Ok(match &*self.object(*id)? {
            Object::List(seq) => Some((*id, seq.clone())),
            _ => None,
        })
    }
}
