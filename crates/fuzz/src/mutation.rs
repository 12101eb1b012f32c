//! Statements that change what a variable holds: methods, subscripts, `del`.

use crate::code::{Precedence, Snippet, method};
use crate::generator::Gen;
use crate::statements::{StatementProduction, statement};
use crate::types::Ty;

pub const RULES: &[StatementProduction] = &[
    statement(10, "list.append", |g| {
        let (name, item) = list(g)?;
        let value = g.stored(&item, 2).text;
        g.growing(&name, |g| g.emit(&format!("{name}.append({value})")));
        Some(())
    }),
    statement(4, "list.extend", |g| {
        let (name, item) = list(g)?;
        let items = g.materialised(&item);
        g.growing(&name, |g| g.emit(&format!("{name}.extend({items})")));
        Some(())
    }),
    statement(4, "list.insert", |g| {
        let (name, item) = list(g)?;
        let index = g.random.between(-3, 4);
        let value = g.expr(&item, 2).text;
        g.growing(&name, |g| g.emit(&format!("{name}.insert({index}, {value})")));
        Some(())
    }),
    statement(3, "list.remove", |g| {
        let (name, item) = list(g)?;
        let value = g.leaf(&item);
        g.guarded(&format!("{} in {name}", value.at(Precedence::BitOr)), |g| {
            g.emit(&format!("{name}.remove({})", value.text));
        });
        Some(())
    }),
    statement(4, "list.pop", |g| {
        let (name, _) = list(g)?;
        let index = g.random.pick(&["", "0", "-1"]);
        g.guarded(&name.clone(), |g| g.emit(&format!("{name}.pop({index})")));
        Some(())
    }),
    statement(4, "list.sort", |g| {
        let (name, item) = list(g)?;
        let mut args = Vec::new();
        let total = item.is_orderable(&g.module.records);
        if (!total && !g.dares()) || g.random.percent(35) {
            args.push(format!("key={}", g.key(&item, 2)));
        }
        if g.random.percent(35) {
            args.push(format!("reverse={}", g.bool(1).text));
        }
        g.emit(&format!("{name}.sort({})", args.join(", ")));
        Some(())
    }),
    statement(1, "list seen by its own sort", |g| {
        let (name, item) = list(g)?;
        let var = g.fresh("q");
        let _ = item;
        let body = if g.dares() { format!("{name}.append({var}) or 0") } else { format!("len({name})") };
        g.emit(&format!("{name}.sort(key=lambda {var}: {body})"));
        Some(())
    }),
    statement(3, "list.reverse", |g| {
        let (name, _) = list(g)?;
        g.emit(&format!("{name}.reverse()"));
        Some(())
    }),
    statement(1, "clear", |g| {
        let var = g.any_var(|var| {
            matches!(var.ty, Ty::List(_) | Ty::Set(_) | Ty::Dict(..) | Ty::Counter(_) | Ty::DefaultDict(..))
        })?;
        g.emit(&format!("{}.clear()", var.name));
        Some(())
    }),
    statement(5, "list item assignment", |g| {
        let (name, item) = list(g)?;
        let (place, value) = (g.place(&name), g.stored(&item, 2));
        g.guarded(&name.clone(), |g| g.emit(&format!("{name}[{place}] = {}", value.text)));
        Some(())
    }),
    statement(5, "augmented assignment of an item", |g| {
        let (name, _) = list_of(g, &Ty::Int)?;
        let place = g.place(&name);
        let (op, value) = g.augmentation(2);
        g.guarded(&name.clone(), |g| g.emit(&format!("{name}[{place}] {op} {}", value.text)));
        Some(())
    }),
    statement(4, "slice assignment", |g| {
        let (name, item) = list(g)?;
        let (lower, upper) = (g.random.between(-4, 4), g.random.between(-4, 6));
        let slice = [
            format!("{lower}:{upper}"),
            format!("{lower}:"),
            format!(":{upper}"),
            ":".into(),
            format!("{lower}:{lower}"),
        ];
        let slice = slice[g.random.below(5)].clone();
        let items = g.iterable(&item, 2).text;
        g.growing(&name, |g| g.emit(&format!("{name}[{slice}] = {items}")));
        Some(())
    }),
    statement(2, "extended slice assignment", |g| {
        let (name, item) = list(g)?;
        let step = g.random.pick(&["2", "-1", "-2", "3"]);
        if g.dares() {
            let items = g.expr(&Ty::list(item), 2).text;
            g.growing(&name, |g| g.emit(&format!("{name}[::{step}] = {items}")));
            return Some(());
        }
        let value = g.expr(&item, 2).text;
        g.emit(&format!("{name}[::{step}] = [{value}] * len({name}[::{step}])"));
        Some(())
    }),
    statement(3, "del of an item", |g| {
        let (name, _) = list(g)?;
        let place = g.place(&name);
        g.guarded(&name.clone(), |g| g.emit(&format!("del {name}[{place}]")));
        Some(())
    }),
    statement(3, "del of a slice", |g| {
        let (name, _) = list(g)?;
        let slice = g.slice(1);
        g.emit(&format!("del {name}[{slice}]"));
        Some(())
    }),
    statement(4, "list +=", |g| {
        let (name, item) = list(g)?;
        let items = g.materialised(&item);
        let assignable = g.vars.iter().any(|var| var.name == name && var.assignable);
        if !assignable {
            return None;
        }
        g.growing(&name, |g| g.emit(&format!("{name} += {items}")));
        Some(())
    }),
    statement(1, "list *=", |g| {
        let var = g.any_var(|var| var.assignable && matches!(var.ty, Ty::List(_)))?;
        let by = g.random.pick(&["2", "0", "-1", "1"]);
        g.growing(&var.name, |g| g.emit(&format!("{} *= {by}", var.name)));
        Some(())
    }),
    statement(2, "tuple +=", |g| {
        let var = g.any_var(|var| var.assignable && matches!(var.ty, Ty::TupleOf(_)))?;
        let value = g.expr(&var.ty, 1);
        g.growing(&var.name, |g| g.emit(&format!("{} += {}", var.name, value.text)));
        Some(())
    }),
    statement(5, "append to an inner list", |g| {
        let var = g.any_var(|var| matches!(&var.ty, Ty::List(item) if matches!(**item, Ty::List(_))))?;
        let item = var.ty.element()?.element()?;
        let place = g.place(&var.name);
        let value = g.expr(&item, 1).text;
        g.guarded(&var.name.clone(), |g| {
            g.growing(&format!("{}[{place}]", var.name), |g| g.emit(&format!("{}[{place}].append({value})", var.name)));
        });
        Some(())
    }),
    statement(6, "set.add or discard", |g| {
        let (name, item) = set(g)?;
        let method = g.random.pick(&["add", "add", "discard"]);
        let value = g.expr(&item, 2).text;
        g.emit(&format!("{name}.{method}({value})"));
        Some(())
    }),
    statement(2, "set.remove", |g| {
        let (name, item) = set(g)?;
        let value = g.leaf(&item);
        g.guarded(&format!("{} in {name}", value.at(Precedence::BitOr)), |g| {
            g.emit(&format!("{name}.remove({})", value.text));
        });
        Some(())
    }),
    statement(8, "set update method", |g| {
        let (name, item) = set(g)?;
        let method =
            g.random.pick(&["update", "intersection_update", "difference_update", "symmetric_difference_update"]);
        let value = if g.random.percent(50) { g.iterable(&item, 2) } else { g.expr(&Ty::set(item), 2) };
        g.emit(&format!("{name}.{method}({})", value.text));
        Some(())
    }),
    statement(3, "set augmented assignment", |g| {
        let var = g.any_var(|var| var.assignable && matches!(var.ty, Ty::Set(_) | Ty::FrozenSet(_)))?;
        let (Ty::Set(item) | Ty::FrozenSet(item)) = &var.ty else { return None };
        let op = g.random.pick(&["|=", "&=", "-=", "^="]);
        let value = g.set_like(item, 2);
        g.emit(&format!("{} {op} {}", var.name, value.text));
        Some(())
    }),
    statement(7, "dict item assignment", |g| {
        let (name, key, value) = dict(g)?;
        let (value, key) = (g.stored(&value, 2).text, g.expr(&key, 2).text);
        g.emit(&format!("{name}[{key}] = {value}"));
        Some(())
    }),
    statement(5, "counting in a dict", |g| {
        let var = g.any_var(|var| matches!(var.ty.mapping(), Some((_, Ty::Int))))?;
        let (key, _) = var.ty.mapping()?;
        let key = g.expr(&key, 1).text;
        let (op, value) = g.augmentation(1);
        if matches!(var.ty, Ty::Dict(..)) && !g.dares() {
            g.emit(&format!("{0}[{key}] = {0}.get({key}, 0) + {1}", var.name, value.at(Precedence::Product)));
        } else {
            g.emit(&format!("{}[{key}] {op} {}", var.name, value.text));
        }
        Some(())
    }),
    statement(4, "grouping in a defaultdict", |g| {
        let var = g.any_var(|var| matches!(var.ty, Ty::DefaultDict(..)))?;
        let (key, value) = var.ty.mapping()?;
        let key = g.expr(&key, 1).text;
        let change = match value {
            Ty::List(item) => format!(".append({})", g.expr(&item, 1).text),
            Ty::Set(item) => format!(".add({})", g.expr(&item, 1).text),
            Ty::Dict(inner, item) => format!("[{}] = {}", g.expr(&inner, 1).text, g.expr(&item, 1).text),
            _ => format!(" += {}", g.int(1).text),
        };
        g.emit(&format!("{}[{key}]{change}", var.name));
        Some(())
    }),
    statement(2, "setdefault", |g| {
        let (name, key, value) = dict(g)?;
        let Ty::List(item) = &value else { return None };
        let (key, element) = (g.expr(&key, 1).text, g.expr(item, 1).text);
        g.emit(&format!("{name}.setdefault({key}, []).append({element})"));
        Some(())
    }),
    statement(3, "del of a key", |g| {
        let var = g.any_var(|var| var.ty.mapping().is_some())?;
        let (key, _) = var.ty.mapping()?;
        let key = g.leaf(&key);
        // A counter does not mind.
        if matches!(var.ty, Ty::Counter(_)) {
            g.emit(&format!("del {}[{}]", var.name, key.text));
        } else {
            g.guarded(&format!("{} in {}", key.at(Precedence::BitOr), var.name), |g| {
                g.emit(&format!("del {}[{}]", var.name, key.text));
            });
        }
        Some(())
    }),
    statement(2, "dict.pop", |g| {
        let (name, key, value) = dict(g)?;
        let (key, value) = (g.expr(&key, 1), g.expr(&value, 1));
        if g.dares() {
            g.emit(&format!("{name}.pop({})", key.text));
        } else {
            g.emit(&method(&Snippet::atom(name), "pop", &[&key, &value]).text);
        }
        Some(())
    }),
    statement(2, "dict.popitem", |g| {
        let (name, ..) = dict(g)?;
        g.guarded(&name.clone(), |g| g.emit(&format!("{name}.popitem()")));
        Some(())
    }),
    statement(4, "dict.update", |g| {
        let var = g.any_var(|var| matches!(var.ty, Ty::Dict(..) | Ty::DefaultDict(..)))?;
        let (key, value) = var.ty.mapping()?;
        let arg = match g.random.below(5) {
            0 => g.iterable(&Ty::pair(key.clone(), value.clone()), 2).text,
            1 if key == Ty::Str => format!("a={}", g.expr(&value, 2).text),
            _ => g.expr(&Ty::dict(key, value), 2).text,
        };
        if g.random.percent(25) && !arg.contains("a=") && var.assignable {
            g.emit(&format!("{} |= {arg}", var.name));
        } else {
            g.emit(&format!("{}.update({arg})", var.name));
        }
        Some(())
    }),
    statement(5, "Counter update", |g| {
        let var = g.any_var(|var| matches!(var.ty, Ty::Counter(_)))?;
        let (key, _) = var.ty.mapping()?;
        let method = g.random.pick(&["update", "subtract"]);
        let arg = match g.random.below(3) {
            0 => g.iterable(&key, 2),
            1 => g.expr(&Ty::dict(key, Ty::Int), 2),
            _ => g.expr(&var.ty, 2),
        };
        g.emit(&format!("{}.{method}({})", var.name, arg.text));
        Some(())
    }),
    statement(3, "Counter augmented assignment", |g| {
        let var = g.any_var(|var| var.assignable && matches!(var.ty, Ty::Counter(_)))?;
        let op = g.random.pick(&["+=", "-=", "|=", "&="]);
        let value = g.expr(&var.ty, 2);
        g.emit(&format!("{} {op} {}", var.name, value.text));
        Some(())
    }),
    statement(2, "del of several", |g| {
        let (first, _) = list(g)?;
        let (second, _) = list(g)?;
        g.guarded(&format!("len({first}) > 1 and len({second}) > 1"), |g| {
            g.emit(&format!("del {first}[0], {second}[-1]"));
        });
        Some(())
    }),
];

