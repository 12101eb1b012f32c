//! What comparing, hashing and searching may take, deep inside containers, where no machine is at hand.
//!
//! **Work** is counted in elements that are looked at. A machine allows so much of it for each of its steps, so that an
//! evaluation ends even if single steps look at millions of elements, or at the same ones again and again, as `x = (x, x)`
//! does. **Levels** are calls and containers inside one another: CPython counts both, and raises `RecursionError` beyond 1,000.
//!
//! Guarded by `tests/limits.rs` and `tests/deep.rs`.

use std::cell::Cell;

use lang::builtins::Exception;

use crate::fault::{Fault, Result, raise, too_large};
use crate::machine::DEFAULT_STEPS;

/// How many elements may be looked at for each step.
const WORK_OF_A_STEP: u64 = 32;

/// How many elements take about as long as one level.
const WORK_OF_A_LEVEL: usize = 16;

/// CPython's own limit.
pub(crate) const MAX_LEVELS: u32 = 1000;

/// CPython hashes tuples and drives iterators without counting levels, until its own stack ends.
const MAX_UNCOUNTED: u32 = 50_000;

/// This many levels fit into the red zone of any call.
pub(crate) const FREE_LEVELS: u32 = 24;

const RED_ZONE: usize = 128 * 1024;
const STACK_CHUNK: usize = 2 * 1024 * 1024;

thread_local! {
    static STEPS: Cell<u64> = const { Cell::new(DEFAULT_STEPS) };
    static WORK_LEFT: Cell<u64> = const { Cell::new(DEFAULT_STEPS * WORK_OF_A_STEP) };
    static LEVELS: Cell<u32> = const { Cell::new(0) };
}

/// An evaluation begins that may take this many steps.
pub(crate) fn begin(steps: u64) {
    STEPS.set(steps);
    WORK_LEFT.set(steps.saturating_mul(WORK_OF_A_STEP));
}

/// Counts elements that are looked at.
#[inline]
pub(crate) fn spend(elements: usize) -> Result<()> {
    match WORK_LEFT.get().checked_sub(elements as u64) {
        Some(left) => {
            WORK_LEFT.set(left);
            Ok(())
        }
        None => out_of_work(),
    }
}

/// Counts the bytes of a long text, which are looked at many at a time.
#[inline]
pub(crate) fn spend_text(bytes: usize) -> Result<()> {
    if bytes < 256 { Ok(()) } else { spend(bytes / 16) }
}

/// Up to this many elements are not counted.
pub(crate) const FREE_ELEMENTS: usize = 512;

/// What a loop over elements calls with each position: it counts them, some at a time.
#[inline]
pub(crate) fn tick(position: usize) -> Result<()> {
    if position % FREE_ELEMENTS == FREE_ELEMENTS - 1 { spend(FREE_ELEMENTS) } else { Ok(()) }
}

#[cold]
fn out_of_work() -> Result<()> {
    let steps = STEPS.get();
    begin(steps);
    Err(Box::new(Fault::Steps { limit: steps, at: None }))
}

/// How many more levels there may be.
pub(crate) fn levels_left() -> u32 {
    MAX_LEVELS.saturating_sub(LEVELS.get())
}

/// Sets the levels in use, and gives back what they were.
#[inline]
pub(crate) fn enter(levels: u32) -> u32 {
    LEVELS.replace(levels)
}

/// Does something inside of further levels.
pub(crate) fn within<T>(levels: u32, action: impl FnOnce() -> Result<T>) -> Result<T> {
    let outer = LEVELS.get();
    if outer + levels > MAX_LEVELS {
        return too_many_levels();
    }
    LEVELS.set(outer + levels);
    let result = stacker::maybe_grow(RED_ZONE, STACK_CHUNK, action);
    LEVELS.set(outer);
    result
}

/// Goes one level deeper, of which `levels` are counted and `uncounted` others are in use.
#[inline(never)]
pub(crate) fn deep<T>(levels: u32, uncounted: u32, action: impl FnOnce() -> Result<T>) -> Result<T> {
    spend(WORK_OF_A_LEVEL)?;
    if LEVELS.get() + levels > MAX_LEVELS {
        return too_many_levels();
    }
    if uncounted > MAX_UNCOUNTED {
        return too_large("a value with many levels");
    }
    stacker::maybe_grow(RED_ZONE, STACK_CHUNK, action)
}

#[cold]
fn too_many_levels<T>() -> Result<T> {
    raise(Exception::RecursionError, "maximum recursion depth exceeded")
}
