//! Places in a pair where its subproperties fail, so that drawings can mark them.
//!
//! Takes what `eval::explain` says about a failing property: the loops around the place that decides, with their variables, and the
//! deciding expression. A place in a parameter is exact where a loop goes over the parameter (`for v in order`, `enumerate(order)`,
//! `zip(order, order[1:])`, `pairwise`, `combinations(order, 2)`), or where the expression has subscripts (`order[i + 1]`). Elsewhere,
//! atoms are marked wherever they are, since nothing else has their name; other values only in what the loop is about.

use std::collections::{BTreeMap, BTreeSet};

use eval::{Atom, Binding, DecidingReason, Pair, Program, Value, Where};
use lang::problem::Problem;

/// A place in a parameter: positions, from the outside to the inside.
type Place = (String, Vec<usize>);

/// What is marked. Nothing by default.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    places: BTreeSet<Place>,
    /// Values of a parameter, as they are shown.
    elements: BTreeSet<(String, String)>,
    atoms: BTreeSet<Atom>,
    /// Records, as they are shown.
    nodes: BTreeSet<String>,
}

impl Marks {
    /// Where properties fail, by their positions among the preconditions followed by the subproperties.
    pub fn of(problem: &Problem, program: &Program, pair: &Pair, properties: impl Iterator<Item = usize>) -> Self {
        let mut marks = Self::default();
        let names =
            problem.predicate.iter().flat_map(|predicate| &predicate.params).map(|param| param.name.to_string());
        let names: Vec<String> = names.collect();
        for property in properties {
            if let Some(found) = eval::explain(problem, property, pair) {
                Reader { names: &names, program, pair, known: BTreeMap::new(), ints: BTreeMap::new() }
                    .read(&found, &mut marks);
            }
        }
        marks
    }

    pub(super) fn at(&self, name: &str, place: &[usize]) -> bool {
        !place.is_empty() && self.places.contains(&(name.to_owned(), place.to_vec()))
    }

    /// Whether an element of a parameter is marked wherever it is.
    pub(super) fn element(&self, name: &str, value: &Value, show: &dyn Fn(&Value) -> String) -> bool {
        matches!(value, Value::Atom(atom) if self.atoms.contains(atom))
            || !self.elements.is_empty() && self.elements.contains(&(name.to_owned(), show(value)))
    }

    pub(super) fn node(&self, value: &Value, show: &dyn Fn(&Value) -> String) -> bool {
        !self.nodes.is_empty() && self.nodes.contains(&show(value))
    }
}

/// Reads one explanation.
struct Reader<'a> {
    /// The parameters of the predicate.
    names: &'a [String],
    program: &'a Program,
    pair: &'a Pair,
    /// Variables that stand for a place.
    known: BTreeMap<String, Place>,
    /// Variables that are small numbers.
    ints: BTreeMap<String, usize>,
}

