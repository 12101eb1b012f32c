//! Productions for strings, and for what is asked of them.

use crate::code::{Precedence, Snippet, call, infix, method, subscript};
use crate::generator::{Gen, Production, rule};
use crate::types::Ty;

/// Methods that return a string and take nothing.
const PLAIN: &[&str] =
    &["upper", "lower", "title", "capitalize", "swapcase", "casefold", "strip", "lstrip", "rstrip", "expandtabs"];
/// Methods that return a Boolean and take nothing.
const TESTS: &[&str] = &[
    "isalpha",
    "isdigit",
    "isdecimal",
    "isnumeric",
    "isalnum",
    "isspace",
    "isupper",
    "islower",
    "istitle",
    "isidentifier",
    "isascii",
    "isprintable",
];
const SPECS: &[&str] = &["", ":5", ":<4", ":>6", ":^5", ":*^7", "!r", "!s", "!r:>6", ":.2"];
const INT_SPECS: &[&str] = &["", ":3", ":03", ":+", ":x", ":b", ":>5", ":,", ":<4", ":#o", "!r", "=", ":_", ":c"];

pub const STRINGS: &[Production] = &[
    rule(6, "string +", |g, ty, d| Some(infix("+", &g.expr(ty, d), &g.expr(ty, d)))),
    rule(3, "string *", |g, ty, d| {
        let times = Snippet::atom(g.random.pick(&["0", "1", "2", "3"]));
        if g.tame { None } else { Some(infix("*", &g.expr(ty, d), &times)) }
    }),
    rule(6, "slice of a string", |g, ty, d| {
        let text = g.expr(ty, d);
        let slice = g.slice(d);
        Some(subscript(&text, &slice))
    }),
    rule(5, "character", |g, ty, d| {
        let text = g.expr(ty, d);
        if g.dares() {
            let index = g.int(d.min(1)).text;
            return Some(subscript(&text, &index));
        }
        Some(Snippet::atom(format!("({} or \"z\")[{}]", text.text, g.random.pick(&["0", "-1"]))))
    }),
    rule(6, "string method", |g, ty, d| {
        let name = g.random.pick(PLAIN);
        Some(method(&g.expr(ty, d), name, &[]))
    }),
    rule(4, "strip of characters", |g, ty, d| {
        let name = g.random.pick(&["strip", "lstrip", "rstrip"]);
        Some(method(&g.expr(ty, d), name, &[&g.expr(ty, d.min(1))]))
    }),
    rule(5, "replace in a string", |g, ty, d| {
        let (text, old, new) = (g.expr(ty, d), g.expr(ty, d.min(1)), g.expr(ty, d.min(1)));
        if g.tame {
            return None;
        }
        if g.random.percent(30) {
            let most = Snippet::atom(g.random.pick(&["0", "1", "2", "-1"]));
            return Some(method(&text, "replace", &[&old, &new, &most]));
        }
        Some(method(&text, "replace", &[&old, &new]))
    }),
    rule(3, "affix removed", |g, ty, d| {
        let name = g.random.pick(&["removeprefix", "removesuffix"]);
        Some(method(&g.expr(ty, d), name, &[&g.expr(ty, d.min(1))]))
    }),
    rule(5, "join", |g, ty, d| {
        if g.tame {
            return None;
        }
        let parts = g.expr(&Ty::list(Ty::Str), d);
        Some(method(&g.expr(ty, d.min(1)), "join", &[&parts]))
    }),
    rule(3, "join of characters", |g, _, d| {
        let text = g.expr(&Ty::Str, d);
        let how = g.random.pick(&["reversed", "sorted", "list"]);
        Some(Snippet::atom(format!("\"\".join({how}({}))", text.text)))
    }),
    rule(4, "justified", |g, ty, d| {
        let name = g.random.pick(&["ljust", "rjust", "center"]);
        let width = Snippet::atom(g.random.pick(&["0", "3", "4", "7"]));
        let text = g.expr(ty, d);
        if g.random.percent(40) {
            return Some(method(&text, name, &[&width, &Snippet::atom("\"*\"")]));
        }
        Some(method(&text, name, &[&width]))
    }),
    rule(2, "zfill", |g, ty, d| {
        let width = Snippet::atom(g.random.pick(&["0", "2", "5"]));
        Some(method(&g.expr(ty, d), "zfill", &[&width]))
    }),
    rule(3, "part of a partition", |g, ty, d| {
        let name = g.random.pick(&["partition", "rpartition"]);
        let separator =
            if g.dares() { g.expr(ty, d.min(1)) } else { Snippet::atom(g.random.pick(&["\"a\"", "\"b\""])) };
        let parts = method(&g.expr(ty, d), name, &[&separator]);
        Some(subscript(&parts, g.random.pick(&["0", "1", "2"])))
    }),
    rule(3, "translated", |g, ty, d| {
        let table = g.random.pick(&[
            "{97: \"x\"}",
            "{97: None, 98: 99}",
            "str.maketrans(\"ab\", \"yz\")",
            "str.maketrans(\"ab\", \"yz\", \"c\")",
            "str.maketrans({\"a\": \"bb\"})",
        ]);
        Some(method(&g.expr(ty, d), "translate", &[&Snippet::atom(table)]))
    }),
    rule(4, "str of a number", |g, _, d| Some(call(g.random.pick(&["str", "repr"]), &[&g.int(d)]))),
    rule(3, "str of a value", |g, _, d| {
        let ty = match g.random.below(4) {
            0 => Ty::Bool,
            1 => Ty::list(Ty::Int),
            2 => Ty::list(Ty::Str),
            _ => Ty::pair(Ty::Int, Ty::Str),
        };
        Some(call(g.random.pick(&["str", "repr"]), &[&g.expr(&ty, d)]))
    }),
    rule(2, "chr", |g, _, d| {
        if g.dares() {
            return Some(call("chr", &[&g.int(d)]));
        }
        let code = infix("+", &infix("%", &g.int(d), &Snippet::atom("26")), &Snippet::atom("97"));
        Some(call("chr", &[&code]))
    }),
    rule(6, "f-string", |g, ty, d| {
        let (spec, number_spec) = (g.random.pick(SPECS), g.random.pick(INT_SPECS));
        let text = g.formatted(spec, ty, d)?;
        let number = g.formatted(number_spec, &Ty::Int, d)?;
        Some(Snippet::atom(match g.random.below(4) {
            0 => format!("f\"{text}\""),
            1 => format!("f\"{number}\""),
            2 => format!("f\"{text}-{number}\""),
            _ => format!("f\"a{number}{{{{}}}}{text}\""),
        }))
    }),
    rule(2, "str.format", |g, ty, d| {
        let format = g.random.pick(&["\"{} {}\"", "\"{0}{1:>4}\"", "\"{1}-{0!r}\"", "\"{:>3}|{:<3}\"", "\"{}\""]);
        Some(method(&Snippet::atom(format), "format", &[&g.expr(ty, d), &g.int(d)]))
    }),
    rule(2, "percent", |g, ty, d| {
        let format = g.random.pick(&["\"%s %d\"", "\"%5s|%-4d\"", "\"%r %03d\"", "\"%.2s%x\""]);
        let values = Snippet::atom(format!("({}, {})", g.expr(ty, d).text, g.int(d).text));
        let level = Precedence::Product;
        Some(Snippet { text: format!("{format} % {}", values.text), level })
    }),
    rule(1, "unbound method", |g, ty, d| {
        let name = g.random.pick(PLAIN);
        Some(call(&format!("str.{name}"), &[&g.expr(ty, d)]))
    }),
];

