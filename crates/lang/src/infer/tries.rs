//! `try` and `with`: a handler starts in any state that its block may have been in.
//!
//! Where a block can be left by an exception is not followed. So a handler sees what each variable was before the block
//! and everything that is assigned in it, and no fault is certain in a file that handles exceptions: what raises may be
//! meant to.

use crate::ast::{Stmt, StmtKind, Try, WithItem, walk};
use crate::problem::Problem;

use super::Inference;
use super::env::Env;
use super::value::Val;

/// The `try` statements around the statement that runs now.
#[derive(Debug, Default)]
pub(super) struct Tries<'a> {
    /// The file has some.
    pub anywhere: bool,
    /// What variables may be where a block is left, for each block that is watched.
    watched: Vec<Env>,
    /// The `finally` blocks around, with the number of loops around each.
    cleanups: Vec<(&'a [Stmt], usize)>,
}

impl Tries<'_> {
    pub fn new(problem: &Problem) -> Self {
        let anywhere = problem.module.functions.iter().any(|function| handles(&function.body));
        Self { anywhere, ..Self::default() }
    }

    pub fn clear(&mut self) {
        self.watched.clear();
        self.cleanups.clear();
    }
}

fn handles(block: &[Stmt]) -> bool {
    block.iter().any(|stmt| {
        matches!(stmt.kind, StmtKind::Try(_) | StmtKind::With(_)) || walk::blocks(stmt).into_iter().any(handles)
    })
}

impl<'a> Inference<'a> {
    /// Notes that a variable may have this value when an exception leaves the blocks around.
    pub fn note_write(&mut self, slot: u32, val: Val) {
        for index in 0..self.tries.watched.len() {
            let old = self.tries.watched[index].get(slot);
            if old != val {
                let joined = self.join(old, val);
                self.tries.watched[index].set(slot, joined);
            }
        }
    }

    pub fn try_stmt(&mut self, stmt: &'a Try) {
        if stmt.finally.is_empty() {
            self.try_except(stmt);
            return;
        }
        self.tries.cleanups.push((&stmt.finally, self.loops.len()));
        let any = self.watching(|this| this.try_except(stmt));
        self.tries.cleanups.pop();
        let ends = self.env.live;
        self.join_env(any);
        self.block(&stmt.finally);
        self.env.live &= ends;
    }

    fn try_except(&mut self, stmt: &'a Try) {
        let any = self.watching(|this| this.block(&stmt.body));
        self.block(&stmt.otherwise);
        for handler in &stmt.handlers {
            let after = std::mem::replace(&mut self.env, any.clone());
            if let Some(classes) = &handler.classes {
                self.eval(classes);
            }
            if let Some(name) = &handler.name {
                self.assign(name, Val::UNKNOWN);
            }
            self.block(&handler.body);
            self.join_env(after);
        }
    }

    /// Any exception may end the block, because `__exit__` may suppress it.
    pub fn with_stmt(&mut self, items: &'a [WithItem], body: &'a [Stmt]) {
        let Some((item, rest)) = items.split_first() else { return self.block(body) };
        let manager = self.eval(&item.context);
        self.escape(manager);
        let any = self.watching(|this| {
            if let Some(target) = &item.target {
                this.assign(target, Val::UNKNOWN);
            }
            this.with_stmt(rest, body);
        });
        self.join_env(any);
    }

    /// Runs something; returns the state in which an exception may leave it.
    fn watching(&mut self, run: impl FnOnce(&mut Self)) -> Env {
        let start = self.save_env();
        self.tries.watched.push(start);
        run(self);
        self.tries.watched.pop().unwrap_or_default()
    }

    /// A `break` or `continue` runs the `finally` blocks inside its loop.
    pub fn run_finally_blocks(&mut self) {
        let around = self.loops.len();
        let mut left = Vec::new();
        while let Some((block, _)) = self.tries.cleanups.pop_if(|(_, loops)| *loops == around) {
            self.block(block);
            left.push((block, around));
        }
        self.tries.cleanups.extend(left.into_iter().rev());
    }
}
