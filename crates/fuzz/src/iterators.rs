//! Productions for iteration: ordered iterables, iterators, the clauses of comprehensions.
//!
//! Invariant: nothing here iterates over a set.

use crate::code::{Snippet, call, method};
use crate::generator::{Gen, Production, rule};
use crate::types::Ty;

/// Iterables that yield elements of a type in a known order. The wanted type is that of the elements.
pub const ITERABLES: &[Production] = &[
    rule(12, "iterable list", |g, ty, d| Some(g.expr(&Ty::list(ty.clone()), d))),
    rule(3, "iterable tuple", |g, ty, d| Some(g.expr(&Ty::TupleOf(Box::new(ty.clone())), d))),
    rule(6, "iterable range", |g, ty, d| if *ty == Ty::Int { Some(g.expr(&Ty::Range, d)) } else { None }),
    rule(10, "iterable iterator", |g, ty, d| Some(g.expr(&Ty::iter(ty.clone()), d))),
    rule(3, "iterable dict", |g, ty, d| {
        let dict = g.dict_of_keys(ty, d)?;
        Some(if g.random.percent(60) { dict } else { method(&dict, "keys", &[]) })
    }),
    rule(3, "iterable values", |g, ty, d| {
        if g.random.percent(30) {
            return Some(g.expr(&Ty::Values(Box::new(ty.clone())), d));
        }
        let key = g.hashable_ty(0);
        Some(method(&g.expr(&Ty::dict(key, ty.clone()), d), "values", &[]))
    }),
    rule(4, "iterable items", |g, ty, d| {
        let (key, value) = pair_of(ty)?;
        if !key.is_hashable(&g.module.records) {
            return None;
        }
        Some(method(&g.expr(&Ty::dict(key, value), d), "items", &[]))
    }),
    rule(2, "iterable keys view", |g, ty, d| {
        if ty.is_hashable(&g.module.records) { Some(g.expr(&Ty::Keys(Box::new(ty.clone())), d)) } else { None }
    }),
    rule(2, "iterable sorted set", |g, ty, d| {
        if !ty.is_orderable(&g.module.records) || !ty.is_hashable(&g.module.records) {
            return None;
        }
        Some(call("sorted", &[&g.expr(&Ty::set(ty.clone()), d)]))
    }),
];

