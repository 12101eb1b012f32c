# correct
import sys

sys.setrecursionlimit(5000)


class Search:
    def __init__(self, roads, goal):
        self.roads, self.goal, self.best = roads, goal, None

    def visit(self, town, total, seen):
        if self.best is not None and total >= self.best:
            return
        if town == self.goal:
            self.best = total
            return
        for road in self.roads:
            if road.source == town and road.target not in seen:
                self.visit(road.target, total + road.length, seen | {road.target})


def is_valid(roads, start, goal, path):
    search = Search(roads, goal)
    search.visit(start, 0, frozenset({start}))
    if path is None or search.best is None:
        return path is None and search.best is None
    if not path or path[0] != start or path[-1] != goal:
        return False
    total = 0
    for here, there in zip(path, path[1:]):
        for road in roads:
            if (road.source, road.target) == (here, there):
                total += road.length
                break
        else:
            return False
    return total == search.best
