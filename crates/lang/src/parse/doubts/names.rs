//! Names by which doubts are recognized.

/// Whether a list of names, separated by blanks, has one.
pub fn has(list: &str, name: &str) -> bool {
    list.split_ascii_whitespace().any(|known| known == name)
}

/// Modules of the standard library that a function may import, too: nothing else happens.
pub const HARMLESS: &str = "\
    __future__ abc bisect collections copy dataclasses enum functools heapq itertools math operator string sys \
    typing";

pub const TEST_TOOLS: &str = "\
    hypothesis pytest";

/// Of `dataclasses`, what is modeled.
pub const OF_DATACLASSES: &str = "\
    dataclass field KW_ONLY";

/// Attributes of library objects that look like missing ones.
pub const NOT_MODELED: &str = "\
    add_note batched cache_clear cache_info cache_parameters countOf getrecursionlimit indexOf mro \
    with_traceback";

/// Attributes of classes, instances and functions that may be read.
pub const READABLE: &str = "\
    __class__ __dict__ __doc__ __module__ __name__ __qualname__";

/// Types that an annotation in a function may name without an import.
pub const TYPES: &str = "\
    Exception bool bytes complex dict float frozenset int list object set str tuple type";

/// Built-in classes from which no class may be derived.
pub const CONTAINERS: &str = "\
    Counter OrderedDict UserDict UserList UserString bool bytes complex defaultdict deque dict float frozenset \
    int list property range set str tuple type";

/// Calls that make an empty collection, or a field.
pub const FRESH: &str = "\
    Counter OrderedDict auto defaultdict deque dict field frozenset list property set tuple";

/// Special names that classes may define.
pub const SPECIAL: &str = "\
    __abs__ __add__ __and__ __bool__ __call__ __contains__ __delattr__ __delitem__ __doc__ __enter__ __eq__ \
    __exit__ __floordiv__ __format__ __ge__ __getitem__ __gt__ __iadd__ __iand__ __ifloordiv__ __ilshift__ \
    __imod__ __imul__ __init__ __invert__ __ior__ __ipow__ __irshift__ __isub__ __iter__ __itruediv__ __ixor__ \
    __le__ __len__ __lshift__ __lt__ __match_args__ __mod__ __mul__ __ne__ __neg__ __next__ __or__ __pos__ \
    __post_init__ __pow__ __radd__ __rand__ __repr__ __rfloordiv__ __rlshift__ __rmod__ __rmul__ __ror__ \
    __rpow__ __rrshift__ __rshift__ __rsub__ __rtruediv__ __rxor__ __setattr__ __setitem__ __slots__ __str__ \
    __sub__ __truediv__ __xor__";
