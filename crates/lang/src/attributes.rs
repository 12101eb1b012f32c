//! The attributes that Python's own types have, whether the language has them or not. To access one that the language does
//! not have is outside the language; to access any other one raises `AttributeError`.

/// By the name of the type.
const ATTRIBUTES: &[(&str, &str)] = &[
    ("list", "append clear copy count extend index insert pop remove reverse sort"),
    (
        "str",
        "capitalize casefold center count encode endswith expandtabs find format format_map index isalnum isalpha isascii \
         isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower lstrip \
         maketrans partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split \
         splitlines startswith strip swapcase title translate upper zfill",
    ),
    ("dict", "clear copy fromkeys get items keys pop popitem setdefault update values"),
    ("defaultdict", "clear copy default_factory fromkeys get items keys pop popitem setdefault update values"),
    ("OrderedDict", "clear copy fromkeys get items keys move_to_end pop popitem setdefault update values"),
    (
        "Counter",
        "clear copy elements fromkeys get items keys most_common pop popitem setdefault subtract total update values",
    ),
    (
        "deque",
        "append appendleft clear copy count extend extendleft index insert maxlen pop popleft remove reverse rotate",
    ),
    (
        "set",
        "add clear copy difference difference_update discard intersection intersection_update isdisjoint issubset \
         issuperset pop remove symmetric_difference symmetric_difference_update union update",
    ),
    ("frozenset", "copy difference intersection isdisjoint issubset issuperset symmetric_difference union"),
    ("tuple", "count index"),
    (
        "int",
        "as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag is_integer numerator real to_bytes",
    ),
    (
        "bool",
        "as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag is_integer numerator real to_bytes",
    ),
    ("float", "as_integer_ratio conjugate fromhex hex imag is_integer real"),
    ("range", "count index start step stop"),
    ("dict_keys", "isdisjoint mapping"),
    ("dict_values", "mapping"),
    ("dict_items", "isdisjoint mapping"),
    ("iterator", "close gi_code gi_frame gi_running gi_yieldfrom send throw"),
    ("record", "_asdict _field_defaults _fields _make _replace count index"),
];

/// Whether a type has an attribute in some version of Python. Special names count as attributes of every type.
pub fn python_has(type_name: &str, attribute: &str) -> bool {
    let type_name = type_name.strip_prefix("collections.").unwrap_or(type_name);
    let known = ATTRIBUTES.iter().find(|(name, _)| *name == type_name).map_or("", |(_, attributes)| *attributes);
    (attribute.starts_with("__") && attribute.ends_with("__")) || known.split(' ').any(|name| name == attribute)
}
