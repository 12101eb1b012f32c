//! Productions that use floats, deques and the standard library.

use crate::code::{Snippet, call, method, subscript};
use crate::generator::{Gen, Production, rule};
use crate::types::Ty;

pub const INTS: &[Production] = &[
    rule(2, "int of a float", |g, _, d| {
        let float = g.float(d);
        let function = g.random.pick(&["int", "round"]);
        Some(call(function, &[&float]))
    }),
    rule(2, "floor", |g, _, d| {
        let function = one_of(g, &["floor", "ceil", "trunc"]);
        Some(call(&function, &[&g.float(d)]))
    }),
    rule(2, "gcd", |g, _, d| {
        let function = one_of(g, &["gcd", "lcm"]);
        let (a, b) = (small(g, d), small(g, d));
        Some(call(&function, &[&a, &b]))
    }),
    rule(2, "comb", |g, _, d| {
        let function = one_of(g, &["comb", "perm"]);
        let (a, b) = (small(g, d), small(g, d));
        Some(call(&function, &[&a, &b]))
    }),
    rule(1, "factorial", |g, _, d| {
        let function = one_of(g, &["factorial", "isqrt"]);
        Some(call(&function, &[&small(g, d)]))
    }),
    rule(1, "prod", |g, _, d| {
        let function = g.lib("prod");
        let items = g.random.pick(&["[1, 2, 3]", "[]", "(2, -1)", "[0, 5]", "[0.5, 4]"]);
        Some(Snippet::atom(format!("int({function}({items}) + {})", small(g, d).text)))
    }),
    rule(3, "bisect", |g, _, d| {
        let function = one_of(g, &["bisect_left", "bisect_right", "bisect"]);
        let items = g.expr(&Ty::list(Ty::Int), d);
        let keyword = g.random.pick(&["", ", 1", ", 0, 2", ", hi=1", ", key=lambda q: -q"]);
        let bounds = if g.dares() || keyword.is_empty() || keyword.contains("key") { keyword } else { "" };
        Some(Snippet::atom(format!("{function}(sorted({}), {}{bounds})", items.text, g.int(d).text)))
    }),
    rule(2, "reduce", |g, _, d| {
        let function = g.lib("reduce");
        let operator = one_of(g, &["add", "sub", "xor", "or_"]);
        let items = g.iterable(&Ty::Int, d);
        Some(Snippet::atom(format!("{function}({operator}, {}, {})", items.text, g.int(d).text)))
    }),
    rule(3, "groups", |g, _, d| {
        let groupby = g.lib("groupby");
        let items = g.unbinding(|g| g.iterable(&Ty::Int, d));
        let key = g.random.pick(&["", ", lambda q: q // 2", ", key=lambda q: q > 1", ", None"]);
        let groups = format!("{groupby}({}{key})", items.text);
        Some(Snippet::atom(match g.random.below(4) {
            0 => format!("sum(k * len(list(q)) for k, q in {groups})"),
            1 => format!("max((sum(q) for _, q in {groups}), default=0)"),
            2 => format!("sum(next(q) - k for k, q in {groups})"),
            _ => format!("len(list({groups}))"),
        }))
    }),
    rule(2, "comparison function", |g, _, d| {
        let (key, items) = (g.lib("cmp_to_key"), g.iterable(&Ty::Int, d));
        let compare = g.random.pick(&["q - p", "p % 3 - q % 3", "(p > q) - (p < q)"]);
        let function = g.random.pick(&["min", "max"]);
        Some(Snippet::atom(format!(
            "{function}([*{}, 1], key={key}(lambda p, q: {compare}))",
            items.at(crate::code::Precedence::BitOr)
        )))
    }),
    rule(2, "heap", |g, _, d| {
        let function = one_of(g, &["heappop", "heappushpop", "heapreplace"]);
        let items = g.expr(&Ty::list(Ty::Int), d);
        let item = g.int(d.min(1)).text;
        let more = if function.ends_with("pop") && !function.ends_with("pushpop") {
            String::new()
        } else {
            format!(", {item}")
        };
        Some(Snippet::atom(format!("{function}([*sorted({}), {item}]{more})", items.text)))
    }),
    rule(2, "item of a deque", |g, _, d| {
        let deque = deque(g, d);
        Some(match g.random.below(5) {
            0 => call("len", &[&deque]),
            1 => method(&deque, "count", &[&g.int(d.min(1))]),
            2 => call("sum", &[&deque]),
            3 => {
                let filled = Snippet::atom(format!("({} + {}([7]))", deque.text, g.lib("deque")));
                subscript(&filled, g.random.pick(&["0", "-1"]))
            }
            _ => {
                let (name, method) = (g.lib("deque"), g.random.pick(&["pop", "popleft"]));
                Snippet::atom(format!("({} + {name}([7])).{method}()", deque.text))
            }
        })
    }),
];

