//! The table of built-ins and methods says what CPython does, and `docs/language.md` names all of it.

use std::io::Write as _;
use std::process::{Command, Stdio};

use lang::builtins::Builtin;
use lang::methods::{Method, Receiver, UNSUPPORTED_ATTRIBUTES};
use lang::signature::Signature;
use serde_json::{Value, json};

fn signature(signature: &Signature) -> Value {
    json!({
        "positional_only": signature.positional_only,
        "named": signature.named,
        "required": signature.required,
        "variadic": signature.variadic,
        "keyword_only": signature.keyword_only,
        "any_keyword": signature.any_keyword,
    })
}

fn table() -> Value {
    let builtin = |builtin: &Builtin| {
        json!({
            "name": builtin.name(),
            "module": builtin.module(),
            "signature": signature(builtin.signature()),
        })
    };
    let methods = |receiver: Receiver| -> Value {
        let of = |method: &Method| method.of(receiver);
        let row = |method| json!({ "name": Method::name(method), "signature": of(&method).map(|m| signature(m.signature())) });
        Method::ALL.iter().copied().filter(|method| of(method).is_some()).map(row).collect()
    };
    let by_receiver: serde_json::Map<String, Value> =
        Receiver::ALL.iter().map(|receiver| (format!("{receiver:?}"), methods(*receiver))).collect();
    json!({
        "builtins": Builtin::ALL.iter().map(builtin).collect::<Vec<_>>(),
        "methods": by_receiver,
        "unsupported": UNSUPPORTED_ATTRIBUTES,
    })
}

#[test]
fn cpython_agrees_with_the_table() {
    let directory = env!("CARGO_MANIFEST_DIR");
    let mut python = Command::new("python3")
        .arg(format!("{directory}/tests/table.py"))
        .env("PYTHONPATH", format!("{directory}/../../python"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 runs");
    let mut input = python.stdin.take().expect("a pipe");
    input.write_all(table().to_string().as_bytes()).expect("python3 reads");
    drop(input);
    let output = python.wait_with_output().expect("python3 ends");
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
}

#[test]
fn every_method_has_a_receiver_and_every_name_is_found() {
    for method in Method::ALL {
        assert!(Receiver::ALL.iter().any(|receiver| method.of(*receiver).is_some()), "{} is nobody's", method.name());
        assert_eq!(Method::by_name(method.name()), Some(*method));
    }
    for builtin in Builtin::ALL {
        let found = match builtin.name().split_once('.') {
            None if builtin.module() == "builtins" => Builtin::by_name(builtin.name()),
            None => Builtin::by_import(builtin.module(), builtin.name()),
            Some((class, member)) => Builtin::by_name(class)
                .or_else(|| Builtin::by_import(builtin.module(), class))
                .and_then(|class| class.attribute(member)),
        };
        assert_eq!(found, Some(*builtin));
    }
}

/// The words between backticks in the rows of the page that start so.
fn documented(page: &str, start: &str) -> Vec<String> {
    let rows = page.lines().filter(|line| line.starts_with(&format!("| {start}")));
    let quoted = rows.flat_map(|row| row.split('`').skip(1).step_by(2));
    quoted.flat_map(str::split_whitespace).map(|word| word.split('(').next().unwrap_or(word).to_owned()).collect()
}

#[test]
fn the_page_names_every_builtin_and_method() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/language.md");
    let page = std::fs::read_to_string(page).expect("the page");
    for builtin in Builtin::ALL {
        let row = match builtin.module() {
            "builtins" => "built-in functions".to_owned(),
            module => format!("`{module}`"),
        };
        let words = documented(&page, &row);
        assert!(words.iter().any(|word| word == builtin.name()), "{} is not in the row of {row}", builtin.name());
    }
    let words = documented(&page, "methods of");
    for method in Method::ALL {
        assert!(words.iter().any(|word| word == method.name()), "{} is not in the rows of methods", method.name());
    }
}