impl Reader<'_> {
    fn read(mut self, found: &Where, marks: &mut Marks) {
        let mut exact: Vec<Place> = Vec::new();
        for binding in &found.bindings {
            if let Value::Int(value) = &binding.value {
                self.ints.extend(usize::try_from(*value).ok().map(|value| (binding.name.clone(), value)));
            }
            if let Some(place) = self.place(binding) {
                // Another loop may look further inside of it.
                self.known.insert(binding.name.clone(), place.clone());
                exact.push(place);
            } else if let Some(place) = self.element_taken_apart(binding) {
                exact.push(place);
            } else {
                self.by_value(binding, marks);
            }
        }
        exact.extend(self.subscripts(&found.expression));
        self.lacking(found, marks);
        let is_outer = |place: &Place| {
            exact
                .iter()
                .any(|other| other.0 == place.0 && other.1.len() > place.1.len() && other.1.starts_with(&place.1))
        };
        marks.places.extend(exact.iter().filter(|place| !is_outer(place)).cloned());
    }

    /// The place that a loop variable stands for.
    fn place(&self, binding: &Binding) -> Option<Place> {
        let of = binding.of.trim();
        let step = |text: &str, by: usize| self.sequence(text).map(|place| deeper(place, binding.round + by));
        if let Some((function, args)) = call(of) {
            let args: Vec<&str> = arguments(args);
            return match (function.rsplit('.').next()?, args.as_slice()) {
                ("enumerate", [of]) if binding.nth > 0 => step(of, 0),
                ("pairwise", [of]) => step(of, binding.nth),
                ("zip", of) => step(of.get(binding.nth)?, 0),
                ("combinations", [of, "2"]) => {
                    let place = self.sequence(of)?;
                    let chosen = pair_of(self.length(&place)?, binding.round)?[binding.nth.min(1)];
                    Some(deeper(place, chosen))
                }
                _ => None,
            };
        }
        let whole = self.sequence(of).filter(|place| binding.nth == 0 && self.is_element(binding, place));
        whole.map(|place| deeper(place, binding.round))
    }

    /// Whether the variable is an element of what the loop is about, and not a part of one.
    fn is_element(&self, binding: &Binding, (name, path): &Place) -> bool {
        let value = self.names.iter().position(|known| known == name).and_then(|at| self.pair.values.get(at));
        let element = value.filter(|_| path.is_empty()).and_then(|value| nth(value, binding.round));
        let show = |value: &Value| self.pair.show(self.program, value);
        binding.index.is_some() || element.is_none_or(|element| show(&element) == show(&binding.value))
    }

    /// `for source, target in edges`: the edge, for each of its variables.
    fn element_taken_apart(&self, binding: &Binding) -> Option<Place> {
        let of = binding.of.trim();
        if call(of).is_some() {
            return None;
        }
        self.sequence(of).map(|place| deeper(place, binding.round))
    }

    /// What only one side of a comparison has, in what the comparison is about.
    fn lacking(&self, found: &Where, marks: &mut Marks) {
        let DecidingReason::Fails(reason) = &found.why else { return };
        let about: Vec<&String> = self.names.iter().filter(|name| mentions(&found.expression, name)).collect();
        for part in reason.split("only the ").skip(1) {
            let values = part.split_once(" side has ").map(|(_, values)| values.trim_end_matches([',', ' ']));
            for value in values.into_iter().flat_map(arguments) {
                marks.elements.extend(about.iter().map(|name| ((*name).clone(), value.to_owned())));
            }
        }
    }

    /// Marks what has no exact place by its value.
    fn by_value(&self, binding: &Binding, marks: &mut Marks) {
        let shown = || self.pair.show(self.program, &binding.value);
        match &binding.value {
            Value::Atom(atom) => {
                marks.atoms.insert(*atom);
            }
            Value::Record(record) if record.is_node => {
                marks.nodes.insert(shown());
            }
            Value::None | Value::Bool(_) => {}
            _ => {
                let of = self.names.iter().filter(|name| mentions(&binding.of, name));
                // A position is not an element.
                if call(&binding.of).is_none_or(|(function, _)| !["range", "enumerate"].contains(&function)) {
                    marks.elements.extend(of.map(|name| (name.clone(), shown())));
                }
            }
        }
    }

    /// `order`, `order[1:]`, `rows[2]`, `split.before`, or a variable that stands for a place; with what is left out in front.
    fn sequence(&self, text: &str) -> Option<Place> {
        let text = text.trim().trim_end_matches(".items()").trim_end_matches(".keys()");
        if let Some(base) = text.strip_suffix(":]")
            && let Some((base, from)) = base.rsplit_once('[')
        {
            // What follows a slice counts from its start.
            let (name, mut path) = self.sequence(base)?;
            path.push(SLICE + from.trim().parse::<usize>().ok()?);
            return Some((name, path));
        }
        if let Some(place) = self.known.get(text) {
            return Some(place.clone());
        }
        if text.contains('[') {
            return self.subscripted(text);
        }
        let base = text.split('.').next()?;
        self.names.iter().any(|name| name == base).then(|| (text.to_owned(), Vec::new()))
    }

    /// `grid[r][c + 1]`
    fn subscripted(&self, text: &str) -> Option<Place> {
        let (base, rest) = text.split_once('[')?;
        let mut place = match self.known.get(base) {
            Some(place) => place.clone(),
            None => self.names.iter().any(|name| name == base).then(|| (base.to_owned(), Vec::new()))?,
        };
        for part in rest.split('[') {
            let index = part.strip_suffix(']')?;
            let position = self.number(index, &place)?;
            place = deeper(place, position);
        }
        Some(place)
    }

    /// `2`, `i`, `i + 1`, `i - 1`, `-1`
    fn number(&self, text: &str, of: &Place) -> Option<usize> {
        let text = text.trim();
        if let Some(back) = text.strip_prefix('-') {
            return self.length(of)?.checked_sub(back.trim().parse().ok()?);
        }
        let one = |text: &str| text.trim().parse::<usize>().ok().or_else(|| self.ints.get(text.trim()).copied());
        if let Some((left, right)) = text.split_once('+') {
            return one(left)?.checked_add(one(right)?);
        }
        match text.split_once('-') {
            Some((left, right)) => one(left)?.checked_sub(one(right)?),
            None => one(text),
        }
    }

    /// Places that an expression names: `order[i] > order[i + 1]`.
    fn subscripts(&self, expression: &str) -> Vec<Place> {
        let mut places = Vec::new();
        for (start, name) in words(expression) {
            let rest = &expression[start + name.len()..];
            if !rest.starts_with('[')
                || !(self.names.iter().any(|known| known == name) || self.known.contains_key(name))
            {
                continue;
            }
            let mut end = 0;
            while rest[end..].starts_with('[') {
                let Some(length) = rest[end..].find(']') else { break };
                end += length + 1;
            }
            places.extend(self.subscripted(&format!("{name}{}", &rest[..end])));
        }
        places
    }

    /// How many elements there are at a place.
    fn length(&self, (name, path): &Place) -> Option<usize> {
        let mut value = self.pair.values.get(self.names.iter().position(|known| known == name)?)?.clone();
        for position in path {
            value = nth(&value, *position)?;
        }
        match &value {
            Value::List(items) => Some(items.borrow().len()),
            Value::Tuple(items) => Some(items.len()),
            _ => None,
        }
    }
}

