//! Strings filled up to a width.

use circuit::Lit;
use lang::builtins::Exception;
use lang::methods::StrMethod;

use super::character;
use crate::calls::Arguments;
use crate::construct::{Construct, LargeValue};
use crate::machine::Machine;
use crate::objects::{Seq, Slot};
use crate::refusal::Result;
use crate::value::Value;

impl Machine<'_> {
    /// `center`, `ljust` and `rjust`
    pub fn text_justify(&mut self, text: &Seq, method: StrMethod, arguments: &Arguments) -> Result<Value> {
        let width = self.small_count(&arguments.positional[0])?;
        let fill = match arguments.get(1) {
            None => character(' '),
            Some(fill) => {
                let Some(row) = self.text_argument(fill)? else { return Ok(Value::never()) };
                let lengths = self.exact_lengths(&row);
                self.raise(!lengths.get(1).copied().unwrap_or(Lit::FALSE), Exception::TypeError);
                row.slots.first().map_or_else(Value::never, |slot| slot.value.clone())
            }
        };
        if self.is_dead() {
            return Ok(Value::never());
        }
        let split = |missing: usize, width: usize| match method {
            StrMethod::LeftJust => 0,
            StrMethod::RightJust => missing,
            _ => missing / 2 + (missing & width & 1),
        };
        let (text, left, right) = self.padding(text, &width, &split)?;
        let filled = |lits: Vec<Lit>| lits.into_iter().map(|present| Slot { present, value: fill.clone() });
        let slots = filled(left).chain(text.slots).chain(filled(right)).collect();
        self.text_value(Seq { slots })
    }

    /// How many characters are missing on both sides: for each number, when it is at least that.
    pub fn padding(
        &mut self,
        text: &Seq,
        width: &Value,
        split: &dyn Fn(usize, usize) -> usize,
    ) -> Result<(Seq, Vec<Lit>, Vec<Lit>)> {
        let text = self.dense(text)?;
        let lengths = self.exact_lengths(&text);
        let widths: Vec<(Lit, usize)> = width
            .alts()
            .iter()
            .filter_map(|(lit, alt)| Some((*lit, usize::try_from(alt.int()?.max(0)).unwrap_or(usize::MAX))))
            .collect();
        let most = widths.iter().map(|(_, width)| *width).max().unwrap_or(0);
        if most > super::LONGEST {
            return self.refuse(LargeValue::Text);
        }
        let (mut left, mut right) = (vec![Vec::new(); most], vec![Vec::new(); most]);
        for (length, exactly) in lengths.iter().enumerate() {
            for (lit, width) in &widths {
                let when = self.circuit.and(*exactly, *lit);
                let missing = width.saturating_sub(length);
                let before = split(missing, *width);
                left[..before].iter_mut().for_each(|cases| cases.push(when));
                right[..missing - before].iter_mut().for_each(|cases| cases.push(when));
            }
        }
        let mut any =
            |sides: Vec<Vec<Lit>>| sides.into_iter().map(|cases| self.circuit.any(cases)).collect::<Vec<Lit>>();
        let (left, right) = (any(left), any(right));
        Ok((text, left, right))
    }

    /// `zfill`
    pub fn text_zero_fill(&mut self, text: &Seq, width: &Value) -> Result<Value> {
        let width = self.small_count(width)?;
        if self.is_dead() {
            return Ok(Value::never());
        }
        let (text, zeros, _) = self.padding(text, &width, &|missing, _| missing)?;
        let mut row = Seq::default();
        let mut rest = text.clone();
        // The sign stays in front of the zeros.
        if let Some(first) = text.slots.first() {
            let (plus, minus) = (self.is_letter(&first.value, '+'), self.is_letter(&first.value, '-'));
            let sign = self.circuit.or(plus, minus);
            let present = self.circuit.and(first.present, sign);
            row.push(present, first.value.clone());
            rest.slots[0].present = self.circuit.and(first.present, !sign);
        }
        zeros.into_iter().for_each(|present| row.push(present, character('0')));
        rest.slots.into_iter().for_each(|slot| row.push(slot.present, slot.value));
        self.text_value(row)
    }

    /// `expandtabs`
    pub fn text_expand_tabs(&mut self, text: &Seq, size: Option<&Value>) -> Result<Value> {
        let size = match size {
            None => Value::int(8),
            Some(size) => self.small_count(size)?,
        };
        if self.is_dead() {
            return Ok(Value::never());
        }
        let Some(size) = size.single().and_then(crate::value::Alt::int) else {
            return self.refuse(Construct::StringByNumber);
        };
        if i32::try_from(size).is_err() {
            return Ok(self.raise_always(Exception::OverflowError));
        }
        let size = usize::try_from(size.max(0)).unwrap_or(0);
        if size > 64 {
            return self.refuse(LargeValue::Text);
        }
        let mut row = Seq::default();
        // The column, up to multiples of the size.
        let mut column = vec![Lit::FALSE; size.max(1)];
        column[0] = Lit::TRUE;
        for slot in &text.slots {
            self.step()?;
            let tab = self.is_letter(&slot.value, '\t');
            let (feed, back) = (self.is_letter(&slot.value, '\n'), self.is_letter(&slot.value, '\r'));
            let breaks = self.circuit.or(feed, back);
            let plain = self.circuit.and(slot.present, !tab);
            row.push(plain, slot.value.clone());
            let tab = self.circuit.and(slot.present, tab);
            for space in 0..size {
                // From column `c` on, `size - c` spaces lead to the next stop.
                let far = self
                    .circuit
                    .any(column.iter().enumerate().filter(|(at, _)| size - at > space).map(|(_, lit)| *lit));
                let present = self.circuit.and(tab, far);
                row.push(present, character(' '));
            }
            let reset = self.circuit.and(plain, breaks);
            let reset = self.circuit.or(reset, tab);
            let mut next = Vec::new();
            for at in 0..column.len() {
                let before = column[(at + column.len() - 1) % column.len()];
                let moved = self.circuit.ite(slot.present, before, column[at]);
                next.push(self.circuit.ite(reset, Lit::constant(at == 0), moved));
            }
            column = next;
        }
        self.text_value(row)
    }
}
