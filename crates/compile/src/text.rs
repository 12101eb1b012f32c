//! Strings that are not known: rows of characters, each there or not.
//!
//! A string out of few known ones is listed (`Alt::Str`); any other is a row of slots (`Alt::Text`), as a list is, whose values
//! are strings of one character. So slices, joins, filters and splits only touch the literals that say which characters are
//! there. Known strings take the same way: their rows are constants, and the gates fold away.
//!
//! Invariants: the values of a row's slots are listed strings of one character; a value has no known strings beside a row.

mod affixes;
mod cases;
mod format;
mod numbers;
mod search;
mod show;
mod split;
mod width;

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use circuit::Lit;
use lang::builtins::Exception;
use lang::text::unicode::Facts;

use crate::construct::{Construct, LargeValue};
use crate::machine::Machine;
use crate::objects::{Seq, Slot};
use crate::refusal::Result;
use crate::value::{Alt, Value};

/// As many strings are kept as alternatives; more become a row. Any number of single characters is kept.
const MOST_STRINGS: usize = 12;
/// Rows with no more possible strings than this are listed again.
const FEW_STRINGS: usize = 8;
/// Strings longer than this have no circuit.
const LONGEST: usize = 4096;

impl Alt {
    pub fn is_text(&self) -> bool {
        matches!(self, Self::Str(_) | Self::Text(_))
    }
}

/// The row of a known string.
pub(crate) fn row_of(text: &str) -> Seq {
    Seq::of(text.chars().map(character))
}

pub(crate) fn character(c: char) -> Value {
    Value::of(Alt::Str(c.to_string().into()))
}

/// The row of a string.
pub(crate) fn text_row(alt: &Alt) -> Option<Seq> {
    match alt {
        Alt::Str(text) => Some(row_of(text)),
        Alt::Text(row) => Some((**row).clone()),
        _ => None,
    }
}

/// The possible characters of a slot, each with when it is the one.
pub(crate) fn letters(value: &Value) -> impl Iterator<Item = (Lit, char)> {
    value.alts().iter().filter_map(|(lit, alt)| match alt {
        Alt::Str(text) => text.chars().next().map(|c| (*lit, c)),
        _ => None,
    })
}

