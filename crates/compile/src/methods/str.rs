//! Methods of strings.

use lang::builtins::Exception;
use lang::methods::StrMethod;

use crate::calls::Arguments;
use crate::machine::Machine;
use crate::objects::{Dict, DictKind, Object, Seq};
use crate::refusal::Result;
use crate::text::letters;
use crate::value::{Alt, Value};

impl Machine<'_> {
    pub(super) fn str_method(&mut self, text: &Seq, method: StrMethod, arguments: &Arguments) -> Result<Value> {
        let positional = &arguments.positional;
        match method {
            StrMethod::Capitalize
            | StrMethod::CaseFold
            | StrMethod::Lower
            | StrMethod::SwapCase
            | StrMethod::Title
            | StrMethod::Upper => self.text_case(text, method),
            StrMethod::IsAlnum
            | StrMethod::IsAlpha
            | StrMethod::IsAscii
            | StrMethod::IsDecimal
            | StrMethod::IsDigit
            | StrMethod::IsIdentifier
            | StrMethod::IsLower
            | StrMethod::IsNumeric
            | StrMethod::IsPrintable
            | StrMethod::IsSpace
            | StrMethod::IsTitle
            | StrMethod::IsUpper => self.text_is(text, method),
            StrMethod::Count | StrMethod::Find | StrMethod::Index | StrMethod::RightFind | StrMethod::RightIndex => {
                self.text_search(text, method, arguments)
            }
            StrMethod::StartsWith | StrMethod::EndsWith => self.text_affix(text, method, arguments),
            StrMethod::RemovePrefix | StrMethod::RemoveSuffix => self.without_affix(text, method, &positional[0]),
            StrMethod::Strip | StrMethod::LeftStrip | StrMethod::RightStrip => {
                self.text_strip(text, method, arguments.get(0))
            }
            StrMethod::Split | StrMethod::RightSplit => self.text_split(text, method, arguments),
            StrMethod::SplitLines => self.text_lines(text, arguments.get(0)),
            StrMethod::Partition => self.text_partition(text, false, &positional[0]),
            StrMethod::RightPartition => self.text_partition(text, true, &positional[0]),
            StrMethod::Join => self.text_join(text, &positional[0]),
            StrMethod::Replace => self.text_replace(text, arguments),
            StrMethod::Center | StrMethod::LeftJust | StrMethod::RightJust => {
                self.text_justify(text, method, arguments)
            }
            StrMethod::ZeroFill => self.text_zero_fill(text, &positional[0]),
            StrMethod::ExpandTabs => self.text_expand_tabs(text, arguments.get(0)),
            StrMethod::Translate => self.text_translate(text, &positional[0]),
            StrMethod::MakeTrans => self.make_trans(arguments),
            StrMethod::Format => self.format_method(text, arguments, None),
            StrMethod::FormatMap => self.format_method(text, arguments, Some(&positional[0])),
        }
    }

    /// `str.lower(text)`
    pub fn unbound_str_method(&mut self, method: StrMethod, arguments: &Arguments) -> Result<Value> {
        let mut arguments = arguments.clone();
        let receiver = arguments.positional.remove(0);
        let Some(text) = self.text_argument(&receiver)? else { return Ok(Value::never()) };
        match arguments.fitted(method.signature()) {
            Some(arguments) => self.str_method(&text, method, &arguments),
            None => Ok(self.raise_always(Exception::TypeError)),
        }
    }

    /// `str.maketrans`
    pub fn make_trans(&mut self, arguments: &Arguments) -> Result<Value> {
        let mut dict = Dict::new(DictKind::Plain);
        if let [table] = &*arguments.positional {
            let Some(Alt::Object(id)) = table.single() else { return Ok(self.raise_always(Exception::TypeError)) };
            let Object::Dict(given) = &*self.object(*id)? else {
                return Ok(self.raise_always(Exception::TypeError));
            };
            for entry in given.entries.clone() {
                let mut keys = Vec::new();
                for (lit, alt) in entry.key.alts() {
                    let here = self.circuit.and(entry.present, *lit);
                    match alt {
                        Alt::Str(text) if text.chars().nth(1).is_none() && !text.is_empty() => {
                            let code = text.chars().next().map_or(0, u32::from);
                            keys.push((*lit, Value::int(i128::from(code))));
                        }
                        alt if alt.is_text() => self.raise(here, Exception::ValueError),
                        alt if alt.is_number() => keys.push((*lit, Value::of(alt.clone()))),
                        _ => self.raise(here, Exception::TypeError),
                    }
                }
                let key = self.choose(&keys)?;
                if !self.is_dead() && !key.is_never() {
                    self.dict_put(&mut dict, entry.present, &key, &entry.value)?;
                }
            }
            return Ok(Value::object(self.allocate(Object::Dict(dict))));
        }
        let mut rows = Vec::new();
        for argument in &arguments.positional {
            let Some(row) = self.text_argument(argument)? else { return Ok(Value::never()) };
            rows.push(row);
        }
        let (a, b) = (self.exact_lengths(&rows[0]), self.exact_lengths(&rows[1]));
        let same: Vec<_> = a.iter().zip(&b).map(|(a, b)| self.circuit.and(*a, *b)).collect();
        let same = self.circuit.any(same);
        self.raise(!same, Exception::ValueError);
        if self.is_dead() {
            return Ok(Value::never());
        }
        let code = |this: &mut Self, value: &Value| {
            let codes = letters(value).map(|(lit, c)| (lit, Alt::Int(i128::from(u32::from(c))))).collect();
            this.narrow(codes)
        };
        for (from, to) in rows[0].slots.iter().zip(&rows[1].slots) {
            let (key, value) = (code(self, &from.value), code(self, &to.value));
            self.dict_put(&mut dict, from.present, &key, &value)?;
        }
        for slot in rows.get(2).map_or(&[][..], |row| &row.slots) {
            let key = code(self, &slot.value);
            self.dict_put(&mut dict, slot.present, &key, &Value::none())?;
        }
        Ok(Value::object(self.allocate(Object::Dict(dict))))
    }
}
