use super::*;

/// The diagnostics of a text, one per line: position, code, message, marked text.
fn faults(text: &str) -> String {
    let source = Source::new("test.py", text);
    let (_, diagnostics) = parse(&source);
    let mut lines = Vec::new();
    for diagnostic in &diagnostics {
        assert!(diagnostic.help.is_some(), "no help: {diagnostic:?}");
        let span = diagnostic.primary.as_ref().map_or(Span::default(), |label| label.span);
        let (line, column) = source.position(span.start);
        lines.push(format!(
            "{line}:{column} {} {} <{}>",
            diagnostic.code.as_str(),
            diagnostic.message,
            source.slice(span)
        ));
    }
    lines.join("\n")
}

fn module(text: &str) -> Module {
    let (module, diagnostics) = parse(&Source::new("test.py", text));
    assert!(diagnostics.is_empty(), "{text}: {diagnostics:?}");
    module
}

/// Checks the messages of many texts; the code is `code` for all, and `syntax error: ` is left out.
fn check(code: &str, cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        let found = faults(text);
        let plain: Vec<String> = found
            .lines()
            .map(|line| line.replacen(&format!("{code} "), "", 1).replacen("syntax error: ", "", 1))
            .collect();
        assert_eq!(plain.join("\n"), *expected, "in {text:?}");
    }
}

#[test]
fn constructs_outside_the_language_are_named_where_they_stand() {
    check(
        "C010",
        &[
            ("x = a @ b", "1:5 `@` as an operator is outside the language <a @ b>"),
            ("x = 2j", "1:5 a complex number is outside the language <2j>"),
            ("x = b'a'", "1:5 a bytes literal is outside the language <b'a'>"),
            ("x = f'{a!a}'", "1:7 `!a` in an f-string is outside the language <{a!a}>"),
            ("x = '\\ud800'", "1:5 a string with half a surrogate pair is outside the language <'\\ud800'>"),
            ("x = a[1:2, 3]", "1:7 an index with several slices is outside the language <1:2>"),
            ("def f():\n    x = yield 3", "2:9 `yield` as an expression is outside the language <yield 3>"),
            ("def f[T](x: T): pass", "1:6 a type parameter is outside the language <[T]>"),
            ("raise", "1:1 `raise` without an exception outside an `except` is outside the language <raise>"),
            ("import collections.abc", "1:8 `import` of a dotted module is outside the language <collections.abc>"),
            ("from . import a", "1:1 a relative import is outside the language <from . import a>"),
            ("from a import *", "1:1 `import *` is outside the language <from a import *>"),
            ("def f():\n    import a", "2:5 an import inside a block is outside the language <import a>"),
            (
                "def f():\n    type A = int",
                "2:5 a `type` statement inside a block is outside the language <type A = int>",
            ),
            ("async def f(): pass", "1:11 `async` is outside the language <f>"),
            ("def f(): return await g()", "1:17 `await` is outside the language <await g()>"),
        ],
    );
}

#[test]
fn faults_inside_reported_statements_are_found_too() {
    let text = "\
def f():
    try:
        x = 1 / 2
    except KeyError as e:
        y = 1.5
    with a as b:
        c = await b
    match x:
        case [p, *q] if p:
            z = 1j
";
    assert_eq!(
        faults(text),
        "\
7:13 C010 `await` is outside the language <await b>
10:17 C010 a complex number is outside the language <1j>"
    );
}

#[test]
fn syntax_errors_are_told_in_plain_words() {
    check(
        "C004",
        &[
            ("x = (1,\ndef f(): pass\ny = 3\n", "1:5 `(` is never closed <(>"),
            ("x = [1, 2)\n", "1:10 `)` does not match `[` <)>"),
            ("if x = 3: pass", "1:6 expected `:`, found `=` <=>"),
            ("if x\n    y = 3", "1:5 expected `:`, found the end of the line <\n>"),
            ("print x", "1:7 two statements on one line <x>"),
            ("x = 'abc\n", "1:5 a string without its closing quote <'abc>"),
            ("def f():\nreturn 3\n", "2:1 expected an indented block after function definition <return>"),
            ("  x = 3\n", "1:1 unexpected indentation <  >"),
            ("def f():\n    x = 3\n  y = 3\n", "3:1 the indentation matches no line above <  >"),
            ("f() = 3", "1:1 this cannot be assigned to <f()>"),
            ("x = \u{201c}a\u{201d}", "1:5 `\u{201c}` is not Python <\u{201c}>"),
            ("x = 0x", "1:5 a number without digits <0x>"),
            ("x = 0B + 1", "1:5 a number without digits <0B>"),
            ("a b\nc d", "1:3 two statements on one line <b>\n2:3 two statements on one line <d>"),
            ("else: pass", "1:1 no statement starts like this <else>"),
            ("x = 'a\0b'", "1:7 the file holds a null byte <\0>"),
            (
                "[*x for x in y]",
                "1:2 cannot use iterable unpacking in a list comprehension on Python 3.12 (syntax was added in Python 3.15) <*x>",
            ),
        ],
    );
}

