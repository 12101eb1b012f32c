//! Boolean formulas over subproperties: a disjunction of conjunctions, or the other way round.

use std::fmt::Write;

use pairs::SubpropertySet;

/// A subproperty that holds, or one that fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FormulaLiteral {
    /// Its position in the file.
    pub position: usize,
    pub negated: bool,
}

/// Literals that belong together, in the order of the file.
pub type FormulaPart = Vec<FormulaLiteral>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FormulaForm {
    /// All parts hold, and of a part at least one literal.
    Conjunctive,
    /// At least one part holds, and of it all literals.
    Disjunctive,
}

/// Parts and literals are in the order of the file, so equal formulas have equal texts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Formula {
    pub form: FormulaForm,
    pub parts: Vec<FormulaPart>,
}

impl Formula {
    /// Whether it is true where exactly the subproperties in `fails` fail.
    pub fn accepts(&self, fails: SubpropertySet) -> bool {
        let holds = |literal: &FormulaLiteral| fails.contains(literal.position) == literal.negated;
        match self.form {
            FormulaForm::Conjunctive => self.parts.iter().all(|part| part.iter().any(holds)),
            FormulaForm::Disjunctive => self.parts.iter().any(|part| part.iter().all(holds)),
        }
    }

    pub fn literals(&self) -> usize {
        self.parts.iter().map(Vec::len).sum()
    }

    /// Whether it is a constant, and which.
    pub fn constant(&self) -> Option<bool> {
        let empty = self.parts.is_empty();
        match self.form {
            FormulaForm::Conjunctive if empty => Some(true),
            FormulaForm::Disjunctive if empty => Some(false),
            _ if self.parts.iter().any(Vec::is_empty) => Some(self.form == FormulaForm::Disjunctive),
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
            FormulaForm::Conjunctive => (" or ", " and "),
            FormulaForm::Disjunctive => (" and ", " or "),
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
