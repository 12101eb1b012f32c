//! Productions for tuples and lists.

use crate::code::{Precedence, Snippet, call, infix, join, method, starred, subscript, tuple};
use crate::generator::{Gen, Production, rule};
use crate::types::{GenRecordKind, Ty};

pub const LISTS: &[Production] = &[
    rule(6, "list display", |g, ty, d| {
        let items = g.display_items(&ty.element()?, d);
        Some(Snippet::atom(format!("[{}]", join(&items))))
    }),
    rule(8, "list comprehension", |g, ty, d| {
        let element = ty.element()?;
        g.scoped(|g| {
            let clauses = g.clauses(d);
            let element = g.repeated(5, |g| g.expr(&element, d));
            Some(Snippet::atom(format!("[{} {clauses}]", element.text)))
        })
    }),
    rule(6, "list()", |g, ty, d| {
        let items = g.consume("list", &ty.element()?, d);
        Some(if g.random.one_in(30) { Snippet::atom("list()") } else { items })
    }),
    rule(5, "sorted", |g, ty, d| {
        let element = ty.element()?;
        let items = g.iterable(&element, d);
        sorted(g, &items, &element, d)
    }),
    rule(3, "sorted of a set", |g, ty, d| {
        let element = ty.element()?;
        if !element.is_orderable(&g.module.records) || !element.is_hashable(&g.module.records) {
            return None;
        }
        let set = g.expr(&Ty::set(element), d);
        let reverse = if g.random.percent(25) { format!(", reverse={}", g.bool(d.min(1)).text) } else { String::new() };
        Some(Snippet::atom(format!("sorted({}{reverse})", set.text)))
    }),
    rule(2, "sorted over a set", |g, ty, d| if *ty == Ty::list(Ty::Int) { g.sorted_over_set(d) } else { None }),
    rule(6, "slice of a list", |g, ty, d| {
        let list = g.expr(ty, d);
        let slice = g.slice(d);
        Some(subscript(&list, &slice))
    }),
    rule(4, "list +", |g, ty, d| Some(infix("+", &g.expr(ty, d), &g.expr(ty, d)))),
    rule(2, "list *", |g, ty, d| {
        let times = if g.tame { Snippet::atom(g.random.pick(&["0", "1", "-1"])) } else { g.repeats(d) };
        let list = g.expr(ty, d);
        Some(if g.random.percent(30) { infix("*", &times, &list) } else { infix("*", &list, &times) })
    }),
    rule(2, "list.copy", |g, ty, d| Some(method(&g.expr(ty, d), "copy", &[]))),
    rule(2, "sum of lists", |g, ty, d| {
        if g.tame {
            return None;
        }
        let lists = g.iterable(ty, d);
        let start = g.literal(ty, 0);
        Some(call("sum", &[&lists, &start]))
    }),
    rule(2, "most_common", |g, ty, d| {
        let Ty::List(element) = ty else { return None };
        let Ty::Tuple(items) = &**element else { return None };
        if items.len() != 2 || items[1] != Ty::Int || !items[0].is_hashable(&g.module.records) {
            return None;
        }
        let counter = g.expr(&Ty::Counter(Box::new(items[0].clone())), d);
        let most = g.random.pick(&["", "2", "1", "0", "n=3"]);
        Some(Snippet::atom(format!("{}.most_common({most})", counter.base())))
    }),
    rule(2, "items sorted", |g, ty, d| {
        let Ty::List(element) = ty else { return None };
        let Ty::Tuple(items) = &**element else { return None };
        if items.len() != 2 || !items[0].is_hashable(&g.module.records) {
            return None;
        }
        let dict = g.expr(&Ty::dict(items[0].clone(), items[1].clone()), d);
        let items = method(&dict, "items", &[]);
        sorted(g, &items, element, d)
    }),
];

/// `sorted(…, key=…, reverse=…)`; without a key where there is a total order, or occasionally where it raises.
fn sorted(g: &mut Gen, items: &Snippet, element: &Ty, d: u32) -> Option<Snippet> {
    let mut text = items.text.clone();
    let total = element.is_orderable(&g.module.records);
    let daring = g.dares();
    if !total && !daring || g.random.percent(35) {
        text += &format!(", key={}", g.key(element, d));
    }
    if g.random.percent(30) {
        text += &format!(", reverse={}", g.bool(d.min(1)).text);
    }
    Some(Snippet::atom(format!("sorted({text})")))
}

