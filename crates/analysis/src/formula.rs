//! Boolean formulas over subproperties: a disjunction of conjunctions, or the other way round.

use std::fmt::Write;

/// A subproperty holds, or does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal {
    /// Its position in the file.
    pub position: usize,
    pub negated: bool,
}

/// Literals that belong together, in the order of the file.
pub type Part = Vec<Literal>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// All parts hold, and of a part at least one literal.
    Conjunctive,
    /// At least one part holds, and of it all literals.
    Disjunctive,
}

/// In the order of the file: no two are equal unless they are the same text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Formula {
    pub form: Form,
    pub parts: Vec<Part>,
}

impl Formula {
    /// Whether it is true where exactly the subproperties in `fails` fail.
    pub fn accepts(&self, fails: u32) -> bool {
        let holds = |literal: &Literal| (fails >> literal.position & 1 == 0) != literal.negated;
        match self.form {
            Form::Conjunctive => self.parts.iter().all(|part| part.iter().any(holds)),
            Form::Disjunctive => self.parts.iter().any(|part| part.iter().all(holds)),
        }
    }

    pub fn literals(&self) -> usize {
        self.parts.iter().map(Vec::len).sum()
    }

    /// Whether it is a constant, and which.
    pub fn constant(&self) -> Option<bool> {
        let empty = self.parts.is_empty();
        match self.form {
            Form::Conjunctive if empty => Some(true),
            Form::Disjunctive if empty => Some(false),
            _ if self.parts.iter().any(Vec::is_empty) => Some(self.form == Form::Disjunctive),
            _ => None,
        }
    }

    /// `NO-NEW and (UNIQUENESS or not same-size)`, `always`, `never`
    pub fn text(&self, names: &[String]) -> String {
        match self.constant() {
            Some(true) => return "always".to_owned(),
            Some(false) => return "never".to_owned(),
            None => {}
        }
        let (inner, outer) = match self.form {
            Form::Conjunctive => (" or ", " and "),
            Form::Disjunctive => (" and ", " or "),
        };
        let mut text = String::new();
        for (index, part) in self.parts.iter().enumerate() {
            let literals: Vec<String> = part
                .iter()
                .map(|literal| {
                    let name = names.get(literal.position).map_or("?", String::as_str);
                    if literal.negated { format!("not {name}") } else { name.to_owned() }
                })
                .collect();
            let brackets = self.parts.len() > 1 && part.len() > 1;
            let (open, close) = if brackets { ("(", ")") } else { ("", "") };
            let _ = write!(text, "{}{open}{}{close}", if index > 0 { outer } else { "" }, literals.join(inner));
        }
        text
    }
}