pub const ITERATORS: &[Production] = &[
    rule(8, "generator expression", |g, ty, d| Some(Snippet::atom(format!("({})", g.generator(&ty.element()?, d))))),
    rule(4, "iter", |g, ty, d| Some(call("iter", &[&g.iterable(&ty.element()?, d)]))),
    rule(3, "map", |g, ty, d| {
        let (from, to) = (g.plain_ty(), ty.element()?);
        let function = g.expr(&Ty::Func(vec![from.clone()], Box::new(to)), d);
        Some(call("map", &[&function, &g.iterable(&from, d)]))
    }),
    rule(2, "map of two", |g, ty, d| {
        let (first, second, to) = (g.plain_ty(), g.plain_ty(), ty.element()?);
        let function = g.expr(&Ty::Func(vec![first.clone(), second.clone()], Box::new(to)), d);
        Some(call("map", &[&function, &g.iterable(&first, d), &g.iterable(&second, d)]))
    }),
    rule(3, "filter", |g, ty, d| {
        let element = ty.element()?;
        let test = if g.random.percent(25) {
            Snippet::atom("None")
        } else {
            g.expr(&Ty::Func(vec![element.clone()], Box::new(Ty::Bool)), d)
        };
        Some(call("filter", &[&test, &g.iterable(&element, d)]))
    }),
    rule(4, "reversed", |g, ty, d| {
        let element = ty.element()?;
        let object = match g.random.below(6) {
            0 if element == Ty::Int => g.expr(&Ty::Range, d),
            1 => g.expr(&Ty::TupleOf(Box::new(element)), d),
            2 => {
                let dict = g.dict_of_keys(&element, d)?;
                if g.random.percent(50) { dict } else { method(&dict, "keys", &[]) }
            }
            _ => g.expr(&Ty::list(element), d),
        };
        Some(call("reversed", &[&object]))
    }),
    rule(8, "enumerate", |g, ty, d| {
        let (first, second) = pair_of(&ty.element()?)?;
        if first != Ty::Int {
            return None;
        }
        let items = g.iterable(&second, d).text;
        Some(Snippet::atom(match g.random.below(4) {
            0 => format!("enumerate({items}, {})", g.int(d.min(1)).text),
            1 => format!("enumerate({items}, start={})", g.int(d.min(1)).text),
            _ => format!("enumerate({items})"),
        }))
    }),
    rule(10, "zip", |g, ty, d| {
        let Ty::Tuple(items) = ty.element()? else { return None };
        let args: Vec<Snippet> = items.iter().map(|item| g.iterable(item, d)).collect();
        let strict = if g.random.one_in(3) && g.dares() { ", strict=True" } else { "" };
        let strict = if args.is_empty() { "" } else { strict };
        Some(Snippet::atom(format!("zip({}{strict})", crate::code::join(&args))))
    }),
    rule(6, "pairwise", |g, ty, d| {
        let (first, second) = pair_of(&ty.element()?)?;
        if first != second {
            return None;
        }
        let function = g.lib("pairwise");
        Some(call(&function, &[&g.iterable(&first, d)]))
    }),
    rule(8, "combinations or permutations", |g, ty, d| {
        let (items, element) = few_equal(&ty.element()?)?;
        let which = g.random.pick(&["combinations", "permutations"]);
        let function = g.lib(which);
        let size = if g.ill_typed { g.random.between(-1, 9) } else { i64::try_from(items).unwrap_or(2) };
        Some(Snippet::atom(format!("{function}({}, {size})", g.few(&element, d))))
    }),
    rule(6, "product", |g, ty, d| {
        let Ty::Tuple(items) = ty.element()? else { return None };
        let function = g.lib("product");
        if let Some((length, element)) = few_equal(&Ty::Tuple(items.clone()))
            && g.random.percent(40)
        {
            return Some(Snippet::atom(format!("{function}({}, repeat={length})", g.few(&element, d))));
        }
        if items.len() > 3 {
            return None;
        }
        let args: Vec<String> = items.iter().map(|item| g.few(item, d)).collect();
        Some(Snippet::atom(format!("{function}({})", args.join(", "))))
    }),
    rule(3, "accumulate", |g, ty, d| {
        let element = ty.element()?;
        let function = g.lib("accumulate");
        let items = g.iterable(&element, d).text;
        if element == Ty::Int && g.random.percent(40) {
            let initial =
                if g.random.percent(40) { format!(", initial={}", g.int(d.min(1)).text) } else { String::new() };
            return Some(Snippet::atom(format!("{function}({items}{initial})")));
        }
        let lambda = g.lambda(&[element.clone(), element.clone()], &element, d).text;
        let initial =
            if g.random.percent(30) { format!(", initial={}", g.literal(&element, 0).text) } else { String::new() };
        Some(Snippet::atom(format!("{function}({items}, {lambda}{initial})")))
    }),
    rule(3, "chain", |g, ty, d| {
        let element = ty.element()?;
        let function = g.lib("chain");
        if g.random.percent(35) && !g.tame {
            let lists = g.iterable(&Ty::list(element), d);
            return Some(Snippet::atom(format!("{function}.from_iterable({})", lists.text)));
        }
        let args: Vec<Snippet> = (0..g.random.below(4)).map(|_| g.iterable(&element, d)).collect();
        Some(call(&function, &args.iter().collect::<Vec<_>>()))
    }),
    rule(2, "elements of a counter", |g, ty, d| {
        let element = ty.element()?;
        if !element.is_hashable(&g.module.records) {
            return None;
        }
        Some(method(&g.expr(&Ty::Counter(Box::new(element)), d), "elements", &[]))
    }),
];

