//! Statements.

use std::sync::Arc;

use ruff_python_ast as py;
use ruff_text_size::{Ranged, TextRange};

use super::outside::Construct;
use super::{BlockKind, Lowering, MAX_DEPTH, ident, span};
use crate::ast::{Expr, Ident, ImportName, Stmt, StmtKind};

impl Lowering<'_> {
    pub(super) fn block(&mut self, stmts: &[py::Stmt]) -> Vec<Stmt> {
        let mut block = Vec::with_capacity(stmts.len());
        for stmt in stmts {
            if let py::Stmt::Import(import) = stmt {
                self.import(import, &mut block);
            } else {
                let lowered = self.deeper(stmt, |this| this.guarded(StmtKind::Error, |this| this.stmt(stmt)));
                let kind = lowered.unwrap_or(StmtKind::Error);
                if matches!(kind, StmtKind::Error) {
                    self.note_lost(stmt);
                }
                block.push(Stmt { span: span(stmt), kind });
            }
        }
        block
    }

    /// The block of an `if` or of a loop: what may only stand at module level may not stand in it.
    pub(super) fn nested_block(&mut self, stmts: &[py::Stmt]) -> Vec<Stmt> {
        let place = self.here.place;
        if place == BlockKind::Module {
            self.here.place = BlockKind::Nested;
        }
        let block = self.block(stmts);
        self.here.place = place;
        block
    }

    fn loop_block(&mut self, stmts: &[py::Stmt]) -> Vec<Stmt> {
        let outer = std::mem::replace(&mut self.here.in_loop, true);
        let block = self.nested_block(stmts);
        self.here.in_loop = outer;
        block
    }

    fn stmt(&mut self, stmt: &py::Stmt) -> StmtKind {
        match stmt {
            py::Stmt::Pass(_) => StmtKind::Pass,
            py::Stmt::Expr(expr) => self.expr_stmt(&expr.value),
            py::Stmt::Assign(assign) if let Some(class) = self.named_tuple_call(assign) => class,
            py::Stmt::Assign(assign) => {
                let targets = assign.targets.iter().map(|target| self.target(target)).collect();
                StmtKind::Assign { targets, value: self.expr(&assign.value) }
            }
            py::Stmt::AnnAssign(assign) => self.annotated_assign(assign),
            py::Stmt::AugAssign(assign) => {
                let target = self.target(&assign.target);
                let op = self.binary_op(stmt, assign.op);
                let value = self.expr(&assign.value);
                match op {
                    Some(op) => StmtKind::AugmentedAssign { target, op, value },
                    None => StmtKind::Assign { targets: vec![target], value },
                }
            }
            py::Stmt::Delete(delete) => {
                let mut targets = Vec::new();
                self.delete_targets(&delete.targets, &mut targets);
                if targets.is_empty() { StmtKind::Pass } else { StmtKind::Delete(targets) }
            }
            py::Stmt::If(conditional) => self.conditional(conditional),
            py::Stmt::For(stmt) => {
                if stmt.is_async {
                    self.outside(keyword(stmt, "async"), Construct::AsyncStatement);
                }
                let target = self.target(&stmt.target);
                let iterable = self.expr(&stmt.iter);
                let body = self.loop_block(&stmt.body);
                StmtKind::For { target, iterable, body, otherwise: self.nested_block(&stmt.orelse) }
            }
            py::Stmt::While(stmt) => {
                let test = self.expr(&stmt.test);
                let body = self.loop_block(&stmt.body);
                StmtKind::While { test, body, otherwise: self.nested_block(&stmt.orelse) }
            }
            py::Stmt::Break(_) => self.in_loop_only(stmt, "break", StmtKind::Break),
            py::Stmt::Continue(_) => self.in_loop_only(stmt, "continue", StmtKind::Continue),
            py::Stmt::Return(stmt) => {
                self.in_function_only(stmt, "return");
                StmtKind::Return(stmt.value.as_deref().map(|value| self.expr(value)))
            }
            py::Stmt::Assert(assert) => {
                let test = self.expr(&assert.test);
                StmtKind::Assert { test, message: assert.msg.as_deref().map(|message| self.message(message)) }
            }
            py::Stmt::Raise(raise) => self.raise(raise),
            py::Stmt::Global(_) | py::Stmt::Nonlocal(_) if self.here.place == BlockKind::Class => {
                self.outside(stmt, Construct::GlobalInClass);
                StmtKind::Error
            }
            py::Stmt::Nonlocal(nonlocal) => {
                if self.here.place != BlockKind::Function {
                    self.syntax(stmt, "`nonlocal` outside a function", "remove it");
                    return StmtKind::Error;
                }
                StmtKind::Nonlocal(nonlocal.names.iter().map(|name| self.private_ident(name)).collect())
            }
            py::Stmt::FunctionDef(def) => StmtKind::Function(self.function(def)),
            py::Stmt::ClassDef(def) => self.class(def),
            py::Stmt::ImportFrom(import) => self.import_from(import),
            py::Stmt::TypeAlias(alias) => self.type_alias(alias),
            py::Stmt::Global(global) => {
                if self.here.place != BlockKind::Function {
                    return StmtKind::Pass;
                }
                StmtKind::Global(global.names.iter().map(|name| self.private_ident(name)).collect())
            }
            py::Stmt::Try(stmt) => self.try_stmt(stmt),
            py::Stmt::With(stmt) => self.with(stmt),
            py::Stmt::Match(stmt) => self.match_stmt(stmt),
            // `import` makes one statement per module; notebook commands are reported by the parser.
            py::Stmt::Import(_) | py::Stmt::IpyEscapeCommand(_) => StmtKind::Error,
        }
    }

    fn expr_stmt(&mut self, expr: &py::Expr) -> StmtKind {
        match expr {
            py::Expr::Yield(value) => {
                self.in_function_only(expr, "yield");
                self.yielding(expr);
                StmtKind::Yield(value.value.as_deref().map(|value| self.expr(value)))
            }
            py::Expr::YieldFrom(value) => {
                self.in_function_only(expr, "yield from");
                self.yielding(expr);
                StmtKind::YieldFrom(self.expr(&value.value))
            }
            _ => StmtKind::Expr(self.expr(expr)),
        }
    }

    fn yielding(&mut self, expr: &py::Expr) {
        self.yields = true;
        if self.here.in_cleanup {
            self.outside(expr, Construct::YieldInCleanup);
        }
    }

    fn annotated_assign(&mut self, assign: &py::StmtAnnAssign) -> StmtKind {
        let target = match &*assign.target {
            place @ (py::Expr::Name(_) | py::Expr::Attribute(_) | py::Expr::Subscript(_)) => self.target(place),
            other => self.error_expr(other),
        };
        let annotation = self.annotation(&assign.annotation);
        let value = assign.value.as_deref().map(|value| self.expr(value));
        StmtKind::AnnotatedAssign { target, annotation, value }
    }

    /// `elif` becomes an `if` in the `else`.
    fn conditional(&mut self, stmt: &py::StmtIf) -> StmtKind {
        let test = self.expr(&stmt.test);
        let then = self.nested_block(&stmt.body);
        let depth = self.depth;
        let mut clauses: Vec<(&py::ElifElseClause, Option<Expr>, Vec<Stmt>)> = Vec::new();
        for clause in &stmt.elif_else_clauses {
            self.depth += 1;
            if self.depth >= MAX_DEPTH {
                self.too_deep(span(clause));
                break;
            }
            let test = clause.test.as_ref().map(|test| self.expr(test));
            let body = self.nested_block(&clause.body);
            clauses.push((clause, test, body));
        }
        self.depth = depth;
        let mut otherwise = Vec::new();
        for (clause, test, body) in clauses.into_iter().rev() {
            otherwise = match test {
                None => body,
                Some(test) => {
                    let span = span(TextRange::new(clause.start(), stmt.end()));
                    vec![Stmt { span, kind: StmtKind::If { test, then: body, otherwise } }]
                }
            };
        }
        StmtKind::If { test, then, otherwise }
    }

    fn in_loop_only(&mut self, stmt: &py::Stmt, word: &str, kind: StmtKind) -> StmtKind {
        if self.here.in_loop {
            return kind;
        }
        self.syntax(stmt, format!("`{word}` outside a loop"), "put it into the loop it belongs to, or use `return`");
        StmtKind::Error
    }

    fn in_function_only(&mut self, range: impl Ranged, word: &str) {
        if self.here.place != BlockKind::Function {
            self.syntax(range, format!("`{word}` outside a function"), "indent it into the function it belongs to");
        }
    }

    pub(super) fn message(&mut self, message: &py::Expr) -> Expr {
        let outer = std::mem::replace(&mut self.here.in_message, true);
        let message = self.expr(message);
        self.here.in_message = outer;
        message
    }

    fn import(&mut self, import: &py::StmtImport, block: &mut Vec<Stmt>) {
        // What it binds there would be a variable of the class.
        let in_class = self.here.place == BlockKind::Class;
        if self.whole.is_some() && !in_class {
            return self.any_import(import, block);
        }
        let allowed = self.import_place(import);
        for alias in &import.names {
            let module = ident(&alias.name);
            // The help names the only package of the language; of any other, the module is what is outside.
            if allowed && module.name.starts_with("collections.") && alias.asname.is_none() {
                self.outside(alias, Construct::DottedImport);
                continue;
            }
            let bound = alias.asname.as_ref().map_or_else(|| module.clone(), ident);
            let names = vec![ImportName { name: module.clone(), alias: bound, whole_module: true }];
            let kind = if allowed { StmtKind::Import { module, names } } else { StmtKind::Error };
            block.push(Stmt { span: span(import), kind });
        }
    }

    fn import_from(&mut self, import: &py::StmtImportFrom) -> StmtKind {
        if self.whole.is_some() && self.here.place != BlockKind::Class {
            return self.any_import_from(import);
        }
        if !self.import_place(import) {
            return StmtKind::Error;
        }
        let Some(module) = import.module.as_ref().filter(|_| import.level == 0) else {
            self.outside(import, Construct::RelativeImport);
            return StmtKind::Error;
        };
        let mut names = Vec::new();
        for alias in &import.names {
            let name = ident(&alias.name);
            if &*name.name == "*" {
                self.outside(import, Construct::StarImport);
                return StmtKind::Error;
            }
            let bound = alias.asname.as_ref().map_or_else(|| name.clone(), ident);
            if &*name.name == "Literal" {
                self.literal_names.push(bound.name.clone());
            }
            names.push(ImportName { name, alias: bound, whole_module: false });
        }
        StmtKind::Import { module: ident(module), names }
    }

    fn import_place(&mut self, range: impl Ranged) -> bool {
        let allowed = self.here.place == BlockKind::Module;
        if !allowed {
            self.outside(range, Construct::ImportInside);
        }
        allowed
    }

    fn type_alias(&mut self, alias: &py::StmtTypeAlias) -> StmtKind {
        if self.here.place != BlockKind::Module {
            self.outside(alias, Construct::NestedTypeAlias);
            return StmtKind::Error;
        }
        if let Some(params) = &alias.type_params {
            self.outside(&**params, Construct::GenericParameters);
        }
        let py::Expr::Name(name) = &*alias.name else { return StmtKind::Error };
        let name = Ident { name: Arc::from(name.id.as_str()), span: span(name) };
        StmtKind::TypeAlias { name, value: self.annotation(&alias.value) }
    }
}

/// The keyword at the start of a statement.
pub(super) fn keyword(stmt: impl Ranged, word: &str) -> TextRange {
    let length = u32::try_from(word.len()).unwrap_or_default();
    TextRange::at(stmt.start(), length.into()).intersect(stmt.range()).unwrap_or_default()
}
