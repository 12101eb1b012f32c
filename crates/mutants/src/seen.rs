//! The parts of the data that predicates look at instead of all of it, as the bodies of functions that call a subproperty.
//!
//! These are mistakes of real predicates: neighbors only, one occurrence of each element only, elements without a counterpart skipped, names
//! assumed unique, one field only, a precondition assumed of the output.

use lang::problem::{Problem, RecordClass, RecordKind, Side};
use lang::types::Type;

/// A function that sees a part of the data.
#[derive(Debug)]
pub struct SeenPart {
    /// The position of the subproperty that it calls.
    pub of: usize,
    pub words: String,
    /// The lines of the function. It takes the same parameters as the subproperty.
    pub body: Vec<String>,
}

/// A parameter of a subproperty.
#[derive(Clone, Copy)]
struct SeenParam<'a> {
    name: &'a str,
    ty: &'a Type,
    side: Side,
}

/// All parts, the simplest first; those of one kind for all subproperties are neighbors.
pub fn seen(problem: &Problem) -> Vec<SeenPart> {
    let Some(predicate) = &problem.predicate else { return Vec::new() };
    let mut all: Vec<(usize, SeenPart)> = Vec::new();
    for (of, property) in problem.subproperties.iter().enumerate() {
        let declared = &problem.module.function(property.function).params;
        let params = property.params.iter().map(|param| &predicate.params[*param]);
        let params: Vec<SeenParam<'_>> =
            params.map(|param| SeenParam { name: &param.name, ty: &param.ty, side: param.side }).collect();
        // Parameters are matched by name, and passed by position.
        if params.iter().zip(declared).any(|(param, declared)| *declared.name.name != *param.name) {
            continue;
        }
        let mut parts = Parts { problem, call: &property.name, params: &params, found: Vec::new() };
        parts.add_all();
        let found = parts.found.into_iter().enumerate();
        all.extend(found.map(|(turn, (words, body))| (turn, SeenPart { of, words, body })));
    }
    let mut words: Vec<String> = Vec::new();
    all.sort_by_key(|(turn, part)| (*turn, part.of));
    for (_, part) in &all {
        if !words.contains(&part.words) {
            words.push(part.words.clone());
        }
    }
    let mut parts: Vec<SeenPart> = all.into_iter().map(|(_, part)| part).collect();
    parts.sort_by_key(|part| words.iter().position(|known| *known == part.words));
    parts
}

struct Parts<'a> {
    problem: &'a Problem,
    /// The name of the subproperty.
    call: &'a str,
    params: &'a [SeenParam<'a>],
    found: Vec<(String, Vec<String>)>,
}

/// The elements of a list.
fn listed(ty: &Type) -> Option<&Type> {
    match ty {
        Type::List(element) | Type::Unordered(element) => Some(element),
        _ => None,
    }
}

fn is_collection(ty: &Type) -> bool {
    listed(ty).is_some() || matches!(ty, Type::Set(_) | Type::FrozenSet(_) | Type::Dict(..))
}

impl<'a> Parts<'a> {
    fn add_all(&mut self) {
        let lists: Vec<SeenParam<'a>> =
            self.params.iter().filter(|param| listed(param.ty).is_some()).copied().collect();
        lists.iter().filter(|param| matches!(param.ty, Type::List(_))).for_each(|param| self.neighbors(param.name));
        lists.iter().for_each(|param| self.occurrences(param.name));
        self.occurrences_of_all(&lists);
        lists.iter().for_each(|param| self.matched(*param));
        self.fields(&lists);
        self.assumed();
        lists.iter().filter(|param| matches!(param.ty, Type::List(_))).for_each(|param| self.ends(param.name));
        let all = self.params.iter().filter(|param| is_collection(param.ty)).copied().collect::<Vec<_>>();
        all.iter().for_each(|param| self.sizes(param.name));
    }

