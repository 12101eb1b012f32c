//! The registers and iterators of running functions.
//!
//! A frame is a piece of stack: the function that enters it takes what it needs from the front, and the functions it
//! calls directly take theirs from the rest, so that a call allocates nothing. Unused registers hold arbitrary scalars,
//! and unused iterators own nothing. A function relies on that on entry and restores it on exit; it clears the few
//! registers that must be empty itself.

use crate::code::FunctionCode;
use crate::iterators::Iter;
use crate::value::{Value, put, release};

/// What a fresh piece of stack holds: enough for a few calls deep.
const REGISTERS: usize = 96;
const ITERATORS: usize = 12;

#[derive(Debug, Default)]
pub struct Frame {
    pub(crate) regs: Vec<Value>,
    /// One iterator for each level of loops.
    pub(crate) iters: Vec<Iter>,
    /// Where to start, or to go on after a yield.
    pub(crate) pc: usize,
}

impl Frame {
    /// A frame with room for calls.
    pub(crate) fn roomy() -> Self {
        Self::with_size(REGISTERS, ITERATORS)
    }

    fn with_size(registers: usize, iterators: usize) -> Self {
        let mut frame = Self::default();
        frame.grow(registers, iterators);
        frame
    }

    fn grow(&mut self, registers: usize, iterators: usize) {
        self.regs.resize(registers, Value::Unbound);
        self.iters.resize_with(iterators, || Iter::Exhausted);
    }

    /// Makes sure that a function fits.
    #[inline]
    pub(crate) fn fit(&mut self, code: &FunctionCode) {
        if self.regs.len() < code.registers || self.iters.len() < code.iterators {
            self.grow(self.regs.len().max(code.registers), self.iters.len().max(code.iterators));
        }
    }

    /// Moves the registers of a function into a frame of their own, for a generator that outlives the call.
    pub(crate) fn detach(&mut self, code: &FunctionCode) -> Self {
        let mut own = Self::with_size(code.registers, code.iterators);
        own.regs.swap_with_slice(&mut self.regs[..code.registers]);
        own
    }

    /// Leaves the part of a function as it was found.
    #[inline]
    pub(crate) fn reset(&mut self, code: &FunctionCode) {
        clear(&mut self.regs[..code.registers], &mut self.iters[..code.iterators]);
        self.pc = 0;
    }
}

/// Releases what a function leaves behind.
#[inline]
pub(crate) fn clear(regs: &mut [Value], iters: &mut [Iter]) {
    for register in regs {
        if !register.is_scalar() {
            release(register);
        }
    }
    for iter in iters {
        iter.clear();
    }
}

/// Takes back the values of registers that must have none at the start.
#[inline]
pub(crate) fn refresh(regs: &mut [Value], code: &FunctionCode) {
    for register in &code.fresh {
        put(&mut regs[*register as usize], Value::Unbound);
    }
}

/// The part of a frame behind the running function.
#[derive(Debug, Default)]
pub(crate) struct Room<'s> {
    pub regs: &'s mut [Value],
    pub iters: &'s mut [Iter],
}

impl Room<'_> {
    #[inline]
    pub fn fits(&self, code: &FunctionCode) -> bool {
        code.registers <= self.regs.len() && code.iterators <= self.iters.len()
    }

    #[inline]
    pub fn reborrow(&mut self) -> Room<'_> {
        Room { regs: self.regs, iters: self.iters }
    }
}

/// Where a run starts, and how it ends: with a value, and after a yield with the place to go on.
#[derive(Debug)]
pub(crate) struct Course {
    pub pc: usize,
    pub value: Value,
}

impl Course {
    #[inline]
    pub fn from(pc: usize) -> Self {
        Self { pc, value: Value::Unbound }
    }
}
