//! What the compiler refuses, in the words of its messages. `docs/compiling.md` explains each of them, and
//! `tests/conformance.rs` checks that it does.

use thiserror::Error;

macro_rules! constructs {
    ($(#[$doc:meta])* $name:ident { $($variant:ident: $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Error)]
        pub enum $name {
            $(#[error($text)] $variant,)*
        }

        impl $name {
            pub const ALL: &[Self] = &[$(Self::$variant,)*];
        }
    };
}

constructs! {
    /// A construct of the language that has no circuit.
    Construct {
        CachedEffects: "a cached function that changes something outside it",
        CachedObject: "a cached function that returns something that can be changed",
        CachedOther: "`cache` of something that is not a function of the file",
        UnknownClassPattern: "a pattern with one class or another",
        UnknownKeywords: "`**` of a mapping whose keys are not known",
        CounterAndSequence: "`&=` of a Counter and a sequence",
        BoundedDeque: "a deque with a `maxlen` where it or the length is not known",
        RotateByUnknown: "`rotate` by a number that is not known",
        AugmentedTarget: "an augmented assignment to something other than a variable or an element",
        JumpOutsideLoop: "`break` or `continue` outside a loop",
        CopyOfIterator: "a copy of an iterator or a view",
        CopyOfItself: "a deep copy of something that may contain itself",
        DeleteTarget: "`del` of something other than an element",
        FloatOfMany: "a float with many possible values",
        NotANumber: "sorting floats that may be NaN",
        ComplexPower: "a complex number",
        RoundToUnknown: "`round` to a number of digits that may be `None`",
        IterOfFunction: "`iter` of a function",
        MostCommonOfOthers: "`most_common` of a Counter whose counts are not numbers",
        MostCommonOfMany: "`most_common` of a number with many possible values",
        PopOfSet: "`pop` of a set, whose order is undefined",
        PowByLargeNumbers: "`pow` by unknown large numbers",
        PowOfLargeNumbers: "`pow` of unknown large numbers",
        UnhashableTargets: "`reachable` over edges to something that cannot be hashed",
        ReturnOutsideFunction: "`return` outside a function",
        YieldOutsideGenerator: "`yield` outside a generator",
        CounterOfOthers: "a Counter whose counts are not numbers",
        LongLoop: "a `while` loop that may run forever, or for very long",
        ZipOfEither: "a `zip` of one iterator or another",
        MaybeStrictZip: "a `zip` that may be strict or not",
        UpdateFromItself: "a dict that is updated from itself",
        MaybeNoFilter: "a filter whose function may be `None`",
        StopIteration: "a function that ends an iterator with `StopIteration`",
        GeneratorWithEffects: "a generator that changes something outside it",
        GeneratorChangesItems: "a generator that changes what it yielded before",
        MaybeNoKey: "a key that may be `None`",
        ExtendBySet: "a list extended by a set, whose order is undefined",
        ListChangesInLoop: "a list of unknown length that changes during iteration",
        RowChangesInLoop: "a list or dict that changes during iteration",
        DictChangesInReverse: "a list or dict that changes during reverse iteration",
        ListChangesInEnumerate: "a list that changes while it is enumerated",
        ListChangesInReverse: "a list that changes during reverse iteration",
        ListChangesInSort: "a list that changes while it is sorted",
        NegativePower: "a negative power, which is a float",
        ProductRepeat: "a product repeated an unknown number of times",
        RangeOfAtoms: "a range of atoms",
        RangeStart: "a range whose start is not known and whose step is not 1",
        RangeStep: "a range whose step is not known",
        EqualVertices: "a relation over equal vertices that can be distinguished",
        SetOfTruthsAndNumbers: "a set of Booleans and numbers with many possible values",
        ElementsChangeInLoop: "a set or dict whose elements change during iteration",
        SliceOfRange: "a slice of a range that is not known",
        SliceStep: "a slice whose step is not known",
        MaybeNoSortKey: "a sort key that may be `None`",
        OtherStatement: "a statement outside the language",
        StrictZipOfShared: "a strict `zip` of an iterator that is used elsewhere",
        NumberFromString: "a string converted to a number in a base other than 10",
        AtomAsString: "an atom used as a string",
        FinalSigma: "the lower case of a string that may contain `Σ`",
        OtherFormat: "a format that has no circuit",
        StringByNumber: "a string made from a number with many possible values",
        Surrogate: "half of a surrogate pair",
        TextOfOther: "the text of a set, a view, an iterator or a function",
        TranslationTable: "`translate` with a table that is not a dict",
        UnknownCharacter: "a character that Unicode 14 does not know",
        UnknownFormat: "a format that is not known",
        KindsOfDict: "a variable that is one kind of dict or another",
        AtomAsIndex: "an atom as an index",
        NumberFromAtom: "an atom converted to a number",
        OtherAttribute: "an attribute outside the language",
        ExceptionAttribute: "an attribute of an exception other than `args`",
        ExceptionText: "the text of a built-in exception",
        OtherExpression: "an expression outside the language",
        GroupAfterItsTurn: "a group of `groupby` that is used after its turn",
        OwnExceptionInShared: "an exception of one's own from an iterator that is used elsewhere",
        KeyOfGroups: "a key of `groupby` that may raise or is an instance",
        AskedAfterException: "an exception of an iterator that may be asked again",
        SharedIterator: "an iterator over another iterator that is used elsewhere",
        IteratorOverChanging: "an iterator over something that changes during iteration",
        IteratorOverItself: "an iterator that reads itself, or what is updated from it",
        UnknownName: "an unknown name",
        ModuleAsValue: "a module as a value",
        AtomArithmetic: "arithmetic on an atom",
        AssignToName: "assignment to a name that is not a variable",
        AssignSliceStep: "assignment to a slice whose step is not known",
        AssignSteppedSlice: "assignment to a slice with a step where a length or bound is not known",
        AssignTarget: "assignment to something other than a variable or an element",
        ChooseMany: "choosing a number of elements that has many possible values",
        AtomWithNumber: "comparing an atom with a number",
        AtomWithOther: "comparing an atom with something that is not an atom",
        AtomsOfTwoTypes: "comparing atoms of different types",
        MethodsCompared: "comparing methods",
        ValueViewsCompared: "comparing views of values",
        UnhashableViewsCompared: "comparing views with values that cannot be hashed",
        AtomsOrdered: "ordering atoms",
        ReversedOther: "something that cannot be reversed",
        SortedSets: "sorting sets",
        LengthOfAtom: "the length of an atom",
        SetOrder: "the order of a set",
        ObjectAttribute: "a method of `object`",
        ComparisonChanges: "a comparison inside a container that changes something",
        SortRaises: "sorting that may raise inside `try`",
        ComparisonRaises: "a comparison inside a container that may raise",
        HashChanges: "an object whose hash changes",
        HashOfHashes: "the hash of a tuple or set of instances with their own hash",
        HashArithmetic: "arithmetic on a hash or an identity",
        IdentityOfEqual: "`is` between values that may be equal and can be one object or two",
        MaybeClassAttribute: "an attribute of a class that may be missing",
        OwnIterator: "iteration by `__next__` or `__getitem__` of a class",
        OwnNew: "`__new__` of a class",
        PropertyRaises: "`hasattr` or `getattr` of a property that raises",
        TypeOfAtom: "the type of an atom",
        TypeOfHelper: "whether iterators, methods or views have the same type",
        UnknownAttributeName: "the name of an attribute that is not known",
        UnknownBase: "a base class that is not known",
        TruthOfAtom: "the truth value of an atom",
    }
}

impl Construct {
    /// Whether an atom was used for more than equality.
    pub fn is_about_atoms(self) -> bool {
        matches!(
            self,
            Self::RangeOfAtoms
                | Self::AtomAsIndex
                | Self::AtomAsString
                | Self::NumberFromAtom
                | Self::AtomArithmetic
                | Self::AtomWithNumber
                | Self::AtomWithOther
                | Self::AtomsOfTwoTypes
                | Self::AtomsOrdered
                | Self::LengthOfAtom
                | Self::TruthOfAtom
                | Self::TypeOfAtom
        )
    }
}

constructs! {
    /// What would need more bits, elements or possibilities than a circuit can reasonably have.
    LargeValue {
        Product: "a product of very many factors",
        Elements: "elements with very large counts",
        Index: "an index of more than 64 bits",
        Integer: "an integer of more than 100 bits",
        List: "a list of many elements",
        Modulus: "a power modulo a number of more than 60 bits",
        Sequence: "a sequence of many elements",
        Text: "a string of many characters",
        Tuple: "a tuple of many elements",
        TupleLengths: "a tuple of many possible lengths",
        Range: "a range of many elements",
        Order: "a set with too many possible orders",
        Relation: "a relation over values with too many possible values",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_about_atoms_says_so() {
        for construct in Construct::ALL {
            assert_eq!(construct.is_about_atoms(), construct.to_string().contains("atom"), "{construct}");
        }
    }
}
