//! From annotation expressions to types.
//!
//! The same reader serves types that occur in pairs, where everything must have a bound, and all others, where more
//! is allowed and fewer problems are reported. Aliases are followed; an alias that refers to itself is reported, and so
//! is a type that aliases make too large.

use std::collections::{HashMap, HashSet};

use crate::ast::{BinaryOp, Expr, ExprKind, Span};
use crate::diagnostic::{Code, Diagnostic};
use crate::globals::GlobalKind;
use crate::types::Type;

use super::annotation::{alias_value, side};
use super::constructor::{Constructor, Named, named};
use super::names::Names;
use super::union::{Alternative, alternatives};

/// Deeper or larger types are refused: aliases can double a type with every line.
const MAX_DEPTH: usize = 60;
const MAX_PARTS: usize = 4_000;

/// The position of a type, which decides what it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum TypePosition {
    /// Not part of a pair: only what is not a type at all is reported.
    Anywhere,
    /// The type of a parameter or field of a pair, or inside tuples of it.
    Pair,
    /// Inside a container of a pair, where a plain `int` has no bound of its own.
    Element,
}

impl TypePosition {
    pub(super) fn in_pair(self) -> bool {
        self != Self::Anywhere
    }

    fn inside(self) -> Self {
        if self.in_pair() { Self::Element } else { Self::Anywhere }
    }
}

pub(super) struct TypeReader<'a> {
    pub(super) names: &'a Names<'a>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Types that must be hashable: elements of sets and keys of dicts. Checked once all records are known.
    pub(super) hashed: Vec<Hashed>,
    aliases: HashMap<(usize, TypePosition), Alias>,
    reported: HashSet<(Code, Option<Span>)>,
    depth: usize,
    parts: usize,
    /// The annotation being read has been refused for its size.
    refused: bool,
}

pub(super) struct Hashed {
    pub(super) ty: Type,
    pub(super) span: Span,
    /// `an element of a set`
    pub(super) role: &'static str,
}

enum Alias {
    /// On the way: meeting it again is a cycle.
    Reading,
    Read {
        ty: Type,
        parts: usize,
        depth: usize,
    },
}

impl<'a> TypeReader<'a> {
    pub(super) fn new(names: &'a Names<'a>) -> Self {
        Self {
            names,
            diagnostics: Vec::new(),
            hashed: Vec::new(),
            aliases: HashMap::new(),
            reported: HashSet::new(),
            depth: 0,
            parts: 0,
            refused: false,
        }
    }

    /// The type an annotation names; `Unknown` beside a diagnostic.
    pub(super) fn read(&mut self, expr: &Expr, place: TypePosition) -> Type {
        self.parts = 0;
        self.refused = false;
        self.ty(expr, place)
    }

    /// Looks for faults in an alias, whether or not it is used.
    pub(super) fn check_alias(&mut self, stmt: usize) {
        let Some(value) = alias_value(self.names.module, stmt) else { return };
        match side(self.names, value) {
            Some((_, inner)) => self.read(inner, TypePosition::Anywhere),
            None => self.alias(stmt, value.span, TypePosition::Anywhere),
        };
    }

    pub(super) fn ty(&mut self, expr: &Expr, place: TypePosition) -> Type {
        self.parts += 1;
        if self.depth >= MAX_DEPTH || self.parts > MAX_PARTS {
            return self.too_large(expr.span);
        }
        self.depth += 1;
        let ty = match &expr.kind {
            ExprKind::Error => Type::Unknown,
            ExprKind::None if place.in_pair() => self.bad(
                expr.span,
                "a value that is always `None` says nothing",
                "write `T | None` for a value that may be missing, or leave it out",
            ),
            ExprKind::None => Type::None,
            ExprKind::Name(_) | ExprKind::Attribute(..) => self.name(expr, place),
            ExprKind::Str(text) if is_identifier(text) => self.name(expr, place),
            ExprKind::Subscript(base, index) => self.generic(expr, base, index, place),
            ExprKind::Binary(BinaryOp::BitOr, ..) => self.union(&alternatives(expr), expr.span, place),
            ExprKind::Call(call) if self.names_type_variable(&call.function) => Type::Unknown,
            _ => self.bad(expr.span, "this is not a type", "write a type such as `list[int]` or `Vertex | None`"),
        };
        self.depth -= 1;
        ty
    }

    /// The `TypeVar` of `T = TypeVar("T")`.
    fn names_type_variable(&self, function: &Expr) -> bool {
        matches!(self.names.meaning(function), Some(GlobalKind::Vocabulary(_, name)) if &*name == "TypeVar")
    }

    /// A type written as a name alone.
    fn name(&mut self, expr: &Expr, place: TypePosition) -> Type {
        match named(self.names, expr) {
            Named::Type(ty) => self.plain(ty, expr.span, place),
            Named::Alias(stmt) => self.alias(stmt, expr.span, place),
            Named::Constructor(constructor) => self.bare(constructor, expr.span, place),
            Named::Class(name) => self.class(&name, expr.span, place),
            Named::Refused(message, help) => self.bad(expr.span, message, help),
            Named::Unknown(diagnostic) => {
                self.report(*diagnostic);
                Type::Unknown
            }
        }
    }