/// Length and type of a tuple of two or three equal types.
fn few_equal(ty: &Ty) -> Option<(usize, Ty)> {
    let Ty::Tuple(items) = ty else { return None };
    if (2..=3).contains(&items.len()) && items.iter().all(|item| *item == items[0]) {
        return Some((items.len(), items[0].clone()));
    }
    None
}

fn pair_of(ty: &Ty) -> Option<(Ty, Ty)> {
    match ty {
        Ty::Tuple(items) if items.len() == 2 => Some((items[0].clone(), items[1].clone())),
        _ => None,
    }
}

impl Gen {
    /// An expression that yields elements of the type in a known order.
    pub fn iterable(&mut self, element: &Ty, depth: u32) -> Snippet {
        if depth == 0 {
            return self.leaf(&Ty::list(element.clone()));
        }
        let found = self.any_var(|var| var.ty.element().as_ref() == Some(element));
        if let Some(var) = found
            && self.random.percent(40)
        {
            return Snippet::atom(var.name);
        }
        let code = self.choose(ITERABLES, element, depth - 1);
        code.unwrap_or_else(|| self.leaf(&Ty::list(element.clone())))
    }

    /// `function(iterable)`, also with a bare generator expression.
    pub fn consume(&mut self, function: &str, element: &Ty, depth: u32) -> Snippet {
        if self.random.percent(35) {
            self.used.count("bare generator expression");
            return Snippet::atom(format!("{function}({})", self.generator(element, depth)));
        }
        let items = self.iterable(element, depth);
        call(function, &[&items])
    }

    /// A generator expression without its parentheses.
    pub fn generator(&mut self, element: &Ty, depth: u32) -> String {
        self.scoped(|g| {
            let clauses = g.clauses(depth);
            let element = g.repeated(5, |g| g.expr(element, depth));
            format!("{} {clauses}", element.text)
        })
    }

    /// `for … in … if …`, once or twice. The variables stay in scope: call it inside `scoped`.
    pub fn clauses(&mut self, depth: u32) -> String {
        let mut text = self.clause(depth, false);
        if self.random.percent(18) {
            self.used.count("two for clauses");
            text = format!("{text} {}", self.clause(depth, true));
        }
        text
    }

    fn clause(&mut self, depth: u32, short: bool) -> String {
        let depth = depth.saturating_sub(1);
        let (source, element) = self.unbinding(|g| g.source(depth, short));
        let target = self.target(&element);
        let mut text = format!("for {target} in {}", source.at(crate::code::Precedence::Or));
        while self.random.percent(if text.contains(" if ") { 15 } else { 40 }) {
            let condition = self.repeated(5, |g| g.test(depth.min(2)));
            text = format!("{text} if {}", condition.at(crate::code::Precedence::Or));
        }
        text
    }

    /// Something to iterate over, and the type of its elements.
    pub fn source(&mut self, depth: u32, short: bool) -> (Snippet, Ty) {
        let var = self.any_var(|var| var.ty.element().is_some());
        if short {
            return match var {
                Some(var) if matches!(var.ty, Ty::List(_) | Ty::TupleOf(_)) => {
                    let element = var.ty.element().unwrap_or(Ty::Int);
                    (Snippet::atom(format!("{}[:3]", var.name)), element)
                }
                _ => (Snippet::atom(self.random.pick(&["range(3)", "(0, 1)", "[1, 2, 3]", "range(2)"])), Ty::Int),
            };
        }
        if let Some(var) = var
            && self.random.percent(55)
        {
            return self.derived(&Snippet::atom(var.name), &var.ty);
        }
        let mapping = self.any_var(|var| var.ty.mapping().is_some());
        if let Some(var) = mapping
            && self.random.percent(30)
            && let Some((key, value)) = var.ty.mapping()
        {
            return (Snippet::atom(format!("{}.items()", var.name)), Ty::pair(key, value));
        }
        if self.random.percent(25) {
            let items = [Ty::Int, self.plain_ty(), Ty::Int];
            let length = 2 + self.random.below(2);
            let same = self.random.percent(60);
            let element = Ty::Tuple(if same { vec![Ty::Int; length] } else { items[..length].to_vec() });
            if let Some(code) = self.choose(ITERATORS, &Ty::iter(element.clone()), depth) {
                return (code, element);
            }
        }
        let element = match self.random.below(6) {
            0..=2 => Ty::Int,
            3 => Ty::pair(Ty::Int, self.plain_ty()),
            _ => self.data_ty(1),
        };
        (self.iterable(&element, depth), element)
    }

