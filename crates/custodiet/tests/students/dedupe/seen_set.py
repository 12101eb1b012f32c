# correct
def is_valid(items, kept):
    seen = set()
    expected = []
    for item in items:
        if item not in seen:
            seen.add(item)
            expected.append(item)
    return expected == kept
