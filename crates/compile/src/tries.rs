//! `try`: what raises inside one keeps the state it was raised in, until a handler takes it up.
//!
//! Each `try` under way has a [`TryScope`]. Outside of all of them an exception leaves nothing behind but its path; inside
//! one it becomes an [`Escape`], with the state, the arguments, and the path relative to the context of the `try`. A
//! handler runs once, on the joined states of all escapes that it catches. A `finally` runs once, too, on the joined
//! states of all ways out of its block, which are taken up again behind it.
//!
//! A generator that waits while its consumer has its turn does not catch what its consumer raises: its scopes are put
//! aside (`generators.rs`).
//!
//! Guarded by `tests/agrees_with_eval.rs` and the chapter `try.md` of the specification.

mod with;

use circuit::Lit;
use lang::ast::{Expr, ExprKind, Handler, Stmt, StmtKind, Try, walk};
use lang::builtins::{Builtin, Exception};
use lang::resolve::Resolution;

use crate::calls::Arguments;
use crate::construct::Construct;
use crate::generators::Sink;
use crate::machine::{LoopExits, Machine, Raise};
use crate::objects::Object;
use crate::refusal::Result;
use crate::state::{Exit, State};
use crate::value::{Alt, ObjectId, Value};

/// A `try` under way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TryScope {
    id: u32,
    /// The context, relative to that of the `try`.
    inner: Lit,
}

/// An exception that a `try` may catch.
#[derive(Clone, Debug)]
pub(crate) struct Escape {
    /// The innermost `try` around.
    scope: u32,
    /// When it is raised, given the context of that `try`.
    pub when: Lit,
    state: State,
    /// The exception object.
    pub value: Value,
}

/// A class that a handler names.
#[derive(Clone, Copy, Debug)]
enum Handled {
    Builtin(Exception),
    Own(ObjectId),
}

/// The ways out of a block other than its end and exceptions.
#[derive(Debug, Default)]
struct Exits {
    returned: Option<Exit>,
    loops: LoopExits,
}

impl<'p> Machine<'p> {
    /// Notes what is raised on a path, which execution does not go on with.
    pub fn note_raise(&mut self, here: Lit, whole: Lit, exception: Exception, value: Option<Value>) {
        let of_file = |value: &Value| value.alts().iter().any(|(_, alt)| matches!(alt, Alt::Object(_)));
        let own = value.as_ref().is_some_and(of_file);
        let escape = self.tries.last().copied().map(|scope| {
            let when = self.circuit.and(scope.inner, here);
            let value = value.unwrap_or_else(|| self.new_exception(exception, Value::none()));
            Box::new(Escape { scope: scope.id, when, state: self.state.clone(), value })
        });
        let (at, generator) = (self.span, self.generator);
        self.raised.push(Raise { when: whole, exception, at, generator, own, escape, unknown: None });
    }

    /// An exception object. Arguments that are not known are `None`.
    pub fn new_exception(&mut self, class: Exception, args: Value) -> Value {
        self.next_closure += 1;
        let identity = Value::int(i128::from(self.next_closure));
        Value::of(Alt::Exception(class, [args, identity].into()))
    }

    /// The context of a region, relative to the innermost `try`, when it is entered; returns what it was.
    pub fn enter_in_try(&mut self, path: Lit) -> Option<Lit> {
        let scope = self.tries.last_mut()?;
        let before = scope.inner;
        scope.inner = self.circuit.and(before, path);
        Some(before)
    }

    pub fn leave_in_try(&mut self, before: Option<Lit>) {
        if let (Some(scope), Some(before)) = (self.tries.last_mut(), before) {
            scope.inner = before;
        }
    }

    pub fn try_statement(&mut self, stmt: &'p Try, sink: Option<&Sink<'_, 'p>>) -> Result<()> {
        if stmt.finally.is_empty() {
            return self.try_except(stmt, sink);
        }
        self.with_cleanup(|this| this.try_except(stmt, sink), |this| this.block(&stmt.finally, sink))
    }

