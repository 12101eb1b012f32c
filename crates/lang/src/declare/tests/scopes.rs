//! Scopes: bounds, domains, words, JSON.

use super::*;
use crate::problem::{AtomId, RecordId};
use crate::scope::needs::apply;
use crate::scope::{Bound, Domain};

const ALL: &str = "\
class V(Atom): ...
Id = NewType('Id', int)
class P(NamedTuple):
    age: int
    friends: list[list[V]]
    ok: bool
def is_valid(k: Input[int], rows: Input[list[set[Id]]], p: Output[P], pairs: Output[dict[V, frozenset[V]] | None]): ...
@subproperty
def s(p):
    'S.'
";
const SCOPE: &str =
    "scope(V=3, Id=range(1, 4), P_age=range(-1, 2), P_friends=(2, 1), k=range(2), rows=(4, 2), pairs=(2, 2))\n";

/// `ALL` with one bound replaced.
#[track_caller]
fn bound(from: &str, to: &str, expected: &[&str]) {
    assert!(SCOPE.contains(from));
    check_codes(&format!("{ALL}{}", SCOPE.replace(from, to)), expected);
}

#[test]
fn bounds_become_domains() {
    let declarations = sound(&format!("{ALL}{SCOPE}"));
    let scope = &declarations.scope;
    assert_eq!(scope.atoms, [3]);
    let atom = || Box::new(Domain::Atom(AtomId(0)));
    let ids = Domain::Set { element: Box::new(Domain::Int { low: 1, high: 3 }), max: 2, frozen: false };
    let friends = Domain::List { element: Box::new(Domain::List { element: atom(), max: 1 }), max: 2 };
    let set = Domain::Set { element: atom(), max: 2, frozen: true };
    assert_eq!(
        scope.params,
        [
            Domain::Int { low: 0, high: 1 },
            Domain::List { element: Box::new(ids), max: 4 },
            Domain::Record {
                record: RecordId(0),
                fields: vec![Domain::Int { low: -1, high: 1 }, friends, Domain::Bool]
            },
            Domain::Optional(Box::new(Domain::Dict { key: atom(), value: Box::new(set), max: 2 })),
        ]
    );
    assert_eq!(declarations.large_scope, declarations.scope);
    assert_eq!(
        scope.describe(declarations.types()),
        "3 of V in all, Id from 1 to 3, P.age from -1 to 1, P.friends ≤ 2 × 1, k from 0 to 1, rows ≤ 4 × 2, pairs ≤ 2 × 2"
    );
    assert_eq!(
        scope.to_json().to_string(),
        r#"{"V":3,"Id":{"range":[1,4]},"P_age":{"range":[-1,2]},"P_friends":[2,1],"k":{"range":[0,2]},"rows":[4,2],"pairs":[2,2]}"#
    );
}

#[test]
fn the_large_scope_takes_the_rest_from_the_small_one() {
    let declarations = sound(&format!("{ALL}{SCOPE}scope.large(V=9, Id=range(9))\n"));
    assert_eq!(declarations.large_scope.bound("V"), Some(&Bound::Counts(vec![9])));
    assert_eq!(declarations.large_scope.bound("rows"), Some(&Bound::Counts(vec![4, 2])));
    assert_eq!((declarations.large_scope.atoms.as_slice(), declarations.large_scope.params.len()), (&[9][..], 4));
    check(
        &format!("{ALL}{SCOPE}scope.large(V=2, Id=range(2, 9), rows=(9, 1))\n"),
        "\
C033 <2> the large scope of `V` does not contain the small one | write at least `V=3`
C033 <range(2, 9)> the large scope of `Id` does not contain the small one | write at least `Id=range(1, 4)`
C033 <(9, 1)> the large scope of `rows` does not contain the small one | write at least `rows=(4, 2)`",
    );
}

