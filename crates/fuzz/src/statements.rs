//! Statements: the choice between them, assignments and bindings.

use crate::code::{Precedence, Snippet, call, join};
use crate::generator::Gen;
use crate::types::Ty;

/// Writes statements, or declines.
pub type MakeStatement = fn(&mut Gen) -> Option<()>;

#[derive(Clone, Copy, Debug)]
pub struct StatementProduction {
    pub name: &'static str,
    pub weight: u32,
    pub make: MakeStatement,
}

pub const fn statement(weight: u32, name: &'static str, make: MakeStatement) -> StatementProduction {
    StatementProduction { name, weight, make }
}

pub const ASSIGNMENTS: &[StatementProduction] = &[
    statement(14, "assignment", |g| {
        let ty = g.local_ty(2);
        let value = g.stored(&ty, 3);
        let name = g.bind(ty);
        g.emit(&format!("{name} = {}", value.text));
        Some(())
    }),
    statement(12, "call of a helper for its result", |g| {
        let results: Vec<Ty> = g.module.functions.iter().map(|function| function.returns.clone()).collect();
        let ty = if results.is_empty() { return None } else { results[g.random.below(results.len())].clone() };
        let value = g.call_giving(&ty, 2)?;
        let name = g.bind(ty);
        g.emit(&format!("{name} = {}", value.text));
        Some(())
    }),
    statement(3, "annotated assignment", |g| {
        let ty = g.data_ty(2);
        let annotation = ty.annotation(&g.module.records)?;
        let value = g.stored(&ty, 3);
        let name = g.bind(ty);
        g.emit(&format!("{name}: {annotation} = {}", value.text));
        Some(())
    }),
    statement(8, "assignment to a known variable", |g| {
        let var = g.any_var(|var| var.assignable && !matches!(var.ty, Ty::Func(..) | Ty::Any))?;
        let value = g.stored(&var.ty, 3);
        g.emit(&format!("{} = {}", var.name, value.text));
        Some(())
    }),
    statement(3, "chained assignment", |g| {
        let ty = g.data_ty(2);
        let value = g.stored(&ty, 2);
        let (first, second) = (g.bind(ty.clone()), g.bind(ty));
        g.emit(&format!("{first} = {second} = {}", value.text));
        Some(())
    }),
    statement(4, "alias", |g| {
        let var = g.any_var(|var| {
            matches!(
                var.ty,
                Ty::List(_) | Ty::Dict(..) | Ty::Set(_) | Ty::Counter(_) | Ty::DefaultDict(..) | Ty::Iter(_)
            )
        })?;
        let name = g.bind(var.ty);
        g.emit(&format!("{name} = {}", var.name));
        Some(())
    }),
    statement(5, "unpacking", unpacking),
    statement(3, "unpacking with a star", |g| {
        let element = g.data_ty(1);
        let before = g.random.below(3);
        let after = g.random.below(2);
        let known: Vec<Snippet> = (0..before + after).map(|_| g.expr(&element, 1)).collect();
        let rest = g.iterable(&element, 2);
        let source = if g.dares() {
            rest.text.clone()
        } else {
            let mut items = known.clone();
            items.push(crate::code::starred(&rest));
            format!("[{}]", join(&items))
        };
        let mut targets: Vec<String> = (0..before).map(|_| g.bind(element.clone())).collect();
        targets.push(format!("*{}", g.bind(Ty::list(element.clone()))));
        targets.extend((0..after).map(|_| g.bind(element.clone())));
        let targets = if targets.len() == 1 { format!("{},", targets[0]) } else { targets.join(", ") };
        g.emit(&format!("{targets} = {source}"));
        Some(())
    }),
    statement(3, "swap", |g| {
        let first = g.any_var(|var| var.assignable)?;
        let second = g.any_var(|var| var.assignable && var.ty == first.ty && var.name != first.name)?;
        g.emit(&format!("{0}, {1} = {1}, {0}", first.name, second.name));
        Some(())
    }),
    statement(2, "swap of elements", |g| {
        let var = g.any_var(|var| matches!(var.ty, Ty::List(_)))?;
        let (i, j) = (g.place(&var.name), g.place(&var.name));
        g.guarded(&var.name.clone(), |g| g.emit(&format!("{0}[{i}], {0}[{j}] = {0}[{j}], {0}[{i}]", var.name)));
        Some(())
    }),
    statement(1, "unpacking into an index", |g| {
        let var = g.any_var(|var| var.ty == Ty::list(Ty::Int))?;
        let number = g.any_var(|var| var.assignable && var.ty == Ty::Int)?;
        let value = g.int(1);
        g.guarded(&var.name.clone(), |g| {
            let (list, number) = (&var.name, &number.name);
            g.emit(&format!(
                "{number}, {list}[{number} % len({list})] = {}, {number}",
                value.at(Precedence::Conditional)
            ));
        });
        Some(())
    }),
    statement(8, "augmented assignment of a number", |g| {
        let var = g.any_var(|var| var.assignable && var.ty == Ty::Int)?;
        let (op, value) = g.augmentation(2);
        g.emit(&format!("{} {op} {}", var.name, value.text));
        Some(())
    }),
    statement(1, "augmented assignment of a Boolean", |g| {
        let var = g.any_var(|var| var.assignable && var.ty == Ty::Bool)?;
        let op = g.random.pick(&["&=", "|=", "^="]);
        let value = g.bool(2);
        g.emit(&format!("{} {op} {}", var.name, value.text));
        Some(())
    }),
    statement(3, "walrus statement", |g| {
        if !g.may_bind {
            return None;
        }
        let ty = g.plain_ty();
        let value = g.expr(&ty, 2);
        let name = g.bind(ty);
        let use_of_it = call("abs", &[&g.int(1)]);
        g.emit(&format!("({name} := {})", value.text));
        if g.has_note {
            g.emit(&format!("note({})", use_of_it.text));
        }
        Some(())
    }),
];

