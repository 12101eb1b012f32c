//! Format specifications: what stands behind the colon in `f"{x:>5}"`, and in `format(x, ">5")`.

use num_bigint::{BigInt, Sign as BigSign};
use num_traits::{Signed, ToPrimitive};

use super::StringFault;

/// Wider texts are refused.
pub const MOST_WIDTH: usize = 1_000_000;

/// Floats with more digits than this are refused.
const MOST_DIGITS: usize = 2_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Left,
    Right,
    Center,
    /// Between the sign and the digits.
    AfterSign,
}

/// A format specification, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spec {
    pub fill: char,
    pub align: Option<Align>,
    /// `+`, `-` or a space.
    pub sign: Option<char>,
    /// `z`: what is rounded to zero has no sign.
    pub positive_zero: bool,
    /// `#`
    pub alternate: bool,
    /// A `0` before the width, without a fill.
    pub zero: bool,
    pub width: usize,
    /// `,` or `_`
    pub grouping: Option<char>,
    pub precision: Option<usize>,
    /// The type: `d`, `s`, `x` and so on.
    pub kind: Option<char>,
}

impl Spec {
    /// Nothing is asked for.
    pub const PLAIN: Self = Self {
        fill: ' ',
        align: None,
        sign: None,
        positive_zero: false,
        alternate: false,
        zero: false,
        width: 0,
        grouping: None,
        precision: None,
        kind: None,
    };

    pub fn parse(text: &str) -> Result<Self, StringFault> {
        let chars: Vec<char> = text.chars().collect();
        let mut spec = Self::PLAIN;
        let mut at = 0;
        let mut filled = false;
        if let Some(align) = chars.get(1).and_then(|c| align_of(*c)) {
            (spec.fill, spec.align, filled) = (chars[0], Some(align), true);
            at = 2;
        } else if let Some(align) = chars.first().and_then(|c| align_of(*c)) {
            spec.align = Some(align);
            at = 1;
        }
        if let Some(sign @ ('+' | '-' | ' ')) = chars.get(at) {
            spec.sign = Some(*sign);
            at += 1;
        }
        if chars.get(at) == Some(&'z') {
            spec.positive_zero = true;
            at += 1;
        }
        if chars.get(at) == Some(&'#') {
            spec.alternate = true;
            at += 1;
        }
        if !filled && chars.get(at) == Some(&'0') {
            (spec.fill, spec.zero) = ('0', true);
            at += 1;
        }
        spec.width = number(&chars, &mut at)?.unwrap_or(0);
        if let Some(grouping @ (',' | '_')) = chars.get(at) {
            spec.grouping = Some(*grouping);
            at += 1;
            if matches!(chars.get(at), Some(',' | '_')) {
                return Err(StringFault::Value("Cannot specify both ',' and '_'."));
            }
        }
        if chars.get(at) == Some(&'.') {
            at += 1;
            let precision = number(&chars, &mut at)?;
            spec.precision = Some(precision.ok_or(StringFault::Value("Format specifier missing precision"))?);
        }
        match chars.get(at..).unwrap_or_default() {
            [] => Ok(spec),
            [kind] => Ok(Self { kind: Some(*kind), ..spec }),
            _ => Err(StringFault::Value("Invalid format specifier")),
        }
    }

    /// What may be written behind the colon for a string.
    pub fn check_for_text(&self) -> Result<(), StringFault> {
        let wrong = match self.kind {
            None | Some('s') if self.sign.is_some() => "Sign not allowed in string format specifier",
            None | Some('s') if self.positive_zero => {
                "Negative zero coercion (z) not allowed in string format specifier"
            }
            None | Some('s') if self.alternate => "Alternate form (#) not allowed in string format specifier",
            None | Some('s') if self.align == Some(Align::AfterSign) => {
                "'=' alignment not allowed in string format specifier"
            }
            None | Some('s') if self.grouping.is_some() => "Cannot specify ',' with 's'.",
            None | Some('s') => return Ok(()),
            Some(_) => "Unknown format code for object of type 'str'",
        };
        Err(StringFault::Value(wrong))
    }

    /// A string in this format.
    pub fn text(&self, text: &str) -> Result<String, StringFault> {
        self.check_for_text()?;
        let cut: String = match self.precision {
            Some(precision) => text.chars().take(precision).collect(),
            None => text.to_owned(),
        };
        Ok(self.padded("", &cut, Align::Left))
    }

