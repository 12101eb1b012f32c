//! Terms: expressions over the parameters whose values can be compared, counted and iterated over.
//!
//! They are the parameters, their parts, what they hold, and what functions of the problem file make of them, by size. A
//! function of the problem file counts as one part, whatever it computes.

use std::collections::BTreeSet;

use eval::{Machine, Program, Value};
use lang::ast::{FuncId, StmtKind};
use lang::problem::{Problem, RecordKind};
use lang::types::Type;

use crate::kind::Kind;

/// Terms of more parts than this are left out.
const LARGEST: usize = 4;
/// At most this many terms.
const MOST: usize = 60;
/// Steps of a function of the file for one pair.
const STEPS: u64 = 20_000;

#[derive(Clone, Debug)]
pub struct Term {
    pub text: String,
    pub kind: Kind,
    pub size: usize,
    /// How people read it in a sentence.
    pub words: String,
}

impl Term {
    fn part(&self, text: String, kind: Kind, words: String) -> Self {
        Self { text, kind, size: self.size + 1, words }
    }
}

/// The terms of a problem, the smallest first. `values` are those of some pairs.
pub fn terms(problem: &Problem, values: &[Vec<Value>]) -> Vec<Term> {
    let Some(predicate) = &problem.predicate else { return Vec::new() };
    let mut all: Vec<Term> = Vec::new();
    for param in &predicate.params {
        let text = param.name.to_string();
        all.push(Term { kind: Kind::of(problem, &param.ty), size: 1, words: format!("`{text}`"), text });
    }
    all.extend(computed(problem, values));
    let mut known: BTreeSet<String> = all.iter().map(|term| term.text.clone()).collect();
    let mut next = 0;
    while next < all.len() && all.len() < MOST {
        let term = all[next].clone();
        next += 1;
        if term.size < LARGEST {
            all.extend(parts(problem, &term).into_iter().filter(|part| known.insert(part.text.clone())));
        }
    }
    all.truncate(MOST);
    all.sort_by_key(|term| term.size);
    all
}

/// What a term holds.
fn parts(problem: &Problem, term: &Term) -> Vec<Term> {
    let text = &term.text;
    match &term.kind {
        Kind::Record(id) => {
            let fields = &problem.records[usize::from(id.0)].fields;
            let part = |field: &lang::problem::Field| {
                let text = format!("{text}.{}", field.name);
                term.part(text.clone(), Kind::of(problem, &field.ty), format!("`{text}`"))
            };
            fields.iter().map(part).collect()
        }
        Kind::Dict(key, value) => {
            let list = |element: &Kind| Kind::List { element: Box::new(element.clone()), ordered: false };
            vec![
                term.part(format!("list({text})"), list(key), format!("the keys of {}", term.words)),
                term.part(format!("list({text}.values())"), list(value), format!("the values of {}", term.words)),
            ]
        }
        Kind::List { element, ordered } => of_elements(problem, term, element, *ordered),
        Kind::Set(element) => of_elements(problem, term, element, false),
        Kind::Tuple(parts) => {
            let part = |(at, kind): (usize, &Kind)| {
                let text = format!("{text}[{at}]");
                term.part(text.clone(), kind.clone(), format!("`{text}`"))
            };
            parts.iter().enumerate().map(part).collect()
        }
        Kind::Plain(Type::Str) => of_text(term),
        Kind::Int | Kind::Plain(_) | Kind::Optional(_) | Kind::Other => Vec::new(),
    }
}

/// Words of a text, and what is left without spaces.
fn of_text(term: &Term) -> Vec<Term> {
    let text = &term.text;
    if text.contains('"') || text.contains("split") {
        return Vec::new();
    }
    let words = Kind::List { element: Box::new(term.kind.clone()), ordered: true };
    vec![
        term.part(format!("{text}.split()"), words, format!("the words of {}", term.words)),
        term.part(format!("{text}.replace(\" \", \"\")"), term.kind.clone(), format!("{} without spaces", term.words)),
    ]
}