/// `a, (b, c) = …`
fn unpacking(g: &mut Gen) -> Option<()> {
    let types: Vec<Ty> = (0..2 + g.random.below(2))
        .map(|_| if g.random.one_in(4) { Ty::pair(g.plain_ty(), g.plain_ty()) } else { g.data_ty(1) })
        .collect();
    let value = if g.random.percent(60) {
        let items: Vec<Snippet> = types.iter().map(|ty| g.expr(ty, 2)).collect();
        join(&items)
    } else {
        g.expr(&Ty::Tuple(types.clone()), 2).text
    };
    let mut targets = Vec::new();
    for ty in &types {
        targets.push(match ty {
            Ty::Tuple(items) if items.len() == 2 && g.random.percent(70) => {
                format!("({}, {})", g.bind(items[0].clone()), g.bind(items[1].clone()))
            }
            ty => g.bind(ty.clone()),
        });
    }
    let targets = targets.join(", ");
    let targets = match g.random.below(8) {
        0 => format!("[{targets}]"),
        1 => format!("({targets})"),
        _ => targets,
    };
    g.emit(&format!("{targets} = {value}"));
    Some(())
}

impl Gen {
    /// A few statements, at the current indentation. The variables they bind stay in scope.
    pub fn statements(&mut self, count: usize) {
        for _ in 0..count {
            self.statement();
        }
    }

    pub fn statement(&mut self) {
        self.cost = self.cost.saturating_add(self.times);
        let handling = if self.handles { 7 } else { 1 };
        let groups: [(&[StatementProduction], u32); 4] = [
            (ASSIGNMENTS, 10),
            (crate::mutation::RULES, 9),
            (crate::control::RULES, if self.loops < 2 { 9 } else { 4 }),
            (crate::handling::RULES, handling),
        ];
        for _ in 0..4 {
            let group = self.random.weighted(&groups.map(|(_, weight)| weight)).unwrap_or(0);
            if self.choose_statement(groups[group].0) {
                return;
            }
        }
        self.emit("pass");
    }

    /// Statements that modify existing values.
    pub fn changes(&mut self, count: usize) {
        for _ in 0..count {
            if !self.choose_statement(crate::mutation::RULES) {
                self.statement();
            }
        }
    }

    fn choose_statement(&mut self, rules: &[StatementProduction]) -> bool {
        let mut weights: Vec<u32> = rules.iter().map(|rule| rule.weight * self.preference(rule.name)).collect();
        for _ in 0..4 {
            let Some(chosen) = self.random.weighted(&weights) else { return false };
            let (vars, lines) = (self.vars.len(), self.lines.len());
            if (rules[chosen].make)(self).is_some() {
                self.used.count(rules[chosen].name);
                return true;
            }
            self.vars.truncate(vars);
            self.lines.truncate(lines);
            weights[chosen] = 0;
        }
        false
    }

    /// An indented block of statements whose variables go out of scope.
    pub fn block(&mut self, count: usize) {
        self.indented(|g| g.statements(count));
    }

    pub fn indented(&mut self, write: impl FnOnce(&mut Self)) {
        let mark = self.vars.len();
        self.indent += 1;
        let lines = self.lines.len();
        write(self);
        if self.lines.len() == lines {
            self.emit("pass");
        }
        self.indent -= 1;
        self.vars.truncate(mark);
    }

    /// `if test:` around statements that would otherwise raise; omitted if the program takes the risk.
    pub fn guarded(&mut self, test: &str, write: impl FnOnce(&mut Self)) {
        if self.dares() {
            write(self);
            return;
        }
        self.emit(&format!("if {test}:"));
        self.indented(write);
    }

    /// A value to be stored. In loops, sequences are truncated so that they do not grow with every iteration.
    pub fn stored(&mut self, ty: &Ty, depth: u32) -> Snippet {
        let value = self.expr(ty, depth);
        match ty {
            Ty::List(_) | Ty::TupleOf(_) if self.tame && value.text.len() > 12 => {
                Snippet::atom(format!("{}[:9]", value.base()))
            }
            _ => value,
        }
    }

    /// `op=` for a number, and its right-hand side.
    pub fn augmentation(&mut self, depth: u32) -> (&'static str, Snippet) {
        let ops: &[&str] = if self.tame {
            &["+=", "-=", "&=", "|=", "^=", ">>=", "%=", "//="]
        } else {
            &["+=", "-=", "*=", "//=", "%=", "**=", "<<=", ">>=", "&=", "|=", "^="]
        };
        let op = self.random.pick(ops);
        let value = match op {
            "**=" | "<<=" | ">>=" => {
                self.wild = true;
                Snippet::atom(self.random.between(0, 5).to_string())
            }
            "//=" | "%=" if !self.dares() => Snippet::atom(self.random.pick(&["2", "3", "-3", "7"])),
            "*=" => {
                self.wild = true;
                self.int(depth)
            }
            _ => self.int(depth),
        };
        (op, value)
    }

    /// An index into a sequence that is not empty.
    pub fn place(&mut self, name: &str) -> String {
        match self.random.below(4) {
            0 => "0".into(),
            1 => "-1".into(),
            _ => format!("{} % len({name})", self.int(1).at(Precedence::Product)),
        }
    }
}
