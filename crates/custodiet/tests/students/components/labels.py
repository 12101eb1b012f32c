# correct
def is_valid(roads, components):
    label = {}
    for a, b in roads:
        label.setdefault(a, len(label))
        label.setdefault(b, len(label))
    changed = True
    while changed:
        changed = False
        for a, b in roads:
            low = min(label[a], label[b])
            if label[a] != low or label[b] != low:
                label[a] = label[b] = low
                changed = True
    groups = {}
    for city, k in label.items():
        groups[k] = groups.get(k, frozenset()) | {city}
    return set(groups.values()) == components
