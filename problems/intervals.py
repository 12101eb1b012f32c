"""Choose as many requests for a room as possible, so that no two overlap.

One request may start when another ends: 1 to 2 and 2 to 3 do not overlap. The output may list the chosen requests in
any order.
"""

from dataclasses import dataclass
from itertools import combinations, pairwise

from custodiet import Input, Output, error_subproperty, group, precondition, scope, subproperty


@dataclass(frozen=True, order=True)
class Interval:
    start: int
    end: int


def is_valid(requests: Input[set[Interval]], chosen: Output[list[Interval]]) -> bool:
    """The output is one of the largest sets of requests that do not overlap."""
    in_order = sorted(chosen)
    return (
        requests.issuperset(chosen)
        and all(one.end <= following.start for one, following in pairwise(in_order))
        and len(chosen) == largest(sorted(requests))
    )


scope(Interval_start=range(5), Interval_end=range(6), requests=5, chosen=5)
scope.large(Interval_start=range(20), Interval_end=range(25), requests=10, chosen=10)

group("POSSIBLE", ["requested", "no_overlap"])


def largest(requests):
    """How many of the requests fit: each is either left out or kept, together with whatever does not overlap it."""
    if not requests:
        return 0
    first, *rest = requests
    return max(largest(rest), 1 + largest([other for other in rest if apart(first, other)]))


def apart(one, other):
    """Whether two intervals do not overlap."""
    return one.end <= other.start or other.end <= one.start


@precondition
def proper(requests):
    """Every request starts before it ends."""
    return all(request.start < request.end for request in requests)


@subproperty(hint="What if somebody gets the room who never asked for it?")
def requested(requests, chosen):
    """Every chosen interval was requested."""
    return all(interval in requests for interval in chosen)


@subproperty(hint="What if two chosen intervals, far apart in the list, overlap?")
def no_overlap(chosen):
    """No two chosen intervals overlap; one that is chosen twice overlaps itself."""
    return all(apart(one, other) for one, other in combinations(chosen, 2))


@subproperty(hint="Could another choice serve more requests?")
def as_many_as_possible(requests, chosen):
    """No larger number of requests could be chosen: taking the one that ends first is never a mistake."""
    most, free_from = 0, min((request.start for request in requests), default=0)
    for request in sorted(requests, key=lambda request: (request.end, request.start)):
        if request.start >= free_from:
            most += 1
            free_from = request.end
    return len(chosen) >= most


@error_subproperty(instead_of=["no_overlap"], hint="Must overlapping intervals be next to each other in the output?")
def neighbors_apart(chosen):
    """Compares only intervals that are next to each other in the output."""
    return all(apart(one, following) for one, following in pairwise(chosen))


@error_subproperty(instead_of=["as_many_as_possible"], hint="If nothing can be added, is there no better choice?")
def nothing_to_add(requests, chosen):
    """Checks only that no other request fits alongside those chosen."""
    for request in requests:
        for interval in chosen:
            if not apart(request, interval):
                break
        else:
            return False
    return True


@error_subproperty(stricter_than=["no_overlap"], hint="May one request start when another ends?")
def never_touching(chosen):
    """Expects a gap between any two chosen intervals."""
    return not any(one.end == other.start for one in chosen for other in chosen)
