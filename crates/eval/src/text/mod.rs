//! Strings: characters, slices, searches, and the operators.
//!
//! A string is kept as UTF-8, whose order is that of code points; positions count characters, as in Python.

pub(crate) mod cases;
pub(crate) mod format;
pub(crate) mod show;

use lang::ast::BinaryOp;
use lang::builtins::Exception;
use lang::text::StringFault;
use lang::text::unicode::Facts;
use num_traits::ToPrimitive;

use crate::calls::Arguments;
use crate::fault::{Result, outside, raise, too_large, type_error, value_error};
use crate::machine::Machine;
use crate::numbers::{as_big, is_number};
use crate::operators::MAX_ELEMENTS;
use crate::table::Table;
use crate::value::{DictKind, Value};

thread_local! {
    static ASCII: Vec<Value> =
        (0..128_u8).map(|code| Value::str(char::from(code).encode_utf8(&mut [0; 4]))).collect();
}

impl Value {
    pub(crate) fn character(c: char) -> Self {
        // One object for each, as in CPython: the characters of a text would take more memory than anything else.
        match u8::try_from(c) {
            Ok(code) if c.is_ascii() => ASCII.with(|ascii| ascii[usize::from(code)].clone()),
            _ => Self::str(c.encode_utf8(&mut [0; 4])),
        }
    }

    /// The text of a string.
    pub(crate) fn as_str(&self) -> Option<&str> {
        match self {
            Self::Str(text) => Some(text),
            _ => None,
        }
    }
}

/// How many characters a string has.
pub(crate) fn length(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}

/// The byte at which a character starts; the length for positions behind the end.
pub(crate) fn byte_at(text: &str, position: usize) -> usize {
    if text.is_ascii() {
        return position.min(text.len());
    }
    text.char_indices().nth(position).map_or(text.len(), |(at, _)| at)
}

/// The character at a position.
pub(crate) fn char_at(text: &str, position: usize) -> Option<char> {
    if text.is_ascii() {
        text.as_bytes().get(position).map(|byte| char::from(*byte))
    } else {
        text.chars().nth(position)
    }
}

/// What a fault of the notation is here.
#[cold]
pub(crate) fn fault<T>(error: StringFault) -> Result<T> {
    match error {
        StringFault::Value(message) => value_error(message),
        StringFault::Type(message) => type_error(message),
        StringFault::Overflow(message) => raise(Exception::OverflowError, message),
        StringFault::Outside(what) => outside(what),
    }
}

/// The facts about a character. Later versions of Unicode, and so later Pythons, know more characters.
pub(crate) fn facts(c: char) -> Result<Facts> {
    let facts = Facts::of(c);
    if facts.is_known() { Ok(facts) } else { outside("a character that Unicode 14 does not know") }
}

/// `in` of two strings.
pub(crate) fn contains(text: &str, value: &Value) -> Result<bool> {
    match value {
        Value::Str(part) => Ok(text.contains(&***part)),
        Value::Atom(_) => outside("an atom is searched for in a string; atoms only have equality"),
        other => type_error(format!("'in <string>' requires string as left operand, not {}", other.type_name())),
    }
}

/// `chr`
pub(crate) fn character(value: &Value) -> Result<Value> {
    if let Value::Atom(_) = value {
        return outside("the character of an atom; atoms only have equality");
    }
    let Some(number) = as_big(value) else {
        return type_error(format!("'{}' object cannot be interpreted as an integer", value.type_name()));
    };
    if number.to_i32().is_none() {
        return raise(Exception::OverflowError, "Python int too large to convert to C int");
    }
    match number.to_u32().filter(|code| *code < 0x11_0000) {
        None => value_error("chr() arg not in range(0x110000)"),
        Some(code) => match char::from_u32(code) {
            Some(c) => Ok(Value::character(c)),
            None => outside("half of a surrogate pair"),
        },
    }
}

/// `ord`
pub(crate) fn code(value: &Value) -> Result<Value> {
    match value {
        Value::Str(text) => {
            let mut chars = text.chars();
            match (chars.next(), chars.next()) {
                (Some(c), None) => Ok(Value::Int(i64::from(u32::from(c)))),
                _ => type_error(format!("ord() expected a character, but string of length {} found", length(text))),
            }
        }
        Value::Atom(_) => outside("the code of an atom; atoms only have equality"),
        other => type_error(format!("ord() expected string of length 1, but {} found", other.type_name())),
    }
}

/// CPython refuses to convert longer numbers.
const MAX_DIGITS: usize = 4300;

/// Whether digits come in bits, where CPython knows no limit.
fn has_short_base(text: &str) -> bool {
    let digits = text.trim().trim_start_matches(['+', '-']).as_bytes();
    matches!(digits, [b'0', b'x' | b'X' | b'o' | b'O' | b'b' | b'B', ..])
}