pub const TUPLES: &[Production] = &[
    rule(8, "tuple display", |g, ty, d| {
        let Ty::Tuple(items) = ty else { return None };
        let items: Vec<Snippet> = items.iter().map(|item| g.expr(item, d)).collect();
        Some(tuple(&items))
    }),
    rule(2, "tuple + of parts", |g, ty, d| {
        let Ty::Tuple(items) = ty else { return None };
        let cut = g.random.below(items.len() + 1);
        let (left, right) = items.split_at(cut);
        Some(infix("+", &g.expr(&Ty::Tuple(left.to_vec()), d), &g.expr(&Ty::Tuple(right.to_vec()), d)))
    }),
    rule(3, "divmod", |g, ty, d| {
        if *ty != Ty::pair(Ty::Int, Ty::Int) {
            return None;
        }
        let divisor = if g.dares() { g.int(d) } else { Snippet::atom(g.random.pick(&["2", "3", "-4", "10 ** 10"])) };
        Some(call("divmod", &[&g.int(d), &divisor]))
    }),
    rule(2, "slice of a tuple", |g, ty, d| {
        let Ty::Tuple(items) = ty else { return None };
        let mut longer = items.clone();
        longer.push(Ty::Int);
        let object = g.expr(&Ty::Tuple(longer), d);
        let slice = if g.random.percent(50) { ":-1".into() } else { format!(":{}", items.len()) };
        Some(subscript(&object, &slice))
    }),
    rule(1, "reversed tuple", |g, ty, d| {
        let Ty::Tuple(items) = ty else { return None };
        let backwards = Ty::Tuple(items.iter().rev().cloned().collect());
        Some(subscript(&g.expr(&backwards, d), "::-1"))
    }),
    rule(1, "popitem", |g, ty, d| {
        let Ty::Tuple(items) = ty else { return None };
        if items.len() != 2 || !items[0].is_hashable(&g.module.records) {
            return None;
        }
        let var = g.var_of(&Ty::dict(items[0].clone(), items[1].clone()))?;
        let otherwise = g.expr(ty, d);
        let popped = method(&var, "popitem", &[]);
        Some(if g.dares() { popped } else { crate::code::conditional(&popped, &var, &otherwise) })
    }),
    rule(2, "tuple of a named tuple", |g, ty, d| {
        let Ty::Tuple(items) = ty else { return None };
        let records = &g.module.records;
        let fits = |index: &usize| {
            let record = &records[*index];
            record.kind == GenRecordKind::NamedTuple && record.fields.iter().map(|f| &f.ty).eq(items)
        };
        let index = (0..records.len()).find(fits)?;
        let record = g.expr(&Ty::Record(index), d);
        Some(if g.random.percent(50) { call("tuple", &[&record]) } else { record })
    }),
    rule(1, "tuple with star", |g, ty, d| {
        let Ty::Tuple(items) = ty else { return None };
        if items.len() < 2 {
            return None;
        }
        let first = g.expr(&items[0], d);
        let rest: Vec<Snippet> = items[1..].iter().map(|item| g.expr(item, d)).collect();
        Some(tuple(&[first, starred(&Snippet::atom(format!("[{}]", join(&rest))))]))
    }),
];

pub const TUPLES_OF: &[Production] = &[
    rule(4, "tuple()", |g, ty, d| {
        let items = g.consume("tuple", &ty.element()?, d);
        Some(if g.random.one_in(30) { Snippet::atom("tuple()") } else { items })
    }),
    rule(3, "tuple display of any length", |g, ty, d| {
        let items = g.display_items(&ty.element()?, d);
        Some(tuple(&items))
    }),
    rule(3, "tuple +", |g, ty, d| Some(infix("+", &g.expr(ty, d), &g.expr(ty, d)))),
    rule(3, "slice of a tuple of any length", |g, ty, d| {
        let object = g.expr(ty, d);
        let slice = g.slice(d);
        Some(subscript(&object, &slice))
    }),
    rule(1, "tuple *", |g, ty, d| {
        let times = if g.tame { Snippet::atom("1") } else { g.repeats(d) };
        Some(infix("*", &g.expr(ty, d), &times))
    }),
    rule(1, "tuple of fixed length", |g, ty, d| {
        let element = ty.element()?;
        let length = g.random.below(4);
        Some(g.expr(&Ty::Tuple(vec![element; length]), d))
    }),
];

impl Gen {
    /// The inside of a display, with stars.
    pub fn display_items(&mut self, element: &Ty, depth: u32) -> Vec<Snippet> {
        let mut items = Vec::new();
        for _ in 0..self.random.below(4) {
            if self.random.percent(20) {
                self.used.count("star in a display");
                let many = self.iterable(element, depth);
                items.push(starred(&many));
            } else {
                items.push(self.expr(element, depth));
            }
        }
        items
    }

    /// The inside of `[…]` in a slice.
    pub fn slice(&mut self, depth: u32) -> String {
        let bound = |g: &mut Self| match g.random.below(5) {
            0..=1 => String::new(),
            2..=3 => g.random.between(-4, 5).to_string(),
            _ => g.int(depth.min(1)).text,
        };
        let (lower, upper) = (bound(self), bound(self));
        match self.random.below(6) {
            0..=2 => format!("{lower}:{upper}"),
            3 => format!("{lower}:{upper}:"),
            _ => {
                let step = if self.dares() {
                    self.int(1).text
                } else {
                    self.random.pick(&["-1", "2", "-2", "3", "1", "-3"]).into()
                };
                format!("{lower}:{upper}:{step}")
            }
        }
    }

    /// How often to repeat a sequence: rarely more than three times.
    fn repeats(&mut self, depth: u32) -> Snippet {
        if self.random.percent(50) {
            let text = self.random.pick(&["2", "3", "0", "-1", "1", "True"]);
            return Snippet {
                text: text.into(),
                level: if text == "-1" { Precedence::Unary } else { Precedence::Atom },
            };
        }
        infix("%", &self.int(depth), &Snippet::atom("4"))
    }

    /// A number of -9 to 9 or so.
    pub fn bounded(&mut self, depth: u32) -> Snippet {
        match self.random.below(5) {
            0..=2 => Snippet::loose(self.random.between(-3, 7).to_string()),
            3 => infix("%", &self.int(depth), &Snippet::atom("7")),
            _ => infix("%", &self.int(depth), &Snippet { text: "-5".into(), level: Precedence::Unary }),
        }
    }
}
