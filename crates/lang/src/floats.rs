//! Floats as text: Python's `repr`, and what `float(text)` reads. Shared by all who show or read a float; nobody
//! computes here.

/// `repr(number)`: the fewest digits that give the number back.
pub fn text(number: f64) -> String {
    if number.is_nan() {
        return "nan".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let scientific = format!("{number:e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", mantissa),
    };
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let body = if !(-4..16).contains(&exponent) {
        let (first, rest) = digits.split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        let mark = if exponent < 0 { '-' } else { '+' };
        format!("{first}{point}{rest}e{mark}{:02}", exponent.unsigned_abs())
    } else if exponent < 0 {
        format!("0.{}{digits}", "0".repeat(exponent.unsigned_abs() as usize - 1))
    } else {
        let whole = exponent.unsigned_abs() as usize + 1;
        if digits.len() <= whole {
            format!("{digits}{}.0", "0".repeat(whole - digits.len()))
        } else {
            format!("{}.{}", &digits[..whole], &digits[whole..])
        }
    };
    format!("{sign}{body}")
}

/// What `float(text)` gives; `None` where it raises `ValueError`.
pub fn read(text: &str) -> Option<f64> {
    let text = text.trim();
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let word = unsigned.to_ascii_lowercase();
    if !matches!(word.as_str(), "inf" | "infinity" | "nan")
        && !unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.')
    {
        return None;
    }
    let digit = |at: Option<usize>| at.and_then(|at| unsigned.as_bytes().get(at)).is_some_and(u8::is_ascii_digit);
    for (at, byte) in unsigned.bytes().enumerate() {
        // An underscore may stand between two digits only.
        if byte == b'_' && !(digit(at.checked_sub(1)) && digit(Some(at + 1))) {
            return None;
        }
    }
    text.replace('_', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_written_as_in_python() {
        for (number, expected) in [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.0, "1.0"),
            (0.1, "0.1"),
            (-2.5, "-2.5"),
            (1e15, "1000000000000000.0"),
            (1e16, "1e+16"),
            (1.5e16, "1.5e+16"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (1.0 / 3.0, "0.3333333333333333"),
            (123_456.789, "123456.789"),
            (1e300, "1e+300"),
            (5e-324, "5e-324"),
            (f64::INFINITY, "inf"),
            (f64::NEG_INFINITY, "-inf"),
        ] {
            assert_eq!(text(number), expected);
        }
        assert_eq!(text(f64::NAN), "nan");
    }

    #[test]
    fn floats_are_read_as_in_python() {
        for (given, expected) in [
            (" 1.5 ", Some(1.5)),
            ("-Inf", Some(f64::NEG_INFINITY)),
            ("+infinity", Some(f64::INFINITY)),
            ("1_0.5", Some(10.5)),
            ("1e3", Some(1000.0)),
            (".5", Some(0.5)),
            ("5.", Some(5.0)),
            ("_1", None),
            ("1__0", None),
            ("", None),
            ("in", None),
            ("0x1", None),
            ("--1", None),
        ] {
            assert_eq!(read(given), expected, "{given}");
        }
        assert!(read("nan").is_some_and(f64::is_nan));
    }
}