/// `int(text, base)`
pub(crate) fn integer(text: &str, base: Option<&Value>) -> Result<Value> {
    let base = match base {
        None => 10,
        Some(base) => match as_big(base) {
            None => return type_error(format!("'{}' object cannot be interpreted as an integer", base.type_name())),
            Some(base) => match base.to_u32().filter(|base| *base == 0 || (2..=36).contains(base)) {
                Some(base) => base,
                None => return value_error("int() base must be >= 2 and <= 36, or 0"),
            },
        },
    };
    for c in text.chars().filter(|c| !c.is_ascii()) {
        facts(c)?;
    }
    let digits = text.chars().filter(|c| c.is_alphanumeric()).count();
    // Both exceptions are the same one, so that long texts need not be read.
    if digits > MAX_DIGITS && base != 0 && !base.is_power_of_two() {
        return value_error("Exceeds the limit (4300 digits) for integer string conversion");
    }
    if digits > 5 * MAX_DIGITS {
        return too_large("an integer");
    }
    crate::limits::spend(digits * digits / 64)?;
    match lang::text::parse_integer(text, base) {
        Some(_) if digits > MAX_DIGITS && base == 0 && !has_short_base(text) => {
            value_error("Exceeds the limit (4300 digits) for integer string conversion")
        }
        Some(number) => Ok(Value::big(number)),
        None => value_error(format!("invalid literal for int() with base {base}: {}", lang::text::quoted(text))),
    }
}

/// The decimal digits of an integer, unless there are more than CPython writes.
pub(crate) fn digits(number: &num_bigint::BigInt) -> Result<String> {
    // A digit has more than three bits.
    let too_long = number.bits() > 4 * MAX_DIGITS as u64;
    let text = if too_long { String::new() } else { number.to_string() };
    if too_long || text.trim_start_matches('-').len() > MAX_DIGITS {
        return value_error("Exceeds the limit (4300 digits) for integer string conversion");
    }
    Ok(text)
}

impl Machine<'_> {
    /// A string that was just made.
    pub(crate) fn new_text(&mut self, text: &str) -> Result<Value> {
        self.charge(text.len())?;
        Ok(Value::str(text))
    }

    /// `+`, `*` and `%`, of which an operand is a string.
    pub(crate) fn string_operation(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
        match (op, left, right) {
            (BinaryOp::Add, Value::Str(a), Value::Str(b)) => {
                let text = [&***a, &***b].concat();
                self.new_text(&text)
            }
            (BinaryOp::Multiply, Value::Str(text), count) | (BinaryOp::Multiply, count, Value::Str(text))
                if is_number(count) =>
            {
                self.repeated_text(text, count)
            }
            (BinaryOp::Modulo, Value::Str(text), _) => {
                let text = self.percent(text, right)?;
                self.new_text(&text)
            }
            _ => crate::operators::unsupported(op, left, right),
        }
    }

    fn repeated_text(&mut self, text: &str, count: &Value) -> Result<Value> {
        let Some(count) = count.as_int() else {
            return raise(Exception::OverflowError, "cannot fit 'int' into an index-sized integer");
        };
        let count = usize::try_from(count).unwrap_or(0);
        if text.len().saturating_mul(count) > MAX_ELEMENTS {
            return too_large("a string");
        }
        let text = text.repeat(count);
        self.new_text(&text)
    }

    /// `str.maketrans`
    pub(crate) fn make_trans(&mut self, arguments: &Arguments) -> Result<Value> {
        let mut table = Table::default();
        let text = |position: usize| match arguments.get(position) {
            Some(Value::Str(text)) => Ok(text.to_string()),
            _ => type_error("maketrans() arguments must be strings"),
        };
        if arguments.positional.len() == 1 {
            let Value::Dict(dict) = &arguments.positional[0] else {
                return type_error("if you give only one argument to maketrans it must be a dict");
            };
            for (key, value) in dict.table.borrow().iter() {
                let key = match key {
                    Value::Str(text) if length(text) == 1 => code(key)?,
                    Value::Str(_) => return value_error("string keys in translate table must be of length 1"),
                    key if is_number(key) => key.clone(),
                    _ => return type_error("keys in translate table must be strings or integers"),
                };
                table.insert(key, value.clone())?;
            }
            return Ok(Value::dict(DictKind::Plain, table));
        }
        let Value::Str(_) = arguments.positional[0] else {
            return type_error("first maketrans argument must be a string if there is a second argument");
        };
        let (from, to) = (text(0)?, text(1)?);
        if length(&from) != length(&to) {
            return value_error("the first two maketrans arguments must have equal length");
        }
        let key = |c: char| Value::Int(i64::from(u32::from(c)));
        for (a, b) in from.chars().zip(to.chars()) {
            table.insert(key(a), key(b))?;
        }
        if arguments.get(2).is_some() {
            for c in text(2)?.chars() {
                table.insert(key(c), Value::None)?;
            }
        }
        Ok(Value::dict(DictKind::Plain, table))
    }
}
