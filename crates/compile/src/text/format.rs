//! `format`, f-strings, `str.format` and `%`, with formats that are known.

use circuit::Lit;
use lang::builtins::Exception;
use lang::problem::RecordKind;
use lang::text::StringFault;
use lang::text::braces::{self, Access, Argument};
use lang::text::percent::{self, Size};
use lang::text::spec::{Align, Spec};
use num_bigint::BigInt;
use num_traits::FromPrimitive;

use super::{character, row_of, text_row};
use crate::calls::Arguments;
use crate::construct::Construct;
use crate::machine::Machine;
use crate::objects::{Object, Seq, Slot};
use crate::refusal::Result;
use crate::value::{Alt, Value};

impl Machine<'_> {
    /// What a fault of the notation is here.
    fn text_fault(&mut self, when: Lit, error: StringFault) -> Result<()> {
        match error {
            StringFault::Value(_) => self.raise(when, Exception::ValueError),
            StringFault::Type(_) => self.raise(when, Exception::TypeError),
            StringFault::Overflow(_) => self.raise(when, Exception::OverflowError),
            StringFault::Outside(_) => self.refuse_if(when, Construct::OtherFormat)?,
        }
        Ok(())
    }

    /// `format(value, spec)` as a row; the format must be known.
    pub fn formatted_row(&mut self, value: &Value, spec: &Value) -> Result<Seq> {
        let spec = match spec.single() {
            Some(Alt::Str(spec)) => spec.to_string(),
            Some(alt) if !alt.is_text() => {
                self.raise(Lit::TRUE, Exception::TypeError);
                return Ok(Seq::default());
            }
            _ => return self.refuse(Construct::UnknownFormat),
        };
        if spec.is_empty() {
            for (lit, alt) in value.alts() {
                if self.has_format(alt)? {
                    self.refuse_if(*lit, Construct::OtherFormat)?;
                }
            }
            return self.shown_row(value, false);
        }
        let parsed = Spec::parse(&spec);
        let mut rows = Vec::new();
        for (lit, part) in self.parts(value) {
            let Some((_, alt)) = part.alts().first() else { continue };
            if let Some(row) = text_row(alt) {
                match parsed.and_then(|spec| spec.check_for_text().map(|()| spec)) {
                    Ok(spec) => rows.push((lit, self.padded_row(&row, &spec)?)),
                    Err(error) => self.text_fault(lit, error)?,
                }
            } else if alt.is_number() {
                let Some(listed) = self.listed(&part)? else { return self.refuse(Construct::StringByNumber) };
                for (when, alt) in listed.alts() {
                    let when = self.circuit.and(lit, *when);
                    match parsed.and_then(|spec| spec.integer(&BigInt::from(alt.int().unwrap_or(0)))) {
                        Ok(text) => rows.push((when, row_of(&text))),
                        Err(error) => self.text_fault(when, error)?,
                    }
                }
            } else if let Alt::Float(number) = alt {
                match parsed.and_then(|spec| spec.float(f64::from_bits(*number))) {
                    Ok(text) => rows.push((lit, row_of(&text))),
                    Err(error) => self.text_fault(lit, error)?,
                }
            } else if self.is_member(alt) {
                let row = self.shown_row(&part, false)?;
                match parsed.and_then(|spec| spec.check_for_text().map(|()| spec)) {
                    Ok(spec) => rows.push((lit, self.padded_row(&row, &spec)?)),
                    Err(error) => self.text_fault(lit, error)?,
                }
            } else if matches!(alt, Alt::Atom(..)) {
                self.refuse_if(lit, Construct::AtomAsString)?;
            } else if self.has_format(alt)? {
                self.refuse_if(lit, Construct::OtherFormat)?;
            } else {
                self.raise(lit, Exception::TypeError);
            }
        }
        Ok(self.merged_rows(&rows))
    }

    fn is_member(&self, alt: &Alt) -> bool {
        matches!(alt, Alt::Record(class, _) if self.problem.records[usize::from(class.0)].kind == RecordKind::Enum)
    }

    /// Whether an instance or record formats itself.
    fn has_format(&mut self, alt: &Alt) -> Result<bool> {
        if let Alt::Record(class, _) = alt {
            return match self.record_members[usize::from(class.0)] {
                Some(members) => Ok(self.find(members, "__format__")?.is_some()),
                None => Ok(false),
            };
        }
        match self.instance(alt)?.map(|instance| instance.class) {
            Some(class) => Ok(self.find(class, "__format__")?.is_some()),
            None => Ok(false),
        }
    }

    fn padded_row(&mut self, row: &Seq, spec: &Spec) -> Result<Seq> {
        let mut text = self.dense(row)?;
        if let Some(precision) = spec.precision {
            text.slots.truncate(precision);
        }
        let align = spec.align.unwrap_or(Align::Left);
        let split = |missing: usize, _: usize| match align {
            Align::Left => 0,
            Align::Center => missing / 2,
            Align::Right | Align::AfterSign => missing,
        };
        let (text, left, right) = self.padding(&text, &Value::size(spec.width), &split)?;
        let filled = |lits: Vec<Lit>| lits.into_iter().map(|present| Slot { present, value: character(spec.fill) });
        Ok(Seq { slots: filled(left).chain(text.slots).chain(filled(right)).collect() })
    }

    pub fn format_builtin(&mut self, arguments: &Arguments) -> Result<Value> {
        let spec = arguments.get(1).cloned().unwrap_or_else(|| Value::of(Alt::Str("".into())));
        let row = self.formatted_row(&arguments.positional[0], &spec)?;
        if self.is_dead() { Ok(Value::never()) } else { self.text_value(row) }
    }

    /// `text.format(…)`, where names are looked up in a mapping if there is one.
    pub fn format_method(&mut self, text: &Seq, arguments: &Arguments, mapping: Option<&Value>) -> Result<Value> {
        let Some(text) = self.known_text(text) else { return self.refuse(Construct::UnknownFormat) };
        let row = match braces::parse(&text) {
            Ok(pieces) => self.braced_row(&pieces, arguments, mapping)?,
            Err(error) => {
                self.text_fault(Lit::TRUE, error)?;
                Seq::default()
            }
        };
        if self.is_dead() { Ok(Value::never()) } else { self.text_value(row) }
    }

    fn known_text(&mut self, row: &Seq) -> Option<String> {
        match self.listed_texts(row, 1)?.as_slice() {
            [(text, _)] => Some(text.to_string()),
            _ => None,
        }
    }

    fn braced_row(
        &mut self,
        pieces: &[braces::BracedPiece],
        arguments: &Arguments,
        mapping: Option<&Value>,
    ) -> Result<Seq> {
        let mut row = Seq::default();
        for piece in pieces {
            if self.is_dead() {
                break;
            }
            match piece {
                braces::BracedPiece::Text(text) => row.slots.extend(row_of(text).slots),
                braces::BracedPiece::Field(field) => {
                    let mut value = self.field_value(field, arguments, mapping)?;
                    if self.is_dead() {
                        break;
                    }
                    match field.conversion {
                        Some('r') => value = self.repr_of(&value)?,
                        Some('s') => value = self.str_of(&value)?,
                        Some(_) => return self.refuse(Construct::OtherFormat),
                        None => {}
                    }
                    let spec = self.braced_row(&field.spec, arguments, mapping)?;
                    let spec = self.text_value(spec)?;
                    row.slots.extend(self.formatted_row(&value, &spec)?.slots);
                }
            }
        }
        Ok(row)
    }

    fn field_value(
        &mut self,
        field: &braces::BracedField,
        arguments: &Arguments,
        mapping: Option<&Value>,
    ) -> Result<Value> {
        let mut value = match (&field.argument, mapping) {
            (Argument::Position(_), Some(_)) => return Ok(self.raise_always(Exception::ValueError)),
            (Argument::Position(position), None) => match arguments.positional.get(*position) {
                Some(value) => value.clone(),
                None => return Ok(self.raise_always(Exception::IndexError)),
            },
            (Argument::Name(name), Some(mapping)) => {
                self.subscript(mapping, &Value::of(Alt::Str(name.as_str().into())))?
            }
            (Argument::Name(name), None) => match arguments.keywords.iter().find(|(known, _)| **known == **name) {
                Some((_, value)) => value.clone(),
                None => return Ok(self.raise_always(Exception::KeyError)),
            },
        };
        for access in &field.access {
            if self.is_dead() {
                return Ok(Value::never());
            }
            value = match access {
                Access::Index(index) => self.subscript(&value, &Value::int(i128::from(*index)))?,
                Access::Key(key) => self.subscript(&value, &Value::of(Alt::Str(key.as_str().into())))?,
                Access::Attribute(name) => self.attribute(&value, name)?,
            };
        }
        Ok(value)
    }

    /// `text % values`, where the text and widths are known.
    pub fn percent_row(&mut self, text: &Seq, values: &Alt) -> Result<Seq> {
        let Some(text) = self.known_text(text) else { return self.refuse(Construct::UnknownFormat) };
        let (pieces, error) = percent::parse(&text);
        let is_tuple = self.is_tuple(values);
        let is_mapping = match values {
            Alt::Object(id) => match &*self.object(*id)? {
                Object::Instance(instance) => self.find(instance.class, "__getitem__")?.is_some(),
                other => matches!(other, Object::Dict(_) | Object::List(_)),
            },
            Alt::Range(_) => true,
            Alt::Class(class) => self.is_enumeration(*class),
            _ => false,
        };
        let whole = Value::of(values.clone());
        let mut list: Vec<Value> =
            if is_tuple { crate::equality::tuple_items(values).to_vec() } else { vec![whole.clone()] };
        let (mut next, mut keyed) = (0, false);
        let mut row = Seq::default();
        for piece in &pieces {
            if self.is_dead() {
                return Ok(row);
            }
            let conversion = match piece {
                percent::PercentPiece::Text(text) => {
                    row.slots.extend(row_of(text).slots);
                    continue;
                }
                percent::PercentPiece::Conversion(conversion) => conversion,
            };
            if let Some(key) = &conversion.key {
                if !is_mapping {
                    self.raise(Lit::TRUE, Exception::TypeError);
                    return Ok(row);
                }
                list = vec![self.subscript(&whole, &Value::of(Alt::Str(key.as_str().into())))?];
                (next, keyed) = (0, true);
            }
            let (Ok(width), Ok(precision)) = (given(conversion.width), given(conversion.precision)) else {
                return self.refuse(Construct::OtherFormat);
            };
            if conversion.kind == '%' {
                row.slots.extend(row_of("%").slots);
                continue;
            }
            let Some(value) = list.get(next).cloned() else {
                self.raise(Lit::TRUE, Exception::TypeError);
                return Ok(row);
            };
            next += 1;
            row.slots.extend(self.converted_row(conversion, &value, width.unwrap_or(0), precision)?.slots);
        }
        if let Some(error) = error {
            self.text_fault(Lit::TRUE, error)?;
        } else if next < list.len() && !keyed && (is_tuple || !is_mapping) {
            self.raise(Lit::TRUE, Exception::TypeError);
        }
        Ok(row)
    }

    fn converted_row(
        &mut self,
        conversion: &percent::PercentConversion,
        value: &Value,
        width: usize,
        precision: Option<usize>,
    ) -> Result<Seq> {
        let align = if conversion.left { Align::Left } else { Align::Right };
        let spec = Spec { align: Some(align), width, precision, ..Spec::PLAIN };
        match conversion.kind {
            's' | 'r' => {
                let row = self.shown_row(value, conversion.kind == 'r')?;
                self.padded_row(&row, &spec)
            }
            'd' | 'i' | 'u' | 'o' | 'x' | 'X' => {
                let mut rows = Vec::new();
                for (lit, part) in self.parts(value) {
                    if let (Some(Alt::Float(number)), 'd' | 'i' | 'u') = (part.single(), conversion.kind) {
                        let number = f64::from_bits(*number);
                        match BigInt::from_f64(number.trunc()) {
                            Some(number) => rows.push((lit, row_of(&conversion.integer(&number, width, precision)))),
                            None if number.is_nan() => self.raise(lit, Exception::ValueError),
                            None => self.raise(lit, Exception::OverflowError),
                        }
                        continue;
                    }
                    if !part.alts().iter().all(|(_, alt)| alt.is_number()) {
                        let atom = matches!(part.single(), Some(Alt::Atom(..)));
                        if atom {
                            self.refuse_if(lit, Construct::AtomAsString)?;
                        } else {
                            self.raise(lit, Exception::TypeError);
                        }
                        continue;
                    }
                    let Some(listed) = self.listed(&part)? else { return self.refuse(Construct::StringByNumber) };
                    for (when, alt) in listed.alts() {
                        let when = self.circuit.and(lit, *when);
                        let number = BigInt::from(alt.int().unwrap_or(0));
                        rows.push((when, row_of(&conversion.integer(&number, width, precision))));
                    }
                }
                Ok(self.merged_rows(&rows))
            }
            'c' if value.single().is_some_and(Alt::is_text) => {
                let Some(row) = self.text_argument(value)? else { return Ok(Seq::default()) };
                let one = self.exact_lengths(&row).get(1).copied().unwrap_or(Lit::FALSE);
                self.raise(!one, Exception::TypeError);
                self.padded_row(&row, &Spec { precision: None, ..spec })
            }
            'c' if value.alts().iter().all(|(_, alt)| alt.int().is_some_and(|code| (0..0xd800).contains(&code))) => {
                let text = self.chr_builtin(value)?;
                let Some(row) = self.text_argument(&text)? else { return Ok(Seq::default()) };
                self.padded_row(&row, &Spec { precision: None, ..spec })
            }
            'e' | 'E' | 'f' | 'F' | 'g' | 'G' => {
                let spec = conversion.of_float(width, precision);
                let mut rows = Vec::new();
                for (lit, part) in self.parts(value) {
                    let Some(listed) = self.listed(&part)? else { return self.refuse(Construct::StringByNumber) };
                    for (when, alt) in listed.alts() {
                        let when = self.circuit.and(lit, *when);
                        let text = match alt {
                            Alt::Float(number) => spec.float(f64::from_bits(*number)),
                            Alt::Atom(..) => {
                                self.refuse_if(when, Construct::AtomAsString)?;
                                continue;
                            }
                            number if number.is_number() => spec.integer(&BigInt::from(number.int().unwrap_or(0))),
                            _ => {
                                self.raise(when, Exception::TypeError);
                                continue;
                            }
                        };
                        match text {
                            Ok(text) => rows.push((when, row_of(&text))),
                            Err(error) => self.text_fault(when, error)?,
                        }
                    }
                }
                Ok(self.merged_rows(&rows))
            }
            _ => self.refuse(Construct::OtherFormat),
        }
    }
}

/// A size that is written in the format, or none. An argument may say it instead, which is an error here.
fn given(size: Size) -> std::result::Result<Option<usize>, ()> {
    match size {
        Size::None => Ok(None),
        Size::Given(number) => Ok(Some(number)),
        Size::Argument => Err(()),
    }
}
