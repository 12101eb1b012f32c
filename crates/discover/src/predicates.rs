//! Predicates over terms, by size: comparisons, quantifiers over elements, neighbors and positions.
//!
//! What has a name among the shapes gets that name; everything else is an expression. Nothing here depends on the order of a
//! set or of an unordered list.

use std::collections::BTreeSet;

use lang::problem::{PairParam, Problem};
use lang::types::Type;

use crate::candidate::{Candidate, CandidateOrigin, NAME};
use crate::kind::{Kind, is_optional};
use crate::shapes::{self, NamedShape};
use crate::terms::{Term, helpers};

/// At most this many predicates.
const MOST: usize = 16_000;

/// All predicates over these terms, the smallest first.
pub fn predicates(problem: &Problem, terms: &[Term]) -> Vec<Candidate> {
    let Some(predicate) = &problem.predicate else { return Vec::new() };
    let params: Vec<String> = predicate.params.iter().map(|param| param.name.to_string()).collect();
    let optional = predicate.params.iter().filter(|param| is_optional(&param.ty));
    let optional = optional.map(|param| param.name.to_string()).collect();
    let helpers = helpers(problem).into_iter().map(|(name, _, arity)| (name, arity)).collect();
    let mut rules = Rules { params, optional, helpers, known: BTreeSet::new(), found: Vec::new() };
    for term in terms {
        rules.of_one(term, terms);
    }
    rules.numbers(terms);
    for param in &predicate.params {
        rules.found.extend(of_children(problem, param));
    }
    for (at, one) in terms.iter().enumerate() {
        for (place, other) in terms.iter().enumerate().filter(|(place, _)| *place != at) {
            rules.of_two(one, other, at < place);
        }
    }
    rules.found.sort_by_key(Candidate::rank);
    rules.found.truncate(MOST);
    rules.found
}

/// What compares each node of a tree with its two children only.
fn of_children(problem: &Problem, param: &PairParam) -> Vec<Candidate> {
    let mut members = param.ty.members().iter().filter(|member| **member != Type::None);
    let (Some(Type::Record(id)), None) = (members.next(), members.next()) else { return Vec::new() };
    let class = &problem.records[usize::from(id.0)];
    let is_child = |ty: &Type| ty.members().contains(&Type::Record(*id)) && ty.members().contains(&Type::None);
    let children: Vec<&str> =
        class.fields.iter().filter(|field| is_child(&field.ty)).map(|field| &*field.name).collect();
    let [left, right] = children[..] else { return Vec::new() };
    let keys = class.fields.iter().filter(|field| Kind::of(problem, &field.ty) == Kind::Int);
    let mut found = Vec::new();
    let node = &param.name;
    for key in keys.map(|field| &field.name) {
        for (before, after) in [("<", ">"), ("<=", ">="), (">=", ">="), ("<=", "<=")] {
            let missing = format!("{node} is None");
            let one = format!("({node}.{left} is None or {node}.{left}.{key} {before} {node}.{key})");
            let other = format!("({node}.{right} is None or {node}.{right}.{key} {after} {node}.{key})");
            let below = format!("{NAME}({node}.{left}) and {NAME}({node}.{right})");
            let doc = shapes::CHILDREN_ONLY.doc(&[&format!("`{node}`")]);
            let text = format!("{missing} or {one} and {other} and {below}");
            let named = (shapes::CHILDREN_ONLY.slug, &*doc);
            found.push(Candidate::returning(CandidateOrigin::Shape, 8, named, &[node], &text));
        }
    }
    found
}

struct Rules {
    params: Vec<String>,
    /// Parameters that may be `None`.
    optional: Vec<String>,
    /// Functions of the file, and how many parameters they have.
    helpers: Vec<(String, usize)>,
    known: BTreeSet<String>,
    found: Vec<Candidate>,
}

impl Rules {
    fn add(&mut self, shape: Option<(NamedShape, &[&Term])>, size: usize, text: &str) {
        if !self.known.insert(text.to_owned()) {
            return;
        }
        let words: BTreeSet<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let used = |names: &[String]| -> Vec<String> {
            names.iter().filter(|name| words.contains(&***name)).cloned().collect()
        };
        let params = used(&self.params);
        let optional = used(&self.optional);
        let params: Vec<&str> = params.iter().map(String::as_str).collect();
        if params.is_empty() {
            return;
        }
        let (origin, slug, doc) = match shape {
            Some((shape, terms)) => {
                let words: Vec<&str> = terms.iter().map(|term| &*term.words).collect();
                (CandidateOrigin::Shape, shape.slug.to_owned(), shape.doc(&words))
            }
            None => (CandidateOrigin::Expression, "checks_only".to_owned(), format!("Checks only that `{text}`.")),
        };
        let mut add = |size: usize, text: &str, doc: &str| {
            self.found.push(Candidate::returning(origin, size, (&slug, doc), &params, text));
        };
        add(size, text, &doc);
        if optional.is_empty() {
            return;
        }
        let guard = |word: &str, with: &str| -> String {
            optional.iter().map(|name| format!("{name} is {word}")).collect::<Vec<_>>().join(with)
        };
        add(size + 1, &format!("{} or {text}", guard("None", " or ")), &doc);
        add(size + 2, &format!("{} and {text}", guard("not None", " and ")), &doc);
    }

