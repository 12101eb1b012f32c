//! A scope in words.

use super::needs::{BoundedPlace, Need, NeedKind, needs};
use super::{Bound, PairTypes};

pub(super) fn describe(bounds: &[(String, Bound)], types: PairTypes<'_>) -> String {
    let needs = needs(types);
    let words: Vec<String> = bounds
        .iter()
        .map(|(name, bound)| match needs.iter().find(|need| need.key == *name) {
            Some(need) => in_words(need, bound, types),
            None => format!("{name} {}", bound_in_words(bound)),
        })
        .collect();
    if words.is_empty() { "nothing to bound".into() } else { words.join(", ") }
}

fn in_words(need: &Need, bound: &Bound, types: PairTypes<'_>) -> String {
    match (&need.kind, bound) {
        (NeedKind::Atoms(_), Bound::Counts(counts)) => {
            let count = counts.first().copied().unwrap_or_default();
            atoms_in_words(&need.key, count)
        }
        (NeedKind::Nodes, Bound::Counts(counts)) => {
            nodes_in_words(&need.key, counts.first().copied().unwrap_or_default())
        }
        (NeedKind::Depth, Bound::Counts(counts)) => {
            format!("{} deep at most", counts.first().copied().unwrap_or_default())
        }
        (_, Bound::Counts(counts)) if counts.len() == 1 && counts[0] > 1 && reads_as_plural(&need.key) => {
            format!("≤ {} {}", counts[0], need.key)
        }
        _ => format!("{} {}", place_in_words(need, types), bound_in_words(bound)),
    }
}

/// `5 vertices in all`. A letter, and what is plural already, make no noun.
fn atoms_in_words(class: &str, count: usize) -> String {
    let noun = noun(class);
    if noun.chars().count() < 2 || reads_as_plural(&noun) {
        format!("{count} of {class} in all")
    } else {
        format!("{count} {} in all", if count == 1 { noun } else { plural(&noun) })
    }
}

/// `≤ 5 nodes each`: in each parameter.
fn nodes_in_words(family: &str, count: usize) -> String {
    let noun = noun(family);
    let noun = if noun == "node" { noun } else { format!("{noun} node") };
    format!("≤ {count} {} each", if count == 1 { noun } else { plural(&noun) })
}

/// `Person.age` for a field, else the key itself.
fn place_in_words(need: &Need, types: PairTypes<'_>) -> String {
    let Some(BoundedPlace::Field { record, field }) = need.place else { return need.key.clone() };
    let named = types.names.records.get(usize::from(record.0)).and_then(|record| {
        let field = record.fields.get(field)?;
        Some(format!("{}.{}", record.name, field.name))
    });
    named.unwrap_or_else(|| need.key.clone())
}

fn bound_in_words(bound: &Bound) -> String {
    match bound {
        Bound::Counts(counts) => {
            let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
            format!("≤ {}", counts.join(" × "))
        }
        Bound::Range(start, stop) if stop - start == 1 => format!("= {start}"),
        Bound::Range(start, stop) => format!("from {start} to {}", stop - 1),
        Bound::Text(alphabet, max) => format!("≤ {max} of {}", crate::text::quoted(alphabet)),
    }
}

/// `edges`, not `order`, `class` or `people_in`.
fn reads_as_plural(name: &str) -> bool {
    name.ends_with('s') && !name.ends_with("ss") && name.len() > 2 && !name.contains('_')
}

/// `CourseName` as a noun: `course name`.
fn noun(class: &str) -> String {
    let mut noun = String::new();
    let mut after_lower = false;
    for c in class.chars() {
        if c == '_' || (c.is_uppercase() && after_lower) {
            noun.push(' ');
        }
        after_lower = c.is_lowercase();
        noun.extend(c.to_lowercase().filter(|c| *c != '_'));
    }
    noun.trim().to_owned()
}

fn plural(noun: &str) -> String {
    let ends = |endings: &[&str]| endings.iter().any(|ending| noun.ends_with(ending));
    if let Some(stem) = noun.strip_suffix("person") {
        format!("{stem}people")
    } else if ends(&["vertex", "index"]) {
        format!("{}ices", &noun[..noun.len() - 2])
    } else if ends(&["ay", "ey", "oy", "uy"]) {
        format!("{noun}s")
    } else if let Some(stem) = noun.strip_suffix('y') {
        format!("{stem}ies")
    } else if ends(&["s", "x", "z", "ch", "sh"]) {
        format!("{noun}es")
    } else {
        format!("{noun}s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_names_become_plural_nouns() {
        let plurals = ["Vertex", "City", "Person", "CourseName", "Key", "Branch", "Item", "Graph_Node"]
            .map(|name| plural(&noun(name)));
        assert_eq!(
            plurals,
            ["vertices", "cities", "people", "course names", "keys", "branches", "items", "graph nodes"]
        );
    }

    #[test]
    fn atoms_are_counted() {
        assert_eq!(atoms_in_words("Vertex", 5), "5 vertices in all");
        assert_eq!(atoms_in_words("Vertex", 1), "1 vertex in all");
        assert_eq!(atoms_in_words("A", 2), "2 of A in all");
        assert_eq!(atoms_in_words("Class", 2), "2 classes in all");
        assert_eq!(atoms_in_words("Items", 2), "2 of Items in all");
    }

    #[test]
    fn only_plurals_are_counted() {
        assert!(reads_as_plural("edges"));
        for name in ["order", "people_in", "class", "xs"] {
            assert!(!reads_as_plural(name), "{name}");
        }
    }

    #[test]
    fn bounds_read_as_words() {
        assert_eq!(bound_in_words(&Bound::Counts(vec![3, 2])), "≤ 3 × 2");
        assert_eq!(bound_in_words(&Bound::Range(-1, 4)), "from -1 to 3");
        assert_eq!(bound_in_words(&Bound::Range(2, 3)), "= 2");
    }
}
