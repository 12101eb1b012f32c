//! Bounds given on the command line: `--scope Vertex=8,edges=12,companies=3x3,Id=0..5,Word=ab:3`.

use std::num::IntErrorKind;

use thiserror::Error;

use super::needs::{BoundMismatch, MAX_COUNT, MAX_NUMBER, Need, Unbounded, apply, needs};
use super::{AlphabetError, Bound, PairTypes, Scope, check_alphabet};
use crate::problem::Problem;
use crate::suggest::{did_you_mean, listed};

/// Why a text does not replace the bounds of a scope.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OverrideError {
    #[error("`{entry}` is not a bound: write `name=bound`, such as `{example}`")]
    NotABound { entry: String, example: String },
    #[error("there is no `{key}` to bound; {}", way_out(key, known))]
    UnknownKey { key: String, known: Vec<String> },
    #[error("`{key}` is bounded twice")]
    BoundedTwice { key: String },
    #[error("`{key}={text}`: {reason}")]
    BadBound { key: String, text: String, reason: BadBound },
    #[error("{misfit}; write `{example}`")]
    BoundMismatch { misfit: BoundMismatch, example: String },
    #[error("`{text}`: an unmatched `)`")]
    UnmatchedParenthesis { text: String },
    #[error("`{text}`: a `)` is missing")]
    MissingParenthesis { text: String },
    #[error("the scope has no bound for `{key}`")]
    MissingBound { key: String },
    #[error("the predicate's types cannot be bounded")]
    Unboundable,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadBound {
    #[error(
        "a bound is a count (`8`), counts of nested containers (`3x3`), a range (`0..5`), \
         or an alphabet and a length (`ab:3`)"
    )]
    Malformed,
    #[error(transparent)]
    Alphabet(#[from] AlphabetError),
    #[error("the range is empty; its end is not part of it, as in Python")]
    EmptyRange,
    #[error("the numbers are too large")]
    LargeNumbers,
    #[error("a count is at least 1")]
    SmallCount,
    #[error("a count is at most {MAX_COUNT}")]
    LargeCount,
}

fn way_out(key: &str, known: &[String]) -> String {
    let keys = || known.iter().map(String::as_str);
    did_you_mean(key, keys()).unwrap_or_else(|| match listed(keys()) {
        none if none.is_empty() => "this problem needs no bounds".into(),
        keys => format!("this problem bounds {keys}"),
    })
}

/// The file's scope with some bounds replaced.
///
/// A count is `8`, counts of nested containers are `3x3` or `(3, 3)`, a range is `0..5`, `range(5)` or
/// `range(0, 5)`; as in Python, the end of a range is not part of it. Strings are `ab:3` or `("ab", 3)`; inside quotes,
/// commas and parentheses are characters like others.
pub fn override_bounds(problem: &Problem, text: &str) -> Result<Scope, OverrideError> {
    overridden(PairTypes::of(problem), &problem.scope, text)
}

/// The file's scope with these bounds in place of its own.
pub fn override_with(problem: &Problem, given: Vec<(String, Bound)>) -> Result<Scope, OverrideError> {
    let types = PairTypes::of(problem);
    let needs = needs(types);
    for (key, bound) in &given {
        let need = need_of(&needs, key)?;
        if let Some(misfit) = need.misfit(bound) {
            return Err(OverrideError::BoundMismatch { misfit, example: need.example() });
        }
    }
    replaced(types, &problem.scope, given)
}

fn need_of<'a>(needs: &'a [Need], key: &str) -> Result<&'a Need, OverrideError> {
    needs.iter().find(|need| need.key == key).ok_or_else(|| OverrideError::UnknownKey {
        key: key.to_owned(),
        known: needs.iter().map(|need| need.key.clone()).collect(),
    })
}

fn overridden(types: PairTypes<'_>, scope: &Scope, text: &str) -> Result<Scope, OverrideError> {
    let needs = needs(types);
    let mut given: Vec<(String, Bound)> = Vec::new();
    for entry in entries(text)? {
        let (key, value) = entry
            .split_once('=')
            .map(|(key, value)| (key.trim(), value.trim()))
            .filter(|(key, value)| !key.is_empty() && !value.is_empty())
            .ok_or_else(|| OverrideError::NotABound { entry: entry.to_owned(), example: example(&needs) })?;
        let need = need_of(&needs, key)?;
        if given.iter().any(|(known, _)| known == key) {
            return Err(OverrideError::BoundedTwice { key: key.to_owned() });
        }
        let bound = bound(value).map_err(|reason| OverrideError::BadBound {
            key: key.to_owned(),
            text: value.to_owned(),
            reason,
        })?;
        if let Some(misfit) = need.misfit(&bound) {
            return Err(OverrideError::BoundMismatch { misfit, example: need.example() });
        }
        given.push((key.to_owned(), bound));
    }
    replaced(types, scope, given)
}

