//! Literals: a node of a circuit, or its negation, in four bytes.
//!
//! Invariant: node 0 is the constant false, so two literals are constants and they are the same in every circuit.
//! Guarded by the tests below.

use std::fmt;
use std::ops::Not;

/// A node of a circuit. Nodes are numbered in order of creation; a gate's inputs have smaller numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The constant false.
    pub const FALSE: NodeId = NodeId(0);

    /// Dense: below [`Circuit::len`](crate::Circuit::len).
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The node as a literal, not negated.
    pub fn lit(self) -> Lit {
        Lit(self.0 << 1)
    }
}

/// A node or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(u32);

impl Lit {
    pub const FALSE: Lit = Lit(0);
    pub const TRUE: Lit = Lit(1);

    pub fn constant(value: bool) -> Lit {
        Lit(u32::from(value))
    }

    pub fn is_const(self) -> bool {
        self.0 < 2
    }

    pub fn node(self) -> NodeId {
        NodeId(self.0 >> 1)
    }

    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Dense over literals: twice the node's index, plus one if negated.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The same literal if `negate` is false, its negation otherwise.
    #[must_use]
    pub fn negate_if(self, negate: bool) -> Lit {
        Lit(self.0 ^ u32::from(negate))
    }

    pub(crate) fn code(self) -> u32 {
        self.0
    }

    pub(crate) fn from_code(code: u32) -> Lit {
        Lit(code)
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Lit::FALSE => f.write_str("false"),
            Lit::TRUE => f.write_str("true"),
            lit if lit.is_negated() => write!(f, "!{}", lit.0 >> 1),
            lit => write!(f, "{}", lit.0 >> 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_negate_each_other() {
        assert_eq!(!Lit::FALSE, Lit::TRUE);
        assert_eq!(Lit::constant(true), Lit::TRUE);
        assert!(Lit::TRUE.is_const() && Lit::FALSE.is_const());
        assert_eq!(Lit::TRUE.node(), NodeId::FALSE);
    }

    #[test]
    fn literals_show_their_sign() {
        let seven = NodeId(7).lit();
        assert_eq!(format!("{:?} {:?} {:?} {:?}", seven, !seven, Lit::TRUE, Lit::FALSE), "7 !7 true false");
        assert_eq!((seven.index(), (!seven).index()), (14, 15));
        assert_eq!(seven.negate_if(true), !seven);
    }
}
