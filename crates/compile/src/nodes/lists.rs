//! Lists made of the nodes of a tree, such as its labels in order.
//!
//! The list of a node is that of one node inside it, then that of another one; as rows of slots, each is as long as the longest
//! of the lists it can be, and the row doubles with every node. But a tree has no more labels than nodes: most slots of the row
//! can never be present together. So what a call per node returns is packed into as few slots as can be present.

use circuit::{Lit, count};

use super::Machine;
use crate::objects::Object;
use crate::refusal::Result;
use crate::value::Value;

/// Shorter rows stay as they are.
const FEW: usize = 4;

impl Machine<'_> {
    /// Packs the lists of a result that did not exist before a call.
    pub(super) fn pack_lists(&mut self, first: u32, result: &Value) -> Result<()> {
        if self.oracle.is_none() || self.is_dead() {
            return Ok(());
        }
        for (id, object) in self.made_since(first, result).unwrap_or_default() {
            let Object::List(seq) = &*object else { continue };
            let mut seq = seq.clone();
            seq.slots.retain(|slot| slot.present != Lit::FALSE);
            // A list whose order is that of a set is left alone, so that it is still known to be.
            if seq.slots.len() <= FEW || self.unordered.contains_key(&id) || self.is_dense(&seq) {
                continue;
            }
            let presents: Vec<Lit> = seq.slots.iter().map(|slot| slot.present).collect();
            let total = count::count(&mut self.circuit, &presents);
            let (mut low, mut high) = (0, presents.len());
            while low < high {
                let middle = usize::midpoint(low, high);
                let more = self.circuit.and(self.path, total[middle]);
                if self.is_possible(more) { low = middle + 1 } else { high = middle }
            }
            if high < presents.len() {
                let packed = self.dense_up_to(&seq, high)?;
                self.put(id, Object::List(packed));
            }
        }
        Ok(())
    }
}
