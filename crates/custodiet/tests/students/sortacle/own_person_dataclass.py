# correct
from dataclasses import dataclass


@dataclass(frozen=True)
class Person:
    name: str
    age: int


def is_valid(people_in: list[Person], people_out: list[Person]) -> bool:
    """
    >>> is_valid([Person("a", 2), Person("b", 1)], [Person("b", 1), Person("a", 2)])
    True
    >>> is_valid([Person("a", 2)], [])
    False
    """
    counts: dict[Person, int] = {}
    for p in people_in:
        counts[p] = counts.get(p, 0) + 1
    for p in people_out:
        if counts.get(p, 0) == 0:
            return False
        counts[p] -= 1
    return not any(counts.values()) and all(
        p.age <= q.age for p, q in zip(people_out, people_out[1:])
    )


if __name__ == "__main__":
    import doctest

    doctest.testmod()
