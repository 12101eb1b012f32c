//! What both meanings need to know about strings: facts about characters, and the notation of formats.
//!
//! Nothing here runs a program. A fact that is wrong would be wrong in `eval` and in a circuit alike, so each of them is
//! compared with CPython: `tests/unicode.rs`, and the chapters `strings`, `string-methods` and `formatting` of the
//! specification.

pub mod braces;
pub mod percent;
pub mod spec;
pub mod unicode;

use std::fmt::Write as _;

use self::unicode::Facts;

/// Why a text has no value: the exception that CPython raises, or what the language has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StringFault {
    Value(&'static str),
    Type(&'static str),
    Overflow(&'static str),
    /// Outside the language.
    Outside(&'static str),
}

/// A string as Python writes it: `'it'`, `"it's"`, `'\n'`.
pub fn quoted(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut out = String::from(quote);
    text.chars().for_each(|c| out.push_str(&escaped(c, quote)));
    out.push(quote);
    out
}

/// A character inside a string in these quotes.
pub fn escaped(c: char, quote: char) -> String {
    let mut out = String::new();
    let _ = match c {
        '\\' => write!(out, "\\\\"),
        '\n' => write!(out, "\\n"),
        '\r' => write!(out, "\\r"),
        '\t' => write!(out, "\\t"),
        _ if c == quote => write!(out, "\\{c}"),
        _ if Facts::of(c).is_printable() => write!(out, "{c}"),
        _ => match u32::from(c) {
            code @ ..0x100 => write!(out, "\\x{code:02x}"),
            code @ 0x100..0x1_0000 => write!(out, "\\u{code:04x}"),
            code => write!(out, "\\U{code:08x}"),
        },
    };
    out
}

/// The integer that a string denotes in a base, as `int` reads it; `None` where it denotes none.
pub fn parse_integer(text: &str, base: u32) -> Option<num_bigint::BigInt> {
    let text = text.trim_matches(|c| Facts::of(c).is_space());
    let (negative, digits) = match text.strip_prefix(['+', '-']) {
        Some(rest) => (text.starts_with('-'), rest),
        None => (false, text),
    };
    let (base, digits) = without_prefix(digits, base)?;
    // One underscore may stand between two digits, or behind the prefix.
    if digits.is_empty() || digits.ends_with('_') || digits.contains("__") {
        return None;
    }
    let mut number = num_bigint::BigInt::ZERO;
    for c in digits.chars().filter(|c| *c != '_') {
        let digit = unicode::decimal(c).or_else(|| c.is_ascii().then(|| c.to_digit(36)).flatten())?;
        if digit >= base {
            return None;
        }
        number = number * base + digit;
    }
    Some(if negative { -number } else { number })
}

/// The base, and the digits behind `0x` and the like. Base 0 is that of the prefix.
fn without_prefix(digits: &str, base: u32) -> Option<(u32, &str)> {
    let prefix = digits.get(..2).map(str::to_ascii_lowercase);
    let named = match prefix.as_deref() {
        Some("0x") => 16,
        Some("0o") => 8,
        Some("0b") => 2,
        _ => 0,
    };
    if named != 0 && (base == 0 || base == named) {
        let rest = &digits[2..];
        return Some((named, rest.strip_prefix('_').unwrap_or(rest)));
    }
    if digits.starts_with('_') {
        return None;
    }
    if base == 0 {
        // `010` is no number in Python, `00` is.
        let zeros = digits.chars().all(|c| c == '0' || c == '_');
        return (zeros || unicode::decimal(digits.chars().next()?)? != 0).then_some((10, digits));
    }
    Some((base, digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_quoted_as_python_does() {
        let cases = [
            ("it", "'it'"),
            ("it's", "\"it's\""),
            ("\"'", "'\"\\''"),
            ("a\n\t\\\u{7f}\u{85}é\u{200b}\u{1f600}", "'a\\n\\t\\\\\\x7f\\x85é\\u200b\u{1f600}'"),
        ];
        for (text, expected) in cases {
            assert_eq!(quoted(text), expected);
        }
    }

    #[test]
    fn integers_are_read_as_python_does() {
        let read = |text: &str, base| parse_integer(text, base).map(|number| number.to_string());
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(read(" -12_3\n", 10), some("-123"));
        assert_eq!(read("0x_ff", 16), some("255"));
        assert_eq!(read("0b11", 0), some("3"));
        assert_eq!(read("٣", 10), some("3"));
        assert_eq!(read("0_0", 0), some("0"));
        assert_eq!(read("z", 36), some("35"));
        for (text, base) in
            [("", 10), ("1__2", 10), ("_1", 10), ("1_", 10), ("010", 0), ("+ 1", 10), ("0x", 16), ("9", 8)]
        {
            assert_eq!(read(text, base), None, "{text}");
        }
    }
}