#[test]
fn what_the_grammar_allows_and_cpython_refuses_is_a_syntax_error() {
    check(
        "C004",
        &[
            ("return 3", "1:1 `return` outside a function <return 3>"),
            ("class A:\n    yield 3", "2:5 `yield` outside a function <yield 3>"),
            ("break", "1:1 `break` outside a loop <break>"),
            ("for x in y: pass\nelse: continue", "2:7 `continue` outside a loop <continue>"),
            ("while x:\n    def f(): break", "2:14 `break` outside a loop <break>"),
            ("nonlocal x", "1:1 `nonlocal` outside a function <nonlocal x>"),
            ("def f(a, a): pass", "1:10 parameter `a` stands there twice <a>"),
            ("f(a=1, a=2)", "1:8 argument `a` is given twice <a=2>"),
            ("*a = b", "1:1 a starred target must be in a list or tuple <*a>"),
            ("a, *b, *c = d", "1:1 two starred names in one target <a, *b, *c>"),
            ("x = *a", "1:5 `*` is not allowed here <*a>"),
            ("[x for x in (y := z)]", "1:14 `:=` cannot be used in the iterable of a comprehension <y := z>"),
            ("[x := 1 for x in y]", "1:2 `:=` cannot assign to `x`, which the comprehension loops over <x := 1>"),
        ],
    );
    assert!(faults(&format!("x = {}", "1".repeat(4301))).contains("an integer of more than 4300 digits"));
    module(&format!("x = {}", "1".repeat(4300)));
}

#[test]
fn signs_of_other_languages_are_recognized() {
    for (text, help) in [
        ("a && b", "write `and`"),
        ("a || b", "write `or`"),
        ("i++", "write `+= 1`"),
        ("a <> b", "write `!=`"),
        ("x = !a", "write `not`"),
    ] {
        let (_, diagnostics) = parse(&Source::new("test.py", text));
        assert_eq!(diagnostics[0].help.as_deref(), Some(help), "in {text}");
    }
}

#[test]
fn functions_stand_in_the_order_of_their_first_character() {
    let module = module("@d(lambda: 0)\ndef f(x=lambda: 1):\n    def g(): yield 1\n    return lambda y: [lambda: y]\n");
    let names: Vec<(&str, bool)> =
        module.functions.iter().map(|function| (&*function.name.name, function.is_generator)).collect();
    let lambda = ("<lambda>", false);
    assert_eq!(names, [("f", false), lambda, lambda, ("g", true), lambda, lambda]);
    assert!(module.functions.is_sorted_by_key(|function| function.span.start));
}

#[test]
fn annotations_hold_forward_references_but_literals_hold_strings() {
    let text = "from typing import Literal as L\ndef f(a: 'list[\"Vertex\"]', b: L['(', \"x\"], c: 'no type'): ...\n";
    let module = module(text);
    let params = &module.functions[0].params;
    let annotation = |index: usize| params[index].annotation.as_ref().map(|annotation| &annotation.kind);
    let Some(ExprKind::Subscript(_, vertex)) = annotation(0) else { panic!("{:?}", annotation(0)) };
    assert!(matches!(&vertex.kind, ExprKind::Name(name) if &**name == "Vertex"));
    assert_eq!(&text[vertex.span.start as usize..vertex.span.end as usize], "Vertex");
    let Some(ExprKind::Subscript(_, values)) = annotation(1) else { panic!("{:?}", annotation(1)) };
    let ExprKind::Tuple(values) = &values.kind else { panic!("{values:?}") };
    assert!(values.iter().all(|value| matches!(value.kind, ExprKind::Str(_))));
    assert!(matches!(annotation(2), Some(ExprKind::Str(_))));
}

#[test]
fn docstrings_are_cleaned_as_inspect_does() {
    let module = module("def f():\n    \"\"\"  First.\n\n      Second,\n\tthird.  \n    \"\"\"\n    return 1\n");
    assert_eq!(module.functions[0].docstring.as_deref(), Some("First.\n\nSecond,\n  third."));
    assert_eq!(module.functions[0].body.len(), 1);
}

