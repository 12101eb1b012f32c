//! The notation of `str.format`: text with fields in braces.

use super::StringFault;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BracedPiece {
    Text(String),
    Field(BracedField),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BracedField {
    pub argument: Argument,
    pub access: Vec<Access>,
    /// `r`, `s` or `a`
    pub conversion: Option<char>,
    /// Pieces of their own: `{:>{width}}`.
    pub spec: Vec<BracedPiece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// By position, counted or written.
    Position(usize),
    Name(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Access {
    Attribute(String),
    Index(i64),
    Key(String),
}

/// How fields were numbered so far; both ways must not be mixed.
#[derive(Debug, Default)]
struct Numbering {
    next: usize,
    automatic: bool,
    manual: bool,
}

/// The pieces of a format string.
pub fn parse(text: &str) -> Result<Vec<BracedPiece>, StringFault> {
    pieces(&text.chars().collect::<Vec<_>>(), 0, &mut Numbering::default())
}

fn pieces(chars: &[char], depth: usize, numbering: &mut Numbering) -> Result<Vec<BracedPiece>, StringFault> {
    if depth > 1 && chars.iter().any(|c| matches!(c, '{' | '}')) {
        return Err(StringFault::Value("Max string recursion exceeded"));
    }
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut at = 0;
    while let Some(c) = chars.get(at) {
        let twice = chars.get(at + 1) == Some(c);
        match c {
            '{' | '}' if twice => {
                text.push(*c);
                at += 2;
            }
            '}' => return Err(StringFault::Value("Single '}' encountered in format string")),
            '{' => {
                let end = closing(chars, at)?;
                if !text.is_empty() {
                    pieces.push(BracedPiece::Text(std::mem::take(&mut text)));
                }
                pieces.push(BracedPiece::Field(field(&chars[at + 1..end], depth, numbering)?));
                at = end + 1;
            }
            _ => {
                text.push(*c);
                at += 1;
            }
        }
    }
    if !text.is_empty() {
        pieces.push(BracedPiece::Text(text));
    }
    Ok(pieces)
}

/// Where the brace that is opened here is closed.
fn closing(chars: &[char], start: usize) -> Result<usize, StringFault> {
    if start + 1 >= chars.len() {
        return Err(StringFault::Value("Single '{' encountered in format string"));
    }
    let (mut depth, mut bracket) = (0_usize, false);
    for (at, c) in chars.iter().enumerate().skip(start) {
        match c {
            '[' if depth == 1 => bracket = true,
            ']' => bracket = false,
            '{' if !bracket => depth += 1,
            '}' if !bracket => {
                depth -= 1;
                if depth == 0 {
                    return Ok(at);
                }
            }
            _ => {}
        }
    }
    Err(StringFault::Value("expected '}' before end of string"))
}

fn field(chars: &[char], depth: usize, numbering: &mut Numbering) -> Result<BracedField, StringFault> {
    let mut bracket = false;
    let end = chars.iter().position(|c| {
        match c {
            '[' => bracket = true,
            ']' => bracket = false,
            _ => {}
        }
        !bracket && matches!(c, '!' | ':')
    });
    let (name, rest) = chars.split_at(end.unwrap_or(chars.len()));
    if name.contains(&'{') {
        return Err(StringFault::Value("unexpected '{' in field name"));
    }
    let (argument, access) = target(&name.iter().collect::<String>(), numbering)?;
    let (conversion, rest) = match rest {
        ['!', conversion, rest @ ..] => match (conversion, rest.first()) {
            ('r' | 's' | 'a', None | Some(':')) => (Some(*conversion), rest),
            (_, None | Some(':')) => return Err(StringFault::Value("Unknown conversion specifier")),
            _ => return Err(StringFault::Value("expected ':' after conversion specifier")),
        },
        ['!'] => return Err(StringFault::Value("unmatched '{' in format spec")),
        rest => (None, rest),
    };
    let spec = pieces(rest.get(1..).unwrap_or_default(), depth + 1, numbering)?;
    Ok(BracedField { argument, access, conversion, spec })
}

fn target(name: &str, numbering: &mut Numbering) -> Result<(Argument, Vec<Access>), StringFault> {
    let end = name.find(['.', '[']).unwrap_or(name.len());
    let (first, mut rest) = name.split_at(end);
    let argument = if first.is_empty() || first.chars().all(|c| c.is_ascii_digit()) {
        let automatic = first.is_empty();
        numbering.automatic |= automatic;
        numbering.manual |= !automatic;
        if numbering.automatic && numbering.manual {
            return Err(StringFault::Value("cannot switch between automatic field numbering and manual"));
        }
        numbering.next += usize::from(automatic);
        let position = if automatic { Some(numbering.next - 1) } else { first.parse().ok() };
        Argument::Position(position.ok_or(StringFault::Value("Too many decimal digits in format string"))?)
    } else {
        Argument::Name(first.to_owned())
    };
    let mut access = Vec::new();
    while !rest.is_empty() {
        let (next, tail) = if let Some(after) = rest.strip_prefix('.') {
            let end = after.find(['.', '[']).unwrap_or(after.len());
            (Access::Attribute(after[..end].to_owned()), &after[end..])
        } else if let Some(after) = rest.strip_prefix('[') {
            let end = after.find(']').ok_or(StringFault::Value("Missing ']' in format string"))?;
            let key = &after[..end];
            let index = key.chars().all(|c| c.is_ascii_digit()).then(|| key.parse().ok()).flatten();
            (index.map_or_else(|| Access::Key(key.to_owned()), Access::Index), &after[end + 1..])
        } else {
            return Err(StringFault::Value("Only '.' or '[' may follow ']' in format field specifier"));
        };
        if matches!(&next, Access::Attribute(name) | Access::Key(name) if name.is_empty()) {
            return Err(StringFault::Value("Empty attribute in format string"));
        }
        access.push(next);
        rest = tail;
    }
    Ok((argument, access))
}
