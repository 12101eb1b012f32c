//! The state of the generator and the choice between productions.
//!
//! A program is written from left to right; [`Gen`] knows the variables in scope, how many loops surround the current
//! place, and what is allowed there. A [`Production`] writes an expression of the wanted type or declines.
//!
//! Invariants: no value depends on the order of a set (sets are iterated by `sets.rs` alone, in ways that do not
//! show the order); loops end and numbers and containers stay small. Guarded by `tests/programs_are_sound.rs`.

use crate::code::{Snippet, call, comparison};
use crate::coverage::Coverage;
use crate::module::GenModule;
use crate::random::Random;
use crate::types::Ty;

/// Writes an expression of the wanted type that is nested at most this deeply, or declines.
pub type Make = fn(&mut Gen, &Ty, u32) -> Option<Snippet>;

/// One production for expressions.
#[derive(Clone, Copy, Debug)]
pub struct Production {
    pub name: &'static str,
    pub weight: u32,
    pub make: Make,
}

pub const fn rule(weight: u32, name: &'static str, make: Make) -> Production {
    Production { name, weight, make }
}

#[derive(Clone, Debug)]
pub struct GenVar {
    pub name: String,
    pub ty: Ty,
    /// Whether it may be assigned again here: it is not a constant, not captured, and does not count down a loop.
    pub assignable: bool,
}

/// How often a program does something that may raise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Risk {
    None,
    Low,
    High,
}

#[derive(Debug)]
// Each flag says what is allowed at the current place; they are independent.
#[allow(clippy::struct_excessive_bools)]
pub struct Gen {
    pub random: Random,
    pub used: Coverage,
    pub module: GenModule,
    pub vars: Vec<GenVar>,
    /// The types the program is mostly about.
    pub focus: Vec<Ty>,
    pub risk: Risk,
    /// Whether operands of a wrong type are written occasionally.
    pub ill_typed: bool,
    /// Whether the program catches exceptions.
    pub handles: bool,
    /// Whether the module defines `note`, which records its argument.
    pub has_note: bool,
    /// Inside something that is executed many times, where nothing may grow by multiplication.
    pub tame: bool,
    /// Estimate of how often the current place is executed per call of the function.
    pub times: u32,
    /// Estimate of the steps of the function so far.
    pub cost: u32,
    /// Whether something written so far multiplies its arguments.
    pub wild: bool,
    /// `:=` is allowed here.
    pub may_bind: bool,
    /// How many more expressions this function may hold.
    pub budget: i32,
    pub lines: Vec<String>,
    pub indent: usize,
    /// How many `for` and `while` loops surround the current place.
    pub loops: u32,
    /// Whether `break` and `continue` are allowed here.
    pub in_loop: bool,
    /// The type of `return` here; `None` in a generator function.
    pub returns: Option<Ty>,
    /// In a generator function: what it yields.
    pub yields: Option<Ty>,
    salt: u64,
    names: usize,
}

