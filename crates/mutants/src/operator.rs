//! The kinds of mistakes, by name.

/// A small mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operator {
    /// `<` for `<=`, `<=` for `==`.
    Comparison,
    /// A part of `a < b < c` is left out.
    ShorterChain,
    /// Lengths are compared instead of what is in there, or elements without order or number.
    Coarser,
    /// `all` for `any`.
    Quantifier,
    /// A part of `a and b` is left out, or `or` stands for `and`.
    Junction,
    /// A condition is left out.
    Unconditional,
    /// A condition is negated.
    Negation,
    /// One branch is always taken.
    Branch,
    /// A statement is left out; `break` for `continue`.
    Statement,
    /// The first or last element is skipped, or only one of them is looked at.
    Elements,
    /// Only neighbours are compared, or only some of them.
    Neighbours,
    /// Of all before an element only the one or two last.
    Nearby,
    /// Repetition is not seen.
    Multiplicity,
    /// Steps are taken once instead of again and again.
    OneStep,
    /// `min` for `max`, `issubset` for `issuperset`.
    Opposite,
    /// A number is one off.
    OffByOne,
    /// The bound of a slice is left out.
    Unbounded,
    /// `-` for `+`.
    Arithmetic,
    /// A field for another one.
    Field,
    /// A parameter for another one.
    Parameter,
    /// Two arguments, or two variables of a loop, change places.
    Swap,
    /// A parameter is changed from the beginning: backwards, without repetition.
    Changed,
    /// Only a part of the data is looked at.
    View,
}