fn replaced(types: PairTypes<'_>, scope: &Scope, given: Vec<(String, Bound)>) -> Result<Scope, OverrideError> {
    let mut bounds = scope.bounds.clone();
    for (key, bound) in given {
        match bounds.iter_mut().find(|(known, _)| *known == key) {
            Some((_, old)) => *old = bound,
            None => bounds.push((key, bound)),
        }
    }
    apply(types, bounds).map_err(|fault| match fault {
        Unbounded::Missing(key) => OverrideError::MissingBound { key },
        Unbounded::TooLarge(_) | Unbounded::BadType(_) => OverrideError::Unboundable,
    })
}

/// Splits at the commas outside parentheses.
fn entries(text: &str) -> Result<Vec<&str>, OverrideError> {
    let mut entries = Vec::new();
    let (mut depth, mut start, mut quote) = (0usize, 0, None);
    for (at, c) in text.char_indices() {
        match (c, quote) {
            (_, Some(open)) => {
                if c == open {
                    quote = None;
                }
                continue;
            }
            ('"' | '\'', None) => quote = Some(c),
            _ => {}
        }
        match c {
            '(' => depth += 1,
            ')' => {
                let unmatched = || OverrideError::UnmatchedParenthesis { text: text.to_owned() };
                depth = depth.checked_sub(1).ok_or_else(unmatched)?;
            }
            ',' if depth == 0 => {
                entries.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if depth > 0 {
        return Err(OverrideError::MissingParenthesis { text: text.to_owned() });
    }
    entries.push(&text[start..]);
    Ok(entries.into_iter().map(str::trim).collect())
}

pub(super) fn bound(text: &str) -> Result<Bound, BadBound> {
    if let Some(bound) = strings(text) {
        return bound;
    }
    // A number too large to be read is too large for every bound.
    let number = |part: &str| match part.trim().parse::<i64>() {
        Ok(number) => Ok(number),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => Ok(i64::MAX),
        Err(error) if *error.kind() == IntErrorKind::NegOverflow => Ok(i64::MIN),
        Err(_) => Err(BadBound::Malformed),
    };
    let ends = if let Some((start, stop)) = text.split_once("..") {
        Some((number(start)?, number(stop)?))
    } else if let Some(arguments) = text.strip_prefix("range(").and_then(|rest| rest.strip_suffix(')')) {
        Some(match arguments.split_once(',') {
            Some((start, stop)) => (number(start)?, number(stop)?),
            None => (0, number(arguments)?),
        })
    } else {
        None
    };
    if let Some((start, stop)) = ends {
        if start >= stop {
            return Err(BadBound::EmptyRange);
        }
        if start < -MAX_NUMBER || stop > MAX_NUMBER {
            return Err(BadBound::LargeNumbers);
        }
        return Ok(Bound::Range(start, stop));
    }
    let counts: Vec<i64> = match text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        Some(inner) => inner.trim_end().trim_end_matches(',').split(',').map(number).collect::<Result<_, _>>()?,
        None => text.split('x').map(number).collect::<Result<_, _>>()?,
    };
    let counts = counts.into_iter().map(|count| match usize::try_from(count) {
        Err(_) | Ok(0) => Err(BadBound::SmallCount),
        Ok(count) if count > MAX_COUNT => Err(BadBound::LargeCount),
        Ok(count) => Ok(count),
    });
    Ok(Bound::Counts(counts.collect::<Result<_, _>>()?))
}

/// `ab:3`, `"ab":3` or `("ab", 3)`; `None` if it is another kind of bound.
fn strings(text: &str) -> Option<Result<Bound, BadBound>> {
    let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let (alphabet, max) = match inner {
        Some(inner) if inner.trim_start().starts_with(['"', '\'']) => inner.rsplit_once(',')?,
        Some(_) => return None,
        None => text.rsplit_once(':')?,
    };
    let quoted = |quote: char| alphabet.trim().strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    let alphabet = quoted('"').or_else(|| quoted('\'')).unwrap_or(alphabet);
    Some(check_alphabet(alphabet).map_err(BadBound::from).and_then(|()| match max.trim().parse::<usize>() {
        Ok(0) => Err(BadBound::SmallCount),
        Ok(max) if max > MAX_COUNT => Err(BadBound::LargeCount),
        Ok(max) => Ok(Bound::Text(alphabet.into(), max)),
        Err(_) => Err(BadBound::Malformed),
    }))
}

fn example(needs: &[Need]) -> String {
    needs.first().map_or_else(|| "Vertex=4".into(), Need::example)
}

#[cfg(test)]
mod tests {
    use super::super::Domain;
    use super::*;
    use crate::problem::{AtomType, NewTypeBase, NumberType, PairParam, Side};
    use crate::types::{Type, TypeNames};

    /// What `--scope text` makes of `scope(Vertex=3, Id=range(5), edges=4, rows=(2, 2))`.
    fn check(text: &str, expected: Result<&str, &str>) {
        let span = crate::ast::Span::default();
        let param = |name: &str, ty| PairParam {
            name: name.into(),
            side: Side::Input,
            ty,
            annotation: String::new(),
            draw: None,
            span,
        };
        let atoms = [AtomType { name: "Vertex".into(), doc: None, kinds: Vec::new(), span }];
        let numbers = [NumberType { name: "Id".into(), base: NewTypeBase::Int, span }];
        let list = |ty| Type::List(Box::new(ty));
        let params = [
            param("edges", list(Type::Atom(crate::problem::AtomId(0)))),
            param("rows", list(list(Type::Number(crate::problem::NumberId(0))))),
        ];
        let types = PairTypes { names: TypeNames { atoms: &atoms, numbers: &numbers, records: &[] }, params: &params };
        let bounds = [
            ("Vertex", Bound::Counts(vec![3])),
            ("Id", Bound::Range(0, 5)),
            ("edges", Bound::Counts(vec![4])),
            ("rows", Bound::Counts(vec![2, 2])),
        ];
        let bounds = bounds.map(|(key, bound)| (key.to_owned(), bound)).to_vec();
        let scope = apply(types, bounds).expect("a scope");
        let found = overridden(types, &scope, text);
        if let Ok(scope) = &found {
            let Domain::List { max, .. } = &scope.params[0] else { panic!("{scope:?}") };
            assert_eq!(scope.bound("edges"), Some(&Bound::Counts(vec![*max])));
        }
        let found = found.map(|scope| scope.describe(types)).map_err(|error| error.to_string());
        assert_eq!(found.as_deref().map_err(String::as_str), expected, "{text}");
    }

    #[test]
    fn bounds_are_replaced_in_the_order_of_the_file() {
        check("edges=12, Vertex=8", Ok("8 vertices in all, Id from 0 to 4, ≤ 12 edges, rows ≤ 2 × 2"));
        check("Id=-2..3", Ok("3 vertices in all, Id from -2 to 2, ≤ 4 edges, rows ≤ 2 × 2"));
        check("Id=range(2), rows=(3, 1),", Err("`` is not a bound: write `name=bound`, such as `Vertex=4`"));
        check("Id=range(2), rows=(3, 1)", Ok("3 vertices in all, Id from 0 to 1, ≤ 4 edges, rows ≤ 3 × 1"));
        check("rows=3x1,Id=range(1, 2)", Ok("3 vertices in all, Id = 1, ≤ 4 edges, rows ≤ 3 × 1"));
    }

    #[test]
    fn messages_show_the_way_out() {
        let shape = "a bound is a count (`8`), counts of nested containers (`3x3`), a range (`0..5`), \
             or an alphabet and a length (`ab:3`)";
        check("edges", Err("`edges` is not a bound: write `name=bound`, such as `Vertex=4`"));
        check("edge=3", Err("there is no `edge` to bound; did you mean `edges`?"));
        check("xyz=3", Err("there is no `xyz` to bound; this problem bounds `Vertex`, `Id`, `edges`, `rows`"));
        check("edges=3,edges=4", Err("`edges` is bounded twice"));
        check("edges=0", Err("`edges=0`: a count is at least 1"));
        check("edges=-3", Err("`edges=-3`: a count is at least 1"));
        check("edges=9999999", Err("`edges=9999999`: a count is at most 1000000"));
        check("edges=18446744073709551616", Err("`edges=18446744073709551616`: a count is at most 1000000"));
        check("edges=-18446744073709551616", Err("`edges=-18446744073709551616`: a count is at least 1"));
        check("edges=many", Err(&format!("`edges=many`: {shape}")));
        check("edges=", Err("`edges=` is not a bound: write `name=bound`, such as `Vertex=4`"));
        check("rows=3", Err("`rows` is 2 containers deep and has 1 bound; write `rows=(3, 3)`"));
        check("Id=5", Err("`Id` is an integer type: its bound is a range; write `Id=range(5)`"));
        check("Id=5..5", Err("`Id=5..5`: the range is empty; its end is not part of it, as in Python"));
        check("Id=0..9999999999999", Err("`Id=0..9999999999999`: the numbers are too large"));
        check("rows=(3, 3", Err("`rows=(3, 3`: a `)` is missing"));
        check("rows=3)", Err("`rows=3)`: an unmatched `)`"));
    }
}
