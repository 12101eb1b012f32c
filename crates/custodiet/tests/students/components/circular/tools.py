from main import check


def components_of(roads):
    parts = []
    for a, b in roads:
        parts.append(frozenset({a, b}))
    assert check(parts, parts)
    return set(parts)
