//! Productions for any type: conditional expressions, calls, elements of what is in scope.

use crate::code::{Snippet, boolean, call, comparison, conditional, infix, method, subscript, tuple};
use crate::generator::{Gen, GenVar, Production, rule};
use crate::module::{GenFunction, GenParamKind};
use crate::types::Ty;

pub const RULES: &[Production] = &[
    rule(5, "conditional expression", |g, ty, d| {
        let (test, then) = (g.test(d), g.expr(ty, d));
        Some(conditional(&then, &test, &g.expr(ty, d)))
    }),
    rule(2, "or of values", |g, ty, d| Some(boolean("or", &[g.expr(ty, d), g.expr(ty, d)]))),
    rule(1, "and of values", |g, ty, d| Some(boolean("and", &[g.expr(ty, d), g.expr(ty, d)]))),
    rule(8, "call of a helper", Gen::call_giving),
    rule(14, "part of a variable", Gen::part),
    rule(2, "walrus", walrus),
    rule(1, "lambda called", |g, ty, d| {
        let arg_ty = g.plain_ty();
        let arg = g.expr(&arg_ty, d);
        let lambda = g.lambda(&[arg_ty], ty, d);
        Some(Snippet::atom(format!("({})({})", lambda.text, arg.text)))
    }),
    rule(1, "display indexed", |g, ty, d| {
        let items = [g.expr(ty, d), g.expr(ty, d)];
        let index = g.bool(d.min(1));
        let index = if g.random.percent(50) { index.text } else { g.random.pick(&["0", "-1", "1", "-2"]).into() };
        let display =
            if g.random.percent(50) { tuple(&items).text } else { format!("[{}, {}]", items[0].text, items[1].text) };
        Some(subscript(&Snippet::atom(display), &index))
    }),
    rule(2, "min or max of several", |g, ty, d| {
        if !ty.is_orderable(&g.module.records) {
            return None;
        }
        let function = g.random.pick(&["min", "max"]);
        let (a, b) = (g.expr(ty, d), g.expr(ty, d));
        if g.random.percent(30) {
            Some(call(function, &[&a, &b, &g.expr(ty, d)]))
        } else {
            Some(call(function, &[&a, &b]))
        }
    }),
    rule(3, "min or max of an iterable", extreme),
    rule(1, "min or max with key of two", |g, ty, d| {
        let (a, b) = (g.expr(ty, d), g.expr(ty, d));
        let key = g.key(ty, d);
        Some(Snippet::atom(format!("{}({}, {}, key={key})", g.random.pick(&["min", "max"]), a.text, b.text)))
    }),
    rule(2, "next with default", |g, ty, d| {
        let iterator = g.expr(&Ty::iter(ty.clone()), d);
        Some(call("next", &[&iterator, &g.expr(ty, d)]))
    }),
    rule(1, "next", |g, ty, d| {
        if !g.dares() {
            return None;
        }
        Some(call("next", &[&g.expr(&Ty::iter(ty.clone()), d)]))
    }),
    rule(1, "dict display looked up", |g, ty, d| {
        let key = g.hashable_ty(0);
        let dict = g.expr(&Ty::dict(key.clone(), ty.clone()), d);
        let default = g.expr(ty, d);
        Some(method(&dict, "get", &[&g.expr(&key, d), &default]))
    }),
    rule(1, "pop of a list", |g, ty, d| {
        let var = g.any_var(|var| var.ty == Ty::list(ty.clone()))?;
        if g.dares() {
            return Some(Snippet::atom(format!("{}.pop()", var.name)));
        }
        let index = g.random.pick(&["", "0", "-1"]);
        let otherwise = g.expr(ty, d);
        Some(conditional(&Snippet::atom(format!("{}.pop({index})", var.name)), &Snippet::atom(var.name), &otherwise))
    }),
];

fn walrus(g: &mut Gen, ty: &Ty, d: u32) -> Option<Snippet> {
    if !g.may_bind {
        return None;
    }
    let bound_ty = g.plain_ty();
    // A list of strings and other things may look like a list of strings to a checker.
    let forms = if bound_ty == Ty::Str { 2 } else { 3 };
    let value = g.expr(&bound_ty, d);
    let mark = g.vars.len();
    let name = g.bind(bound_ty);
    let body = g.expr(ty, d);
    g.vars.truncate(mark);
    Some(match g.random.below(forms) {
        0 => subscript(&Snippet::atom(format!("({name} := {}, {})", value.text, body.text)), "1"),
        2 => subscript(&Snippet::atom(format!("[{name} := {}, {}]", value.text, body.text)), "-1"),
        _ => {
            let test = Snippet::atom(format!("({name} := {})", value.text));
            conditional(&body, &test, &g.expr(ty, d))
        }
    })
}

