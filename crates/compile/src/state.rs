//! What execution changes: the variables of all calls under way, and the objects.

use std::rc::Rc;

use circuit::Lit;
use lang::problem::Problem;
use lang::resolve::Owner;

use crate::objects::Heap;
use crate::value::{Alt, Value};

#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// The variables of each call, outermost first.
    pub frames: Vec<Rc<Frame>>,
    /// The names of the module, by `GlobalId`.
    pub globals: Rc<Vec<Value>>,
    pub heap: Heap,
}

impl State {
    /// Before the module's own code: no name has a value.
    pub fn new(problem: &Problem) -> Self {
        let globals = vec![Value::of(Alt::Unbound); problem.resolutions.globals.len()];
        Self { frames: Vec::new(), globals: Rc::new(globals), heap: Heap::default() }
    }
}

/// The variables of one call or generator, by their place in it (`Places`).
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub owner: Owner,
    pub values: Vec<Value>,
}

/// A way out of a block that waits to be joined with others of its kind.
#[derive(Clone, Debug)]
pub(crate) struct Exit {
    /// The path on which it is taken.
    pub when: Lit,
    pub state: State,
    pub value: Value,
}
