//! Sets of subproperties, by their position in the problem file.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Sub};

pub use lang::problem::MOST_SUBPROPERTIES;

/// A set of subproperties, each named by its position in the problem file.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SubpropertySet(u32);

const _: () = assert!(MOST_SUBPROPERTIES <= u32::BITS as usize);

impl SubpropertySet {
    pub const EMPTY: Self = Self(0);

    /// The set of one subproperty.
    pub fn one(position: usize) -> Self {
        Self::EMPTY.with(position)
    }

    /// The subproperties before `count`.
    pub fn first(count: usize) -> Self {
        (0..count).collect()
    }

    /// All sets of the first `count` subproperties.
    pub fn all_of_first(count: usize) -> impl Iterator<Item = Self> {
        (0..1_u64 << count.min(MOST_SUBPROPERTIES)).filter_map(|bits| u32::try_from(bits).ok().map(Self))
    }

    pub fn contains(self, position: usize) -> bool {
        position < MOST_SUBPROPERTIES && self.0 >> position & 1 == 1
    }

    #[must_use]
    pub fn with(self, position: usize) -> Self {
        if position < MOST_SUBPROPERTIES { Self(self.0 | 1 << position) } else { self }
    }

    #[must_use]
    pub fn without(self, position: usize) -> Self {
        self - Self::one(position)
    }

    pub fn insert(&mut self, position: usize) {
        *self = self.with(position);
    }

    /// The positions, in the order of the file.
    pub fn iter(self) -> Positions {
        Positions(self.0)
    }

    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn is_subset(self, other: Self) -> bool {
        self & other == self
    }

    pub fn is_disjoint(self, other: Self) -> bool {
        (self & other).is_empty()
    }

    /// All subsets: the set itself first, the empty set last.
    pub fn subsets(self) -> impl Iterator<Item = Self> {
        // Counting down in the bits of the set alone.
        std::iter::successors(Some(self.0), move |bits| Some(bits.checked_sub(1)? & self.0)).map(Self)
    }

    /// One bit per position, for files and hashes.
    pub fn bits(self) -> u32 {
        self.0
    }

    pub fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

impl IntoIterator for SubpropertySet {
    type Item = usize;
    type IntoIter = Positions;

    fn into_iter(self) -> Positions {
        self.iter()
    }
}

/// The positions of a set, in the order of the file.
#[derive(Clone, Debug)]
pub struct Positions(u32);

impl Iterator for Positions {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let position = (self.0 != 0).then(|| self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(position)
    }
}

impl FromIterator<usize> for SubpropertySet {
    fn from_iter<I: IntoIterator<Item = usize>>(positions: I) -> Self {
        positions.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl BitOr for SubpropertySet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for SubpropertySet {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAnd for SubpropertySet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// What is in exactly one of the two sets.
impl BitXor for SubpropertySet {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

/// The positions that are not in the other set.
impl Sub for SubpropertySet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl fmt::Debug for SubpropertySet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_behave_like_sets() {
        let left: SubpropertySet = [0, 2, 5].into_iter().collect();
        let right = SubpropertySet::one(2).with(3);
        assert_eq!((left | right).iter().collect::<Vec<_>>(), [0, 2, 3, 5]);
        assert_eq!((left & right, left - right), (SubpropertySet::one(2), SubpropertySet::one(0).with(5)));
        assert!(SubpropertySet::one(2).is_subset(left) && !right.is_subset(left));
        assert!(left.is_disjoint(SubpropertySet::one(1)) && !left.is_disjoint(right));
        assert_eq!((left.len(), left.without(2).len(), left.without(1).len()), (3, 2, 3));
        assert_eq!(SubpropertySet::from_bits(left.bits()), left);
        assert_eq!(SubpropertySet::first(3).iter().collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(SubpropertySet::all_of_first(4).count(), 16);
        assert_eq!(left ^ right, [0, 3, 5].into_iter().collect());
        let subsets: Vec<SubpropertySet> = right.subsets().collect();
        assert_eq!(subsets, [right, SubpropertySet::one(3), SubpropertySet::one(2), SubpropertySet::EMPTY]);
        assert_eq!(SubpropertySet::EMPTY.subsets().collect::<Vec<_>>(), [SubpropertySet::EMPTY]);
        assert_eq!(format!("{left:?}"), "{0, 2, 5}");
    }

    #[test]
    fn positions_beyond_the_limit_are_not_members() {
        let set = SubpropertySet::EMPTY.with(MOST_SUBPROPERTIES);
        assert!(set.is_empty() && !set.contains(MOST_SUBPROPERTIES + 40));
    }
}
