//! Numbers that refer to positions: they change when the list that they refer to changes its length.

use pairs::Concrete;

use crate::sites::remove_containing;

/// Adds to all numbers that are at least `from`.
pub(crate) fn shift(value: &mut Concrete, from: i64, by: i64) {
    match value {
        Concrete::Int(number) if *number >= from => *number = number.saturating_add(by),
        other => other.children_mut().for_each(|child| shift(child, from, by)),
    }
}

/// Removes the elements that contain a number.
fn remove_mentions(value: &mut Concrete, number: i64) {
    remove_containing(value, &|part| *part == Concrete::Int(number));
}

/// Removes some elements of a list, and from the rest of the pair whatever mentions their positions; later positions move
/// up. `None` if the list is too short.
pub(crate) fn remove_with_positions(pair: &mut [Concrete], param: usize, first: usize, number: usize) -> Option<()> {
    let Concrete::List(items) = pair.get_mut(param)? else { return None };
    (first + number <= items.len()).then(|| items.drain(first..first + number))?;
    let start = i64::try_from(first).ok()?;
    for (_, value) in pair.iter_mut().enumerate().filter(|(other, _)| *other != param) {
        for gone in (start..).take(number) {
            remove_mentions(value, gone);
        }
        shift(value, start, -i64::try_from(number).ok()?);
    }
    Some(())
}

/// Removes a row of all these lists of lists, and its number from the whole pair; later numbers move up.
pub(crate) fn remove_row_number(pair: &mut [Concrete], nested: &[usize], place: usize) -> Option<()> {
    let gone = i64::try_from(place).ok()?;
    for param in nested {
        let Concrete::List(rows) = &mut pair[*param] else { return None };
        if place < rows.len() {
            rows.remove(place);
        }
    }
    for value in pair {
        remove_mentions(value, gone);
        shift(value, gone, -1);
    }
    Some(())
}
