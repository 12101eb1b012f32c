//! Logic: swapped quantifiers, dropped conjuncts, negated or ignored conditions, skipped statements.

use lang::ast::{BoolOp, Expr, ExprKind, Stmt, StmtKind, UnaryOp};

use crate::operator::Operator;
use crate::site::Site;

pub fn edit(site: &mut Site<'_>) {
    for expr in site.expressions.clone() {
        expression(site, expr);
    }
    for statement in site.statements.clone() {
        self::statement(site, statement);
    }
}

fn expression(site: &mut Site<'_>, expr: &Expr) {
    match &expr.kind {
        ExprKind::Call(call) => {
            let other = match &call.function.kind {
                ExprKind::Name(name) if &**name == "all" => "any",
                ExprKind::Name(name) if &**name == "any" => "all",
                _ => return,
            };
            site.change(Operator::Quantifier, vec![(call.function.span, other.to_owned())]);
        }
        ExprKind::Boolean(op, operands) => {
            let texts: Vec<String> = operands.iter().map(|operand| site.text(operand)).collect();
            let (word, other) = if *op == BoolOp::And { (" and ", " or ") } else { (" or ", " and ") };
            for left_out in 0..texts.len() {
                let rest = texts.iter().enumerate().filter(|(at, _)| *at != left_out);
                let rest: Vec<&str> = rest.map(|(_, text)| &**text).collect();
                site.replace(Operator::Junction, expr, &rest.join(word));
            }
            site.replace(Operator::Junction, expr, &texts.join(other));
        }
        ExprKind::Conditional(parts) => {
            for branch in [&parts.then, &parts.otherwise] {
                let text = site.text(branch);
                site.replace(Operator::Branch, expr, &text);
            }
            negate(site, &parts.test);
        }
        ExprKind::Comprehension(comprehension) => {
            for condition in comprehension.clauses.iter().flat_map(|clause| &clause.conditions) {
                site.replace(Operator::Unconditional, condition, "True");
                negate(site, condition);
            }
        }
        _ => {}
    }
}

fn statement(site: &mut Site<'_>, statement: &Stmt) {
    let span = statement.span;
    match &statement.kind {
        StmtKind::If { test, .. } => {
            site.replace(Operator::Unconditional, test, "False");
            negate(site, test);
        }
        StmtKind::Expr(_) | StmtKind::AugmentedAssign { .. } => {
            site.change(Operator::Statement, vec![(span, "pass".to_owned())]);
        }
        StmtKind::Continue => site.change(Operator::Statement, vec![(span, "break".to_owned())]),
        StmtKind::Break => site.change(Operator::Statement, vec![(span, "continue".to_owned())]),
        _ => {}
    }
}

fn negate(site: &mut Site<'_>, condition: &Expr) {
    let new = match &condition.kind {
        ExprKind::Unary(UnaryOp::Not, inner) => site.text(inner),
        _ => format!("not {}", site.text(condition)),
    };
    site.replace(Operator::Negation, condition, &new);
}
