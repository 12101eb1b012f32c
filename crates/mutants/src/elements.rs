//! Skipped elements: the first or last element of an iteration, or all others.

use lang::ast::{Expr, ExprKind, StmtKind};

use crate::operator::Operator;
use crate::site::{Site, plain_call};

/// The slices that remain.
const PARTS: [&str; 4] = ["[1:]", "[:-1]", "[:1]", "[-1:]"];

pub fn edit(site: &mut Site<'_>) {
    for iterated in iterated(site) {
        let text = site.text(iterated);
        for part in PARTS {
            site.replace(Operator::Elements, iterated, &format!("list({text}){part}"));
        }
    }
}

/// Everything that is iterated over: by loops, comprehensions, and functions that consume an iterable.
fn iterated<'a>(site: &Site<'a>) -> Vec<&'a Expr> {
    let mut found = Vec::new();
    for statement in &site.statements {
        if let StmtKind::For { iterable, .. } = &statement.kind {
            found.push(iterable);
        }
    }
    for expr in &site.expressions {
        match &expr.kind {
            ExprKind::Comprehension(comprehension) => {
                found.extend(comprehension.clauses.iter().map(|clause| &clause.iterable));
            }
            _ => found.extend(consumed(expr)),
        }
    }
    found
}

fn consumed(expr: &Expr) -> Option<&Expr> {
    let (("set" | "frozenset" | "sorted" | "Counter" | "list" | "tuple" | "pairwise" | "closure", [all])
    | ("combinations", [all, _])
    | ("map" | "filter", [_, all])) = plain_call(expr)?
    else {
        return None;
    };
    (!matches!(all.kind, ExprKind::Comprehension(_))).then_some(all)
}
