//! The names that Python looks up by itself, at fixed places in [`crate::code::Program::names`].

use lang::ast::{BinaryOp, CompareOp, UnaryOp};

use crate::code::Symbol;

/// The names of keywords come before.
pub(crate) const FIRST: usize = 64;

macro_rules! dunders {
    ($($variant:ident $name:literal,)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Dunder { $($variant,)* }

        pub(crate) const NAMES: &[&str] = &[$($name,)*];
    };
}

dunders! {
    Init "__init__", New "__new__", Class "__class__", Name "__name__", Args "args",
    Eq "__eq__", Ne "__ne__", Lt "__lt__", Le "__le__", Gt "__gt__", Ge "__ge__", Hash "__hash__",
    Bool "__bool__", Len "__len__", Iter "__iter__", Next "__next__", Contains "__contains__",
    GetItem "__getitem__", SetItem "__setitem__", DelItem "__delitem__", Call "__call__",
    Neg "__neg__", Pos "__pos__", Invert "__invert__", Abs "__abs__",
    GetAttr "__getattr__", SetAttr "__setattr__", DelAttr "__delattr__", Slots "__slots__",
    Fields "_fields", AsDict "_asdict", Make "_make",
    Setter "setter", Getter "getter", Deleter "deleter",
    TrueDiv "__truediv__", RtrueDiv "__rtruediv__", ItrueDiv "__itruediv__",
    Enter "__enter__", Exit "__exit__",
    Add "__add__", Sub "__sub__", Mul "__mul__", FloorDiv "__floordiv__", Mod "__mod__", Pow "__pow__",
    LeftShift "__lshift__", RightShift "__rshift__", And "__and__", Or "__or__", Xor "__xor__",
    Radd "__radd__", Rsub "__rsub__", Rmul "__rmul__", RfloorDiv "__rfloordiv__", Rmod "__rmod__", Rpow "__rpow__",
    RleftShift "__rlshift__", RrightShift "__rrshift__", Rand "__rand__", Ror "__ror__", Rxor "__rxor__",
    Iadd "__iadd__", Isub "__isub__", Imul "__imul__", IfloorDiv "__ifloordiv__", Imod "__imod__", Ipow "__ipow__",
    IleftShift "__ilshift__", IrightShift "__irshift__", Iand "__iand__", Ior "__ior__", Ixor "__ixor__",
    StrText "__str__", ReprText "__repr__", FormatText "__format__", MaxLen "maxlen", MatchArgs "__match_args__",
    QualName "__qualname__",
}

impl Dunder {
    pub fn symbol(self) -> Symbol {
        Symbol(crate::build::index(FIRST) + u32::from(self as u8))
    }

    pub fn name(self) -> &'static str {
        NAMES[self as usize]
    }

    /// The method of an operator, its reflected and its in-place form.
    pub fn of_binary(op: BinaryOp) -> [Self; 3] {
        match op {
            BinaryOp::Add => [Self::Add, Self::Radd, Self::Iadd],
            BinaryOp::Subtract => [Self::Sub, Self::Rsub, Self::Isub],
            BinaryOp::Multiply => [Self::Mul, Self::Rmul, Self::Imul],
            BinaryOp::Divide => [Self::TrueDiv, Self::RtrueDiv, Self::ItrueDiv],
            BinaryOp::FloorDivide => [Self::FloorDiv, Self::RfloorDiv, Self::IfloorDiv],
            BinaryOp::Modulo => [Self::Mod, Self::Rmod, Self::Imod],
            BinaryOp::Power => [Self::Pow, Self::Rpow, Self::Ipow],
            BinaryOp::ShiftLeft => [Self::LeftShift, Self::RleftShift, Self::IleftShift],
            BinaryOp::ShiftRight => [Self::RightShift, Self::RrightShift, Self::IrightShift],
            BinaryOp::BitAnd => [Self::And, Self::Rand, Self::Iand],
            BinaryOp::BitOr => [Self::Or, Self::Ror, Self::Ior],
            BinaryOp::BitXor => [Self::Xor, Self::Rxor, Self::Ixor],
        }
    }

    /// The method of a comparison, and the one that the other operand is asked by.
    pub fn of_comparison(op: CompareOp) -> Option<[Self; 2]> {
        Some(match op {
            CompareOp::Equal => [Self::Eq, Self::Eq],
            CompareOp::NotEqual => [Self::Ne, Self::Ne],
            CompareOp::Less => [Self::Lt, Self::Gt],
            CompareOp::LessEqual => [Self::Le, Self::Ge],
            CompareOp::Greater => [Self::Gt, Self::Lt],
            CompareOp::GreaterEqual => [Self::Ge, Self::Le],
            CompareOp::In | CompareOp::NotIn | CompareOp::Is | CompareOp::IsNot => return None,
        })
    }

    pub fn of_unary(op: UnaryOp) -> Option<Self> {
        Some(match op {
            UnaryOp::Negative => Self::Neg,
            UnaryOp::Positive => Self::Pos,
            UnaryOp::Invert => Self::Invert,
            UnaryOp::Not => return None,
        })
    }
}