    /// A class of the file that is neither a record nor an atom.
    fn class(&mut self, name: &str, span: Span, place: TypePosition) -> Type {
        if !place.in_pair() {
            return Type::Unknown;
        }
        self.bad(
            span,
            format!("a value of a pair cannot be an instance of class `{name}`"),
            "make it a record: write `@dataclass(frozen=True)` above it and give it fields, or inherit from `NamedTuple`",
        )
    }

    fn plain(&mut self, ty: Type, span: Span, place: TypePosition) -> Type {
        match (&ty, place) {
            (Type::Int, TypePosition::Element) => {
                self.report(
                    Diagnostic::error(Code::MissingBound, span, "a plain `int` inside a container has no bound")
                        .label("which integers?")
                        .help(
                            "give these integers a type of their own, `Id = NewType(\"Id\", int)`, write `Id` here, \
                             and bound it: `scope(Id=range(5))`",
                        ),
                );
                Type::Int
            }
            (Type::Str, TypePosition::Element) => {
                self.report(
                    Diagnostic::error(Code::MissingBound, span, "a plain `str` inside a container has no bound")
                        .label("which strings?")
                        .help(
                            "give these strings a type of their own, `Word = NewType(\"Word\", str)`, write `Word` here, \
                             and bound it by an alphabet and a length: `scope(Word=(\"ab\", 3))`",
                        ),
                );
                Type::Str
            }
            _ => ty,
        }
    }

    fn alias(&mut self, stmt: usize, span: Span, place: TypePosition) -> Type {
        match self.aliases.get(&(stmt, place)) {
            Some(Alias::Reading) => {
                return self.bad(
                    span,
                    "this type refers to itself",
                    "a pair needs types of bounded depth; encode trees flat, for example as a list of parents",
                );
            }
            Some(Alias::Read { ty, parts, depth }) => {
                let (ty, parts, depth) = (ty.clone(), *parts, *depth);
                self.parts += parts;
                return if self.parts > MAX_PARTS || self.depth + depth > MAX_DEPTH {
                    self.too_large(span)
                } else {
                    ty
                };
            }
            None => {}
        }
        let Some(value) = alias_value(self.names.module, stmt) else { return Type::Unknown };
        self.aliases.insert((stmt, place), Alias::Reading);
        let before = self.parts;
        let ty = self.ty(value, place);
        let (parts, depth) = measure(&ty);
        self.parts = before + parts;
        self.aliases.insert((stmt, place), Alias::Read { ty: ty.clone(), parts, depth });
        ty
    }

    /// `list[…]`, `Literal[…]` and similar.
    fn generic(&mut self, expr: &Expr, base: &Expr, index: &Expr, place: TypePosition) -> Type {
        let args: Vec<&Expr> = match &index.kind {
            ExprKind::Tuple(items) => items.iter().collect(),
            _ => vec![index],
        };
        match named(self.names, base) {
            Named::Constructor(constructor) => self.construct(constructor, &args, expr.span, place),
            Named::Class(name) => self.class(&name, base.span, place),
            Named::Type(_) | Named::Alias(_) => {
                self.bad(expr.span, "this type takes no parameters", "write its name alone, without `[…]`")
            }
            Named::Refused(message, help) => self.bad(base.span, message, help),
            Named::Unknown(diagnostic) => {
                self.report(*diagnostic);
                Type::Unknown
            }
        }
    }

