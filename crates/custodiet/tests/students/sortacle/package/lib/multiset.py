class Bag:
    """An unordered collection in which things may be repeated."""

    def __init__(self, items=()):
        self._times = {}
        for item in items:
            self.add(item)

    def add(self, item):
        self._times[item] = self._times.get(item, 0) + 1

    def __eq__(self, other):
        if not isinstance(other, Bag):
            return NotImplemented
        return self._times == other._times

    def __len__(self):
        return sum(self._times.values())
