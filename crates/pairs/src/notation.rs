//! Pairs as JSON, in the notation of `docs/pairs.md`.

use eval::AtomName;
use lang::problem::{AtomId, AtomKind, Problem, Side};
use serde_json::{Map, Value as Json};

use crate::concrete::Concrete;

/// A pair in JSON, with atoms named by the first kind that the problem file allows.
pub fn pair_json(problem: &Problem, pair: &[Concrete]) -> Json {
    let mut sides = [Map::new(), Map::new()];
    let params = problem.predicate.iter().flat_map(|predicate| &predicate.params);
    for (param, value) in params.zip(pair) {
        sides[usize::from(param.side == Side::Output)].insert(param.name.to_string(), value_json(problem, value));
    }
    let [input, output] = sides;
    Json::Object(Map::from_iter([
        ("input".to_owned(), Json::Object(input)),
        ("output".to_owned(), Json::Object(output)),
    ]))
}

/// A value in the notation of pairs.
pub fn value_json(problem: &Problem, value: &Concrete) -> Json {
    let all = |items: &[Concrete]| Json::Array(items.iter().map(|item| value_json(problem, item)).collect());
    let tagged = |tag: &str, items: Json| Json::Object(Map::from_iter([(tag.to_owned(), items)]));
    match value {
        Concrete::None => Json::Null,
        Concrete::Bool(truth) => Json::Bool(*truth),
        Concrete::Int(number) => Json::from(*number),
        Concrete::Str(text) | Concrete::Member(_, _, text) => Json::from(&**text),
        Concrete::Atom(ty, id) => atom_json(problem, *ty, *id),
        Concrete::Text(_) => Json::from(value.as_text().unwrap_or_default()),
        Concrete::Tuple(items) | Concrete::List(items) => all(items),
        Concrete::Record(class, items) | Concrete::Node(class, items) => {
            let record = &problem.records[usize::from(class.0)];
            let tag = record.tagged.then(|| (eval::CLASS.to_owned(), Json::from(&*record.name)));
            let fields = record.fields.iter();
            let fields = fields.zip(items).map(|(field, item)| (field.name.to_string(), value_json(problem, item)));
            Json::Object(tag.into_iter().chain(fields).collect())
        }
        Concrete::Set { elements, .. } => tagged("set", all(elements)),
        Concrete::Dict(entries) => {
            let entries = entries.iter();
            let entries = entries
                .map(|(key, value)| Json::Array(vec![value_json(problem, key), value_json(problem, value)]))
                .collect();
            tagged("dict", Json::Array(entries))
        }
    }
}

fn atom_json(problem: &Problem, ty: AtomId, id: u32) -> Json {
    match atom_name(problem, ty, id) {
        AtomName::Int(number) => Json::from(number),
        AtomName::Str(name) => Json::from(name),
    }
}

/// The name of an atom: a value of the first kind that the problem file allows.
pub fn atom_name(problem: &Problem, ty: AtomId, id: u32) -> AtomName {
    match problem.atoms[usize::from(ty.0)].kinds.first() {
        Some(AtomKind::Int) => AtomName::Int(i64::from(id)),
        _ => AtomName::Str(letters(id)),
    }
}

/// `a` to `z`, then `aa`, `ab` and so on.
pub fn letters(mut id: u32) -> String {
    let mut name = Vec::new();
    loop {
        name.push(char::from(b'a' + u8::try_from(id % 26).unwrap_or(0)));
        if id < 26 {
            break;
        }
        id = id / 26 - 1;
    }
    name.iter().rev().collect()
}

/// The inverse of [`letters`].
pub fn number_of(name: &str) -> Option<u32> {
    let digit = |letter: u8| letter.is_ascii_lowercase().then(|| u32::from(letter - b'a') + 1);
    let number = name.bytes().try_fold(0_u32, |number, letter| number.checked_mul(26)?.checked_add(digit(letter)?))?;
    number.checked_sub(1)
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_have_numbers() {
        assert!((0..2000).all(|number| super::number_of(&super::letters(number)) == Some(number)));
        assert_eq!(["", "A", "a1", "zzzzzzzzzz"].map(super::number_of), [None; 4]);
    }

    #[test]
    fn atoms_have_different_names() {
        let names: Vec<String> = (0..60).map(super::letters).collect();
        assert_eq!((&*names[0], &*names[25], &*names[26], &*names[53]), ("a", "z", "aa", "bb"));
    }
}
