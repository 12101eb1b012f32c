//! Productions for sets, and the only places where a set is iterated over.
//!
//! Invariant: the order of a set never shows. What is computed from an element is total and free of effects, and it is
//! combined by something that ignores the order: a set, a sum, a quantifier, a sorted list of numbers.

use crate::code::{Precedence, Snippet, call, infix, join, method, starred};
use crate::generator::{Gen, Production, rule};
use crate::types::Ty;

pub const SETS: &[Production] = &[
    rule(4, "set display", |g, ty, d| {
        let items = set_items(g, &item_of(ty)?, d);
        Some(Snippet::atom(if items.is_empty() { "set()".into() } else { format!("{{{}}}", join(&items)) }))
    }),
    rule(5, "set()", |g, ty, d| {
        let items = g.consume("set", &item_of(ty)?, d);
        Some(if g.random.one_in(25) { Snippet::atom("set()") } else { items })
    }),
    rule(5, "set comprehension", |g, ty, d| {
        let element = item_of(ty)?;
        g.scoped(|g| {
            let clauses = g.clauses(d);
            let element = g.repeated(5, |g| g.expr(&element, d));
            Some(Snippet::atom(format!("{{{} {clauses}}}", element.text)))
        })
    }),
    rule(4, "set comprehension over a set", |g, ty, d| {
        let inside = over_set(g, &item_of(ty)?, d)?;
        Some(Snippet::atom(if g.random.percent(60) { format!("{{{inside}}}") } else { format!("set({inside})") }))
    }),
    rule(8, "set operator", |g, ty, d| {
        let op = g.random.pick(&["|", "&", "-", "^"]);
        Some(infix(op, &g.expr(ty, d), &g.set_like_of(ty, d)?))
    }),
    rule(4, "set method with an iterable", |g, ty, d| {
        let item = item_of(ty)?;
        let name = g.random.pick(&["union", "intersection", "difference", "symmetric_difference"]);
        let mut args = vec![if g.random.percent(50) { g.iterable(&item, d) } else { g.expr(ty, d) }];
        if name != "symmetric_difference" && g.random.percent(25) {
            args.push(g.iterable(&item, d));
        }
        Some(method(&g.expr(ty, d), name, &args.iter().collect::<Vec<_>>()))
    }),
    rule(3, "set operation of views", |g, ty, d| {
        let item = item_of(ty)?;
        let view = Ty::Keys(Box::new(item.clone()));
        let op = g.random.pick(&["|", "&", "-", "^"]);
        let other = match g.random.below(3) {
            0 => g.expr(&view, d),
            1 => g.expr(ty, d),
            _ => g.expr(&Ty::list(item), d),
        };
        Some(infix(op, &g.expr(&view, d), &other))
    }),
    rule(2, "set operation of items", |g, ty, d| {
        let Ty::Tuple(items) = item_of(ty)? else { return None };
        if items.len() != 2 || !items.iter().all(|item| item.is_hashable(&g.module.records)) {
            return None;
        }
        let view = Ty::Items(Box::new(items[0].clone()), Box::new(items[1].clone()));
        let op = g.random.pick(&["|", "&", "-", "^"]);
        Some(infix(op, &g.expr(&view, d), &g.expr(&view, d)))
    }),
    rule(2, "set.copy", |g, ty, d| Some(method(&g.expr(ty, d), "copy", &[]))),
    rule(14, "closure", |g, ty, d| {
        let Ty::Tuple(items) = item_of(ty)? else { return None };
        if items.len() != 2 || items[0] != items[1] {
            return None;
        }
        let function = g.lib("closure");
        Some(call(&function, &[&g.iterable(&Ty::Tuple(items), d)]))
    }),
    rule(2, "reachable", |g, ty, d| {
        let item = item_of(ty)?;
        let function = g.lib("reachable");
        let edges = g.iterable(&Ty::pair(item.clone(), item.clone()), d);
        Some(call(&function, &[&edges, &g.expr(&item, d)]))
    }),
    rule(1, "set of something unhashable", |g, _, d| {
        if !g.dares() {
            return None;
        }
        let list = g.expr(&Ty::list(Ty::Int), d);
        Some(Snippet::atom(format!("{{{}, 1}}", list.text)))
    }),
];

