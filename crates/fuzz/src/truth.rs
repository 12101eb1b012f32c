//! Productions for Booleans: comparisons, membership, quantifiers.

use crate::code::{Snippet, boolean, call, comparison, infix, method, not};
use crate::generator::{Gen, Production, rule};
use crate::types::Ty;

pub const RULES: &[Production] = &[
    rule(10, "comparison of integers", |g, _, d| {
        let op = g.comparison_op();
        Some(comparison(&g.int(d), &[(op, g.int(d))]))
    }),
    rule(5, "chained comparison", |g, _, d| {
        let first = g.int(d);
        let mut links = Vec::new();
        for _ in 0..=1 + g.random.below(2) {
            let op = g.comparison_op();
            let operand = g.int(d);
            // A call in the middle of a chain must happen once, and not after a link that fails.
            links.push((op, if g.has_note && g.random.percent(40) { call("note", &[&operand]) } else { operand }));
        }
        Some(comparison(&first, &links))
    }),
    rule(5, "comparison of equal types", |g, _, d| {
        let ty = g.data_ty(2);
        let ops: &[&str] = if ty.is_orderable(&g.module.records) || g.dares() {
            &["<", "<=", ">", ">=", "==", "!="]
        } else {
            &["==", "!="]
        };
        let op = g.random.pick(ops);
        Some(comparison(&g.expr(&ty, d), &[(op, g.expr(&ty, d))]))
    }),
    rule(3, "equality of any types", |g, _, d| {
        let (a, b) = (g.data_ty(2), g.data_ty(2));
        let op = g.random.pick(&["==", "!="]);
        Some(comparison(&g.expr(&a, d), &[(op, g.expr(&b, d))]))
    }),
    rule(1, "ordering of any types", |g, _, d| {
        if !g.dares() {
            return None;
        }
        let (a, b) = (g.data_ty(1), g.data_ty(1));
        let op = g.random.pick(&["<", "<=", ">", ">="]);
        Some(comparison(&g.expr(&a, d), &[(op, g.expr(&b, d))]))
    }),
    rule(3, "comparison of sets", |g, _, d| {
        let ty = g.hashable_ty(1);
        let (a, b) = (g.set_like(&ty, d), g.set_like(&ty, d));
        let op = g.random.pick(&["<=", "<", ">=", ">", "==", "!="]);
        Some(comparison(&a, &[(op, b)]))
    }),
    rule(3, "predicate method of sets", |g, _, d| {
        let ty = g.hashable_ty(1);
        let name = g.random.pick(&["issubset", "issuperset", "isdisjoint"]);
        let object = g.expr(&Ty::set(ty.clone()), d);
        let other = if g.random.percent(50) { g.expr(&Ty::set(ty), d) } else { g.iterable(&ty, d) };
        Some(method(&object, name, &[&other]))
    }),
    rule(1, "isdisjoint of a view", |g, _, d| {
        let ty = g.hashable_ty(0);
        let object = g.expr(&Ty::Keys(Box::new(ty.clone())), d);
        Some(method(&object, "isdisjoint", &[&g.iterable(&ty, d)]))
    }),
    rule(2, "comparison of counters", |g, _, d| {
        let ty = Ty::Counter(Box::new(g.hashable_ty(0)));
        let op = g.random.pick(&["<=", "<", ">=", ">", "==", "!="]);
        Some(comparison(&g.expr(&ty, d), &[(op, g.expr(&ty, d))]))
    }),
    rule(8, "membership", membership),
    rule(2, "membership in a chain", |g, _, d| {
        let list = g.expr(&Ty::list(Ty::Int), d);
        let op = g.comparison_op();
        Some(comparison(&g.int(d), &[(op, g.int(d)), (g.random.pick(&["in", "not in"]), list)]))
    }),
    rule(3, "is None", |g, _, d| {
        let op = g.random.pick(&["is", "is not"]);
        Some(comparison(&g.expr(&Ty::Optional, d), &[(op, Snippet::atom("None"))]))
    }),
    rule(1, "is True", |g, _, d| {
        let op = g.random.pick(&["is", "is not"]);
        let constant = Snippet::atom(g.random.pick(&["True", "False"]));
        let ty = if g.random.percent(50) { Ty::Bool } else { Ty::Mixed };
        Some(comparison(&g.expr(&ty, d), &[(op, constant)]))
    }),
    rule(5, "not", |g, _, d| {
        let operand = g.test(d);
        Some(not(&operand))
    }),
    rule(5, "and", |g, _, d| {
        let mut operands = vec![g.bool(d), g.bool(d)];
        if g.random.percent(25) {
            operands.push(g.bool(d));
        }
        Some(boolean("and", &operands))
    }),
    rule(5, "or", |g, _, d| {
        let mut operands = vec![g.bool(d), g.bool(d)];
        if g.random.percent(25) {
            operands.push(g.bool(d));
        }
        Some(boolean("or", &operands))
    }),
    rule(1, "bool & bool", |g, _, d| {
        let op = g.random.pick(&["&", "|", "^"]);
        Some(infix(op, &g.bool(d), &g.bool(d)))
    }),
    rule(3, "bool()", |g, _, d| {
        let ty = g.local_ty(2);
        let arg = g.expr(&ty, d);
        Some(if g.random.one_in(20) { Snippet::atom("bool()") } else { call("bool", &[&arg]) })
    }),
    rule(7, "all or any", |g, _, d| {
        let function = g.random.pick(&["all", "any"]);
        Some(g.consume(function, &Ty::Bool, d))
    }),
    rule(2, "all or any of values", |g, _, d| {
        let function = g.random.pick(&["all", "any"]);
        let ty = g.data_ty(1);
        Some(call(function, &[&g.iterable(&ty, d)]))
    }),
    rule(3, "all or any over a set", |g, _, d| g.quantifier_over_set(d)),
    rule(2, "sortedness", |g, _, d| {
        let ty = Ty::list(g.orderable_ty());
        let var = g.var_of(&ty)?;
        let _ = d;
        Some(comparison(&var, &[("==", call("sorted", &[&var]))]))
    }),
];