/// Integers that come from strings.
pub const INTS: &[Production] = &[
    rule(2, "len of a string", |g, _, d| Some(call("len", &[&g.expr(&Ty::Str, d)]))),
    rule(3, "find", |g, _, d| {
        let name = g.random.pick(&["find", "rfind", "count"]);
        g.searched(name, d)
    }),
    rule(1, "index of a string", |g, _, d| {
        let name = g.random.pick(&["index", "rindex"]);
        if g.dares() { g.searched(name, d) } else { None }
    }),
    rule(1, "ord", |g, _, d| {
        let text = g.expr(&Ty::Str, d);
        if g.dares() {
            return Some(call("ord", &[&text]));
        }
        Some(Snippet::atom(format!("ord(({} or \"q\")[0])", text.text)))
    }),
    rule(1, "int of a string", |g, _, d| {
        if g.dares() {
            return Some(call("int", &[&g.expr(&Ty::Str, d)]));
        }
        Some(Snippet::atom(format!("int(str({}))", g.int(d).text)))
    }),
];

/// Booleans that come from strings.
pub const BOOLS: &[Production] = &[
    rule(2, "in a string", |g, _, d| {
        let op = g.random.pick(&["in", "not in"]);
        Some(infix(op, &g.expr(&Ty::Str, d.min(1)), &g.expr(&Ty::Str, d)))
    }),
    rule(2, "startswith", |g, _, d| {
        let name = g.random.pick(&["startswith", "endswith"]);
        let part = g.expr(&Ty::Str, d.min(1));
        Some(method(&g.expr(&Ty::Str, d), name, &[&part]))
    }),
    rule(2, "test of a string", |g, _, d| {
        let name = g.random.pick(TESTS);
        Some(method(&g.expr(&Ty::Str, d), name, &[]))
    }),
];

/// Lists of strings.
pub const LISTS: &[Production] = &[
    rule(6, "split", |g, ty, d| {
        if *ty != Ty::list(Ty::Str) {
            return None;
        }
        let text = g.expr(&Ty::Str, d);
        let name = g.random.pick(&["split", "rsplit"]);
        let args =
            g.random.pick(&["", "\"a\"", "\"ab\"", "None, 1", "\"b\", 1", "sep=\"a\", maxsplit=2", "maxsplit=1"]);
        Some(Snippet::atom(format!("{}.{name}({args})", text.base())))
    }),
    rule(2, "splitlines", |g, ty, d| {
        if *ty != Ty::list(Ty::Str) {
            return None;
        }
        let text = g.expr(&Ty::Str, d);
        let keep = g.random.pick(&["", "True"]);
        Some(Snippet::atom(format!("({} + \"\\n\" + \"a\").splitlines({keep})", text.text)))
    }),
    rule(4, "list of characters", |g, ty, d| {
        if *ty != Ty::list(Ty::Str) {
            return None;
        }
        Some(call(g.random.pick(&["list", "sorted"]), &[&g.expr(&Ty::Str, d)]))
    }),
];

impl Gen {
    fn searched(&mut self, name: &str, d: u32) -> Option<Snippet> {
        let (text, part) = (self.expr(&Ty::Str, d), self.expr(&Ty::Str, d.min(1)));
        let bounds = self.random.pick(&["", "", ", 1", ", -2", ", 1, 3", ", 0, -1", ", 2, 1"]);
        Some(Snippet::atom(format!("{}.{name}({}{bounds})", text.base(), part.text)))
    }

    /// `{value!r:>5}`, without quotes and braces inside, which Python 3.11 does not read.
    fn formatted(&mut self, spec: &str, ty: &Ty, d: u32) -> Option<String> {
        let value = self.expr(ty, d.min(1));
        let plain = !value.text.contains(['"', '\'', '\\', '{', '}', '#', '\n', '!', ':', '=']);
        plain.then(|| format!("{{{}{spec}}}", value.text))
    }
}
