//! What statements and expressions look like, as far as doubts depend on it.

use std::collections::BTreeSet;

use ruff_python_ast as py;
use ruff_python_ast::visitor::{Visitor, walk_expr};
use ruff_text_size::{Ranged, TextRange};

use super::names::{FRESH, has};

/// Python's own limit on recursion; raising it changes nothing that a circuit can follow.
const RECURSION_LIMIT: i64 = 1000;

/// Modules that a statement imports, and the name that it takes from each.
pub(super) fn imported(stmt: &py::Stmt) -> Vec<(String, Option<String>)> {
    match stmt {
        py::Stmt::Import(import) => import.names.iter().map(|alias| (alias.name.to_string(), None)).collect(),
        py::Stmt::ImportFrom(import) => {
            let dots = ".".repeat(import.level as usize);
            let module = format!("{dots}{}", import.module.as_ref().map_or("", py::Identifier::as_str));
            import.names.iter().map(|alias| (module.clone(), Some(alias.name.to_string()))).collect()
        }
        _ => Vec::new(),
    }
}

pub(super) fn bound_by_import(stmt: &py::Stmt) -> Vec<String> {
    let aliases = match stmt {
        py::Stmt::Import(import) => &import.names,
        py::Stmt::ImportFrom(import) => &import.names,
        _ => return Vec::new(),
    };
    let bound = |alias: &py::Alias| match &alias.asname {
        Some(name) => name.to_string(),
        None => alias.name.split('.').next().unwrap_or_default().to_owned(),
    };
    aliases.iter().map(bound).collect()
}

/// Executing it runs no code of the file.
pub(super) fn is_quiet(stmt: &py::Stmt) -> bool {
    match stmt {
        py::Stmt::FunctionDef(def) => def.decorator_list.is_empty(),
        py::Stmt::Assign(assign) => assign.targets.iter().all(py::Expr::is_name_expr) && assign.value.is_literal_expr(),
        py::Stmt::Expr(expr) => expr.value.is_literal_expr() || raises_recursion_limit(&expr.value),
        py::Stmt::Pass(_) => true,
        _ => false,
    }
}

pub(super) fn is_constant_expr(stmt: &py::Stmt) -> bool {
    matches!(stmt, py::Stmt::Expr(expr) if expr.value.is_literal_expr())
}

/// `sys.setrecursionlimit(10 ** 6)`
pub(super) fn raises_recursion_limit(expr: &py::Expr) -> bool {
    let py::Expr::Call(call) = expr else { return false };
    let [limit] = &*call.arguments.args else { return false };
    let is_it = match &*call.func {
        py::Expr::Name(name) => name.id.as_str() == "setrecursionlimit",
        py::Expr::Attribute(attribute) => {
            attribute.attr.as_str() == "setrecursionlimit"
                && matches!(&*attribute.value, py::Expr::Name(module) if module.id.as_str() == "sys")
        }
        _ => false,
    };
    is_it && call.arguments.keywords.is_empty() && known_number(limit).is_some_and(|limit| limit >= RECURSION_LIMIT)
}

fn known_number(expr: &py::Expr) -> Option<i64> {
    match expr {
        py::Expr::NumberLiteral(number) => match &number.value {
            py::Number::Int(number) => number.as_i64().filter(|number| *number < i64::from(i32::MAX)),
            _ => None,
        },
        py::Expr::BinOp(operation) => {
            let (left, right) = (known_number(&operation.left)?, known_number(&operation.right)?);
            match operation.op {
                py::Operator::Pow => left.checked_pow(u32::try_from(right).ok()?),
                py::Operator::Mult => left.checked_mul(right),
                _ => None,
            }
            .filter(|number| *number < i64::from(i32::MAX))
        }
        _ => None,
    }
}

/// `__name__ == "__main__"`
pub(super) fn is_main_check(compare: &py::ExprCompare) -> bool {
    let is_name = |expr: &py::Expr| matches!(expr, py::Expr::Name(name) if name.id.as_str() == "__name__");
    let is_main = |expr: &py::Expr| expr.as_string_literal_expr().is_some_and(|text| text.value.to_str() == "__main__");
    match &*compare.comparators {
        [right] => (is_name(&compare.left) && is_main(right)) || (is_main(&compare.left) && is_name(right)),
        _ => false,
    }
}

