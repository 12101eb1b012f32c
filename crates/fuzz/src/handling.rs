//! Exceptions that are caught, `with`, `match`, `del`, starred parameters, decorators.
//!
//! What raises in the middle of an iteration over a set would show the set's order to a handler, so programs that catch
//! exceptions do not iterate over sets with statements ([`Gen::handles`]).

use crate::code::Precedence;
use crate::generator::{Gen, GenVar, Risk};
use crate::statements::{StatementProduction, statement};
use crate::types::Ty;

const CLASSES: &[&str] = &[
    "Exception",
    "Exception",
    "ZeroDivisionError",
    "ArithmeticError",
    "IndexError",
    "KeyError",
    "LookupError",
    "ValueError",
    "TypeError",
    "(KeyError, IndexError)",
    "(ValueError, TypeError, ZeroDivisionError)",
    "(LookupError, ArithmeticError)",
    "StopIteration",
    "RuntimeError",
    "AssertionError",
    "NameError",
    "AttributeError",
];

const RAISED: &[&str] = &["ValueError", "KeyError", "IndexError", "RuntimeError", "OverflowError", "TypeError"];

/// A manager that counts how often it is left, and suppresses exceptions of the classes that it is given.
const MANAGER: &str = "\
class Guard:
    def __init__(self, caught, value=0):
        self.caught = caught
        self.value = value
        self.exits = 0

    def __enter__(self):
        return self.value

    def __exit__(self, kind, value, traceback):
        self.exits += 1
        return kind is not None and issubclass(kind, self.caught)
";