    fn try_except(&mut self, stmt: &'p Try, sink: Option<&Sink<'_, 'p>>) -> Result<()> {
        if stmt.handlers.is_empty() {
            return self.block(&stmt.body, sink);
        }
        let (before, leaves, mark) = (self.path, self.leaves, self.raised.len());
        let frames = self.state.frames.len();
        let mut left = self.watched(|this| this.block(&stmt.body, sink))?;
        self.block(&stmt.otherwise, sink)?;
        let mut after = self.end_of_block();
        for handler in &stmt.handlers {
            let caught = self.caught_by(handler, &mut left, frames)?;
            let Some((when, state)) = self.joined(&caught)? else { continue };
            (self.path, self.state) = (when, state);
            self.handler(handler, &caught, sink)?;
            if let Some(end) = self.end_of_block() {
                after = Some(self.add_exit(after, end)?);
            }
        }
        for raise in left {
            self.pass_on(raise);
        }
        self.path = Lit::FALSE;
        self.state.frames.truncate(frames);
        self.rejoin(after)?;
        let abandoned = self.calls.last().is_some_and(|call| call.abandoned);
        if !self.is_dead() && !abandoned && self.raised.len() == mark && self.leaves == leaves {
            // Every way out of the block and its handlers leads here.
            self.path = before;
        }
        Ok(())
    }

    /// What arrives at the end of a block.
    fn end_of_block(&mut self) -> Option<Exit> {
        (!self.is_dead()).then(|| Exit { when: self.path, state: self.state.clone(), value: Value::none() })
    }

    /// Does something, and returns what is raised in it.
    fn watched(&mut self, action: impl FnOnce(&mut Self) -> Result<()>) -> Result<Vec<Raise>> {
        let (mark, frames) = (self.raised.len(), self.state.frames.len());
        self.next_try += 1;
        let id = self.next_try;
        self.tries.push(TryScope { id, inner: Lit::TRUE });
        action(self)?;
        self.tries.pop();
        let mut ours = Vec::new();
        for mut raise in self.raised.split_off(mark) {
            match &mut raise.escape {
                Some(escape) if escape.scope == id => {
                    escape.state.frames.truncate(frames);
                    ours.push(raise);
                }
                _ => self.raised.push(raise),
            }
        }
        Ok(ours)
    }

    /// Hands an exception to the `try` around, if there is one.
    fn pass_on(&mut self, mut raise: Raise) {
        match (self.tries.last().copied(), &mut raise.escape) {
            (Some(scope), Some(escape)) => {
                escape.when = self.circuit.and(scope.inner, escape.when);
                escape.scope = scope.id;
            }
            _ => raise.escape = None,
        }
        raise.generator = self.generator;
        self.raised.push(raise);
    }

    /// The joined path and state of exceptions.
    fn joined(&mut self, raises: &[Raise]) -> Result<Option<(Lit, State)>> {
        let mut all: Option<(Lit, State)> = None;
        for escape in raises.iter().filter_map(|raise| raise.escape.as_deref()) {
            all = Some(match all {
                None => (escape.when, escape.state.clone()),
                Some((when, state)) => {
                    let state = self.join(escape.when, escape.state.clone(), state)?;
                    (self.circuit.or(when, escape.when), state)
                }
            });
        }
        Ok(all)
    }

    /// Takes out what a handler catches.
    fn caught_by(&mut self, handler: &'p Handler, left: &mut Vec<Raise>, frames: usize) -> Result<Vec<Raise>> {
        let Some(classes) = &handler.classes else { return Ok(std::mem::take(left)) };
        let mut listed = Vec::new();
        if self.listed_classes(classes, &mut listed) {
            let catches = |raise: &mut Raise| listed.iter().any(|class| raise.exception.is_a(*class));
            return Ok(left.extract_if(.., catches).collect());
        }
        let Some((when, state)) = self.joined(left)? else { return Ok(Vec::new()) };
        (self.path, self.state) = (when, state);
        let classes = self.evaluate(classes)?;
        let cases = self.classes_of(&classes)?;
        let mut caught = Vec::new();
        for mut raise in std::mem::take(left) {
            let mut fitting = Vec::new();
            for (lit, class) in &cases {
                if self.is_handled(&raise, *class)? {
                    fitting.push(*lit);
                }
            }
            let fits = self.circuit.any(fitting);
            self.restrict(&mut raise, self.path);
            let mut other = raise.clone();
            self.restrict(&mut raise, fits);
            self.restrict(&mut other, !fits);
            caught.extend(raise.escape.as_ref().is_some_and(|escape| escape.when != Lit::FALSE).then_some(raise));
            left.extend(other.escape.as_ref().is_some_and(|escape| escape.when != Lit::FALSE).then_some(other));
        }
        self.state.frames.truncate(frames);
        for escape in caught.iter_mut().chain(left).filter_map(|raise| raise.escape.as_mut()) {
            escape.state = self.state.clone();
        }
        Ok(caught)
    }

