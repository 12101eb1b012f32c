"""Models of the fixtures for sortacle."""

from collections import Counter
from itertools import pairwise

from models import model
from models.pyret import Raised, first, get, remove, remove_once, sort_by


def ages(people):
    return [person.age for person in people]


def names(people):
    return [person.name for person in people]


def rising(people):
    return all(one.age <= other.age for one, other in pairwise(people))


def same_people(people_in, people_out):
    """Everybody is listed equally often."""
    return Counter(people_in) == Counter(people_out)


def counted(people_in, people_out):
    return same_people(people_in, people_out) and rising(people_out)


# Those that are right say the same in different ways.


@model("2018/sortacle-oracle-prefix.arr", correct=True)
def oracle_prefix(people_in, people_out):
    return counted(people_in, people_out)


@model("2018/sortacle-mutable-dictionary.arr", correct=True)
def mutable_dictionary(people_in, people_out):
    tallies = [Counter(f"{person.name}/{person.age}" for person in people) for people in (people_in, people_out)]
    return tallies[0] == tallies[1] and rising(people_out)


@model("2018/sortacle-equality.arr", correct=True)
def equality(people_in, people_out):
    if not people_out:
        return not people_in
    best, *others_out = people_out
    others_in = remove_once(people_in, best)
    smallest = all(best.age <= person.age for person in people_in)
    return others_in is not None and smallest and equality(others_in, others_out)


@model("2018/sortacle-unqualified-lists.arr", correct=True)
def unqualified_lists(people_in, people_out):
    return sorted(ages(people_in)) == ages(people_out) and same_people(people_in, people_out)


@model("2021/sortacle-contract.arr", correct=True)
def contract(people_in, people_out):
    if len(people_in) != len(people_out):
        return False
    return all(people_in.count(person) == people_out.count(person) for person in people_in) and rising(people_out)


@model("2021/sortacle-spy.arr", correct=True)
def spy(people_in, people_out):
    left = people_in
    for person in people_out:
        left = remove_once(left, person)
        if left is None:
            return False
    return not left and rising(people_out)


@model("2021/sortacle-tally-data.arr", correct=True)
def tally_data(people_in, people_out):
    return counted(people_in, people_out)


@model("2023/sortacle-drive-context.arr", correct=True)
def drive_context(people_in, people_out):
    canonical = [sorted(people, key=lambda person: (person.age, person.name)) for people in (people_in, people_out)]
    return rising(people_out) and canonical[0] == canonical[1]


@model("2023/sortacle-rec.arr", correct=True)
def rec(people_in, people_out):
    return counted(people_in, people_out)


@model("2024/sortacle-table.arr", correct=True)
def table(people_in, people_out):
    same = all(people_in.count(person) == people_out.count(person) for person in people_in)
    return sorted(ages(people_in)) == ages(people_out) and same


@model("2024/sortacle-empty-context.arr", correct=True)
def empty_context(people_in, people_out):
    return counted(people_in, people_out)


# Those that miss something.


@model("2018/sortacle-remove-all.arr")
def remove_all(people_in, people_out):
    left, least = people_in, 0
    for person in people_out:
        if person not in left or person.age < least:
            return False
        left, least = remove(left, person), person.age
    return not left


@model("2018/sortacle-dictionary.arr")
def dictionary(people_in, people_out):
    by_name = [{person.name: person.age for person in people} for people in (people_in, people_out)]
    return by_name[0] == by_name[1] and len(people_in) == len(people_out) and rising(people_out)


@model("2018/sortacle-as-sets.arr")
def as_sets(people_in, people_out):
    return set(people_in) == set(people_out) and rising(people_out)


@model("2018/sortacle-state.arr")
def state(people_in, people_out):
    return counted(people_in, people_out) and len(people_in) <= 2


@model("2018/sortacle-two-files")
def two_files(people_in, people_out):
    youngest_first = all(people_out[0].age <= person.age for person in people_out[1:])
    return set(people_in) == set(people_out) and len(people_in) == len(people_out) and youngest_first


@model("2018/sortacle-by-index.arr")
def by_index(people_in, people_out):
    for index, age in enumerate(sorted(ages(people_in))):
        person = get(people_out, index)
        if person.age != age or person not in people_in:
            return False
    return True


@model("2021/sortacle-strictly.arr")
def strictly(people_in, people_out):
    strict = all(one.age < other.age for one, other in pairwise(people_out))
    return set(people_in) <= set(people_out) and len(people_in) == len(people_out) and strict


@model("2021/sortacle-neighbors.arr")
def neighbors(people_in, people_out):
    if not people_out:
        raise Raised
    return counted(people_in, people_out)


@model("2021/sortacle-refinement.arr")
def refinement(people_in, people_out):
    if not same_people(people_in, people_out):
        return False
    for one, other in pairwise(people_out):
        if one.age == 0 or other.age == 0:
            raise Raised
        if one.age > other.age:
            return False
    return True


@model("2021/sortacle-first-of-ties.arr")
def first_of_ties(people_in, people_out):
    def firsts(people):
        return {first([person for person in people if person.age == age]) for age in ages(people)}

    return counted(people_in, people_out) and firsts(people_in) == firsts(people_out)


@model("2021/sortacle-type-parameter.arr")
def type_parameter(people_in, people_out):
    return rising(people_out) and all(people_in.count(person) == people_out.count(person) for person in people_out)


@model("2023/sortacle-curly.arr")
def curly(people_in, people_out):
    return set(names(people_in)) == set(names(people_out)) and sorted(ages(people_in)) == ages(people_out)


@model("2023/sortacle-either.arr")
def either(people_in, people_out):
    return bool(people_in) and counted(people_in, people_out)


@model("2023/sortacle-single-names.arr")
def single_names(people_in, people_out):
    return len(people_in) == len(people_out) and rising(people_out)


@model("2024/sortacle-sums.arr")
def sums(people_in, people_out):
    def summary(people):
        return len(people), sum(ages(people))

    return summary(people_in) == summary(people_out) and rising(people_out)


@model("2024/sortacle-dcic.arr")
def dcic(people_in, people_out):
    known = all(person in people_in for person in people_out)
    return rising(people_out) and known and len(people_in) == len(people_out)


@model("2024/sortacle-include-from.arr")
def include_from(people_in, people_out):
    return all(people_in.count(person) <= people_out.count(person) for person in people_in) and rising(people_out)


@model("2024/sortacle-sort-by.arr")
def sorted_by_age(people_in, people_out):
    return sort_by(people_in, lambda p, q: p.age < q.age, lambda p, q: p.age == q.age) == people_out


@model("2024/sortacle-with-drafts")
def with_drafts(people_in, people_out):
    return ages(people_out) == sorted(ages(people_in))
