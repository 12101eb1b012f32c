//! Numbers that stand for positions: if a list changes its length, so do they.

use pairs::Concrete;

use crate::sites::length;

/// Adds to all numbers from a certain one on.
pub(crate) fn shift(value: &mut Concrete, from: i64, by: i64) {
    match value {
        Concrete::Int(number) if *number >= from => *number = number.saturating_add(by),
        Concrete::Tuple(items)
        | Concrete::Record(_, items)
        | Concrete::List(items)
        | Concrete::Set { elements: items, .. } => items.iter_mut().for_each(|item| shift(item, from, by)),
        Concrete::Dict(entries) => entries.iter_mut().for_each(|(key, value)| {
            shift(key, from, by);
            shift(value, from, by);
        }),
        _ => {}
    }
}

/// Without the elements that hold a number, the innermost ones where containers hold containers.
pub(crate) fn without(value: &mut Concrete, gone: i64) {
    let holds = |value: &Concrete| {
        let mut found = false;
        value.visit(&mut |leaf| found |= *leaf == Concrete::Int(gone));
        found
    };
    match value {
        Concrete::List(items) | Concrete::Set { elements: items, .. } => {
            items.iter_mut().for_each(|item| without(item, gone));
            items.retain(|item| length(item).is_some() || !holds(item));
        }
        Concrete::Dict(entries) => entries.retain(|(key, value)| !holds(key) && !holds(value)),
        Concrete::Tuple(items) | Concrete::Record(_, items) => items.iter_mut().for_each(|item| without(item, gone)),
        _ => {}
    }
}

/// Takes so many elements from a list, and from the rest of the pair what mentions their positions; later positions
/// move up. Nothing if there are not so many.
pub(crate) fn take_positions(pair: &mut [Concrete], param: usize, first: usize, number: usize) -> Option<()> {
    let Concrete::List(items) = pair.get_mut(param)? else { return None };
    (first + number <= items.len()).then(|| items.drain(first..first + number))?;
    let start = i64::try_from(first).ok()?;
    for (_, value) in pair.iter_mut().enumerate().filter(|(other, _)| *other != param) {
        for gone in (start..).take(number) {
            without(value, gone);
        }
        shift(value, start, -i64::try_from(number).ok()?);
    }
    Some(())
}

/// Takes a row from all of these lists of lists, and its number from the whole pair; later numbers move up.
pub(crate) fn take_number(pair: &mut [Concrete], nested: &[usize], place: usize) -> Option<()> {
    let gone = i64::try_from(place).ok()?;
    for param in nested {
        let Concrete::List(rows) = &mut pair[*param] else { return None };
        if place < rows.len() {
            rows.remove(place);
        }
    }
    for value in pair {
        without(value, gone);
        shift(value, gone, -1);
    }
    Some(())
}
