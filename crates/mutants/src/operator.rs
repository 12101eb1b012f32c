//! The mutation operators.

/// A kind of small mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operator {
    /// `<` instead of `<=`, `<=` instead of `==`.
    Comparison,
    /// `b < c` instead of `a < b < c`.
    ShorterChain,
    /// Lengths, sets or sorted elements are compared instead of the values.
    Coarser,
    /// `all` instead of `any`.
    Quantifier,
    /// `a` instead of `a and b`, or `or` instead of `and`.
    Junction,
    /// A condition is dropped.
    Unconditional,
    /// A condition is negated.
    Negation,
    /// One branch is always taken.
    Branch,
    /// A statement is dropped; `break` instead of `continue`.
    Statement,
    /// The first or last element is skipped, or only that one is visited.
    Elements,
    /// Only neighbors are compared, or only some of them.
    Neighbors,
    /// Only the last one or two of all elements before an element.
    Nearby,
    /// Multiplicity is ignored.
    Multiplicity,
    /// One step instead of the transitive closure.
    OneStep,
    /// `min` instead of `max`, `issubset` instead of `issuperset`.
    Opposite,
    /// A number is off by one.
    OffByOne,
    /// The bound of a slice is dropped.
    Unbounded,
    /// `-` instead of `+`.
    Arithmetic,
    /// One field instead of another.
    Field,
    /// One parameter instead of another.
    Parameter,
    /// Two arguments, or two loop variables, are swapped.
    Swap,
    /// A parameter is altered at the beginning: reversed, shortened, deduplicated.
    Changed,
    /// Only a part of the data is seen.
    View,
}
