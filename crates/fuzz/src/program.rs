//! A whole program: some functions, and the cases that call them.

use crate::code::{Precedence, Snippet, join, tuple};
use crate::coverage::Coverage;
use crate::generator::{Gen, GenVar, Risk};
use crate::module::{GenFunction, GenParam};
use crate::types::Ty;

/// A program of the language. Its functions `case_0`, `case_1`, … take no arguments; each is one case.
#[derive(Clone, Debug)]
pub struct FuzzProgram {
    pub seed: u64,
    pub source: String,
    pub cases: usize,
    /// Whether operands of a wrong type were written on purpose.
    pub ill_typed: bool,
    /// Which productions were used, and how often.
    pub used: Coverage,
}

/// The program with this number. The same number always gives the same program.
pub fn generate(seed: u64) -> FuzzProgram {
    let mut g = Gen::new(seed);
    g.risk = match g.random.below(10) {
        0 => Risk::None,
        1..=4 => Risk::Low,
        _ => Risk::High,
    };
    g.ill_typed = g.random.one_in(8);
    g.handles = g.random.percent(35);
    let (kind, cases) = match g.random.below(20) {
        0..=5 => ("expressions", g.expressions()),
        6..=9 => ("statements", g.sequences()),
        10..=12 => ("idioms", g.idioms()),
        13..=14 => ("classes", g.class_cases()),
        _ => ("functions", g.functions()),
    };
    g.used.count(kind);
    FuzzProgram { seed, source: g.text(), cases, ill_typed: g.ill_typed, used: g.used }
}

impl Gen {
    /// Each case is one expression, with a few variables and the recorded values.
    fn expressions(&mut self) -> usize {
        self.prelude(25);
        let cases = 5 + self.random.below(4);
        for case in 0..cases {
            self.case(case, |g| {
                let kept = g.literal_variables(2);
                let ty = g.local_ty(2);
                let depth = 2 + u32::try_from(g.random.below(3)).unwrap_or(0);
                let value = g.shown(&ty, depth);
                g.finish(&value, &kept);
            });
        }
        cases
    }

    /// Each case is a few statements.
    fn sequences(&mut self) -> usize {
        self.prelude(40);
        let cases = 3 + self.random.below(2);
        for case in 0..cases {
            self.case(case, |g| {
                g.literal_variables(3);
                let count = 1 + g.random.below(4);
                if g.random.percent(40) {
                    g.changes(count);
                } else {
                    g.statements(count);
                }
                let kept: Vec<GenVar> =
                    g.visible().filter(|var| !crate::functions::is_constant(&var.name)).cloned().collect();
                let ty = g.data_ty(2);
                let value = g.shown(&ty, 2);
                g.finish(&value, &kept);
            });
        }
        cases
    }

    /// Each case calls an idiom with literal arguments.
    fn idioms(&mut self) -> usize {
        self.prelude(10);
        while self.module.functions.is_empty() || self.random.percent(30) {
            self.idiom();
        }
        let functions = std::mem::take(&mut self.module.functions);
        let cases = 5 + self.random.below(4);
        for case in 0..cases {
            let function = functions[case % functions.len()].clone();
            self.case(case, |g| g.call_with_literals(&function));
        }
        cases
    }

    /// Functions that call each other, and cases that call the last one with different arguments.
    fn functions(&mut self) -> usize {
        self.prelude(30);
        self.constants();
        for _ in 0..=self.random.below(3) {
            self.helper();
        }
        let params: Vec<GenParam> = (0..=self.random.below(3))
            .map(|_| {
                let ty = self.data_ty(2);
                let name = self.fresh(ty.prefix());
                GenParam::new(name, ty)
            })
            .collect();
        let returns = self.data_ty(2);
        self.define("main", &params, &returns, |g| {
            let count = 2 + g.random.below(4);
            g.statements(count);
            let value =
                g.call_giving(&Ty::Any, 2).filter(|_| g.random.percent(40)).unwrap_or_else(|| g.shown(&returns, 3));
            let kept: Vec<GenVar> =
                g.visible().filter(|var| !crate::functions::is_constant(&var.name)).cloned().collect();
            let mut parts = vec![value];
            parts.extend(kept.iter().take(6).map(reading));
            let all = if g.random.percent(50) { join(&parts) } else { tuple(&parts).text };
            g.emit(&format!("return {all}"));
        });
        let Some(main) = self.module.functions.pop() else { return 0 };
        let cases = 5 + self.random.below(4);
        for case in 0..cases {
            self.case(case, |g| g.call_with_literals(&main));
        }
        cases
    }

