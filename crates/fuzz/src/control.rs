//! Control flow: branches, loops, exits, assertions, local functions.

use crate::code::{Precedence, Snippet};
use crate::generator::{Gen, GenVar};
use crate::statements::{StatementProduction, statement};
use crate::types::Ty;

const EXCEPTIONS: &[&str] = &[
    "ValueError",
    "KeyError",
    "IndexError",
    "TypeError",
    "RuntimeError",
    "AssertionError",
    "LookupError",
    "ArithmeticError",
    "ZeroDivisionError",
    "OverflowError",
    "NotImplementedError",
    "AttributeError",
    "NameError",
    "Exception",
    "StopIteration",
    "MemoryError",
    "RecursionError",
    "UnboundLocalError",
];

pub const RULES: &[StatementProduction] = &[
    statement(10, "if", |g| {
        let test = g.test(3);
        g.emit(&format!("if {}:", test.text));
        let count = 1 + g.random.below(2);
        g.block(count);
        if g.random.percent(20) {
            let test = g.test(2);
            g.emit(&format!("elif {}:", test.text));
            g.block(1);
        }
        if g.random.percent(40) {
            g.emit("else:");
            g.block(1);
        }
        Some(())
    }),
    statement(2, "if with walrus", |g| {
        let ty = g.plain_ty();
        let value = g.expr(&ty, 2);
        let name = g.bind(ty);
        let more = if g.random.percent(50) { format!(" and {}", g.bool(2).at(Precedence::Not)) } else { String::new() };
        g.emit(&format!("if ({name} := {}){more}:", value.text));
        let count = 1 + g.random.below(2);
        g.block(count);
        Some(())
    }),
    statement(12, "for", |g| {
        if g.loops >= 2 || g.times > 60 {
            return None;
        }
        let mark = g.vars.len();
        let (source, element) = g.source(2, g.loops > 0);
        let target = g.target(&element);
        g.emit(&format!("for {target} in {}:", source.text));
        g.repeated(6, |g| g.body(true));
        g.after_loop(mark);
        Some(())
    }),
    statement(3, "for over a set", over_set),
    statement(6, "while", |g| {
        if g.loops >= 2 || g.times > 60 {
            return None;
        }
        let fuel = g.fresh("fuel");
        let turns = 2 + g.random.below(6);
        let mark = g.vars.len();
        let test = match g.random.below(3) {
            0 => format!("({fuel} := {fuel} - 1) > 0 and {}", g.bool(2).at(Precedence::Not)),
            1 => format!("{fuel} > 0"),
            _ => format!("{fuel} > 0 and {}", g.test(2).at(Precedence::Not)),
        };
        g.emit(&format!("{fuel} = {turns}"));
        g.emit(&format!("while {test}:"));
        g.vars.push(GenVar { name: fuel.clone(), ty: Ty::Int, assignable: false });
        g.repeated(5, |g| {
            g.indent += 1;
            g.emit(&format!("{fuel} -= 1"));
            g.indent -= 1;
            g.body(true);
        });
        g.after_loop(mark);
        Some(())
    }),
    statement(4, "return in a branch", |g| {
        if g.returns.is_none() && g.yields.is_none() {
            return None;
        }
        let test = g.bool(2);
        g.emit(&format!("if {}:", test.text));
        g.indented(Gen::return_something);
        Some(())
    }),
    statement(5, "yield", |g| {
        let ty = g.yields.clone()?;
        match g.random.below(8) {
            0..=1 => {
                let items = g.iterable(&ty, 2);
                g.emit(&format!("yield from {}", items.text));
            }
            2 if ty == Ty::Optional => g.emit("yield"),
            _ => {
                let value = g.expr(&ty, 2);
                g.emit(&format!("yield {}", value.text));
            }
        }
        Some(())
    }),
    statement(1, "assert", |g| {
        let test = if g.dares() { g.bool(2) } else { Snippet::atom("True") };
        let test = if g.random.percent(50) && g.has_note { format!("note({}) or True", test.text) } else { test.text };
        let message = match g.random.below(3) {
            0 => String::new(),
            1 => ", \"broken\"".into(),
            _ => format!(", f\"broken {{{}}}\"", g.leaf(&Ty::Int).at(Precedence::Atom)),
        };
        g.emit(&format!("assert {test}{message}"));
        Some(())
    }),
    statement(5, "raise", |g| {
        if !g.dares() {
            return None;
        }
        let test = g.bool(2);
        let exception = g.random.pick(EXCEPTIONS);
        let argument = match g.random.below(4) {
            0 => String::new(),
            1 => "()".into(),
            2 => "(\"bad\")".into(),
            _ => format!(
                "(f\"bad {{{}}} and {{{}}}\")",
                g.leaf(&Ty::Int).at(Precedence::Atom),
                if g.has_note { "note(0)" } else { "0" }
            ),
        };
        g.emit(&format!("if {}:", test.text));
        g.indented(|g| g.emit(&format!("raise {exception}{argument}")));
        Some(())
    }),
    statement(2, "expression statement", |g| {
        let ty = g.data_ty(2);
        let value = g.expr(&ty, 2);
        // A lone string could be read as a docstring.
        if value.text.starts_with(['"', '\'']) {
            return None;
        }
        g.emit(&value.text);
        Some(())
    }),
    statement(1, "pass", |g| {
        g.emit("pass");
        Some(())
    }),
    statement(3, "note statement", |g| {
        if !g.has_note || g.times > 40 {
            return None;
        }
        let ty = g.data_ty(2);
        let value = g.expr(&ty, 2);
        g.emit(&format!("note({})", value.text));
        Some(())
    }),
    statement(3, "local function", local_function),
    statement(1, "variable that may be unbound", |g| {
        if !g.dares() {
            return None;
        }
        let test = g.bool(2);
        let value = g.int(1);
        g.emit(&format!("if {}:", test.text));
        let name = g.bind(Ty::Int);
        g.indented(|g| g.emit(&format!("{name} = {}", value.text)));
        Some(())
    }),
];

