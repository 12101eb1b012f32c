//! Looks over the tokens before they are parsed: how deep can the tree become?
//!
//! The parser crate grows its stack as it needs, but its tree is dropped recursively. The estimate here is never
//! below the depth of that tree.

use ruff_python_ast::token::TokenKind;
use ruff_python_parser::{Mode, lexer};

use crate::ast::Span;

/// Far more than `MAX_DEPTH`, because it is an estimate from above; far less than a stack holds.
const MAX_ESTIMATE: usize = 4000;

/// Where the text becomes too deep to be parsed.
pub(super) fn too_deep(text: &str) -> Option<Span> {
    if !exceeds(text) {
        return None;
    }
    // The lexer does not report positions: find the shortest beginning of the text that is too deep.
    let (mut low, mut high) = (0, text.len());
    while low < high {
        let middle = text.floor_char_boundary(low.midpoint(high));
        if exceeds(&text[..middle]) {
            high = middle;
        } else {
            low = text.ceil_char_boundary(middle + 1);
        }
    }
    let end = u32::try_from(high).ok()?;
    Some(Span::new(end.saturating_sub(1), end))
}

/// One bracket that is open, or the statement around all brackets.
#[derive(Default)]
struct Level {
    open: Option<TokenKind>,
    /// Tokens since the last comma that may each add a level to the tree.
    operators: usize,
    /// Lambdas: their parameters hold commas too, so a comma does not end them.
    lambdas: usize,
    /// The deepest closed bracket since the last comma.
    inner: usize,
    /// The deepest operand of this bracket before the last comma.
    deepest: usize,
}

impl Level {
    fn depth(&self) -> usize {
        self.deepest.max(self.operators + self.inner) + self.lambdas
    }

    fn comma(&mut self) {
        self.deepest = self.deepest.max(self.operators + self.inner);
        self.operators = 0;
        self.inner = 0;
    }
}

/// The brackets open at one point of the text.
#[derive(Default)]
struct Levels {
    outer: Vec<Level>,
    innermost: Level,
    /// What the outer levels add up to.
    below: usize,
}

impl Levels {
    fn open(&mut self, kind: TokenKind) {
        self.innermost.operators += 1;
        self.below += self.innermost.operators + self.innermost.lambdas;
        let outer = std::mem::replace(&mut self.innermost, Level { open: Some(kind), ..Level::default() });
        self.outer.push(outer);
    }

    fn close(&mut self, kind: TokenKind) {
        // A bracket of the wrong kind may be skipped by the parser, which then stays inside; so do we.
        if self.innermost.open.map(closing) != Some(kind) {
            return;
        }
        if let Some(outer) = self.outer.pop() {
            let depth = std::mem::replace(&mut self.innermost, outer).depth();
            self.below = self.below.saturating_sub(self.innermost.operators + self.innermost.lambdas);
            self.innermost.inner = self.innermost.inner.max(depth);
        }
    }
}

fn exceeds(text: &str) -> bool {
    let mut lexer = lexer::lex(text, Mode::Module);
    let mut levels = Levels::default();
    let mut indent = 0usize;
    loop {
        let kind = lexer.next_token();
        match kind {
            TokenKind::EndOfFile => return false,
            TokenKind::Indent => indent += 1,
            TokenKind::Dedent => indent = indent.saturating_sub(1),
            TokenKind::Newline => levels = Levels::default(),
            TokenKind::Lpar | TokenKind::Lsqb | TokenKind::Lbrace => levels.open(kind),
            TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace => levels.close(kind),
            TokenKind::Comma | TokenKind::Semi => levels.innermost.comma(),
            TokenKind::Lambda => levels.innermost.lambdas += 1,
            TokenKind::Name
            | TokenKind::Int
            | TokenKind::Float
            | TokenKind::Complex
            | TokenKind::String
            | TokenKind::Comment
            | TokenKind::NonLogicalNewline => {}
            _ => levels.innermost.operators += 1,
        }
        if levels.below + indent + levels.innermost.depth() > MAX_ESTIMATE {
            return true;
        }
    }
}

pub(super) fn closing(open: TokenKind) -> TokenKind {
    match open {
        TokenKind::Lpar => TokenKind::Rpar,
        TokenKind::Lsqb => TokenKind::Rsqb,
        _ => TokenKind::Rbrace,
    }
}
