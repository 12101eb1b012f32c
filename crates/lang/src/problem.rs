//! A problem as declared by its file: what all later stages read.
//!
//! `declare` fills it, statically: nothing of the file is executed.
//!
//! Invariant: a `Problem` handed out without error diagnostics is complete; every id in it is in range, every
//! parameter of a precondition or subproperty is one of the predicate's.

use num_bigint::BigInt;

use crate::ast::{ExprId, FuncId, Module, Name, Span};
use crate::picture::PictureKind;
use crate::resolve::Resolutions;
use crate::scope::Scope;
use crate::source::Source;
use crate::types::Type;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AtomId(pub u16);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordId(pub u16);

/// A `NewType` over `int` or `str`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NumberId(pub u16);

#[derive(Debug)]
pub struct Problem {
    /// The file's name without `.py`.
    pub name: String,
    pub doc: Option<String>,
    pub source: Source,
    pub module: Module,
    pub resolutions: Resolutions,
    pub atoms: Vec<AtomType>,
    pub numbers: Vec<NumberType>,
    pub records: Vec<RecordClass>,
    /// `None` only beside an error diagnostic, or for a file of the language that declares no problem (tests).
    pub predicate: Option<Predicate>,
    pub preconditions: Vec<Property>,
    /// Required and error subproperties, in the order of the file.
    pub subproperties: Vec<Property>,
    pub groups: Vec<Group>,
    pub scope: Scope,
    /// Contains `scope`; equal to it where the file declares none.
    pub large_scope: Scope,
}

impl Problem {
    /// Whether a `NewType` is one over `str`.
    pub fn is_word(&self, id: NumberId) -> bool {
        self.numbers.get(usize::from(id.0)).is_some_and(|number| number.base == NewTypeBase::Str)
    }
}

#[derive(Clone, Debug)]
pub struct AtomType {
    pub name: Name,
    pub doc: Option<String>,
    /// The kinds of value the handout allows, in the order of the file. Never empty.
    pub kinds: Vec<AtomKind>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AtomKind {
    Int,
    Str,
}

/// A `NewType` over `int` or `str`, with a bound of its own in the scope.
#[derive(Clone, Debug)]
pub struct NumberType {
    pub name: Name,
    pub base: NewTypeBase,
    pub span: Span,
}

/// What a `NewType` is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewTypeBase {
    Int,
    Str,
}

#[derive(Clone, Debug)]
pub struct RecordClass {
    pub name: Name,
    pub doc: Option<String>,
    pub kind: RecordKind,
    pub fields: Vec<Field>,
    /// Methods, properties and values shared by all, by name.
    pub members: Vec<Name>,
    /// Records that can hold themselves, and their alternatives, are nodes: the key of the bound that counts them.
    pub family: Option<Name>,
    /// The members of an enumeration, in order.
    pub choices: Vec<EnumMember>,
    /// Stands beside other records in a union, so that JSON has to name the class.
    pub tagged: bool,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordKind {
    /// `@dataclass(frozen=True)`, with `order=True` or without.
    Dataclass {
        order: bool,
    },
    NamedTuple,
    /// `Enum`; its members are records with the fields `name` and `value`.
    Enum,
}

#[derive(Clone, Debug, PartialEq)]
pub struct EnumMember {
    pub name: Name,
    pub value: EnumValue,
}

/// The value of a member: a literal, or what `auto()` gives.
#[derive(Clone, Debug, PartialEq)]
pub enum EnumValue {
    None,
    Bool(bool),
    Int(BigInt),
    Float(f64),
    Str(Name),
    Tuple(Vec<EnumValue>),
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: Name,
    pub ty: Type,
    /// The expression of the default, in the module.
    pub default: Option<ExprId>,
    pub span: Span,
}

#[derive(Debug)]
pub struct Predicate {
    pub name: Name,
    pub function: FuncId,
    /// Inputs and outputs in the order of the signature.
    pub params: Vec<PairParam>,
    /// The body is a reference predicate and not `...`.
    pub has_reference: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    Input,
    Output,
}

#[derive(Clone, Debug)]
pub struct PairParam {
    pub name: Name,
    pub side: Side,
    pub ty: Type,
    /// The type as written, without `Input[…]` or `Output[…]`.
    pub annotation: String,
    /// How the file wants it to be drawn. `None` if the type decides.
    pub draw: Option<PictureKind>,
    pub span: Span,
}

/// As many subproperties a problem may have, required and error ones together: a bucket is a mask of 32 bits, and the
/// number of buckets doubles with each.
pub const MOST_SUBPROPERTIES: usize = 30;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PropertyKind {
    Precondition,
    Required,
    Error,
}

/// A precondition or a subproperty.
#[derive(Debug)]
pub struct Property {
    /// The Python function's name; people see [`display_name`].
    pub name: Name,
    pub kind: PropertyKind,
    pub function: FuncId,
    /// For each parameter of the function, which of the predicate's it is.
    pub params: Vec<usize>,
    pub doc: Option<String>,
    pub hint: Option<String>,
    /// Error subproperties: what people check this one in place of.
    pub instead_of: Vec<Name>,
    /// Error subproperties: what this one demands too much of.
    pub stricter_than: Vec<Name>,
    pub span: Span,
}

#[derive(Debug)]
pub struct Group {
    pub name: String,
    pub members: Vec<Name>,
    pub span: Span,
}

/// `no_new` as people see it: `NO-NEW` if required, `no-new` if it is an error subproperty.
pub fn display_name(name: &str, kind: PropertyKind) -> String {
    let dashed = name.replace('_', "-");
    match kind {
        PropertyKind::Error => dashed.to_lowercase(),
        PropertyKind::Required | PropertyKind::Precondition => dashed.to_uppercase(),
    }
}
