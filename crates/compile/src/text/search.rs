//! Looking for one string in another.

use circuit::{Lit, count};
use lang::builtins::Exception;
use lang::methods::StrMethod;

use crate::calls::Arguments;
use crate::machine::Machine;
use crate::objects::Seq;
use crate::refusal::Result;
use crate::subscripts::SliceBounds;
use crate::value::Value;

/// The occurrences of one string in another that do not overlap, from the left.
pub(crate) struct Taken {
    /// For each position, when an occurrence starts there.
    pub starts: Vec<Lit>,
    /// For each character, when it belongs to an occurrence.
    pub covered: Vec<Lit>,
}

fn has(row: &Seq, position: usize) -> Lit {
    row.slots.get(position).map_or(Lit::FALSE, |slot| slot.present)
}

impl Machine<'_> {
    /// When a string occurs at a position of another. Both are dense.
    pub fn match_at(&mut self, text: &Seq, part: &Seq, position: usize) -> Result<Lit> {
        let mut all = vec![if position == 0 { Lit::TRUE } else { has(text, position - 1) }];
        for (offset, slot) in part.slots.iter().enumerate() {
            self.step()?;
            let same = match text.slots.get(position + offset) {
                Some(here) => {
                    let same = self.equal(&here.value, &slot.value)?;
                    self.circuit.and(here.present, same)
                }
                None => Lit::FALSE,
            };
            let holds = self.circuit.implies(slot.present, same);
            if holds == Lit::FALSE {
                return Ok(Lit::FALSE);
            }
            all.push(holds);
        }
        Ok(self.circuit.all(all))
    }

    /// `part in text`
    pub fn text_contains(&mut self, text: &Seq, part: &Seq) -> Result<Lit> {
        let (text, part) = (self.dense(text)?, self.dense(part)?);
        let mut cases = Vec::new();
        for position in 0..=text.slots.len() {
            cases.push(self.match_at(&text, &part, position)?);
        }
        Ok(self.circuit.any(cases))
    }

    /// The text up to a bound, and for each position when it is not before the other bound.
    pub fn window(&mut self, text: &Seq, arguments: &Arguments) -> Result<(Seq, Vec<Lit>)> {
        let text = self.dense(text)?;
        let size = text.slots.len();
        let mut started = vec![Lit::TRUE; size + 1];
        if let Some(start) = arguments.get(1) {
            let bounds = self.slice_numbers(start, size)?;
            for (position, started) in started.iter_mut().enumerate() {
                let mut cases = Vec::new();
                for (lit, bound) in &bounds {
                    let distance = usize::try_from(bound.unwrap_or(0).unsigned_abs()).unwrap_or(usize::MAX);
                    let reached = match bound {
                        None => Lit::TRUE,
                        Some(0..) => Lit::constant(position >= distance),
                        // Counted from the end, wherever that is.
                        Some(_) => !has(&text, position.saturating_add(distance)),
                    };
                    cases.push(self.circuit.and(*lit, reached));
                }
                *started = self.circuit.any(cases);
            }
        }
        let text = match arguments.get(2) {
            Some(end) => {
                let bounds = SliceBounds { lower: None, upper: Some(end.clone()), step: None };
                let cut = self.slice_of(&text, &bounds)?;
                self.dense(&cut)?
            }
            None => text,
        };
        Ok((text, started))
    }

    /// `find`, `rfind`, `index`, `rindex` and `count`.
    pub fn text_search(&mut self, text: &Seq, method: StrMethod, arguments: &Arguments) -> Result<Value> {
        let Some(part) = self.text_argument(&arguments.positional[0])? else { return Ok(Value::never()) };
        let (text, started) = self.window(text, arguments)?;
        if self.is_dead() {
            return Ok(Value::never());
        }
        let mut hits = Vec::new();
        for position in 0..=text.slots.len() {
            let hit = self.match_at(&text, &part, position)?;
            let started = started.get(position).copied().unwrap_or(Lit::FALSE);
            hits.push(self.circuit.and(hit, started));
        }
        if method == StrMethod::Count {
            let taken = self.taken(&part, hits, None);
            return Ok(self.count(&taken.starts));
        }
        let last = matches!(method, StrMethod::RightFind | StrMethod::RightIndex);
        let mut order: Vec<usize> = (0..hits.len()).collect();
        if last {
            order.reverse();
        }
        let (mut cases, mut before) = (Vec::new(), Lit::FALSE);
        for position in order {
            let first = self.circuit.and(hits[position], !before);
            if first != Lit::FALSE {
                cases.push((first, Value::size(position)));
            }
            before = self.circuit.or(before, hits[position]);
        }
        match method {
            StrMethod::Find | StrMethod::RightFind => cases.push((!before, Value::int(-1))),
            _ => self.raise(!before, Exception::ValueError),
        }
        cases.retain(|(lit, _)| *lit != Lit::FALSE);
        self.choose(&cases)
    }

    /// The occurrences that do not overlap an earlier one, up to a limit.
    pub fn taken(&mut self, part: &Seq, hits: Vec<Lit>, most: Option<&Value>) -> Taken {
        let lengths = self.exact_lengths(part);
        let mut taken = Taken { starts: Vec::new(), covered: vec![Lit::FALSE; hits.len()] };
        let mut before: count::Unary = Vec::new();
        for (position, hit) in hits.into_iter().enumerate() {
            let mut start = self.circuit.and(hit, !taken.covered[position]);
            if let Some(most) = most {
                let room = self.room_for_more(&before, most);
                start = self.circuit.and(start, room);
                before = count::add(&mut self.circuit, &before, &[start]);
            }
            for (length, exactly) in lengths.iter().enumerate() {
                let here = self.circuit.and(start, *exactly);
                for covered in taken.covered.iter_mut().skip(position).take(length) {
                    *covered = self.circuit.or(*covered, here);
                }
            }
            taken.starts.push(start);
        }
        taken
    }

    /// Whether a count is below a limit; a negative limit is none.
    fn room_for_more(&mut self, before: &count::Unary, most: &Value) -> Lit {
        let mut cases = Vec::new();
        for (lit, alt) in most.alts() {
            let room = match alt.int() {
                Some(0) => Lit::FALSE,
                Some(number @ 1..) => !count::at_least(before, usize::try_from(number).unwrap_or(usize::MAX)),
                _ => Lit::TRUE,
            };
            cases.push(self.circuit.and(*lit, room));
        }
        self.circuit.any(cases)
    }

    /// All occurrences from the left, none of which overlaps another.
    pub fn occurrences(&mut self, text: &Seq, part: &Seq, most: Option<&Value>) -> Result<Taken> {
        let mut hits = Vec::new();
        for position in 0..=text.slots.len() {
            hits.push(self.match_at(text, part, position)?);
        }
        Ok(self.taken(part, hits, most))
    }

    /// `replace`
    pub fn text_replace(&mut self, text: &Seq, arguments: &Arguments) -> Result<Value> {
        let Some(old) = self.text_argument(&arguments.positional[0])? else { return Ok(Value::never()) };
        let Some(new) = self.text_argument(&arguments.positional[1])? else { return Ok(Value::never()) };
        let most = match arguments.get(2) {
            Some(most) => Some(self.small_count(most)?),
            None => None,
        };
        if self.is_dead() {
            return Ok(Value::never());
        }
        let text = self.dense(text)?;
        let taken = self.occurrences(&text, &old, most.as_ref())?;
        let mut row = Seq::default();
        for position in 0..=text.slots.len() {
            for slot in &new.slots {
                let present = self.circuit.and(taken.starts[position], slot.present);
                row.push(present, slot.value.clone());
            }
            if let Some(slot) = text.slots.get(position) {
                let present = self.circuit.and(slot.present, !taken.covered[position]);
                row.push(present, slot.value.clone());
            }
        }
        self.text_value(row)
    }
}
