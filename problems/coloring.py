"""Paint the regions of a map with a given number of colors, so that neighbors differ.

A map is given by its borders, so a region exists only if it has a neighbor. Given k colors, they are numbered 0 to
k-1.
"""

from collections import defaultdict
from typing import NewType

from custodiet import Atom, Input, Output, Unordered, draw, error_subproperty, group, precondition, scope, subproperty


class Region(Atom):
    """A part of the map."""


Border = tuple[Region, Region]
Color = NewType("Color", int)


def is_valid(
    borders: Input[Unordered[list[Border]]],
    colors: Input[int],
    painted: Output[dict[Region, Color]],
) -> bool:
    """Exactly the regions of the map are painted, and every border has two of the given colors."""
    ends = set()
    for one, other in borders:
        if painted.get(one) == painted.get(other):
            return False
        ends |= {one, other}
    return set(painted) == ends and set(painted.values()) <= set(range(colors))


scope(Region=5, borders=3, colors=range(1, 4), Color=range(4), painted=5)
scope.large(Region=8, borders=12, colors=range(1, 6), Color=range(8), painted=8)

draw(borders="undirected")

group("SAME-ELEMENTS", ["all_painted", "only_regions"])


def regions(borders):
    """The regions of the map, in the order in which the borders mention them."""
    return list(dict.fromkeys(region for border in borders for region in border))


@precondition
def no_border_with_itself(borders):
    """No region is its own neighbor."""
    return all(one != other for one, other in borders)


@precondition(hint="What would a correct output look like if there were too few colors?")
def enough_colors(borders, colors):
    """The map can be painted with the given colors."""
    names = regions(borders)
    neighbors = defaultdict(set)
    for one, other in borders:
        neighbors[one].add(other)
        neighbors[other].add(one)

    def extend(painted):
        if len(painted) == len(names):
            return True
        region = names[len(painted)]
        taken = {painted[other] for other in neighbors[region] if other in painted}
        return any(extend({**painted, region: color}) for color in range(colors) if color not in taken)

    return extend({})


@subproperty(hint="What if a region is left white?")
def all_painted(borders, painted):
    """Every region of the map is painted."""
    return all(region in painted for region in regions(borders))


@subproperty(hint="What if the output paints something that is not on the map?")
def only_regions(borders, painted):
    """Nothing but regions of the map is painted."""
    return painted.keys() <= set(regions(borders))


@subproperty(hint="What if the two sides of a border look the same?")
def neighbors_differ(borders, painted):
    """No two neighbors, both painted, have the same color."""
    for one, other in borders:
        if one in painted and other in painted and painted[one] == painted[other]:
            return False
    return True


@subproperty(hint="What if the output uses a color that was not given?")
def given_colors(colors, painted):
    """Only the given colors are used."""
    return all(0 <= color < colors for color in painted.values())


@error_subproperty(instead_of=["given_colors"], hint="Is it enough that few colors are used, whichever they are?")
def few_colors(colors, painted):
    """Counts the colors instead of checking which ones they are."""
    return len(set(painted.values())) <= colors


@error_subproperty(stricter_than=["neighbors_differ"], hint="May regions that do not touch share a color?")
def all_differ(painted):
    """Expects all regions to differ, not only neighbors."""
    return len(set(painted.values())) == len(painted)