    /// One number with another.
    fn numbers(&mut self, terms: &[Term]) {
        let lengths: Vec<(Term, Term)> = terms.iter().filter_map(length).collect();
        let plain =
            |term: &Term, text: String, size: usize| Term { text, size, kind: Kind::Int, words: term.words.clone() };
        let mut numbers: Vec<Term> = terms.iter().filter(|term| term.kind == Kind::Int).cloned().collect();
        numbers.extend(lengths.into_iter().map(|(_, length)| length));
        for term in terms {
            let Some((element, _)) = term.kind.elements() else { continue };
            if element.is_hashable() && !matches!(term.kind, Kind::Set(_)) {
                numbers.push(plain(term, format!("len(set({}))", term.text), term.size + 2));
            }
            if *element == Kind::Int {
                numbers.push(plain(term, format!("sum({})", term.text), term.size + 1));
            }
        }
        let bare = numbers.clone();
        for number in bare.iter().filter(|number| number.size <= 2) {
            numbers.push(plain(number, format!("{} + 1", number.text), number.size + 1));
            numbers.push(plain(number, format!("{} - 1", number.text), number.size + 1));
            numbers.push(plain(number, format!("2 * {}", number.text), number.size + 1));
        }
        for (at, one) in bare.iter().enumerate() {
            for other in bare[at + 1..].iter().filter(|other| one.size + other.size <= 6) {
                numbers.push(plain(one, format!("{} + {}", one.text, other.text), one.size + other.size));
            }
        }
        for one in &bare {
            for constant in 0..=2 {
                for op in ["==", "<=", "!=", ">"] {
                    self.add(None, one.size + 2, &format!("{} {op} {constant}", one.text));
                }
            }
        }
        for one in &bare {
            for other in numbers.iter().filter(|other| other.text != one.text) {
                let shape = match (named_number(one), named_number(other)) {
                    (Some("len"), Some("len")) => Some(shapes::SAME_LENGTH),
                    (Some("set"), Some("set")) => Some(shapes::AS_MANY_DIFFERENT),
                    (Some("len"), Some("set")) => Some(shapes::LENGTH_OF_SET),
                    (Some("sum"), Some("sum")) => Some(shapes::SAME_SUM),
                    _ => None,
                };
                let (size, terms) = (one.size + other.size, [one, other]);
                self.add(shape.map(|shape| (shape, &terms[..])), size, &format!("{} == {}", one.text, other.text));
                // A sum or a difference is something that others are equal to.
                let is_bare = bare.iter().any(|known| known.text == other.text);
                for op in ["<=", "<", ">=", ">"].into_iter().filter(|_| is_bare) {
                    self.add(None, size + 1, &format!("{} {op} {}", one.text, other.text));
                }
            }
        }
    }

