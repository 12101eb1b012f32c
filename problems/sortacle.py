"""Sort people by age.

People of the same age may come in any order. If the input lists somebody several times, so does the output.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from custodiet import Atom, Input, Output, error_subproperty, group, scope, subproperty


class Name(Atom):
    """What someone is called. Two people may share a name."""


@dataclass(frozen=True)
class Person:
    name: Name
    age: int


def is_valid(people_in: Input[list[Person]], people_out: Output[list[Person]]) -> bool:
    """The output is the input, rearranged so that ages do not decrease."""
    ages = sorted(person.age for person in people_in)
    return Counter(people_in) == Counter(people_out) and [person.age for person in people_out] == ages


scope(Name=3, Person_age=range(4), people_in=4, people_out=4)
scope.large(Name=8, Person_age=range(100), people_in=12, people_out=12)

group("SAME-ELEMENTS", ["no_new", "none_dropped"])
group("SAME-COUNTS", ["counts_of_output", "counts_of_input"])


def count(people):
    """How often each person is listed."""
    times = {}
    for person in people:
        times[person] = times.get(person, 0) + 1
    return times


@subproperty(hint="What if the output lists a person the input never mentioned?")
def no_new(people_in, people_out):
    """Every person of the output occurs in the input."""
    return all(person in people_in for person in people_out)


@subproperty(hint="What if somebody in the input is missing from the output?")
def none_dropped(people_in, people_out):
    """Every person of the input occurs in the output."""
    return set(people_in) <= set(people_out)


@subproperty(hint="What if somebody stands before a younger person?")
def ordered(people_out):
    """Ages do not decrease along the output."""
    return all(earlier.age <= later.age for earlier, later in pairwise(people_out))


@subproperty(hint="What if the output lists someone more often than the input does?")
def counts_of_output(people_in, people_out):
    """Each person of the output is listed as often in the input."""
    return all(people_in.count(person) == people_out.count(person) for person in people_out)


@subproperty(hint="What if someone is in the input twice, but in the output only once?")
def counts_of_input(people_in, people_out):
    """Each person of the input is listed as often in the output."""
    times_in, times_out = count(people_in), count(people_out)
    for person, times in times_in.items():
        if times_out.get(person, 0) != times:
            return False
    return True


@error_subproperty(
    instead_of=["counts_of_output", "counts_of_input"],
    hint="Can two lists be equally long and yet hold different people?",
)
def same_size(people_in, people_out):
    """Compares only how many people are listed, not who they are."""
    return len(people_in) == len(people_out)
