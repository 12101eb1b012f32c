//! How two values differ, in words.

use lang::ast::CompareOp;

use crate::compare::{as_set, equal, is_set_like};
use crate::value::Value;

pub(super) enum Difference {
    /// Elements that only the left, or only the right, side has.
    Elements { left: Vec<Value>, right: Vec<Value> },
    /// Keys whose counts or values differ, with both.
    Entries(Vec<(Value, Option<Value>, Option<Value>)>),
    /// The first index at which two sequences differ.
    Index { index: usize, left: Value, right: Value },
    /// One sequence is a beginning of the other.
    Lengths(usize, usize),
}

impl Difference {
    pub fn text(&self, show: &dyn Fn(&Value) -> String) -> String {
        let list = |values: &[Value]| values.iter().take(5).map(show).collect::<Vec<_>>().join(", ");
        match self {
            Self::Elements { left, right } => match (left.is_empty(), right.is_empty()) {
                (false, true) => format!("only the left side has {}", list(left)),
                (true, false) => format!("only the right side has {}", list(right)),
                _ => format!("only the left side has {}, only the right side has {}", list(left), list(right)),
            },
            Self::Entries(entries) => {
                let side = |value: &Option<Value>| value.as_ref().map_or_else(|| "nothing".to_owned(), show);
                let texts = entries.iter().take(5).map(|(key, left, right)| {
                    format!("for {} {} on the left and {} on the right", show(key), side(left), side(right))
                });
                texts.collect::<Vec<_>>().join("; ")
            }
            Self::Index { index, left, right } => {
                format!("at index {index} {} on the left and {} on the right", show(left), show(right))
            }
            Self::Lengths(left, right) => format!("{left} elements on the left and {right} on the right"),
        }
    }
}

/// The difference behind a false comparison, where there is more to say than both values.
pub(super) fn difference(op: CompareOp, left: &Value, right: &Value) -> Option<Difference> {
    if is_set_like(left) && is_set_like(right) {
        let (a, b) = (as_set(left).ok()?, as_set(right).ok()?);
        let only = |these: &crate::table::Table<()>, those: &crate::table::Table<()>| -> Vec<Value> {
            these.keys().filter(|key| !those.contains(key).unwrap_or(true)).cloned().collect()
        };
        let (mut only_left, mut only_right) = (only(&a, &b), only(&b, &a));
        match op {
            CompareOp::LessEqual => only_right.clear(),
            CompareOp::GreaterEqual => only_left.clear(),
            _ => {}
        }
        let found = !only_left.is_empty() || !only_right.is_empty();
        return found.then_some(Difference::Elements { left: only_left, right: only_right });
    }
    match (op, left, right) {
        (CompareOp::Equal | CompareOp::LessEqual | CompareOp::GreaterEqual, Value::Dict(a), Value::Dict(b)) => {
            let (a, b) = (a.table.borrow(), b.table.borrow());
            let mut entries = Vec::new();
            for key in a.keys().chain(b.keys().filter(|key| !a.contains(key).unwrap_or(true))) {
                let (x, y) = (a.get(key).ok()?.cloned(), b.get(key).ok()?.cloned());
                let same = matches!((&x, &y), (Some(x), Some(y)) if equal(x, y).unwrap_or(false));
                if !same {
                    entries.push((key.clone(), x, y));
                }
            }
            (!entries.is_empty()).then_some(Difference::Entries(entries))
        }
        (CompareOp::Equal, Value::List(a), Value::List(b)) => sequences(&a.borrow(), &b.borrow()),
        (CompareOp::Equal, _, _) => sequences(left.as_tuple()?, right.as_tuple()?),
        _ => None,
    }
}

fn sequences(left: &[Value], right: &[Value]) -> Option<Difference> {
    for (index, (a, b)) in left.iter().zip(right).enumerate() {
        if !equal(a, b).ok()? {
            return Some(Difference::Index { index, left: a.clone(), right: b.clone() });
        }
    }
    Some(Difference::Lengths(left.len(), right.len()))
}

/// The first value that occurs twice in a list, with all its positions.
pub(super) fn duplicates(value: &Value) -> Option<(Value, Vec<usize>)> {
    let Value::List(items) = value else { return None };
    let items = items.borrow();
    for (first, item) in items.iter().enumerate() {
        let rest = items.iter().enumerate().skip(first + 1);
        let again: Vec<usize> =
            rest.filter(|(_, other)| equal(item, other).unwrap_or(false)).map(|(index, _)| index).collect();
        if !again.is_empty() {
            return Some((item.clone(), std::iter::once(first).chain(again).collect()));
        }
    }
    None
}
