//! Upper and lower case, and what characters are.

use lang::text::unicode::{self, Facts, is_final_sigma};

use super::facts;
use crate::fault::Result;

pub(crate) fn upper(text: &str) -> Result<String> {
    mapped(text, |_, _, c| unicode::upper(c))
}

pub(crate) fn lower(text: &str) -> Result<String> {
    mapped(text, lower_at)
}

pub(crate) fn casefold(text: &str) -> Result<String> {
    mapped(text, |_, _, c| unicode::fold(c))
}

pub(crate) fn capitalize(text: &str) -> Result<String> {
    mapped(text, |chars, position, c| if position == 0 { unicode::title(c) } else { lower_at(chars, position, c) })
}

pub(crate) fn swapcase(text: &str) -> Result<String> {
    mapped(text, |chars, position, c| {
        let facts = Facts::of(c);
        if facts.is_upper() {
            lower_at(chars, position, c)
        } else if facts.is_lower() {
            unicode::upper(c)
        } else {
            c.to_string()
        }
    })
}

/// The first cased letter after one that is not becomes a title case letter, others lower case ones.
pub(crate) fn title(text: &str) -> Result<String> {
    let mut after_cased = false;
    mapped(text, |chars, position, c| {
        let result = if after_cased { lower_at(chars, position, c) } else { unicode::title(c) };
        after_cased = Facts::of(c).is_cased();
        result
    })
}

fn lower_at(chars: &[char], position: usize, c: char) -> String {
    if c == 'Σ' && is_final_sigma(chars, position) { "ς".to_owned() } else { unicode::lower(c) }
}

fn mapped(text: &str, mut map: impl FnMut(&[char], usize, char) -> String) -> Result<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    for (position, c) in chars.iter().enumerate() {
        facts(*c)?;
        out.push_str(&map(&chars, position, *c));
    }
    Ok(out)
}

/// Whether there is a character, and all of them are so.
pub(crate) fn all_are(text: &str, test: impl Fn(Facts) -> bool) -> Result<bool> {
    let mut holds = !text.is_empty();
    for c in text.chars() {
        holds &= test(facts(c)?);
    }
    Ok(holds)
}

/// `isupper` and `islower`: a letter of this case, and none of the other.
pub(crate) fn has_case(text: &str, upper: bool) -> Result<bool> {
    let mut found = false;
    for c in text.chars() {
        let facts = facts(c)?;
        let (wanted, other) =
            if upper { (facts.is_upper(), facts.is_lower()) } else { (facts.is_lower(), facts.is_upper()) };
        if other || facts.is_title() {
            return Ok(false);
        }
        found |= wanted;
    }
    Ok(found)
}

/// `istitle`: upper case letters only after what has no case, lower case ones only after what has.
pub(crate) fn is_title(text: &str) -> Result<bool> {
    let (mut found, mut after_cased) = (false, false);
    for c in text.chars() {
        let facts = facts(c)?;
        let starts = facts.is_upper() || facts.is_title();
        if (starts && after_cased) || (facts.is_lower() && !after_cased) {
            return Ok(false);
        }
        after_cased = starts || facts.is_lower();
        found |= after_cased;
    }
    Ok(found)
}

pub(crate) fn is_identifier(text: &str) -> Result<bool> {
    let mut holds = !text.is_empty();
    for (position, c) in text.chars().enumerate() {
        let facts = facts(c)?;
        holds &= if position == 0 { facts.starts_identifier() } else { facts.continues_identifier() };
    }
    Ok(holds)
}
