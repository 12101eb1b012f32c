//! Methods of strings.

use lang::builtins::Exception;
use lang::methods::StrMethod;
use lang::text::unicode::Facts;

use crate::calls::Arguments;
use crate::fault::{Result, outside, raise, too_large, type_error, value_error};
use crate::machine::Machine;
use crate::numbers::{as_big, is_number};
use crate::operators::MAX_ELEMENTS;
use crate::subscript::Cut;
use crate::text::cases;
use crate::text::{byte_at, facts, length};
use crate::truth::truth;
use crate::value::Value;

impl Machine<'_> {
    pub(super) fn str_method(&mut self, text: &str, method: StrMethod, arguments: &Arguments) -> Result<Value> {
        self.charge(text.len())?;
        let truth = |answer: Result<bool>| answer.map(Value::Bool);
        let made = |text: Result<String>| text.map(|text| Value::str(&text));
        match method {
            StrMethod::Upper => made(cases::upper(text)),
            StrMethod::Lower => made(cases::lower(text)),
            StrMethod::CaseFold => made(cases::casefold(text)),
            StrMethod::Capitalize => made(cases::capitalize(text)),
            StrMethod::SwapCase => made(cases::swapcase(text)),
            StrMethod::Title => made(cases::title(text)),
            StrMethod::IsAlnum => truth(cases::all_are(text, Facts::is_alnum)),
            StrMethod::IsAlpha => truth(cases::all_are(text, Facts::is_alpha)),
            StrMethod::IsAscii => Ok(Value::Bool(text.is_ascii())),
            StrMethod::IsDecimal => truth(cases::all_are(text, Facts::is_decimal)),
            StrMethod::IsDigit => truth(cases::all_are(text, Facts::is_digit)),
            StrMethod::IsIdentifier => truth(cases::is_identifier(text)),
            StrMethod::IsLower => truth(cases::has_case(text, false)),
            StrMethod::IsNumeric => truth(cases::all_are(text, Facts::is_numeric)),
            StrMethod::IsPrintable => Ok(Value::Bool(text.is_empty() || cases::all_are(text, Facts::is_printable)?)),
            StrMethod::IsSpace => truth(cases::all_are(text, Facts::is_space)),
            StrMethod::IsTitle => truth(cases::is_title(text)),
            StrMethod::IsUpper => truth(cases::has_case(text, true)),
            StrMethod::StartsWith | StrMethod::EndsWith => affix(text, method, arguments),
            StrMethod::Count | StrMethod::Find | StrMethod::Index | StrMethod::RightFind | StrMethod::RightIndex => {
                search(text, method, arguments)
            }
            StrMethod::Strip | StrMethod::LeftStrip | StrMethod::RightStrip => strip(text, method, arguments.get(0)),
            StrMethod::RemovePrefix => {
                let part = string(&arguments.positional[0], "removeprefix")?;
                Ok(Value::str(text.strip_prefix(part).unwrap_or(text)))
            }
            StrMethod::RemoveSuffix => {
                let part = string(&arguments.positional[0], "removesuffix")?;
                Ok(Value::str(text.strip_suffix(part).unwrap_or(text)))
            }
            StrMethod::Split | StrMethod::RightSplit => {
                let parts = split(text, method == StrMethod::Split, arguments)?;
                Ok(Value::list(parts.into_iter().map(Value::str).collect()))
            }
            StrMethod::SplitLines => self.split_lines(text, arguments.get(0)),
            StrMethod::Partition | StrMethod::RightPartition => {
                partition(text, string(&arguments.positional[0], method.name())?, method == StrMethod::Partition)
            }
            StrMethod::Join => self.join(text, &arguments.positional[0]),
            StrMethod::Replace => {
                let (old, new) =
                    (string(&arguments.positional[0], "replace")?, string(&arguments.positional[1], "replace")?);
                let most = index_sized(arguments.get(2))?.and_then(|count| usize::try_from(count).ok());
                let copies = if old.is_empty() { length(text) + 1 } else { text.len() / old.len() };
                if new.len().saturating_mul(copies.min(most.unwrap_or(copies))) > MAX_ELEMENTS {
                    return too_large("a string");
                }
                let replaced = match most {
                    Some(most) => text.replacen(old, new, most),
                    None => text.replace(old, new),
                };
                self.new_text(&replaced)
            }
            StrMethod::Center | StrMethod::LeftJust | StrMethod::RightJust => self.justify(text, method, arguments),
            StrMethod::ZeroFill => self.zero_fill(text, &arguments.positional[0]),
            StrMethod::ExpandTabs => self.expand_tabs(text, arguments.get(0)),
            StrMethod::Translate => self.translate(text, &arguments.positional[0]),
            StrMethod::MakeTrans => self.make_trans(arguments),
            StrMethod::Format => {
                let made = self.format_method(text, arguments, None)?;
                self.new_text(&made)
            }
            StrMethod::FormatMap => {
                let made = self.format_method(text, arguments, Some(&arguments.positional[0]))?;
                self.new_text(&made)
            }
        }
    }

    /// `str.lower(text)`
    pub(crate) fn unbound_str_method(&mut self, method: StrMethod, mut arguments: Arguments) -> Result<Value> {
        match &arguments.positional.remove(0) {
            Value::Str(text) => {
                self.fit(method.name(), method.signature(), &mut arguments)?;
                self.str_method(text, method, &arguments)
            }
            Value::Atom(_) => outside("a method of strings on an atom; atoms only have equality"),
            other => type_error(format!(
                "descriptor '{}' for 'str' objects doesn't apply to a '{}' object",
                method.name(),
                other.type_name()
            )),
        }
    }

    fn join(&mut self, separator: &str, parts: &Value) -> Result<Value> {
        self.reject_set_order(parts, "joined into a string")?;
        if !crate::iterators::is_iterable(parts) {
            return type_error("can only join an iterable");
        }
        let parts = self.collect(parts)?;
        let mut texts = Vec::with_capacity(parts.len());
        let mut size = separator.len().saturating_mul(parts.len());
        for (position, part) in parts.iter().enumerate() {
            match part {
                Value::Str(text) => {
                    size += text.len();
                    texts.push(&***text);
                }
                Value::Atom(_) => return outside("atoms are joined into a string; they only have equality"),
                other => {
                    let found = other.type_name();
                    return type_error(format!("sequence item {position}: expected str instance, {found} found"));
                }
            }
        }
        if size > MAX_ELEMENTS {
            return too_large("a string");
        }
        let joined = texts.join(separator);
        self.new_text(&joined)
    }

    fn split_lines(&mut self, text: &str, keep: Option<&Value>) -> Result<Value> {
        let keep = keep.is_some_and(|keep| truth(keep).unwrap_or(false));
        let mut lines = Vec::new();
        let (mut start, mut chars) = (0, text.char_indices().peekable());
        while let Some((at, c)) = chars.next() {
            if !facts(c)?.breaks_line() {
                continue;
            }
            let mut end = at + c.len_utf8();
            if c == '\r' && chars.peek().is_some_and(|(_, next)| *next == '\n') {
                chars.next();
                end += 1;
            }
            lines.push(Value::str(&text[start..if keep { end } else { at }]));
            start = end;
        }
        if start < text.len() {
            lines.push(Value::str(&text[start..]));
        }
        Ok(Value::list(lines))
    }

    /// A width, as far as a string can be made so wide.
    fn width(&mut self, width: &Value) -> Result<usize> {
        let width = usize::try_from(index_sized(Some(width))?.unwrap_or(0)).unwrap_or(0);
        if width > MAX_ELEMENTS {
            return too_large("a string");
        }
        self.charge(width)?;
        Ok(width)
    }

    fn justify(&mut self, text: &str, method: StrMethod, arguments: &Arguments) -> Result<Value> {
        let width = self.width(&arguments.positional[0])?;
        let fill = match arguments.get(1) {
            None => ' ',
            Some(Value::Str(fill)) if length(fill) == 1 => fill.chars().next().unwrap_or(' '),
            Some(_) => return type_error("The fill character must be exactly one character long"),
        };
        let missing = width.saturating_sub(length(text));
        let left = match method {
            StrMethod::LeftJust => 0,
            StrMethod::RightJust => missing,
            // CPython puts the odd one to the left if the width is odd.
            _ => missing / 2 + (missing & width & 1),
        };
        let fills = |count: usize| std::iter::repeat_n(fill, count).collect::<String>();
        Ok(Value::str(&format!("{}{text}{}", fills(left), fills(missing - left))))
    }

    fn zero_fill(&mut self, text: &str, width: &Value) -> Result<Value> {
        let missing = self.width(width)?.saturating_sub(length(text));
        let (sign, rest) = text.split_at(usize::from(text.starts_with(['+', '-'])));
        Ok(Value::str(&format!("{sign}{}{rest}", "0".repeat(missing))))
    }

    fn expand_tabs(&mut self, text: &str, size: Option<&Value>) -> Result<Value> {
        let size = match size {
            None => 8,
            Some(size) => match as_big(size) {
                None => return type_error("'tabsize' must be an integer"),
                Some(size) => match i32::try_from(size) {
                    Ok(size) => usize::try_from(size).unwrap_or(0),
                    Err(_) => return raise(Exception::OverflowError, "Python int too large to convert to C int"),
                },
            },
        };
        if size.saturating_mul(text.matches('\t').count()) > MAX_ELEMENTS {
            return too_large("a string");
        }
        let (mut out, mut column) = (String::new(), 0);
        for c in text.chars() {
            match c {
                '\t' if size == 0 => {}
                '\t' => {
                    let spaces = size - column % size;
                    out.push_str(&" ".repeat(spaces));
                    column += spaces;
                }
                _ => {
                    out.push(c);
                    column = if matches!(c, '\n' | '\r') { 0 } else { column + 1 };
                }
            }
        }
        self.new_text(&out)
    }

    fn translate(&mut self, text: &str, table: &Value) -> Result<Value> {
        let mut out = String::new();
        for c in text.chars() {
            let found = match self.get_item(table, &Value::Int(i64::from(u32::from(c)))) {
                Ok(found) => found,
                Err(fault)
                    if [Exception::KeyError, Exception::IndexError].into_iter().any(|lookup| fault.is(lookup)) =>
                {
                    out.push(c);
                    continue;
                }
                Err(fault) => return Err(fault),
            };
            match &found {
                Value::None => {}
                Value::Str(text) => out.push_str(text),
                number if is_number(number) => match crate::text::character(number) {
                    Ok(c) => out.push_str(c.as_str().unwrap_or_default()),
                    Err(fault) if fault.is(Exception::OverflowError) || fault.is(Exception::ValueError) => {
                        return value_error("character mapping must be in range(0x110000)");
                    }
                    Err(fault) => return Err(fault),
                },
                _ => return type_error("character mapping must return integer, None or str"),
            }
            if out.len() > MAX_ELEMENTS {
                return too_large("a string");
            }
        }
        self.new_text(&out)
    }
}