    /// Restricts what was raised to where a literal of this context holds.
    fn restrict(&mut self, raise: &mut Raise, when: Lit) {
        if let Some(escape) = &mut raise.escape
            && when != Lit::TRUE
        {
            escape.when = self.circuit.and(escape.when, when);
            raise.when = self.circuit.and(self.context, escape.when);
        }
    }

    /// The classes of a handler, if they are named in it. `false` if not.
    fn listed_classes(&self, classes: &Expr, listed: &mut Vec<Exception>) -> bool {
        match (&classes.kind, self.problem.resolutions.get(classes.id)) {
            (_, Some(Resolution::Builtin(Builtin::Exception(class)))) => {
                listed.push(class);
                true
            }
            (ExprKind::Tuple(items), _) => items.iter().all(|item| self.listed_classes(item, listed)),
            _ => false,
        }
    }

    fn is_exception_class(&self, id: ObjectId) -> Result<bool> {
        Ok(matches!(&*self.object_in_any_order(id)?, Object::Class(class) if class.exception.is_some()))
    }

    /// Whether a handler of a class catches what was raised.
    fn is_handled(&self, raise: &Raise, class: Handled) -> Result<bool> {
        let class = match class {
            Handled::Builtin(class) => return Ok(raise.exception.is_a(class)),
            Handled::Own(class) => class,
        };
        let Some(escape) = &raise.escape else { return Ok(false) };
        let Some(Alt::Object(id)) = escape.value.single() else { return Ok(false) };
        match escape.state.heap.get(*id).map(|object| &**object) {
            Some(Object::Instance(instance)) => Ok(self.line(instance.class)?.contains(&class)),
            _ => Ok(false),
        }
    }

    /// Raises an instance of one of the file's own exception classes, or one that the class makes.
    fn raise_own(&mut self, lit: Lit, id: ObjectId) -> Result<()> {
        let mut value = Value::object(id);
        if self.is_exception_class(id)? {
            let made = self.under(lit, |this| this.instantiate(id, &Arguments::default()))?;
            value = made.unwrap_or_else(Value::never);
        }
        let instance = match value.single() {
            Some(alt) => self.instance(alt)?,
            None => return Ok(()),
        };
        let exception = match instance {
            Some(instance) => self.class(instance.class)?.exception,
            None => None,
        };
        match exception {
            Some(exception) => self.raise_with(lit, exception, Some(value)),
            None => self.raise(lit, Exception::TypeError),
        }
        Ok(())
    }

    /// The classes that a value stands for, and when. What is not a class raises.
    fn classes_of(&mut self, value: &Value) -> Result<Vec<(Lit, Handled)>> {
        let mut classes = Vec::new();
        for (lit, alt) in value.alts() {
            match alt {
                Alt::Builtin(Builtin::Exception(class)) => classes.push((*lit, Handled::Builtin(*class))),
                Alt::Object(id) if self.is_exception_class(*id)? => classes.push((*lit, Handled::Own(*id))),
                Alt::Tuple(items) => {
                    for item in items.iter() {
                        for (inner, alt) in item.alts() {
                            let when = self.circuit.and(*lit, *inner);
                            match alt {
                                Alt::Builtin(Builtin::Exception(class)) => {
                                    classes.push((when, Handled::Builtin(*class)));
                                }
                                Alt::Object(id) if self.is_exception_class(*id)? => {
                                    classes.push((when, Handled::Own(*id)));
                                }
                                _ => self.raise(when, Exception::TypeError),
                            }
                        }
                    }
                }
                _ => self.raise(*lit, Exception::TypeError),
            }
        }
        Ok(classes)
    }

    fn handler(&mut self, handler: &'p Handler, caught: &[Raise], sink: Option<&Sink<'_, 'p>>) -> Result<()> {
        self.span = handler.span;
        if handler.name.is_none() && !raises_again(&handler.body) {
            self.handling.push(Value::never());
            self.block(&handler.body, sink)?;
            self.handling.pop();
            return Ok(());
        }
        let escapes = caught.iter().filter_map(|raise| raise.escape.as_deref());
        let cases: Vec<(Lit, Value)> = escapes.map(|escape| (escape.when, escape.value.clone())).collect();
        let value = self.choose(&cases)?;
        self.handling.push(value.clone());
        match &handler.name {
            None => self.block(&handler.body, sink)?,
            Some(name) => {
                self.assign(name, value)?;
                self.unbinding(name, |this| this.block(&handler.body, sink))?;
            }
        }
        self.handling.pop();
        Ok(())
    }