pub const RULES: &[StatementProduction] = &[
    statement(12, "try", try_statement),
    statement(8, "with", with_statement),
    statement(4, "finally", |g| {
        if !g.handles || !g.has_room() || g.yields.is_some() {
            return None;
        }
        g.emit("try:");
        g.risky(2);
        g.emit("finally:");
        g.block(1);
        Some(())
    }),
    statement(3, "exception object", |g| {
        if !g.handles {
            return None;
        }
        let value = g.int(2);
        let class = g.random.pick(RAISED);
        let other = g.random.pick(CLASSES);
        // The text of an exception that Python raises itself is not looked at.
        let number = g.bind(Ty::Int);
        g.emit(&format!("{number} = {}", value.text));
        g.emit("try:");
        g.indented(|g| g.emit(&format!("raise {class}({number}, \"x\")")));
        let name = g.fresh("e");
        g.emit(&format!("except ({class}, *()) as {name}:"));
        let kept = g.fresh("n");
        g.indented(|g| g.emit(&format!("{kept} = {name}.args[0]")));
        if g.random.percent(30) {
            g.emit(&format!("except {other}:"));
            g.indented(|g| g.emit(&format!("{kept} = 0")));
        }
        g.vars.push(GenVar { name: kept, ty: Ty::Int, assignable: true });
        Some(())
    }),
    statement(4, "match of a number", |g| {
        if !g.has_room() {
            return None;
        }
        let value = g.int(2);
        g.emit(&format!("match {}:", value.text));
        g.indent += 1;
        let others = 1 + g.random.below(2);
        for _ in 0..others {
            let pattern = match g.random.below(4) {
                0 => "0".to_owned(),
                1 => "1 | 2 | -1".to_owned(),
                2 => "True".to_owned(),
                _ => format!("{}", g.random.below(6)),
            };
            g.emit(&format!("case {pattern}:"));
            g.block(1);
        }
        let name = g.fresh("n");
        let mark = g.vars.len();
        g.vars.push(GenVar { name: name.clone(), ty: Ty::Int, assignable: true });
        let guard = if g.random.percent(50) { format!(" if {}", g.bool(2).text) } else { String::new() };
        g.emit(&format!("case {name}{guard}:"));
        g.block(1);
        g.vars.truncate(mark);
        g.indent -= 1;
        Some(())
    }),
    statement(4, "match of a sequence", |g| {
        if !g.has_room() {
            return None;
        }
        let element = g.plain_ty();
        let ty = if g.random.percent(70) { Ty::list(element.clone()) } else { Ty::TupleOf(Box::new(element.clone())) };
        let value = g.expr(&ty, 2);
        g.emit(&format!("match {}:", value.text));
        g.indent += 1;
        if g.random.percent(60) {
            let pattern = if g.random.percent(50) { "case []:" } else { "case () | [_]:" };
            g.emit(pattern);
            g.block(1);
        }
        let mark = g.vars.len();
        let first = g.bind(element.clone());
        let rest = g.bind(Ty::list(element));
        let pattern = match g.random.below(3) {
            0 => format!("[{first}, *{rest}]"),
            1 => format!("[*{rest}, {first}]"),
            _ => format!("[{first}, _, *{rest}]"),
        };
        let guard = if g.random.percent(30) { format!(" if {}", g.bool(2).text) } else { String::new() };
        g.emit(&format!("case {pattern}{guard}:"));
        g.block(2);
        g.vars.truncate(mark);
        if g.random.percent(50) {
            g.emit("case _:");
            g.block(1);
        }
        g.indent -= 1;
        Some(())
    }),
    statement(2, "del of a name", |g| {
        let var = g.any_var(|var| var.assignable && !matches!(var.ty, Ty::Func(..)))?;
        if g.random.percent(50) {
            let value = g.stored(&var.ty, 2);
            g.emit(&format!("del {}", var.name));
            g.emit(&format!("{} = {}", var.name, value.text));
        } else if g.dares() && g.handles {
            let test = g.bool(2);
            g.emit(&format!("if {}:", test.text));
            g.indented(|g| g.emit(&format!("del {}", var.name)));
        } else {
            return None;
        }
        Some(())
    }),
    statement(3, "starred parameters", |g| {
        if g.indent > 4 || g.loops >= 2 {
            return None;
        }
        let name = g.fresh("many");
        g.emit(&format!("def {name}(a=0, *args, k=1, **kwargs):"));
        let body = match g.random.below(3) {
            0 => "return a + sum(args) + k + len(kwargs)",
            1 => "return len(args) * 10 + k + sum(kwargs.values())",
            _ => "return a - k if not args else args[-1] + len(kwargs)",
        };
        g.indented(|g| g.emit(body));
        let numbers = g.expr(&Ty::list(Ty::Int), 2);
        let (one, two) = (g.int(1), g.int(1));
        let call = match g.random.below(4) {
            0 => format!("{name}(*{})", numbers.at(Precedence::BitOr)),
            1 => format!("{name}({}, *{}, k={})", one.text, numbers.at(Precedence::BitOr), two.text),
            2 => format!("{name}(**{{\"k\": {}, \"z\": {}}})", one.text, two.text),
            _ => format!("{name}({}, z={}, **dict(y=1))", one.text, two.text),
        };
        let result = g.bind(Ty::Int);
        g.emit(&format!("{result} = {call}"));
        Some(())
    }),
    statement(1, "print", |g| {
        let ty = g.data_ty(1);
        let value = g.expr(&ty, 2);
        g.emit(&format!("print({}, end=\"\")", value.text));
        Some(())
    }),
];

fn try_statement(g: &mut Gen) -> Option<()> {
    if !g.handles || !g.has_room() {
        return None;
    }
    // A generator that is closed inside the block would run the rest.
    let in_generator = g.yields.is_some();
    g.emit("try:");
    let count = 1 + g.random.below(2);
    g.risky(count);
    for _ in 0..=g.random.below(2) {
        let name = g.random.percent(30).then(|| g.fresh("e"));
        let header = match &name {
            None if !in_generator && g.random.one_in(8) => "except:".to_owned(),
            Some(name) => format!("except {} as {name}:", g.random.pick(CLASSES)),
            None => format!("except {}:", g.random.pick(CLASSES)),
        };
        let last = header == "except:";
        g.emit(&header);
        g.indented(|g| match g.random.below(10) {
            0 if g.in_loop => g.emit("continue"),
            1 if g.in_loop => g.emit("break"),
            2 if g.dares() => g.emit("raise"),
            3 if g.dares() => {
                let class = g.random.pick(RAISED);
                g.emit(&format!("raise {class}(\"again\")"));
            }
            4 if g.returns.is_some() => g.return_something(),
            _ => {
                let count = 1 + g.random.below(2);
                g.statements(count);
            }
        });
        if last {
            break;
        }
    }
    if g.random.percent(25) {
        g.emit("else:");
        g.block(1);
    }
    if !in_generator && g.random.percent(20) {
        g.emit("finally:");
        g.block(1);
    }
    Some(())
}

