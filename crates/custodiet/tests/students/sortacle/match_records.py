# correct
from dataclasses import dataclass


@dataclass(frozen=True)
class Person:
    name: str
    age: int


def ordered(people):
    match people:
        case [] | [_]:
            return True
        case [Person(age=a), Person(age=b), *_] if a > b:
            return False
        case [_, *rest]:
            return ordered(rest)


def is_valid(people_in, people_out):
    return ordered(people_out) and sorted(map(hash, people_in)) == sorted(map(hash, people_out)) and all(
        p in people_in for p in people_out
    ) and all(people_in.count(p) == people_out.count(p) for p in people_out)
