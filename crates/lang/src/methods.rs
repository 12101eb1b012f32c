//! The methods: which receivers have which, and what they take.
//!
//! [`Method`] lists every name once. The groups below it say which receivers have a method, with its signature; a
//! receiver may belong to several groups. Inference, evaluation and compilation look a method up by its receiver
//! ([`Method::of`]) and match on the groups without a catch-all, so that the compiler lists what a new method still
//! needs. `tests/table.rs` checks the table against CPython and `docs/language.md`.

use crate::signature::Signature;

/// A kind of value that has methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Receiver {
    List,
    Tuple,
    NamedTuple,
    Range,
    Set,
    FrozenSet,
    Dict,
    DefaultDict,
    Counter,
    OrderedDict,
    Deque,
    /// `d.keys()`
    Keys,
    /// `d.values()`
    Values,
    /// `d.items()`
    Items,
    Str,
}

macro_rules! names {
    ($($variant:ident $name:literal;)*) => {
        /// The name of a method. What it does depends on the receiver.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Method { $($variant,)* }

        impl Method {
            pub const ALL: &[Method] = &[$(Self::$variant,)*];

            /// The method of that name; `None` if no receiver has one.
            pub fn by_name(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)*
                    _ => None,
                }
            }

            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// `str.lower`: the name of a method of strings that is used as a function.
            fn of_strings(self) -> &'static str {
                match self { $(Self::$variant => concat!("str.", $name),)* }
            }
        }
    };
}

names! {
    ReplaceFields "_replace";
    Add "add";
    Append "append";
    AppendLeft "appendleft";
    Capitalize "capitalize";
    CaseFold "casefold";
    Center "center";
    Clear "clear";
    Copy "copy";
    Count "count";
    Difference "difference";
    DifferenceUpdate "difference_update";
    Discard "discard";
    Elements "elements";
    EndsWith "endswith";
    ExpandTabs "expandtabs";
    Extend "extend";
    ExtendLeft "extendleft";
    Find "find";
    Format "format";
    FormatMap "format_map";
    FromKeys "fromkeys";
    Get "get";
    Index "index";
    Insert "insert";
    Intersection "intersection";
    IntersectionUpdate "intersection_update";
    IsAlnum "isalnum";
    IsAlpha "isalpha";
    IsAscii "isascii";
    IsDecimal "isdecimal";
    IsDigit "isdigit";
    IsDisjoint "isdisjoint";
    IsIdentifier "isidentifier";
    IsLower "islower";
    IsNumeric "isnumeric";
    IsPrintable "isprintable";
    IsSpace "isspace";
    IsSubset "issubset";
    IsSuperset "issuperset";
    IsTitle "istitle";
    IsUpper "isupper";
    Items "items";
    Join "join";
    Keys "keys";
    LeftJust "ljust";
    Lower "lower";
    LeftStrip "lstrip";
    MakeTrans "maketrans";
    MostCommon "most_common";
    MoveToEnd "move_to_end";
    Partition "partition";
    Pop "pop";
    PopItem "popitem";
    PopLeft "popleft";
    Remove "remove";
    RemovePrefix "removeprefix";
    RemoveSuffix "removesuffix";
    Replace "replace";
    Reverse "reverse";
    Rotate "rotate";
    RightFind "rfind";
    RightIndex "rindex";
    RightJust "rjust";
    RightPartition "rpartition";
    RightSplit "rsplit";
    RightStrip "rstrip";
    SetDefault "setdefault";
    Sort "sort";
    Split "split";
    SplitLines "splitlines";
    StartsWith "startswith";
    Strip "strip";
    Subtract "subtract";
    SwapCase "swapcase";
    SymmetricDifference "symmetric_difference";
    SymmetricDifferenceUpdate "symmetric_difference_update";
    Title "title";
    Total "total";
    Translate "translate";
    Union "union";
    Update "update";
    Upper "upper";
    Values "values";
    ZeroFill "zfill";
}