#[test]
fn messages_may_be_f_strings() {
    let module = module("def f(x):\n    assert x, f'{x:{x}}' 'abc'\n    raise ValueError(f'{x!r}', (f'a',))\n");
    let crate::ast::StmtKind::Assert { message: Some(message), .. } = &module.functions[0].body[0].kind else {
        panic!()
    };
    assert!(matches!(&message.kind, ExprKind::Message(parts) if parts.len() == 2));
}

#[test]
fn big_integers_are_read_whole() {
    for (text, expected) in [
        ("0xFFFF_FFFF_FFFF_FFFF_F", "295147905179352825855"),
        ("18446744073709551616", "18446744073709551616"),
        ("0b1_0", "2"),
    ] {
        let module = module(text);
        let crate::ast::StmtKind::Expr(expr) = &module.body[0].kind else { panic!() };
        assert!(matches!(&expr.kind, ExprKind::Int(value) if value.to_string() == expected), "{text}");
    }
}

#[test]
fn depth_is_bounded() {
    let too_deep = |text: &str| faults(text).contains("nested too deeply");
    for (before, after) in [("-", ""), ("[", "]"), ("f(", ")"), ("lambda: ", ""), ("x if y else ", ""), ("z + ", "")] {
        let nested = |n: usize| format!("x = {}z{}", before.repeat(n), after.repeat(n));
        assert_eq!(faults(&nested(MAX_DEPTH - 2)), "", "{before}");
        assert!(too_deep(&nested(MAX_DEPTH + 1)), "{before}");
        assert!(too_deep(&nested(100_000)), "{before}");
    }
    // Parentheses alone make no tree; nor do long lists.
    assert_eq!(faults(&format!("x = {}1{}", "(".repeat(500), ")".repeat(500))), "");
    assert_eq!(faults(&format!("x = [{}]", "-1, (2, 3), ".repeat(20_000))), "");
    let elifs = |n: usize| format!("if x:\n  pass\n{}", "elif y:\n  pass\n".repeat(n));
    assert_eq!(faults(&elifs(MAX_DEPTH - 10)), "");
    assert!(too_deep(&elifs(MAX_DEPTH)));
    let managers = |n: usize| format!("def f():\n  with {}x:\n    pass\n", "x, ".repeat(n));
    assert_eq!(faults(&managers(MAX_DEPTH / 2)), "");
    assert!(too_deep(&managers(MAX_DEPTH)));
    assert!(too_deep(&managers(100_000)));
    // Managers of one `with` are as deep as those of as many.
    let nested = |n: usize| {
        let with = |depth: usize| format!("{}with {}x:\n", "  ".repeat(depth), "x, ".repeat(MAX_DEPTH / 3));
        format!("def f():\n{}{}pass\n", (1..=n).map(with).collect::<String>(), "  ".repeat(n + 1))
    };
    assert_eq!(faults(&nested(2)), "");
    assert!(too_deep(&nested(3)));
    assert!(too_deep(&nested(90)));
}

/// Texts that once overflowed, or might overflow, the stack of a recursive parser or of what it builds.
#[test]
fn repetition_does_no_harm() {
    let units = [
        "(",
        "[",
        "{",
        "-",
        "not ",
        "lambda: ",
        "lambda x, y: ",
        "await ",
        "a if b else ",
        "a ** ",
        "*",
        "async ",
        "f(",
        "f(]",
        "(]",
        "(]\n",
        "a[",
        "x.",
        "x + ",
        "f'{",
        "{a:",
        "(a,",
        "a,",
        "a and ",
        "a < ",
        "x = ",
        "yield ",
        "@a\n",
        "if a:\n",
        "x: ",
        "f(a)(",
        "try:\n",
        "match a:\n case ",
        "[x for x in ",
        "a := ",
        "elif x: y\n",
        "with a as ",
        "\\\n",
        "\"a\" ",
        "'",
        "f\"{x:",
        "from .",
        "def f(",
        "class A(",
        "def f(a=",
        "[)",
        "f'{f\"{",
        "\t",
        "a;",
        "\0",
        "\r",
        "\u{feff}",
        "x[(",
        "del (",
        "([[",
        "(yield ",
        "(x:=",
        "match (",
    ];
    for unit in units {
        for tail in ["", "x", ")", "\n"] {
            let source = Source::new("test.py", unit.repeat(60_000 / unit.len()) + tail);
            let (_, diagnostics) = parse(&source);
            assert!(diagnostics.len() < 60_000, "{unit:?}");
        }
    }
}

#[test]
fn arguments_are_read_in_the_order_of_the_text() {
    let module = module("f(key=lambda: 1, *[lambda: 2])\n");
    assert!(module.functions.is_sorted_by_key(|function| function.span.start));
}
