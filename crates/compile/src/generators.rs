//! Generators: producer and consumer take turns, as in Python.
//!
//! A generator is run once, and calls its consumer for each item. While the consumer has its turn, the frame of the
//! generator is put aside.

use std::cell::RefCell;
use std::rc::Rc;

use circuit::Lit;
use lang::ast::{Comprehension, ExprId, ExprKind, FuncId};
use lang::builtins::Exception;
use lang::resolve::Owner;

use crate::construct::Construct;
use crate::iterate::Body;
use crate::machine::{CallExits, Machine};
use crate::objects::{Iter, Object, Seq, Source};
use crate::refusal::Result;
use crate::state::{Exit, Frame};
use crate::value::{ObjectId, Value};

/// Takes what a generator function yields.
pub(crate) type Sink<'b, 'p> = RefCell<&'b mut dyn FnMut(&mut Machine<'p>, Value) -> Result<()>>;

impl<'p> Machine<'p> {
    /// Iterates over a fresh iterator: producer and consumer take turns, as in Python. Returns when it was stopped; the
    /// remaining items are lost then.
    pub fn produce_until(&mut self, id: ObjectId, body: Body<'_, 'p>) -> Result<Lit> {
        let iter = self.iter(id)?;
        self.check_watched(&iter)?;
        let spent = Iter { source: Source::Rest, fresh: Lit::FALSE, rest: Seq::default(), watched: Vec::new() };
        self.put(id, Object::Iter(spent));
        self.locked(id, |this| this.produce(&iter.source, body))
    }

    pub fn produce(&mut self, source: &Source, body: Body<'_, 'p>) -> Result<Lit> {
        match source {
            Source::Rest => Ok(Lit::FALSE),
            Source::Value(value) => self.for_each_until(value, body),
            Source::Builtin { builtin, args } => self.lazy_until(*builtin, args, body),
            Source::Inline { expr, first } => {
                let comprehension = self.generator(*expr)?;
                self.fresh_cells(comprehension)?;
                let mut own = self.raised.len();
                let stopped = self.clauses(&comprehension.clauses, Some(first.clone()), &mut |this| {
                    let item = this.evaluate(&comprehension.element)?;
                    this.stops_are_faults(own);
                    let stop = if this.is_dead() { Ok(Lit::FALSE) } else { body(this, item) };
                    own = this.raised.len();
                    stop
                })?;
                self.stops_are_faults(own);
                Ok(stopped)
            }
            Source::Expression { expr, cells, first } => {
                let comprehension = self.generator(*expr)?;
                let owner = Owner::Generator(*expr);
                let frame = self.empty_frame(owner, cells);
                self.in_generator(frame, false, body, |this, turn| {
                    this.own_cells(owner)?;
                    this.clauses(&comprehension.clauses, Some(first.clone()), &mut |this| {
                        let item = this.evaluate(&comprehension.element)?;
                        if this.is_dead() { Ok(Lit::FALSE) } else { turn(this, item) }
                    })
                })
            }
            Source::Call { closure, args } => {
                let owner = Owner::Function(closure.function);
                let frame = self.new_frame(owner, closure.function, args, &closure.cells)?;
                self.run_generator(closure.function, frame, body)
            }
        }
    }