fn list(g: &mut Gen) -> Option<(String, Ty)> {
    let var = g.any_var(|var| matches!(var.ty, Ty::List(_)))?;
    let element = var.ty.element()?;
    Some((var.name, element))
}

fn list_of(g: &mut Gen, item: &Ty) -> Option<(String, Ty)> {
    let var = g.any_var(|var| var.ty == Ty::list(item.clone()))?;
    Some((var.name, item.clone()))
}

fn set(g: &mut Gen) -> Option<(String, Ty)> {
    let var = g.any_var(|var| matches!(var.ty, Ty::Set(_)))?;
    let Ty::Set(item) = var.ty else { return None };
    Some((var.name, *item))
}

fn dict(g: &mut Gen) -> Option<(String, Ty, Ty)> {
    let var = g.any_var(|var| matches!(var.ty, Ty::Dict(..)))?;
    let (key, value) = var.ty.mapping()?;
    Some((var.name, key, value))
}

impl Gen {
    /// What a list may be extended by: not an iterator over the list itself, which would not terminate.
    fn materialised(&mut self, item: &Ty) -> String {
        if self.random.percent(70) {
            return self.expr(&Ty::list(item.clone()), 2).text;
        }
        let vars = std::mem::take(&mut self.vars);
        let items = self.iterable(item, 2).text;
        self.vars = vars;
        items
    }

    /// Writes what makes a sequence longer; in loops only while it is short.
    fn growing(&mut self, name: &str, write: impl FnOnce(&mut Self)) {
        if self.times == 1 && self.random.percent(80) {
            write(self);
            return;
        }
        let most = 8 + self.random.below(6);
        self.emit(&format!("if len({name}) < {most}:"));
        self.indented(write);
    }
}