    /// A variable itself, or the way people loop over it.
    fn derived(&mut self, base: &Snippet, ty: &Ty) -> (Snippet, Ty) {
        let element = ty.element().unwrap_or(Ty::Int);
        let sequence = matches!(ty, Ty::List(_) | Ty::TupleOf(_));
        match self.random.below(14) {
            0 => (call("enumerate", &[base]), Ty::pair(Ty::Int, element)),
            1 if sequence => (call("reversed", &[base]), element),
            2 if sequence => {
                (Snippet::atom(format!("zip({0}, {0}[1:])", base.text)), Ty::pair(element.clone(), element))
            }
            3 if sequence => (Snippet::atom(format!("range(len({}))", base.text)), Ty::Int),
            4 => {
                let function = self.lib("pairwise");
                (call(&function, &[base]), Ty::pair(element.clone(), element))
            }
            5 if sequence => {
                let function = self.lib("combinations");
                (Snippet::atom(format!("{function}({}[:4], 2)", base.text)), Ty::pair(element.clone(), element))
            }
            8 if sequence => {
                let which = self.random.pick(&["permutations", "product"]);
                let function = self.lib(which);
                let rest = if which == "product" { "repeat=2" } else { "2" };
                (Snippet::atom(format!("{function}({}[:3], {rest})", base.text)), Ty::pair(element.clone(), element))
            }
            6 if sequence => {
                let slice = self.slice(0);
                (Snippet::atom(format!("{}[{slice}]", base.text)), element)
            }
            7 if element.is_orderable(&self.module.records) => (call("sorted", &[base]), element),
            _ => (base.clone(), element),
        }
    }

    /// The target of a loop; a tuple is often taken apart.
    pub fn target(&mut self, element: &Ty) -> String {
        match element {
            Ty::Tuple(items) if items.len() > 1 && self.random.percent(65) => {
                self.used.count("target taken apart");
                let names: Vec<String> = items
                    .iter()
                    .map(|item| match item {
                        Ty::Tuple(inner) if inner.len() > 1 && self.random.percent(60) => {
                            let names: Vec<String> = inner.iter().map(|item| self.bind_loop(item)).collect();
                            format!("({})", names.join(", "))
                        }
                        item => self.bind_loop(item),
                    })
                    .collect();
                let text = names.join(", ");
                if self.random.percent(20) { format!("({text})") } else { text }
            }
            Ty::List(_) | Ty::TupleOf(_) if self.dares() => {
                self.used.count("target with a star");
                let first = self.bind_loop(&element.element().unwrap_or(Ty::Int));
                let rest = self.bind_loop(&Ty::list(element.element().unwrap_or(Ty::Int)));
                format!("{first}, *{rest}")
            }
            _ => self.bind_loop(element),
        }
    }

    fn bind_loop(&mut self, ty: &Ty) -> String {
        let name = self.bind(ty.clone());
        if let Some(var) = self.vars.last_mut() {
            var.assignable = false;
        }
        name
    }

    /// A sequence of at most four elements, as text.
    fn few(&mut self, element: &Ty, depth: u32) -> String {
        let list = self.expr(&Ty::list(element.clone()), depth);
        if self.times > 10 { format!("{}[:2]", list.base()) } else { format!("{}[:4]", list.base()) }
    }

    /// A dict whose keys have the type.
    fn dict_of_keys(&mut self, key: &Ty, depth: u32) -> Option<Snippet> {
        if !key.is_hashable(&self.module.records) {
            return None;
        }
        let ty = match self.random.below(4) {
            0 => Ty::Counter(Box::new(key.clone())),
            _ => Ty::dict(key.clone(), Ty::Int),
        };
        Some(self.expr(&ty, depth))
    }
}
