//! What is wrong in a problem file, as data. Rendering is in `render`; every code is documented in
//! `docs/diagnostics.md`.

use serde::Serialize;

use crate::ast::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    Error,
    Warning,
}

/// A place in the source and a remark about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    pub span: Span,
    /// May be empty: the place is marked without words.
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub code: Code,
    pub severity: Severity,
    pub message: String,
    /// Where the fault is; `None` when it is about the file as a whole.
    pub primary: Option<Label>,
    pub secondary: Vec<Label>,
    pub help: Option<String>,
}

impl Diagnostic {
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Error, Some(span), message.into())
    }

    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Warning, Some(span), message.into())
    }

    /// An error about the file as a whole.
    pub fn whole_file(code: Code, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Error, None, message.into())
    }

    fn new(code: Code, severity: Severity, span: Option<Span>, message: String) -> Self {
        let primary = span.map(|span| Label { span, text: String::new() });
        Self { code, severity, message, primary, secondary: Vec::new(), help: None }
    }

    /// Words beside the marked place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        if let Some(primary) = &mut self.primary {
            primary.text = text.into();
        }
        self
    }

    /// A second place that matters.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// The way out.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

macro_rules! codes {
    ($($variant:ident = $text:literal, $title:literal;)*) => {
        /// The stable name of a kind of diagnostic.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $(#[doc = $title] $variant,)* }

        impl Code {
            pub const ALL: &[Code] = &[$(Code::$variant,)*];

            /// As people see it: `C012`.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$variant => $text,)* }
            }

            /// One line that says what the code stands for.
            pub fn title(self) -> &'static str {
                match self { $(Code::$variant => $title,)* }
            }
        }
    };
}

codes! {
    // The file
    Unreadable = "C001", "the file cannot be read";
    NotUtf8 = "C002", "the file is not UTF-8";
    TooLarge = "C003", "the file is too large";
    Syntax = "C004", "a syntax error";
    // The language
    Outside = "C010", "a construct outside the language";
    UnknownName = "C011", "an unknown name";
    AtomOrdered = "C012", "atoms are ordered, calculated with or tested for truth";
    AtomConstant = "C013", "an atom is compared with something that is not an atom of its type";
    SetOrder = "C014", "the result depends on the order of a set";
    WrongArguments = "C015", "wrong number or names of arguments";
    WrongType = "C016", "an operation on values of the wrong type";
    UnknownAttribute = "C017", "a value has no such attribute or method";
    DuplicateName = "C018", "a name is defined twice";
    ImpureModule = "C019", "a module-level statement that is not a declaration";
    // The declarations
    NoPredicate = "C020", "no predicate";
    SeveralPredicates = "C021", "more than one predicate";
    BadSignature = "C022", "the predicate's signature is not one of inputs and outputs";
    UnknownParameter = "C023", "a parameter the predicate does not have";
    NoSubproperty = "C024", "a decomposition without subproperties";
    BadDeclaration = "C025", "a declaration that cannot be understood";
    UnknownSubproperty = "C026", "a subproperty that does not exist is referred to";
    BadType = "C027", "a type that a pair cannot have";
    TooManySubproperties = "C028", "too many subproperties";
    // The scope
    NoScope = "C030", "no scope";
    MissingBound = "C031", "a type that cannot be bounded";
    EmptyScope = "C032", "a scope without any pair";
    ContradictoryScope = "C033", "bounds that contradict each other";
    UnknownBound = "C034", "a bound for something that does not exist";
    // Advice
    NoDocstring = "C041", "a subproperty without a docstring";
    NoEffect = "C042", "a group or bound that has no effect";
    IgnoresOutput = "C043", "a subproperty that ignores the output";
    NeverReturns = "C044", "a property that never returns a value";
    // The analysis
    NotCompiled = "C050", "a function that cannot be analyzed";
    DependsOnOrder = "C051", "a function whose answer depends on an order that Python leaves open";
    TakesLong = "C052", "a function that takes a long time to compile";
}

impl Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
