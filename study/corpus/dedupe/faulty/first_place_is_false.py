"""Takes the place 0 for no place, so the first item is thought to come where it is repeated."""


def is_valid(items, kept):
    if set(items) != set(kept) or len(kept) != len(set(kept)):
        return False
    first = {}
    for i, item in enumerate(items):
        if not first.get(item):
            first[item] = i
    places = [first[k] for k in kept]
    return places == sorted(places)
