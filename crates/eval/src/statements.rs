//! Runs statements.

use lang::ast::BinaryOp;
use lang::builtins::Exception;

use crate::code::{Augment, Block, For, Op, Place, Stmt, Target, While};
use crate::fault::{Result, raise, type_error, value_error};
use crate::machine::Machine;
use crate::value::Value;

/// How a block ended.
#[derive(Debug)]
pub(crate) enum Flow {
    Next,
    Break,
    Continue,
    Return(Value),
}

impl Machine<'_> {
    pub(crate) fn block(&mut self, block: Block, frame: &mut [Value]) -> Result<Flow> {
        let program = self.program;
        for stmt in &program.blocks[block.0 as usize] {
            match self.statement(stmt, frame) {
                Ok(Flow::Next) => {}
                Ok(flow) => return Ok(flow),
                Err(fault) => return Err(located(fault, stmt.span)),
            }
        }
        Ok(Flow::Next)
    }

    #[inline]
    fn statement(&mut self, stmt: &Stmt, frame: &mut [Value]) -> Result<Flow> {
        match &stmt.op {
            Op::Return(node) => return Ok(Flow::Return(self.eval(node, frame)?)),
            Op::If(test, then, otherwise) => {
                if self.test(test, frame)? {
                    return self.block(*then, frame);
                }
                if let Some(otherwise) = otherwise {
                    return self.block(*otherwise, frame);
                }
            }
            Op::For(parts) => return self.run_for(parts, frame),
            Op::While(parts) => return self.run_while(parts, frame),
            Op::Break => return Ok(Flow::Break),
            Op::Continue => return Ok(Flow::Continue),
            Op::Expr(node) => drop(self.eval(node, frame)?),
            Op::Assign(target, node) => {
                let value = self.eval(node, frame)?;
                self.assign(target, value, frame)?;
            }
            _ => self.simple(stmt, frame)?,
        }
        Ok(Flow::Next)
    }

    /// A statement that cannot transfer control.
    #[inline(never)]
    pub(crate) fn simple(&mut self, stmt: &Stmt, frame: &mut [Value]) -> Result<()> {
        match &stmt.op {
            Op::Expr(node) => {
                self.eval(node, frame)?;
            }
            Op::Assign(target, node) | Op::Define(target, node) => {
                let value = self.eval(node, frame)?;
                self.assign(target, value, frame)?;
            }
            Op::AssignMany(targets, node) => {
                let value = self.eval(node, frame)?;
                for target in targets {
                    self.assign(target, value.clone(), frame)?;
                }
            }
            Op::Augment(augment) => self.augment(augment, frame)?,
            Op::Delete(targets) => {
                for (base, index) in targets {
                    let base = self.eval(base, frame)?;
                    let index = self.eval(index, frame)?;
                    self.delete_item(&base, &index)?;
                }
            }
            Op::Assert(test, message) => {
                if !self.test(test, frame)? {
                    let text = match message {
                        Some(message) => crate::repr::message(&self.eval(message, frame)?),
                        None => String::new(),
                    };
                    return raise(Exception::AssertionError, text);
                }
            }
            Op::Raise(exception, args) => {
                let mut texts = Vec::new();
                for arg in args {
                    texts.push(crate::repr::message(&self.eval(arg, frame)?));
                }
                return raise(*exception, texts.join(", "));
            }
            Op::RaiseOther(node) => {
                self.eval(node, frame)?;
                return type_error("exceptions must derive from BaseException");
            }
            // Control flow is `statement`'s, and `generator`'s in functions that yield.
            _ => {}
        }
        Ok(())
    }

    #[inline(never)]
    fn run_for(&mut self, parts: &For, frame: &mut [Value]) -> Result<Flow> {
        let mut iter = self.iterate(&parts.iterable, frame)?;
        while self.next_into(&mut iter, &parts.target, frame)? {
            self.step()?;
            match self.block(parts.body, frame)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => return Ok(Flow::Next),
                Flow::Return(value) => return Ok(Flow::Return(value)),
            }
        }
        parts.otherwise.map_or(Ok(Flow::Next), |otherwise| self.block(otherwise, frame))
    }

    #[inline(never)]
    fn run_while(&mut self, parts: &While, frame: &mut [Value]) -> Result<Flow> {
        while self.test(&parts.test, frame)? {
            self.step()?;
            match self.block(parts.body, frame)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => return Ok(Flow::Next),
                Flow::Return(value) => return Ok(Flow::Return(value)),
            }
        }
        parts.otherwise.map_or(Ok(Flow::Next), |otherwise| self.block(otherwise, frame))
    }

    #[inline]
    pub(crate) fn assign(&mut self, target: &Target, value: Value, frame: &mut [Value]) -> Result<()> {
        if let Target::Local(slot) = target {
            frame[*slot as usize] = value;
            return Ok(());
        }
        self.assign_other(target, value, frame)
    }

    #[inline(never)]
    fn assign_other(&mut self, target: &Target, value: Value, frame: &mut [Value]) -> Result<()> {
        match target {
            Target::Local(slot) => frame[*slot as usize] = value,
            Target::Cell(slot) => {
                if let Value::Cell(cell) = &frame[*slot as usize] {
                    *cell.borrow_mut() = value;
                }
            }
            Target::Global(global) => self.globals[*global as usize] = value,
            Target::Unpack(targets) => {
                if let Some(items) = value.as_tuple() {
                    if items.len() != targets.len() {
                        return unpack_error(targets.len(), items.len());
                    }
                    for (target, item) in targets.iter().zip(items) {
                        self.assign(target, item.clone(), frame)?;
                    }
                    return Ok(());
                }
                let items = self.unpacked(&value, Some(targets.len()))?;
                if items.len() != targets.len() {
                    return unpack_error(targets.len(), items.len());
                }
                for (target, item) in targets.iter().zip(items) {
                    self.assign(target, item, frame)?;
                }
            }
            Target::UnpackStar(before, middle, after) => {
                let mut items = self.unpacked(&value, None)?;
                let fixed = before.len() + after.len();
                if items.len() < fixed {
                    return value_error(format!(
                        "not enough values to unpack (expected at least {fixed}, got {})",
                        items.len()
                    ));
                }
                let last = items.split_off(items.len() - after.len());
                let rest = items.split_off(before.len());
                for (target, item) in before.iter().zip(items) {
                    self.assign(target, item, frame)?;
                }
                self.assign(middle, Value::list(rest), frame)?;
                for (target, item) in after.iter().zip(last) {
                    self.assign(target, item, frame)?;
                }
            }
            Target::Subscript(parts) => {
                let base = self.eval(&parts.0, frame)?;
                let index = self.eval(&parts.1, frame)?;
                self.set_item(&base, &index, value)?;
            }
        }
        Ok(())
    }

    /// The values an iterable is unpacked into; at most one more than wanted is taken.
    fn unpacked(&mut self, value: &Value, wanted: Option<usize>) -> Result<Vec<Value>> {
        if !crate::iterators::is_iterable(value) {
            return type_error(format!("cannot unpack non-iterable {} object", value.type_name()));
        }
        crate::iterators::reject_set_order(value, "unpacked")?;
        let mut iter = self.iter(value)?;
        let mut items = Vec::new();
        while wanted.is_none_or(|wanted| items.len() <= wanted) {
            match self.next(&mut iter)? {
                Some(item) => items.push(item),
                None => break,
            }
        }
        Ok(items)
    }

    fn augment(&mut self, augment: &Augment, frame: &mut [Value]) -> Result<()> {
        match &augment.place {
            Place::Variable(node, target) => {
                let old = self.eval(node, frame)?;
                let value = self.eval(&augment.value, frame)?;
                let new = self.in_place(augment.op, old, value)?;
                self.assign(target, new, frame)
            }
            Place::Subscript(base, index) => {
                let base = self.eval(base, frame)?;
                let index = self.eval(index, frame)?;
                let old = self.get_item(&base, &index)?;
                let value = self.eval(&augment.value, frame)?;
                let new = self.in_place(augment.op, old, value)?;
                self.set_item(&base, &index, new)
            }
        }
    }

    /// `old op= value`: mutable values are changed in place.
    fn in_place(&mut self, op: BinaryOp, old: Value, value: Value) -> Result<Value> {
        match (&old, op) {
            (Value::Int(_), _) => {}
            (Value::List(items), BinaryOp::Add) => {
                let added = self.collect(&value)?;
                items.borrow_mut().extend(added);
                return Ok(old);
            }
            (Value::List(items), BinaryOp::Multiply) => {
                let Value::List(repeated) = self.binary(op, &old, &value)? else { return Ok(old) };
                let repeated = repeated.take();
                *items.borrow_mut() = repeated;
                return Ok(old);
            }
            (Value::Set(set), BinaryOp::BitOr | BinaryOp::BitAnd | BinaryOp::Subtract | BinaryOp::BitXor) => {
                let Value::Set(result) = self.binary(op, &old, &value)? else {
                    return type_error("unsupported operand for a set");
                };
                let result = result.take();
                *set.borrow_mut() = result;
                return Ok(old);
            }
            (Value::Dict(dict), _) if self.in_place_dict(dict, op, &value)? => return Ok(old),
            _ => {}
        }
        self.binary(op, &old, &value)
    }
}

#[cold]
fn located(mut fault: Box<crate::fault::Fault>, span: lang::ast::Span) -> Box<crate::fault::Fault> {
    fault.locate(span);
    fault
}

#[cold]
pub(crate) fn unpack_error<T>(wanted: usize, given: usize) -> Result<T> {
    if given > wanted {
        value_error(format!("too many values to unpack (expected {wanted})"))
    } else {
        value_error(format!("not enough values to unpack (expected {wanted}, got {given})"))
    }
}
