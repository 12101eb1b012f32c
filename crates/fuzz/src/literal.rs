//! Literals and displays without variables, of any type.

use crate::code::{Precedence, Snippet, tuple};
use crate::generator::Gen;
use crate::types::{GenRecordKind, Ty};

pub const STRINGS: &[&str] = &[
    "\"a\"",
    "\"b\"",
    "\"c\"",
    "\"ab\"",
    "\"\"",
    "\"Z\"",
    "\"(\"",
    "\")\"",
    "'é'",
    "\"a\\n\"",
    "'\"'",
    "\"ß😀\"",
    "\"10\"",
    "\"9\"",
];

impl Gen {
    /// A value written out; containers hold a few elements.
    pub fn literal(&mut self, ty: &Ty, depth: u32) -> Snippet {
        match ty {
            Ty::None | Ty::Any => Snippet::atom("None"),
            Ty::Bool => Snippet::atom(self.random.pick(&["True", "False"])),
            Ty::Int => self.int_literal(),
            Ty::Str => Snippet::atom(self.string()),
            Ty::Optional => {
                if self.random.percent(35) {
                    Snippet::atom("None")
                } else {
                    self.int_literal()
                }
            }
            Ty::Mixed => self.mixed_literal(),
            Ty::Tuple(items) => {
                let items: Vec<Snippet> = items.iter().map(|item| self.literal(item, depth)).collect();
                tuple(&items)
            }
            Ty::TupleOf(item) => {
                let items = self.literals(item, 4, depth);
                tuple(&items)
            }
            Ty::List(item) => Snippet::atom(format!("[{}]", self.joined(item, 5, depth))),
            Ty::Set(item) => self.set_literal(item, depth),
            Ty::FrozenSet(item) => match self.joined(item, 4, depth) {
                items if items.is_empty() => Snippet::atom("frozenset()"),
                items if self.random.percent(30) => Snippet::atom(format!("frozenset([{items}])")),
                items => Snippet::atom(format!("frozenset({{{items}}})")),
            },
            Ty::Dict(key, value) => Snippet::atom(self.dict_display(key, value, depth)),
            Ty::Counter(key) => self.counter_literal(key, depth),
            Ty::DefaultDict(key, value) => {
                let (class, factory) = (self.lib("defaultdict"), factory(value));
                if self.random.percent(40) {
                    return Snippet::atom(format!("{class}({factory})"));
                }
                Snippet::atom(format!("{class}({factory}, {})", self.dict_display(key, value, depth)))
            }
            Ty::Record(index) => self.record_literal(*index, depth),
            Ty::Range => self.range_literal(),
            Ty::Iter(item) => Snippet::atom(format!("iter([{}])", self.joined(item, 5, depth))),
            Ty::Keys(key) => Snippet::atom(format!("{}.keys()", self.dict_display(key, &Ty::Int, depth))),
            Ty::Values(value) => Snippet::atom(format!("{}.values()", self.dict_display(&Ty::Int, value, depth))),
            Ty::Items(key, value) => Snippet::atom(format!("{}.items()", self.dict_display(key, value, depth))),
            Ty::Func(params, result) => self.lambda(params, result, depth),
        }
    }

    pub fn int_literal(&mut self) -> Snippet {
        let text = match self.random.below(40) {
            0..=9 => self.random.between(0, 2),
            10..=27 => self.random.between(0, 9),
            28..=33 => self.random.between(-9, -1),
            34..=36 => self.random.between(-120, 120),
            37 => self.random.between(1000, 70000),
            _ => return self.unusual_int(),
        }
        .to_string();
        Snippet { level: if text.starts_with('-') { Precedence::Unary } else { Precedence::Atom }, text }
    }

    fn unusual_int(&mut self) -> Snippet {
        if self.tame {
            return Snippet::atom(self.random.pick(&["0xff", "1_000", "0b101", "0o17", "00"]));
        }
        let texts = [
            "0xff",
            "1_000_000",
            "0b101",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808",
            "-9223372036854775809",
            "18446744073709551616",
            "4294967296",
            "3037000500",
            "-3037000500",
            "100000000000000000000000000000000000000007",
        ];
        let text = self.random.pick(&texts);
        Snippet { level: if text.starts_with('-') { Precedence::Unary } else { Precedence::Atom }, text: text.into() }
    }

