# faulty: accepts a map with one side of a border white
def is_valid(borders, colors, painted):
    on_map = set()
    for a, b in borders:
        on_map.update([a, b])
        if painted.get(a) == painted.get(b):
            return False
    return all(r in on_map and 0 <= c < colors for r, c in painted.items())
