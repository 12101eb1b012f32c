//! Ids of tests: short, and the same for pairs that are equal up to renaming of atoms and reordering of unordered lists.
//!
//! An id depends on the pair and the names of parameters, atom types and fields; it does not depend on bounds, on the kinds
//! of atoms, or on the functions of the problem file.

use std::fmt::Write;

use crate::digest::sha256;
use lang::problem::Problem;
use pairs::{Concrete, PairStructure};

/// The number of hexadecimal digits of an id: among 10,000 tests the chance that two share one is below one in a million.
const DIGITS: usize = 12;

/// The id of a pair.
pub fn id(problem: &Problem, structure: &PairStructure, pair: &[Concrete]) -> String {
    id_of_exact(problem, &structure.exact(pair))
}

/// The id of a pair in the form of [`PairStructure::exact`].
pub fn id_of_exact(problem: &Problem, canonical: &[Concrete]) -> String {
    let mut text = String::new();
    let params = problem.predicate.iter().flat_map(|predicate| &predicate.params);
    for (param, value) in params.zip(canonical) {
        let _ = write!(text, "{}=", param.name);
        write_value(problem, value, &mut text);
        text.push('\n');
    }
    let mut id = sha256(text.as_bytes());
    id.truncate(DIGITS);
    id
}

/// Writes a text that is different for different values.
fn write_value(problem: &Problem, value: &Concrete, text: &mut String) {
    let mut all = |open: char, items: &[Concrete], close: char| {
        text.push(open);
        for item in items {
            write_value(problem, item, text);
            text.push(',');
        }
        text.push(close);
    };
    let _ = match value {
        Concrete::None => write!(text, "none"),
        Concrete::Bool(truth) => write!(text, "{truth}"),
        Concrete::Int(number) => write!(text, "{number}"),
        Concrete::Str(string) => write!(text, "{string:?}"),
        Concrete::Member(class, _, name) => write!(text, "{}.{name}", problem.records[usize::from(class.0)].name),
        Concrete::Text(_) => write!(text, "{:?}", value.as_text().unwrap_or_default()),
        Concrete::Atom(ty, id) => write!(text, "{}#{id}", problem.atoms[usize::from(ty.0)].name),
        Concrete::Tuple(items) => return all('(', items, ')'),
        Concrete::List(items) => return all('[', items, ']'),
        Concrete::Set { elements, .. } => return all('{', elements, '}'),
        Concrete::Record(class, items) | Concrete::Node(class, items) => {
            let class = &problem.records[usize::from(class.0)];
            text.push_str(&class.name);
            text.push('(');
            for (field, item) in class.fields.iter().zip(items) {
                let _ = write!(text, "{}=", field.name);
                write_value(problem, item, text);
                text.push(',');
            }
            write!(text, ")")
        }
        Concrete::Dict(entries) => {
            text.push('<');
            for (key, value) in entries {
                write_value(problem, key, text);
                text.push(':');
                write_value(problem, value, text);
                text.push(',');
            }
            write!(text, ">")
        }
    };
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn toposort() -> Problem {
        let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../problems/toposort.py"));
        lang::load::load_file(file).problem
    }

    fn id_of(problem: &Problem, edges: &str, order: &str) -> String {
        let text = format!(r#"{{"input": {{"edges": {edges}}}, "output": {{"order": {order}}}}}"#);
        let pair = eval::Pair::read(problem, &serde_json::from_str(&text).expect("JSON")).expect("a pair");
        let structure = PairStructure::of_scope(problem, &problem.scope);
        id(problem, &structure, &pairs::concrete(problem, &pair).expect("small integers"))
    }

    #[test]
    fn names_and_the_order_of_edges_do_not_matter() {
        let problem = toposort();
        let usual = id_of(&problem, r#"[["a", "b"], ["b", "c"]]"#, r#"["a", "b", "c"]"#);
        assert_eq!(usual, id_of(&problem, "[[7, 1], [3, 7]]", "[3, 7, 1]"));
        assert_ne!(usual, id_of(&problem, "[[7, 1], [3, 7]]", "[3, 1, 7]"));
        assert_ne!(usual, id_of(&problem, "[[7, 1], [3, 7]]", "[3, 7, 1, 1]"));
    }

    #[test]
    fn an_id_never_changes() {
        let problem = toposort();
        assert_eq!(id_of(&problem, "[]", "[]"), sha256("edges=[]\norder=[]\n".as_bytes())[..12]);
        assert_eq!(
            id_of(&problem, "[[0, 1]]", "[1, 0]"),
            sha256("edges=[(Vertex#1,Vertex#0,),]\norder=[Vertex#0,Vertex#1,]\n".as_bytes())[..12]
        );
    }
}
