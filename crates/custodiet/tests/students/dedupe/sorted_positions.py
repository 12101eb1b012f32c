# correct
def is_valid(items, kept):
    try:
        positions = [items.index(x) for x in kept]
    except ValueError:
        return False
    strictly = all(a < b for a, b in zip(positions, positions[1:]))
    return strictly and len(kept) == len(set(items))