    /// An integer in this format.
    pub fn integer(&self, number: &BigInt) -> Result<String, StringFault> {
        let (radix, prefix) = match self.kind {
            None | Some('d') => (10, ""),
            Some('b') => (2, "0b"),
            Some('o') => (8, "0o"),
            Some('x') => (16, "0x"),
            Some('X') => (16, "0X"),
            Some('c') => return self.character(number),
            Some('e' | 'E' | 'f' | 'F' | 'g' | 'G' | '%') => {
                return match number.to_f64() {
                    Some(float) if number.bits() <= 53 => self.float(float),
                    _ => Err(StringFault::Outside("a large integer is formatted as a float")),
                };
            }
            Some('n') => return Err(StringFault::Outside("a number is formatted as the locale wants")),
            Some(_) => return Err(StringFault::Value("Unknown format code for object of type 'int'")),
        };
        if self.positive_zero {
            return Err(StringFault::Value("Negative zero coercion (z) not allowed in format specifier with integer"));
        }
        if self.precision.is_some() {
            return Err(StringFault::Value("Precision not allowed in integer format specifier"));
        }
        if self.grouping == Some(',') && radix != 10 {
            return Err(StringFault::Value("Cannot specify ',' with this format code."));
        }
        let mut digits = number.magnitude().to_str_radix(radix);
        if self.kind == Some('X') {
            digits.make_ascii_uppercase();
        }
        let sign = match (number.sign(), self.sign) {
            (BigSign::Minus, _) => "-",
            (_, Some('+')) => "+",
            (_, Some(' ')) => " ",
            _ => "",
        };
        let lead = format!("{sign}{}", if self.alternate { prefix } else { "" });
        let after_sign = self.align == Some(Align::AfterSign) || self.align.is_none() && self.zero;
        if let Some(separator) = self.grouping {
            let size = if radix == 10 { 3 } else { 4 };
            // Zeros in front of the digits are grouped, too.
            let wanted = if after_sign && self.fill == '0' { self.width } else { 0 };
            while lead.len() + grouped(&digits, separator, size).len() < wanted {
                digits.insert(0, '0');
            }
            digits = grouped(&digits, separator, size);
        }
        Ok(self.padded(&lead, &digits, if after_sign { Align::AfterSign } else { Align::Right }))
    }

    fn character(&self, number: &BigInt) -> Result<String, StringFault> {
        if self.positive_zero {
            return Err(StringFault::Value("Negative zero coercion (z) not allowed in format specifier with integer"));
        }
        if self.sign.is_some() {
            return Err(StringFault::Value("Sign not allowed with integer format specifier 'c'"));
        }
        if self.alternate {
            return Err(StringFault::Value("Alternate form (#) not allowed with integer format specifier 'c'"));
        }
        if self.precision.is_some() {
            return Err(StringFault::Value("Precision not allowed in integer format specifier"));
        }
        if self.grouping.is_some() {
            return Err(StringFault::Value("Cannot specify ',' with 'c'."));
        }
        let code = number.to_u32().filter(|code| *code < 0x11_0000 && !number.is_negative());
        let code = code.ok_or(StringFault::Overflow("%c arg not in range(0x110000)"))?;
        let c = char::from_u32(code).ok_or(StringFault::Outside("half of a surrogate pair"))?;
        let default = if self.zero { Align::AfterSign } else { Align::Right };
        Ok(self.padded("", &c.to_string(), default))
    }