    /// Does something, and takes the value of a variable away on every way out.
    fn unbinding(&mut self, name: &'p Expr, action: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let outer = self.set_aside();
        let mut raises = if self.tries.is_empty() {
            action(self)?;
            Vec::new()
        } else {
            self.watched(action)?
        };
        let mut exits = self.put_back(outer);
        let unbound = || Value::of(Alt::Unbound);
        let Exits { returned, loops } = &mut exits;
        let states =
            [returned, &mut loops.broken, &mut loops.continued].into_iter().flatten().map(|exit| &mut exit.state);
        let escapes = raises.iter_mut().filter_map(|raise| raise.escape.as_deref_mut()).map(|escape| &mut escape.state);
        for state in states.chain(escapes) {
            std::mem::swap(&mut self.state, state);
            self.assign(name, unbound())?;
            std::mem::swap(&mut self.state, state);
        }
        self.assign(name, unbound())?;
        self.take_exits(exits)?;
        raises.into_iter().for_each(|raise| self.pass_on(raise));
        Ok(())
    }

    /// Takes the ways out that wait out of the call, so that those of a block can be told from them.
    fn set_aside(&mut self) -> Exits {
        let Some(call) = self.calls.last_mut() else { return Exits::default() };
        let loops = call.loops.last_mut().map(std::mem::take).unwrap_or_default();
        Exits { returned: call.returned.take(), loops }
    }

    /// Puts back what was set aside; returns the ways out of the block.
    fn put_back(&mut self, outer: Exits) -> Exits {
        let exits = self.set_aside();
        if let Some(call) = self.calls.last_mut() {
            call.returned = outer.returned;
            if let Some(loops) = call.loops.last_mut() {
                *loops = outer.loops;
            }
        }
        exits
    }

    /// Takes ways out of the call and of its innermost loop.
    fn take_exits(&mut self, exits: Exits) -> Result<()> {
        let (path, state) = (self.path, self.state.clone());
        for (exit, which) in [
            (
                exits.loops.broken,
                (|loops: &mut LoopExits| &mut loops.broken) as fn(&mut LoopExits) -> &mut Option<Exit>,
            ),
            (exits.loops.continued, |loops: &mut LoopExits| &mut loops.continued),
        ] {
            let Some(exit) = exit else { continue };
            (self.path, self.state) = (exit.when, exit.state);
            self.leave_loop(which)?;
        }
        if let Some(exit) = exits.returned {
            (self.path, self.state) = (exit.when, exit.state);
            self.leave_call(exit.value)?;
        }
        (self.path, self.state) = (path, state);
        Ok(())
    }

    /// Does something, and something else on every way out of it.
    pub fn with_cleanup(
        &mut self,
        action: impl FnOnce(&mut Self) -> Result<()>,
        clean: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let frames = self.state.frames.len();
        let outer = self.set_aside();
        let mut raises = self.watched(action)?;
        let mut exits = self.put_back(outer);
        let mut end = self.end_of_block();
        let all = self.all_ways(end.as_ref(), &exits, &raises)?;
        let Some((total, state)) = all else { return Ok(()) };
        (self.path, self.state) = (total, state);
        let mark = self.held.len();
        exits.returned.iter().for_each(|exit| self.held.push(exit.value.clone()));
        raises
            .iter()
            .filter_map(|raise| raise.escape.as_deref())
            .for_each(|escape| self.held.push(escape.value.clone()));
        clean(self)?;
        self.release(mark);
        self.cleaned(total, &mut end, &mut exits);
        let survived = if self.path == total { Lit::TRUE } else { self.path };
        self.pass_on_all(std::mem::take(&mut raises), survived);
        self.take_exits(exits)?;
        self.path = Lit::FALSE;
        self.state.frames.truncate(frames);
        self.rejoin(end)
    }

    /// Gives the ways out of a block the state behind the cleanup, where it has not raised.
    fn cleaned(&mut self, total: Lit, end: &mut Option<Exit>, exits: &mut Exits) {
        let Exits { returned, loops } = exits;
        for exit in [end, returned, &mut loops.broken, &mut loops.continued] {
            if let Some(way) = exit {
                way.state = self.state.clone();
                way.when = if self.path == total { way.when } else { self.circuit.and(way.when, self.path) };
                if way.when == Lit::FALSE {
                    *exit = None;
                }
            }
        }
    }

