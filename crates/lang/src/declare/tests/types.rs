//! Annotations, aliases, atoms, `NewType`s and records.

use super::*;
use crate::problem::{AtomKind, RecordKind};

/// The type of the input `x` as Python would write it, in a file with an atom `Vertex`, an integer `Id` and a record `P`.
#[track_caller]
fn shown(annotation: &str) -> String {
    let (declarations, _) = declared(&with_input(annotation), Mode::Language);
    let types = declarations.types();
    types.names.show(&types.params[0].ty).to_string()
}

fn with_input(annotation: &str) -> String {
    format!(
        "class Vertex(Atom): ...\nId = NewType(\"Id\", int)\nEdge = tuple[Vertex, Vertex]\ntype Edges = list[Edge]\n\
         class P(NamedTuple):\n    age: int\n\
         def is_valid(x: Input[{annotation}], y: Output[bool]): ...\n"
    )
}

/// The faults that a parameter of this type has, in a file without scope.
#[track_caller]
fn faults(annotation: &str, expected: &str) {
    let (_, found) = declared(&with_input(annotation), Mode::Language);
    assert_eq!(found.join("\n"), expected.trim());
}

#[test]
fn types_of_pairs() {
    for (written, expected) in [
        ("list[Edge]", "list[tuple[Vertex, Vertex]]"),
        ("Unordered[Edges]", "Unordered[list[tuple[Vertex, Vertex]]]"),
        ("Optional[Vertex]", "Vertex | None"),
        ("None | Vertex", "Vertex | None"),
        ("Union[set[Id], None]", "set[Id] | None"),
        ("dict[Id, list[bool]]", "dict[Id, list[bool]]"),
        ("frozenset[tuple[P, Id]]", "frozenset[tuple[P, Id]]"),
        ("Literal['(', \")\", 3, -2, True]", "Literal[\"(\", \")\", 3, -2, True]"),
        ("Literal['b', 'a', None]", "Literal[\"b\", \"a\"] | None"),
        ("Literal['b'] | Literal['a']", "Literal[\"b\", \"a\"]"),
        ("'list[\"Vertex\"]'", "list[Vertex]"),
        ("tuple[()]", "tuple[()]"),
        ("tuple[int, bool]", "tuple[int, bool]"),
    ] {
        assert_eq!(shown(written), expected, "{written}");
        faults(written, "");
    }
}

#[test]
fn types_a_pair_cannot_have() {
    for (written, place) in [
        ("list[str]", "C031 <str>"),
        ("dict[Vertex, str]", "C031 <str>"),
        ("Any", "C027 <Any>"),
        ("object", "C027 <object>"),
        ("float", "C027 <float>"),
        ("bytes", "C027 <bytes>"),
        ("None", "C027 <None>"),
        ("list", "C027 <list>"),
        ("list[Vertex, Vertex]", "C027 <list[Vertex, Vertex]>"),
        ("dict[Vertex]", "C027 <dict[Vertex]>"),
        ("Vertex[Id]", "C027 <Vertex[Id]>"),
        ("Callable[[int], bool]", "C027 <Callable[[int], bool]>"),
        ("Sequence[Vertex]", "C027 <Sequence[Vertex]>"),
        ("Iterator[Vertex]", "C027 <Iterator[Vertex]>"),
        ("Counter[Vertex]", "C027 <Counter[Vertex]>"),
        ("tuple[Vertex, ...]", "C027 <tuple[Vertex, ...]>"),
        ("Vertex | Id", "C027 <Vertex | Id>"),
        ("set[list[Vertex]]", "C027 <list[Vertex]>"),
        ("dict[tuple[set[Vertex], Id], bool]", "C027 <tuple[set[Vertex], Id]>"),
        ("Unordered[set[Vertex]]", "C027 <set[Vertex]>"),
        ("Unordered", "C027 <Unordered>"),
        ("list[Input[Vertex]]", "C027 <Input[Vertex]>"),
        ("Literal[1, True]", "C027 <True>"),
        ("Literal[1 + 1]", "C027 <1 + 1>"),
        ("3", "C027 <3>"),
        ("is_valid", "C027 <is_valid>"),
        ("list[int]", "C031 <int>"),
        ("dict[Vertex, tuple[int, int]]", "C031 <int>\nC031 <int>"),
        ("list[Vertx]", "C011 <Vertx>"),
        ("'list['", "C027 <'list['>"),
    ] {
        let (_, found) = declared(&with_input(written), Mode::Language);
        let short: Vec<String> =
            found.iter().map(|line| line.split("> ").next().unwrap_or_default().to_owned() + ">").collect();
        assert_eq!(short.join("\n"), place, "{written}: {found:?}");
    }
}

