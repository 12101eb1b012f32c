//! `with`: every way out of the block calls `__exit__`, once for the regular ones together and once for all exceptions.
//!
//! Guarded by `tests/agrees_with_eval.rs` and the chapter `with.md` of the specification.

use circuit::Lit;
use lang::ast::{Stmt, WithItem};
use lang::builtins::Exception;

use super::Exits;
use crate::calls::Arguments;
use crate::classes::{Special, special};
use crate::generators::Sink;
use crate::machine::{Machine, Raise};
use crate::refusal::Result;
use crate::state::Exit;
use crate::value::Value;

impl<'p> Machine<'p> {
    pub fn with_statement(
        &mut self,
        items: &'p [WithItem],
        body: &'p [Stmt],
        sink: Option<&Sink<'_, 'p>>,
    ) -> Result<()> {
        let Some((item, rest)) = items.split_first() else { return self.block(body, sink) };
        let held = self.held.len();
        let manager = self.evaluate(&item.context)?;
        self.hold(&manager);
        let exit = self.bound_exit(&manager)?;
        self.hold(&exit);
        let entered =
            self.special_or(&manager, "__enter__", &[], &mut |this, _| Ok(this.raise_always(Exception::TypeError)))?;
        self.hold(&entered);
        if self.is_dead() {
            self.release(held);
            return Ok(());
        }
        let (before, leaves, mark) = (self.path, self.leaves, self.raised.len());
        let frames = self.state.frames.len();
        let outer = self.set_aside();
        let raises = self.watched(|this| {
            if let Some(target) = &item.target {
                this.assign(target, entered)?;
            }
            this.with_statement(rest, body, sink)
        })?;
        let mut exits = self.put_back(outer);
        let mut end = self.end_of_block();
        self.exit_regularly(&exit, &mut end, &mut exits)?;
        let suppressed = self.exit_with(&exit, raises)?;
        self.release(held);
        self.take_exits(exits)?;
        self.path = Lit::FALSE;
        self.state.frames.truncate(frames);
        self.rejoin(end)?;
        self.rejoin(suppressed)?;
        let abandoned = self.calls.last().is_some_and(|call| call.abandoned);
        if !self.is_dead() && !abandoned && self.raised.len() == mark && self.leaves == leaves {
            // Every way out of the block leads here.
            self.path = before;
        }
        Ok(())
    }

    /// The `__exit__` of a manager. What has none, or no `__enter__`, raises.
    fn bound_exit(&mut self, manager: &Value) -> Result<Value> {
        let mut cases = Vec::new();
        for (lit, part, class) in self.by_class(manager)? {
            let found = match class {
                Some(class) if self.find(class, "__enter__")?.is_some() => {
                    self.find(class, "__exit__")?.zip(Some(class))
                }
                _ => None,
            };
            match found {
                Some((exit, class)) => {
                    let bound = self.under(lit, |this| this.bind_found(&exit, &part, &Value::object(class)))?;
                    cases.extend(bound.map(|bound| (lit, bound)));
                }
                None => self.raise(lit, Exception::TypeError),
            }
        }
        self.choose(&cases)
    }

    /// Calls `__exit__` where no exception ends the block.
    fn exit_regularly(&mut self, exit: &Value, end: &mut Option<Exit>, exits: &mut Exits) -> Result<()> {
        let Some((total, state)) = self.all_ways(end.as_ref(), exits, &[])? else { return Ok(()) };
        (self.path, self.state) = (total, state);
        let mark = self.held.len();
        if let Some(returned) = &exits.returned {
            self.held.push(returned.value.clone());
        }
        self.call_value(exit, &Arguments::of(&[Value::none(), Value::none(), Value::none()]))?;
        self.release(mark);
        self.cleaned(total, end, exits);
        Ok(())
    }

    /// Calls `__exit__` with what the block raises, and passes on what it does not suppress. The rest goes on behind
    /// the block.
    fn exit_with(&mut self, exit: &Value, raises: Vec<Raise>) -> Result<Option<Exit>> {
        let Some((total, state)) = self.joined(&raises)? else { return Ok(None) };
        (self.path, self.state) = (total, state);
        let escapes = raises.iter().filter_map(|raise| raise.escape.as_deref());
        let cases: Vec<(Lit, Value)> = escapes.map(|escape| (escape.when, escape.value.clone())).collect();
        let value = self.choose(&cases)?;
        let mark = self.held.len();
        self.hold(&value);
        let class = self.type_of_value(&value)?;
        let answer = self.call_value(exit, &Arguments::of(&[class, value, special(Special::Traceback)]))?;
        let suppresses = if self.is_dead() { Lit::FALSE } else { self.truth(&answer)? };
        self.release(mark);
        let survived = if self.path == total { Lit::TRUE } else { self.path };
        let passes = self.circuit.and(survived, !suppresses);
        self.pass_on_all(raises, passes);
        let when = self.circuit.and(self.path, suppresses);
        Ok((when != Lit::FALSE).then(|| Exit { when, state: self.state.clone(), value: Value::none() }))
    }
}
