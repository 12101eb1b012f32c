//! Statements. After each, `state` and `path` are those of the control flow that goes on; what leaves a block waits in
//! `calls` until the ways out are joined.

use circuit::Lit;
use lang::ast::{Expr, ExprKind, FuncId, Stmt, StmtKind};
use lang::builtins::Exception;
use lang::resolve::Resolution;

use crate::construct::Construct;
use crate::generators::Sink;
use crate::machine::{LoopExits, Machine};
use crate::refusal::Result;
use crate::state::Exit;
use crate::unknown::OnRefusal;
use crate::value::{Alt, Value};

/// Rounds of a `while` loop after which a solver is asked whether another one is possible.
const ROUNDS_UNASKED: usize = 4;
/// Rounds after which a loop may be an endless one.
const ROUNDS_TRUSTED: usize = 16;
const MOST_ROUNDS: usize = 100_000;
/// The same where it is not known whether the loop is reached.
const MOST_OPEN_ROUNDS: usize = 2000;

impl<'p> Machine<'p> {
    /// What is yielded goes to the sink, if the block is one of a generator.
    pub fn block(&mut self, block: &'p [Stmt], sink: Option<&Sink<'_, 'p>>) -> Result<()> {
        for stmt in block {
            if self.is_dead() {
                break;
            }
            self.statement(stmt, sink)?;
        }
        Ok(())
    }

    pub fn execute(&mut self, stmt: &'p Stmt, sink: Option<&Sink<'_, 'p>>) -> Result<()> {
        self.step()?;
        self.stand_at(stmt.span);
        match &stmt.kind {
            StmtKind::Pass
            | StmtKind::Expr(Expr { kind: ExprKind::Ellipsis, .. })
            | StmtKind::Nonlocal(_)
            | StmtKind::Global(_)
            | StmtKind::Import { .. }
            | StmtKind::TypeAlias { .. } => Ok(()),
            StmtKind::Match(stmt) => {
                let subject = self.evaluate(&stmt.subject)?;
                let mark = self.held.len();
                self.hold(&subject);
                self.match_cases(&stmt.cases, &subject, sink)?;
                self.release(mark);
                Ok(())
            }
            StmtKind::Error => self.refuse(Construct::OtherStatement),
            StmtKind::Expr(expr) => self.evaluate(expr).map(drop),
            StmtKind::Assign { targets, value } => {
                let value = self.evaluate(value)?;
                let mark = self.held.len();
                self.hold(&value);
                for target in targets {
                    self.assign(target, value.clone())?;
                }
                self.release(mark);
                Ok(())
            }
            StmtKind::AnnotatedAssign { target, value, .. } => match value {
                Some(value) => {
                    let value = self.evaluate(value)?;
                    self.assign(target, value)
                }
                None => Ok(()),
            },
            StmtKind::AugmentedAssign { target, op, value } => self.augment(target, *op, value),
            StmtKind::Delete(targets) => targets.iter().try_for_each(|target| self.delete(target)),
            StmtKind::If { test, then, otherwise } => {
                let test = self.condition(test)?;
                self.either(test, |this| this.block(then, sink), |this| this.block(otherwise, sink)).map(drop)
            }
            StmtKind::For { target, iterable, body, otherwise } => {
                self.for_loop(target, iterable, [body, otherwise], sink)
            }
            StmtKind::While { test, body, otherwise } => self.while_loop(test, [body, otherwise], sink),
            StmtKind::Break => self.leave_loop(|exits| &mut exits.broken),
            StmtKind::Continue => self.leave_loop(|exits| &mut exits.continued),
            StmtKind::Return(value) => {
                let value = match value {
                    Some(value) => self.evaluate(value)?,
                    None => Value::none(),
                };
                self.leave_call(value)
            }
            StmtKind::Assert { test, message } => {
                let test = self.condition(test)?;
                let args = match message {
                    None => Some(Value::tuple(Vec::new())),
                    Some(message) => self.under(!test, |this| this.message(message))?,
                };
                let value = args.map(|args| self.new_exception(Exception::AssertionError, args));
                self.raise_with(!test, Exception::AssertionError, value);
                Ok(())
            }
            StmtKind::Raise { exception, cause } => self.raise_statement(exception.as_ref(), cause.as_ref()),
            StmtKind::Try(stmt) => self.try_statement(stmt, sink),
            StmtKind::With(stmt) => self.with_statement(&stmt.items, &stmt.body, sink),
            StmtKind::Yield(value) => {
                let value = match value {
                    Some(value) => self.evaluate(value)?,
                    None => Value::none(),
                };
                self.yield_value(value, sink)
            }
            StmtKind::YieldFrom(iterable) => {
                let iterable = self.evaluate(iterable)?;
                self.for_each(&iterable, &mut |this, item| {
                    this.yield_value(item, sink)?;
                    Ok(Lit::FALSE)
                })
            }
            StmtKind::Class(class) => self.class_statement(class),
            StmtKind::Function(id) => {
                let function = self.decorated_function(*id)?;
                self.bind_function(*id, function)
            }
        }
    }