    /// The call, with other values of some parameters.
    fn called(&self, changed: &[(&str, &str)]) -> String {
        let value = |param: &SeenParam<'_>| {
            let other = changed.iter().find(|(name, _)| *name == param.name);
            other.map_or(param.name, |(_, value)| value).to_owned()
        };
        let args: Vec<String> = self.params.iter().map(value).collect();
        format!("{}({})", self.call, args.join(", "))
    }

    fn add(&mut self, words: String, returned: &str) {
        // What a subproperty returns may be something other than a Boolean.
        self.found.push((words, vec![format!("return bool({returned})")]));
    }

    /// The call with another value of a parameter.
    fn changed(&mut self, words: String, name: &str, value: &str) {
        let returned = self.called(&[(name, value)]);
        self.add(words, &returned);
    }

    fn neighbors(&mut self, name: &str) {
        let two = self.called(&[(name, &format!("{name}[at:at + 2]"))]);
        self.add(
            format!("for neighbors in `{name}` only"),
            &format!("all({two} for at in range(len({name}) - 1 if len({name}) > 1 else 1))"),
        );
    }

    fn occurrences(&mut self, name: &str) {
        let words = format!("counting only the first occurrence of each element of `{name}`");
        self.changed(words, name, &first_occurrences(name));
        let words = format!("counting only the last occurrence of each element of `{name}`");
        self.changed(words, name, &last_occurrences(name));
    }

    fn occurrences_of_all(&mut self, lists: &[SeenParam<'_>]) {
        if let [_, _, ..] = lists {
            let values: Vec<(&str, String)> =
                lists.iter().map(|param| (param.name, first_occurrences(param.name))).collect();
            let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, &**value)).collect();
            let returned = self.called(&values);
            self.add("ignoring repetition".to_owned(), &returned);
        }
    }

    /// Elements without a counterpart in another parameter are skipped.
    fn matched(&mut self, param: SeenParam<'_>) {
        let Some(element) = listed(param.ty) else { return };
        let name = param.name;
        for other in self.params.iter().copied().filter(|other| other.name != name) {
            let Some(among) = collected(other.ty) else { continue };
            let with = other.name;
            if among == element {
                let words = format!("ignoring elements of `{name}` that are not in `{with}`");
                self.changed(words, name, &format!("[one for one in {name} if one in {with}]"));
                continue;
            }
            let ends = parts_of(self.problem, element, "one", among);
            if !ends.is_empty() {
                let kept: Vec<String> = ends.iter().map(|end| format!("{end} in {with}")).collect();
                let words = format!("ignoring elements of `{name}` with a part that is not in `{with}`");
                self.changed(words, name, &format!("[one for one in {name} if {}]", kept.join(" and ")));
            }
            let ends = parts_of(self.problem, among, "other", element);
            if !ends.is_empty() {
                let kept: Vec<String> = ends.iter().map(|end| format!("one == {end}")).collect();
                let words = format!("ignoring elements of `{name}` that occur nowhere in `{with}`");
                let kept = kept.join(" or ");
                self.changed(words, name, &format!("[one for one in {name} if any({kept} for other in {with})]"));
            }
        }
    }

    /// Records that are told apart by one field, and records of which only one field is compared.
    fn fields(&mut self, lists: &[SeenParam<'_>]) {
        let mut done: Vec<&Type> = Vec::new();
        for param in lists {
            let Some(element) = listed(param.ty) else { continue };
            let Some(fields) = fields_of(self.problem, element) else { continue };
            let name = param.name;
            for (label, access) in &fields.accesses {
                let here = format!("one{access}");
                let before = format!("all(other{access} != {here} for other in {name}[:at])");
                let after = format!("all(other{access} != {here} for other in {name}[at + 1:])");
                for (which, kept) in [("first", before), ("last", after)] {
                    let words = format!("counting only the {which} element of `{name}` with the same {label}");
                    self.changed(words, name, &format!("[one for at, one in enumerate({name}) if {kept}]"));
                }
            }
            if done.contains(&element) {
                continue;
            }
            done.push(element);
            let alike: Vec<&SeenParam<'_>> = lists.iter().filter(|other| listed(other.ty) == Some(element)).collect();
            if alike.len() > 1 {
                self.same_field(&alike, &fields);
            }
            let model = alike.iter().map(|param| format!("*{}", param.name)).collect::<Vec<_>>().join(", ");
            for (kept, (label, _)) in fields.accesses.iter().enumerate() {
                let part = |(at, (_, access)): (usize, &(String, String))| {
                    if at == kept { format!("one{access}") } else { format!("[{model}][0]{access}") }
                };
                let parts: Vec<String> = fields.accesses.iter().enumerate().map(part).collect();
                let made =
                    format!("{}({}{})", fields.class, parts.join(", "), if fields.class.is_empty() { "," } else { "" });
                let values: Vec<(&str, String)> =
                    alike.iter().map(|param| (param.name, format!("[{made} for one in {}]", param.name))).collect();
                let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, &**value)).collect();
                let returned = self.called(&values);
                self.add(format!("as far as the {label} goes"), &returned);
            }
        }
    }

    /// Records are told apart by one field, in all lists of them.
    fn same_field(&mut self, alike: &[&SeenParam<'_>], fields: &Fields) {
        for (label, access) in &fields.accesses {
            for (which, others) in [("first", "[:at]"), ("last", "[at + 1:]")] {
                let value = |name: &str| {
                    let kept = format!("all(other{access} != one{access} for other in {name}{others})");
                    format!("[one for at, one in enumerate({name}) if {kept}]")
                };
                let values: Vec<(&str, String)> = alike.iter().map(|param| (param.name, value(param.name))).collect();
                let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, &**value)).collect();
                let returned = self.called(&values);
                self.add(format!("counting only the {which} element with the same {label}"), &returned);
            }
        }
    }

    /// A precondition on an input, assumed of an output of the same type.
    fn assumed(&mut self) {
        let Some(predicate) = &self.problem.predicate else { return };
        for property in &self.problem.preconditions {
            let [input] = &property.params[..] else { continue };
            let declared = &predicate.params[*input].ty;
            for output in self.params.iter().filter(|param| param.side == Side::Output && param.ty == declared) {
                let (name, pre) = (output.name, &property.name);
                let whole = self.called(&[]);
                self.found.push((
                    format!("only where `{pre}` holds of `{name}` too"),
                    vec![format!("return not {pre}({name}) or bool({whole})")],
                ));
            }
        }
    }

    fn ends(&mut self, name: &str) {
        let words = format!("for the first and the last element of `{name}` only");
        self.changed(words, name, &format!("[*{name}[:1], *{name}[1:][-1:]]"));
        for (part, words) in [
            ("[1:]", "ignoring the first element of"),
            ("[:-1]", "ignoring the last element of"),
            ("[:1]", "for the first element only of"),
            ("[-1:]", "for the last element only of"),
            ("[::-1]", "reading backward"),
        ] {
            self.changed(format!("{words} `{name}`"), name, &format!("{name}[{}]", &part[1..part.len() - 1]));
        }
    }

    fn sizes(&mut self, name: &str) {
        let whole = self.called(&[]);
        self.add(format!("unless `{name}` is empty"), &format!("len({name}) == 0 or {whole}"));
        for most in 1..=2 {
            let words = format!("unless `{name}` has more than {most} element{}", if most == 1 { "" } else { "s" });
            self.add(words, &format!("len({name}) > {most} or {whole}"));
        }
        for least in 2..=3 {
            let words = format!("unless `{name}` has fewer than {least} elements");
            self.add(words, &format!("len({name}) < {least} or {whole}"));
        }
        self.add(format!("with an empty `{name}` rejected"), &format!("len({name}) > 0 and {whole}"));
    }
}