    fn of_one(&mut self, term: &Term, terms: &[Term]) {
        let t = &term.text;
        let size = term.size;
        if let (Kind::List { .. } | Kind::Set(_) | Kind::Dict(..), true) = (&term.kind, size == 1) {
            self.add(Some((shapes::NOT_EMPTY, &[term])), 2, &format!("len({t}) > 0"));
            self.add(Some((shapes::EMPTY, &[term])), 2, &format!("len({t}) == 0"));
        }
        if term.kind == Kind::Plain(Type::Bool) {
            self.add(None, size, t);
            let others = terms.iter().filter(|other| other.kind == Kind::Plain(Type::Bool) && other.text > *t);
            for other in others {
                self.add(None, size + other.size + 1, &format!("{t} and {}", other.text));
            }
        }
        let Some((element, ordered)) = term.kind.elements() else { return };
        if element.is_hashable() && !matches!(term.kind, Kind::Set(_)) {
            self.add(Some((shapes::NO_REPEATS, &[term])), size + 2, &format!("len(set({t})) == len({t})"));
        }
        match element {
            Kind::Int => self.of_numbers(term, ordered, terms),
            Kind::Tuple(parts) => {
                if let [one, other] = &parts[..]
                    && one == other
                {
                    let ops: &[&str] = if *one == Kind::Int { &["<", "<=", "!="] } else { &["!="] };
                    for op in ops {
                        self.add(None, size + 4, &format!("all(one {op} other for one, other in {t})"));
                    }
                    for (words, op) in [("both ways", "in"), ("one way only", "not in")] {
                        let _ = words;
                        self.add(None, size + 5, &format!("all((other, one) {op} {t} for one, other in {t})"));
                    }
                }
            }
            Kind::List { element, .. } => {
                for (_, length) in terms.iter().filter(|other| other.size == 1).filter_map(length) {
                    let length = &length.text;
                    self.add(None, size + 4, &format!("all(len(one) == {length} for one in {t})"));
                    self.add(None, size + 4, &format!("all(len(one) <= {length} for one in {t})"));
                }
                if element.is_hashable() {
                    self.add(None, size + 5, &format!("all(len(set(one)) == len(one) for one in {t})"));
                }
            }
            Kind::Plain(Type::Str) => {
                let numbers = terms.iter().filter(|other| other.kind == Kind::Int && other.size <= 2);
                for number in numbers.map(|number| &number.text) {
                    for op in ["==", "<=", ">="] {
                        self.add(None, size + 4, &format!("all(len(one) {op} {number} for one in {t})"));
                    }
                }
            }
            Kind::Plain(_) | Kind::Record(_) | Kind::Set(_) | Kind::Dict(..) | Kind::Optional(_) | Kind::Other => {}
        }
        if ordered && !matches!(element, Kind::Int) {
            self.add(Some((shapes::NEIGHBORS_DIFFER, &[term])), size + 4, &neighbors(t, "one != other"));
        }
        for (name, arity) in self.helpers.clone() {
            match arity {
                1 => {
                    self.add(None, size + 3, &format!("all({name}(one) for one in {t})"));
                    self.add(None, size + 3, &format!("any({name}(one) for one in {t})"));
                }
                2 => {
                    if ordered {
                        self.add(None, size + 4, &neighbors(t, &format!("{name}(one, other)")));
                        self.add(None, size + 5, &later(t, &format!("{name}(one, other)")));
                    }
                    let different = format!("all({name}(one, other) for one in {t} for other in {t} if one != other)");
                    self.add(None, size + 6, &different);
                }
                _ => {}
            }
        }
    }

    fn of_numbers(&mut self, term: &Term, ordered: bool, terms: &[Term]) {
        let (t, size) = (&term.text, term.size);
        if ordered {
            for (shape, op) in [
                (Some(shapes::ASCENDING), "<="),
                (Some(shapes::STRICTLY_ASCENDING), "<"),
                (Some(shapes::DESCENDING), ">="),
                (None, ">"),
                (Some(shapes::NEIGHBORS_DIFFER), "!="),
            ] {
                let terms = [term];
                let shape = shape.map(|shape| (shape, &terms[..]));
                self.add(shape, size + 4, &neighbors(t, &format!("one {op} other")));
            }
            let first = format!("all({t}[0] <= one for one in {t})");
            self.add(Some((shapes::FIRST_SMALLEST, &[term])), size + 4, &first);
            let last = format!("all(one <= {t}[-1] for one in {t})");
            self.add(Some((shapes::LAST_LARGEST, &[term])), size + 4, &last);
        }
        let lengths = terms.iter().filter(|other| other.size == 1).filter_map(length).map(|(_, length)| length);
        let numbers: Vec<Term> = terms.iter().filter(|other| other.kind == Kind::Int).cloned().chain(lengths).collect();
        for number in numbers {
            for op in ["<", "<=", ">", ">=", "!=", "=="] {
                let text = format!("all(one {op} {} for one in {t})", number.text);
                self.add(None, size + number.size + 3, &text);
            }
        }
        for constant in 0..=1 {
            for op in [">", ">=", "!="] {
                self.add(None, size + 4, &format!("all(one {op} {constant} for one in {t})"));
            }
        }
    }

    /// Something of each element of one collection and some element of another, by functions of the file.
    fn some_of_other(&mut self, one: &Term, other: &Term) {
        let (s, t, size) = (&one.text, &other.text, one.size + other.size);
        for (name, arity) in self.helpers.clone() {
            if arity == 2 && size <= 3 {
                for (not, more) in [("", 0), ("not ", 1)] {
                    let condition = format!("{not}{name}(one, other)");
                    self.add(None, size + 5 + more, &format!("all(any({condition} for other in {t}) for one in {s})"));
                    self.add(None, size + 5 + more, &format!("all({condition} for one in {s} for other in {t})"));
                }
            }
        }
    }

