//! `itertools.groupby`, step by step as in CPython: the groups and what makes them take from one source.
//!
//! A group ends for good when the next one is asked for. Guarded by `tests/conformance.rs` (`itertools.md`).

use std::cell::RefCell;
use std::rc::Rc;

use crate::fault::Result;
use crate::iterators::{Iter, SharedIter};
use crate::machine::Machine;
use crate::value::Value;

/// What a `groupby` and its groups share.
#[derive(Debug)]
pub struct Groups {
    source: SharedIter,
    /// `None` where the items are their own keys.
    key: Value,
    /// The key of the current group.
    target: Option<Value>,
    /// The key of the item that was taken last, until a group hands it out.
    found: Option<Value>,
    item: Option<Value>,
    /// The number of the group that may go on.
    turn: u64,
}

impl Groups {
    pub(crate) fn new(source: Iter, key: Value) -> Self {
        let source = match source {
            Iter::Shared(source) => source,
            own => SharedIter(Rc::new(RefCell::new(own))),
        };
        Self { source, key, target: None, found: None, item: None, turn: 0 }
    }
}

impl Machine<'_> {
    /// The next group: its key, and an iterator over its items.
    pub(super) fn next_group(&mut self, groups: &Rc<RefCell<Groups>>) -> Result<Option<Value>> {
        groups.borrow_mut().turn += 1;
        loop {
            let (target, found) = {
                let state = groups.borrow();
                (state.target.clone(), state.found.clone())
            };
            if let Some(found) = found {
                match target {
                    Some(target) if self.equal_values(&target, &found)? => {}
                    _ => {
                        let mut state = groups.borrow_mut();
                        state.target = Some(found.clone());
                        let group = Value::iter(Iter::Group(Rc::clone(groups), found.clone(), state.turn));
                        return Ok(Some(Value::pair(found, group)));
                    }
                }
            }
            if !self.take_item(groups)? {
                return Ok(None);
            }
        }
    }

    /// The next item of a group.
    pub(super) fn next_in_group(
        &mut self,
        groups: &Rc<RefCell<Groups>>,
        target: &Value,
        number: u64,
    ) -> Result<Option<Value>> {
        let (turn, waiting) = {
            let state = groups.borrow();
            (state.turn, state.item.is_some())
        };
        if turn != number || (!waiting && !self.take_item(groups)?) {
            return Ok(None);
        }
        let found = groups.borrow().found.clone();
        let Some(found) = found else { return Ok(None) };
        if !self.equal_values(target, &found)? {
            return Ok(None);
        }
        let mut state = groups.borrow_mut();
        state.found = None;
        Ok(state.item.take())
    }

    /// Takes an item from the source, and works out its key.
    fn take_item(&mut self, groups: &Rc<RefCell<Groups>>) -> Result<bool> {
        self.step()?;
        let (source, key) = {
            let state = groups.borrow();
            (state.source.clone(), state.key.clone())
        };
        let Some(item) = self.next_shared(&source.0)? else { return Ok(false) };
        let found = match &key {
            Value::None => item.clone(),
            key => self.call_one(key, item.clone())?,
        };
        let mut state = groups.borrow_mut();
        state.item = Some(item);
        state.found = Some(found);
        Ok(true)
    }
}