/// Loops over a set, in ways that do not show its order.
fn over_set(g: &mut Gen) -> Option<()> {
    if g.ill_typed || g.handles || g.loops >= 2 {
        return None;
    }
    let var = g.any_var(|var| matches!(var.ty, Ty::Set(_) | Ty::FrozenSet(_)))?;
    let (Ty::Set(item) | Ty::FrozenSet(item)) = &var.ty else { return None };
    let name = g.fresh("e");
    let test = g.pure_test(&name, item);
    let header = format!("for {name} in {}:", var.name);
    match g.random.below(6) {
        0 => {
            let total = g.any_var(|var| var.assignable && var.ty == Ty::Int)?.name;
            let value = g.pure_value(&name, item, &Ty::Int)?;
            g.emit(&header);
            g.indented(|g| g.emit(&format!("{total} += {value}")));
        }
        1 => {
            let total = g.any_var(|var| var.assignable && var.ty == Ty::Int)?.name;
            g.emit(&header);
            g.indented(|g| {
                g.emit(&format!("if {test}:"));
                g.indented(|g| g.emit("continue"));
                g.emit(&format!("{total} += 1"));
            });
        }
        2 => {
            let out = g.fresh("s");
            let value = g.pure_value(&name, item, &Ty::Int)?;
            g.emit(&format!("{out} = set()"));
            g.emit(&header);
            g.indented(|g| g.emit(&format!("{out}.add({value})")));
            g.vars.push(GenVar { name: out, ty: Ty::set(Ty::Int), assignable: true });
        }
        3 => {
            let flag = g.fresh("b");
            g.emit(&format!("{flag} = True"));
            g.emit(&header);
            g.indented(|g| {
                g.emit(&format!("if {test}:"));
                g.indented(|g| {
                    g.emit(&format!("{flag} = False"));
                    g.emit("break");
                });
            });
            if g.random.percent(50) {
                g.emit("else:");
                g.block(1);
            }
            g.vars.push(GenVar { name: flag, ty: Ty::Bool, assignable: true });
        }
        4 if g.returns.is_some() => {
            g.emit(&header);
            g.indented(|g| {
                g.emit(&format!("if {test}:"));
                g.indented(Gen::return_literal);
            });
        }
        // The set changes under the loop: an error whatever the order.
        _ if matches!(&var.ty, Ty::Set(item) if **item == Ty::Int) && g.dares() => {
            let change = [format!("{}.add({name} + 10 ** 30)", var.name), format!("{}.discard({name})", var.name)];
            g.emit(&header);
            let chosen = g.random.below(2);
            g.indented(|g| g.emit(&change[chosen]));
        }
        _ => return None,
    }
    Some(())
}

