//! The site of edits: a function with its expressions and statements, and the edits collected so far.
//!
//! Edits change the text and not the syntax tree, so that a mutant goes through the same checks as any problem file.

use lang::ast::walk::{blocks, children, own_expressions};
use lang::ast::{Call, Expr, ExprKind, FuncId, Function, Span, Stmt, StmtKind};
use lang::problem::Problem;

use crate::operator::Operator;

/// Replacements of spans that do not overlap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceEdit {
    pub operator: Operator,
    pub changes: Vec<(Span, String)>,
}

impl SourceEdit {
    /// The text after the edit; `None` if a span lies outside the text.
    pub fn apply(&self, text: &str) -> Option<String> {
        let mut changes = self.changes.clone();
        changes.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
        let mut edited = text.to_owned();
        for (span, new) in changes {
            let range = span.start as usize..span.end as usize;
            edited.get(range.clone())?;
            edited.replace_range(range, &new);
        }
        Some(edited)
    }
}

/// A module-level function with everything nested in it.
#[derive(Debug)]
pub struct Site<'a> {
    pub problem: &'a Problem,
    pub function: &'a Function,
    pub expressions: Vec<&'a Expr>,
    pub statements: Vec<&'a Stmt>,
    pub edits: Vec<SourceEdit>,
}

impl<'a> Site<'a> {
    pub fn new(problem: &'a Problem, id: FuncId) -> Self {
        let function = problem.module.function(id);
        let mut site = Self { problem, function, expressions: Vec::new(), statements: Vec::new(), edits: Vec::new() };
        site.gather(&function.body);
        site
    }

    fn gather(&mut self, statements: &'a [Stmt]) {
        for statement in statements {
            self.statements.push(statement);
            let mut own = Vec::new();
            own_expressions(statement, &mut |expr| own.push(expr));
            own.into_iter().for_each(|expr| self.gather_expression(expr));
            blocks(statement).into_iter().for_each(|block| self.gather(block));
            if let StmtKind::Function(id) = &statement.kind {
                self.gather(&self.problem.module.function(*id).body);
            }
        }
    }

    fn gather_expression(&mut self, expr: &'a Expr) {
        self.expressions.push(expr);
        if let ExprKind::Lambda(id) = &expr.kind {
            self.gather(&self.problem.module.function(*id).body);
        }
        let mut inside = Vec::new();
        children(expr, &mut |child| inside.push(child));
        inside.into_iter().for_each(|child| self.gather_expression(child));
    }

    pub fn slice(&self, span: Span) -> &'a str {
        self.problem.source.slice(span)
    }

    /// The text of an expression, in parentheses unless it is a plain name or number.
    pub fn text(&self, expr: &Expr) -> String {
        let text = self.slice(expr.span);
        if matches!(expr.kind, ExprKind::Name(_) | ExprKind::Int(_)) { text.to_owned() } else { format!("({text})") }
    }

    /// Adds an edit that replaces an expression.
    pub fn replace(&mut self, operator: Operator, expr: &Expr, new: &str) {
        self.change(operator, vec![(expr.span, format!("({new})"))]);
    }

    /// Adds an edit, unless it changes nothing or is known.
    pub fn change(&mut self, operator: Operator, changes: Vec<(Span, String)>) {
        let edit = SourceEdit { operator, changes };
        let changes_nothing = edit.changes.iter().all(|(span, new)| self.slice(*span) == new);
        if !changes_nothing && !self.edits.contains(&edit) {
            self.edits.push(edit);
        }
    }
}

/// The name and arguments of a call of a plain name, without starred and keyword arguments.
pub fn plain_call(expr: &Expr) -> Option<(&str, &[Expr])> {
    let ExprKind::Call(call) = &expr.kind else { return None };
    let ExprKind::Name(name) = &call.function.kind else { return None };
    has_plain_arguments(call).then_some((name, &*call.args))
}

/// The object of a method call, the method, and the arguments, without starred and keyword arguments.
pub fn method_call(expr: &Expr) -> Option<(&Expr, &lang::ast::Ident, &[Expr])> {
    let ExprKind::Call(call) = &expr.kind else { return None };
    let ExprKind::Attribute(object, name) = &call.function.kind else { return None };
    has_plain_arguments(call).then_some((object, name, &*call.args))
}

fn has_plain_arguments(call: &Call) -> bool {
    call.keywords.is_empty() && !call.args.iter().any(|arg| matches!(arg.kind, ExprKind::Starred(_)))
}
