//! The state of one running function.

use crate::iterators::Iter;
use crate::value::Value;

#[derive(Debug, Default)]
pub struct Frame {
    pub(crate) regs: Vec<Value>,
    /// One iterator for each level of loops.
    pub(crate) iters: Vec<Iter>,
    /// Where to start, or to go on after a yield.
    pub(crate) pc: usize,
    /// The last run ended with a yield.
    pub(crate) yielded: bool,
}

impl Frame {
    /// Forgets everything but the allocations.
    pub(crate) fn reset(&mut self) {
        self.regs.clear();
        self.iters.clear();
        self.pc = 0;
    }
}
