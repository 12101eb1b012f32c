//! Off-by-one errors, wrong bounds of slices, wrong arithmetic operators.

use lang::ast::{BinaryOp, Expr, ExprKind, Span};

use crate::operator::Operator;
use crate::site::{Site, plain_call};

pub fn edit(site: &mut Site<'_>) {
    for expr in site.expressions.clone() {
        match &expr.kind {
            ExprKind::Int(_) => one_off(site, expr),
            ExprKind::Slice(slice) => {
                if let (None, Some(upper)) = (&slice.lower, &slice.upper) {
                    let text = site.text(upper);
                    let start = Span::new(expr.span.start, expr.span.start);
                    for back in 1..3 {
                        site.change(Operator::Nearby, vec![(start, format!("max(0, {text} - {back})"))]);
                    }
                }
                for bound in [&slice.lower, &slice.upper].into_iter().flatten() {
                    one_off(site, bound);
                    site.change(Operator::Unbounded, vec![(bound.span, "None".to_owned())]);
                }
            }
            ExprKind::Subscript(_, index) if !matches!(index.kind, ExprKind::Slice(_) | ExprKind::Tuple(_)) => {
                one_off(site, index);
            }
            ExprKind::Binary(op, left, right) => arithmetic(site, *op, left, right),
            _ => {}
        }
        if let Some(("range", args)) = plain_call(expr) {
            args.iter().for_each(|arg| one_off(site, arg));
        }
    }
}

fn one_off(site: &mut Site<'_>, number: &Expr) {
    let text = site.text(number);
    for by in ["+ 1", "- 1"] {
        site.replace(Operator::OffByOne, number, &format!("{text} {by}"));
    }
}

fn arithmetic(site: &mut Site<'_>, op: BinaryOp, left: &Expr, right: &Expr) {
    let other = match op {
        BinaryOp::Add => "-",
        BinaryOp::Subtract | BinaryOp::Multiply => "+",
        BinaryOp::BitAnd => "|",
        BinaryOp::BitOr => "&",
        _ => return,
    };
    let between = Span::new(left.span.end, right.span.start);
    let new = site.slice(between).replacen(op.symbol(), other, 1);
    site.change(Operator::Arithmetic, vec![(between, new)]);
}
