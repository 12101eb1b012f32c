# correct
from dataclasses import dataclass, field


@dataclass
class Region:
    name: str
    neighbors: set = field(default_factory=set)


class Map:
    def __init__(self, borders):
        self.regions = {}
        for a, b in borders:
            self.region(a).neighbors.add(b)
            self.region(b).neighbors.add(a)

    def region(self, name):
        return self.regions.setdefault(name, Region(name))

    def accepts(self, painted, colors):
        if painted.keys() - self.regions.keys():
            return False
        for name, region in self.regions.items():
            color = painted.get(name)
            if color is None or not 0 <= color < colors:
                return False
            if any(painted.get(n) == color for n in region.neighbors):
                return False
        return True


def is_valid(borders, colors, painted):
    return Map(borders).accepts(painted, colors)