pub const FROZENSETS: &[Production] = &[
    rule(4, "frozenset()", |g, ty, d| {
        let item = item_of(ty)?;
        if g.random.one_in(20) {
            return Some(Snippet::atom("frozenset()"));
        }
        Some(if g.random.percent(50) {
            call("frozenset", &[&g.expr(&Ty::set(item), d)])
        } else {
            g.consume("frozenset", &item, d)
        })
    }),
    rule(3, "frozenset over a set", |g, ty, d| {
        let inside = over_set(g, &item_of(ty)?, d)?;
        Some(Snippet::atom(format!("frozenset({inside})")))
    }),
    rule(4, "frozenset operator", |g, ty, d| {
        let op = g.random.pick(&["|", "&", "-", "^"]);
        let other = if g.random.percent(50) { g.expr(&Ty::set(item_of(ty)?), d) } else { g.expr(ty, d) };
        Some(infix(op, &g.expr(ty, d), &other))
    }),
    rule(2, "frozenset method", |g, ty, d| {
        let name = g.random.pick(&["union", "intersection", "difference", "symmetric_difference"]);
        let other = g.iterable(&item_of(ty)?, d);
        Some(method(&g.expr(ty, d), name, &[&other]))
    }),
    rule(1, "frozenset.copy", |g, ty, d| Some(method(&g.expr(ty, d), "copy", &[]))),
];

fn item_of(ty: &Ty) -> Option<Ty> {
    match ty {
        Ty::Set(item) | Ty::FrozenSet(item) => Some((**item).clone()),
        _ => None,
    }
}

/// The inside of a set display; a star may stand before a set too.
fn set_items(g: &mut Gen, item: &Ty, d: u32) -> Vec<Snippet> {
    (0..g.random.below(4))
        .map(|_| match g.random.below(8) {
            0 => starred(&g.expr(&Ty::set(item.clone()), d)),
            1 => starred(&g.iterable(item, d)),
            _ => g.expr(item, d),
        })
        .collect()
}

/// `f(x) for x in s if p(x)`, where `f` gives the wanted type.
fn over_set(g: &mut Gen, wanted: &Ty, d: u32) -> Option<String> {
    let from = if g.random.percent(50) { wanted.clone() } else { g.hashable_ty(1) };
    let name = g.fresh("e");
    let element = g.pure_value(&name, &from, wanted)?;
    let set = g.unbinding(|g| g.expr(&Ty::set(from.clone()), d));
    let condition = g.pure_filter(&name, &from);
    Some(format!("{element} for {name} in {}{condition}", set.at(Precedence::Or)))
}

impl Gen {
    /// A set, a frozenset or a view of keys.
    pub fn set_like(&mut self, item: &Ty, depth: u32) -> Snippet {
        let item = Box::new(item.clone());
        let ty = match self.random.below(6) {
            0 => Ty::FrozenSet(item),
            1 => Ty::Keys(item),
            _ => Ty::Set(item),
        };
        self.expr(&ty, depth)
    }

    fn set_like_of(&mut self, ty: &Ty, depth: u32) -> Option<Snippet> {
        let item = item_of(ty)?;
        Some(if self.random.percent(75) { self.expr(ty, depth) } else { self.set_like(&item, depth) })
    }

    /// `sum(f(x) for x in s)` and the like.
    pub fn sum_over_set(&mut self, depth: u32) -> Option<Snippet> {
        let from = self.hashable_ty(1);
        let set = self.unbinding(|g| g.expr(&Ty::set(from.clone()), depth));
        let name = self.fresh("e");
        let condition = self.pure_filter(&name, &from);
        let at = set.at(Precedence::Or);
        Some(Snippet::atom(match self.random.below(6) {
            0 => format!("sum(1 for {name} in {at}{condition})"),
            1 if from == Ty::Int => format!("sum({})", set.text),
            2 if from == Ty::Int => format!("{}({}, default=0)", self.random.pick(&["min", "max"]), set.text),
            3 => format!("len({{{name} for {name} in {at}{condition}}})"),
            4 => {
                let value = self.pure_value(&name, &from, &Ty::Int)?;
                format!("max(({value} for {name} in {at}{condition}), default=-1)")
            }
            _ => {
                let value = self.pure_value(&name, &from, &Ty::Int)?;
                if self.random.one_in(6) {
                    format!("sum(map(lambda {name}: {value}, {}))", set.text)
                } else {
                    format!("sum({value} for {name} in {at}{condition})")
                }
            }
        }))
    }

