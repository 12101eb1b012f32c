"""Choose which roads to build, so that all cities are connected at the lowest cost: a minimum spanning tree.

Roads go both ways. One that exists already costs nothing. A plan is given by its roads, so a city exists only as an end
of a road.
"""

from typing import NamedTuple

from custodiet import (
    Atom,
    Input,
    Output,
    Unordered,
    draw,
    error_subproperty,
    group,
    precondition,
    reachable,
    scope,
    subproperty,
)


class City(Atom):
    """A name."""


class Road(NamedTuple):
    one: City
    other: City
    cost: int


def is_valid(roads: Input[Unordered[list[Road]]], chosen: Output[Unordered[list[Road]]]) -> bool:
    """The chosen roads connect all cities; there are as few as possible, and they cost what Kruskal's algorithm finds."""
    return (
        set(chosen) <= set(roads)
        and connects(chosen, cities(roads))
        and len(chosen) == len(cities(roads)) - 1
        and total_cost(chosen) <= total_cost(cheapest_tree(roads))
    )


scope(City=4, roads=4, Road_cost=range(2), chosen=4)
scope.large(City=8, roads=14, Road_cost=range(20), chosen=10)

draw(roads="undirected", chosen="undirected")

group("A-TREE", ["connected", "no_cycle"])


def cities(roads):
    return {city for road in roads for city in (road.one, road.other)}


def total_cost(roads):
    return sum(road.cost for road in roads)


def connects(roads, places):
    """Whether the roads lead from each of these places to each other one."""
    steps = [(road.one, road.other) for road in roads] + [(road.other, road.one) for road in roads]
    return all(places <= reachable(steps, place) | {place} for place in places)


def cheapest_tree(roads):
    """Kruskal's algorithm: the cheapest road first, unless its ends are connected already."""
    tree = []
    for road in sorted(roads, key=lambda road: road.cost):
        if not connects(tree, {road.one, road.other}):
            tree.append(road)
    return tree


@precondition
def some_roads(roads):
    """There is a road."""
    return len(roads) > 0


@precondition
def different_ends(roads):
    """No road leads from a city to itself."""
    return all(road.one != road.other for road in roads)


@precondition
def one_road_at_most(roads):
    """No two roads connect the same two cities."""
    return len({frozenset({road.one, road.other}) for road in roads}) == len(roads)


@precondition
def network_is_connected(roads):
    """The roads connect all cities."""
    return connects(roads, cities(roads))


@subproperty(hint="What if the output contains a road that does not exist?")
def only_roads(roads, chosen):
    """Every chosen road is one of the input."""
    return set(chosen) <= set(roads)


@subproperty(hint="Can you get from every city to every other one?")
def connected(roads, chosen):
    """The chosen roads connect all cities of the input."""
    return connects(chosen, cities(roads))


@subproperty(hint="What if there are two ways between two cities?")
def no_cycle(chosen):
    """No chosen road connects cities that the other chosen roads connect already."""
    return not any(connects([other for other in chosen if other != road], {road.one, road.other}) for road in chosen)


@subproperty(hint="Is there a cheaper tree?")
def cheapest(roads, chosen):
    """The chosen roads are together cost no more than those of a minimum spanning tree."""
    return total_cost(chosen) <= total_cost(cheapest_tree(roads))


@error_subproperty(instead_of=["connected", "no_cycle"], hint="Is every set with the right number of roads a tree?")
def right_number(roads, chosen):
    """Only counts the chosen roads."""
    return len(chosen) == len(cities(roads)) - 1


@error_subproperty(instead_of=["connected"], hint="What if the chosen roads fall into two parts?")
def touches_all(roads, chosen):
    """Expects only that some chosen road leads to each city."""
    return cities(roads) <= cities(chosen)


@error_subproperty(stricter_than=["cheapest"], hint="What if the cheapest roads form a cycle?")
def cheapest_roads(roads, chosen):
    """Expects the cheapest roads of all, though these may not connect all cities."""
    costs = sorted(road.cost for road in roads)
    return sorted(road.cost for road in chosen) == costs[: len(chosen)]
