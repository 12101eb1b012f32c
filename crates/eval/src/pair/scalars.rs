//! Numbers and literals of a pair.

use lang::types::Literal;
use serde_json::{Number, Value as Json};

use crate::pair_error::{PairError, PairErrorKind};
use crate::value::Value;

/// The longest integer that Python reads from a text; longer ones take it too long.
const MAX_DIGITS: usize = 4300;

/// Longer numbers are cut in messages.
const SHOWN_DIGITS: usize = 40;

pub(super) fn integer(number: &Number, path: &str) -> Result<Value, PairError> {
    if let Some(small) = number.as_i64() {
        return Ok(Value::Int(small));
    }
    let text = number.to_string();
    let digits = text.trim_start_matches('-').len();
    if digits > MAX_DIGITS && !text.contains(['.', 'e', 'E']) {
        return Err(PairErrorKind::TooManyDigits { digits, most: MAX_DIGITS }.at(path));
    }
    match text.parse() {
        Ok(number) => Ok(Value::big(number)),
        Err(_) => Err(bad_number(number, "an integer", path)),
    }
}

pub(super) fn bad_number(number: &Number, expected: &'static str, path: &str) -> PairError {
    let text = number.to_string();
    let mut shown: String = text.chars().take(SHOWN_DIGITS).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    PairErrorKind::WrongNumber { expected, found: shown }.at(path)
}

pub(super) fn literal(allowed: &[Literal], json: &Json, path: &str) -> Result<Value, PairError> {
    for candidate in allowed {
        match (candidate, json) {
            (Literal::Bool(a), Json::Bool(b)) if a == b => return Ok(Value::Bool(*a)),
            (Literal::Int(a), Json::Number(b)) if b.as_i64() == Some(*a) => return Ok(Value::Int(*a)),
            (Literal::Str(a), Json::String(b)) if **a == **b => return Ok(Value::str(a)),
            _ => {}
        }
    }
    let allowed: Vec<String> = allowed
        .iter()
        .map(|literal| match literal {
            Literal::Bool(truth) => truth.to_string(),
            Literal::Int(number) => number.to_string(),
            Literal::Str(text) | Literal::Member(_, _, text) => crate::repr::quoted(text),
        })
        .collect();
    Err(PairErrorKind::NotAllowed { allowed }.at(path))
}
