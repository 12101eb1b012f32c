//! Productions for integers.

use crate::code::{Snippet, call, infix, method, subscript, unary};
use crate::generator::{Gen, Production, rule};
use crate::types::Ty;

pub const RULES: &[Production] = &[
    rule(8, "int +", |g, _, d| Some(infix("+", &g.int(d), &g.int(d)))),
    rule(7, "int -", |g, _, d| Some(infix("-", &g.int(d), &g.int(d)))),
    rule(6, "int *", times),
    rule(5, "int //", |g, _, d| {
        let divisor = g.divisor(d);
        Some(infix("//", &g.int(d), &divisor))
    }),
    rule(5, "int %", |g, _, d| {
        let divisor = g.divisor(d);
        Some(infix("%", &g.int(d), &divisor))
    }),
    rule(3, "int **", power),
    rule(2, "int <<", |g, _, d| {
        if g.tame {
            return Some(infix("<<", &g.int(d), &Snippet::atom(g.random.pick(&["0", "1", "2"]))));
        }
        g.wild = true;
        let by = g.small(d, &["9", "3", "70"]);
        Some(infix("<<", &g.int(d), &by))
    }),
    rule(2, "int >>", |g, _, d| {
        let by = if g.dares() { g.int(d) } else { g.small(d, &["9", "3", "70"]) };
        Some(infix(">>", &g.int(d), &by))
    }),
    rule(2, "int &", |g, _, d| Some(infix("&", &g.int(d), &g.int(d)))),
    rule(2, "int |", |g, _, d| Some(infix("|", &g.int(d), &g.int(d)))),
    rule(2, "int ^", |g, _, d| Some(infix("^", &g.int(d), &g.int(d)))),
    rule(2, "int ~", |g, _, d| Some(unary("~", &g.int(d)))),
    rule(3, "int unary -", |g, _, d| Some(unary("-", &g.int(d)))),
    rule(1, "int unary +", |g, _, d| Some(unary("+", &g.int(d)))),
    rule(3, "abs", |g, _, d| Some(call("abs", &[&g.int(d)]))),
    rule(2, "divmod indexed", |g, _, d| {
        let divisor = g.divisor(d);
        let pair = call("divmod", &[&g.int(d), &divisor]);
        Some(subscript(&pair, g.random.pick(&["0", "1"])))
    }),
    rule(1, "pow of two", |g, _, d| {
        if g.tame {
            return None;
        }
        g.wild = true;
        let exponent = g.small(d, &["7", "4"]);
        Some(call("pow", &[&g.int(d), &exponent]))
    }),
    rule(2, "pow of three", |g, _, d| {
        let modulus = if g.dares() { g.int(d) } else { Snippet::atom(g.random.pick(&["7", "-5", "1000", "1", "97"])) };
        let exponent = if g.dares() { g.int(0) } else { g.small(d, &["50", "9"]) };
        Some(call("pow", &[&g.int(d), &exponent, &modulus]))
    }),
    rule(2, "bool as int", |g, _, d| {
        Some(match g.random.below(4) {
            0 => infix("+", &g.bool(d), &g.bool(d)),
            1 => infix("*", &g.bool(d), &g.int(d)),
            2 => infix("-", &g.int(d), &g.bool(d)),
            _ => g.bool(d),
        })
    }),
    rule(2, "int()", |g, _, d| {
        let ty = if g.random.percent(60) { Ty::Bool } else { Ty::Int };
        let arg = g.expr(&ty, d);
        Some(if g.random.one_in(10) { Snippet::atom("int()") } else { call("int", &[&arg]) })
    }),
    rule(8, "len", |g, _, d| {
        let var = g.any_var(|var| var.ty.has_len());
        if let Some(var) = var
            && g.random.percent(60)
        {
            return Some(call("len", &[&Snippet::atom(var.name)]));
        }
        let ty = g.data_ty(2);
        if ty.has_len() { Some(call("len", &[&g.expr(&ty, d)])) } else { None }
    }),
    rule(5, "sum", |g, _, d| Some(g.consume("sum", &Ty::Int, d))),
    rule(2, "sum with start", |g, _, d| {
        let (items, start) = (g.iterable(&Ty::Int, d), g.int(d));
        let keyword = if g.random.percent(50) { "start=" } else { "" };
        Some(Snippet::atom(format!("sum({}, {keyword}{})", items.text, start.text)))
    }),
    rule(2, "sum of booleans", |g, _, d| Some(g.consume("sum", &Ty::Bool, d))),
    rule(3, "sum over a set", |g, _, d| g.sum_over_set(d)),
    rule(2, "index", index),
    rule(3, "count", |g, _, d| {
        let ty = g.plain_ty();
        let container = if g.random.percent(70) { Ty::list(ty.clone()) } else { Ty::TupleOf(Box::new(ty.clone())) };
        let object = g.expr(&container, d);
        Some(method(&object, "count", &[&g.expr(&ty, d)]))
    }),
    rule(2, "count in a counter", |g, _, d| {
        let key = g.hashable_ty(1);
        let counter = g.expr(&Ty::Counter(Box::new(key.clone())), d);
        Some(subscript(&counter, &g.expr(&key, d).text))
    }),
    rule(2, "total of a counter", |g, _, d| {
        let key = g.hashable_ty(1);
        Some(method(&g.expr(&Ty::Counter(Box::new(key)), d), "total", &[]))
    }),
    rule(1, "huge range", |g, _, d| huge_range(g, d)),
    rule(1, "huge index", |g, _, _| huge_index(g)),
    rule(1, "odd power", |g, _, _| {
        if !g.dares() {
            return None;
        }
        Some(Snippet::loose(g.random.pick(&[
            "(lambda q: 0 ** q)(-1)",
            "(lambda q: False ** q)(-2)",
            "pow(3, -1, 9)",
            "pow(0, -1, 7)",
            "pow(2, 3, 0)",
            "1 << -1",
        ])))
    }),
    rule(1, "call of a number type", |g, _, d| {
        let new_type = g.lib("NewType");
        if !g.module.text.iter().any(|line| line.starts_with("Id = ")) {
            g.module.text.insert(0, format!("Id = {new_type}(\"Id\", int)"));
        }
        Some(call("Id", &[&g.int(d)]))
    }),
];