    /// Two values that are only compared for equality, or one and a collection of such values.
    fn of_plain(&mut self, one: &Term, other: &Term, first: bool) {
        let (s, t, size) = (&one.text, &other.text, one.size + other.size);
        if one.kind == other.kind && first {
            self.add(Some((shapes::SAME_VALUE, &[one, other])), size, &format!("{s} == {t}"));
            self.add(None, size + 1, &format!("{s} != {t}"));
        }
        if let Some((element, ordered)) = other.kind.elements()
            && *element == one.kind
        {
            self.add(None, size + 1, &format!("{s} in {t}"));
            if ordered {
                self.add(None, size + 2, &format!("{t}[:1] == [{s}]"));
                self.add(None, size + 2, &format!("{t}[-1:] == [{s}]"));
            }
        }
    }

    fn of_two(&mut self, one: &Term, other: &Term, first: bool) {
        if matches!(one.kind, Kind::Plain(_)) {
            return self.of_plain(one, other, first);
        }
        if one.kind.elements().is_some() && other.kind.elements().is_some() {
            self.some_of_other(one, other);
        }
        let (Some((a, a_ordered)), Some((b, b_ordered))) = (one.kind.elements(), other.kind.elements()) else {
            return self.dict_of(one, other);
        };
        let (s, t) = (&one.text, &other.text);
        let size = one.size + other.size;
        let both = [one, other];
        if a == b {
            let in_set = if matches!(other.kind, Kind::Set(_)) { t.clone() } else { format!("set({t})") };
            let own_set = if matches!(one.kind, Kind::Set(_)) { s.clone() } else { format!("set({s})") };
            let are_lists = matches!((&one.kind, &other.kind), (Kind::List { .. }, Kind::List { .. }));
            if a.is_hashable() {
                if first {
                    self.add(Some((shapes::SAME_SET, &both)), size + 1, &format!("{own_set} == {in_set}"));
                    self.add(Some((shapes::ANY_SHARED, &both)), size + 3, &format!("len({own_set} & {in_set}) > 0"));
                    self.add(None, size + 2, &format!("not {own_set} & {in_set}"));
                }
                self.add(Some((shapes::SUBSET, &both)), size + 1, &format!("{own_set} <= {in_set}"));
            }
            if are_lists {
                let counts = |op: &str| format!("all({s}.count(one) {op} {t}.count(one) for one in {s})");
                self.add(Some((shapes::SAME_COUNTS, &both)), size + 3, &counts("=="));
                self.add(Some((shapes::NO_MORE_THAN, &both)), size + 3, &counts("<="));
                self.add(None, size + 4, &counts(">="));
                if *a == Kind::Int && first {
                    self.add(None, size + 3, &format!("sorted({s}) == sorted({t})"));
                    self.add(Some((shapes::SAME_SUM, &both)), size + 2, &format!("sum({s}) == sum({t})"));
                }
            }
            if are_lists && a_ordered && b_ordered && first {
                self.add(Some((shapes::SAME_LIST, &both)), size, &format!("{s} == {t}"));
                self.add(Some((shapes::REVERSED, &both)), size + 1, &format!("{s} == {t}[::-1]"));
                self.add(Some((shapes::SAME_FIRST, &both)), size + 2, &format!("{s}[:1] == {t}[:1]"));
                self.add(Some((shapes::SAME_LAST, &both)), size + 2, &format!("{s}[-1:] == {t}[-1:]"));
                self.add(None, size + 4, &format!("{s}[:1] == {t}[-1:] and {s}[-1:] == {t}[:1]"));
            }
            if is_text(a) {
                let inside = format!("all(any(one in other for other in {t}) for one in {s})");
                self.add(None, size + 5, &inside);
            }
            if are_lists && *a == Kind::Int && b_ordered {
                self.add(Some((shapes::SAME_LIST, &both)), size + 1, &format!("sorted({s}) == {t}"));
            }
        }
        if let Kind::Tuple(parts) = a
            && let [x, y] = &parts[..]
            && x == y
            && x == b
        {
            self.connections(one, other, b_ordered);
        }
        if let Kind::List { element, .. } | Kind::Set(element) = a
            && **element == *b
        {
            self.add(None, size + 4, &format!("all(part in {t} for one in {s} for part in one)"));
            self.add(None, size + 4, &format!("all(any(part in one for one in {s}) for part in {t})"));
        }
    }

