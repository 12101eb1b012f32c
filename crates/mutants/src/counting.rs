//! Ignored multiplicity, closures cut to one step, and functions confused with their opposites.

use lang::ast::{ComprehensionKind, Expr, ExprKind, Span};

use crate::operator::Operator;
use crate::site::{Site, method_call, plain_call};

pub fn edit(site: &mut Site<'_>) {
    for expr in site.expressions.clone() {
        if let Some((name, args)) = plain_call(expr) {
            call(site, expr, name, args);
        } else if let Some((object, name, args)) = method_call(expr) {
            match (&*name.name, args) {
                ("count", [one]) => {
                    let (object, one) = (site.text(object), site.text(one));
                    site.replace(Operator::Multiplicity, expr, &format!("1 if {one} in {object} else 0"));
                }
                ("issubset", _) => site.change(Operator::Opposite, vec![(name.span, "issuperset".to_owned())]),
                ("issuperset", _) => site.change(Operator::Opposite, vec![(name.span, "issubset".to_owned())]),
                _ => {}
            }
        } else if let ExprKind::Comprehension(comprehension) = &expr.kind {
            let brackets = match comprehension.kind {
                ComprehensionKind::Set => ["[", "]"],
                ComprehensionKind::List => ["{", "}"],
                _ => continue,
            };
            let Span { start, end } = expr.span;
            let ends = [Span::new(start, start + 1), Span::new(end - 1, end)];
            let changes = ends.into_iter().zip(brackets).map(|(span, bracket)| (span, bracket.to_owned()));
            site.change(Operator::Multiplicity, changes.collect());
        }
    }
}

fn call(site: &mut Site<'_>, expr: &Expr, name: &str, args: &[Expr]) {
    let texts: Vec<String> = args.iter().map(|arg| site.text(arg)).collect();
    match (name, &texts[..]) {
        ("Counter", [all]) => site.replace(Operator::Multiplicity, expr, &format!("set({all})")),
        ("sorted", [all]) => site.replace(Operator::Multiplicity, expr, &format!("sorted(set({all}))")),
        ("len", [all]) => site.replace(Operator::Multiplicity, expr, &format!("len(set({all}))")),
        ("set" | "frozenset", [all]) => site.replace(Operator::Multiplicity, expr, &format!("list({all})")),
        ("closure", [edges]) => site.replace(Operator::OneStep, expr, &format!("set({edges})")),
        ("reachable", [edges, start]) => {
            let direct = format!("{{{start}}} | {{b for a, b in {edges} if a == {start}}}");
            site.replace(Operator::OneStep, expr, &direct);
        }
        ("sum", [all]) => {
            for other in ["max", "len"] {
                site.replace(Operator::Opposite, expr, &format!("{other}([0, *{all}])"));
            }
        }
        _ => {}
    }
    let opposite = match name {
        "min" => "max",
        "max" => "min",
        _ => return,
    };
    if let ExprKind::Call(call) = &expr.kind {
        site.change(Operator::Opposite, vec![(call.function.span, opposite.to_owned())]);
    }
}