fn of_elements(problem: &Problem, term: &Term, element: &Kind, ordered: bool) -> Vec<Term> {
    let text = &term.text;
    let list = |element: &Kind| Kind::List { element: Box::new(element.clone()), ordered };
    let each = |access: String, kind: &Kind, label: String| {
        term.part(format!("[one{access} for one in {text}]"), list(kind), format!("the {label} of {}", term.words))
    };
    let flat = |kind: &Kind| {
        term.part(
            format!("[part for one in {text} for part in one]"),
            list(kind),
            format!("all parts of {}", term.words),
        )
    };
    let mut found = Vec::new();
    match element {
        Kind::Tuple(parts) => {
            if parts.windows(2).all(|two| two[0] == two[1])
                && let Some(part) = parts.first()
            {
                found.push(flat(part));
            }
            let part = |(at, kind): (usize, &Kind)| each(format!("[{at}]"), kind, format!("parts at index {at}"));
            found.extend(parts.iter().enumerate().map(part));
        }
        Kind::Record(id) => {
            let fields = &problem.records[usize::from(id.0)].fields;
            found.extend(fields.iter().map(|field| {
                each(format!(".{}", field.name), &Kind::of(problem, &field.ty), format!("`{}`", field.name))
            }));
        }
        Kind::List { element, ordered: inner } => {
            let mut all = flat(element);
            all.kind = Kind::List { element: element.clone(), ordered: ordered && *inner };
            found.push(all);
        }
        Kind::Set(element) => {
            let mut all = flat(element);
            all.kind = Kind::List { element: element.clone(), ordered: false };
            found.push(all);
        }
        Kind::Plain(Type::Str) if ordered && term.size == 1 => {
            let joined = format!("\"\".join({text})");
            found.push(term.part(joined.clone(), element.clone(), format!("all of {}", term.words)));
            let without = format!("{joined}.replace(\" \", \"\")");
            found.push(term.part(without, element.clone(), format!("all of {} without spaces", term.words)));
        }
        Kind::Optional(kind) => {
            let filled = format!("[one for one in {text} if one is not None]");
            found.push(term.part(filled, list(kind), format!("what is not None in {}", term.words)));
        }
        Kind::Int | Kind::Plain(_) | Kind::Dict(..) | Kind::Other => {}
    }
    if ordered && term.size == 1 {
        for (slice, words) in [("[:-1]", "all but the last of"), ("[1:]", "all but the first of")] {
            found.push(term.part(format!("{text}{slice}"), term.kind.clone(), format!("{words} {}", term.words)));
        }
    }
    found
}

/// The functions of the file that are neither properties nor the predicate, with how many parameters they have.
pub fn helpers(problem: &Problem) -> Vec<(String, FuncId, usize)> {
    let properties = problem.preconditions.iter().chain(&problem.subproperties).map(|property| property.function);
    let known: BTreeSet<FuncId> =
        properties.chain(problem.predicate.iter().map(|predicate| predicate.function)).collect();
    let function = |id: &FuncId| {
        let function = problem.module.function(*id);
        (function.name.name.to_string(), *id, function.params.len())
    };
    let defined = problem.module.body.iter().filter(|statement| !statement.span.is_library());
    let ids = defined.filter_map(|statement| match &statement.kind {
        StmtKind::Function(id) if !known.contains(id) => Some(*id),
        _ => None,
    });
    ids.collect::<Vec<_>>().iter().map(function).collect()
}

/// What a function of the file is called with: a parameter, or a part of one.
struct Argument {
    text: String,
    size: usize,
    param: usize,
    /// The place in a tuple or record.
    part: Option<usize>,
}

impl Argument {
    /// Its value; `None` if there is none.
    fn value(&self, pair: &[Value]) -> Option<Value> {
        let whole = &pair[self.param];
        match (self.part, whole) {
            (None, _) => Some(eval::deep_copy(whole)),
            (Some(at), Value::Tuple(items)) => items.get(at).map(eval::deep_copy),
            (Some(at), Value::Record(record)) => record.fields.get(at).map(eval::deep_copy),
            _ => None,
        }
    }
}

fn arguments(problem: &Problem) -> Vec<Argument> {
    let Some(predicate) = &problem.predicate else { return Vec::new() };
    let mut all = Vec::new();
    for (number, param) in predicate.params.iter().enumerate() {
        let argument = |text: String, size, part| Argument { text, size, param: number, part };
        all.push(argument(param.name.to_string(), 1, None));
        match Kind::of(problem, &param.ty) {
            Kind::Tuple(parts) => {
                let part = |at: usize| argument(format!("{}[{at}]", param.name), 2, Some(at));
                all.extend((0..parts.len()).map(part));
            }
            Kind::Record(id) => {
                let fields = problem.records[usize::from(id.0)].fields.iter().enumerate();
                all.extend(fields.map(|(at, field)| argument(format!("{}.{}", param.name, field.name), 2, Some(at))));
            }
            _ => {}
        }
    }
    all
}

