//! Other orders in which a set may be iterated over.
//!
//! By default a set keeps the order in which its elements came in. Python promises no order; a [`SetOrder`] stands for
//! another run of Python, in which elements come in an order of their own, the same for the same elements.

use crate::table::Table;
use crate::value::Value;

/// One of many orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetOrder(pub u64);

impl SetOrder {
    /// The elements in this order, last first.
    pub(crate) fn shuffled(self, set: &Table<()>) -> Vec<Value> {
        let mut items: Vec<(u64, Value)> =
            set.hashed_keys().map(|(hash, key)| (scramble(hash ^ scramble(self.0)), key.clone())).collect();
        items.sort_by_key(|(place, _)| *place);
        items.into_iter().map(|(_, key)| key).collect()
    }
}

/// The finalizer of `SplitMix64`: similar inputs give unrelated outputs.
fn scramble(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_order_of_three_elements_comes_up() {
        let mut table = Table::default();
        for number in [3, 1, 2] {
            table.insert(Value::Int(number), ()).expect("hashable");
        }
        let orders: BTreeSet<Vec<i64>> =
            (0..100).map(|seed| SetOrder(seed).shuffled(&table).iter().filter_map(Value::as_int).collect()).collect();
        assert_eq!(orders.len(), 6);
    }
}
