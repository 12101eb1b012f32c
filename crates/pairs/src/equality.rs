//! Values that Python calls equal.
//!
//! A dict equals another one with the same entries, whatever their order; a frozen set equals a set; `True` equals 1.

use itertools::Itertools;

use crate::Concrete;

/// The greatest number of orders that are listed for one value.
const MOST_ORDERS: usize = 1_000;

/// A representative that is the same for all values that Python calls equal.
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

/// The value with the entries of its dicts in every order, itself first. Capped at `MOST_ORDERS`.
pub fn orders(value: &Concrete) -> Vec<Concrete> {
    let choices: Vec<Vec<Concrete>> = value.children().map(orders).collect();
    let inside = product(&choices).into_iter().map(|children| {
        let mut children = children.into_iter();
        value.map(|child| children.next().unwrap_or_else(|| child.clone()))
    });
    let arranged = inside.flat_map(|value| match value {
        Concrete::Dict(entries) => {
            let count = entries.len();
            entries.into_iter().permutations(count).take(MOST_ORDERS).map(Concrete::Dict).collect()
        }
        other => vec![other],
    });
    arranged.take(MOST_ORDERS).collect()
}

/// Every way to choose one value from each list. Capped at `MOST_ORDERS`.
pub fn product(choices: &[Vec<Concrete>]) -> Vec<Vec<Concrete>> {
    choices.iter().map(|choice| choice.iter().cloned()).multi_cartesian_product().take(MOST_ORDERS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dict(entries: &[(i64, bool)]) -> Concrete {
        Concrete::Dict(entries.iter().map(|(key, value)| (Concrete::Int(*key), Concrete::Bool(*value))).collect())
    }

    #[test]
    fn the_order_of_entries_does_not_matter() {
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
