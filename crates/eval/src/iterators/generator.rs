//! Generators: functions that yield and generator expressions that escape.
//!
//! Both are state machines over the program, so that nothing of the native stack has to be kept between two values.

use lang::builtins::Exception;

use super::Iter;
use crate::code::{Block, GeneratorCode, GeneratorId, Op};
use crate::fault::{Fault, Result, raise};
use crate::machine::{Machine, cell};
use crate::value::Value;

/// A function that yields, between two of its values.
#[derive(Debug)]
pub struct Resumable {
    frame: Vec<Value>,
    /// Where it stands, outermost first; empty when it has ended.
    points: Vec<Point>,
}

#[derive(Debug)]
enum Point {
    /// The next statement of a block.
    Block(Block, usize),
    /// A `for` that is statement `.1` of block `.0`.
    For(Block, usize, Iter),
    While(Block, usize),
    YieldFrom(Iter),
}

impl Resumable {
    pub(crate) fn new(frame: Vec<Value>, body: Block) -> Self {
        Self { frame, points: vec![Point::Block(body, 0)] }
    }
}

/// A generator expression, between two of its values.
#[derive(Debug)]
pub struct Lazy {
    code: GeneratorId,
    frame: Vec<Value>,
    /// One iterator for each clause that has begun; empty when it has ended.
    iters: Vec<Iter>,
}

impl Lazy {
    pub(crate) fn new(
        id: GeneratorId,
        code: &GeneratorCode,
        first: Iter,
        captures: impl Iterator<Item = Value>,
    ) -> Self {
        let mut frame = vec![Value::Unbound; code.slots];
        for (slot, value) in code.free.iter().zip(captures) {
            frame[*slot as usize] = value;
        }
        for slot in &code.cells {
            frame[*slot as usize] = cell(Value::Unbound);
        }
        Self { code: id, frame, iters: vec![first] }
    }
}

impl Machine<'_> {
    pub(crate) fn next_lazy(&mut self, lazy: &mut Lazy) -> Result<Option<Value>> {
        let result = self.advance_lazy(lazy);
        if result.is_err() {
            lazy.iters.clear();
        }
        result.or_else(stop_iteration_is_an_error)
    }

    fn advance_lazy(&mut self, lazy: &mut Lazy) -> Result<Option<Value>> {
        let code = &self.program.generators[lazy.code.0 as usize];
        'next: while let Some(depth) = lazy.iters.len().checked_sub(1) {
            self.step()?;
            let clause = &code.clauses[depth];
            if !self.next_into(&mut lazy.iters[depth], &clause.target, &mut lazy.frame)? {
                lazy.iters.pop();
                continue;
            }
            for condition in &clause.conditions {
                if !self.test(condition, &mut lazy.frame)? {
                    continue 'next;
                }
            }
            match code.clauses.get(depth + 1) {
                Some(inner) => {
                    let iter = self.iterate(&inner.iterable, &mut lazy.frame)?;
                    lazy.iters.push(iter);
                }
                None => return self.eval(&code.element, &mut lazy.frame).map(Some),
            }
        }
        Ok(None)
    }

    pub(crate) fn resume(&mut self, state: &mut Resumable) -> Result<Option<Value>> {
        let result = self.advance(state);
        if result.is_err() {
            state.points.clear();
        }
        result.or_else(stop_iteration_is_an_error)
    }

    fn advance(&mut self, state: &mut Resumable) -> Result<Option<Value>> {
        let program = self.program;
        while let Some(point) = state.points.last_mut() {
            self.step()?;
            match point {
                Point::Block(block, position) => {
                    let stmts = &program.blocks[block.0 as usize];
                    let (block, here) = (*block, *position);
                    let Some(stmt) = stmts.get(here) else {
                        state.points.pop();
                        continue;
                    };
                    *position += 1;
                    let result = self.advance_statement(&stmt.op, block, here, state);
                    match result {
                        Ok(None) => {}
                        Ok(value) => return Ok(value),
                        Err(mut fault) => {
                            fault.locate(stmt.span);
                            return Err(fault);
                        }
                    }
                }
                Point::For(block, position, iter) => {
                    let Op::For(parts) = &program.blocks[block.0 as usize][*position].op else { return Ok(None) };
                    if self.next_into(iter, &parts.target, &mut state.frame)? {
                        state.points.push(Point::Block(parts.body, 0));
                    } else {
                        state.points.pop();
                        state.points.extend(parts.otherwise.map(|otherwise| Point::Block(otherwise, 0)));
                    }
                }
                Point::While(block, position) => {
                    let Op::While(parts) = &program.blocks[block.0 as usize][*position].op else { return Ok(None) };
                    if self.test(&parts.test, &mut state.frame)? {
                        state.points.push(Point::Block(parts.body, 0));
                    } else {
                        state.points.pop();
                        state.points.extend(parts.otherwise.map(|otherwise| Point::Block(otherwise, 0)));
                    }
                }
                Point::YieldFrom(iter) => match self.next(iter)? {
                    Some(value) => return Ok(Some(value)),
                    None => {
                        state.points.pop();
                    }
                },
            }
        }
        Ok(None)
    }

    /// One statement of a function that yields; `Some` is a value it yields.
    fn advance_statement(
        &mut self,
        op: &Op,
        block: Block,
        here: usize,
        state: &mut Resumable,
    ) -> Result<Option<Value>> {
        let frame = &mut state.frame;
        match op {
            Op::Yield(node) => return self.eval(node, frame).map(Some),
            Op::YieldFrom(node) => {
                let iter = self.iterate(node, frame)?;
                state.points.push(Point::YieldFrom(iter));
            }
            Op::If(test, then, otherwise) => {
                let branch = if self.test(test, frame)? { Some(*then) } else { *otherwise };
                state.points.extend(branch.map(|branch| Point::Block(branch, 0)));
            }
            Op::For(parts) => {
                let iter = self.iterate(&parts.iterable, frame)?;
                state.points.push(Point::For(block, here, iter));
            }
            Op::While(_) => state.points.push(Point::While(block, here)),
            Op::Break => {
                leave_body(&mut state.points);
                state.points.pop();
            }
            Op::Continue => leave_body(&mut state.points),
            Op::Return(node) => {
                self.eval(node, frame)?;
                state.points.clear();
            }
            _ => {
                let stmt = &self.program.blocks[block.0 as usize][here];
                self.simple(stmt, frame)?;
            }
        }
        Ok(None)
    }
}

/// Drops the blocks inside the innermost loop.
fn leave_body(points: &mut Vec<Point>) {
    while matches!(points.last(), Some(Point::Block(..))) {
        points.pop();
    }
}

/// A `StopIteration` that escapes from a generator's body would end the consumer's loop; Python makes it an error.
pub(crate) fn stop_iteration_is_an_error<T>(fault: Box<Fault>) -> Result<T> {
    if fault.is(Exception::StopIteration) {
        return raise(Exception::RuntimeError, "generator raised StopIteration");
    }
    Err(fault)
}
