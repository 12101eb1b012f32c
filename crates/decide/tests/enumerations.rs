//! Functions of members of an enumeration: on every pair of a scope the circuit says what `eval` says.

mod every_pair;
mod problem;

use every_pair::compare;

const PROBLEM: &str = "
from dataclasses import dataclass
from enum import Enum
from custodiet import Input, Output, scope, subproperty

class Light(Enum):
    RED = 'stop'
    GREEN = 2
    OFF = None
    DIM = ('a', 1)

    @property
    def is_on(self):
        return self is not Light.OFF

    def after(self):
        members = list(Light)
        return members[(members.index(self) + 1) % len(members)]

class Size(Enum):
    RED = 'stop'
    LARGE = 2

@dataclass(frozen=True)
class Lamp:
    light: Light
    size: Size

def is_valid(first: Input[Light | None], lamp: Input[Lamp], after: Output[list[Light]], count: Output[dict[Light, bool]]) -> bool: ...
scope(after=2, count=1)
";

const FUNCTIONS: &[&str] = &[
    "first == lamp.light",
    "first is lamp.light",
    "first is None or first.is_on",
    "first is not None and first.after() in after",
    "first in Light",
    "lamp.light in Size or first in Light",
    "lamp.light in Light and (lamp.size in Light or first is None)",
    "lamp.size not in Light and lamp.light not in after",
    "first is None or lamp.light.value in Light",
    "any(x in Light for x in [*after, first])",
    "lamp.light == lamp.size or lamp.light.name == lamp.size.name",
    "lamp.light.value == lamp.size.value",
    "isinstance(first, Light) and not isinstance(lamp.size, Light)",
    "type(first) is type(lamp.light)",
    "Light[lamp.size.name] == lamp.light",
    "Light(lamp.size.value) is first",
    "sorted(after, key=lambda x: x.name) == after",
    "[x.name for x in after] == [x.name for x in Light if x in after]",
    "len(set(after)) == len(after)",
    "count.get(lamp.light, False)",
    "count == {x: True for x in after}",
    "all(count[x] for x in after)",
    "str(first) == 'Light.RED' or f'{lamp.size}'[-1] == 'E'",
    "{'RED': 1, 'GREEN': 2}[lamp.light.name] == len(after)",
    "max(after, key=lambda x: x.name == 'OFF') is first",
    "Lamp(first, lamp.size) == lamp",
    "after.count(lamp.light) == 1 and after.index(lamp.light) == 0",
];

#[test]
fn functions_of_members_agree_with_eval() {
    let functions = (0..).zip(FUNCTIONS);
    let functions = functions.map(|(number, body)| {
        format!("\n@subproperty\ndef f{number}(first, lamp, after, count):\n    return {body}\n")
    });
    let pairs = compare(&format!("{PROBLEM}{}", functions.collect::<String>()), FUNCTIONS);
    // A light or none, a lamp, up to two lights, up to one entry.
    assert_eq!(pairs, 5 * 8 * 21 * 9);
}