/// A nested function that captures variables and may rebind one.
fn local_function(g: &mut Gen) -> Option<()> {
    if g.loops >= 2 || g.indent > 4 {
        return None;
    }
    let Ty::Func(params, result) = g.func_ty() else { return None };
    let name = g.fresh("inner");
    let shared = g.any_var(|var| var.assignable && var.ty == Ty::Int);
    let before = (g.vars.clone(), g.returns.replace((*result).clone()), g.yields.take(), g.loops);
    g.loops = 2;
    let in_loop = std::mem::replace(&mut g.in_loop, false);
    for var in &mut g.vars {
        var.assignable = false;
    }
    let names: Vec<String> = params.iter().map(|param| g.bind(param.clone())).collect();
    g.emit(&format!("def {name}({}):", names.join(", ")));
    g.indented(|g| {
        if let Some(shared) = &shared
            && g.random.percent(70)
        {
            g.used.count("nonlocal");
            g.emit(&format!("nonlocal {}", shared.name));
            let value = g.repeated(4, |g| g.int(2));
            let op = g.random.pick(&["+=", "-=", "="]);
            g.emit(&format!("{} {op} {}", shared.name, value.text));
        }
        let count = g.random.below(2);
        g.repeated(4, |g| {
            g.statements(count);
            let value = g.expr(&result, 2);
            g.emit(&format!("return {}", value.text));
        });
    });
    (g.vars, g.returns, g.yields, g.loops) = before;
    g.in_loop = in_loop;
    g.vars.push(GenVar { name, ty: Ty::Func(params, result), assignable: false });
    Some(())
}

impl Gen {
    /// The body of a loop, with the exits that loops have, and its `else`.
    pub fn body(&mut self, may_exit: bool) {
        self.loops += 1;
        let outside = std::mem::replace(&mut self.in_loop, true);
        self.indented(|g| {
            let count = 1 + g.random.below(2);
            g.statements(count);
            if may_exit && g.random.percent(45) {
                let test = g.bool(2);
                let exit = match g.random.below(5) {
                    0..=1 => "break",
                    2..=3 => "continue",
                    _ => "return",
                };
                g.used.count(exit);
                g.emit(&format!("if {}:", test.text));
                g.indented(|g| if exit == "return" { g.return_something() } else { g.emit(exit) });
                g.statements(1);
            }
        });
        self.loops -= 1;
        self.in_loop = outside;
        if self.random.percent(20) {
            self.used.count("else of a loop");
            self.emit("else:");
            self.block(1);
        }
    }

    /// Loop variables go out of scope after the loop. Occasionally one stays: it is unbound if the loop had no iterations.
    fn after_loop(&mut self, mark: usize) {
        let kept = self.vars.get(mark).cloned().filter(|_| self.dares());
        self.vars.truncate(mark);
        if let Some(var) = kept {
            self.used.count("variable of a loop used after it");
            self.vars.push(var);
        }
    }

    pub fn return_something(&mut self) {
        match self.returns.clone() {
            Some(ty) => {
                let value = self.expr(&ty, 2);
                self.emit(&format!("return {}", value.text));
            }
            None => self.emit("return"),
        }
    }

    fn return_literal(&mut self) {
        match self.returns.clone() {
            Some(ty) => {
                let value = self.literal(&ty, 0);
                self.emit(&format!("return {}", value.text));
            }
            None => self.emit("return"),
        }
    }
}