    /// `links` holds pairs of what `among` holds.
    fn connections(&mut self, links: &Term, among: &Term, ordered: bool) {
        let (u, t) = (&links.text, &among.text);
        let both = [links, among];
        let size = links.size + among.size;
        let ends = "one in {t} and other in {t}".replace("{t}", t);
        let each = |condition: &str| format!("all({condition} for one, other in {u})");
        self.add(Some((shapes::HOLDS_ALL, &both)), size + 4, &each(&ends));
        self.add(Some((shapes::TOUCHES_ALL, &both)), size + 4, &each(&ends.replace(" and ", " or ")));
        if !matches!(among.kind, Kind::List { .. }) {
            return;
        }
        let connected = format!("(one, other) in {u} or (other, one) in {u}");
        let apart = format!("all({connected} for one in {t} for other in {t} if one != other)");
        self.add(Some((shapes::ALL_CONNECTED, &both)), size + 6, &apart);
        if !ordered {
            return;
        }
        let first = format!("{t}.index(one) < {t}.index(other)");
        let last = format!("{t}[::-1].index(one) > {t}[::-1].index(other)");
        for (skipped, required, condition, more) in [
            (shapes::FIRST_POSITIONS, shapes::POSITIONS_REQUIRED, first, 0),
            (shapes::LAST_POSITIONS, shapes::LAST_POSITIONS_REQUIRED, last, 1),
        ] {
            let skipping = format!("all({condition} for one, other in {u} if {ends})");
            self.add(Some((skipped, &both)), size + 6 + more, &skipping);
            self.add(Some((required, &both)), size + 6 + more, &each(&format!("{ends} and {condition}")));
        }
        self.add(Some((shapes::DIRECT_ONLY, &both)), size + 5, &later(t, &format!("(other, one) not in {u}")));
        self.add(Some((shapes::NEIGHBORS_ONLY, &both)), size + 4, &neighbors(t, &format!("(other, one) not in {u}")));
        self.add(None, size + 4, &neighbors(t, &format!("(one, other) in {u}")));
        self.add(Some((shapes::NEIGHBORS_CONNECTED, &both)), size + 5, &neighbors(t, &connected));
        self.add(None, size + 5, &later(t, &format!("(one, other) in {u}")));
    }

    /// A dict that says something of both ends of links.
    fn dict_of(&mut self, links: &Term, dict: &Term) {
        let (Some((Kind::Tuple(parts), _)), Kind::Dict(key, value)) = (links.kind.elements(), &dict.kind) else {
            return;
        };
        let [one, other] = &parts[..] else { return };
        if one != other || *one != **key {
            return;
        }
        let (u, d) = (&links.text, &dict.text);
        let size = links.size + dict.size;
        let ops: &[&str] = if **value == Kind::Int { &["!=", "==", "<", "<="] } else { &["!=", "=="] };
        for op in ops {
            let condition = format!("{d}[one] {op} {d}[other]");
            let ends = format!("one in {d} and other in {d}");
            self.add(None, size + 5, &format!("all({condition} for one, other in {u} if {ends})"));
            self.add(None, size + 6, &format!("all({ends} and {condition} for one, other in {u})"));
        }
    }
}

fn is_text(kind: &Kind) -> bool {
    matches!(kind, Kind::Plain(Type::Str))
}

/// A collection and its length.
fn length(term: &Term) -> Option<(Term, Term)> {
    let has_length = matches!(term.kind, Kind::List { .. } | Kind::Set(_) | Kind::Dict(..));
    // A list of parts is as long as the list itself.
    let is_projection = ["[one.", "[one[", "list("].iter().any(|beginning| term.text.starts_with(beginning));
    (has_length && !is_projection).then(|| {
        let length = Term {
            text: format!("len({})", term.text),
            kind: Kind::Int,
            size: term.size + 1,
            words: term.words.clone(),
        };
        (term.clone(), length)
    })
}

fn named_number(term: &Term) -> Option<&'static str> {
    if term.text.contains(" + ") || term.text.contains(" - ") || term.text.contains(" * ") {
        return None;
    }
    ["len(set(", "len(", "sum("]
        .iter()
        .zip(["set", "len", "sum"])
        .find(|(head, _)| term.text.starts_with(**head))
        .map(|(_, name)| name)
}

/// Something of every two neighbors.
fn neighbors(list: &str, condition: &str) -> String {
    format!("all({condition} for one, other in zip({list}, {list}[1:]))")
}

/// Something of every element and each one after it.
fn later(list: &str, condition: &str) -> String {
    format!("all({condition} for at, one in enumerate({list}) for other in {list}[at + 1:])")
}