fn string<'v>(value: &'v Value, method: &str) -> Result<&'v str> {
    match value {
        Value::Str(text) => Ok(text),
        Value::Atom(_) => outside("an atom is passed to a method of strings; atoms only have equality"),
        other => type_error(format!("{method}() argument must be str, not {}", other.type_name())),
    }
}

/// A number that CPython keeps in a machine word.
fn index_sized(value: Option<&Value>) -> Result<Option<i64>> {
    match value {
        None => Ok(None),
        Some(Value::Big(_)) => raise(Exception::OverflowError, "Python int too large to convert to C ssize_t"),
        Some(value) => match value.as_int() {
            Some(number) => Ok(Some(number)),
            None => type_error(format!("'{}' object cannot be interpreted as an integer", value.type_name())),
        },
    }
}

/// The part of a string between two bounds, with the character it starts at; `None` if it starts behind the end.
fn window<'t>(text: &'t str, arguments: &Arguments) -> Result<Option<(usize, &'t str)>> {
    let (none, one) = (Value::None, Value::Int(1));
    let (lower, upper) = (arguments.get(1).unwrap_or(&none), arguments.get(2).unwrap_or(&none));
    let size = length(text);
    let cut = Cut::new([lower, upper, &one], size)?;
    // `Cut` stops at the end of the string; an empty string is not found behind it.
    if lower.as_int().is_some_and(|lower| usize::try_from(lower).is_ok_and(|lower| lower > size))
        || matches!(lower, Value::Big(number) if number.sign() == num_bigint::Sign::Plus)
        || cut.start > cut.stop
    {
        return Ok(None);
    }
    let start = usize::try_from(cut.start).unwrap_or(0);
    let (from, to) = (byte_at(text, start), byte_at(text, start + cut.count));
    Ok(Some((start, &text[from..to])))
}