fn times(g: &mut Gen, _: &Ty, d: u32) -> Option<Snippet> {
    if !g.tame {
        g.wild = true;
        return Some(infix("*", &g.int(d), &g.int(d)));
    }
    if g.random.percent(60) {
        let factor = Snippet::atom(g.random.pick(&["2", "3", "7", "0"]));
        return Some(if g.random.percent(50) {
            infix("*", &g.int(d), &factor)
        } else {
            infix("*", &factor, &g.int(d))
        });
    }
    let product = infix("*", &g.int(d), &g.int(d));
    Some(infix("%", &product, &Snippet::atom(g.random.pick(&["1009", "97", "18446744073709551629"]))))
}

fn power(g: &mut Gen, _: &Ty, d: u32) -> Option<Snippet> {
    let base = g.int(d);
    if g.tame {
        let square = infix("**", &base, &Snippet::atom("2"));
        return Some(infix("%", &square, &Snippet::atom("1013")));
    }
    g.wild = true;
    let exponent = g.small(d, &["7", "3", "4"]);
    Some(infix("**", &base, &exponent))
}

/// `xs.index(x)`, also with bounds; mostly where it cannot raise.
fn index(g: &mut Gen, _: &Ty, d: u32) -> Option<Snippet> {
    let ty = g.plain_ty();
    let container = if g.random.percent(70) { Ty::list(ty.clone()) } else { Ty::TupleOf(Box::new(ty.clone())) };
    let object = g.expr(&container, d);
    let wanted = g.expr(&ty, d.min(1));
    if g.dares() {
        let bounds = g.random.pick(&["", ", 1", ", -2", ", 0, 2", ", -3, -1"]);
        return Some(Snippet::atom(format!("{}.index({}{bounds})", object.base(), wanted.text)));
    }
    let items = format!("*{}, {}", object.at(crate::code::Precedence::BitOr), wanted.text);
    let display = if matches!(container, Ty::List(_)) { format!("[{items}]") } else { format!("({items})") };
    Some(Snippet::atom(format!("{display}.index({})", wanted.text)))
}

fn huge_range(g: &mut Gen, d: u32) -> Option<Snippet> {
    if g.ill_typed {
        // CPython searches a range element by element for a value that is not an integer.
        return None;
    }
    let n = g.int(d.min(1));
    Some(match g.random.below(4) {
        0 => Snippet::atom("len(range(-10 ** 18, 10 ** 18, 3))"),
        1 => subscript(&Snippet::atom("range(10 ** 18)"), g.random.pick(&["5", "-1", "10 ** 17", "-10 ** 18"])),
        2 => Snippet::atom(format!("int({} in range(0, 10 ** 18, 10))", n.at(crate::code::Precedence::BitOr))),
        _ => Snippet::atom(format!("sum(range(10 ** 18)[{} % 10:12:3])", n.at(crate::code::Precedence::Product))),
    })
}

fn huge_index(g: &mut Gen) -> Option<Snippet> {
    if !g.dares() {
        return Some(Snippet::loose(g.random.pick(&[
            "len([1, 2, 3][-10 ** 20:10 ** 20])",
            "[1, 2, 3].index(3, -10 ** 20, 10 ** 20)",
            "len((1, 2)[10 ** 20:])",
            "0 << 10 ** 20",
            "-5 >> 10 ** 20",
            "sum([4, 5, 6][::10 ** 20])",
            "sum([4, 5, 6][::-10 ** 20])",
        ])));
    }
    Some(Snippet::loose(g.random.pick(&[
        "[1, 2][10 ** 20]",
        "(1, 2)[-10 ** 20]",
        "len([1] * 10 ** 20)",
        "[1].pop(10 ** 20)",
        "{1: 2}[10 ** 20]",
        "len([1] * -10 ** 20)",
        "range(3)[10 ** 20]",
    ])))
}

impl Gen {
    /// Something to divide by, mostly not 0.
    fn divisor(&mut self, depth: u32) -> Snippet {
        if self.dares() {
            return self.int(depth);
        }
        match self.random.below(4) {
            0 => infix("+", &call("abs", &[&self.int(depth)]), &Snippet::atom("1")),
            1 => infix("|", &self.int(depth), &Snippet::atom("1")),
            _ => {
                let text = self.random.pick(&["2", "3", "-2", "-3", "7", "10", "-1", "1000"]);
                match text.strip_prefix('-') {
                    Some(digits) => unary("-", &Snippet::atom(digits)),
                    None => Snippet::atom(text),
                }
            }
        }
    }

    /// A number that is not negative and less than one of the limits.
    fn small(&mut self, depth: u32, limits: &[&str]) -> Snippet {
        if self.random.percent(40) {
            return Snippet::atom(self.random.between(0, 6).to_string());
        }
        let limit = Snippet::atom(self.random.pick(limits));
        infix("%", &self.int(depth), &limit)
    }
}