/// What functions of the file make of parameters and their parts, if they give a value wherever there are such.
fn computed(problem: &Problem, values: &[Vec<Value>]) -> Vec<Term> {
    let program = Program::new(problem);
    let mut machine = Machine::new(&program).with_step_limit(STEPS);
    let arguments = arguments(problem);
    let count = arguments.len();
    let mut found = Vec::new();
    for (name, id, arity) in helpers(problem) {
        let choices: Vec<Vec<usize>> = match arity {
            1 => (0..count).map(|param| vec![param]).collect(),
            2 => {
                let pairs = (0..count).flat_map(|one| (0..count).map(move |other| vec![one, other]));
                pairs.filter(|pair| pair[0] != pair[1]).collect()
            }
            _ => continue,
        };
        for choice in choices {
            let mut kinds = Vec::new();
            let is_total = values.iter().all(|pair| {
                let args: Option<Vec<Value>> = choice.iter().map(|at| arguments[*at].value(pair)).collect();
                let Some(args) = args else { return true };
                let is_missing = args.iter().any(|arg| matches!(arg, Value::None));
                match machine.call_id(id, &args) {
                    Ok(value) => {
                        kinds.push(of_value(problem, &value));
                        true
                    }
                    Err(_) => is_missing,
                }
            });
            let Some(kind) = is_total.then(|| joined(&kinds)).flatten() else { continue };
            let args: Vec<&str> = choice.iter().map(|at| &*arguments[*at].text).collect();
            let size = choice.iter().map(|at| arguments[*at].size).max().unwrap_or(1) + 1;
            let text = format!("{name}({})", args.join(", "));
            found.push(Term { kind, size, words: format!("`{text}`"), text });
        }
    }
    found
}

/// What a value shows of its kind; what is empty shows no element.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Shown {
    Known(Kind),
    EmptyList,
    EmptySet,
    Nothing,
    Unusable,
}

fn of_value(problem: &Problem, value: &Value) -> Shown {
    match value {
        Value::None => Shown::Nothing,
        Value::Int(_) => Shown::Known(Kind::Int),
        Value::Atom(atom) => Shown::Known(Kind::Plain(Type::Atom(atom.ty))),
        Value::Str(_) => Shown::Known(Kind::Plain(Type::Str)),
        Value::Bool(_) => Shown::Known(Kind::Plain(Type::Bool)),
        Value::Tuple(items) => {
            let parts: Option<Vec<Kind>> = items.iter().map(|item| known(of_value(problem, item))).collect();
            parts.map_or(Shown::Unusable, |parts| Shown::Known(Kind::Tuple(parts)))
        }
        Value::Record(record) => {
            let class = &problem.records[usize::from(record.class.0)];
            let is_plain = class.kind != RecordKind::Enum && class.family.is_none();
            if is_plain { Shown::Known(Kind::Record(record.class)) } else { Shown::Unusable }
        }
        Value::List(items) => {
            let kinds: Vec<Shown> = items.borrow().iter().map(|item| of_value(problem, item)).collect();
            if kinds.is_empty() {
                return Shown::EmptyList;
            }
            let element = joined(&kinds);
            element.map_or(Shown::Unusable, |element| {
                Shown::Known(Kind::List { element: Box::new(element), ordered: true })
            })
        }
        Value::Set(table) => {
            let kinds: Vec<Shown> = table.borrow().iter().map(|(item, ())| of_value(problem, item)).collect();
            of_set(&kinds)
        }
        Value::FrozenSet(table) => {
            let kinds: Vec<Shown> = table.iter().map(|(item, ())| of_value(problem, item)).collect();
            of_set(&kinds)
        }
        _ => Shown::Unusable,
    }
}

fn of_set(kinds: &[Shown]) -> Shown {
    if kinds.is_empty() {
        return Shown::EmptySet;
    }
    joined(kinds).map_or(Shown::Unusable, |element| Shown::Known(Kind::Set(Box::new(element))))
}

fn known(shown: Shown) -> Option<Kind> {
    match shown {
        Shown::Known(kind) => Some(kind),
        Shown::EmptyList | Shown::EmptySet | Shown::Nothing | Shown::Unusable => None,
    }
}

/// The one kind that all of them have. What may be `None` is only compared for equality.
fn joined(all: &[Shown]) -> Option<Kind> {
    let mut found: Option<Kind> = None;
    for shown in all {
        match (shown, &found) {
            (Shown::Known(kind), None) => found = Some(kind.clone()),
            (Shown::Known(kind), Some(known)) if kind == known => {}
            (Shown::EmptyList | Shown::EmptySet | Shown::Nothing, _) => {}
            _ => return None,
        }
    }
    let found = found?;
    let fits = all.iter().all(|shown| match shown {
        Shown::EmptyList => matches!(found, Kind::List { .. }),
        Shown::EmptySet => matches!(found, Kind::Set(_)),
        _ => true,
    });
    let is_optional = all.contains(&Shown::Nothing);
    fits.then_some(if is_optional { Kind::Plain(Type::None) } else { found })
}
