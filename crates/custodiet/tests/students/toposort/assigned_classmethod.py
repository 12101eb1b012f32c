# correct
class Oracle:
    checked = 0

    @classmethod
    def check(cls, edges, order):
        names = {name for edge in edges for name in edge}
        if len(order) != len(names) or set(order) != names:
            return False
        where = {name: place for place, name in enumerate(order)}
        return not any(where[a] > where[b] for a, b in edges)


is_valid = Oracle.check
