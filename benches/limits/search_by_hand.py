"""Minimum spanning trees, by a search written by hand inside a loop over all combinations of roads."""

from typing import NamedTuple
from itertools import combinations
from custodiet import Atom, Input, Output, Unordered, precondition, scope, subproperty


class City(Atom):
    """A name."""


class Road(NamedTuple):
    one: City
    other: City
    cost: int


def is_valid(roads: Input[Unordered[list[Road]]], chosen: Output[Unordered[list[Road]]]) -> bool: ...


scope(City=4, roads=4, Road_cost=range(4), chosen=4)


def cities(roads):
    return {c for r in roads for c in (r.one, r.other)}


def spans(roads, places):
    for start in places:
        seen = {start}
        todo = [start]
        while todo:
            here = todo.pop()
            for r in roads:
                for a, b in ((r.one, r.other), (r.other, r.one)):
                    if a == here and b not in seen:
                        seen.add(b)
                        todo.append(b)
        if not places <= seen:
            return False
    return True


@precondition
def connected_input(roads):
    """The roads connect all cities."""
    return len(roads) > 0 and spans(roads, cities(roads))


@subproperty
def only(roads, chosen):
    """Every chosen road is one of the input."""
    return all(c in roads for c in chosen)


@subproperty
def connected(roads, chosen):
    """The chosen roads connect all cities."""
    return spans(chosen, cities(roads))


@subproperty
def cheapest(roads, chosen):
    """No other choice of roads that connects all cities costs less."""
    total = sum(r.cost for r in chosen)
    for k in range(len(roads) + 1):
        for some in combinations(roads, k):
            if spans(list(some), cities(roads)) and sum(r.cost for r in some) < total:
                return False
    return True


@subproperty
def acyclic(roads, chosen):
    """There are no more roads than a tree has."""
    return len(chosen) == len(cities(chosen)) - 1
