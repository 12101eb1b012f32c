//! Walks a whole tree and checks that its ids are what the tree promises.

use lang::ast::{Comprehension, DictItem, Expr, ExprKind, Keyword, Module, Stmt, StmtKind};

/// Every id below `expr_count` belongs to exactly one expression, every function to exactly one place.
pub fn check_ids(module: &Module, text: &str) {
    let mut walk =
        Walk { module, exprs: vec![0; module.expr_count as usize], functions: vec![0; module.functions.len()] };
    walk.block(&module.body);
    assert!(walk.exprs.iter().all(|times| *times == 1), "expression ids of\n{text}");
    assert!(walk.functions.iter().all(|times| *times == 1), "function ids of\n{text}");
    assert!(module.functions.is_sorted_by_key(|function| function.span.start), "order of functions of\n{text}");
}

struct Walk<'a> {
    module: &'a Module,
    exprs: Vec<u8>,
    functions: Vec<u8>,
}

impl<'a> Walk<'a> {
    fn block(&mut self, block: &'a [Stmt]) {
        for stmt in block {
            self.stmt(stmt);
        }
    }

    fn exprs(&mut self, exprs: impl IntoIterator<Item = &'a Expr>) {
        for expr in exprs {
            self.expr(expr);
        }
    }

    fn keywords(&mut self, keywords: &'a [Keyword]) {
        self.exprs(keywords.iter().map(|keyword| &keyword.value));
    }

    fn stmt(&mut self, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::Error
            | StmtKind::Pass
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Nonlocal(_)
            | StmtKind::Global(_)
            | StmtKind::Import { .. } => {}
            StmtKind::Expr(value) | StmtKind::YieldFrom(value) | StmtKind::TypeAlias { value, .. } => self.expr(value),
            StmtKind::Raise { exception, cause } => self.exprs(exception.iter().chain(cause)),
            StmtKind::Try(_) | StmtKind::Match(_) | StmtKind::With(_) => {
                lang::ast::walk::own_expressions(stmt, &mut |expr| self.expr(expr));
                lang::ast::walk::blocks(stmt).into_iter().for_each(|block| self.block(block));
            }
            StmtKind::Assign { targets, value } => self.exprs(targets.iter().chain([value])),
            StmtKind::AnnotatedAssign { target, annotation, value } => {
                self.exprs([target, annotation].into_iter().chain(value));
            }
            StmtKind::AugmentedAssign { target, value, .. } => self.exprs([target, value]),
            StmtKind::Delete(targets) => self.exprs(targets),
            StmtKind::Return(value) | StmtKind::Yield(value) => self.exprs(value),
            StmtKind::Assert { test, message } => self.exprs([test].into_iter().chain(message)),
            StmtKind::If { test, then: body, otherwise } | StmtKind::While { test, body, otherwise } => {
                self.expr(test);
                self.block(body);
                self.block(otherwise);
            }
            StmtKind::For { target, iterable, body, otherwise } => {
                self.exprs([target, iterable]);
                self.block(body);
                self.block(otherwise);
            }
            StmtKind::Function(id) => self.function(id.index()),
            StmtKind::Class(class) => {
                self.exprs(class.bases.iter().chain(&class.decorators));
                self.keywords(&class.keywords);
                self.block(&class.body);
            }
        }
    }

    fn function(&mut self, index: usize) {
        self.functions[index] += 1;
        let function = &self.module.functions[index];
        for param in &function.params {
            self.exprs(param.annotation.iter().chain(&param.default));
        }
        self.exprs(function.returns.iter().chain(&function.decorators));
        self.block(&function.body);
    }

    fn expr(&mut self, expr: &'a Expr) {
        self.exprs[expr.id.index()] += 1;
        match &expr.kind {
            ExprKind::Error
            | ExprKind::None
            | ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Str(_)
            | ExprKind::Ellipsis
            | ExprKind::Name(_) => {}
            ExprKind::Message(items)
            | ExprKind::FString(items)
            | ExprKind::Tuple(items)
            | ExprKind::List(items)
            | ExprKind::Set(items)
            | ExprKind::Boolean(_, items) => {
                self.exprs(items);
            }
            ExprKind::Dict(items) => {
                for item in items {
                    match item {
                        DictItem::Pair(key, value) => self.exprs([key, value]),
                        DictItem::Spread(value) => self.expr(value),
                    }
                }
            }
            ExprKind::Starred(inner) | ExprKind::Unary(_, inner) | ExprKind::Attribute(inner, _) => self.expr(inner),
            ExprKind::Binary(_, left, right) | ExprKind::Subscript(left, right) | ExprKind::Walrus(left, right) => {
                self.exprs([&**left, &**right]);
            }
            ExprKind::Comprehension(comprehension) => self.comprehension(comprehension),
            ExprKind::Compare(first, links) => {
                self.expr(first);
                self.exprs(links.iter().map(|(_, operand)| operand));
            }
            ExprKind::Conditional(conditional) => {
                self.exprs([&conditional.test, &conditional.then, &conditional.otherwise]);
            }
            ExprKind::Call(call) => {
                self.exprs([&call.function].into_iter().chain(&call.args));
                self.keywords(&call.keywords);
            }
            ExprKind::Formatted(formatted) => self.exprs([&formatted.value].into_iter().chain(&formatted.spec)),
            ExprKind::Slice(slice) => self.exprs(slice.lower.iter().chain(&slice.upper).chain(&slice.step)),
            ExprKind::Lambda(id) => self.function(id.index()),
        }
    }

    fn comprehension(&mut self, comprehension: &'a Comprehension) {
        self.exprs([&comprehension.element].into_iter().chain(&comprehension.value));
        for clause in &comprehension.clauses {
            self.exprs([&clause.target, &clause.iterable].into_iter().chain(&clause.conditions));
        }
    }
}