fn affix(text: &str, method: StrMethod, arguments: &Arguments) -> Result<Value> {
    let window = window(text, arguments)?;
    let test = |part: &Value| -> Result<bool> {
        let part = string(part, method.name())?;
        Ok(window.is_some_and(|(_, text)| {
            if method == StrMethod::StartsWith { text.starts_with(part) } else { text.ends_with(part) }
        }))
    };
    match arguments.positional[0].as_tuple() {
        Some(parts) => {
            for part in parts {
                if test(part)? {
                    return Ok(Value::Bool(true));
                }
            }
            Ok(Value::Bool(false))
        }
        None => test(&arguments.positional[0]).map(Value::Bool),
    }
}

fn search(text: &str, method: StrMethod, arguments: &Arguments) -> Result<Value> {
    let part = string(&arguments.positional[0], method.name())?;
    let window = window(text, arguments)?;
    let position = |at: usize| i64::try_from(at).unwrap_or(i64::MAX);
    let found = match (method, window) {
        (StrMethod::Count, window) => {
            let count = |text: &str| if part.is_empty() { length(text) + 1 } else { text.matches(part).count() };
            return Ok(Value::Int(window.map_or(0, |(_, text)| position(count(text)))));
        }
        (_, None) => None,
        (StrMethod::Find | StrMethod::Index, Some((start, text))) => {
            text.find(part).map(|at| start + length(&text[..at]))
        }
        (_, Some((start, text))) => text.rfind(part).map(|at| start + length(&text[..at])),
    };
    match (found, method) {
        (Some(at), _) => Ok(Value::Int(position(at))),
        (None, StrMethod::Find | StrMethod::RightFind) => Ok(Value::Int(-1)),
        (None, _) => value_error("substring not found"),
    }
}

