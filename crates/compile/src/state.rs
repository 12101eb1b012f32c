//! What execution changes: the variables of all calls under way, and the objects.

use std::rc::Rc;

use circuit::Lit;
use lang::resolve::Owner;

use crate::objects::Heap;
use crate::value::Value;

#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// The variables of each call, outermost first.
    pub frames: Vec<Rc<Frame>>,
    pub heap: Heap,
}

/// The variables of one call or generator, by their place in it (`Places`).
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub owner: Owner,
    pub values: Vec<Value>,
}

/// A way out of a block that waits to be joined with others of its kind.
#[derive(Debug)]
pub(crate) struct Exit {
    /// The path on which it is taken.
    pub when: Lit,
    pub state: State,
    pub value: Value,
}
