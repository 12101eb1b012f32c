//! Says in plain words what Python's grammar refuses.

use std::fmt::Display;

use ruff_python_ast::token::TokenKind;
use ruff_python_parser::{InterpolatedStringErrorType, LexicalErrorType, ParseError, ParseErrorType, Parsed};

use super::brackets::{self, BracketError};
use super::span;
use crate::ast::Span;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Source;

const GENERIC_HELP: &str = "Python cannot read this either; correct it and check again";

/// What Python cannot read.
pub(super) fn syntax_error(span: Span, message: impl Display) -> Diagnostic {
    Diagnostic::error(Code::Syntax, span, format!("syntax error: {message}"))
}

/// The syntax errors of a file: the first of each line, since the parser's others there are guesses. After a
/// bracket that has no partner everything is a guess.
pub(super) fn diagnostics<T>(source: &Source, parsed: &Parsed<T>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let fault = if parsed.has_valid_syntax() { None } else { brackets::fault(parsed.tokens()) };
    found.extend(fault.as_ref().map(BracketError::diagnostic));
    found.extend(null_byte(&source.text));
    let limit = fault.as_ref().map(BracketError::start);
    let mut last_line = None;
    for error in parsed.errors() {
        let start = error.location.start();
        let line = source.line(start.to_u32());
        let guess = limit.is_some_and(|limit| start >= limit) || last_line == Some(line);
        // A line that was not understood opens no block, so the next one seems to be indented for no reason.
        let block = last_line == Some(line - 1) && matches!(error.error, ParseErrorType::UnexpectedIndentation);
        if !guess && !block && !is_consequence(error, &found) {
            found.push(diagnostic(error, &source.text));
        }
        last_line = Some(line);
    }
    if found.is_empty() {
        found.extend(parsed.errors().first().map(|error| diagnostic(error, &source.text)));
    }
    for error in parsed.unsupported_syntax_errors() {
        let message = own_words(&error.to_string());
        found.push(
            syntax_error(span(error), message).help("a problem file runs under Python 3.11; write it without this"),
        );
    }
    found
}

/// Python refuses these wherever they stand.
fn null_byte(text: &str) -> Option<Diagnostic> {
    let at = u32::try_from(text.find('\0')?).ok()?;
    let help = "remove it; was the file saved as UTF-16?";
    Some(syntax_error(Span::new(at, at + 1), "the file holds a null byte").help(help))
}

/// At the end of the file, after another error: blocks that were never entered are missing their end.
fn is_consequence(error: &ParseError, found: &[Diagnostic]) -> bool {
    let end_of_block = matches!(error.error, ParseErrorType::ExpectedToken { expected: TokenKind::Dedent, .. });
    !found.is_empty() && (end_of_block || matches!(error.error, ParseErrorType::Lexical(LexicalErrorType::Eof)))
}

fn diagnostic(error: &ParseError, text: &str) -> Diagnostic {
    let (start, end) = (error.location.start().to_usize(), error.location.end().to_usize());
    let (message, help) = wording(&error.error, text.get(start..end).unwrap_or_default());
    let help = habit(text, start).or(help).unwrap_or(GENERIC_HELP);
    syntax_error(span(error), message).help(help)
}

/// Signs of other languages, at the error or just before it.
fn habit(text: &str, at: usize) -> Option<&'static str> {
    const HABITS: &[(&str, &str)] = &[
        ("&&", "write `and`"),
        ("||", "write `or`"),
        ("++", "write `+= 1`"),
        ("--", "write `-= 1`"),
        ("<>", "write `!=`"),
        ("===", "write `==`"),
        ("!==", "write `!=`"),
        ("!", "write `not`"),
        ("?", "write `a if condition else b`"),
    ];
    let before = text.get(..at)?;
    let rest = &text[at..];
    HABITS.iter().find_map(|(sign, help)| {
        (0..=sign.len())
            .any(|split| before.ends_with(&sign[..split]) && rest.starts_with(&sign[split..]))
            .then_some(*help)
    })
}

/// What is wrong with the text at the error, and how to correct it.
fn wording(error: &ParseErrorType, text: &str) -> (String, Option<&'static str>) {
    let plain = |text: &str, help| (text.to_owned(), help);
    match error {
        ParseErrorType::ExpectedToken { expected, found } => {
            let message = format!("expected {}, found {}", token(*expected), token(*found));
            (message, expected_help(*expected, *found))
        }
        ParseErrorType::ExpectedExpression => plain("expected an expression", Some("something is missing here")),
        ParseErrorType::OtherError(text) if text == "Expected a statement" => plain(
            "no statement starts like this",
            Some("does it belong to the line above, or is something missing before it?"),
        ),
        ParseErrorType::UnexpectedTokenAfterAsync(_) => {
            plain("`async` stands alone", Some("remove it; nothing in a problem file waits"))
        }
        ParseErrorType::SimpleStatementsOnSameLine => plain(
            "two statements on one line",
            Some("put the second one on a line of its own; is an operator or a bracket missing?"),
        ),
        ParseErrorType::SimpleAndCompoundStatementOnSameLine => {
            plain("a block cannot start in the middle of a line", Some("start it on a line of its own"))
        }
        ParseErrorType::UnexpectedIndentation => {
            plain("unexpected indentation", Some("start the line at the same column as the one above"))
        }
        ParseErrorType::InvalidAssignmentTarget => {
            plain("this cannot be assigned to", Some("to compare, write `==`; to assign, write a name on the left"))
        }
        ParseErrorType::InvalidAugmentedAssignmentTarget | ParseErrorType::InvalidAnnotatedAssignmentTarget => {
            plain("this cannot be assigned to", Some("write a name on the left"))
        }
        ParseErrorType::InvalidNamedAssignmentTarget => {
            plain("`:=` can only assign to a name", Some("write `(name := value)`"))
        }
        ParseErrorType::InvalidDeleteTarget => plain("this cannot be deleted", Some("write `del xs[i]` or `del d[k]`")),
        ParseErrorType::NonDefaultParamAfterDefaultParam => plain(
            "a parameter without a default follows one with a default",
            Some("move the parameters with a default to the end"),
        ),
        ParseErrorType::PositionalAfterKeywordArgument | ParseErrorType::PositionalAfterKeywordUnpacking => {
            plain("a positional argument follows a keyword argument", Some("put the arguments without a name first"))
        }
        ParseErrorType::UnparenthesizedGeneratorExpression => plain(
            "a generator expression beside other arguments needs parentheses",
            Some("write `f((x for x in xs), y)`"),
        ),
        ParseErrorType::UnparenthesizedNamedExpression => {
            plain("`:=` needs parentheses here", Some("write `(name := value)`"))
        }
        ParseErrorType::EmptySlice => {
            plain("expected an index between `[` and `]`", Some("write the index or a slice such as `[1:]`"))
        }
        ParseErrorType::Lexical(error) => lexical(error, text),
        ParseErrorType::FStringError(error) | ParseErrorType::TStringError(error) => f_string(error),
        other => (own_words(&other.to_string()), None),
    }
}