pub const LISTS: &[Production] = &[
    rule(4, "list of the library", |g, ty, d| {
        let element = ty.element()?;
        let items = g.iterable(&element, d);
        let text = match g.random.below(6) {
            0 => format!("{}({}, {})", g.lib("islice"), items.text, g.random.pick(&["2", "1, 3", "0, None, 2", "0"])),
            1 => format!("{}({}, [1, 0, True])", g.lib("compress"), items.text),
            2 => format!(
                "{}({}, {})",
                g.lib("repeat"),
                g.expr(&element, d.min(1)).text,
                g.random.pick(&["2", "0", "-1"])
            ),
            3 => format!("{}({})", g.lib("deque"), items.text),
            4 => format!("{}(lambda q: {}, {})", g.lib("takewhile"), g.bool(d.min(1)).text, items.text),
            _ => format!("{}(lambda q: {}, {})", g.lib("dropwhile"), g.bool(d.min(1)).text, items.text),
        };
        Some(Snippet::atom(format!("list({text})")))
    }),
    rule(3, "groups of a list", |g, ty, d| {
        if *ty != Ty::list(Ty::Int) {
            return None;
        }
        let groupby = g.lib("groupby");
        let items = g.unbinding(|g| g.iterable(&Ty::Int, d));
        let key = g.random.pick(&["", ", lambda q: q // 2", ", key=lambda q: q > 1"]);
        let groups = format!("{groupby}({}{key})", items.text);
        Some(Snippet::atom(match g.random.below(5) {
            0 => format!("[int(k) for k, _ in {groups}]"),
            1 => format!("[len(list(q)) for _, q in {groups}]"),
            2 => format!("[p for _, q in {groups} for p in q]"),
            3 => format!("[p for _, q in list({groups}) for p in q]"),
            _ => format!("[i + next(q) for i, (_, q) in enumerate({groups})]"),
        }))
    }),
    rule(2, "sorted by a comparison function", |g, ty, d| {
        if *ty != Ty::list(Ty::Int) {
            return None;
        }
        let (key, items) = (g.lib("cmp_to_key"), g.iterable(&Ty::Int, d));
        let compare = g.random.pick(&["q - p", "p % 3 - q % 3", "(p > q) - (p < q)", "0"]);
        Some(Snippet::atom(format!("sorted({}, key={key}(lambda p, q: {compare}))", items.text)))
    }),
    rule(3, "smallest", |g, ty, d| {
        if *ty != Ty::list(Ty::Int) {
            return None;
        }
        let function = one_of(g, &["nsmallest", "nlargest"]);
        let items = g.iterable(&Ty::Int, d);
        Some(Snippet::atom(format!("{function}({}, {})", g.random.pick(&["1", "2", "0", "-1", "9"]), items.text)))
    }),
    rule(2, "deep copy", |g, ty, d| {
        let function = one_of(g, &["copy", "deepcopy"]);
        Some(call(&function, &[&g.expr(ty, d)]))
    }),
];

pub const TRUTHS: &[Production] = &[
    rule(4, "floats compared", |g, _, d| {
        let op = g.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
        let (a, b) = (g.float(d), if g.random.percent(50) { g.float(d) } else { g.int(d) });
        Some(crate::code::infix(op, &a, &b))
    }),
    rule(1, "isclose", |g, _, d| {
        let function = g.lib("isclose");
        let tolerance = g.random.pick(&["", ", rel_tol=0.5", ", abs_tol=1"]);
        Some(Snippet::atom(format!("{function}({}, {}{tolerance})", g.float(d).text, g.float(d).text)))
    }),
    rule(2, "deques compared", |g, _, d| {
        let op = g.random.pick(&["<", "<=", "==", "!="]);
        let (a, b) = (deque(g, d), deque(g, d));
        Some(crate::code::infix(op, &a, &b))
    }),
    rule(1, "in a deque", |g, _, d| {
        let deque = deque(g, d);
        Some(crate::code::infix("in", &g.int(d.min(1)), &deque))
    }),
];

/// How this program spells one of these functions.
fn one_of(g: &mut Gen, names: &[&'static str]) -> String {
    let name = g.random.pick(names);
    g.lib(name)
}

/// The productions of this module that give a type.
pub fn rules_of(ty: &Ty) -> &'static [Production] {
    match ty {
        Ty::Int => INTS,
        Ty::Bool => TRUTHS,
        Ty::List(_) => LISTS,
        _ => &[],
    }
}

/// A number that is not negative and at most 9.
fn small(g: &mut Gen, d: u32) -> Snippet {
    if g.random.percent(50) {
        return Snippet::atom(g.random.between(0, 9).to_string());
    }
    crate::code::infix("%", &g.int(d), &Snippet::atom("10"))
}

fn deque(g: &mut Gen, d: u32) -> Snippet {
    let deque = g.lib("deque");
    let most = if g.random.percent(80) { String::new() } else { format!(", {}", g.random.pick(&["0", "2", "3"])) };
    let items = g.iterable(&Ty::Int, d);
    Snippet::atom(format!("{deque}({}{most})", items.text))
}

impl Gen {
    /// A finite float, mostly a small one.
    pub fn float(&mut self, d: u32) -> Snippet {
        match self.random.below(7) {
            0 => Snippet::atom(self.random.pick(&["0.5", "1.5", "2.0", "0.1", "0.25", "1e3", "0.0"])),
            1 => crate::code::infix("/", &small(self, d), &Snippet::atom(self.random.pick(&["2", "3", "4", "10"]))),
            2 => call("float", &[&small(self, d)]),
            3 => crate::code::infix("+", &small(self, d), &Snippet::atom("0.5")),
            4 => crate::code::infix("*", &small(self, d), &Snippet::atom(self.random.pick(&["0.5", "1.25", "0.1"]))),
            5 => crate::code::infix("-", &Snippet::atom("4.5"), &small(self, d)),
            _ => crate::code::infix("%", &small(self, d), &Snippet::atom(self.random.pick(&["2.5", "0.5", "1.0"]))),
        }
    }
}
