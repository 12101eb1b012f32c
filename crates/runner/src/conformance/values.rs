//! For every kind of value, a value and a similar wrong one.

/// The kind, the value that the program must accept for it, and one that it must reject. `docs/adapters.md` lists them in the
/// same order.
pub const VALUES: &[(&str, &str, &str)] = &[
    ("nothing", "null", r#"{"some": 1}"#),
    ("true", "true", "false"),
    ("false", "false", "true"),
    ("integer", "12", "13"),
    ("negative", "-7", "7"),
    ("big", "1180591620717411303424", "1180591620717411303425"),
    ("text", r#""a""#, r#""b""#),
    ("empty text", r#""""#, r#"" ""#),
    ("odd text", r#""é 𝄞 \" \\ \n""#, r#""e 𝄞 \" \\ \n""#),
    ("list", "[3, 1, 2]", "[1, 2, 3]"),
    ("empty list", "[]", "[1]"),
    ("nested list", "[[1], []]", "[[], [1]]"),
    ("tuple", r#"{"tuple": [1, "a"]}"#, r#"{"tuple": [2, "a"]}"#),
    ("set", r#"{"set": [1, 2, 3]}"#, r#"{"set": [1, 2]}"#),
    ("frozenset", r#"{"frozenset": ["a", "b"]}"#, r#"{"frozenset": ["a", "c"]}"#),
    (
        "set of tuples",
        r#"{"set": [{"tuple": [1, 2]}, {"tuple": [3, 4]}]}"#,
        r#"{"set": [{"tuple": [1, 2]}, {"tuple": [4, 3]}]}"#,
    ),
    ("dict", r#"{"dict": [["b", 1], ["a", 2]]}"#, r#"{"dict": [["b", 2], ["a", 1]]}"#),
    ("record", r#"{"record": "Point", "fields": [1, 2]}"#, r#"{"record": "Point", "fields": [2, 1]}"#),
    (
        "list of records",
        r#"[{"record": "Point", "fields": [1, 2]}, {"record": "Point", "fields": [3, 4]}]"#,
        r#"[{"record": "Point", "fields": [3, 4]}, {"record": "Point", "fields": [1, 2]}]"#,
    ),
    ("some", r#"{"some": 5}"#, r#"{"some": 6}"#),
    ("list of options", r#"[null, {"some": 1}]"#, r#"[{"some": 1}, null]"#),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_lists_every_value() {
        let page = include_str!("../../../../docs/adapters.md");
        for (kind, right, wrong) in VALUES {
            let row = format!("| `{kind}` | `{right}` | `{wrong}` |");
            assert!(page.contains(&row), "docs/adapters.md lacks the row\n{row}");
        }
    }
}
