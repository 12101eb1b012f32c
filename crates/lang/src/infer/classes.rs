//! Classes and their instances, of which nothing is known: their methods run with anything, and what is put into them
//! may be changed from anywhere.

use crate::ast::{Class, Expr, ExprKind, Stmt, StmtKind};
use crate::builtins::Builtin;
use crate::problem::RecordId;
use crate::resolve::Resolution;

use super::Inference;
use super::value::Val;

impl<'a> Inference<'a> {
    /// Runs the body of a class. What it defines may be called from anywhere.
    pub fn class_statement(&mut self, class: &'a Class) {
        let resolved = self.problem.resolutions.class(class.id);
        let evaluated = |exprs: &'a [Expr], flags: &[bool]| -> Vec<&'a Expr> {
            exprs.iter().zip(flags).filter(|(_, evaluated)| **evaluated).map(|(expr, _)| expr).collect()
        };
        let mut around = evaluated(&class.decorators, &resolved.decorators);
        around.extend(evaluated(&class.bases, &resolved.bases));
        for expr in around {
            let val = self.eval(expr);
            self.escape(val);
        }
        if let Some(cell) = resolved.cell {
            self.write_var(cell, Val::UNKNOWN);
        }
        for stmt in &class.body {
            self.class_member(stmt);
        }
        match resolved.name {
            Some(Resolution::Var(var)) => self.write_var(var, Val::UNKNOWN),
            Some(Resolution::Global(id)) => self.write(self.globals[id.index()], Val::UNKNOWN),
            _ => {}
        }
    }

    pub fn class_member(&mut self, stmt: &'a Stmt) {
        if let StmtKind::Function(id) = &stmt.kind {
            let module = &self.problem.module;
            for decorator in &module.function(*id).decorators {
                let val = self.eval(decorator);
                self.escape(val);
            }
            self.define(*id);
            self.call_from_outside(*id);
            if let Some(Some(Resolution::Var(var))) = self.problem.resolutions.function_names.get(id.index()) {
                self.write_var(*var, Val::UNKNOWN);
            }
            return;
        }
        self.block(std::slice::from_ref(stmt));
        if let StmtKind::Assign { value, .. } | StmtKind::AnnotatedAssign { value: Some(value), .. } = &stmt.kind {
            let val = self.eval(value);
            self.escape(val);
        }
    }

    /// Whether a record's class has an attribute beside its fields.
    pub fn is_member(&self, record: RecordId, name: &str) -> bool {
        self.problem.records.get(usize::from(record.0)).is_some_and(|it| it.members.iter().any(|it| **it == *name))
    }

    /// The variable whose class a test asks for: then nothing is known of it any more.
    pub fn forget_tested(&mut self, test: &'a Expr) {
        let asks = |this: &Self, call: &crate::ast::Call| {
            matches!(
                this.problem.resolutions.get(call.function.id),
                Some(Resolution::Builtin(
                    Builtin::IsInstance | Builtin::IsSubclass | Builtin::Hasattr | Builtin::Callable | Builtin::Type
                ))
            )
        };
        match &test.kind {
            ExprKind::Call(call) if asks(self, call) => {
                if let Some(subject) = call.args.first() {
                    self.narrow(subject, |this, val| {
                        this.escape(val);
                        Val::UNKNOWN
                    });
                }
            }
            ExprKind::Compare(left, links) => {
                self.forget_tested(left);
                links.iter().for_each(|(_, right)| self.forget_tested(right));
            }
            _ => {}
        }
    }
}
