"""Find a shortest route along one-way roads from one town to another.

The output lists the towns on the route, both ends included, and is None if there is no route.
"""

from itertools import pairwise
from typing import NamedTuple, Optional

from custodiet import (
    Atom,
    Input,
    Output,
    Unordered,
    error_subproperty,
    group,
    precondition,
    reachable,
    scope,
    subproperty,
)


class Town(Atom):
    """A place. A town without roads is possible: it may still be where the route starts or ends."""


class Road(NamedTuple):
    source: Town
    target: Town
    length: int


def is_valid(
    roads: Input[Unordered[list[Road]]],
    start: Input[Town],
    goal: Input[Town],
    path: Output[Optional[list[Town]]],
) -> bool: ...


scope(Town=4, roads=3, Road_length=range(1, 4), path=4)
scope.large(Town=8, roads=16, Road_length=range(1, 20), path=10)

group("A-WAY", ["starts_at_start", "ends_at_goal", "follows_roads"])


def distance(roads, start, goal):
    """The length of a shortest route, or None if there is none."""
    known = {start: 0}
    for _ in roads:
        for source, target, length in roads:
            if source in known and (target not in known or known[source] + length < known[target]):
                known[target] = known[source] + length
    return known.get(goal)


def travelled(roads, path):
    """The length of all roads along a path; a step without a road adds nothing."""
    lengths = {(road.source, road.target): road.length for road in roads}
    return sum(lengths.get(step, 0) for step in pairwise(path))


@precondition
def one_road_at_most(roads):
    """No two roads lead from the same town to the same other town."""
    return len({(road.source, road.target) for road in roads}) == len(roads)


@subproperty(hint="What if there is a route, but the output says there is none?")
def found_if_possible(roads, start, goal, path):
    """The output is None only if no roads lead from the start to the goal."""
    steps = [(road.source, road.target) for road in roads]
    return path is not None or (start != goal and goal not in reachable(steps, start))


@subproperty(hint="Where does the path begin, if it begins at all?")
def starts_at_start(start, path):
    """The path begins at the start."""
    return path is None or path[:1] == [start]


@subproperty(hint="Where does the path end?")
def ends_at_goal(goal, path):
    """The path ends at the goal."""
    return path is None or path[-1:] == [goal]


@subproperty(hint="Is there a road for every step, in that direction?")
def follows_roads(roads, path):
    """Every step of the path goes along a road."""
    if path is None:
        return True
    steps = {road[:2] for road in roads}
    return all(step in steps for step in pairwise(path))


@subproperty(hint="Is there another route with a smaller total?")
def shortest(roads, start, goal, path):
    """The path is no longer than a shortest route."""
    best = distance(roads, start, goal)
    return path is None or best is None or travelled(roads, path) <= best


@error_subproperty(instead_of=["shortest"], hint="Is the route with the fewest roads always the shortest?")
def fewest_roads(roads, start, goal, path):
    """Counts roads instead of adding up their lengths."""
    unit_roads = [road._replace(length=1) for road in roads]
    best = distance(unit_roads, start, goal)
    return path is None or best is None or len(path) - 1 <= best


@error_subproperty(instead_of=["shortest"], hint="Is every route without a loop a shortest one?")
def no_town_twice(path):
    """Checks only that the path never returns to a town."""
    return path is None or all(path.count(town) == 1 for town in path)
