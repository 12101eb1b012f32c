//! Confused names: fields, parameters, arguments, loop variables.

use lang::ast::{Expr, ExprKind, StmtKind};

use crate::operator::Operator;
use crate::site::{Site, plain_call};

pub fn edit(site: &mut Site<'_>) {
    let params: Vec<&str> = site.function.params.iter().map(|param| &*param.name.name).collect();
    for expr in site.expressions.clone() {
        match &expr.kind {
            ExprKind::Attribute(_, field) => {
                for other in fields_like(site, &field.name) {
                    site.change(Operator::Field, vec![(field.span, other)]);
                }
            }
            ExprKind::Name(name) if params.contains(&&**name) => {
                for other in params.iter().filter(|other| **other != &**name) {
                    site.change(Operator::Parameter, vec![(expr.span, (*other).to_owned())]);
                }
            }
            ExprKind::Comprehension(comprehension) => {
                comprehension.clauses.iter().for_each(|clause| swap_targets(site, &clause.target));
            }
            _ => {}
        }
        if let Some((name, [one, other])) = plain_call(expr)
            && is_defined(site, name)
        {
            swap(site, one, other);
        }
    }
    for statement in site.statements.clone() {
        if let StmtKind::For { target, .. } = &statement.kind {
            swap_targets(site, target);
        }
    }
}

/// The other fields of records that have this one, of the same type.
fn fields_like(site: &Site<'_>, name: &str) -> Vec<String> {
    let mut found = Vec::new();
    for record in &site.problem.records {
        let Some(field) = record.fields.iter().find(|field| &*field.name == name) else { continue };
        let others = record.fields.iter().filter(|other| other.name != field.name && other.ty == field.ty);
        found.extend(others.map(|other| other.name.to_string()));
    }
    found
}

fn is_defined(site: &Site<'_>, name: &str) -> bool {
    site.problem.module.functions.iter().any(|function| &*function.name.name == name)
}

fn swap_targets(site: &mut Site<'_>, target: &Expr) {
    if let ExprKind::Tuple(parts) = &target.kind
        && let [one, other] = &parts[..]
    {
        swap(site, one, other);
    }
}

fn swap(site: &mut Site<'_>, one: &Expr, other: &Expr) {
    let changes = vec![(one.span, site.slice(other.span).to_owned()), (other.span, site.slice(one.span).to_owned())];
    site.change(Operator::Swap, changes);
}