/// `max(xs, key=…, default=…)`
fn extreme(g: &mut Gen, ty: &Ty, d: u32) -> Option<Snippet> {
    let function = g.random.pick(&["min", "max"]);
    let mut args = g.iterable(ty, d).text;
    if !ty.is_orderable(&g.module.records) || g.random.percent(40) {
        args += &format!(", key={}", g.key(ty, d));
    }
    if !g.dares() {
        args += &format!(", default={}", g.expr(ty, d).text);
    }
    Some(Snippet::atom(format!("{function}({args})")))
}

impl Gen {
    /// A condition as people write it: a Boolean, or any value for its truth.
    pub fn test(&mut self, depth: u32) -> Snippet {
        if self.random.percent(80) {
            return self.bool(depth);
        }
        self.used.count("truth of a value");
        let ty = self.data_ty(1);
        self.expr(&ty, depth)
    }

    /// A function of one value that gives something with a total order.
    pub fn key(&mut self, ty: &Ty, depth: u32) -> String {
        match ty {
            Ty::Int if self.random.percent(15) => return "abs".into(),
            ty if ty.has_len() && self.random.percent(30) => return "len".into(),
            Ty::Bool | Ty::Optional if self.random.percent(10) => return "bool".into(),
            _ => {}
        }
        let result = self.orderable_ty();
        self.lambda(std::slice::from_ref(ty), &result, depth.min(2)).text
    }

    /// A lambda. How often its body is executed is unknown.
    pub fn lambda(&mut self, params: &[Ty], result: &Ty, depth: u32) -> Snippet {
        self.scoped(|g| {
            let mut names: Vec<String> = Vec::new();
            for param in params {
                let mut name = g.bind_inner(param.clone());
                if names.contains(&name) {
                    name = g.fresh("u");
                    if let Some(var) = g.vars.last_mut() {
                        var.name.clone_from(&name);
                    }
                }
                names.push(name);
            }
            if g.random.one_in(15) {
                let default = g.int_literal().text;
                let name = g.fresh("k");
                g.vars.push(GenVar { name: name.clone(), ty: Ty::Int, assignable: false });
                names.push(format!("{name}={default}"));
            }
            let body = g.repeated(6, |g| g.unbinding(|g| g.expr(result, depth)));
            let space = if names.is_empty() { "" } else { " " };
            Snippet::loose(format!("lambda{space}{}: {}", names.join(", "), body.text))
        })
    }

    /// A call of a function of the module, or of a function in a variable, that gives the type.
    pub fn call_giving(&mut self, ty: &Ty, depth: u32) -> Option<Snippet> {
        let times = self.times;
        let tame = self.tame;
        let fits = |function: &&GenFunction| {
            function.returns == *ty && times.saturating_mul(function.cost) <= 600 && !(tame && function.wild)
        };
        let found: Vec<GenFunction> = self.module.functions.iter().filter(fits).cloned().collect();
        if found.is_empty() {
            return None;
        }
        let function = found[self.random.below(found.len())].clone();
        self.cost = self.cost.saturating_add(times.saturating_mul(function.cost));
        self.wild |= function.wild;
        Some(self.call(&function, depth))
    }

    /// A call with arguments by position, by name or starred.
    pub fn call(&mut self, function: &GenFunction, depth: u32) -> Snippet {
        let mut args: Vec<String> = Vec::new();
        let mut named: Vec<String> = Vec::new();
        let mut by_name = false;
        for param in &function.params {
            if param.has_default && self.random.percent(50) {
                by_name = true;
                if param.kind == GenParamKind::PositionalOnly {
                    break;
                }
                continue;
            }
            by_name |= self.random.one_in(8);
            let mut value = self.expr(&param.ty, depth);
            if let Some(bound) = param.bound {
                value = infix("%", &value, &Snippet::atom(bound.to_string()));
            }
            match param.kind {
                GenParamKind::KeywordOnly => named.push(format!("{}={}", param.name, value.text)),
                GenParamKind::Usual if by_name => named.push(format!("{}={}", param.name, value.text)),
                _ => args.push(value.text),
            }
        }
        if named.len() > 1 && self.random.percent(40) {
            self.used.count("keywords in another order");
            named.reverse();
        }
        if args.len() > 1 && self.random.one_in(10) {
            self.used.count("starred arguments");
            let rest = args.split_off(1);
            let display = if self.random.percent(50) {
                format!("*[{}]", rest.join(", "))
            } else {
                format!("*({},)", rest.join(", "))
            };
            args.push(display);
        }
        if self.ill_typed && self.random.one_in(8) {
            self.used.count("wrong number of arguments");
            args.push("0".into());
        }
        args.extend(named);
        Snippet::atom(format!("{}({})", function.name, args.join(", ")))
    }