    fn call_with_literals(&mut self, function: &GenFunction) {
        let mut kept = Vec::new();
        for param in &function.params {
            let value = match param.bound {
                Some(bound) => Snippet::atom(self.random.below(bound as usize).to_string()),
                None => self.literal(&param.ty, 2),
            };
            let name = self.fresh("arg");
            self.emit(&format!("{name} = {}", value.text));
            kept.push(GenVar { name, ty: param.ty.clone(), assignable: false });
        }
        let args: Vec<&str> = kept.iter().map(|var| var.name.as_str()).collect();
        let call = Snippet::atom(format!("{}({})", function.name, args.join(", ")));
        self.finish(&call, &kept);
    }

    /// Records, and a function that records what happens.
    fn prelude(&mut self, record_percent: usize) {
        self.has_note = self.random.percent(55);
        while self.module.records.len() < 2 && self.random.percent(record_percent) {
            self.record_class();
        }
        self.focus_on_types();
        if self.has_note {
            for line in ["LOG = []", "", "def note(x):", "    LOG.append(x)", "    return x", ""] {
                self.module.text.push(line.into());
            }
        }
    }

    fn constants(&mut self) {
        for name in ["LIMIT", "TABLE", "WORDS"] {
            if self.random.percent(25) {
                let ty = self.data_ty(2);
                let value = self.unbinding(|g| g.literal(&ty, 1));
                self.module.text.push(format!("{name} = {}", value.text));
                self.vars.push(GenVar { name: name.into(), ty, assignable: false });
            }
        }
        if self.random.one_in(8) {
            self.used.count("comprehension at module level");
            self.module.text.push("SQUARES = {n: n * n for n in range(5)}".into());
            self.vars.push(GenVar { name: "SQUARES".into(), ty: Ty::dict(Ty::Int, Ty::Int), assignable: false });
        }
        if self.random.one_in(15) {
            self.module.import("from __future__ import annotations");
        }
        if self.random.one_in(10) {
            self.module.text.push("Pair = tuple[int, int]".into());
        }
    }

    /// Adds variables with literal values and returns them.
    fn literal_variables(&mut self, most: usize) -> Vec<GenVar> {
        for _ in 0..=self.random.below(most + 1) {
            let ty = self.data_ty(2);
            let value = self.literal(&ty, 2);
            let name = self.bind(ty);
            self.emit(&format!("{name} = {}", value.text));
        }
        self.vars.iter().filter(|var| !crate::functions::is_constant(&var.name)).cloned().collect()
    }

    /// An expression to return; an iterator is exhausted, because it does not show its elements.
    fn shown(&mut self, ty: &Ty, depth: u32) -> Snippet {
        let value = self.expr(ty, depth);
        match ty {
            Ty::Iter(_) if self.random.percent(85) => Snippet::atom(format!("list({})", value.text)),
            Ty::Func(params, _) if self.random.percent(85) => {
                let args: Vec<Snippet> = params.iter().map(|param| self.literal(param, 1)).collect();
                Snippet::atom(format!("{}({})", value.base(), join(&args)))
            }
            _ => value,
        }
    }

    /// Returns the value, the current variables, and the recorded values.
    fn finish(&mut self, value: &Snippet, kept: &[GenVar]) {
        let mut parts = vec![Snippet::atom(value.text.clone())];
        parts.extend(kept.iter().map(reading));
        if self.has_note {
            parts.push(Snippet::atom("LOG"));
        }
        let text = if parts.len() == 1 { parts[0].at(Precedence::Conditional) } else { join(&parts) };
        self.emit(&format!("return {text}"));
    }

    fn case(&mut self, case: usize, write: impl FnOnce(&mut Self)) {
        self.function_text(&format!("def case_{case}():"), &[], &Ty::Int, write);
    }

    /// The text of the program.
    fn text(&self) -> String {
        let mut lines: Vec<&str> = self.module.imports().collect();
        if !lines.is_empty() {
            lines.push("");
        }
        lines.extend(self.module.text.iter().map(String::as_str));
        while lines.last() == Some(&"") {
            lines.pop();
        }
        lines.join("\n") + "\n"
    }
}

/// How a variable is shown at the end.
fn reading(var: &GenVar) -> Snippet {
    Snippet::atom(match var.ty {
        Ty::Iter(_) => format!("list({})", var.name),
        _ => var.name.clone(),
    })
}