fn first_occurrences(name: &str) -> String {
    format!("[one for at, one in enumerate({name}) if one not in {name}[:at]]")
}

fn last_occurrences(name: &str) -> String {
    format!("[one for at, one in enumerate({name}) if one not in {name}[at + 1:]]")
}

/// The elements of a list or set.
fn collected(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Set(element) | Type::FrozenSet(element) => Some(element),
        other => listed(other),
    }
}

/// The parts of a tuple or record that have a type, as expressions.
fn parts_of(problem: &Problem, ty: &Type, name: &str, wanted: &Type) -> Vec<String> {
    match ty {
        Type::Tuple(parts) => {
            let found = parts.iter().enumerate().filter(|(_, part)| *part == wanted);
            found.map(|(at, _)| format!("{name}[{at}]")).collect()
        }
        Type::Record(id) => {
            let class = &problem.records[usize::from(id.0)];
            if class.kind == RecordKind::Enum || class.family.is_some() {
                return Vec::new();
            }
            let found = class.fields.iter().filter(|field| field.ty == *wanted);
            found.map(|field| format!("{name}.{}", field.name)).collect()
        }
        _ => Vec::new(),
    }
}

fn ordinal(at: usize) -> String {
    let known = ["first", "second", "third", "fourth", "fifth"].get(at);
    known.map_or_else(|| format!("{}th", at + 1), |word| (*word).to_owned())
}

/// How to take a tuple or record apart and make another one.
struct Fields {
    /// The name of its class, or nothing for a tuple.
    class: String,
    /// The name of each field, and how to read it.
    accesses: Vec<(String, String)>,
}

fn fields_of(problem: &Problem, ty: &Type) -> Option<Fields> {
    let fields = match ty {
        Type::Tuple(parts) => {
            let access = |at: usize| (format!("{} part", ordinal(at)), format!("[{at}]"));
            Fields { class: String::new(), accesses: (0..parts.len()).map(access).collect() }
        }
        Type::Record(id) => {
            let class: &RecordClass = &problem.records[usize::from(id.0)];
            if class.kind == RecordKind::Enum
                || class.family.is_some()
                || class.members.iter().any(|name| name.starts_with("__"))
            {
                return None;
            }
            let access = |field: &lang::problem::Field| (format!("`{}`", field.name), format!(".{}", field.name));
            Fields { class: class.name.to_string(), accesses: class.fields.iter().map(access).collect() }
        }
        _ => return None,
    };
    (fields.accesses.len() > 1).then_some(fields)
}
