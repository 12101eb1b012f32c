# correct
def dedupe(items):
    if not items:
        return []
    head = items[0]
    return [head] + dedupe([x for x in items[1:] if x != head])


def is_valid(items: list, kept: list) -> bool:
    """
    >>> is_valid([1, 2, 1], [1, 2])
    True
    """
    return dedupe(items) == kept