#[test]
fn every_refusal_shows_a_way_out() {
    faults("list[Vertx]", "C011 <Vertx> unknown name `Vertx` | did you mean `Vertex`?");
    faults(
        "list[defaultdict]",
        "C011 <defaultdict> unknown name `defaultdict` | add `from collections import defaultdict`",
    );
    faults(
        "list[int]",
        "C031 <int> a plain `int` inside a container has no bound | give these integers a type of their own, \
         `Id = NewType(\"Id\", int)`, write `Id` here, and bound it: `scope(Id=range(5))`",
    );
    faults(
        "set[list[Id]]",
        "C027 <list[Id]> `list` cannot be hashed, so it cannot be an element of a set | use `tuple[…]` instead of a list or a \
         record of hashable fields, `frozenset[T]` instead of a set",
    );
}

#[test]
fn aliases_that_refer_to_themselves() {
    check_codes(
        &format!("type A = list[A]\ntype B = tuple[C, C]\ntype C = list[B]\n{PROBLEM}"),
        &["C027 <A>", "C027 <B>"],
    );
}

#[test]
fn aliases_that_double_the_type_are_cut_short() {
    let aliases = (1..60).map(|i| format!("A{i} = tuple[A{}, A{}]\n", i - 1, i - 1));
    let mut text = String::from("A0 = tuple[bool, bool]\n") + &aliases.collect::<String>();
    text += "def is_valid(x: Input[A59], y: Output[bool]): ...\n";
    let (_, found) = declared(&text, Mode::Language);
    assert!(found[0].starts_with("C027"), "{found:?}");
    assert!(found.len() < 200);
}

#[test]
fn long_chains_of_aliases_do_not_exhaust_the_stack() {
    let aliases: Vec<String> = (0..2_000).map(|i| format!("type A{i} = list[A{}]", i + 1)).collect();
    let text = aliases.join("\n") + "\ntype A2000 = bool\n";
    let (_, found) = declared(&text, Mode::Language);
    assert!(found.iter().all(|line| line.starts_with("C027")), "{found:?}");
}

#[test]
fn atoms() {
    let text = PROBLEM.replace("class Vertex(Atom): ...", "class Vertex(Atom, as_=(int, str)):\n    'A name.'");
    let declarations = sound(&text);
    assert_eq!(declarations.atoms[0].kinds, [AtomKind::Int, AtomKind::Str]);
    assert_eq!(declarations.atoms[0].doc.as_deref(), Some("A name."));
    assert_eq!(sound(PROBLEM).atoms[0].kinds, [AtomKind::Str]);
    for (class, expected) in [
        ("class Vertex(Atom, as_=float): ...", "C025 <float>"),
        ("class Vertex(Atom, as_=[int]): ...", "C025 <[int]>"),
        ("class Vertex(Atom, as_=()): ...", "C025 <()>"),
        ("class Vertex(Atom, as_=(int, int)): ...", "C025 <int>"),
        ("class Vertex(Atom, kinds=int): ...", "C025 <kinds>"),
        ("class Vertex(Atom, NamedTuple): ...", "C025 <NamedTuple>"),
        ("@dataclass(frozen=True)\nclass Vertex(Atom): ...", "C025 <dataclass(frozen=True)>"),
        ("class Vertex(Atom):\n    name: bool", "C025 <Vertex>"),
    ] {
        check_codes(&PROBLEM.replace("class Vertex(Atom): ...", class), &[expected]);
    }
}

#[test]
fn new_types() {
    for (line, expected) in [
        ("Id = NewType('Id', bool)", "C010 <bool>"),
        ("Id = NewType('Ident', int)", "C025 <'Ident'>"),
        ("Id = NewType(Id, int)", "C025 <Id>"),
        ("Id = NewType('Id')", "C025 <NewType('Id')>"),
    ] {
        check_codes(&format!("{PROBLEM}{line}\n"), &[expected]);
    }
    assert_eq!(&*sound(&format!("{PROBLEM}Id = NewType('Id', int)\n")).numbers[0].name, "Id");
    let word = sound(&format!("{PROBLEM}Word = NewType('Word', str)\n"));
    assert_eq!(word.numbers[0].base, crate::problem::NewTypeBase::Str);
}

const RECORD: &str = "\
@dataclass(frozen=True)
class Person:
    'Somebody.'
    name: bool
    age: int = 0
";