fn expected_help(expected: TokenKind, found: TokenKind) -> Option<&'static str> {
    match (expected, found) {
        (TokenKind::Colon, TokenKind::Equal) => Some("to compare, write `==`; the line ends with `:`"),
        (TokenKind::Colon, _) => Some("`if`, `for`, `while`, `def`, `class` and `else` lines end with `:`"),
        (TokenKind::Indent, _) => Some("indent the lines of the block; an empty block is `pass`"),
        (_, TokenKind::Equal) => Some("to compare, write `==`"),
        _ => None,
    }
}

/// What people call a token.
fn token(kind: TokenKind) -> String {
    match kind {
        TokenKind::Newline | TokenKind::NonLogicalNewline => "the end of the line".to_owned(),
        TokenKind::EndOfFile => "the end of the file".to_owned(),
        TokenKind::Indent => "an indented block".to_owned(),
        TokenKind::Dedent => "the end of the block".to_owned(),
        TokenKind::Name => "a name".to_owned(),
        TokenKind::Int | TokenKind::Float | TokenKind::Complex => "a number".to_owned(),
        TokenKind::String => "a string".to_owned(),
        TokenKind::FStringStart | TokenKind::FStringMiddle | TokenKind::FStringEnd => "an f-string".to_owned(),
        TokenKind::TStringStart | TokenKind::TStringMiddle | TokenKind::TStringEnd => "a t-string".to_owned(),
        TokenKind::Unknown => "something that is not Python".to_owned(),
        other => other.to_string(),
    }
}

fn lexical(error: &LexicalErrorType, text: &str) -> (String, Option<&'static str>) {
    match error {
        LexicalErrorType::UnclosedStringError => {
            ("a string without its closing quote".to_owned(), Some("add the closing quote"))
        }
        LexicalErrorType::IndentationError => (
            "the indentation matches no line above".to_owned(),
            Some("start the line at the column of the block it belongs to; do not mix tabs and spaces"),
        ),
        LexicalErrorType::UnrecognizedToken { tok } => (
            format!("`{}` is not Python", tok.escape_debug()),
            Some("remove it; was it copied from a text with typographic signs?"),
        ),
        LexicalErrorType::LineContinuationError => (
            "something follows the `\\` at the end of a line".to_owned(),
            Some("end the line right after `\\`, or use brackets"),
        ),
        LexicalErrorType::Eof => {
            ("the file ends in the middle of a statement".to_owned(), Some("complete the last statement"))
        }
        LexicalErrorType::FStringError(error) | LexicalErrorType::TStringError(error) => f_string(error),
        LexicalErrorType::OtherError(_) if is_without_digits(text) => {
            ("a number without digits".to_owned(), Some("write the digits"))
        }
        other => (own_words(&other.to_string()), None),
    }
}

/// `0x`: a number that ends after the letter of its base.
fn is_without_digits(text: &str) -> bool {
    matches!(text, "0x" | "0X" | "0o" | "0O" | "0b" | "0B")
}

fn f_string(error: &InterpolatedStringErrorType) -> (String, Option<&'static str>) {
    let help = match error {
        InterpolatedStringErrorType::UnclosedLbrace => Some("add the `}`, or write `{{` for a brace"),
        InterpolatedStringErrorType::SingleRbrace => Some("write `}}` for a brace"),
        InterpolatedStringErrorType::UnterminatedString
        | InterpolatedStringErrorType::UnterminatedTripleQuotedString => Some("add the closing quote"),
        InterpolatedStringErrorType::LambdaWithoutParentheses => Some("put the lambda in parentheses"),
        _ => None,
    };
    (format!("f-string: {error}"), help)
}

/// A message of the parser crate in our own form: lower case, no full stop, quotes as backticks.
fn own_words(text: &str) -> String {
    let text = text.trim_end_matches('.').replace('\'', "`");
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return String::new() };
    // `IPython`, `PEP 701`: a second capital is a proper name.
    if chars.clone().next().is_some_and(char::is_uppercase) {
        return text;
    }
    first.to_lowercase().chain(chars).collect()
}