    /// An element, field or result of a variable.
    pub fn part(&mut self, ty: &Ty, depth: u32) -> Option<Snippet> {
        let records = self.module.records.clone();
        let var = self.any_var(|var| match &var.ty {
            Ty::List(item) | Ty::TupleOf(item) | Ty::Iter(item) => **item == *ty,
            Ty::Dict(_, value) | Ty::DefaultDict(_, value) => **value == *ty,
            Ty::Counter(_) | Ty::Range => *ty == Ty::Int,
            Ty::Tuple(items) => items.contains(ty),
            Ty::Record(index) => records[*index].fields.iter().any(|field| field.ty == *ty),
            Ty::Func(_, result) => **result == *ty,
            _ => false,
        })?;
        let base = Snippet::atom(var.name.clone());
        match &var.ty {
            Ty::List(_) | Ty::TupleOf(_) | Ty::Range => Some(self.element(&base, ty, depth)),
            Ty::Iter(_) => {
                let default = self.expr(ty, depth);
                Some(if self.dares() { call("next", &[&base]) } else { call("next", &[&base, &default]) })
            }
            Ty::Dict(key, _) => Some(self.looked_up(&base, key, ty, depth)),
            Ty::DefaultDict(key, _) | Ty::Counter(key) => {
                let key = self.expr(key, depth);
                Some(subscript(&base, &key.text))
            }
            Ty::Tuple(items) => {
                let places: Vec<usize> = (0..items.len()).filter(|i| items[*i] == *ty).collect();
                let place = places[self.random.below(places.len())];
                let text =
                    if self.random.percent(30) { format!("-{}", items.len() - place) } else { place.to_string() };
                Some(subscript(&base, &text))
            }
            Ty::Record(index) => {
                let fields: Vec<_> = records[*index].fields.iter().filter(|field| field.ty == *ty).collect();
                let field = fields[self.random.below(fields.len())];
                Some(Snippet::atom(format!("{}.{}", base.text, field.name)))
            }
            Ty::Func(params, _) => {
                let args: Vec<Snippet> = params.iter().map(|param| self.expr(param, depth)).collect();
                self.used.count("call of a function in a variable");
                Some(call(&base.text, &args.iter().collect::<Vec<_>>()))
            }
            _ => None,
        }
    }

    /// `xs[i]`, mostly where it cannot raise.
    fn element(&mut self, base: &Snippet, ty: &Ty, depth: u32) -> Snippet {
        if self.dares() {
            let index = self.int(depth);
            return subscript(base, &index.text);
        }
        let index = match self.random.below(4) {
            0 => "0".into(),
            1 => "-1".into(),
            _ => infix("%", &self.int(depth), &call("len", &[base])).text,
        };
        let otherwise = self.expr(ty, depth);
        conditional(&subscript(base, &index), base, &otherwise)
    }

    /// A value of a dict, mostly where it cannot raise.
    fn looked_up(&mut self, base: &Snippet, key: &Ty, ty: &Ty, depth: u32) -> Snippet {
        let key = self.expr(key, depth);
        if self.dares() {
            return if self.random.percent(70) { subscript(base, &key.text) } else { method(base, "pop", &[&key]) };
        }
        let default = self.expr(ty, depth);
        match self.random.below(8) {
            0 => method(base, "setdefault", &[&key, &default]),
            1 => method(base, "pop", &[&key, &default]),
            2..=3 => {
                let test = comparison(&key, &[("in", base.clone())]);
                conditional(&subscript(base, &key.text), &test, &default)
            }
            _ => method(base, "get", &[&key, &default]),
        }
    }
}