#[test]
fn records() {
    let problem = "def is_valid(x: Input[Person], y: Output[bool]): ...\nscope(Person_age=range(4))\n@subproperty\ndef p(y):\n    'P.'\n";
    let declarations = sound(&format!("{RECORD}{problem}"));
    let record = &declarations.records[0];
    assert_eq!((record.kind, record.doc.as_deref()), (RecordKind::Dataclass { order: false }, Some("Somebody.")));
    assert_eq!(
        record.fields.iter().map(|field| (&*field.name, field.default.is_some())).collect::<Vec<_>>(),
        [("name", false), ("age", true)]
    );
    let ordered = RECORD.replace("frozen=True", "order=True, frozen=True, slots=True");
    assert_eq!(sound(&format!("{ordered}{problem}")).records[0].kind, RecordKind::Dataclass { order: true });
    for (from, to, expected) in [
        ("frozen=True", "frozen=True, eq=False", "C010 <eq>"),
        ("frozen=True", "frozen=True, kw_only=True", "C010 <kw_only>"),
        ("    age: int = 0", "    age: int = 0\n    size: bool", "C025 <size>"),
        ("    age: int = 0", "    age: int = 0\n    age: int = 1", "C018 <age>"),
        ("    name: bool", "    name: bool = {}", "C025 <{}>"),
        ("    name: bool", "    name: str", "C031 <scope>"),
        ("    name: bool", "    name: 'Person | None'", "C031 <scope>"),
        ("    name: bool", "    name: 'Person'", "C027 <name>"),
    ] {
        check_codes(&format!("{}{problem}", RECORD.replace(from, to)), &[expected]);
    }
    for body in ["    age: int\n    def older(self): return self", "    age: int\n    KINDS = 3"] {
        sound(&format!("{}{problem}", RECORD.replace("    age: int = 0", body)));
    }
}

#[test]
fn values_of_pairs_are_no_instances() {
    let problem =
        "def is_valid(x: Input[Person], y: Output[int]): ...\nscope(y=range(3))\n@subproperty\ndef p(y):\n    'P.'\n";
    for (from, to) in [
        ("@dataclass(frozen=True)", "@dataclass"),
        ("@dataclass(frozen=True)\n", ""),
        ("frozen=True", "frozen=False"),
        ("class Person:", "class Person(Base):"),
        ("    age: int = 0", "    age: int = 0\n    def __len__(self): return 1"),
    ] {
        let text = RECORD.replace(from, to);
        check_codes(&format!("class Base: ...\n{text}{problem}"), &["C027 <Person>"]);
    }
}

#[test]
fn named_tuples() {
    let problem = "def is_valid(x: Input[set[P]], y: Output[bool]): ...\nscope(P_age=range(4), x=3)\n@subproperty\ndef p(y):\n    'P.'\n";
    let declarations = sound(&format!("class P(NamedTuple):\n    age: int\n{problem}"));
    assert_eq!(declarations.records[0].kind, RecordKind::NamedTuple);
    check_codes(&format!("class P(NamedTuple):\n    age: int\n    _x: bool\n{problem}"), &["C025 <_x>"]);
    check_codes(
        &format!("class P(NamedTuple):\n    age: int\n    all: list[bool]\n{problem}"),
        &["C027 <P>", "C031 <scope>"],
    );
    check_codes(
        &format!("@dataclass(frozen=True)\nclass P(NamedTuple):\n    age: int\n{problem}"),
        &["C010 <dataclass(frozen=True)>"],
    );
}

#[test]
fn records_outside_pairs_may_hold_anything() {
    sound(&format!(
        "class State(NamedTuple):\n    word: str\n    count: Counter[int]\n    next: 'State | None'\n{PROBLEM}"
    ));
}

const NODES: &str = "\
Key = NewType('Key', int)
@dataclass(frozen=True)
class Node:
    value: Key
    left: 'Node | None'
    right: Optional['Node']
@dataclass(frozen=True)
class Leaf:
    value: Key
@dataclass(frozen=True)
class Branch:
    parts: 'list[Tree]'
type Tree = Leaf | Branch
class A(NamedTuple):
    b: 'list[B]'
class B(NamedTuple):
    a: tuple[A, A]
class Circle(NamedTuple):
    radius: Key
class Square(NamedTuple):
    side: Key
Shape = Union[Circle, Square]
class Bag(NamedTuple):
    root: 'Node | None'
";

fn with_nodes(input: &str, scope: &str) -> String {
    format!(
        "{NODES}def is_valid(x: Input[{input}], y: Output[bool]): ...\nscope({scope})\n@subproperty\ndef p(y):\n    'P.'\n"
    )
}

