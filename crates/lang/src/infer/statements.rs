//! What statements do to the state.

use crate::ast::{Expr, ExprKind, FuncId, Match, Stmt, StmtKind, walk};
use crate::resolve::Resolution;

use super::Inference;
use super::env::Env;
use super::expressions::Want;
use super::faults::Role;
use super::heap::At;
use super::value::Val;

/// The states in which a loop is left or repeated early.
#[derive(Debug, Default)]
pub(super) struct LoopExits {
    breaks: Vec<Env>,
    continues: Vec<Env>,
}

impl<'a> Inference<'a> {
    pub fn block(&mut self, body: &'a [Stmt]) {
        for stmt in body {
            if !self.env.live || self.exhausted() {
                return;
            }
            self.statement(stmt);
        }
    }

    fn statement(&mut self, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::Expr(value) => {
                self.eval(value);
            }
            StmtKind::Assign { targets, value } => {
                let val = self.eval(value);
                for target in targets {
                    self.assign(target, val);
                }
            }
            StmtKind::AnnotatedAssign { target, value: Some(value), .. } => {
                let val = self.eval(value);
                self.assign(target, val);
            }
            StmtKind::AugmentedAssign { target, op, value } => self.augmented(stmt, target, *op, value),
            StmtKind::Delete(targets) => targets.iter().for_each(|target| self.delete(target)),
            StmtKind::If { test, then, otherwise } => self.branch(test, then, otherwise),
            StmtKind::For { target, iterable, body, otherwise } => self.for_loop(target, iterable, body, otherwise),
            StmtKind::While { test, body, otherwise } => self.while_loop(test, body, otherwise),
            StmtKind::Break => self.leave(true),
            StmtKind::Continue => self.leave(false),
            StmtKind::Return(value) => self.give_back(value.as_ref()),
            StmtKind::Assert { test, message } => self.assertion(test, message.as_ref()),
            StmtKind::Raise { exception, cause } => {
                exception.iter().chain(cause).for_each(|part| {
                    let val = self.eval(part);
                    self.escape(val);
                });
                self.env.live = false;
            }
            StmtKind::Try(stmt) => self.try_stmt(stmt),
            StmtKind::With(stmt) => self.with_stmt(&stmt.items, &stmt.body),
            StmtKind::Match(stmt) => self.match_stmt(stmt),
            StmtKind::Yield(value) => {
                let val = value.as_ref().map_or(Val::NONE, |value| self.eval(value));
                self.give_yield(val);
            }
            StmtKind::YieldFrom(value) => {
                let val = self.eval(value);
                if !val.is_bottom() {
                    let outcome = self.elements(val, At::new(value.id));
                    let element = self.check_iteration(value, outcome);
                    self.give_yield(element);
                }
            }
            StmtKind::Function(id) => self.define_named(*id),
            StmtKind::Class(class) => self.class_statement(class),
            // `parse` has reported them.
            StmtKind::Error => self.after_unknown_statement(),
            StmtKind::AnnotatedAssign { value: None, .. }
            | StmtKind::Pass
            | StmtKind::Nonlocal(_)
            | StmtKind::Global(_)
            | StmtKind::Import { .. }
            | StmtKind::TypeAlias { .. } => {}
        }
    }

    fn branch(&mut self, test: &'a Expr, then: &'a [Stmt], otherwise: &'a [Stmt]) {
        let val = self.eval(test);
        self.check_truth(test, val);
        let before = self.save_env();
        self.assume(test, true);
        self.block(then);
        let after = std::mem::replace(&mut self.env, before);
        self.assume(test, false);
        self.block(otherwise);
        self.join_env(after);
    }

    /// What a pattern captures is not followed, nor what its success or failure says about the subject.
    fn match_stmt(&mut self, stmt: &'a Match) {
        let subject = self.eval(&stmt.subject);
        self.escape(subject);
        if self.env.live {
            self.narrow(&stmt.subject, |_, val| if val.is_bottom() { val } else { Val::UNKNOWN });
        }
        for case in &stmt.cases {
            let mut parts = Vec::new();
            walk::pattern_expressions(&case.pattern, &mut |expr| parts.push(expr));
            let mut names = Vec::new();
            walk::captures(&case.pattern, &mut |name| names.push(name));
            for part in parts.iter().filter(|part| !names.iter().any(|name| name.id == part.id)) {
                self.eval(part);
            }
            let other = self.save_env();
            names.iter().for_each(|name| self.assign(name, Val::UNKNOWN));
            if let Some(guard) = &case.guard {
                self.eval(guard);
                let after = self.save_env();
                self.block(&case.body);
                self.join_env(after);
            } else {
                self.block(&case.body);
            }
            self.join_env(other);
        }
    }

    fn for_loop(&mut self, target: &'a Expr, iterable: &'a Expr, body: &'a [Stmt], otherwise: &'a [Stmt]) {
        let val = self.eval_with(iterable, Want::LOOP);
        let mut element = val;
        if !val.is_bottom() {
            let outcome = self.elements(val, At::new(iterable.id));
            element = self.check_iteration(iterable, outcome);
        }
        self.enter_loop(iterable.id);
        let done = self.save_env();
        self.loops.push(LoopExits::default());
        if !element.is_bottom() {
            self.assign(target, element);
            self.block(body);
            self.end_of_body(iterable);
        }
        let exits = self.loops.pop().unwrap_or_default();
        self.env = done;
        self.block(otherwise);
        exits.breaks.into_iter().for_each(|env| self.join_env(env));
    }

    fn while_loop(&mut self, test: &'a Expr, body: &'a [Stmt], otherwise: &'a [Stmt]) {
        self.enter_loop(test.id);
        let val = self.eval(test);
        self.check_truth(test, val);
        let mut done = self.save_env();
        self.loops.push(LoopExits::default());
        self.assume(test, true);
        self.block(body);
        self.end_of_body(test);
        let exits = self.loops.pop().unwrap_or_default();
        std::mem::swap(&mut self.env, &mut done);
        self.assume(test, false);
        self.block(otherwise);
        exits.breaks.into_iter().for_each(|env| self.join_env(env));
    }

    fn end_of_body(&mut self, head: &'a Expr) {
        let continues = self.loops.last_mut().map(|exits| std::mem::take(&mut exits.continues));
        continues.into_iter().flatten().for_each(|env| self.join_env(env));
        self.repeat_loop(head.id);
    }

    fn leave(&mut self, is_break: bool) {
        self.run_finally_blocks();
        let env = std::mem::take(&mut self.env);
        if let Some(exits) = self.loops.last_mut() {
            let list = if is_break { &mut exits.breaks } else { &mut exits.continues };
            list.push(env);
        }
    }

    fn give_back(&mut self, value: Option<&'a Expr>) {
        let val = value.map_or(Val::NONE, |value| self.eval(value));
        self.give_result(val);
        self.env.live = false;
    }

    fn assertion(&mut self, test: &'a Expr, message: Option<&'a Expr>) {
        let val = self.eval(test);
        self.check_truth(test, val);
        let before = self.save_env();
        self.assume(test, false);
        if let (true, Some(message)) = (self.env.live, message) {
            self.eval(message);
        }
        self.env = before;
        self.assume(test, true);
    }

    fn augmented(&mut self, stmt: &'a Stmt, target: &'a Expr, op: crate::ast::BinaryOp, value: &'a Expr) {
        let at = At::new(target.id);
        let place = if let ExprKind::Subscript(base, index) = &target.kind {
            Some((self.eval(base), self.eval_index(index)))
        } else {
            None
        };
        let old = match (&place, &target.kind) {
            (Some((base, index)), ExprKind::Subscript(base_expr, _)) => {
                self.checked_item(target, base_expr, *base, index)
            }
            _ => self.eval(target),
        };
        let right = self.eval(value);
        if old.is_bottom() || right.is_bottom() {
            return;
        }
        let outcome = self.in_place(op, (target, old), (value, right), at);
        let new = self.check(stmt.span, Role::Operation, outcome);
        match (place, &target.kind) {
            (Some((base, index)), ExprKind::Subscript(base_expr, _)) => {
                self.store_item(target, base_expr, base, &index, new);
            }
            _ => self.assign(target, new),
        }
    }

    /// Evaluates the defaults of a function where it is defined.
    pub fn define(&mut self, id: FuncId) {
        let function = self.problem.module.function(id);
        for (index, param) in function.params.iter().enumerate() {
            if let Some(default) = &param.default {
                let val = self.eval(default);
                self.write(self.defaults[id.index()][index], val);
            }
        }
        if self.problem.resolutions.decorated[id.index()] {
            self.decorate(id);
        }
    }

    /// A function that goes to its decorators may be called with anything.
    fn decorate(&mut self, id: FuncId) {
        for decorator in &self.problem.module.function(id).decorators {
            let val = self.eval(decorator);
            self.escape(val);
        }
        self.call_from_outside(id);
        match self.problem.resolutions.function_names[id.index()] {
            Some(Resolution::Global(global)) => self.write(self.globals[global.index()], Val::UNKNOWN),
            Some(Resolution::Var(var)) => self.write_var(var, Val::UNKNOWN),
            _ => {}
        }
    }

    fn define_named(&mut self, id: FuncId) {
        self.define(id);
        if self.problem.resolutions.decorated[id.index()] {
            return;
        }
        if let Some(Some(Resolution::Var(var))) = self.problem.resolutions.function_names.get(id.index()) {
            let val = self.function_value(id);
            self.write_var(*var, val);
        }
    }
}
