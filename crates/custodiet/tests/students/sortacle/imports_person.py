# correct
from typing import Sequence

from sortacle import Person


def key(person: Person) -> tuple[int, str]:
    return (person.age, str(person.name))


def is_valid(people_in: Sequence[Person], people_out: Sequence[Person]) -> bool:
    canonical = sorted(people_in, key=key)
    if canonical != sorted(people_out, key=key):
        return False
    return [p.age for p in canonical] == [p.age for p in people_out]