macro_rules! groups {
    ($(
        $(#[$doc:meta])*
        $group:ident of $($receiver:ident)|+ { $($variant:ident $signature:expr;)* }
    )*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub enum $group { $($variant,)* }

            impl $group {
                /// The method of that name, for the receivers of this group.
                pub fn of(method: Method) -> Option<Self> {
                    match method {
                        $(Method::$variant => Some(Self::$variant),)*
                        _ => None,
                    }
                }

                pub fn name(self) -> &'static str {
                    match self { $(Self::$variant => Method::$variant.name(),)* }
                }

                pub fn signature(self) -> &'static Signature {
                    match self { $(Self::$variant => const { &$signature },)* }
                }
            }
        )*

        impl StrMethod {
            /// `str.lower`
            pub fn unbound_name(self) -> &'static str {
                Method::by_name(self.name()).map_or("str", Method::of_strings)
            }
        }

        /// A method together with the kind of receiver it is called on.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ReceiverMethod { $($group($group),)* }

        impl ReceiverMethod {
            pub fn name(self) -> &'static str {
                match self { $(Self::$group(method) => method.name(),)* }
            }

            pub fn signature(self) -> &'static Signature {
                match self { $(Self::$group(method) => method.signature(),)* }
            }
        }

        impl Method {
            /// The method of a receiver; `None` if the receiver has none of that name.
            pub fn of(self, receiver: Receiver) -> Option<ReceiverMethod> {
                $(
                    if matches!(receiver, $(Receiver::$receiver)|+)
                        && let Some(method) = $group::of(self)
                    {
                        return Some(ReceiverMethod::$group(method));
                    }
                )*
                None
            }
        }
    };
}

