//! Whether `cast` is `typing.cast` wherever it is called.
//!
//! The type that it gets need not be a value of the language, so it is left out. This must not happen to the argument of a
//! function that only has the same name; which names are variables is not known before the file is parsed. So a name counts
//! as rebound if it stands anywhere in a place where something could be assigned to it, beside its import.

use std::collections::{HashMap, HashSet};

use ruff_python_ast as py;
use ruff_python_ast::token::{TokenKind, Tokens};
use ruff_text_size::Ranged;

use super::Lowering;

/// The names that do not only stand in front of a bracket or a dot, and once more.
pub(super) fn rebound(text: &str, tokens: &Tokens) -> HashSet<String> {
    let mut others: HashMap<&str, usize> = HashMap::new();
    if !text.contains("cast") {
        return HashSet::new();
    }
    let mut before = TokenKind::Newline;
    let mut tokens = tokens.iter().peekable();
    while let Some(token) = tokens.next() {
        let after = tokens.peek().map(|token| token.kind());
        let is_used = matches!(after, Some(TokenKind::Lpar | TokenKind::Dot))
            && !matches!(before, TokenKind::Def | TokenKind::Class);
        if token.kind() == TokenKind::Name && !is_used && !matches!(before, TokenKind::Dot | TokenKind::From) {
            *others.entry(&text[token.range()]).or_default() += 1;
        }
        before = token.kind();
    }
    others.into_iter().filter(|(_, count)| *count > 1).map(|(name, _)| name.to_owned()).collect()
}

impl Lowering<'_> {
    /// Whether the name that a function is called by may be one of the file's own variables.
    pub(super) fn may_be_rebound(&self, function: &py::Expr) -> bool {
        match function {
            py::Expr::Name(name) => self.rebound.contains(name.id.as_str()),
            py::Expr::Attribute(attribute) => self.may_be_rebound(&attribute.value),
            _ => true,
        }
    }
}