    fn construct(&mut self, constructor: Constructor, args: &[&Expr], span: Span, place: TypePosition) -> Type {
        if place.in_pair()
            && let Some(instead) = constructor.instead_in_pair()
        {
            return self.bad(span, format!("a value of a pair cannot be `{}`", constructor.name()), instead);
        }
        match (constructor, args) {
            (Constructor::List, [element]) => Type::List(Box::new(self.ty(element, place.inside()))),
            (Constructor::Set, [element]) => Type::Set(Box::new(self.hashable(element, "an element of a set", place))),
            (Constructor::FrozenSet, [element]) => {
                Type::FrozenSet(Box::new(self.hashable(element, "an element of a set", place)))
            }
            (Constructor::Dict, [key, value]) => {
                let key = Box::new(self.hashable(key, "a key of a dict", place));
                Type::Dict(key, Box::new(self.ty(value, place.inside())))
            }
            (Constructor::Tuple, [element, ellipsis]) if matches!(ellipsis.kind, ExprKind::Ellipsis) => {
                if place.in_pair() {
                    return self.bad(
                        span,
                        "a tuple of any length cannot be bounded",
                        "write `list[T]`, or `tuple[A, B]` with all its parts",
                    );
                }
                Type::TupleOf(Box::new(self.ty(element, place)))
            }
            (Constructor::Tuple, parts) => Type::Tuple(parts.iter().map(|part| self.ty(part, place)).collect()),
            (Constructor::Unordered, [list]) => match self.ty(list, place) {
                Type::List(element) => Type::Unordered(element),
                Type::Unknown => Type::Unknown,
                _ => self.bad(
                    list.span,
                    "only a list can be `Unordered`",
                    "write `Unordered[list[T]]`; sets and dicts have no order anyway",
                ),
            },
            (Constructor::Optional, [inner]) => self.union(&[Alternative::Type(inner), Alternative::None], span, place),
            (Constructor::Union, members) => {
                let members: Vec<Alternative<'_>> = members.iter().flat_map(|member| alternatives(member)).collect();
                self.union(&members, span, place)
            }
            (Constructor::Literal, values) => self.literal(values, span),
            (Constructor::Counter, [element]) => {
                Type::Counter(Box::new(self.hashable(element, "an element of a Counter", place)))
            }
            (Constructor::DefaultDict, [key, value]) => {
                let key = Box::new(self.hashable(key, "a key of a dict", place));
                Type::DefaultDict(key, Box::new(self.ty(value, place)))
            }
            (Constructor::Iterator, [element, ..]) => Type::Iterator(Box::new(self.ty(element, place))),
            (Constructor::Callable, _) => Type::Function,
            (Constructor::Abstract(_), args) => {
                for arg in args {
                    self.ty(arg, place);
                }
                Type::Unknown
            }
            (Constructor::Side(name), _) => self.misplaced_side(name, span),
            (constructor, _) => {
                let message = format!("`{}` has the wrong number of parameters", constructor.name());
                self.bad(span, message, format!("write `{}`", constructor.example()))
            }
        }
    }

    /// A constructor without its parameters: `list` for `list[…]`.
    fn bare(&mut self, constructor: Constructor, span: Span, place: TypePosition) -> Type {
        if place.in_pair() {
            if let Some(instead) = constructor.instead_in_pair() {
                return self.bad(span, format!("a value of a pair cannot be `{}`", constructor.name()), instead);
            }
            let message = format!("`{}` does not say what it holds", constructor.name());
            return self.bad(span, message, format!("write `{}`", constructor.example()));
        }
        let unknown = || Box::new(Type::Unknown);
        match constructor {
            Constructor::List => Type::List(unknown()),
            Constructor::Set => Type::Set(unknown()),
            Constructor::FrozenSet => Type::FrozenSet(unknown()),
            Constructor::Dict => Type::Dict(unknown(), unknown()),
            Constructor::Tuple => Type::TupleOf(unknown()),
            Constructor::Counter => Type::Counter(unknown()),
            Constructor::DefaultDict => Type::DefaultDict(unknown(), unknown()),
            Constructor::Iterator => Type::Iterator(unknown()),
            Constructor::Callable => Type::Function,
            Constructor::Abstract(_) => Type::Unknown,
            Constructor::Side(name) => self.misplaced_side(name, span),
            Constructor::Unordered | Constructor::Optional | Constructor::Union | Constructor::Literal => {
                let message = format!("`{}` is used without its parameter", constructor.name());
                self.bad(span, message, format!("write `{}`", constructor.example()))
            }
        }
    }

    fn hashable(&mut self, expr: &Expr, role: &'static str, place: TypePosition) -> Type {
        let ty = self.ty(expr, place.inside());
        self.hashed.push(Hashed { ty: ty.clone(), span: expr.span, role });
        ty
    }

    fn misplaced_side(&mut self, name: &'static str, span: Span) -> Type {
        self.bad(
            span,
            format!("`{name}` belongs around the whole type of a parameter of the predicate"),
            format!("write `def is_valid(xs: {name}[list[Item]], …)`; elsewhere leave `{name}` out"),
        )
    }

    fn too_large(&mut self, span: Span) -> Type {
        if std::mem::replace(&mut self.refused, true) {
            return Type::Unknown;
        }
        self.bad(span, "this type is too large", "a pair needs few parts; use lists instead of many tuples in tuples")
    }

    pub(super) fn bad(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) -> Type {
        self.report(Diagnostic::error(Code::BadType, span, message).help(help));
        Type::Unknown
    }

    /// An alias may be read several times; its errors are reported once.
    fn report(&mut self, diagnostic: Diagnostic) {
        let place = diagnostic.primary.as_ref().map(|label| label.span);
        if self.reported.insert((diagnostic.code, place)) {
            self.diagnostics.push(diagnostic);
        }
    }
}

/// How many parts a type has and how deep they are nested.
fn measure(ty: &Type) -> (usize, usize) {
    let parts = ty.parts().into_iter().map(measure);
    let (count, depth) = parts.fold((0, 0), |(count, depth), (more, deeper)| (count + more, depth.max(deeper)));
    (count + 1, depth + 1)
}

fn is_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|first| first.is_alphabetic() || first == '_')
        && chars.all(|c| c.is_alphanumeric() || c == '_')
}
