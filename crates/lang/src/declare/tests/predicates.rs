//! The predicate, and what else stands at module level.

use super::*;
use crate::problem::Side;

const REST: &str = "scope(xs=3)\n@subproperty\ndef p(ys):\n    'P.'\n";

#[test]
fn the_predicate_is_found_by_its_marks() {
    let declarations =
        sound(&format!("def ok(xs: Input[list[bool]], ys: 'Output[bool]') -> bool:\n    return ys\n{REST}"));
    let predicate = declarations.predicate.expect("predicate");
    assert_eq!((&*predicate.name, predicate.has_reference), ("ok", true));
    assert_eq!(predicate.params.iter().map(|param| param.side).collect::<Vec<_>>(), [Side::Input, Side::Output]);
}

#[test]
fn a_body_that_says_nothing_is_no_reference() {
    for body in ["...", "pass", "'Docs.'", "'Docs.'; ..."] {
        let declarations = sound(&format!("def ok(xs: Input[list[bool]], ys: Output[bool]): {body}\n{REST}"));
        assert!(!declarations.predicate.expect("predicate").has_reference, "{body}");
    }
}

#[test]
fn marks_may_hide_behind_an_alias() {
    sound(&format!("In = Input[list[bool]]\ndef ok(xs: In, ys: Output[bool]): ...\n{REST}"));
}

#[test]
fn no_predicate() {
    check(
        "@subproperty\ndef p(y):\n    'P.'\n",
        "C020 <-> the file declares no predicate | write the signature of the predicate that people are asked for, for example \
         `def is_valid(xs: Input[list[Item]], ys: Output[list[Item]]) -> bool: ...`",
    );
    let (declarations, found) = declared("def f(x): return x\n", Mode::Language);
    assert!(declarations.predicate.is_none() && found.is_empty());
}

#[test]
fn several_predicates() {
    check_codes(
        &format!(
            "def a(xs: Input[bool], ys: Output[bool]): ...\ndef is_valid(xs: Input[list[bool]], ys: Output[bool]): ...\n{REST}"
        ),
        &["C021 <a>"],
    );
}

#[test]
fn signatures() {
    for (signature, expected) in [
        ("(xs: Input[list[bool]], ys)", vec!["C022 <ys>"]),
        ("(xs: Input[list[bool]], ys: bool)", vec!["C022 <bool>"]),
        ("(xs: Input[list[bool]], ys: Output)", vec!["C022 <Output>"]),
        ("(xs: Input[list[bool]], ys: Input[bool])", vec!["C022 <is_valid>", "C043 <p>"]),
        ("(xs: Output[list[bool]], ys: Output[bool])", vec!["C022 <is_valid>"]),
        ("(xs: Input[list[bool]], ys: Output[bool] = True)", vec!["C022 <True>"]),
        ("(xs: Input[list[bool]], *, ys: Output[bool])", vec!["C022 <ys>"]),
        ("(xs: Input[list[bool]], ys: Output[bool]) -> int", vec!["C022 <int>"]),
    ] {
        check_codes(&format!("def is_valid{signature}: ...\n{REST}"), &expected);
    }
    check_codes(
        &format!("def is_valid(xs: Input[list[bool]], ys: Output[bool]):\n    yield True\n{REST}"),
        &["C022 <is_valid>"],
    );
    check_codes(&format!("def is_valid(xs, ys): ...\n{REST}"), &["C022 <xs>", "C022 <ys>"]);
    check_codes(&format!("def is_valid(): ...\n{REST}"), &["C022 <is_valid>"]);
}

#[test]
fn statements_that_declare_nothing() {
    for (line, expected) in [
        ("for i in range(3): pass", "C019 <for i in range(3): pass>"),
        ("if __name__ == '__main__': pass", "C019 <if __name__ == '__main__': pass>"),
        ("LIMIT = 3\nLIMIT += 1", "C019 <LIMIT += 1>"),
        ("TABLE = {}\nTABLE[1] = 2", "C019 <TABLE[1]>"),
        ("assert True", "C019 <assert True>"),
        ("len([])", "C019 <len([])>"),
        ("3 + 4", "C019 <3 + 4>"),
        ("scope.big(Vertex=3)", "C017 <big>"),
        ("scopes(Vertex=3)", "C011 <scopes>"),
    ] {
        check_codes(&format!("{PROBLEM}{line}\n"), &[expected]);
    }
    sound(&format!(
        "{PROBLEM}LIMIT = 3\nA, *B = 1, 2\n'A remark.'\n...\npass\nSIZE: int = 3\ndef helper(x): return x\n"
    ));
}

#[test]
fn what_parse_has_reported_is_not_told_again() {
    check_codes(
        &format!("{PROBLEM}try:\n    import x\nexcept ValueError: pass\nreturn 3\n"),
        &["C010 <import x>", "C004 <return 3>", "C019 <try:>"],
    );
}