#[test]
fn no_scope_and_missing_bounds() {
    check(
        ALL,
        "C030 <k> the file declares no scope | add `scope(V=4, Id=range(5), P_age=range(5), P_friends=(3, 3), k=range(5), \
         rows=(3, 3), pairs=(3, 3))` below the predicate",
    );
    check(
        &format!("{ALL}{}", SCOPE.replace("Id=range(1, 4), ", "").replace(", rows=(4, 2)", "")),
        "C031 <scope> the scope has no bound for `Id`, `rows` | add `Id=range(5), rows=(3, 3)`",
    );
    assert!(declared(ALL, Mode::Language).1.is_empty());
    let text = "def is_valid(x: Input[bool], y: Output[bool | None]): ...\n@subproperty\ndef s(y):\n    'S.'\n";
    assert_eq!(sound(text).scope.params, [Domain::Bool, Domain::Optional(Box::new(Domain::Bool))]);
}

#[test]
fn faulty_bounds() {
    for wrong in ["0", "-1", "True"] {
        bound("V=3", &format!("V={wrong}"), &[&format!("C032 <{wrong}>")]);
    }
    bound("V=3", "V=2.5", &["C025 <2.5>"]);
    bound("V=3", "V=range(3)", &["C033 <range(3)>"]);
    bound("V=3", "V=(3, 3)", &["C033 <(3, 3)>"]);
    bound("V=3", "V=2000000", &["C033 <2000000>"]);
    bound("V=3", "V='3'", &["C025 <'3'>"]);
    bound("V=3", "V=()", &["C025 <()>"]);
    bound("V=3", "V=N", &["C011 <N>"]);
    bound("range(1, 4)", "range(4, 1)", &["C032 <range(4, 1)>"]);
    bound("range(1, 4)", "range(0)", &["C032 <range(0)>"]);
    bound("range(1, 4)", "range(0, 9, 2)", &["C033 <2>"]);
    bound("range(1, 4)", "range(10 ** 3)", &["C025 <10 ** 3>"]);
    bound("range(1, 4)", "range(99999999999999999999)", &["C033 <range(99999999999999999999)>"]);
    bound("range(1, 4)", "4", &["C033 <4>"]);
    bound("k=range(2)", "k=2", &["C033 <2>"]);
    bound("rows=(4, 2)", "rows=4", &["C033 <4>"]);
    bound("rows=(4, 2)", "rows=(4, 2, 1)", &["C033 <(4, 2, 1)>"]);
    bound("rows=(4, 2)", "rows=range(4)", &["C033 <range(4)>"]);
    bound("rows=(4, 2)", "rows=(4, 0)", &["C032 <0>"]);
    bound("scope(V=3", "scope(3, V=3", &["C025 <3>"]);
    check_codes(&format!("{ALL}scope()\n"), &["C025 <scope>", "C031 <scope>"]);
    check_codes(&format!("{ALL}{SCOPE}{SCOPE}"), &["C018 <scope>"]);
}

#[test]
fn constants_may_be_bounds() {
    let text = format!(
        "N = 2\nLOW: int = -N\n{ALL}{}",
        SCOPE.replace("V=3", "V=2 * N - 1").replace("range(-1, 2)", "range(LOW + 1, 2)")
    );
    let declarations = sound(&text);
    assert_eq!(declarations.scope.bound("V"), Some(&Bound::Counts(vec![3])));
    assert_eq!(declarations.scope.bound("P_age"), Some(&Bound::Range(-1, 2)));
    check_codes(
        &format!(
            "M = 1
M = 3
{ALL}{}",
            SCOPE.replace("V=3", "V=M")
        ),
        &["C025 <M>"],
    );
}

#[test]
fn bounds_for_nothing() {
    let also = |key: &str, expected: &str| {
        check(
            &format!("class W(Atom): ...\nE = list[V]\n{ALL}{}", SCOPE.replace("V=3", &format!("V=3, {key}=3"))),
            expected,
        );
    };
    check_codes(&format!("{ALL}{}", SCOPE.replace("rows", "row")), &["C034 <row>"]);
    also("row", "C034 <row> there is no `row` to bound | did you mean `rows`?");
    also(
        "xyz",
        "C034 <xyz> there is no `xyz` to bound | this problem bounds `V`, `Id`, `P_age`, `P_friends`, `k`, `rows`, `pairs`",
    );
    also(
        "p",
        "C034 <p> `p` needs no bound | its type has few values, or is bounded under its own name; remove the bound",
    );
    also(
        "P_ok",
        "C034 <P_ok> `P_ok` needs no bound | its type has few values, or is bounded under its own name; remove the bound",
    );
    also(
        "P",
        "C034 <P> `P` is a record and has no bound of its own | bound its fields: `P_age=range(5)`, `P_friends=(3, 3)`",
    );
    also(
        "E",
        "C034 <E> `E` is another name of a type and has no bound of its own | bound the atoms, integers and parameters it is made of",
    );
    also(
        "W",
        "C042 <W> no pair holds a `W`, so its bound has no effect | remove the bound, or use the type in a parameter of the predicate",
    );
}