impl Gen {
    pub fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let salt = random.draw();
        Self {
            random,
            used: Coverage::default(),
            module: GenModule::default(),
            vars: Vec::new(),
            focus: Vec::new(),
            risk: Risk::Low,
            ill_typed: false,
            handles: false,
            has_note: false,
            tame: false,
            times: 1,
            cost: 0,
            wild: false,
            may_bind: true,
            budget: 100,
            lines: Vec::new(),
            indent: 0,
            loops: 0,
            in_loop: false,
            returns: None,
            yields: None,
            salt,
            names: 0,
        }
    }

    /// Whether to risk an exception here.
    pub fn dares(&mut self) -> bool {
        let percent = match self.risk {
            Risk::None => 0,
            Risk::Low => 25,
            Risk::High => 75,
        };
        self.random.percent(percent)
    }

    pub fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// Brings a new variable into scope.
    pub fn bind(&mut self, ty: Ty) -> String {
        let name = self.fresh(ty.prefix());
        self.vars.push(GenVar { name: name.clone(), ty, assignable: true });
        name
    }

    /// Brings a variable of a comprehension or lambda into scope; occasionally it shadows another one.
    pub fn bind_inner(&mut self, ty: Ty) -> String {
        let hidden = if self.random.one_in(12) { self.any_var(|_| true) } else { None };
        let name = match hidden {
            Some(var)
                if var.name.chars().all(|c| c.is_lowercase() || c.is_ascii_digit()) && !self.is_function(&var.name) =>
            {
                self.used.count("hiding of a variable");
                var.name
            }
            _ => self.fresh(ty.prefix()),
        };
        self.vars.push(GenVar { name: name.clone(), ty, assignable: false });
        name
    }

    /// A visible variable that the condition holds for.
    pub fn any_var(&mut self, holds: impl Fn(&GenVar) -> bool) -> Option<GenVar> {
        let count = self.visible().filter(|var| holds(var)).count();
        let chosen = if count == 0 { return None } else { self.random.below(count) };
        self.visible().filter(|var| holds(var)).nth(chosen).cloned()
    }

    pub fn var_of(&mut self, ty: &Ty) -> Option<Snippet> {
        self.any_var(|var| var.ty == *ty).map(|var| Snippet::atom(var.name))
    }

    /// The variables that no later one shadows.
    pub fn visible(&self) -> impl Iterator<Item = &GenVar> {
        let vars = &self.vars;
        vars.iter()
            .enumerate()
            .filter(|(i, var)| vars[i + 1..].iter().all(|later| later.name != var.name))
            .map(|(_, var)| var)
    }

    /// An expression of the wanted type.
    pub fn expr(&mut self, ty: &Ty, depth: u32) -> Snippet {
        self.budget -= 1;
        let plain = if crate::rules_of(ty).is_empty() { 55 } else { 20 };
        if depth == 0 || self.budget <= 0 || self.random.percent(plain) {
            return self.leaf(ty);
        }
        if self.ill_typed && self.random.one_in(12) {
            self.used.count("operand of a wrong type");
            return self.wrong(ty);
        }
        let from_strings = crate::string_rules_of(ty);
        let rules: &[&[Production]] = match self.random.below(100) {
            0..20 => &[crate::any::RULES],
            20..30 => &[crate::library::rules_of(ty), crate::rules_of(ty), crate::any::RULES],
            30..42 if !from_strings.is_empty() => &[from_strings, crate::any::RULES],
            _ => &[crate::rules_of(ty), crate::any::RULES],
        };
        let found = rules.iter().find_map(|rules| self.choose(rules, ty, depth - 1));
        let code = found.unwrap_or_else(|| self.leaf(ty));
        self.noted(code)
    }

    pub fn int(&mut self, depth: u32) -> Snippet {
        self.expr(&Ty::Int, depth)
    }

    pub fn bool(&mut self, depth: u32) -> Snippet {
        self.expr(&Ty::Bool, depth)
    }

    /// A variable or a literal.
    pub fn leaf(&mut self, ty: &Ty) -> Snippet {
        let var = if self.random.percent(80) { self.var_of(ty) } else { None };
        match (var, ty) {
            (Some(var), _) => var,
            (None, Ty::Bool) if self.random.percent(70) => self.simple_test(),
            (None, Ty::Int) if self.random.percent(40) => self.length().unwrap_or_else(|| self.int_literal()),
            _ => self.literal(ty, 0),
        }
    }

    /// A comparison of a variable with a literal.
    fn simple_test(&mut self) -> Snippet {
        let op = self.comparison_op();
        let number = self.var_of(&Ty::Int).or_else(|| self.length());
        if let Some(number) = number {
            let other = self.int_literal();
            return comparison(&number, &[(op, other)]);
        }
        match self.any_var(|var| !matches!(var.ty, Ty::Func(..) | Ty::Iter(_) | Ty::Values(_) | Ty::Any)) {
            Some(var) => {
                let other = self.literal(&var.ty, 0);
                comparison(&Snippet::atom(var.name), &[(self.random.pick(&["==", "!="]), other)])
            }
            None => self.literal(&Ty::Bool, 0),
        }
    }

    fn length(&mut self) -> Option<Snippet> {
        let var = self.any_var(|var| var.ty.has_len())?;
        Some(call("len", &[&Snippet::atom(var.name)]))
    }

    /// One of the rules by weight, another one if it declines; `None` if five decline.
    pub fn choose(&mut self, rules: &[Production], ty: &Ty, depth: u32) -> Option<Snippet> {
        let mut weights: Vec<u32> = rules.iter().map(|rule| rule.weight * self.preference(rule.name)).collect();
        for _ in 0..5 {
            let chosen = self.random.weighted(&weights)?;
            let mark = self.vars.len();
            if let Some(code) = (rules[chosen].make)(self, ty, depth) {
                self.used.count(rules[chosen].name);
                return Some(code);
            }
            self.vars.truncate(mark);
            weights[chosen] = 0;
        }
        None
    }

    /// Each program leaves some productions out and prefers others, so that combinations differ between programs.
    pub fn preference(&self, name: &str) -> u32 {
        let hash = name.bytes().fold(self.salt, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        [0, 1, 1, 1, 1, 1, 2, 5][Random::new(hash).below(8)]
    }

    /// Occasionally the value is recorded, so that the order of evaluation becomes visible.
    pub fn noted(&mut self, code: Snippet) -> Snippet {
        let percent = if self.times > 1 { 1 } else { 5 };
        if self.has_note && self.random.percent(percent) {
            self.used.count("note");
            return call("note", &[&code]);
        }
        code
    }

    /// Runs `write` with the variables in scope as they are, and forgets those it adds.
    pub fn scoped<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        let mark = self.vars.len();
        let result = write(self);
        self.vars.truncate(mark);
        result
    }

    /// Runs `write` for a place that is executed `times` times as often.
    pub fn repeated<T>(&mut self, times: u32, write: impl FnOnce(&mut Self) -> T) -> T {
        let (tame, before) = (self.tame, self.times);
        self.tame = true;
        self.times = self.times.saturating_mul(times);
        let result = write(self);
        self.tame = tame;
        self.times = before;
        result
    }

    /// Runs `write` where `:=` is not allowed.
    pub fn unbinding<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.may_bind, false);
        let result = write(self);
        self.may_bind = before;
        result
    }

    pub fn emit(&mut self, text: &str) {
        let indent = "    ".repeat(self.indent);
        self.lines.push(format!("{indent}{text}"));
    }

    /// Whether the name is one that the module defines.
    fn is_function(&self, name: &str) -> bool {
        self.module.functions.iter().any(|function| function.name == name)
    }

    /// A value that is not of the wanted type. Never a string, whose operations are outside the language; never a set,
    /// whose order would show; never a long sequence instead of a number, because it could be repeated often.
    fn wrong(&mut self, ty: &Ty) -> Snippet {
        let choices: &[&str] = match ty {
            Ty::Int | Ty::Optional => &["None", "[]", "()", "{}", "(lambda: 0)"],
            Ty::Bool => &["None", "[]", "3", "(0, 0)"],
            Ty::List(_) | Ty::TupleOf(_) | Ty::Iter(_) => &["None", "3", "True", "{1: 2}", "(1, 2)", "[[]]"],
            Ty::Dict(..) | Ty::Counter(_) | Ty::DefaultDict(..) => &["None", "[1]", "3", "()"],
            Ty::Set(_) | Ty::FrozenSet(_) => &["None", "[1, 2]", "{}", "0"],
            Ty::Str => &["None", "0", "()"],
            Ty::Func(..) => &["None", "3"],
            Ty::Tuple(_) => &["None", "1", "(1, 2, 3)", "[1, 2]"],
            _ => &["None", "1", "{}", "[0]"],
        };
        Snippet::atom(self.random.pick(choices))
    }
}
