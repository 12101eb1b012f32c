//! Beginnings and ends of strings.

use circuit::Lit;
use lang::builtins::Exception;
use lang::methods::StrMethod;
use lang::text::unicode::Facts;

use crate::calls::Arguments;
use crate::machine::Machine;
use crate::objects::Seq;
use crate::refusal::Result;
use crate::value::{Alt, Value};

impl Machine<'_> {
    /// `startswith` and `endswith`; a tuple is a choice.
    pub fn text_affix(&mut self, text: &Seq, method: StrMethod, arguments: &Arguments) -> Result<Value> {
        let mut answer = Vec::new();
        for (lit, alt) in arguments.positional[0].alts() {
            let holds = self.under(*lit, |this| {
                if !this.is_tuple(alt) {
                    return this.has_affix(text, method, &Value::of(alt.clone()), arguments);
                }
                let mut found = Lit::FALSE;
                for part in crate::equality::tuple_items(alt).iter() {
                    // What comes behind the one that fits is not looked at.
                    let next = this.under(!found, |this| this.has_affix(text, method, part, arguments))?;
                    let next = next.unwrap_or(Lit::FALSE);
                    found = this.circuit.or(found, next);
                }
                Ok(found)
            })?;
            if let Some(holds) = holds {
                answer.push(self.circuit.and(*lit, holds));
            }
        }
        let answer = self.circuit.any(answer);
        Ok(if self.is_dead() { Value::never() } else { Value::truth(answer) })
    }

    fn has_affix(&mut self, text: &Seq, method: StrMethod, part: &Value, arguments: &Arguments) -> Result<Lit> {
        let (text, started) = self.window(text, arguments)?;
        let Some(part) = self.text_argument(part)? else { return Ok(Lit::FALSE) };
        let begin = method == StrMethod::StartsWith;
        let lengths = self.exact_lengths(&text);
        let sizes = self.exact_lengths(&part);
        let mut cases = Vec::new();
        for position in 0..=text.slots.len() {
            let here = started.get(position).copied().unwrap_or(Lit::FALSE);
            let stands = if begin {
                // The first position that is not before the start.
                let before = position.checked_sub(1).map_or(Lit::FALSE, |before| started[before]);
                self.circuit.and(here, !before)
            } else {
                let mut fits = Vec::new();
                for (size, exactly) in sizes.iter().enumerate() {
                    if let Some(length) = lengths.get(position + size) {
                        fits.push(self.circuit.and(*exactly, *length));
                    }
                }
                let fits = self.circuit.any(fits);
                self.circuit.and(here, fits)
            };
            if stands != Lit::FALSE {
                let hit = self.match_at(&text, &part, position)?;
                cases.push(self.circuit.and(stands, hit));
            }
        }
        Ok(self.circuit.any(cases))
    }

    /// `removeprefix` and `removesuffix`
    pub fn without_affix(&mut self, text: &Seq, method: StrMethod, part: &Value) -> Result<Value> {
        let Some(mut part) = self.text_argument(part)? else { return Ok(Value::never()) };
        let mut text = text.clone();
        let backward = method == StrMethod::RemoveSuffix;
        if backward {
            text.slots.reverse();
            part.slots.reverse();
        }
        let (text, part) = (self.dense(&text)?, self.dense(&part)?);
        let hit = self.match_at(&text, &part, 0)?;
        let mut keep = Vec::new();
        for position in 0..text.slots.len() {
            let covered = part.slots.get(position).map_or(Lit::FALSE, |slot| slot.present);
            let gone = self.circuit.and(hit, covered);
            keep.push(!gone);
        }
        let mut row = self.kept_letters(&text, &keep);
        if backward {
            row.slots.reverse();
        }
        self.text_value(row)
    }

    /// `strip`, `lstrip` and `rstrip`
    pub fn text_strip(&mut self, text: &Seq, method: StrMethod, chars: Option<&Value>) -> Result<Value> {
        let chars = chars.cloned().unwrap_or_else(Value::none);
        let (none, some): (Vec<_>, Vec<_>) =
            chars.alts().iter().cloned().partition(|(_, alt)| matches!(alt, Alt::None));
        let spaces = self.circuit.any(none.iter().map(|(lit, _)| *lit));
        let given = if some.is_empty() { None } else { self.text_argument(&Value::choice(some))? };
        if self.is_dead() {
            return Ok(Value::never());
        }
        let mut goes = Vec::new();
        for slot in &text.slots {
            let space = if none.is_empty() { Lit::FALSE } else { self.letter_is(&slot.value, &Facts::is_space)? };
            let listed = match &given {
                Some(chars) => self.letter_in(&slot.value, chars)?,
                None => Lit::FALSE,
            };
            goes.push(self.circuit.ite(spaces, space, listed));
        }
        let size = text.slots.len();
        let mut keep = vec![Lit::TRUE; size];
        let ends = [(method != StrMethod::RightStrip, false), (method != StrMethod::LeftStrip, true)];
        for (_, backward) in ends.into_iter().filter(|(wanted, _)| *wanted) {
            // A character goes if all before it do, those that are not there aside.
            let mut all_go = Lit::TRUE;
            for step in 0..size {
                let position = if backward { size - 1 - step } else { step };
                let here = self.circuit.implies(text.slots[position].present, goes[position]);
                all_go = self.circuit.and(all_go, here);
                keep[position] = self.circuit.and(keep[position], !all_go);
            }
        }
        let row = self.kept_letters(text, &keep);
        self.text_value(row)
    }

    /// A number of times, kept in a machine word: listed.
    pub fn small_count(&mut self, count: &Value) -> Result<Value> {
        let mut numbers = Vec::new();
        for (lit, alt) in count.alts() {
            match alt.int() {
                Some(number) if i64::try_from(number).is_err() => self.raise(*lit, Exception::OverflowError),
                Some(number) => numbers.push((*lit, Value::int(number))),
                None if matches!(alt, Alt::Bits(_)) => {
                    let Some(listed) = self.listed(&Value::of(alt.clone()))? else {
                        return self.refuse(crate::construct::Construct::StringByNumber);
                    };
                    numbers.push((*lit, listed));
                }
                None => self.raise(*lit, Exception::TypeError),
            }
        }
        self.choose(&numbers)
    }
}
