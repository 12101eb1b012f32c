//! Brackets without a partner: reported where they stand, not where the parser lost its way.

use ruff_python_ast::token::{TokenKind, Tokens};
use ruff_text_size::{Ranged, TextRange, TextSize};

use super::depth::closing;
use super::span;
use super::syntax::syntax_error;
use crate::diagnostic::Diagnostic;

type Bracket = (TokenKind, TextRange);

pub(super) enum BracketError {
    /// An opening bracket that is never closed.
    Unclosed(Bracket),
    /// An opening bracket and a closing one of another kind.
    Mismatch(Bracket, Bracket),
}

/// The first bracket without a partner.
pub(super) fn fault(tokens: &Tokens) -> Option<BracketError> {
    let mut open: Vec<Bracket> = Vec::new();
    for token in tokens {
        let here = (token.kind(), token.range());
        match token.kind() {
            TokenKind::Lpar | TokenKind::Lsqb | TokenKind::Lbrace => open.push(here),
            TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace => match open.pop() {
                Some(bracket) if closing(bracket.0) != here.0 => return Some(BracketError::Mismatch(bracket, here)),
                _ => {}
            },
            // The parser takes these as the start of a new statement, where a bracket is still open.
            TokenKind::Newline | TokenKind::EndOfFile if !open.is_empty() => break,
            _ => {}
        }
    }
    open.pop().map(BracketError::Unclosed)
}

impl BracketError {
    /// From here on the parser could only guess.
    pub fn start(&self) -> TextSize {
        match self {
            Self::Unclosed((_, range)) | Self::Mismatch(_, (_, range)) => range.start(),
        }
    }

    pub fn diagnostic(&self) -> Diagnostic {
        match self {
            Self::Unclosed((open, range)) => syntax_error(span(range), format!("{open} is never closed"))
                .label("opened here")
                .help(format!("add the matching {}", closing(*open))),
            Self::Mismatch((open, at), (close, range)) => {
                syntax_error(span(range), format!("{close} does not match {open}"))
                    .also(span(at), "opened here")
                    .help(format!("close {open} with {}, or remove one of the two", closing(*open)))
            }
        }
    }
}
