//! Productions for dicts, counters, default dicts and the views of dicts.

use crate::code::{Precedence, Snippet, call, infix, method, unary};
use crate::generator::{Gen, Production, rule};
use crate::literal::factory;
use crate::types::Ty;

pub const DICTS: &[Production] = &[
    rule(6, "dict display", |g, ty, d| {
        let (key, value) = ty.mapping()?;
        let mut items = Vec::new();
        for _ in 0..g.random.below(4) {
            if g.random.percent(15) {
                g.used.count("double star in a display");
                items.push(format!("**{}", g.expr(ty, d).at(Precedence::BitOr)));
            } else {
                let key = g.expr(&key, d).text;
                items.push(format!("{key}: {}", g.expr(&value, d).text));
            }
        }
        Some(Snippet::atom(format!("{{{}}}", items.join(", "))))
    }),
    rule(7, "dict comprehension", |g, ty, d| {
        let (key, value) = ty.mapping()?;
        g.scoped(|g| {
            let clauses = g.clauses(d);
            let (key, value) = g.repeated(5, |g| (g.expr(&key, d), g.expr(&value, d)));
            Some(Snippet::atom(format!("{{{}: {} {clauses}}}", key.text, value.text)))
        })
    }),
    rule(4, "dict of pairs", |g, ty, d| {
        let (key, value) = ty.mapping()?;
        Some(g.consume("dict", &Ty::pair(key, value), d))
    }),
    rule(3, "dict of zip", |g, ty, d| {
        let (key, value) = ty.mapping()?;
        Some(Snippet::atom(format!("dict(zip({}, {}))", g.iterable(&key, d).text, g.iterable(&value, d).text)))
    }),
    rule(3, "dict.fromkeys", |g, ty, d| {
        let (key, value) = ty.mapping()?;
        let keys = g.iterable(&key, d);
        if value == Ty::Optional && g.random.percent(50) {
            return Some(call("dict.fromkeys", &[&keys]));
        }
        Some(call("dict.fromkeys", &[&keys, &g.expr(&value, d)]))
    }),
    rule(3, "dict()", |g, ty, d| {
        let (key, value) = ty.mapping()?;
        Some(match g.random.below(5) {
            0 => Snippet::atom("dict()"),
            1..=2 if key == Ty::Str => {
                let args = format!("a={}, bc={}", g.expr(&value, d).text, g.expr(&value, d).text);
                if g.random.percent(40) {
                    Snippet::atom(format!("dict({}, {args})", g.expr(ty, d).text))
                } else {
                    Snippet::atom(format!("dict({args})"))
                }
            }
            3 if value == Ty::Int => call("dict", &[&g.expr(&Ty::Counter(Box::new(key)), d)]),
            _ => call("dict", &[&g.expr(ty, d)]),
        })
    }),
    rule(3, "dict |", |g, ty, d| Some(infix("|", &g.expr(ty, d), &g.expr(ty, d)))),
    rule(2, "dict.copy", |g, ty, d| Some(method(&g.expr(ty, d), "copy", &[]))),
    rule(3, "dict filtered", |g, ty, d| {
        let (key, value) = ty.mapping()?;
        let dict = g.unbinding(|g| g.expr(ty, d));
        g.scoped(|g| {
            let (k, v) = (g.bind(key), g.bind(value));
            let test = g.repeated(4, |g| g.test(d.min(2)));
            Some(Snippet::atom(format!(
                "{{{k}: {v} for {k}, {v} in {}.items() if {}}}",
                dict.base(),
                test.at(Precedence::Or)
            )))
        })
    }),
    rule(1, "dict from something else", |g, _, _| {
        if !g.dares() {
            return None;
        }
        Some(Snippet::atom(g.random.pick(&[
            "dict([1])",
            "dict([(1, 2, 3)])",
            "dict(3)",
            "dict([[1, 2]])",
            "dict([([], 1)])",
            "{[]: 1}",
        ])))
    }),
];

