//! `format`, f-strings, `str.format` and `%`.

use lang::builtins::Exception;
use lang::text::braces::{self, Access, Argument, BracedField};
use lang::text::percent::{self, PercentConversion, Size};
use lang::text::spec::{MOST_WIDTH, Spec};

use num_bigint::BigInt;
use num_traits::FromPrimitive;

use super::fault;
use crate::calls::Arguments;
use crate::dunder::Dunder;
use crate::fault::{Result, outside, raise, type_error, value_error};
use crate::machine::Machine;
use crate::numbers::{as_big, is_number};
use crate::value::Value;

impl Machine<'_> {
    /// `format(value, spec)`
    pub(crate) fn formatted(&mut self, value: &Value, spec: &str) -> Result<String> {
        if let Value::Instance(_) = value
            && let Some(text) = self.call_special(value, Dunder::FormatText, &[Value::str(spec)])?
        {
            return match &text {
                Value::Str(text) => Ok(text.to_string()),
                other => type_error(format!("__format__ must return a str, not {}", other.type_name())),
            };
        }
        if let Some(text) = self.own_format(value, spec)? {
            return Ok(text);
        }
        if spec.is_empty() {
            return self.text_of(value);
        }
        let parsed = || Spec::parse(spec);
        let text = match value {
            Value::Str(text) => parsed().and_then(|spec| spec.text(text)),
            number if is_number(number) => parsed().and_then(|spec| spec.integer(&as_big(number).unwrap_or_default())),
            Value::Float(number) => parsed().and_then(|spec| spec.float(*number)),
            Value::Record(record) if record.is_member => {
                let text = self.text_of(value)?;
                parsed().and_then(|spec| spec.text(&text))
            }
            Value::Atom(_) => return outside("the text of an atom; atoms only have equality"),
            other => {
                return type_error(format!("unsupported format string passed to {}.__format__", other.type_name()));
            }
        };
        text.or_else(fault)
    }

    /// What `%` takes for a mapping: anything with an index but strings and tuples.
    fn is_mapping(&self, values: &Value) -> bool {
        match values {
            Value::Instance(instance) => instance.class.find(Dunder::GetItem.symbol()).is_some(),
            Value::Class(_) => self.members(values).is_some(),
            _ => matches!(values, Value::Dict(_) | Value::List(_) | Value::Range(_)),
        }
    }

    /// What `__format__` of a record's class gives.
    fn own_format(&mut self, value: &Value, spec: &str) -> Result<Option<String>> {
        let Value::Record(record) = value else { return Ok(None) };
        let members = self.record_members.get(usize::from(record.class.0)).cloned().flatten();
        let name = Dunder::FormatText.symbol();
        let Some((class, found)) = members.and_then(|class| class.find(name).map(|found| (class, found))) else {
            return Ok(None);
        };
        match &self.call_found(found, value, &class, std::iter::once(Value::str(spec)))? {
            Value::Str(text) => Ok(Some(text.to_string())),
            other => type_error(format!("__format__ must return a str, not {}", other.type_name())),
        }
    }

    /// `text.format(…)`, where keywords are taken from a mapping if there is one.
    pub(crate) fn format_method(
        &mut self,
        text: &str,
        arguments: &Arguments,
        mapping: Option<&Value>,
    ) -> Result<String> {
        let pieces = braces::parse(text).or_else(fault)?;
        self.braced(&pieces, arguments, mapping)
    }

    fn braced(
        &mut self,
        pieces: &[braces::BracedPiece],
        arguments: &Arguments,
        mapping: Option<&Value>,
    ) -> Result<String> {
        let mut out = String::new();
        for piece in pieces {
            match piece {
                braces::BracedPiece::Text(text) => out.push_str(text),
                braces::BracedPiece::Field(field) => {
                    let value = self.field_value(field, arguments, mapping)?;
                    let value = match field.conversion {
                        Some('r') => Value::str(&self.repr_of(&value)?),
                        Some('s') => Value::str(&self.text_of(&value)?),
                        Some(_) => return outside("`!a`; use `!r`"),
                        None => value,
                    };
                    let spec = self.braced(&field.spec, arguments, mapping)?;
                    out.push_str(&self.formatted(&value, &spec)?);
                }
            }
        }
        Ok(out)
    }

    fn field_value(&mut self, field: &BracedField, arguments: &Arguments, mapping: Option<&Value>) -> Result<Value> {
        let mut value = match &field.argument {
            Argument::Position(_) if mapping.is_some() => {
                return value_error("Format string contains positional fields");
            }
            Argument::Position(position) => match arguments.positional.get(*position) {
                Some(value) => value.clone(),
                None => {
                    return raise(Exception::IndexError, "Replacement index out of range for positional args tuple");
                }
            },
            Argument::Name(name) => match mapping {
                Some(mapping) => self.get_item(mapping, &Value::str(name))?,
                None => {
                    let named =
                        |(symbol, _): &&(crate::code::Symbol, Value)| *self.program.names[symbol.0 as usize] == **name;
                    match arguments.keywords.iter().find(named) {
                        Some((_, value)) => value.clone(),
                        None => return raise(Exception::KeyError, format!("'{name}'")),
                    }
                }
            },
        };
        for access in &field.access {
            value = match access {
                Access::Index(index) => self.get_item(&value, &Value::Int(*index))?,
                Access::Key(key) => self.get_item(&value, &Value::str(key))?,
                Access::Attribute(name) => match self.program.names.iter().position(|known| **known == **name) {
                    Some(symbol) => {
                        let symbol = crate::code::Symbol(u32::try_from(symbol).unwrap_or(u32::MAX));
                        self.attribute(&value, symbol)?
                    }
                    None => return crate::calls::no_attribute(&value, name),
                },
            };
        }
        Ok(value)
    }

    /// `text % values`
    pub(crate) fn percent(&mut self, text: &str, values: &Value) -> Result<String> {
        let (pieces, error) = percent::parse(text);
        let list = values.as_tuple().map(<[Value]>::to_vec);
        let is_tuple = matches!(values, Value::Tuple(_)) || values.as_tuple().is_some();
        let mut source = PercentSource { list: list.unwrap_or_else(|| vec![values.clone()]), next: 0, keyed: false };
        let mut out = String::new();
        for piece in &pieces {
            match piece {
                percent::PercentPiece::Text(text) => out.push_str(text),
                percent::PercentPiece::Conversion(conversion) => {
                    let text = self.converted(conversion, values, &mut source)?;
                    out.push_str(&text);
                }
            }
        }
        if let Some(error) = error {
            return fault(error);
        }
        // A dict, list or other mapping may have more than is used.
        let mapping = self.is_mapping(values);
        if source.next < source.list.len() && !source.keyed && (is_tuple || !mapping) {
            return type_error("not all arguments converted during string formatting");
        }
        Ok(out)
    }

    fn converted(
        &mut self,
        conversion: &PercentConversion,
        values: &Value,
        source: &mut PercentSource,
    ) -> Result<String> {
        if let Some(key) = &conversion.key {
            if !self.is_mapping(values) {
                return type_error("format requires a mapping");
            }
            source.list = vec![self.get_item(values, &Value::str(key))?];
            (source.next, source.keyed) = (0, true);
        }
        let mut conversion = conversion.clone();
        let width = match source.size(conversion.width)? {
            Some(width) if width < 0 => {
                conversion.left = true;
                width.unsigned_abs()
            }
            width => width.unwrap_or(0).unsigned_abs(),
        };
        let precision = source.size(conversion.precision)?.map(|precision| precision.max(0).unsigned_abs());
        if width.max(precision.unwrap_or(0)) > MOST_WIDTH as u64 {
            return outside("a format of more than a million characters");
        }
        let small = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let (width, precision) = (small(width), precision.map(small));
        if conversion.kind == '%' {
            return Ok("%".to_owned());
        }
        let value = source.take()?;
        match conversion.kind {
            's' | 'r' | 'a' => {
                let text = match conversion.kind {
                    's' => self.text_of(&value)?,
                    'r' => self.repr_of(&value)?,
                    _ => return outside("`%a`; use `%r`"),
                };
                Ok(conversion.text(&text, width, precision))
            }
            'c' => {
                let text = match &value {
                    Value::Str(text) if super::length(text) == 1 => text.to_string(),
                    number if is_number(number) => match super::character(number) {
                        Ok(c) => c.as_str().unwrap_or_default().to_owned(),
                        Err(fault) if fault.is(Exception::ValueError) => {
                            return raise(Exception::OverflowError, "%c arg not in range(0x110000)");
                        }
                        Err(fault) => return Err(fault),
                    },
                    _ => return type_error("%c requires int or char"),
                };
                Ok(conversion.text(&text, width, None))
            }
            'd' | 'i' | 'u' | 'o' | 'x' | 'X' => match as_big(&value) {
                Some(number) => Ok(conversion.integer(&number, width, precision)),
                None if matches!(value, Value::Atom(_)) => outside("the text of an atom; atoms only have equality"),
                None if let (Value::Float(number), 'd' | 'i' | 'u') = (&value, conversion.kind) => {
                    match (BigInt::from_f64(number.trunc()), number.is_nan()) {
                        (Some(number), _) => Ok(conversion.integer(&number, width, precision)),
                        (None, true) => value_error("cannot convert float NaN to integer"),
                        (None, false) => raise(Exception::OverflowError, "cannot convert float infinity to integer"),
                    }
                }
                None => type_error(format!("%{} format: a real number is required", conversion.kind)),
            },
            _ => {
                let spec = conversion.of_float(width, precision);
                let text = match &value {
                    Value::Float(number) => spec.float(*number),
                    Value::Atom(_) => return outside("the text of an atom; atoms only have equality"),
                    number => match as_big(number) {
                        Some(number) => spec.integer(&number),
                        None => return type_error("must be real number"),
                    },
                };
                text.or_else(fault)
            }
        }
    }

    /// The strings of an f-string, one after the other.
    #[inline(never)]
    pub(crate) fn concatenated(&mut self, parts: &[Value]) -> Result<Value> {
        let text: String = parts.iter().filter_map(Value::as_str).collect();
        self.new_text(&text)
    }
}

/// The values that the conversions of `%` take, in order.
struct PercentSource {
    list: Vec<Value>,
    next: usize,
    /// By key: then values may be left over.
    keyed: bool,
}

impl PercentSource {
    fn take(&mut self) -> Result<Value> {
        let Some(value) = self.list.get(self.next) else {
            return type_error("not enough arguments for format string");
        };
        self.next += 1;
        Ok(value.clone())
    }

    fn size(&mut self, size: Size) -> Result<Option<i64>> {
        match size {
            Size::None => Ok(None),
            Size::Given(number) => Ok(i64::try_from(number).ok()),
            Size::Argument => match self.take()? {
                Value::Int(number) => Ok(Some(number)),
                Value::Bool(truth) => Ok(Some(i64::from(truth))),
                Value::Big(_) => raise(Exception::OverflowError, "Python int too large to convert to C int"),
                _ => type_error("* wants int"),
            },
        }
    }
}