#[test]
fn records_that_hold_themselves_are_counted() {
    for (input, scope, families) in [
        ("Node | None", "Key=range(3), Node=3", vec![("Node", "Node")]),
        ("Bag", "Key=range(3), Node=3, Node_depth=2", vec![("Node", "Node")]),
        ("list[Node]", "Key=range(3), Node=3", vec![("Node", "Node")]),
        ("list[Node]", "Key=range(3), Node=3, x=2", vec![("Node", "Node")]),
        ("Tree", "Key=range(3), Tree=3", vec![("Leaf", "Tree"), ("Branch", "Tree")]),
        ("Leaf | Branch | None", "Key=range(3), Tree=3, Branch_parts=2", vec![("Leaf", "Tree"), ("Branch", "Tree")]),
        ("B", "A=3", vec![("A", "A"), ("B", "A")]),
        ("Shape | None", "Key=range(3)", vec![]),
    ] {
        let declarations = sound(&with_nodes(input, scope));
        let found: Vec<(&str, &str)> = declarations
            .records
            .iter()
            .filter_map(|record| Some((&*record.name, &**record.family.as_ref()?)))
            .collect();
        assert_eq!(found, families, "{input}");
        let has_pool = matches!(declarations.scope.params[0], crate::scope::Domain::Nodes { .. });
        assert_eq!(has_pool, !families.is_empty(), "{input}");
    }
    let tagged = sound(&with_nodes("Shape", "Key=range(3)")).records;
    let tagged: Vec<&str> = tagged.iter().filter(|record| record.tagged).map(|record| &*record.name).collect();
    assert_eq!(tagged, ["Circle", "Square"]);
}

#[test]
fn bounds_of_nodes() {
    for (input, scope, expected) in [
        ("Node | None", "Key=range(3)", "C031 <scope>"),
        ("Node | None", "Key=range(3), Node=range(3)", "C033 <range(3)>"),
        ("Node | None", "Key=range(3), Node=(3, 3)", "C033 <(3, 3)>"),
        ("Node | None", "Key=range(3), Node=51", "C033 <51>"),
        ("Node | None", "Key=range(3), Node=3, Node_depth=range(3)", "C033 <range(3)>"),
        ("Node | None", "Key=range(3), Node=3, Nod_depth=3", "C034 <Nod_depth>"),
        ("list[Node | None]", "Key=range(3), Node=3", "C031 <scope>"),
        ("Tree", "Key=range(3), Leaf=3", "C034 <Leaf>"),
    ] {
        let (_, found) = declared(&with_nodes(input, scope), Mode::Problem);
        assert!(found.iter().any(|found| found.starts_with(expected)), "{input} at {scope}: {found:?}");
    }
    let large = "scope.large(Node=7, Node_depth=9)\n";
    check_codes(&format!("{}{large}", with_nodes("Node | None", "Key=range(3), Node=3")), &["C033 <9>"]);
    sound(&format!("{}{large}", with_nodes("Node | None", "Key=range(3), Node=3, Node_depth=2")));
}

#[test]
fn nodes_that_cannot_be_counted() {
    for (line, expected) in [
        ("    a: tuple[A, B]", "C027 <a>"),
        ("    a: frozenset[A]", "C027 <a>"),
        ("    a: 'dict[bool, B]'", "C027 <a>"),
        ("    a: Unordered[list[A]]", "C027 <a>"),
    ] {
        let text = with_nodes("B", "A=3").replace("    a: tuple[A, A]", line);
        let (_, found) = declared(&text, Mode::Problem);
        assert!(found.iter().any(|found| found.starts_with(expected)), "{line}: {found:?}");
    }
    for input in ["set[Node]", "dict[bool, Node]", "Unordered[list[Bag]]", "Node | Key", "Node | list[Node]"] {
        let (_, found) = declared(&with_nodes(input, "Key=range(3), Node=3, x=2"), Mode::Problem);
        assert!(found.iter().any(|found| found.starts_with("C027")), "{input}: {found:?}");
    }
}

#[test]
fn types_defined_twice_leave_the_rest_in_order() {
    let text =
        "class A(Atom): ...\nclass A(Atom): ...\nclass B(Atom): ...\ndef is_valid(x: Input[A], y: Output[B]): ...\n";
    let (declarations, found) = declared(text, Mode::Language);
    assert_eq!(found.len(), 1, "{found:?}");
    let types = declarations.types();
    let shown: Vec<String> = types.params.iter().map(|param| types.names.show(&param.ty).to_string()).collect();
    assert_eq!(shown, ["A", "B"]);
}

#[test]
fn annotations_of_helpers_are_checked() {
    check_codes(
        &format!(
            "{PROBLEM}def f(x: Foo, y: Input[Edge]) -> Iterable[int]:\n    z: list[Bar] = []\n    return x\nLIMIT: inr = 3\n"
        ),
        &["C021 <f>", "C011 <Foo>", "C011 <Bar>", "C011 <inr>"],
    );
}