fn membership(g: &mut Gen, _: &Ty, d: u32) -> Option<Snippet> {
    let op = g.random.pick(&["in", "not in"]);
    let var = g.any_var(|var| var.ty.element().is_some() || matches!(var.ty, Ty::Set(_) | Ty::FrozenSet(_)));
    if let Some(var) = var
        && g.random.percent(60)
    {
        let element = match &var.ty {
            Ty::Set(item) | Ty::FrozenSet(item) => (**item).clone(),
            ty => ty.element().unwrap_or(Ty::Int),
        };
        return Some(comparison(&g.expr(&element, d), &[(op, Snippet::atom(var.name))]));
    }
    if g.random.one_in(8) {
        // A list is not hashable, so searching a set for it raises.
        let wanted = if g.dares() { Ty::list(Ty::Int) } else { Ty::Mixed };
        let other = Ty::set(g.hashable_ty(1));
        return Some(comparison(&g.expr(&wanted, d), &[(op, g.expr(&other, d))]));
    }
    let element = g.hashable_ty(1);
    let container = g.container_of(&element);
    Some(comparison(&g.expr(&element, d), &[(op, g.expr(&container, d))]))
}

impl Gen {
    pub fn comparison_op(&mut self) -> &'static str {
        self.random.pick(&["<", "<=", ">", ">=", "==", "!="])
    }

    fn container_of(&mut self, element: &Ty) -> Ty {
        let element = Box::new(element.clone());
        match self.random.below(9) {
            0..=2 => Ty::List(element),
            3 => Ty::TupleOf(element),
            4..=5 => Ty::Set(element),
            6 => Ty::Dict(element, Box::new(Ty::Int)),
            7 => Ty::Keys(element),
            _ if *element == Ty::Int => Ty::Range,
            _ => Ty::FrozenSet(element),
        }
    }
}