    fn generator(&self, expr: ExprId) -> Result<&'p Comprehension> {
        match &self.expr(expr)?.kind {
            ExprKind::Comprehension(comprehension) => Ok(comprehension),
            _ => self.inconsistent("not a generator"),
        }
    }

    /// Runs a generator function. Where its consumer stops, it is never resumed.
    fn run_generator(&mut self, function: FuncId, frame: Frame, body: Body<'_, 'p>) -> Result<Lit> {
        if !self.can_go_deeper()? {
            return Ok(Lit::FALSE);
        }
        let block = &self.problem.module.function(function).body;
        self.blind = false;
        let (before, mark) = (self.path, self.raised.len());
        let mut stopped: Option<Exit> = None;
        let mut consume = |this: &mut Self, item: Value| {
            let stop = body(this, item)?;
            let when = this.circuit.and(this.path, stop);
            if when != Lit::FALSE {
                let exit = Exit { when, state: this.state.clone(), value: Value::none() };
                // If they cannot be joined, those so far stay.
                let joined = this.add_exit(stopped.clone(), exit)?;
                stopped = Some(joined);
                this.path = this.circuit.and(this.path, !stop);
            }
            Ok(Lit::FALSE)
        };
        let stands_for_c = self.stands_for_c(function);
        self.in_generator(frame, stands_for_c, &mut consume, |this, turn| {
            let mut deliver = |this: &mut Self, item: Value| turn(this, item).map(drop);
            stacker::maybe_grow(256 * 1024, 4 * 1024 * 1024, || this.block(block, Some(&RefCell::new(&mut deliver))))?;
            let returned = this.calls.last_mut().and_then(|call| call.returned.take());
            this.rejoin(returned)?;
            Ok(Lit::FALSE)
        })?;
        let Some(exit) = stopped else { return Ok(Lit::FALSE) };
        let when = exit.when;
        self.rejoin(Some(exit))?;
        if self.raised.len() == mark {
            // Every way out leads here.
            self.path = before;
        }
        Ok(when)
    }

    /// Runs a generator's code in its own frame. When it has an item, its consumer has its turn, in the frame it was in.
    /// What stands for an iterator that is written in C would end with a `StopIteration`.
    fn in_generator(
        &mut self,
        frame: Frame,
        stands_for_c: bool,
        body: Body<'_, 'p>,
        run: impl FnOnce(&mut Self, Body<'_, 'p>) -> Result<Lit>,
    ) -> Result<Lit> {
        let (span, frames, calls) = (self.span, self.state.frames.len(), self.calls.len());
        let (tries, handling) = (self.tries.len(), self.handling.len());
        let start = self.raised.len();
        self.next_try += 1;
        let (outer, id) = (self.generator, self.next_try);
        self.generator = id;
        self.state.frames.push(Rc::new(frame));
        self.calls.push(CallExits::default());
        self.depth += 1;
        let stopped = run(self, &mut |this, item| {
            this.generator = outer;
            let waiting = (this.state.frames.split_off(frames), this.calls.split_off(calls), this.span);
            let (inner_tries, inner_handling) = (this.tries.split_off(tries), this.handling.split_off(handling));
            let place = this.keep();
            waiting.0.iter().flat_map(|frame| &frame.values).for_each(|value| this.keep_value(place, value));
            this.span = span;
            let stop = body(this, item)?;
            this.end_keep(place);
            this.state.frames.truncate(frames);
            this.state.frames.extend(waiting.0);
            this.calls.truncate(calls);
            this.calls.extend(waiting.1);
            this.tries.extend(inner_tries);
            this.handling.extend(inner_handling);
            this.span = waiting.2;
            this.generator = id;
            Ok(stop)
        })?;
        self.generator = outer;
        // Its own handlers have seen a `StopIteration` as such.
        for index in start..self.raised.len() {
            if self.raised[index].generator == id {
                if stands_for_c && self.raised[index].exception == Exception::StopIteration {
                    return self.refuse(Construct::StopIteration);
                }
                self.stop_is_a_fault(index);
            }
        }
        self.depth -= 1;
        self.calls.truncate(calls);
        self.state.frames.truncate(frames);
        self.span = span;
        Ok(stopped)
    }

    /// Whether a generator stands for an iterator of CPython's that is written in C.
    pub fn stands_for_c(&self, function: FuncId) -> bool {
        let function = self.problem.module.function(function);
        function.span.is_library() && function.name.name.starts_with("itertools.")
    }

    /// `StopIteration` does not leave a generator.
    pub fn stops_are_faults(&mut self, mark: usize) {
        (mark..self.raised.len()).for_each(|index| self.stop_is_a_fault(index));
    }

    fn stop_is_a_fault(&mut self, index: usize) {
        if self.raised[index].exception != Exception::StopIteration || self.raised[index].unknown.is_some() {
            return;
        }
        let value = self.new_exception(Exception::RuntimeError, Value::none());
        let raise = &mut self.raised[index];
        raise.exception = Exception::RuntimeError;
        if let Some(escape) = &mut raise.escape {
            escape.value = value;
        }
    }

    pub fn yield_value(&mut self, value: Value, sink: Option<&Sink<'_, 'p>>) -> Result<()> {
        if self.is_dead() {
            return Ok(());
        }
        let Some(Ok(mut deliver)) = sink.map(RefCell::try_borrow_mut) else {
            return self.refuse(Construct::YieldOutsideGenerator);
        };
        let before = self.path;
        stacker::maybe_grow(256 * 1024, 4 * 1024 * 1024, || deliver(self, value))?;
        if self.path != before
            && let Some(call) = self.calls.last_mut()
        {
            call.abandoned = true;
        }
        Ok(())
    }
}
