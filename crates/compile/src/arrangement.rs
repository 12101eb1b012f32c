//! Orders that Python does not define: those of the elements of sets and unordered lists.
//!
//! A circuit follows one of them. So a function that iterates over such elements is executed in others too, and where its
//! answers differ is one more literal ([`crate::CompiledFunction::depends_on_order`]): true for a pair that shows that the
//! function has no meaning of its own. Backward swaps every two elements; mixed also separates neighbors.

use crate::machine::Machine;
use crate::objects::{Set, Slot};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Arrangement {
    #[default]
    Forward,
    Backward,
    Mixed,
}

impl Arrangement {
    pub const OTHERS: [Self; 2] = [Self::Backward, Self::Mixed];

    pub fn of<T>(self, mut items: Vec<T>) -> Vec<T> {
        match self {
            Self::Forward => items,
            Self::Backward => {
                items.reverse();
                items
            }
            Self::Mixed => {
                // Those in odd places backward, then the others forward.
                let (mut odd, mut even) = (Vec::new(), Vec::new());
                for (place, item) in items.into_iter().enumerate() {
                    if place % 2 == 1 { odd.push(item) } else { even.push(item) }
                }
                odd.reverse();
                odd.extend(even);
                odd
            }
        }
    }
}

impl Machine<'_> {
    /// The possible elements of a set in iteration order.
    pub fn set_elements(&mut self, set: &Set) -> Vec<Slot> {
        self.arranged(set.slots())
    }

    pub fn arranged<T>(&mut self, items: Vec<T>) -> Vec<T> {
        self.meets_order |= items.len() > 1;
        self.arrangement.of(items)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_others_differ_from_each_other_and_turn_all_pairs_round() {
        assert_eq!(Arrangement::Backward.of(vec![0, 1, 2, 3, 4]), [4, 3, 2, 1, 0]);
        assert_eq!(Arrangement::Mixed.of(vec![0, 1, 2, 3, 4]), [3, 1, 0, 2, 4]);
        assert_eq!(Arrangement::Mixed.of(vec![0, 1]), [1, 0]);
    }
}
