"""Visit a graph breadth first: list, level by level, the vertices that are 0, 1, 2, ... steps from the start."""

from custodiet import Atom, Input, Output, Unordered, error_subproperty, reachable, scope, subproperty


class Vertex(Atom, as_=(int, str)):
    """A name. The start need not have an edge."""


Edge = tuple[Vertex, Vertex]


def is_valid(
    edges: Input[Unordered[list[Edge]]],
    start: Input[Vertex],
    levels: Output[list[set[Vertex]]],
) -> bool:
    """The output is the result of stepping from level to level, never back."""
    seen: set[Vertex] = set()
    level, expected = {start}, []
    while level:
        expected.append(level)
        seen |= level
        level = {target for source, target in edges if source in level} - seen
    return levels == expected


scope(Vertex=4, edges=5, levels=(4, 3))
scope.large(Vertex=10, edges=16, levels=(10, 9))


@subproperty(hint="What should the first level be?")
def starts_at_start(start, levels):
    """The first level holds the start and nothing else."""
    return levels[:1] == [{start}]


@subproperty(hint="What if a vertex can be reached, but is on no level?")
def none_missed(edges, start, levels):
    """Every vertex that can be reached from the start is on some level."""
    missed = reachable(edges, start)
    for level in levels:
        missed -= level
    return not missed


@subproperty(hint="What if a vertex is visited again later?")
def no_repeats(levels):
    """No vertex is on two levels."""
    seen = set()
    for level in levels:
        if not seen.isdisjoint(level):
            return False
        seen.update(level)
    return True


@subproperty(hint="What if a level is empty?")
def no_empty_level(levels):
    """Every level holds at least one vertex."""
    return all(levels)


@subproperty(hint="Does each vertex follow from the level right before it?")
def one_step_on(edges, levels):
    """After the first level, each vertex is one step from a vertex of the level before."""
    for before, level in zip(levels, levels[1:]):
        if not level <= {target for source, target in edges if source in before}:
            return False
    return True


@subproperty(hint="Could a vertex have been reached sooner?")
def none_late(edges, levels):
    """No vertex is two or more levels after one that has an edge to it."""
    for i, level in enumerate(levels):
        if any(source in level and target in late for source, target in edges for late in levels[i + 2 :]):
            return False
    return True


@error_subproperty(instead_of=["one_step_on"], hint="Is everything that can be reached on the right level?")
def only_reachable(edges, start, levels):
    """Checks only that each vertex can be reached somehow."""
    within_reach = {start} | reachable(edges, start)
    return all(level <= within_reach for level in levels)


@error_subproperty(stricter_than=["none_late"], hint="Must an edge lead to the next level, or may it lead back?")
def all_edges_one_level_on(edges, levels):
    """Expects every edge from a level to lead to the next one, and so overlooks edges that lead back."""
    for i, level in enumerate(levels):
        following = levels[i + 1] if i + 1 < len(levels) else set()
        if any(source in level and target not in following for source, target in edges):
            return False
    return True
