//! Class statements: the body runs in the frame around it, and what it binds becomes the attributes of the class.

use lang::ast::{Call, Class, Expr, ExprKind, FuncId, Stmt, StmtKind};
use lang::globals::GlobalKind;
use lang::problem::RecordId;
use lang::resolve::Resolution;

use super::function::FunctionBuilder;
use super::{count, index};
use crate::code::{ClassCode, Constant, Op, Operand, Reg};

impl FunctionBuilder<'_, '_> {
    pub fn class_statement(&mut self, class: &Class) {
        let mark = self.mark();
        let problem = self.problem();
        let resolved = problem.resolutions.class(class.id);
        let record = self.record_of(class);
        let bases = class.bases.iter().zip(&resolved.bases).filter(|(_, evaluated)| **evaluated);
        let bases: Vec<&Expr> = bases.map(|(base, _)| base).collect();
        let result = self.temporary();
        let first = self.consecutive(&bases);
        self.fresh_class_variables(class);
        for stmt in &class.body {
            self.class_member(stmt, record.is_some());
        }
        let members = resolved.attributes.iter().map(|(name, var)| {
            let register = self.register(*var);
            (self.builder.symbol(name), register)
        });
        let members = members.collect();
        let classes = &mut self.builder.program.classes;
        classes.push(ClassCode {
            name: class.name.name.clone(),
            bases: count(bases.len()),
            members,
            record,
            is_abstract: resolved.is_abstract,
            is_top: class.is_top,
        });
        let index = index(classes.len() - 1);
        self.emit(Op::MakeClass(result, first, index));
        if let Some(cell) = resolved.cell
            && self.is_captured(cell)
        {
            let register = self.register(cell);
            self.emit(Op::StoreCell(register, result));
        }
        for (decorator, _) in class.decorators.iter().zip(&resolved.decorators).rev().filter(|(_, called)| **called) {
            self.decorate(decorator, result);
        }
        match resolved.name {
            Some(Resolution::Var(var)) => self.store(var, result),
            Some(Resolution::Global(global)) => self.emit(Op::StoreGlobal(global.0, result)),
            _ => {}
        }
        self.release(mark);
    }

    fn record_of(&self, class: &Class) -> Option<RecordId> {
        let resolutions = &self.problem().resolutions;
        if resolutions.class(class.id).name.is_some() {
            return None;
        }
        let global = resolutions.globals.iter().find(|global| global.name == class.name.name)?;
        match global.kind {
            GlobalKind::Record(id) | GlobalKind::Enum(id) => Some(id),
            _ => None,
        }
    }

    /// The statement may run more than once: its variables have no value at the start.
    fn fresh_class_variables(&mut self, class: &Class) {
        let resolved = self.problem().resolutions.class(class.id);
        let unbound = self.constant(Constant::Unbound);
        for var in resolved.attributes.iter().map(|(_, var)| *var).chain(resolved.cell) {
            let register = self.register(var);
            let op = if self.is_captured(var) { Op::NewCell(register) } else { Op::Move(register, unbound) };
            self.emit(op);
            self.assigned.remove(&var);
        }
    }

    fn class_member(&mut self, stmt: &Stmt, is_record: bool) {
        match &stmt.kind {
            StmtKind::AnnotatedAssign { .. } if is_record => {}
            StmtKind::Expr(expr) if matches!(expr.kind, ExprKind::Str(_) | ExprKind::Ellipsis) => {}
            StmtKind::Function(id) => self.method(*id),
            _ => {
                self.statement(stmt);
            }
        }
    }

    fn method(&mut self, id: FuncId) {
        let mark = self.mark();
        let problem = self.problem();
        let function = problem.module.function(id);
        let result = self.temporary();
        let closure = self.make_function(id);
        self.code.mentions.push(id);
        self.emit(Op::Move(result, closure));
        for decorator in function.decorators.iter().rev() {
            self.decorate(decorator, result);
        }
        if let Some(Resolution::Var(var)) = problem.resolutions.function_names[id.index()] {
            self.store(var, result);
        }
        self.release(mark);
    }

    /// Calls a decorator with what is in a register, and puts the result there.
    fn decorate(&mut self, decorator: &Expr, register: Reg) {
        let mark = self.mark();
        let callee = self.temporary();
        let arg = self.temporary();
        self.into(decorator, callee);
        self.emit(Op::Move(arg, register));
        self.emit(Op::CallValue(register, callee, 1));
        self.release(mark);
    }

    /// `super()` in a method.
    pub fn super_call(&mut self, call: &Call, to: Reg) -> bool {
        let problem = self.problem();
        let Some((class, first)) = problem.resolutions.super_vars(call.function.id) else { return false };
        let args: [Operand; 2] = [class, first].map(|var| {
            let to = self.temporary();
            let register = self.register(var);
            if self.is_captured(var) {
                let own = problem.resolutions.var(var).owner == self.owner;
                let name = problem.resolutions.var(var).name.clone();
                let name = self.builder.symbol(&name);
                self.emit(Op::LoadCell(to, register, name, own));
            } else {
                self.emit(Op::Move(to, register));
            }
            to
        });
        self.emit(Op::CallBuiltin(to, args[0], 2, lang::builtins::Builtin::Super));
        true
    }
}
