//! Productions for values that are neither numbers, Booleans nor containers.

use crate::code::{Snippet, call, method, subscript};
use crate::generator::{Production, rule};
use crate::types::{Ty, signature};

pub const NONE: &[Production] = &[
    rule(3, "append as a value", |g, _, d| {
        if g.times > 1 {
            return None;
        }
        let var = g.any_var(|var| matches!(var.ty, Ty::List(_)))?;
        let element = var.ty.element()?;
        Some(method(&Snippet::atom(var.name), "append", &[&g.expr(&element, d)]))
    }),
    rule(1, "get of nothing", |g, _, _| Some(Snippet::atom(g.random.pick(&["{}.get(0)", "{1: 2}.get((1, 2))"])))),
];

pub const OPTIONAL: &[Production] = &[
    rule(4, "integer as optional", |g, _, d| Some(g.int(d))),
    rule(2, "None", |_, _, _| Some(Snippet::atom("None"))),
    rule(4, "get", |g, _, d| {
        let key = g.hashable_ty(1);
        let dict = g.expr(&Ty::dict(key.clone(), Ty::Int), d);
        Some(method(&dict, "get", &[&g.expr(&key, d)]))
    }),
    rule(2, "next or None", |g, _, d| Some(call("next", &[&g.expr(&Ty::iter(Ty::Int), d), &Snippet::atom("None")]))),
    rule(2, "max or None", |g, _, d| {
        let items = g.iterable(&Ty::Int, d);
        Some(Snippet::atom(format!("{}({}, default=None)", g.random.pick(&["min", "max"]), items.text)))
    }),
    rule(1, "search", |g, _, d| {
        g.scoped(|g| {
            let clauses = g.clauses(d);
            let element = g.repeated(5, |g| g.int(d));
            Some(Snippet::atom(format!("next(({} {clauses}), None)", element.text)))
        })
    }),
];

pub const MIXED: &[Production] = &[rule(1, "one of several types", |g, _, d| {
    let ty = g.mixed_ty();
    Some(g.expr(&ty, d))
})];

pub const RANGE: &[Production] = &[
    rule(3, "range of one", |g, _, d| {
        let stop = g.bounded(d);
        Some(call("range", &[&stop]))
    }),
    rule(3, "range of a length", |g, _, _| {
        let var = g.any_var(|var| var.ty.has_len())?;
        Some(Snippet::atom(format!("range(len({}))", var.name)))
    }),
    rule(3, "range of two", |g, _, d| {
        let (start, stop) = (g.bounded(d), g.bounded(d));
        Some(call("range", &[&start, &stop]))
    }),
    rule(3, "range of three", |g, _, d| {
        let (start, stop) = (g.bounded(d), g.bounded(d));
        let step = if g.dares() { g.bounded(d) } else { Snippet::atom(g.random.pick(&["1", "2", "-1", "-2", "3"])) };
        Some(call("range", &[&start, &stop, &step]))
    }),
    rule(2, "slice of a range", |g, ty, d| {
        let range = g.expr(ty, d);
        let slice = g.slice(d);
        Some(subscript(&range, &slice))
    }),
];

pub const FUNC: &[Production] = &[
    rule(6, "lambda", |g, ty, d| {
        let Ty::Func(params, result) = ty else { return None };
        Some(g.lambda(params, result, d))
    }),
    rule(12, "function as a value", |g, ty, _| {
        let names: Vec<String> = g
            .module
            .functions
            .iter()
            .filter(|function| signature(function).as_ref() == Some(ty))
            .map(|function| function.name.clone())
            .collect();
        if names.is_empty() { None } else { Some(Snippet::atom(&names[g.random.below(names.len())])) }
    }),
    rule(1, "builtin as a value", |_, ty, _| match ty {
        Ty::Func(params, result) if params.len() == 1 && params[0] == Ty::Int && **result == Ty::Int => {
            Some(Snippet::atom("abs"))
        }
        Ty::Func(params, result) if params.len() == 1 && **result == Ty::Bool => Some(Snippet::atom("bool")),
        Ty::Func(params, result) if params.len() == 1 && params[0] == Ty::Bool && **result == Ty::Int => {
            Some(Snippet::atom("int"))
        }
        _ => None,
    }),
];