groups! {
    /// Methods of lists.
    ListMethod of List {
        Append Signature::exactly(1);
        Clear Signature::exactly(0);
        Copy Signature::exactly(0);
        Count Signature::exactly(1);
        Extend Signature::exactly(1);
        Index Signature::between(1, 3);
        Insert Signature::exactly(2);
        Pop Signature::between(0, 1);
        Remove Signature::exactly(1);
        Reverse Signature::exactly(0);
        Sort Signature::exactly(0).keyword_only(&["key", "reverse"]);
    }
    /// Methods of a `deque`.
    DequeMethod of Deque {
        Append Signature::exactly(1);
        AppendLeft Signature::exactly(1);
        Clear Signature::exactly(0);
        Copy Signature::exactly(0);
        Count Signature::exactly(1);
        Extend Signature::exactly(1);
        ExtendLeft Signature::exactly(1);
        Index Signature::between(1, 3);
        Insert Signature::exactly(2);
        Pop Signature::exactly(0);
        PopLeft Signature::exactly(0);
        Remove Signature::exactly(1);
        Reverse Signature::exactly(0);
        Rotate Signature::between(0, 1);
    }
    /// Methods of tuples, which named tuples share.
    TupleMethod of Tuple | NamedTuple {
        Count Signature::exactly(1);
        Index Signature::between(1, 3);
    }
    /// Methods that only named tuples have.
    NamedTupleMethod of NamedTuple {
        ReplaceFields Signature::exactly(0).any_keyword();
    }
    /// Methods of ranges.
    RangeMethod of Range {
        Count Signature::exactly(1);
        Index Signature::exactly(1);
    }
    /// Methods of sets and frozensets, which change nothing.
    SetQuery of Set | FrozenSet {
        Copy Signature::exactly(0);
        Difference Signature::at_least(0);
        Intersection Signature::at_least(0);
        IsDisjoint Signature::exactly(1);
        IsSubset Signature::exactly(1);
        IsSuperset Signature::exactly(1);
        SymmetricDifference Signature::exactly(1);
        Union Signature::at_least(0);
    }
    /// Methods that change a set.
    SetUpdate of Set {
        Add Signature::exactly(1);
        Clear Signature::exactly(0);
        DifferenceUpdate Signature::at_least(0);
        Discard Signature::exactly(1);
        IntersectionUpdate Signature::at_least(0);
        Pop Signature::exactly(0);
        Remove Signature::exactly(1);
        SymmetricDifferenceUpdate Signature::exactly(1);
        Update Signature::at_least(0);
    }
    /// Methods of the views of a dict that behave as sets.
    ViewMethod of Keys | Items {
        IsDisjoint Signature::exactly(1);
    }
    /// Methods of an `OrderedDict` that other dicts have not, or that take other arguments. They come first: a receiver
    /// has the method of the first group that names it.
    OrderedDictMethod of OrderedDict {
        FromKeys Signature::exactly(0).then(1, &["iterable", "value"]);
        MoveToEnd Signature::exactly(0).then(1, &["key", "last"]);
        Pop Signature::exactly(0).then(1, &["key", "default"]);
        PopItem Signature::exactly(0).then(0, &["last"]);
        SetDefault Signature::exactly(0).then(1, &["key", "default"]);
    }
    /// Methods that every kind of dict has.
    DictMethod of Dict | DefaultDict | Counter | OrderedDict {
        Clear Signature::exactly(0);
        Copy Signature::exactly(0);
        Get Signature::between(1, 2);
        Items Signature::exactly(0);
        Keys Signature::exactly(0);
        Pop Signature::between(1, 2);
        PopItem Signature::exactly(0);
        SetDefault Signature::between(1, 2);
        Values Signature::exactly(0);
    }
    /// Methods of dicts for which a `Counter` has its own, or none.
    PlainDictMethod of Dict | DefaultDict | OrderedDict {
        FromKeys Signature::between(1, 2);
        Update Signature::between(0, 1).any_keyword();
    }
    /// Methods of a `Counter` that other dicts have not, or have with another meaning.
    CounterMethod of Counter {
        Elements Signature::exactly(0);
        MostCommon Signature::exactly(0).then(0, &["n"]);
        Subtract Signature::between(0, 1).any_keyword();
        Total Signature::exactly(0);
        Update Signature::between(0, 1).any_keyword();
    }
    /// Methods of strings.
    StrMethod of Str {
        Capitalize Signature::exactly(0);
        CaseFold Signature::exactly(0);
        Center Signature::between(1, 2);
        Count Signature::between(1, 3);
        EndsWith Signature::between(1, 3);
        ExpandTabs Signature::exactly(0).then(0, &["tabsize"]);
        Find Signature::between(1, 3);
        Format Signature::at_least(0).any_keyword();
        FormatMap Signature::exactly(1);
        Index Signature::between(1, 3);
        IsAlnum Signature::exactly(0);
        IsAlpha Signature::exactly(0);
        IsAscii Signature::exactly(0);
        IsDecimal Signature::exactly(0);
        IsDigit Signature::exactly(0);
        IsIdentifier Signature::exactly(0);
        IsLower Signature::exactly(0);
        IsNumeric Signature::exactly(0);
        IsPrintable Signature::exactly(0);
        IsSpace Signature::exactly(0);
        IsTitle Signature::exactly(0);
        IsUpper Signature::exactly(0);
        Join Signature::exactly(1);
        LeftJust Signature::between(1, 2);
        LeftStrip Signature::between(0, 1);
        Lower Signature::exactly(0);
        MakeTrans Signature::between(1, 3);
        Partition Signature::exactly(1);
        RemovePrefix Signature::exactly(1);
        RemoveSuffix Signature::exactly(1);
        Replace Signature::between(2, 3);
        RightFind Signature::between(1, 3);
        RightIndex Signature::between(1, 3);
        RightJust Signature::between(1, 2);
        RightPartition Signature::exactly(1);
        RightSplit Signature::exactly(0).then(0, &["sep", "maxsplit"]);
        RightStrip Signature::between(0, 1);
        Split Signature::exactly(0).then(0, &["sep", "maxsplit"]);
        SplitLines Signature::exactly(0).then(0, &["keepends"]);
        StartsWith Signature::between(1, 3);
        Strip Signature::between(0, 1);
        SwapCase Signature::exactly(0);
        Title Signature::exactly(0);
        Translate Signature::exactly(1);
        Upper Signature::exactly(0);
        ZeroFill Signature::exactly(1);
    }
}