impl Machine<'_> {
    /// One row out of several, of which one is the right one.
    pub fn merged_rows(&mut self, rows: &[(Lit, Seq)]) -> Seq {
        if let [(_, row)] = rows {
            return row.clone();
        }
        let length = rows.iter().map(|(_, row)| row.slots.len()).max().unwrap_or(0);
        let mut merged = Seq::default();
        for index in 0..length {
            let mut present = Vec::new();
            let mut values: BTreeMap<Arc<str>, Vec<Lit>> = BTreeMap::new();
            for (when, slot) in rows.iter().filter_map(|(when, row)| Some((*when, row.slots.get(index)?))) {
                present.push(self.circuit.and(when, slot.present));
                for (lit, alt) in slot.value.alts() {
                    if let Alt::Str(text) = alt {
                        let lit = self.circuit.and(when, *lit);
                        values.entry(text.clone()).or_default().push(lit);
                    }
                }
            }
            // One of them is the right one, so that what is there in all of them is there.
            let certain = |(_, row): &(Lit, Seq)| row.slots.get(index).is_some_and(|slot| slot.present == Lit::TRUE);
            let present = if rows.iter().all(certain) { Lit::TRUE } else { self.circuit.any(present) };
            let value = self.one_of(values);
            merged.slots.push(Slot { present, value });
        }
        merged
    }

    /// The string whose literal is true. If there is but one, it is that one.
    fn one_of(&mut self, values: BTreeMap<Arc<str>, Vec<Lit>>) -> Value {
        if values.len() == 1 {
            return values.into_keys().next().map_or_else(Value::never, |text| Value::of(Alt::Str(text)));
        }
        let values = values.into_iter();
        Value::choice(values.map(|(text, lits)| (self.circuit.any(lits), Alt::Str(text))).collect())
    }

    /// A row as a value: listed if few strings are possible.
    pub fn text_value(&mut self, mut row: Seq) -> Result<Value> {
        row.slots.retain(|slot| slot.present != Lit::FALSE);
        if row.slots.len() > LONGEST {
            return self.refuse(LargeValue::Text);
        }
        if row.slots.len() == 1 && row.slots[0].present == Lit::TRUE {
            return Ok(row.slots.remove(0).value);
        }
        match self.listed_texts(&row, FEW_STRINGS) {
            Some(texts) => {
                let alts = texts.into_iter().map(|(text, lit)| (lit, Alt::Str(text)));
                Ok(Value::choice(alts.collect()))
            }
            None => Ok(Value::of(Alt::Text(Rc::new(row)))),
        }
    }

    /// All strings that a row may be, unless there are more than `most`.
    pub fn listed_texts(&mut self, row: &Seq, most: usize) -> Option<Vec<(Arc<str>, Lit)>> {
        let choices = |slot: &Slot| slot.value.alts().len() + usize::from(slot.present != Lit::TRUE);
        // In a dense row nothing follows a character that is not there.
        let bound = if self.is_dense(row) {
            row.slots.iter().rev().try_fold(1_usize, |count, slot| {
                count.checked_mul(slot.value.alts().len())?.checked_add(usize::from(slot.present != Lit::TRUE))
            })
        } else {
            row.slots.iter().try_fold(1_usize, |count, slot| count.checked_mul(choices(slot)))
        };
        if bound.is_none_or(|bound| bound > most) {
            return None;
        }
        let mut texts: BTreeMap<String, Lit> = BTreeMap::from([(String::new(), Lit::TRUE)]);
        for slot in &row.slots {
            let mut longer: BTreeMap<String, Vec<Lit>> = BTreeMap::new();
            for (text, lit) in texts {
                let without = self.circuit.and(lit, !slot.present);
                if without != Lit::FALSE {
                    longer.entry(text.clone()).or_default().push(without);
                }
                for (when, alt) in slot.value.alts() {
                    let Alt::Str(next) = alt else { return None };
                    let when = self.circuit.all([lit, slot.present, *when]);
                    if when != Lit::FALSE {
                        longer.entry(format!("{text}{next}")).or_default().push(when);
                    }
                }
            }
            texts = longer.into_iter().map(|(text, lits)| (text, self.circuit.any(lits))).collect();
        }
        // Prefixes of dense rows may have been met and dropped: what is left may still be too much.
        (texts.len() <= most).then(|| texts.into_iter().map(|(text, lit)| (text.into(), lit)).collect())
    }

    /// Too many strings become a row, and so do strings beside a row.
    pub fn narrow_texts(&mut self, alts: Vec<(Lit, Alt)>) -> Vec<(Lit, Alt)> {
        let known = alts.iter().filter(|(_, alt)| matches!(alt, Alt::Str(_))).count();
        let rows = alts.iter().filter(|(_, alt)| matches!(alt, Alt::Text(_))).count();
        let single = |alt: &Alt| !matches!(alt, Alt::Str(text) if text.chars().nth(1).is_some() || text.is_empty());
        let many = known > MOST_STRINGS && !alts.iter().all(|(_, alt)| single(alt));
        if !many && (rows == 0 || known == 0) {
            return alts;
        }
        let (texts, mut rest): (Vec<_>, Vec<_>) = alts.into_iter().partition(|(_, alt)| alt.is_text());
        let lit = self.circuit.any(texts.iter().map(|(lit, _)| *lit));
        let rows: Vec<(Lit, Seq)> = texts.iter().filter_map(|(lit, alt)| Some((*lit, text_row(alt)?))).collect();
        let row = self.merged_rows(&rows);
        rest.push((lit, Alt::Text(Rc::new(row))));
        rest
    }

    /// The string that a value is. Raises where it is none; `None` where it never is one.
    pub fn text_argument(&mut self, value: &Value) -> Result<Option<Seq>> {
        let mut rows = Vec::new();
        for (lit, alt) in value.alts() {
            match text_row(alt) {
                Some(row) => rows.push((*lit, row)),
                None if matches!(alt, Alt::Atom(..)) => self.refuse_if(*lit, Construct::AtomAsString)?,
                None => self.raise(*lit, Exception::TypeError),
            }
        }
        if rows.is_empty() || self.is_dead() {
            return Ok(None);
        }
        let row = self.merged_rows(&rows);
        self.dense(&row).map(Some)
    }

    /// When a character satisfies a test. Refuses characters that Unicode 14 does not know.
    pub fn letter_is(&mut self, value: &Value, test: &dyn Fn(Facts) -> bool) -> Result<Lit> {
        let mut holds = Vec::new();
        let mut all = true;
        for (lit, c) in letters(value) {
            let facts = Facts::of(c);
            if !facts.is_known() {
                return self.refuse(Construct::UnknownCharacter);
            }
            if test(facts) {
                holds.push(lit);
            } else {
                all = false;
            }
        }
        Ok(if all { Lit::TRUE } else { self.circuit.any(holds) })
    }

    /// When a character is one of some.
    pub fn letter_in(&mut self, value: &Value, row: &Seq) -> Result<Lit> {
        let mut cases = Vec::new();
        for slot in &row.slots {
            let same = self.equal(&slot.value, value)?;
            cases.push(self.circuit.and(slot.present, same));
        }
        Ok(self.circuit.any(cases))
    }

    /// Characters of one row, without those for which the literal is false.
    pub fn kept_letters(&mut self, row: &Seq, keep: &[Lit]) -> Seq {
        let mut result = Seq::default();
        for (slot, keep) in row.slots.iter().zip(keep) {
            let present = self.circuit.and(slot.present, *keep);
            result.push(present, slot.value.clone());
        }
        result
    }

    /// The length of a dense row: for each number, when the row has exactly that length.
    pub fn exact_lengths(&mut self, row: &Seq) -> Vec<Lit> {
        let has = |position: usize| row.slots.get(position).map_or(Lit::FALSE, |slot| slot.present);
        let mut lengths = Vec::new();
        for length in 0..=row.slots.len() {
            let least = if length == 0 { Lit::TRUE } else { has(length - 1) };
            lengths.push(self.circuit.and(least, !has(length)));
        }
        lengths
    }
}
