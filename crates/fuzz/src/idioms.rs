//! Functions as people write them, with holes: random statements would rarely produce them.
//!
//! They are in `idioms.txt`, each below a line `## name | parameters | result` with further attributes: `note` if it
//! records values, `raises` if it is there to raise, `records` if it uses [`RECORDS`], the imports it needs. In the texts `$` is the function's
//! name. Holes: `{int:x y}` and `{bool:x}` are expressions over these integers, `{lit}` a number, `{some}` one of 0 to
//! 4, `{cmp}` a comparison, `{a¦b}` one of the alternatives.

use std::sync::LazyLock;

use crate::generator::{Gen, GenVar, Risk};
use crate::module::{GenFunction, GenParam};
use crate::types::Ty;

struct Idiom {
    name: &'static str,
    /// Name and type of each parameter: `xs:ints n:small`.
    params: &'static str,
    returns: &'static str,
    needs_note: bool,
    raises: bool,
    needs_records: bool,
    imports: Vec<&'static str>,
    text: &'static str,
}

/// The classes that some idioms use.
const RECORDS: &str = "\
class Spot(NamedTuple):
    x: int
    y: int

@dataclass(frozen=True)
class Mark:
    a: int
    b: int = 0

@dataclass(frozen=True, order=True)
class Rank:
    n: int
    name: str

class Tone(Enum):
    LOW = 1
    MID = 2
    HIGH = auto()

    @property
    def next(self):
        return Tone.MID if self is Tone.LOW else Tone.LOW

    def above(self, n):
        return self.value > n
";

static IDIOMS: LazyLock<Vec<Idiom>> =
    LazyLock::new(|| include_str!("idioms.txt").split("\n## ").skip(1).filter_map(idiom).collect());

fn idiom(block: &'static str) -> Option<Idiom> {
    let (header, text) = block.split_once('\n')?;
    let parts: Vec<&str> = header.split(" | ").collect();
    let [name, params, returns, flags @ ..] = &parts[..] else { return None };
    Some(Idiom {
        name,
        params,
        returns,
        needs_note: flags.contains(&"note"),
        raises: flags.contains(&"raises"),
        needs_records: flags.contains(&"records"),
        imports: flags.iter().copied().filter(|flag| flag.starts_with("from ")).collect(),
        text: text.trim_end(),
    })
}

/// The names of all idioms.
pub fn names() -> impl Iterator<Item = &'static str> {
    IDIOMS.iter().map(|idiom| idiom.name)
}

impl Gen {
    /// Defines one of the idioms.
    pub fn idiom(&mut self) {
        for _ in 0..6 {
            let idiom = &IDIOMS[self.random.below(IDIOMS.len())];
            let rare = idiom.name == "endless recursion" && !self.random.one_in(2);
            if (idiom.needs_note && !self.has_note)
                || (idiom.raises && (self.risk == Risk::None || self.random.percent(50)))
                || rare
            {
                continue;
            }
            self.write_idiom(idiom);
            return;
        }
    }

    fn write_idiom(&mut self, idiom: &Idiom) {
        self.used.count(idiom.name);
        let name = self.fresh("idiom");
        for import in &idiom.imports {
            self.module.import(*import);
        }
        if idiom.needs_records && !self.module.text.iter().any(|line| line.starts_with("class Spot(")) {
            self.module.import("from dataclasses import dataclass");
            self.module.import("from enum import Enum, auto");
            self.module.import("from typing import NamedTuple");
            self.module.text.extend(RECORDS.lines().map(str::to_owned));
        }
        let outer = std::mem::take(&mut self.vars);
        (self.tame, self.times, self.budget) = (true, 30, 40);
        let filled = self.unbinding(|g| g.filled(idiom.text));
        (self.tame, self.times) = (false, 1);
        self.vars = outer;
        self.module.text.extend(filled.replace('$', &name).lines().map(str::to_owned));
        self.module.text.push(String::new());
        let params = idiom.params.split(' ').filter_map(|param| param.split_once(':')).map(param).collect();
        // `any` is given as a value of several types: nothing is done with it but to show it.
        let returns = type_named(idiom.returns);
        self.module.functions.push(GenFunction { name, params, returns, cost: 60, wild: true });
    }

    /// The text with its holes filled.
    fn filled(&mut self, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            out += &rest[..open];
            let Some(close) = closing(&rest[open..]) else { break };
            let inside = &rest[open + 1..open + close];
            rest = &rest[open + close + 1..];
            out += &self.hole(inside);
        }
        out + rest
    }

    fn hole(&mut self, inside: &str) -> String {
        if let Some((kind, names)) = inside.split_once(':')
            && (kind == "int" || kind == "bool")
        {
            let mark = self.vars.len();
            for name in names.split(' ') {
                self.vars.push(GenVar { name: name.to_owned(), ty: Ty::Int, assignable: false });
            }
            let ty = if kind == "int" { Ty::Int } else { Ty::Bool };
            let code = self.expr(&ty, 2);
            self.vars.truncate(mark);
            return format!("({})", code.text);
        }
        match inside {
            "lit" => self.int_literal().at(crate::code::Precedence::Atom),
            "some" => self.random.below(5).to_string(),
            "cmp" => self.comparison_op().to_owned(),
            _ => match alternatives(inside) {
                choices if choices.len() > 1 => {
                    let chosen = choices[self.random.below(choices.len())];
                    self.filled(chosen)
                }
                // A display of Python, not a hole.
                _ => format!("{{{}}}", self.filled(inside)),
            },
        }
    }
}

/// Where the brace that opens the text is closed.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (i, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(i);
        }
    }
    None
}

/// The parts between bars outside inner braces.
fn alternatives(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (i, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            '¦' if depth == 0 => {
                parts.push(&text[start..i]);
                start = i + '¦'.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

fn param((name, ty): (&str, &str)) -> GenParam {
    let param = GenParam::new(name, type_named(ty));
    if ty == "small" { param.bounded(6) } else { param }
}

fn type_named(name: &str) -> Ty {
    match name {
        "ints" => Ty::list(Ty::Int),
        "bool" => Ty::Bool,
        "words" => Ty::list(Ty::Str),
        "pairs" => Ty::list(Ty::pair(Ty::Int, Ty::Int)),
        "matrix" => Ty::list(Ty::list(Ty::Int)),
        "dict" => Ty::dict(Ty::Int, Ty::Int),
        "any" => Ty::Any,
        _ => Ty::Int,
    }
}
