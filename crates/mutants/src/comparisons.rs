//! Comparisons: wrong boundaries, wrong directions, and comparing less than required.

use lang::ast::{CompareOp, Expr, ExprKind, Span};

use crate::operator::Operator;
use crate::site::Site;

pub fn edit(site: &mut Site<'_>) {
    for expr in site.expressions.clone() {
        let ExprKind::Compare(first, links) = &expr.kind else { continue };
        let operands: Vec<&Expr> = std::iter::once(&**first).chain(links.iter().map(|(_, operand)| operand)).collect();
        for (position, (op, _)) in links.iter().enumerate() {
            let between = Span::new(operands[position].span.end, operands[position + 1].span.start);
            for other in confused_with(*op) {
                let new = site.slice(between).replacen(op.symbol(), other, 1);
                site.change(Operator::Comparison, vec![(between, new)]);
            }
        }
        if let [(op, second)] = &links[..] {
            coarser(site, expr, *op, [first, second]);
        } else {
            let last = operands[operands.len() - 2].span.end;
            for kept in [Span::new(operands[1].span.start, expr.span.end), Span::new(expr.span.start, last)] {
                let shorter = site.slice(kept).to_owned();
                site.replace(Operator::ShorterChain, expr, &shorter);
            }
        }
    }
}

/// The operators that are easily written instead.
fn confused_with(op: CompareOp) -> &'static [&'static str] {
    match op {
        CompareOp::Less => &["<=", "!=", ">"],
        CompareOp::LessEqual => &["<", "==", ">="],
        CompareOp::Greater => &[">=", "!=", "<"],
        CompareOp::GreaterEqual => &[">", "==", "<="],
        CompareOp::Equal => &["<=", ">="],
        CompareOp::NotEqual => &["<", ">"],
        CompareOp::In | CompareOp::NotIn | CompareOp::Is | CompareOp::IsNot => &[],
    }
}

/// Compares lengths, sets or sorted elements instead of the values.
fn coarser(site: &mut Site<'_>, expr: &Expr, op: CompareOp, operands: [&Expr; 2]) {
    let symbol = op.symbol();
    let [left, right] = operands.map(|operand| site.text(operand));
    let wrapped = |with: &str| format!("{with}({left}) {symbol} {with}({right})");
    match op {
        CompareOp::Equal | CompareOp::NotEqual => {
            for with in ["len", "set", "sorted"] {
                site.replace(Operator::Coarser, expr, &wrapped(with));
            }
        }
        CompareOp::LessEqual | CompareOp::GreaterEqual => {
            site.replace(Operator::Coarser, expr, &wrapped("len"));
            site.replace(Operator::Coarser, expr, &format!("not {left} or not {right} or {left} & {right}"));
        }
        _ => {}
    }
}