#[test]
fn a_length_and_a_range_at_once() {
    let text = "class V(Atom): ...\ndef is_valid(x: Input[tuple[int, list[V]]], y: Output[bool]): ...\nscope(V=3, x=3)\n@subproperty\ndef s(y):\n    'S.'\n";
    check_codes(text, &["C031 <x>"]);
    let text = "def is_valid(a_b: Input[int], y: Output[a]): ...\nclass a(NamedTuple):\n    b: int\nscope(a_b=range(3))\n@subproperty\ndef s(y):\n    'S.'\n";
    check_codes(text, &["C018 <a_b>"]);
}

#[test]
fn records_that_double_are_too_large() {
    let records = (1..40).map(|i| format!("class R{i}(NamedTuple):\n    a: R{}\n    b: R{}\n", i - 1, i - 1));
    let mut text = String::from("class R0(NamedTuple):\n    a: bool\n    b: bool\n") + &records.collect::<String>();
    text += "V = NewType('V', int)\ndef is_valid(x: Input[R39], y: Output[V]): ...\nscope(V=range(3))\n@subproperty\ndef s(y):\n    'S.'\n";
    check_codes(&text, &["C027 <x>"]);
}

#[test]
fn scopes_apply_to_what_they_bound_only() {
    let declarations = sound(&format!("{ALL}{SCOPE}"));
    let mut bounds = declarations.scope.bounds.clone();
    bounds.retain(|(key, _)| key != "k");
    assert!(apply(declarations.types(), bounds).is_err());
}

const WORDS: &str = "\
Word = NewType('Word', str)
def is_valid(text: Input[str], words: Output[list[Word]]): ...
@subproperty
def s(words):
    'S.'
";

#[test]
fn strings_have_an_alphabet_and_a_length() {
    let sound = sound(&format!("{WORDS}scope(text=('ab ', 4), Word=('ab', 3), words=2)\n"));
    let letters = |alphabet: &str| -> Vec<crate::types::Literal> {
        alphabet.chars().map(|c| crate::types::Literal::Str(c.to_string().into())).collect()
    };
    let text = |alphabet: &str, max| Domain::Text { element: Box::new(Domain::Literal(letters(alphabet))), max };
    assert_eq!(sound.scope.params, [text("ab ", 4), Domain::List { element: Box::new(text("ab", 3)), max: 2 }]);
    assert_eq!(
        sound.scope.to_json().to_string(),
        r#"{"text":{"alphabet":"ab ","length":4},"Word":{"alphabet":"ab","length":3},"words":2}"#
    );
    for (bounds, expected) in [
        ("text=('', 4), Word=('ab', 3), words=2", "C032 <''>"),
        ("text=('aba', 4), Word=('ab', 3), words=2", "C032 <'aba'>"),
        ("text='ab', Word=('ab', 3), words=2", "C025 <'ab'>"),
        ("text=('ab', 4, 1), Word=('ab', 3), words=2", "C025 <('ab', 4, 1)>"),
        ("text=('ab', 0), Word=('ab', 3), words=2", "C032 <0>"),
        ("text=4, Word=('ab', 3), words=2", "C033 <4>"),
        ("text=('ab', 4), Word=range(3), words=2", "C033 <range(3)>"),
        ("text=('ab', 4), Word=('ab', 3), words=('ab', 2)", "C033 <('ab', 2)>"),
        ("text=('ab', 4), words=2", "C031 <scope>"),
    ] {
        check_codes(&format!("{WORDS}scope({bounds})\n"), &[expected]);
    }
    let larger = format!("{WORDS}scope(text=('ab', 4), Word=('ab', 3), words=2)\nscope.large(text=('ac', 9))\n");
    check_codes(&larger, &["C033 <('ac', 9)>"]);
}