fn strip(text: &str, method: StrMethod, chars: Option<&Value>) -> Result<Value> {
    let chars: Option<Vec<char>> = match chars {
        None | Some(Value::None) => {
            for c in text.chars().filter(|c| !c.is_ascii()) {
                facts(c)?;
            }
            None
        }
        Some(Value::Str(chars)) => Some(chars.chars().collect()),
        Some(Value::Atom(_)) => return outside("an atom is passed to a method of strings; atoms only have equality"),
        Some(_) => return type_error(format!("{} arg must be None or str", method.name())),
    };
    let goes = |c: char| chars.as_ref().map_or_else(|| Facts::of(c).is_space(), |chars| chars.contains(&c));
    Ok(Value::str(match method {
        StrMethod::LeftStrip => text.trim_start_matches(goes),
        StrMethod::RightStrip => text.trim_end_matches(goes),
        _ => text.trim_matches(goes),
    }))
}

fn split<'t>(text: &'t str, forward: bool, arguments: &Arguments) -> Result<Vec<&'t str>> {
    let most = usize::try_from(index_sized(arguments.get(1))?.unwrap_or(-1)).unwrap_or(usize::MAX);
    let most = most.saturating_add(1);
    let mut parts: Vec<&str> = match arguments.get(0) {
        None | Some(Value::None) => {
            for c in text.chars().filter(|c| !c.is_ascii()) {
                facts(c)?;
            }
            return Ok(words(text, forward, most));
        }
        Some(separator) => match string(separator, "split")? {
            "" => return value_error("empty separator"),
            separator if forward => return Ok(text.splitn(most, separator).collect()),
            separator => text.rsplitn(most, separator).collect(),
        },
    };
    parts.reverse();
    Ok(parts)
}

/// The words of a text, up to a limit; the last one takes the rest.
fn words(text: &str, forward: bool, most: usize) -> Vec<&str> {
    let is_space = |c: char| Facts::of(c).is_space();
    let mut rest = if forward { text.trim_start_matches(is_space) } else { text.trim_end_matches(is_space) };
    let mut words = Vec::new();
    while !rest.is_empty() {
        if words.len() + 1 >= most {
            words.push(rest);
            break;
        }
        if forward {
            let end = rest.find(is_space).unwrap_or(rest.len());
            words.push(&rest[..end]);
            rest = rest[end..].trim_start_matches(is_space);
        } else {
            let start = rest.char_indices().rev().find(|(_, c)| is_space(*c)).map_or(0, |(at, c)| at + c.len_utf8());
            words.push(&rest[start..]);
            rest = rest[..start].trim_end_matches(is_space);
        }
    }
    if !forward {
        words.reverse();
    }
    words
}

fn partition(text: &str, separator: &str, forward: bool) -> Result<Value> {
    if separator.is_empty() {
        return value_error("empty separator");
    }
    let found = if forward { text.find(separator) } else { text.rfind(separator) };
    let parts = match found {
        Some(at) => [&text[..at], separator, &text[at + separator.len()..]],
        None if forward => [text, "", ""],
        None => ["", "", text],
    };
    Ok(Value::tuple(parts.map(Value::str)))
}