    pub fn quantifier_over_set(&mut self, depth: u32) -> Option<Snippet> {
        if self.ill_typed {
            // Whether the condition raises before a quantifier is decided would depend on the order.
            return None;
        }
        let from = self.hashable_ty(1);
        let set = self.unbinding(|g| g.expr(&Ty::set(from.clone()), depth));
        let name = self.fresh("e");
        let function = self.random.pick(&["all", "any"]);
        if self.random.one_in(6) {
            return Some(call(function, &[&set]));
        }
        let test = self.pure_test(&name, &from);
        let condition = self.pure_filter(&name, &from);
        Some(Snippet::atom(format!("{function}({test} for {name} in {}{condition})", set.at(Precedence::Or))))
    }

    pub fn sorted_over_set(&mut self, depth: u32) -> Option<Snippet> {
        let from = self.hashable_ty(1);
        let set = self.unbinding(|g| g.expr(&Ty::set(from.clone()), depth));
        let name = self.fresh("e");
        let value = self.pure_value(&name, &from, &Ty::Int)?;
        let condition = self.pure_filter(&name, &from);
        // Equal numbers of different types would be distinguished by their position: `+ 0` makes all of them `int`.
        Some(Snippet::atom(format!("sorted(({value}) + 0 for {name} in {}{condition})", set.at(Precedence::Or))))
    }

    fn pure_filter(&mut self, name: &str, ty: &Ty) -> String {
        if self.random.percent(50) { String::new() } else { format!(" if {}", self.pure_test(name, ty)) }
    }

    /// A condition on an element that cannot raise and has no effects.
    pub fn pure_test(&mut self, name: &str, ty: &Ty) -> String {
        let other = self.literal(ty, 0).at(Precedence::BitOr);
        let set = self
            .any_var(|var| matches!(&var.ty, Ty::Set(item) | Ty::FrozenSet(item) | Ty::List(item) if **item == *ty));
        match (self.random.below(6), ty) {
            (0, _) => format!("{name} in ({other}, {})", self.literal(ty, 0).text),
            (1, _) if set.is_some() => {
                let op = self.random.pick(&["in", "not in"]);
                format!("{name} {op} {}", set.map_or("()".into(), |var| var.name))
            }
            (2..=3, Ty::Int) => {
                format!("{name} % {} == {}", self.random.pick(&["2", "3", "-2"]), self.random.pick(&["0", "1"]))
            }
            (2..=4, Ty::Int | Ty::Str) => format!("{name} {} {other}", self.comparison_op()),
            (2, _) => name.to_owned(),
            (3, _) => format!("not {name}"),
            _ => format!("{name} {} {other}", self.random.pick(&["==", "!="])),
        }
    }

    /// A value computed from an element of a set that cannot raise and has no effects. Equal results have equal
    /// types, whatever the elements, so that it does not matter which of them comes first.
    pub fn pure_value(&mut self, name: &str, from: &Ty, wanted: &Ty) -> Option<String> {
        Some(match (from, wanted) {
            (Ty::Int, Ty::Int) => {
                let square = if self.tame { "{} * {} % 11" } else { "{} * {}" };
                let forms =
                    ["{} + 1", "{} * 2", "{} % 3", "-{}", "{} // 2", "abs({})", square, "{} ^ 5", "{} - 10 ** 20"];
                self.random.pick(&forms).replace("{}", name)
            }
            (Ty::Int, Ty::Bool) => format!("{name} > {}", self.random.between(0, 4)),
            (Ty::FrozenSet(_), Ty::Int) => format!("len({name})"),
            (Ty::Tuple(items), wanted) if items.contains(wanted) && *wanted != Ty::Int => {
                format!("{name}[{}]", items.iter().position(|item| item == wanted)?)
            }
            (Ty::Tuple(items), Ty::Int) if items.first() == Some(&Ty::Int) => format!("{name}[0] + 0"),
            (Ty::Tuple(items), Ty::Tuple(swapped)) if items.len() == 2 && items.iter().rev().eq(swapped) => {
                if self.random.percent(50) { format!("({name}[1], {name}[0])") } else { name.to_owned() }
            }
            (from, Ty::Tuple(items)) if items.len() == 2 && items[0] == *from && items[1] == Ty::Int => {
                format!("({name}, 0)")
            }
            (_, Ty::Int) => format!("2 if {} else 3", self.pure_test(name, from)),
            (_, Ty::Str) if from != wanted => format!("\"a\" if {} else \"b\"", self.pure_test(name, from)),
            (from, wanted) if from == wanted => name.to_owned(),
            _ => return None,
        })
    }
}