pub const COUNTERS: &[Production] = &[
    rule(8, "Counter()", |g, ty, d| {
        let (key, _) = ty.mapping()?;
        let class = g.lib("Counter");
        Some(match g.random.below(8) {
            0 => Snippet::atom(format!("{class}()")),
            1 => call(&class, &[&g.expr(&Ty::dict(key, Ty::Int), d)]),
            2 => call(&class, &[&g.expr(ty, d)]),
            3 if key == Ty::Str => Snippet::atom(format!("{class}(a={}, b={})", g.int(d).text, g.int(d).text)),
            _ => g.consume(&class, &key, d),
        })
    }),
    rule(6, "Counter operator", |g, ty, d| {
        let op = g.random.pick(&["+", "-", "&", "|"]);
        Some(infix(op, &g.expr(ty, d), &g.expr(ty, d)))
    }),
    rule(1, "Counter unary", |g, ty, d| Some(unary(g.random.pick(&["+", "-"]), &g.expr(ty, d)))),
    rule(2, "Counter.copy", |g, ty, d| Some(method(&g.expr(ty, d), "copy", &[]))),
];

pub const DEFAULT_DICTS: &[Production] = &[
    rule(5, "defaultdict()", |g, ty, d| {
        let (key, value) = ty.mapping()?;
        let class = g.lib("defaultdict");
        let mut make = factory(&value).to_owned();
        if g.random.one_in(6) {
            make = g.lambda(&[], &value, d.min(1)).text;
        }
        Some(match g.random.below(3) {
            0 => Snippet::atom(format!("{class}({make})")),
            1 => Snippet::atom(format!("{class}({make}, {})", g.iterable(&Ty::pair(key, value), d).text)),
            _ => Snippet::atom(format!("{class}({make}, {})", g.expr(&Ty::dict(key, value), d).text)),
        })
    }),
    rule(2, "defaultdict.copy", |g, ty, d| Some(method(&g.expr(ty, d), "copy", &[]))),
    rule(2, "defaultdict |", |g, ty, d| {
        let (key, value) = ty.mapping()?;
        Some(infix("|", &g.expr(ty, d), &g.expr(&Ty::dict(key, value), d)))
    }),
    rule(1, "defaultdict without factory", |g, _, _| {
        if !g.dares() {
            return None;
        }
        let class = g.lib("defaultdict");
        Some(Snippet::atom(g.random.pick(&["{}(None)", "{}()", "{}(None, {1: 2})"]).replacen("{}", &class, 1)))
    }),
];

pub const KEYS: &[Production] = &[rule(1, "keys", |g, ty, d| {
    let dict = g.any_dict(|key, _| Ty::Keys(Box::new(key)) == *ty);
    let key = ty.element()?;
    let dict = dict.unwrap_or_else(|| g.expr(&Ty::dict(key, Ty::Int), d));
    Some(method(&dict, "keys", &[]))
})];

pub const VALUES: &[Production] = &[rule(1, "values", |g, ty, d| {
    let dict = g.any_dict(|_, value| Ty::Values(Box::new(value)) == *ty);
    let value = ty.element()?;
    let dict = dict.unwrap_or_else(|| g.expr(&Ty::dict(Ty::Int, value), d));
    Some(method(&dict, "values", &[]))
})];

pub const ITEMS: &[Production] = &[rule(1, "items", |g, ty, d| {
    let dict = g.any_dict(|key, value| Ty::Items(Box::new(key), Box::new(value)) == *ty);
    let Ty::Items(key, value) = ty else { return None };
    let dict = dict.unwrap_or_else(|| g.expr(&Ty::Dict(key.clone(), value.clone()), d));
    Some(method(&dict, "items", &[]))
})];

impl Gen {
    /// A variable that holds a dict of any kind.
    fn any_dict(&mut self, holds: impl Fn(Ty, Ty) -> bool) -> Option<Snippet> {
        let var = self.any_var(|var| var.ty.mapping().is_some_and(|(key, value)| holds(key, value)))?;
        Some(Snippet::atom(var.name))
    }
}