impl Method {
    /// Whether it changes some receiver that has it.
    pub fn mutates(self) -> bool {
        match self {
            Self::Add
            | Self::Append
            | Self::AppendLeft
            | Self::Clear
            | Self::DifferenceUpdate
            | Self::Discard
            | Self::Extend
            | Self::ExtendLeft
            | Self::Insert
            | Self::IntersectionUpdate
            | Self::MoveToEnd
            | Self::Pop
            | Self::PopItem
            | Self::PopLeft
            | Self::Remove
            | Self::Reverse
            | Self::Rotate
            | Self::SetDefault
            | Self::Sort
            | Self::Subtract
            | Self::SymmetricDifferenceUpdate
            | Self::Update => true,
            Self::Capitalize
            | Self::CaseFold
            | Self::Center
            | Self::Copy
            | Self::Count
            | Self::Difference
            | Self::Elements
            | Self::EndsWith
            | Self::ExpandTabs
            | Self::Find
            | Self::Format
            | Self::FormatMap
            | Self::FromKeys
            | Self::Get
            | Self::Index
            | Self::Intersection
            | Self::IsAlnum
            | Self::IsAlpha
            | Self::IsAscii
            | Self::IsDecimal
            | Self::IsDigit
            | Self::IsDisjoint
            | Self::IsIdentifier
            | Self::IsLower
            | Self::IsNumeric
            | Self::IsPrintable
            | Self::IsSpace
            | Self::IsSubset
            | Self::IsSuperset
            | Self::IsTitle
            | Self::IsUpper
            | Self::Items
            | Self::Join
            | Self::Keys
            | Self::LeftJust
            | Self::LeftStrip
            | Self::Lower
            | Self::MakeTrans
            | Self::MostCommon
            | Self::Partition
            | Self::RemovePrefix
            | Self::RemoveSuffix
            | Self::Replace
            | Self::ReplaceFields
            | Self::RightFind
            | Self::RightIndex
            | Self::RightJust
            | Self::RightPartition
            | Self::RightSplit
            | Self::RightStrip
            | Self::Split
            | Self::SplitLines
            | Self::StartsWith
            | Self::Strip
            | Self::SwapCase
            | Self::SymmetricDifference
            | Self::Title
            | Self::Total
            | Self::Translate
            | Self::Union
            | Self::Upper
            | Self::Values
            | Self::ZeroFill => false,
        }
    }
}

impl Receiver {
    pub const ALL: &[Receiver] = &[
        Self::List,
        Self::Tuple,
        Self::NamedTuple,
        Self::Range,
        Self::Set,
        Self::FrozenSet,
        Self::Dict,
        Self::DefaultDict,
        Self::Counter,
        Self::OrderedDict,
        Self::Deque,
        Self::Keys,
        Self::Values,
        Self::Items,
        Self::Str,
    ];

    /// The names of its methods, in order.
    pub fn method_names(self) -> impl Iterator<Item = &'static str> {
        Method::ALL.iter().copied().filter(move |method| method.of(self).is_some()).map(Method::name)
    }
}

/// Attributes that values of Python have and the language does not support.
pub const UNSUPPORTED_ATTRIBUTES: &[&str] = &[
    "_field_defaults",
    "as_integer_ratio",
    "bit_count",
    "bit_length",
    "close",
    "conjugate",
    "default_factory",
    "denominator",
    "encode",
    "from_bytes",
    "imag",
    "mapping",
    "numerator",
    "real",
    "send",
    "tb_frame",
    "tb_lasti",
    "tb_lineno",
    "tb_next",
    "throw",
    "to_bytes",
];
