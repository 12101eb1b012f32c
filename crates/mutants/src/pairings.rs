//! Pairings: which elements are compared with which. Only neighbors instead of all pairs, only the ends, and so on.

use lang::ast::{Comprehension, Expr, ExprKind, Span};

use crate::operator::Operator;
use crate::site::{Site, plain_call};

pub fn edit(site: &mut Site<'_>) {
    for expr in site.expressions.clone() {
        match (&expr.kind, plain_call(expr)) {
            (ExprKind::Comprehension(comprehension), _) => nested_clauses(site, comprehension),
            (_, Some(("combinations", [all, two]))) if site.slice(two.span) == "2" => {
                let all = site.text(all);
                some_pairs(site, expr, &all);
                site.replace(Operator::Neighbors, expr, &neighbors(&all));
            }
            (_, Some(("product", [one, other]))) if site.slice(one.span) == site.slice(other.span) => {
                let all = site.text(one);
                site.replace(Operator::Neighbors, expr, &neighbors(&all));
            }
            (_, Some(("pairwise", [all]))) => {
                let all = site.text(all);
                some_pairs(site, expr, &all);
                site.replace(Operator::Neighbors, expr, &later(&all, ""));
            }
            _ => {}
        }
    }
}

/// Only the first with the last; only disjoint neighbors; only elements at most two apart.
fn some_pairs(site: &mut Site<'_>, expr: &Expr, all: &str) {
    let ends = format!("zip(list({all})[:1], list({all})[-1:])");
    let halves = format!("zip(list({all})[::2], list({all})[1::2])");
    for pairs in [ends, halves, later(all, "i + 3")] {
        site.replace(Operator::Neighbors, expr, &pairs);
    }
}

fn neighbors(all: &str) -> String {
    format!("zip(list({all}), list({all})[1:])")
}

/// Each element with those after it, up to a position.
fn later(all: &str, end: &str) -> String {
    format!("((a, b) for i, a in enumerate(list({all})) for b in list({all})[i + 1:{end}])")
}

/// `for a in xs for b in xs`
fn nested_clauses(site: &mut Site<'_>, comprehension: &Comprehension) {
    for two in comprehension.clauses.windows(2) {
        let [outer, inner] = two else { continue };
        if site.slice(outer.iterable.span) != site.slice(inner.iterable.span) || !outer.conditions.is_empty() {
            continue;
        }
        let all = site.text(&inner.iterable);
        let targets = format!("{}, {}", site.text(&outer.target), site.text(&inner.target));
        let whole = Span::new(outer.target.span.start, inner.iterable.span.end);
        // The span may begin or end between matching parentheses.
        let text = site.slice(whole);
        if text.matches('(').count() == text.matches(')').count() {
            site.change(Operator::Neighbors, vec![(whole, format!("{targets} in {}", neighbors(&all)))]);
        }
    }
}