    /// Hands exceptions to the `try` around, with the state as it is now, where a literal of this context holds.
    fn pass_on_all(&mut self, raises: Vec<Raise>, when: Lit) {
        for mut raise in raises {
            self.restrict(&mut raise, when);
            if let Some(escape) = &mut raise.escape
                && escape.when != Lit::FALSE
            {
                escape.state = self.state.clone();
                self.pass_on(raise);
            }
        }
    }

    /// The joined path and state of all ways out of a block.
    fn all_ways(&mut self, end: Option<&Exit>, exits: &Exits, raises: &[Raise]) -> Result<Option<(Lit, State)>> {
        let mut all = self.joined(raises)?;
        for exit in [&exits.loops.continued, &exits.loops.broken, &exits.returned].into_iter().flatten().chain(end) {
            all = Some(match all {
                None => (exit.when, exit.state.clone()),
                Some((when, state)) => {
                    let state = self.join(exit.when, exit.state.clone(), state)?;
                    (self.circuit.or(when, exit.when), state)
                }
            });
        }
        Ok(all)
    }

    pub fn raise_statement(&mut self, exception: Option<&'p Expr>, cause: Option<&'p Expr>) -> Result<()> {
        let Some(expr) = exception else {
            let Some(value) = self.handling.last().cloned() else {
                return self.refuse(Construct::OtherStatement);
            };
            self.raise_value(&value)?;
            return Ok(());
        };
        let value = self.raised_value(expr)?;
        if let Some(cause) = cause {
            let mark = self.held.len();
            self.hold(&value);
            let cause = self.evaluate(cause)?;
            self.release(mark);
            for (lit, alt) in cause.alts() {
                let is_cause = match alt {
                    Alt::None | Alt::Exception(..) | Alt::Builtin(Builtin::Exception(_)) => true,
                    Alt::Object(id) => match self.instance(alt)? {
                        Some(instance) => self.class(instance.class)?.exception.is_some(),
                        None => self.is_exception_class(*id)?,
                    },
                    _ => false,
                };
                if !is_cause {
                    self.raise(*lit, Exception::TypeError);
                }
            }
        }
        self.raise_value(&value)?;
        Ok(())
    }

    /// What a `raise` raises. The text of an f-string is not worked out, but a fault in it comes first.
    fn raised_value(&mut self, expr: &'p Expr) -> Result<Value> {
        if let ExprKind::Call(call) = &expr.kind
            && let Some(Resolution::Builtin(Builtin::Exception(class))) = self.problem.resolutions.get(call.function.id)
            && call.args.iter().any(|arg| matches!(arg.kind, ExprKind::Message(_)))
        {
            for arg in &call.args {
                self.message(arg)?;
            }
            return Ok(self.new_exception(class, Value::none()));
        }
        self.evaluate(expr)
    }

    /// Raises an exception object, or an exception of a class.
    pub fn raise_value(&mut self, value: &Value) -> Result<()> {
        for (lit, alt) in value.alts() {
            match alt {
                Alt::Exception(class, _) => self.raise_with(*lit, *class, Some(Value::of(alt.clone()))),
                Alt::Builtin(Builtin::Exception(class)) => {
                    let value = self.new_exception(*class, Value::tuple(Vec::new()));
                    self.raise_with(*lit, *class, Some(value));
                }
                Alt::Object(id) => self.raise_own(*lit, *id)?,
                _ => self.raise(*lit, Exception::TypeError),
            }
        }
        self.path = Lit::FALSE;
        Ok(())
    }

    /// `e.args` of an exception.
    pub fn exception_attribute(&mut self, lit: Lit, parts: &[Value; 2], name: &str) -> Result<Value> {
        if name != "args" {
            return self.refuse(Construct::ExceptionAttribute);
        }
        let unknown: Vec<Lit> =
            parts[0].alts().iter().filter(|(_, alt)| matches!(alt, Alt::None)).map(|(lit, _)| *lit).collect();
        let unknown = self.circuit.any(unknown);
        let unknown = self.circuit.and(lit, unknown);
        self.refuse_if(unknown, Construct::ExceptionText)?;
        let known = parts[0].alts().iter().filter(|(_, alt)| !matches!(alt, Alt::None));
        Ok(Value::choice(known.cloned().collect()))
    }
}

/// Whether a handler has a `raise` without an exception.
fn raises_again(block: &[Stmt]) -> bool {
    block.iter().any(|stmt| match &stmt.kind {
        StmtKind::Raise { exception: None, .. } => true,
        _ => walk::blocks(stmt).into_iter().any(raises_again),
    })
}
