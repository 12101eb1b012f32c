# correct
class Deduper:
    def __init__(self, kept):
        self.kept = list(kept)
        self.done = []

    def feed(self, item):
        if item in self.done:
            return True
        if not self.kept or self.kept.pop(0) != item:
            return False
        self.done.append(item)
        return True

    def finished(self):
        return self.kept == []


def is_valid(items, kept):
    d = Deduper(kept)
    return all(d.feed(x) for x in items) and d.finished()