    fn bind_function(&mut self, id: FuncId, function: Value) -> Result<()> {
        match self.problem.resolutions.function_names[id.index()] {
            Some(Resolution::Var(var)) => self.write_variable(var, function),
            Some(Resolution::Global(global)) => {
                self.write_global(global.index(), function);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The message of an `assert` or `raise` is evaluated, since that may raise too. Returns the arguments of the
    /// exception, or `None` if their text is not worked out.
    pub fn message(&mut self, message: &'p Expr) -> Result<Value> {
        match &message.kind {
            ExprKind::Message(parts) => {
                parts.iter().try_for_each(|part| self.evaluate(part).map(drop))?;
                Ok(Value::none())
            }
            _ => Ok(Value::tuple(vec![self.evaluate(message)?])),
        }
    }

    pub fn leave_call(&mut self, value: Value) -> Result<()> {
        if self.is_dead() {
            return Ok(());
        }
        self.leaves += 1;
        let exit = Exit { when: self.path, state: self.state.clone(), value };
        let Some(call) = self.calls.last_mut() else { return self.refuse(Construct::ReturnOutsideFunction) };
        let waiting = call.returned.take();
        let exit = self.add_exit(waiting, exit)?;
        if let Some(call) = self.calls.last_mut() {
            call.returned = Some(exit);
        }
        self.path = Lit::FALSE;
        Ok(())
    }

    pub fn leave_loop(&mut self, which: fn(&mut LoopExits) -> &mut Option<Exit>) -> Result<()> {
        if self.is_dead() {
            return Ok(());
        }
        self.leaves += 1;
        let exit = Exit { when: self.path, state: self.state.clone(), value: Value::none() };
        let Some(exits) = self.calls.last_mut().and_then(|call| call.loops.last_mut()) else {
            return self.refuse(Construct::JumpOutsideLoop);
        };
        let waiting = which(exits).take();
        let exit = self.add_exit(waiting, exit)?;
        if let Some(exits) = self.calls.last_mut().and_then(|call| call.loops.last_mut()) {
            *which(exits) = Some(exit);
        }
        self.path = Lit::FALSE;
        Ok(())
    }

    /// Joins a way out that waits with the state that arrives here by itself.
    pub fn rejoin(&mut self, waiting: Option<Exit>) -> Result<()> {
        let Some(exit) = waiting else { return Ok(()) };
        if self.is_dead() {
            self.state = exit.state;
            self.path = exit.when;
            return Ok(());
        }
        let ours = std::mem::take(&mut self.state);
        self.state = self.join(exit.when, exit.state, ours)?;
        self.path = self.circuit.or(self.path, exit.when);
        Ok(())
    }

    fn for_loop(
        &mut self,
        target: &'p Expr,
        iterable: &'p Expr,
        [body, otherwise]: [&'p [Stmt]; 2],
        sink: Option<&Sink<'_, 'p>>,
    ) -> Result<()> {
        let iterable = self.evaluate(iterable)?;
        let mark = self.held.len();
        self.hold(&iterable);
        let before = self.path;
        let raised = self.raised.len();
        self.enter_loop();
        self.looking_for_an_item(target, &iterable, body, |this, begin| {
            this.for_each_in_loop(&iterable, body, &mut |this, item| {
                this.assign(target, item)?;
                begin(this);
                this.block(body, sink)?;
                let continued = this.loop_exits().and_then(|exits| exits.continued.take());
                this.rejoin(continued)?;
                Ok(Lit::FALSE)
            })
        })?;
        self.release(mark);
        self.end_loop(before, raised, otherwise, sink)
    }

    fn enter_loop(&mut self) {
        if let Some(call) = self.calls.last_mut() {
            call.loops.push(LoopExits::default());
        }
    }

    fn loop_exits(&mut self) -> Option<&mut LoopExits> {
        self.calls.last_mut()?.loops.last_mut()
    }

    /// The `else` of a loop, and what comes after it.
    fn end_loop(
        &mut self,
        before: Lit,
        raised: usize,
        otherwise: &'p [Stmt],
        sink: Option<&Sink<'_, 'p>>,
    ) -> Result<()> {
        let exits = self.calls.last_mut().and_then(|call| call.loops.pop()).unwrap_or_default();
        let returned = self.calls.last().is_some_and(|call| call.returned.is_some() || call.abandoned);
        self.block(otherwise, sink)?;
        let left = returned || !otherwise.is_empty() || self.raised.len() > raised;
        self.rejoin(exits.broken)?;
        if !left && !self.is_dead() {
            // Every way out of the loop leads here.
            self.path = before;
        }
        Ok(())
    }

    fn while_loop(
        &mut self,
        test: &'p Expr,
        [body, otherwise]: [&'p [Stmt]; 2],
        sink: Option<&Sink<'_, 'p>>,
    ) -> Result<()> {
        let before = self.path;
        let raised = self.raised.len();
        let at = self.span;
        self.enter_loop();
        let mut ended: Option<Exit> = None;
        for round in 0.. {
            if self.is_dead() || (round >= ROUNDS_UNASKED && self.path != Lit::TRUE && !self.is_possible(self.path)) {
                self.path = Lit::FALSE;
                break;
            }
            // Endless loops show early; others are not asked about often.
            let mut long =
                if round >= ROUNDS_TRUSTED && round.is_power_of_two() { self.refuse_endless() } else { Ok(()) };
            if long.is_ok() && (round >= MOST_ROUNDS || (round >= MOST_OPEN_ROUNDS && self.path != Lit::TRUE)) {
                self.span = at;
                long = self.refuse(Construct::LongLoop);
            }
            match long {
                Ok(()) => {}
                // Pairs for which the loop has ended by now have an answer.
                Err(refusal) if self.on_refusal == OnRefusal::EndPath => {
                    self.give_up(*refusal);
                    break;
                }
                Err(refusal) => return Err(refusal),
            }
            self.step()?;
            let test = self.condition(test)?;
            let exit = self.circuit.and(self.path, !test);
            if exit != Lit::FALSE {
                let exit = Exit { when: exit, state: self.state.clone(), value: Value::none() };
                ended = Some(self.add_exit(ended, exit)?);
            }
            self.path = self.circuit.and(self.path, test);
            if self.is_dead() {
                break;
            }
            self.block(body, sink)?;
            let continued = self.loop_exits().and_then(|exits| exits.continued.take());
            self.rejoin(continued)?;
        }
        self.path = Lit::FALSE;
        self.rejoin(ended)?;
        self.end_loop(before, raised, otherwise, sink)
    }

    /// Whether an expression's value counts as true.
    pub fn condition(&mut self, expr: &'p Expr) -> Result<Lit> {
        use lang::ast::{BoolOp, UnaryOp};
        match &expr.kind {
            ExprKind::Bool(truth) if self.overrides.is_empty() => Ok(Lit::constant(*truth)),
            ExprKind::Unary(UnaryOp::Not, inner) => Ok(!self.condition(inner)?),
            ExprKind::Boolean(op, operands) => {
                let first = self.condition(&operands[0])?;
                self.connect(*op == BoolOp::And, first, &operands[1..])
            }
            _ => {
                let value = self.evaluate(expr)?;
                self.truth(&value)
            }
        }
    }

    /// `first and …` or `first or …`
    fn connect(&mut self, is_and: bool, first: Lit, rest: &'p [Expr]) -> Result<Lit> {
        let Some((next, rest)) = rest.split_first() else { return Ok(first) };
        let goes_on = if is_and { first } else { !first };
        let second = self.under(goes_on, |this| {
            let next = this.condition(next)?;
            this.connect(is_and, next, rest)
        })?;
        let Some(second) = second else { return Ok(first) };
        Ok(if is_and { self.circuit.and(first, second) } else { self.circuit.or(first, second) })
    }

    /// Python's truth value.
    pub fn truth(&mut self, value: &Value) -> Result<Lit> {
        let mut parts = Vec::new();
        let mut atoms = Vec::new();
        for (lit, alt) in value.alts() {
            let truth = match alt {
                Alt::Unbound | Alt::None => Lit::FALSE,
                Alt::Bool(truth) => Lit::constant(*truth),
                Alt::Int(number) => Lit::constant(*number != 0),
                Alt::Bits(bits) => self.circuit.any(bits.lits.iter().copied()),
                Alt::Float(bits) => Lit::constant(f64::from_bits(*bits) != 0.0),
                Alt::Str(text) => Lit::constant(!text.is_empty()),
                Alt::Text(row) => self.circuit.any(row.slots.iter().map(|slot| slot.present)),
                Alt::Atom(..) => {
                    atoms.push(*lit);
                    Lit::TRUE
                }
                Alt::Tuple(items) => Lit::constant(!items.is_empty()),
                Alt::Record(class, items) => {
                    let is_tuple = self.is_named_tuple(*class);
                    Lit::constant(!is_tuple || !items.is_empty())
                }
                Alt::FrozenSet(set) => {
                    let present: Vec<Lit> = set.slots().iter().map(|slot| slot.present).collect();
                    self.circuit.any(present)
                }
                Alt::Object(_) if let Some(instance) = self.instance(alt)? => {
                    self.under(*lit, |this| this.instance_truth(alt, instance.class))?.unwrap_or(Lit::FALSE)
                }
                Alt::Range(_) | Alt::Object(_) | Alt::View(..) => self.is_not_empty(alt)?,
                Alt::Cell(_)
                | Alt::Function(_)
                | Alt::Builtin(_)
                | Alt::Class(_)
                | Alt::Number(_)
                | Alt::Method(_)
                | Alt::Exception(..)
                | Alt::Special(_)
                | Alt::Raise(..) => Lit::TRUE,
            };
            parts.push(self.circuit.and(*lit, truth));
        }
        let atom = self.circuit.any(atoms);
        self.refuse_if(atom, Construct::TruthOfAtom)?;
        Ok(self.circuit.any(parts))
    }
}
