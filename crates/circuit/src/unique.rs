//! Structural hashing: finds the existing gate with two given inputs.
//!
//! Open addressing with linear probing. The table stores node numbers only and reads the keys from the nodes of the
//! circuit. At most half of the slots are used.
//!
//! Invariant: every gate of the circuit is in the table exactly once. Guarded by `equal_gates_are_one` in `circuit`.

use crate::lit::Lit;

/// No gate is node 0, so 0 marks a free slot.
const FREE: u32 = 0;
const SMALLEST: usize = 64;

#[derive(Clone, Debug, Default)]
pub(crate) struct Unique {
    slots: Vec<u32>,
    taken: usize,
}

impl Unique {
    /// The gate with these inputs. If there is none, `next` is entered, and the caller must create that gate.
    #[inline]
    pub fn find_or_enter(&mut self, nodes: &[[Lit; 2]], key: [Lit; 2], next: u32) -> Option<u32> {
        if self.taken * 2 >= self.slots.len() {
            self.grow(nodes);
        }
        let mask = self.slots.len() - 1;
        let mut slot = self.home(key);
        loop {
            match self.slots[slot] {
                FREE => break,
                node if nodes[node as usize] == key => return Some(node),
                _ => slot = (slot + 1) & mask,
            }
        }
        self.slots[slot] = next;
        self.taken += 1;
        None
    }

    pub fn len(&self) -> usize {
        self.taken
    }

    #[inline]
    fn home(&self, [a, b]: [Lit; 2]) -> usize {
        // Fibonacci hashing: the high bits of the product depend on all bits of the key. The slots are at least 64, so
        // the shift is in range.
        let key = (u64::from(a.code()) << 32) | u64::from(b.code());
        let mixed = (key ^ (key >> 29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let bits = self.slots.len().trailing_zeros();
        usize::try_from(mixed >> (64 - bits)).unwrap_or(0)
    }

    #[cold]
    fn grow(&mut self, nodes: &[[Lit; 2]]) {
        let size = (self.slots.len() * 2).max(SMALLEST);
        let old = std::mem::replace(&mut self.slots, vec![FREE; size]);
        for node in old.into_iter().filter(|&node| node != FREE) {
            let mut slot = self.home(nodes[node as usize]);
            while self.slots[slot] != FREE {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = node;
        }
    }
}