    pub fn string(&mut self) -> &'static str {
        let few = if self.random.percent(70) { 4 } else { STRINGS.len() };
        STRINGS[self.random.below(few)]
    }

    fn mixed_literal(&mut self) -> Snippet {
        let ty = self.mixed_ty();
        self.literal(&ty, 0)
    }

    /// One of the types that `Mixed` stands for.
    pub fn mixed_ty(&mut self) -> Ty {
        match self.random.below(8) {
            0..=2 => Ty::Int,
            3..=4 => Ty::Bool,
            5 => Ty::None,
            6 => Ty::Str,
            _ => Ty::pair(Ty::Int, Ty::Bool),
        }
    }

    pub fn literals(&mut self, ty: &Ty, most: usize, depth: u32) -> Vec<Snippet> {
        let most = if depth == 0 { most.min(3) } else { most };
        let length = self.random.below(most + 1).max(self.random.below(most));
        (0..length).map(|_| self.literal(ty, depth.saturating_sub(1))).collect()
    }

    fn joined(&mut self, ty: &Ty, most: usize, depth: u32) -> String {
        crate::code::join(&self.literals(ty, most, depth))
    }

    fn set_literal(&mut self, item: &Ty, depth: u32) -> Snippet {
        let items = self.joined(item, 5, depth);
        if *item == Ty::Int && self.random.one_in(15) {
            return Snippet::atom(self.random.pick(&["{True, 1, 2}", "{1, True, 0}", "{False, 3}", "{0, False, 1}"]));
        }
        Snippet::atom(if items.is_empty() { "set()".into() } else { format!("{{{items}}}") })
    }

    /// `{k: v, …}`
    pub fn dict_display(&mut self, key: &Ty, value: &Ty, depth: u32) -> String {
        let keys = self.literals(key, 3, depth);
        let items: Vec<String> = keys
            .iter()
            .map(|key| format!("{}: {}", key.text, self.literal(value, depth.saturating_sub(1)).text))
            .collect();
        format!("{{{}}}", items.join(", "))
    }

    fn counter_literal(&mut self, key: &Ty, depth: u32) -> Snippet {
        let class = self.lib("Counter");
        Snippet::atom(match self.random.below(6) {
            0 => format!("{class}()"),
            1..=2 => {
                let keys = self.literals(key, 4, depth);
                let items: Vec<String> =
                    keys.iter().map(|key| format!("{}: {}", key.text, self.random.between(-2, 4))).collect();
                format!("{class}({{{}}})", items.join(", "))
            }
            3 if *key == Ty::Str => {
                format!("{class}(a={}, b={})", self.random.between(-1, 3), self.random.between(0, 3))
            }
            _ => format!("{class}([{}])", self.joined(key, 6, depth)),
        })
    }

    fn record_literal(&mut self, index: usize, depth: u32) -> Snippet {
        let record = self.module.records[index].clone();
        let mut args = Vec::new();
        let mut by_name = self.random.percent(25);
        for field in &record.fields {
            if field.default.is_some() && self.random.percent(40) {
                by_name = true;
                continue;
            }
            by_name |= self.random.one_in(10);
            let value = self.literal(&field.ty, depth.saturating_sub(1)).text;
            args.push(if by_name { format!("{}={value}", field.name) } else { value });
        }
        if record.kind == GenRecordKind::NamedTuple
            && by_name
            && args.len() > 1
            && args.iter().all(|arg| arg.contains('='))
        {
            let last = args.len() - 1;
            args.swap(0, last);
        }
        Snippet::atom(format!("{}({})", record.name, args.join(", ")))
    }

    fn range_literal(&mut self) -> Snippet {
        let (a, b) = (self.random.between(-3, 4), self.random.between(-2, 8));
        Snippet::atom(match self.random.below(4) {
            0 => format!("range({b})"),
            1 => format!("range({a}, {b})"),
            2 => format!("range({a}, {b}, {})", self.random.between(1, 4)),
            _ => format!("range({b}, {a}, {})", self.random.between(-4, -1)),
        })
    }
}

/// What makes the default value of a `defaultdict`.
pub fn factory(value: &Ty) -> &'static str {
    match value {
        Ty::Int => "int",
        Ty::Bool => "bool",
        Ty::List(_) => "list",
        Ty::Set(_) => "set",
        Ty::Dict(..) => "dict",
        Ty::TupleOf(_) => "tuple",
        Ty::FrozenSet(_) => "frozenset",
        _ => "lambda: None",
    }
}
