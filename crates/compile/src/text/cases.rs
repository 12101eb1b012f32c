//! Upper and lower case, what characters are, and characters that are replaced one by one.

use circuit::Lit;
use lang::builtins::Exception;
use lang::methods::StrMethod;
use lang::text::unicode::{self, Facts};

use super::{letters, row_of, text_row};
use crate::construct::Construct;
use crate::machine::Machine;
use crate::objects::{Object, Seq};
use crate::refusal::Result;
use crate::value::{Alt, Value};

impl Machine<'_> {
    /// `upper`, `lower` and the like.
    pub fn text_case(&mut self, text: &Seq, method: StrMethod) -> Result<Value> {
        let text = self.dense(text)?;
        let mut row = Seq::default();
        // Whether the character before has a case.
        let mut after_cased = Lit::FALSE;
        for (position, slot) in text.slots.iter().enumerate() {
            self.step()?;
            let mut cases: Vec<(Lit, String)> = Vec::new();
            for (lit, c) in letters(&slot.value) {
                if !Facts::of(c).is_known() {
                    return self.refuse(Construct::UnknownCharacter);
                }
                if c == 'Σ' && !matches!(method, StrMethod::Upper | StrMethod::CaseFold) {
                    return self.refuse(Construct::FinalSigma);
                }
                let first = match method {
                    StrMethod::Capitalize => Lit::constant(position == 0),
                    StrMethod::Title => !after_cased,
                    _ => Lit::FALSE,
                };
                let rest = changed(c, method);
                let (start, inside) = (self.circuit.and(lit, first), self.circuit.and(lit, !first));
                cases.push((start, unicode::title(c)));
                cases.push((inside, rest));
            }
            after_cased = self.letter_is(&slot.value, &Facts::is_cased)?;
            cases.retain(|(lit, _)| *lit != Lit::FALSE);
            self.push_choice(&mut row, slot.present, &cases);
        }
        self.text_value(row)
    }

    /// Adds the characters of the string whose literal is true.
    fn push_choice(&mut self, row: &mut Seq, present: Lit, cases: &[(Lit, String)]) {
        let rows: Vec<(Lit, Seq)> = cases.iter().map(|(lit, text)| (*lit, row_of(text))).collect();
        for slot in self.merged_rows(&rows).slots {
            let there = self.circuit.and(present, slot.present);
            row.push(there, slot.value);
        }
    }

    /// `isalpha` and the like.
    pub fn text_is(&mut self, text: &Seq, method: StrMethod) -> Result<Value> {
        let test: &dyn Fn(Facts) -> bool = match method {
            StrMethod::IsAlnum => &Facts::is_alnum,
            StrMethod::IsAlpha => &Facts::is_alpha,
            StrMethod::IsDecimal => &Facts::is_decimal,
            StrMethod::IsDigit => &Facts::is_digit,
            StrMethod::IsNumeric => &Facts::is_numeric,
            StrMethod::IsPrintable => &Facts::is_printable,
            StrMethod::IsSpace => &Facts::is_space,
            StrMethod::IsAscii => {
                let mut all = Vec::new();
                for slot in &text.slots {
                    let ascii: Vec<Lit> =
                        letters(&slot.value).filter(|(_, c)| c.is_ascii()).map(|(lit, _)| lit).collect();
                    let ascii =
                        if ascii.len() == slot.value.alts().len() { Lit::TRUE } else { self.circuit.any(ascii) };
                    all.push(self.circuit.implies(slot.present, ascii));
                }
                let all = self.circuit.all(all);
                return Ok(Value::truth(all));
            }
            StrMethod::IsLower | StrMethod::IsUpper => return self.has_case(text, method == StrMethod::IsUpper),
            StrMethod::IsTitle => return self.is_title(text),
            _ => return self.is_identifier(text),
        };
        let (mut all, mut any) = (Vec::new(), Vec::new());
        for slot in &text.slots {
            let holds = self.letter_is(&slot.value, test)?;
            all.push(self.circuit.implies(slot.present, holds));
            any.push(slot.present);
        }
        let all = self.circuit.all(all);
        let any = if method == StrMethod::IsPrintable { Lit::TRUE } else { self.circuit.any(any) };
        Ok(Value::truth(self.circuit.and(all, any)))
    }

    fn has_case(&mut self, text: &Seq, upper: bool) -> Result<Value> {
        let (mut found, mut wrong) = (Vec::new(), Vec::new());
        for slot in &text.slots {
            let (up, low) =
                (self.letter_is(&slot.value, &Facts::is_upper)?, self.letter_is(&slot.value, &Facts::is_lower)?);
            let title = self.letter_is(&slot.value, &Facts::is_title)?;
            let (wanted, other) = if upper { (up, low) } else { (low, up) };
            found.push(self.circuit.and(slot.present, wanted));
            let other = self.circuit.or(other, title);
            wrong.push(self.circuit.and(slot.present, other));
        }
        let (found, wrong) = (self.circuit.any(found), self.circuit.any(wrong));
        Ok(Value::truth(self.circuit.and(found, !wrong)))
    }

    fn is_title(&mut self, text: &Seq) -> Result<Value> {
        let text = self.dense(text)?;
        let (mut found, mut wrong, mut after) = (Lit::FALSE, Lit::FALSE, Lit::FALSE);
        for slot in &text.slots {
            let starts = self.letter_is(&slot.value, &|facts: Facts| facts.is_upper() || facts.is_title())?;
            let low = self.letter_is(&slot.value, &Facts::is_lower)?;
            let (a, b) = (self.circuit.and(starts, after), self.circuit.and(low, !after));
            let here = self.circuit.or(a, b);
            let here = self.circuit.and(slot.present, here);
            wrong = self.circuit.or(wrong, here);
            after = self.circuit.or(starts, low);
            let cased = self.circuit.and(slot.present, after);
            found = self.circuit.or(found, cased);
        }
        Ok(Value::truth(self.circuit.and(found, !wrong)))
    }

    fn is_identifier(&mut self, text: &Seq) -> Result<Value> {
        let text = self.dense(text)?;
        let mut all = vec![text.slots.first().map_or(Lit::FALSE, |slot| slot.present)];
        for (position, slot) in text.slots.iter().enumerate() {
            let test = if position == 0 { Facts::starts_identifier } else { Facts::continues_identifier };
            let holds = self.letter_is(&slot.value, &test)?;
            all.push(self.circuit.implies(slot.present, holds));
        }
        let all = self.circuit.all(all);
        Ok(Value::truth(all))
    }

    /// `translate`
    pub fn text_translate(&mut self, text: &Seq, table: &Value) -> Result<Value> {
        let dict = match table.single() {
            Some(Alt::Object(id)) => match &*self.object(*id)? {
                Object::Dict(dict) => dict.clone(),
                _ => return self.refuse(Construct::TranslationTable),
            },
            _ => return self.refuse(Construct::TranslationTable),
        };
        let mut row = Seq::default();
        for slot in &text.slots {
            self.step()?;
            let mut rows: Vec<(Lit, Seq)> = Vec::new();
            for (lit, c) in letters(&slot.value) {
                let (found, value) = self.dict_find(&dict, &Value::int(i128::from(u32::from(c))))?;
                rows.push((self.circuit.and(lit, !found), row_of(&c.to_string())));
                let here = self.circuit.and(lit, found);
                let there = self.circuit.and(slot.present, here);
                let alts: Vec<(Lit, Alt)> = value.alts().to_vec();
                for (when, alt) in alts {
                    let when = self.circuit.and(here, when);
                    let raised = self.circuit.and(there, when);
                    match (&alt, alt.int()) {
                        (Alt::None, _) => rows.push((when, Seq::default())),
                        (_, Some(code)) => match u32::try_from(code).ok().and_then(char::from_u32) {
                            Some(c) => rows.push((when, row_of(&c.to_string()))),
                            None if (0xd800..0xe000).contains(&code) => self.refuse_if(raised, Construct::Surrogate)?,
                            None => self.raise(raised, Exception::ValueError),
                        },
                        _ => match text_row(&alt) {
                            Some(row) => rows.push((when, row)),
                            None => self.raise(raised, Exception::TypeError),
                        },
                    }
                }
            }
            rows.retain(|(lit, _)| *lit != Lit::FALSE);
            for inner in self.merged_rows(&rows).slots {
                let present = self.circuit.and(slot.present, inner.present);
                row.push(present, inner.value);
            }
        }
        if self.is_dead() { Ok(Value::never()) } else { self.text_value(row) }
    }
}

/// A character that does not start a word.
fn changed(c: char, method: StrMethod) -> String {
    let facts = Facts::of(c);
    match method {
        StrMethod::Upper => unicode::upper(c),
        StrMethod::CaseFold => unicode::fold(c),
        StrMethod::SwapCase if facts.is_upper() => unicode::lower(c),
        StrMethod::SwapCase if facts.is_lower() => unicode::upper(c),
        StrMethod::SwapCase => c.to_string(),
        _ => unicode::lower(c),
    }
}