/// Marks a position in a path as the start of a slice.
const SLICE: usize = 1 << 40;

fn deeper((name, mut path): Place, position: usize) -> Place {
    let position = match path.last() {
        Some(last) if *last >= SLICE => path.pop().map_or(position, |start| start - SLICE + position),
        _ => position,
    };
    path.push(position);
    (name, path)
}

fn nth(value: &Value, place: usize) -> Option<Value> {
    match value {
        Value::List(items) => items.borrow().get(place).cloned(),
        Value::Tuple(items) => items.get(place).cloned(),
        Value::Set(set) => set.borrow().keys().nth(place).cloned(),
        Value::FrozenSet(set) => set.keys().nth(place).cloned(),
        Value::Dict(dict) => dict.table.borrow().keys().nth(place).cloned(),
        _ => None,
    }
}

/// The function and the arguments of `zip(a, b)`.
fn call(text: &str) -> Option<(&str, &str)> {
    let (function, rest) = text.split_once('(')?;
    let is_name = function.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
    let is_view = function.rsplit_once('.').is_some_and(|(_, method)| ["items", "keys"].contains(&method));
    Some((function, rest.strip_suffix(')')?)).filter(|_| is_name && !is_view && !function.is_empty())
}

/// Arguments at the outermost level.
fn arguments(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0_usize, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                found.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(text[start..].trim());
    found
}

/// The names in a text, with where they begin. Not those of attributes.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_inside = |c: char| c.is_alphanumeric() || c == '_';
    let starts = text.char_indices().filter(move |(at, c)| {
        is_inside(*c) && text[..*at].chars().next_back().is_none_or(|before| !is_inside(before) && before != '.')
    });
    starts.map(move |(at, _)| {
        let end = text[at..].find(|c| !is_inside(c)).map_or(text.len(), |length| at + length);
        (at, &text[at..end])
    })
}

fn mentions(text: &str, name: &str) -> bool {
    words(text).any(|(_, word)| word == name)
}

/// The two positions that `combinations(…, 2)` gives after this many others.
fn pair_of(length: usize, round: usize) -> Option<[usize; 2]> {
    let mut left = round;
    for first in 0..length {
        let own = length - first - 1;
        if left < own {
            return Some([first, first + 1 + left]);
        }
        left -= own;
    }
    None
}
