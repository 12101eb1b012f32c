//! Values that Python calls equal.
//!
//! A dict equals another one with the same entries, whatever their order; a frozen set equals a set; `True` equals 1.

use crate::Concrete;

/// Orders of the dicts of one value, at most.
const MOST_ORDERS: usize = 1_000;

/// The same for all values that are equal.
pub fn plain(value: &Concrete) -> Concrete {
    match value {
        Concrete::Bool(truth) => Concrete::Int(i64::from(*truth)),
        Concrete::Set { elements, .. } => Concrete::set(elements.iter().map(plain).collect(), false),
        other => match other.map(plain) {
            Concrete::Dict(mut entries) => {
                entries.sort();
                Concrete::Dict(entries)
            }
            other => other,
        },
    }
}

/// The value with the entries of its dicts in every order, itself first; so many at most that there may be more.
pub fn orders(value: &Concrete) -> Vec<Concrete> {
    let rows = |items: &[Concrete]| product(&items.iter().map(orders).collect::<Vec<_>>());
    match value {
        Concrete::Tuple(items) => rows(items).into_iter().map(Concrete::Tuple).collect(),
        Concrete::Record(class, items) => {
            rows(items).into_iter().map(|items| Concrete::Record(*class, items)).collect()
        }
        Concrete::List(items) => rows(items).into_iter().map(Concrete::List).collect(),
        Concrete::Dict(entries) => {
            let flat: Vec<Concrete> =
                entries.iter().map(|(key, value)| Concrete::Tuple(vec![key.clone(), value.clone()])).collect();
            let inside = rows(&flat);
            let arranged = inside.iter().flat_map(|entries| permutations(entries)).take(MOST_ORDERS);
            arranged.map(|entries| Concrete::Dict(entries.into_iter().filter_map(entry).collect())).collect()
        }
        other => vec![other.clone()],
    }
}

fn entry(entry: Concrete) -> Option<(Concrete, Concrete)> {
    let Concrete::Tuple(parts) = entry else { return None };
    let mut parts = parts.into_iter();
    parts.next().zip(parts.next())
}

/// One of each, in every combination.
pub fn product(choices: &[Vec<Concrete>]) -> Vec<Vec<Concrete>> {
    let mut all: Vec<Vec<Concrete>> = vec![Vec::new()];
    for choice in choices {
        let longer =
            all.iter().flat_map(|row| choice.iter().map(|item| [row.as_slice(), std::slice::from_ref(item)].concat()));
        all = longer.take(MOST_ORDERS).collect();
    }
    all
}

/// All orders, the given one first.
fn permutations(items: &[Concrete]) -> Vec<Vec<Concrete>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in 0..items.len() {
        let rest: Vec<Concrete> =
            items.iter().enumerate().filter(|(at, _)| *at != first).map(|(_, item)| item.clone()).collect();
        for tail in permutations(&rest) {
            if all.len() == MOST_ORDERS {
                return all;
            }
            all.push([std::slice::from_ref(&items[first]), tail.as_slice()].concat());
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dict(entries: &[(i64, bool)]) -> Concrete {
        Concrete::Dict(entries.iter().map(|(key, value)| (Concrete::Int(*key), Concrete::Bool(*value))).collect())
    }

    #[test]
    fn the_order_of_entries_says_nothing() {
        let one = dict(&[(1, true), (2, false), (3, true)]);
        assert_eq!(plain(&one), plain(&dict(&[(3, true), (2, false), (1, true)])));
        assert_ne!(plain(&one), plain(&dict(&[(3, true), (2, true), (1, true)])));
        let orders = orders(&one);
        assert_eq!((orders.len(), &orders[0]), (6, &one));
        assert!(orders.iter().all(|other| plain(other) == plain(&one)));
        let two = Concrete::List(vec![one.clone(), dict(&[(1, true), (2, true)])]);
        assert_eq!(super::orders(&two).len(), 12);
        let large = dict(&[1, 2, 3, 4, 5, 6, 7, 8, 9].map(|key| (key, true)));
        assert_eq!(super::orders(&large).len(), MOST_ORDERS);
    }
}