fn with_statement(g: &mut Gen) -> Option<()> {
    // A generator that is closed inside the block would run `__exit__`.
    if !g.handles || !g.has_room() || g.yields.is_some() {
        return None;
    }
    let mut items = Vec::new();
    let (mut targets, mut manager) = (Vec::new(), None);
    for _ in 0..=g.random.below(2) {
        let class = g.random.pick(CLASSES);
        if g.random.percent(30) {
            let suppress = g.lib("suppress");
            items.push(format!("{suppress}({class})"));
            continue;
        }
        g.needs_manager();
        let made = format!("Guard({class}, {})", g.int(1).text);
        let context = if manager.is_none() && g.random.percent(40) {
            let name = g.fresh("guard");
            g.emit(&format!("{name} = {made}"));
            manager = Some(name.clone());
            name
        } else {
            made
        };
        let target = g.random.percent(60).then(|| g.fresh("n"));
        let bound = target.as_ref().map(|name| format!(" as {name}")).unwrap_or_default();
        items.push(context + &bound);
        targets.extend(target);
    }
    g.emit(&format!("with {}:", items.join(", ")));
    let mark = g.vars.len();
    g.vars.extend(targets.into_iter().map(|name| GenVar { name, ty: Ty::Int, assignable: true }));
    let count = 1 + g.random.below(3);
    g.risky(count);
    g.vars.truncate(mark);
    if let Some(manager) = manager {
        let exits = g.bind(Ty::Int);
        g.emit(&format!("{exits} = {manager}.exits"));
    }
    Some(())
}

impl Gen {
    /// Defines the class of managers, once.
    fn needs_manager(&mut self) {
        if !self.module.text.iter().any(|line| line.starts_with("class Guard")) {
            self.module.text.extend(MANAGER.lines().map(str::to_owned));
            self.module.text.push(String::new());
        }
    }

    /// Whether a statement with several blocks fits here: nested in each other, they would fill the memory.
    fn has_room(&self) -> bool {
        self.indent <= 3 && self.budget > 20
    }

    /// A block in which something is likely to raise.
    fn risky(&mut self, count: usize) {
        let risk = std::mem::replace(&mut self.risk, Risk::High);
        self.indented(|g| {
            let before = g.random.below(count + 1);
            g.statements(before);
            let name = g.fresh("r");
            let value = match g.random.below(6) {
                0 => format!("{} // {}", g.int(1).at(Precedence::Product), g.leaf(&Ty::Int).at(Precedence::Unary)),
                1 => format!("{}[{}]", g.expr(&Ty::list(Ty::Int), 1).base(), g.leaf(&Ty::Int).text),
                2 => format!("{{1: 2, 3: 4}}[{}]", g.leaf(&Ty::Int).text),
                3 => format!("{}.index({})", g.expr(&Ty::list(Ty::Int), 1).base(), g.leaf(&Ty::Int).text),
                4 => format!("next(iter({}))", g.expr(&Ty::list(Ty::Int), 1).text),
                _ => g.int(2).text,
            };
            g.emit(&format!("{name} = {value}"));
            g.vars.push(GenVar { name, ty: Ty::Int, assignable: true });
            g.statements(count - before);
        });
        self.risk = risk;
    }
}