    /// A float in this format.
    pub fn float(&self, number: f64) -> Result<String, StringFault> {
        let lower = match self.kind {
            None => None,
            Some(kind @ ('e' | 'E' | 'f' | 'F' | 'g' | 'G' | '%')) => Some(kind.to_ascii_lowercase()),
            Some('n') => return Err(StringFault::Outside("a number is formatted as the locale wants")),
            Some(_) => return Err(StringFault::Value("Unknown format code for object of type 'float'")),
        };
        if self.precision.is_some_and(|precision| precision > MOST_DIGITS) {
            return Err(StringFault::Outside("a float with thousands of digits"));
        }
        let size = if lower == Some('%') { (number * 100.0).abs() } else { number.abs() };
        let precision = self.precision.unwrap_or(6);
        let mut text = match (lower, self.precision) {
            _ if size.is_nan() => "nan".to_owned(),
            _ if size.is_infinite() => "inf".to_owned(),
            (Some('f' | '%'), _) => with_point(format!("{size:.precision$}"), self.alternate),
            (Some('e'), _) => scientific(size, precision, self.alternate),
            (Some(_), _) => general(size, precision.max(1), self.alternate, false),
            (None, Some(precision)) => general(size, precision.max(1), self.alternate, true),
            (None, None) => crate::floats::text(size),
        };
        if matches!(self.kind, Some('E' | 'F' | 'G')) {
            text.make_ascii_uppercase();
        }
        if lower == Some('%') {
            text.push('%');
        }
        // The digits of an exponent do not count.
        let is_zero = !text.chars().take_while(|c| !c.is_alphabetic()).any(|c| matches!(c, '1'..='9'))
            && text.starts_with(|c: char| c.is_ascii_digit());
        let has_sign = number.is_sign_negative() && !number.is_nan() && !(self.positive_zero && is_zero);
        let sign = match (has_sign, self.sign) {
            (true, _) => "-",
            (_, Some('+')) => "+",
            (_, Some(' ')) => " ",
            _ => "",
        };
        let after_sign = self.align == Some(Align::AfterSign) || self.align.is_none() && self.zero;
        if let Some(separator) = self.grouping {
            let whole = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
            let (mut digits, rest) = (text[..whole].to_owned(), text[whole..].to_owned());
            let wanted = if after_sign && self.fill == '0' && !digits.is_empty() { self.width } else { 0 };
            while sign.len() + grouped(&digits, separator, 3).len() + rest.len() < wanted {
                digits.insert(0, '0');
            }
            text = grouped(&digits, separator, 3) + &rest;
        }
        Ok(self.padded(sign, &text, if after_sign { Align::AfterSign } else { Align::Right }))
    }

    /// `lead` and `text` together, filled up to the width.
    fn padded(&self, lead: &str, text: &str, default: Align) -> String {
        let length = lead.chars().count() + text.chars().count();
        let missing = self.width.saturating_sub(length);
        let fill = |count: usize| std::iter::repeat_n(self.fill, count).collect::<String>();
        match self.align.unwrap_or(default) {
            Align::Left => format!("{lead}{text}{}", fill(missing)),
            Align::Right => format!("{}{lead}{text}", fill(missing)),
            Align::Center => format!("{}{lead}{text}{}", fill(missing / 2), fill(missing - missing / 2)),
            Align::AfterSign => format!("{lead}{}{text}", fill(missing)),
        }
    }
}

fn align_of(c: char) -> Option<Align> {
    Some(match c {
        '<' => Align::Left,
        '>' => Align::Right,
        '^' => Align::Center,
        '=' => Align::AfterSign,
        _ => return None,
    })
}

/// The decimal number at a place, if there is one.
fn number(chars: &[char], at: &mut usize) -> Result<Option<usize>, StringFault> {
    let start = *at;
    let mut value = 0_usize;
    while let Some(digit) = chars.get(*at).and_then(|c| super::unicode::decimal(*c)) {
        value = value.saturating_mul(10).saturating_add(digit as usize);
        *at += 1;
    }
    if value > isize::MAX.unsigned_abs() {
        return Err(StringFault::Value("Too many decimal digits in format string"));
    }
    if value > MOST_WIDTH {
        return Err(StringFault::Outside("a format of more than a million characters"));
    }
    Ok((*at > start).then_some(value))
}

fn with_point(text: String, always: bool) -> String {
    if always && !text.contains('.') { text + "." } else { text }
}

/// `1.5e+04`: at least two digits of exponent.
fn scientific(number: f64, precision: usize, point: bool) -> String {
    let text = format!("{number:.precision$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |rest| ('-', rest));
    format!("{}e{sign}{exponent:0>2}", with_point(digits.to_owned(), point))
}

/// The format `g` with this many digits. Without a type there is one digit behind the point at least.
fn general(number: f64, digits: usize, alternate: bool, digit_behind: bool) -> String {
    let text = format!("{number:.*e}", digits - 1);
    let exponent: i64 = text.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
    let most = i64::try_from(digits).unwrap_or(i64::MAX) - i64::from(digit_behind);
    let is_small = (-4..most).contains(&exponent);
    let stripped = |text: String| {
        if text.contains('.') && !alternate {
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            with_point(text, alternate)
        }
    };
    if is_small {
        let behind = usize::try_from(i64::try_from(digits).unwrap_or(i64::MAX) - 1 - exponent).unwrap_or(0);
        let text = stripped(format!("{number:.behind$}"));
        if digit_behind && !text.contains('.') { text + ".0" } else { text }
    } else {
        let text = scientific(number, digits - 1, false);
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "+00"));
        format!("{}e{exponent}", stripped(mantissa.to_owned()))
    }
}

fn grouped(digits: &str, separator: char, size: usize) -> String {
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(size) {
            out.push(separator);
        }
        out.push(digit);
    }
    out
}
