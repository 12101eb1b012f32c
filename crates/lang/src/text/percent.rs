//! The notation of `%` on strings.

use super::StringFault;
use super::spec::{Align, MOST_WIDTH, Spec};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PercentPiece {
    Text(String),
    Conversion(PercentConversion),
}

#[expect(clippy::struct_excessive_bools, reason = "one for each flag of the notation")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PercentConversion {
    /// `%(name)s`
    pub key: Option<String>,
    pub left: bool,
    pub plus: bool,
    pub space: bool,
    pub alternate: bool,
    pub zero: bool,
    pub width: Size,
    pub precision: Size,
    /// `d`, `s`, `r` and so on; `%` takes no argument.
    pub kind: char,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    None,
    Given(usize),
    /// `*`: an argument says it.
    Argument,
}

/// The pieces up to the first fault, and the fault: what comes before it takes its arguments first.
pub fn parse(text: &str) -> (Vec<PercentPiece>, Option<StringFault>) {
    let chars: Vec<char> = text.chars().collect();
    let (mut pieces, mut plain, mut at) = (Vec::new(), String::new(), 0);
    while let Some(c) = chars.get(at) {
        at += 1;
        if *c != '%' {
            plain.push(*c);
            continue;
        }
        if chars.get(at) == Some(&'%') {
            plain.push('%');
            at += 1;
            continue;
        }
        if !plain.is_empty() {
            pieces.push(PercentPiece::Text(std::mem::take(&mut plain)));
        }
        match conversion(&chars, &mut at) {
            Ok(conversion) => pieces.push(PercentPiece::Conversion(conversion)),
            Err(error) => return (pieces, Some(error)),
        }
    }
    if !plain.is_empty() {
        pieces.push(PercentPiece::Text(plain));
    }
    (pieces, None)
}

fn conversion(chars: &[char], at: &mut usize) -> Result<PercentConversion, StringFault> {
    let mut found = PercentConversion {
        key: None,
        left: false,
        plus: false,
        space: false,
        alternate: false,
        zero: false,
        width: Size::None,
        precision: Size::None,
        kind: 's',
    };
    if chars.get(*at) == Some(&'(') {
        let mut depth = 1;
        let start = *at + 1;
        *at = start;
        while depth > 0 {
            match chars.get(*at) {
                Some('(') => depth += 1,
                Some(')') => depth -= 1,
                Some(_) => {}
                None => return Err(StringFault::Value("incomplete format key")),
            }
            *at += 1;
        }
        found.key = Some(chars[start..*at - 1].iter().collect());
    }
    while let Some(flag) = chars.get(*at) {
        match flag {
            '-' => found.left = true,
            '+' => found.plus = true,
            ' ' => found.space = true,
            '#' => found.alternate = true,
            '0' => found.zero = true,
            _ => break,
        }
        *at += 1;
    }
    found.width = size(chars, at)?;
    if chars.get(*at) == Some(&'.') {
        *at += 1;
        found.precision = match size(chars, at)? {
            Size::None => Size::Given(0),
            size => size,
        };
    }
    if matches!(chars.get(*at), Some('h' | 'l' | 'L')) {
        *at += 1;
    }
    found.kind = *chars.get(*at).ok_or(StringFault::Value("incomplete format"))?;
    *at += 1;
    match found.kind {
        'd' | 'i' | 'u' | 'o' | 'x' | 'X' | 's' | 'r' | 'a' | 'c' | '%' | 'e' | 'E' | 'f' | 'F' | 'g' | 'G' => {
            Ok(found)
        }
        _ => Err(StringFault::Value("unsupported format character")),
    }
}

fn size(chars: &[char], at: &mut usize) -> Result<Size, StringFault> {
    if chars.get(*at) == Some(&'*') {
        *at += 1;
        return Ok(Size::Argument);
    }
    let (start, mut value) = (*at, 0_usize);
    while let Some(digit) = chars.get(*at).and_then(|c| c.to_digit(10)) {
        value = value.saturating_mul(10).saturating_add(digit as usize);
        *at += 1;
    }
    if value > isize::MAX.unsigned_abs() {
        return Err(StringFault::Value("width too big"));
    }
    if value > MOST_WIDTH {
        return Err(StringFault::Outside("a format of more than a million characters"));
    }
    Ok(if *at > start { Size::Given(value) } else { Size::None })
}

impl PercentConversion {
    /// The specification of `format` that says the same of a float.
    pub fn of_float(&self, width: usize, precision: Option<usize>) -> Spec {
        let align = if self.left { Some(Align::Left) } else { None };
        let zero = self.zero && !self.left;
        Spec {
            positive_zero: false,
            fill: if zero { '0' } else { ' ' },
            align,
            sign: if self.plus { Some('+') } else { self.space.then_some(' ') },
            alternate: self.alternate,
            zero,
            width,
            grouping: None,
            precision,
            kind: Some(self.kind),
        }
    }

    /// The digits of an integer: sign, prefix, at least as many digits as the precision says, padded to the width.
    pub fn integer(&self, number: &num_bigint::BigInt, width: usize, precision: Option<usize>) -> String {
        let (radix, prefix) = match self.kind {
            'o' => (8, "0o"),
            'x' => (16, "0x"),
            'X' => (16, "0X"),
            _ => (10, ""),
        };
        let mut digits = number.magnitude().to_str_radix(radix);
        if self.kind == 'X' {
            digits.make_ascii_uppercase();
        }
        let missing = precision.unwrap_or(0).saturating_sub(digits.len());
        digits.insert_str(0, &"0".repeat(missing));
        let sign = match number.sign() {
            num_bigint::Sign::Minus => "-",
            _ if self.plus => "+",
            _ if self.space => " ",
            _ => "",
        };
        let lead = format!("{sign}{}", if self.alternate { prefix } else { "" });
        let missing = width.saturating_sub(lead.len() + digits.len());
        if self.left {
            format!("{lead}{digits}{}", " ".repeat(missing))
        } else if self.zero {
            format!("{lead}{}{digits}", "0".repeat(missing))
        } else {
            format!("{}{lead}{digits}", " ".repeat(missing))
        }
    }

    /// A string, cut to the precision and padded to the width.
    pub fn text(&self, text: &str, width: usize, precision: Option<usize>) -> String {
        let cut: String = text.chars().take(precision.unwrap_or(usize::MAX)).collect();
        let missing = " ".repeat(width.saturating_sub(cut.chars().count()));
        if self.left { cut + &missing } else { missing + &cut }
    }
}
