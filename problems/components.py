"""Find the connected components of a network of cities: two cities belong together if roads lead from one to the other.

Roads go both ways. A network is given by its roads, so a city exists only as an end of a road.
"""

from itertools import chain, product

from custodiet import (
    Atom,
    Input,
    Output,
    Unordered,
    closure,
    draw,
    error_subproperty,
    group,
    reachable,
    scope,
    subproperty,
)


class City(Atom):
    """A name."""


Road = tuple[City, City]


def is_valid(roads: Input[Unordered[list[Road]]], components: Output[set[frozenset[City]]]) -> bool:
    """The output contains, for each city, the set of all cities that can be reached from it."""
    return components == {frozenset(reachable(both_ways(roads), city)) for city in cities(roads)}


scope(City=6, roads=4, components=(4, 5))
scope.large(City=9, roads=10, components=(9, 9))

draw(roads="undirected")

group("SAME-ELEMENTS", ["no_new", "none_dropped"])


def both_ways(roads):
    return {*roads, *((end, start) for start, end in roads)}


def cities(roads):
    return {city for road in roads for city in road}


def together(components):
    """All cities of all components."""
    return {city for component in components for city in component}


@subproperty(hint="What if a component contains a city that has no road?")
def no_new(roads, components):
    """Every city of a component is in the network."""
    return together(components) <= cities(roads)


@subproperty(hint="What if a city belongs to no component?")
def none_dropped(roads, components):
    """Every city of the network is in a component."""
    return together(components) >= cities(roads)


@subproperty(hint="Can a component be empty?")
def none_empty(components):
    """Every component contains a city."""
    return frozenset() not in components


@subproperty(hint="What if a road leads out of a component?")
def closed(roads, components):
    """No road leads out of a component."""
    return not any((start in component) != (end in component) for start, end in roads for component in components)


@subproperty(hint="What if a component contains cities that no roads connect?")
def connected(roads, components):
    """Any two cities of a component are connected by roads."""
    linked = closure(chain(roads, ((end, start) for start, end in roads)))
    return all(one == other or (one, other) in linked for part in components for one, other in product(part, part))


@error_subproperty(instead_of=["closed", "connected"], hint="Can there be the right number of wrong components?")
def right_number(roads, components):
    """Only counts the components."""
    merged = []
    for road in roads:
        touching = [part for part in merged if not part.isdisjoint(road)]
        merged = [part for part in merged if part not in touching]
        merged.append(set(road).union(*touching))
    return len(components) == len(merged)


@error_subproperty(stricter_than=["connected"], hint="Must two cities of a component share a road?")
def directly_connected(roads, components):
    """Expects a road between any two cities of a component, and so overlooks longer routes."""
    links = both_ways(roads)
    return all((one, other) in links for part in components for one in part for other in part if one != other)