/// What a call calls; another expression itself.
pub(super) fn called(expr: &py::Expr) -> &py::Expr {
    match expr {
        py::Expr::Call(call) => &call.func,
        other => other,
    }
}

pub(super) fn last_name(expr: &py::Expr) -> Option<&str> {
    match expr {
        py::Expr::Name(name) => Some(&name.id),
        py::Expr::Attribute(attribute) => Some(&attribute.attr),
        _ => None,
    }
}

/// It could be meant as a type alias, which is not executed here.
pub(super) fn is_alias(expr: &py::Expr) -> bool {
    matches!(expr, py::Expr::Subscript(_) | py::Expr::BinOp(py::ExprBinOp { op: py::Operator::BitOr, .. }))
}

/// An expression that a type is written as.
pub(super) fn is_type(expr: &py::Expr) -> bool {
    match expr {
        py::Expr::StringLiteral(text) => {
            let text = text.value.to_str();
            !["ClassVar", "InitVar", "KW_ONLY"].iter().any(|word| text.contains(word))
        }
        py::Expr::Attribute(attribute) => matches!(&*attribute.value, py::Expr::Name(_)),
        py::Expr::Subscript(subscript) => {
            matches!(&*subscript.value, py::Expr::Name(_) | py::Expr::Attribute(_))
                && is_type(&subscript.value)
                && is_type(&subscript.slice)
        }
        py::Expr::Tuple(tuple) => tuple.elts.iter().all(is_type),
        py::Expr::List(list) => list.elts.iter().all(is_type),
        py::Expr::BinOp(operation) => {
            operation.op == py::Operator::BitOr && is_type(&operation.left) && is_type(&operation.right)
        }
        py::Expr::Name(_) => true,
        other => other.is_literal_expr(),
    }
}

/// A class, or classes in parentheses.
pub(super) fn is_class_or_tuple(expr: &py::Expr) -> bool {
    match expr {
        py::Expr::BinOp(_) => false,
        py::Expr::Tuple(tuple) => tuple.elts.iter().all(is_class_or_tuple),
        _ => true,
    }
}

/// Whether evaluating it may run something. Making an empty collection does not count.
pub(super) fn has_effects(expr: &py::Expr) -> bool {
    let mut calls = CallsIn { tools: &BTreeSet::new(), found: None };
    calls.visit_expr(expr);
    calls.found.is_some()
}

/// The first call of something that may have an effect.
pub(super) struct CallsIn<'t> {
    pub(super) tools: &'t BTreeSet<String>,
    pub(super) found: Option<TextRange>,
}

impl CallsIn<'_> {
    fn is_harmless(&self, call: &py::ExprCall) -> bool {
        let mut root = &*call.func;
        loop {
            root = match root {
                py::Expr::Attribute(attribute) => &attribute.value,
                py::Expr::Subscript(subscript) => &subscript.value,
                py::Expr::Call(call) => &call.func,
                py::Expr::Name(name) if self.tools.contains(name.id.as_str()) => return true,
                _ => break,
            };
        }
        let is_empty = call.arguments.args.is_empty() && call.arguments.keywords.is_empty();
        matches!(&*call.func, py::Expr::Name(name) if is_empty && has(FRESH, name.id.as_str()))
    }
}

impl<'a> Visitor<'a> for CallsIn<'_> {
    fn visit_expr(&mut self, expr: &'a py::Expr) {
        let may_run = match expr {
            py::Expr::Call(call) => !self.is_harmless(call),
            py::Expr::Named(_) | py::Expr::Await(_) | py::Expr::Yield(_) | py::Expr::YieldFrom(_) => true,
            // It is not called here.
            py::Expr::Lambda(_) => return,
            _ => false,
        };
        if may_run && self.found.is_none() {
            self.found = Some(expr.range());
        }
        walk_expr(self, expr);
    }
}

/// All names that are read or bound in some code.
#[derive(Default)]
pub(super) struct Mentions(pub(super) BTreeSet<String>);

impl<'a> Visitor<'a> for Mentions {
    fn visit_expr(&mut self, expr: &'a py::Expr) {
        if let py::Expr::Name(name) = expr {
            self.0.insert(name.id.to_string());
        }
        walk_expr(self, expr);
    }
}
