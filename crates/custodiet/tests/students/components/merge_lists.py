# correct
def is_valid(roads, components):
    parts = []
    for a, b in roads:
        joined = {a, b}
        rest = []
        for part in parts:
            if part & joined:
                joined |= part
            else:
                rest.append(part)
        parts = rest + [joined]
    if len(parts) != len(components):
        return False
    for part in parts:
        if frozenset(part) not in components:
            return False
    return True
