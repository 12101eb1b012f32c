# correct
import math


class Network:
    def __init__(self, roads):
        self.roads = roads
        self.length = {(r.source, r.target): r.length for r in roads}

    def distances(self, start):
        dist = {start: 0}
        changed = True
        while changed:
            changed = False
            for s, t, n in self.roads:
                if s in dist and dist[s] + n < dist.get(t, math.inf):
                    dist[t] = dist[s] + n
                    changed = True
        return dist

    def cost(self, path):
        return sum(self.length.get(step, math.inf) for step in zip(path, path[1:]))


def is_valid(roads, start, goal, path):
    net = Network(roads)
    best = net.distances(start).get(goal, math.inf)
    if path is None:
        return best == math.inf
    if len(path) == 0:
        return False
    return path[0] == start and path[-1] == goal and net.cost(path) == best and best < math.inf
